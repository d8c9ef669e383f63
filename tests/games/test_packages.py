"""Games of installed packages: found by their entry point, or left out with one sentence."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

import heliodor
from heliodor import rulebook
from heliodor.core.errors import BadOption, UnknownGame
from heliodor.games import GAME_IDS, game_ids, get_game
from tests import pebbles


def test_a_package_offers_its_game_beside_our_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pebbles.use(tmp_path, monkeypatch)
    assert game_ids() == (*GAME_IDS, "pebbles")
    assert get_game("pebbles").title == "Pebbles"
    with pytest.raises(UnknownGame, match="the games are nizam, pearl, gnomes, luz, pebbles"):
        get_game("chess")


def test_a_match_of_a_packages_game_is_played_and_survives_its_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pebbles.use(tmp_path, monkeypatch)
    match = heliodor.new_match("pebbles", 3, seed=1, limit=15)
    while not match.over:
        match.act(match.legal()[-1])
    match.save(tmp_path / "matches.jsonl")
    (again,) = heliodor.load(tmp_path / "matches.jsonl")
    assert (again.scores, again.winners) == (match.scores, match.winners)


def test_the_rules_of_a_packages_game_are_read_from_its_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pebbles.use(tmp_path, monkeypatch)
    assert rulebook.read("pebbles", "uk").startswith("# Камінці")
    assert rulebook.paragraph("pebbles", "b3").startswith("**B3.** Take")
    assert "(G5)" in rulebook.paragraph("pebbles", "G5")
    assert "`swap 7`" in rulebook.notation("pebbles")
    with pytest.raises(BadOption, match="its rules are B1 to B7"):
        rulebook.paragraph("pebbles", "B9")


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("raise RuntimeError('no board')", "cannot be loaded: RuntimeError: no board"),
        ("import not_installed_anywhere", "cannot be loaded: ModuleNotFoundError"),
        ("other = 1", "cannot be loaded: AttributeError"),
        ("GAME = 'chess'", "is not a game: the entry point names a str, not a Game"),
        ("from heliodor.games.luz import GAME", "calls itself 'luz'; the entry point's name is the id"),
    ],
)
def test_a_broken_game_is_left_out_with_one_sentence(
    source: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    package = f"broken_game_{abs(hash(source))}"
    pebbles.lay_out(tmp_path, package, broken=f"{package}:GAME")
    (tmp_path / f"{package}.py").write_text(source)
    pebbles.use(tmp_path, monkeypatch)
    with caplog.at_level(logging.WARNING):
        assert game_ids() == game_ids() == (*GAME_IDS, "pebbles")
    (warning,) = caplog.messages
    assert warning.startswith(f"game broken ({package}:GAME) ")
    assert reason in warning and "\n" not in warning
    with pytest.raises(UnknownGame) as refused:
        get_game("broken")
    assert reason in str(refused.value)


def test_a_name_that_is_taken_stays_with_its_first_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    pebbles.lay_out(tmp_path, "impostor", luz="impostor:GAME")
    pebbles.lay_out(tmp_path, "zz-late", pebbles="late:GAME")
    pebbles.use(tmp_path, monkeypatch)
    with caplog.at_level(logging.WARNING):
        assert game_ids() == (*GAME_IDS, "pebbles")
    assert sorted(caplog.messages)[0] == "game luz (impostor:GAME) is left out: there is a game of this name already"
    assert len(caplog.messages) == 2
    assert get_game("luz").title == "Luz"
