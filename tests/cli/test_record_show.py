"""`heliodor record show`, and the story of a match behind it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.text import Text

import heliodor
from heliodor import EVERYTHING, SPECTATOR
from heliodor.games import GAME_IDS

from .conftest import RECORDS, Run


@pytest.mark.parametrize("game", GAME_IDS)
def test_every_sample_is_shown_from_the_start_to_the_winners(run: Run, game: str) -> None:
    code, out, err = run("record", "show", RECORDS / f"{game}.jsonl")
    assert (code, err) == (0, "")
    matches = heliodor.load(RECORDS / f"{game}.jsonl")
    assert out.count("The match is over") >= len(matches)
    for match in matches:
        winners = ", ".join(match.names[seat] for seat in match.winners)
        assert f"{f'Won by {winners}' if match.players > 1 else 'The end'}; scores {match.scores}." in out


def test_turns_carry_the_number_of_their_first_action_and_the_player(run: Run) -> None:
    _, out, _ = run("record", "show", RECORDS / "nizam.jsonl", "--match", 3)
    assert (
        "   1  Seat 1\n"
        "      Seat 1 slides row 4 to the left and pays one topaz, one turquoise and one amethyst.\n"
        "      Seat 1 ends the turn; nothing new scores.\n"
        "   3  Seat 0 draws three cards: one carnelian, one topaz and one turquoise.\n"
    ) in out


def test_a_seat_is_shown_only_what_it_saw(run: Run) -> None:
    _, out, _ = run("record", "show", RECORDS / "nizam.jsonl", "--match", 3, "--seat", 1)
    assert "As Seat 1 saw it." in out
    assert "Seat 0 draws three cards.\n" in out
    assert "Seat 0 draws three cards:" not in out
    assert "Seat 1 draws three cards: one ruby, one topaz and one amethyst." in out


def test_the_table_stands_at_the_start_at_the_ply_and_at_the_end(run: Run) -> None:
    match = heliodor.load(RECORDS / "nizam.jsonl")[2]
    _, out, _ = run("record", "show", RECORDS / "nizam.jsonl", "--match", 3, "--ply", 13)
    for ply in (0, 13, match.ply):
        assert str(match.at(ply)) in out
    before, after = out.split("after 13 actions")
    assert before.count("\n   ") < after.count("\n   ")


def test_a_turn_is_split_where_the_table_is_shown(run: Run) -> None:
    """Ply 1 lies between the shift and the end of the first turn."""
    _, out, _ = run("record", "show", RECORDS / "nizam.jsonl", "--match", 3, "--ply", 1)
    before, after = out.split("after 1 action ")
    assert "Seat 1 slides row 4" in before
    assert "Seat 1 ends the turn" not in before
    assert "   2  Seat 1 ends the turn" in after


def test_a_match_of_one_player_is_shown_action_by_action(run: Run) -> None:
    _, out, _ = run("record", "show", RECORDS / "nizam.jsonl", "--match", 1)
    assert "  51  Seat 0" in out


def test_an_unfinished_match_is_shown_as_far_as_it_goes(run: Run, tmp_path: Path) -> None:
    match = heliodor.new_match("luz", 3, seed=1, names=["Ann", "Bob", "Cy"])
    match.act("bid 2")
    match.save(tmp_path / "m.jsonl")
    code, out, _ = run("record", "show", tmp_path / "m.jsonl")
    assert code == 0
    assert "1 action, unfinished" in out
    assert "bets on two tricks" in out


def test_names_cannot_control_the_terminal(run: Run, tmp_path: Path) -> None:
    record = json.loads((RECORDS / "nizam.jsonl").read_text().splitlines()[0])
    record["names"] = ["\x1b[31m[bold]{0}\u202e" + "x" * 1000]
    path = tmp_path / "evil.jsonl"
    path.write_text(json.dumps(record))
    code, out, _ = run("record", "show", path)
    assert code == 0
    assert "?[31m[bold]{0}?xxxx… draws three cards" in out
    assert not {"\x1b", "\u202e"} & set(out)


@pytest.mark.parametrize(
    ("tokens", "sentence"),
    [
        (["--match", 9], "has 8 matches, so there is no match 9"),
        (["--match", 0], "--match takes a whole number from 1 on, not '0'"),
        (["--match", 3, "--seat", 2], "there is no seat 2; the seats are 0 to 1"),
        (["--match", 3, "--seat", -1], "--seat takes a whole number from 0 on, not '-1'"),
        (["--match", 3, "--ply", 69], "there is no ply 69; this match has plies 0 to 68"),
        (["--match", 3, "--ply", "x"], "--ply takes a whole number from 0 on, not 'x'"),
    ],
)
def test_a_missing_match_seat_or_ply_is_refused(
    refused: Callable[..., str], tokens: list[object], sentence: str
) -> None:
    assert sentence in refused("record", "show", RECORDS / "nizam.jsonl", *tokens)


def test_a_bad_record_is_refused_with_its_line(refused: Callable[..., str]) -> None:
    sentence = refused("record", "show", RECORDS / "bad.jsonl", "--match", 2)
    assert sentence.startswith("line 2, ply 2, rule N9: done is not legal for seat 1")


def test_a_missing_file_is_refused(refused: Callable[..., str]) -> None:
    assert refused("record", "show", "/nowhere/x") == "cannot read /nowhere/x: No such file or directory"


def test_the_story_of_a_match_equals_its_events_during_play() -> None:
    match = heliodor.new_match("gnomes", 3, seed=5)
    told = []
    while not match.over:
        actor = match.to_act
        text = match.legal()[0]
        told.append((match.ply, actor, text, match.tell(text, 1)))
    assert [tuple(part) for part in match.story(1)] == told


@pytest.fixture
def running(tmp_path: Path) -> Path:
    """A file with a match of Luz that is under way: three bets, a trick, and the lead of the next."""
    match = heliodor.new_match("luz", 3, seed=5)
    for _ in range(3 + 4):
        match.act(match.legal()[-1])
    match.save(tmp_path / "m.jsonl")
    return tmp_path / "m.jsonl"


@pytest.mark.parametrize(
    ("tokens", "is_told"),
    [
        (["--seat", 1], [False, False, False, True]),
        ([], [False, False, False, True]),
        (["--open"], [True, True, True, True]),
    ],
)
def test_l10_of_a_running_deal_the_cards_of_covered_tricks_are_shown_only_on_request(
    run: Run, running: Path, tokens: list[object], is_told: list[bool]
) -> None:
    match = heliodor.load(running)[0]
    told = [event for told in match.story(EVERYTHING) for event in told.events if event.key == "luz.play"]
    sentences = [event.text.split("} ")[-1] for event in told]
    out = " ".join(run("record", "show", running, *tokens).out.split())
    assert [sentence in out for sentence in sentences] == is_told
    assert out.count("plays the card of slot") == is_told.count(False)


def test_l10_a_table_on_which_a_covered_trick_lies_is_not_shown(
    run: Run, refused: Callable[..., str], running: Path
) -> None:
    for ply in (4, 5, 6):
        for tokens in ([], ["--seat", 1]):
            sentence = refused("record", "show", running, "--ply", ply, *tokens)
            assert sentence == "the cards that actions 4 to 6 put on the table are covered now; --open shows them"
        assert run("record", "show", running, "--ply", ply, "--open").code == 0
    for ply in (3, 7):
        assert run("record", "show", running, "--ply", ply).code == 0


@pytest.mark.parametrize("game", GAME_IDS)
def test_an_unfinished_match_is_shown_as_a_spectator_sees_it(run: Run, tmp_path: Path, game: str) -> None:
    match = heliodor.new_match(game, 3, seed=2)
    match.act(match.legal()[0])
    match.save(tmp_path / "m.jsonl")
    closed, everything = (Text.from_markup(match.draw(seat)).plain for seat in (SPECTATOR, EVERYTHING))
    assert closed != everything
    out = run("record", "show", tmp_path / "m.jsonl").out
    assert "This is what everybody may see; --open shows everything." in out
    assert closed in out and everything not in out
    opened = run("record", "show", tmp_path / "m.jsonl", "--open").out
    assert everything in opened and "As all may" not in opened


def test_everything_and_one_seat_cannot_be_shown_at_once(refused: Callable[..., str], running: Path) -> None:
    sentence = refused("record", "show", running, "--open", "--seat", 1)
    assert sentence == "--open shows everything and --seat what one seat saw; give only one of them"
