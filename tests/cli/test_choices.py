"""The list of choices, and how typed text is understood."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

import heliodor
from heliodor.match import Match
from heliodor.terminal import advice, choices
from heliodor.terminal.choices import list_choices, understand
from tests import pebbles


@pytest.fixture
def nizam() -> Match:
    """Seat 0 acts first and holds T S S."""
    match = heliodor.new_match("nizam", 2, seed=3, first=0)
    assert match.view(0).hands[0] == "TSS"
    return match


def means(match: Match, line: str) -> str:
    return understand(line, match.view(match.to_act), match.names)


def test_shifts_are_listed_by_what_they_cost(nizam: Match) -> None:
    choices = list_choices(nizam.view(0), nizam.names)
    assert [choice.label for choice in choices] == [str(number) for number in range(1, len(choices) + 1)]
    assert {choice.action for choice in choices} == set(nizam.view(0).legal)
    groups = [choice.group for choice in choices]
    assert groups == sorted(groups, key=["", "pay one", "pay three"].index)
    for choice in choices:
        if choice.group == "pay one":
            assert nizam.is_legal(choice.action)
            assert choice.note.split("]")[1][0] in "TS"


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("draw", "draw"),
        (" DRAW ", "draw"),
        ("1", "draw"),
        ("4<:TSS", "4<:TSS"),
        ("4<:sts", "4<:STS"),
        ("4 < : s t s", "4<:STS"),
        ("B^:SST", "b^:SST"),
        ("4<", "4<:???"),
        ("nonsense", "nonsense"),
        ("99", "99"),
        ("task R", "task R"),
    ],
)
def test_actions_of_the_shifting_board(nizam: Match, line: str, action: str) -> None:
    assert means(nizam, line) == action


@pytest.mark.parametrize(
    ("line", "action"),
    [("3", "bid 3"), ("3+", "bid 3+"), ("bid 3", "bid 3"), ("BID  3+", "bid 3+"), ("10", "bid 10"), ("11", "bid 11")],
)
def test_a_number_is_a_bet_in_luz(line: str, action: str) -> None:
    assert means(heliodor.new_match("luz", 3, seed=1), line) == action


def test_a_number_is_a_slot_in_luz_even_where_it_is_not_legal() -> None:
    match = heliodor.new_match("luz", 3, seed=1)
    for _ in range(3):
        match.act("bid 1")
    match.act(match.legal()[0])
    legal = {int(text.split()[1]) for text in match.legal()}
    slot = min(set(range(1, 11)) - legal)
    assert means(match, str(slot)) == f"play {slot}"


def test_a_number_is_a_slot_of_the_market_in_speedy_gnomes() -> None:
    match = heliodor.new_match("gnomes", 3, seed=1)
    assert means(match, "2") == "take 2"
    assert all(choice.label == "" for choice in list_choices(match.view(match.to_act), match.names))


def test_cards_and_players_are_named_in_speedy_gnomes() -> None:
    match = heliodor.new_match("gnomes", 3, seed=1, names=["Ann", "Bob", "Cy"])
    seen = set()
    while not match.over and len(seen) < 4:
        for choice in list_choices(match.view(match.to_act), match.names):
            verb = choice.action.split()[0]
            if verb == "curse" and "]" in choice.note:
                seen.add(verb)
                assert match.names[int(choice.action.split()[2])] in choice.note
            elif verb in ("lay", "take", "wind") and choice.action != "take deck":
                seen.add(verb)
                assert choice.note
        match.act(match.legal()[-1])
    assert seen >= {"lay", "take", "curse"}


def test_a_phase_of_the_same_name_as_in_another_game_means_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pebbles.use(tmp_path, monkeypatch)
    view = heliodor.new_match("pebbles", 2, seed=1, first=0).view(0)
    view.phase = "playing"  # As in Luz, where it means that a card is due.
    choices = list_choices(view, ["Ann", "Ben"])
    assert [choice.action for choice in choices] == view.legal
    assert {choice.note for choice in choices} == {""}


@pytest.mark.parametrize("module", [advice, choices])
def test_the_terminal_asks_for_no_games_id(module: ModuleType) -> None:
    source = Path(module.__file__ or "").read_text(encoding="utf-8").casefold()
    assert [game_id for game_id in heliodor.GAME_IDS if f'"{game_id}"' in source or f"games.{game_id}" in source] == []
