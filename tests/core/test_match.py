"""A match as a person uses it; every error is one sentence."""

from __future__ import annotations

import doctest
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import heliodor
import heliodor.batch
import heliodor.match
from heliodor import (
    EVERYTHING,
    SPECTATOR,
    BadNotation,
    BadOption,
    BadRecord,
    HeliodorError,
    IllegalAction,
    Match,
    UnknownGame,
    load,
    new_match,
)
from heliodor.core.errors import TurnOver
from heliodor.games import GAME_IDS

RECORDS = Path(__file__).parents[1] / "data" / "records"


# A thousand matches, as in the batch's example, take too long without the compiler.
MODULES = [heliodor, heliodor.match, pytest.param(heliodor.batch, marks=pytest.mark.jit)]


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_in_the_docstrings_are_true(module: Any) -> None:
    results = doctest.testmod(module)
    assert results.attempted > 0
    assert results.failed == 0


def test_every_name_of_the_package_is_there() -> None:
    assert set(heliodor.__all__) < set(dir(heliodor))
    for name in heliodor.__all__:
        assert getattr(heliodor, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        _ = heliodor.chess


@pytest.mark.parametrize(
    ("game", "wrong", "message"),
    [
        ("nizam", {"players": 0}, "Nizam takes 1 to 5 players, not 0"),
        ("luz", {}, "the number of players is missing; Luz takes 3 to 5 players"),
        ("luz", {"players": 2}, "Luz takes 3 to 5 players, not 2"),
        ("luz", {"players": 3, "trump": "red"}, "Luz has no option 'trump'; it has players, bead_supply"),
        ("luz", {"players": 3, "bead_supply": 15}, 'option bead_supply cannot be 15; it takes "unlimited" or "box"'),
        ("nizam", {"players": 2, "seed": -1}, f"a seed is a whole number from 0 to {2**63 - 1}, not -1"),
        ("nizam", {"players": 2, "seed": 2**63}, f"a seed is a whole number from 0 to {2**63 - 1}, not {2**63}"),
        ("nizam", {"players": 2, "seed": 1.5}, f"a seed is a whole number from 0 to {2**63 - 1}, not 1.5"),
        ("nizam", {"players": 2, "seed": "7"}, f"a seed is a whole number from 0 to {2**63 - 1}, not 7"),
        ("nizam", {"players": 2, "first": 2}, "there is no seat 2 to start; the seats are 0 to 1"),
        ("nizam", {"players": 2, "first": True}, "there is no seat True to start; the seats are 0 to 1"),
        ("nizam", {"players": 2, "names": ["Ann"]}, "there are 2 seats, so 2 names are needed, not 1"),
    ],
)
def test_an_impossible_match_is_refused(game: str, wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(BadOption) as refusal:
        new_match(game, **wrong)
    assert str(refusal.value) == message


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownGame) as refusal:
        new_match("chess", 2)
    assert str(refusal.value) == "there is no game 'chess'; the games are nizam, pearl, gnomes, luz"


def test_a_match_shows_its_state() -> None:
    match = new_match("nizam", 2, seed=1, first=1, names=["Ann", "Bob"])
    assert (match.players, match.first, match.to_act, match.ply, match.over) == (2, 1, 1, 0, False)
    assert (match.scores, match.winners) == ([0, 0], [])
    assert match.names == ["Ann", "Bob"]
    assert repr(match) == "<Match nizam, 2 players, ply 0, seat 1 to act>"
    match.act("draw")
    assert (match.to_act, match.ply, match.actions) == (0, 1, ["draw"])
    assert match.options == {"players": 2, "solo_hand_limit": 8}


def test_seats_without_names_are_numbered() -> None:
    match = new_match("luz", 3, seed=1)
    assert match.names == ["Seat 0", "Seat 1", "Seat 2"]
    assert "names" not in json.loads(heliodor.core.record.encode(match.record()))


def test_a_refused_action_names_its_rule() -> None:
    match = new_match("nizam", 2, seed=1)
    with pytest.raises(IllegalAction) as refusal:
        match.act("done")
    assert (refusal.value.rule, refusal.value.key) == ("N9", "no_shift_yet")
    assert str(refusal.value).endswith("(N9)")
    with pytest.raises(BadNotation):
        match.act("Draw")
    assert match.ply == 0


def test_the_story_of_an_action_depends_on_its_reader() -> None:
    match = new_match("nizam", 2, seed=1, first=0)
    copy = match.copy()
    (own,) = match.tell("draw", 0)
    (strange,) = copy.tell("draw", 1)
    assert own.facts["count"] == strange.facts["count"] == 3
    assert len(own.facts["cards"]) == 3
    assert "cards" not in strange.facts
    assert match.actions == copy.actions == ["draw"]


def test_the_story_of_a_match_begins_at_its_start() -> None:
    match = new_match("nizam", 2, seed=1, first=0)
    match.act("draw")
    match.act("draw")
    match.act(match.legal()[-1])
    told = list(match.story(SPECTATOR))
    assert [(one.ply, one.seat, one.action) for one in told] == [
        (0, 0, match.actions[0]),
        (1, 1, match.actions[1]),
        (2, 0, match.actions[2]),
    ]
    assert all("cards" not in event.facts for one in told[:2] for event in one.events)
    open_story = list(match.story(EVERYTHING))
    assert all("cards" in one.events[0].facts for one in open_story[:2])
    assert match.ply == 3


def test_an_earlier_moment_of_a_match_can_be_looked_at() -> None:
    match = new_match("nizam", 2, seed=1)
    match.act("draw")
    match.act("draw")
    past = match.at(1)
    assert past.actions == ["draw"]
    past.act("draw")
    assert match.ply == 2
    for ply in (-1, 3):
        with pytest.raises(HeliodorError, match=f"no ply {ply}; this match has plies 0 to 2"):
            match.at(ply)


def test_positions_are_the_states_before_each_action_and_the_last_one() -> None:
    match = new_match("nizam", 2, seed=3)
    for _ in range(12):
        match.act(match.legal()[0])
    views = [match.game.view.render(states, 0, EVERYTHING) for states in match.positions()]
    assert views == [match.at(ply).view(EVERYTHING) for ply in range(13)]


def test_a_copy_has_its_own_shuffles() -> None:
    match = new_match("pearl", 2, seed=1)
    keys = {match.copy().states[0].rng.tobytes() for _ in range(3)} | {match.states[0].rng.tobytes()}
    assert len(keys) == 4


def test_a_key_decides_the_shuffles_from_here_on() -> None:
    matches = [new_match("luz", 3, seed=1) for _ in range(2)]
    for match, key in zip(matches, (b"0123456789abcdef", b"0123456789abcdeF"), strict=True):
        match.rekey(key)
        while len(match.shuffles) < 2:
            match.act(match.legal()[0])
    assert matches[0].actions == matches[1].actions
    assert matches[0].shuffles[1] != matches[1].shuffles[1]
    assert [int(word) for word in matches[0].states[0].rng[:2]] == [
        int.from_bytes(b"01234567", "little"),
        int.from_bytes(b"89abcdef", "little"),
    ]
    for key in (b"", bytes(15), bytes(17)):
        with pytest.raises(HeliodorError, match=f"a key has 16 bytes, not {len(key)}"):
            matches[0].rekey(key)


def keys_by_ply(ply: int) -> bytes:
    return ply.to_bytes(16, "big")


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_list_of_actions_is_played_as_one_by_one(game_id: str) -> None:
    one_by_one, at_once = (new_match(game_id, 3, seed=5) for _ in range(2))
    while not one_by_one.over and one_by_one.ply < 60:
        seat, ply = one_by_one.to_act, one_by_one.ply
        states, steps = [], []
        while one_by_one.to_act == seat and len(steps) < 3:
            text = one_by_one.legal()[one_by_one.ply * 7919 % len(one_by_one.legal())]
            steps.append(one_by_one.game.notation.parse_action(one_by_one.states, 0, text))
            one_by_one.rekey(keys_by_ply(one_by_one.ply))
            one_by_one.act(text)
            states.append(one_by_one.states.tobytes())
        played = at_once.act_all(one_by_one.actions[ply:], keys_by_ply)
        assert [action.ply for action in played] == list(range(ply, one_by_one.ply))
        assert [action.steps for action in played] == steps
        assert [action.after.tobytes() for action in played] == states
    assert at_once.record() == one_by_one.record()


@pytest.mark.parametrize(
    ("texts", "error"),
    [
        (["nonsense"], BadNotation),
        (["d^", "2<", "nonsense"], BadNotation),
        (["d^", "draw"], IllegalAction),
        (["d^", "done", "draw"], TurnOver),
        (["d^", 1], HeliodorError),
    ],
)
def test_a_list_of_actions_is_played_whole_or_not_at_all(texts: Any, error: type[Exception]) -> None:
    match = new_match("nizam", 2, seed=3)
    match.act("draw")
    before = match.states.tobytes(), match.record()
    with pytest.raises(error):
        match.act_all(texts, keys_by_ply)
    assert (match.states.tobytes(), match.record()) == before


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_actions_can_be_taken_back_and_others_played(game_id: str, scale: Callable[[int], int]) -> None:
    match = new_match(game_id, 3, seed=2)
    past = []
    while not match.over and match.ply < scale(120):
        past.append((match.view(EVERYTHING), match.record()))
        match.act(match.legal()[match.ply * 7919 % len(match.legal())])
    for ply in (match.ply - 1, match.ply // 2, match.ply // 2, 0):
        match.take_back(ply)
        assert (match.view(EVERYTHING), match.record()) == past[ply]
    match.act(match.legal()[-1])
    assert match.ply == 1
    with pytest.raises(HeliodorError, match="there is no ply 2"):
        match.take_back(2)


def test_a_match_is_observed_as_numbers() -> None:
    match = new_match("nizam", 2, seed=1)
    numbers = match.observe(0)
    assert numbers.dtype == np.float32
    assert numbers.shape == (match.game.encoding.SIZE,)


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_match_is_drawn_with_every_name_as_it_is(game_id: str) -> None:
    players = heliodor.get_game(game_id).max_players
    names = ["[bold]Ann", "Зоя", "[/]", "", "\\[x]", "{0}"][:players]
    match = new_match(game_id, players, seed=1, names=names)
    drawn = str(match)
    for name in names:
        assert name in drawn
    assert max(map(len, drawn.splitlines())) <= 100


# --- Files ---------------------------------------------------------------------------------------------------------


def test_saved_matches_are_loaded_again(tmp_path: Path) -> None:
    path = tmp_path / "matches.jsonl"
    matches = [new_match("nizam", 2, seed=1, names=["Ann", "Bob"]), new_match("luz", 3, seed=2)]
    matches[0].act("draw")
    for match in matches:
        match.save(path)
    loaded = load(path)
    assert [match.record() for match in loaded] == [match.record() for match in matches]
    assert [match.names[0] for match in loaded] == ["Ann", "Seat 0"]


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(HeliodorError, match=r"cannot write .*: Is a directory"):
        new_match("nizam", 2, seed=1).save(tmp_path)


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_the_sample_records_are_accepted(game_id: str) -> None:
    matches = load(RECORDS / f"{game_id}.jsonl")
    assert len(matches) >= 6
    assert all((match.game.id, match.version) == (game_id, 1) for match in matches)


def test_the_sample_records_of_version_2_are_accepted_and_written_as_they_are() -> None:
    path = RECORDS / "gnomes-v2.jsonl"
    matches = load(path)
    assert all((match.version, match.options["last_round"]) == (2, "full") for match in matches)
    for match, line in zip(matches, path.read_text().splitlines(), strict=True):
        assert json.loads(heliodor.core.record.encode(match.record())) == json.loads(line)


# --- Versions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("version", "last_round"), [(None, "full"), (1, "finish"), (2, "full")])
def test_s09_the_version_decides_the_default_of_the_last_round(version: int | None, last_round: str) -> None:
    match = new_match("gnomes", 3, seed=1, version=version)
    assert match.options["last_round"] == last_round
    record = json.loads(heliodor.core.record.encode(match.record()))
    assert record["options"] == {"players": 3}
    assert record.get("version", 1) == match.version == (version or 2)


def test_an_option_overrules_the_default_of_each_version() -> None:
    for version, last_round in [(1, "full"), (2, "finish")]:
        match = new_match("gnomes", 3, seed=1, version=version, last_round=last_round)
        assert match.record().options == {"players": 3, "last_round": last_round}
        again = Match.from_record(match.record())
        assert (again.version, again.options) == (version, match.options)
        assert (match.copy().version, match.at(0).version) == (version, version)


@pytest.mark.parametrize("version", [0, 3, -1, True, "2", 2.0])
def test_a_version_that_a_game_does_not_have_is_refused(version: Any) -> None:
    for make in (
        lambda: new_match("gnomes", 3, version=version),
        lambda: heliodor.Batch("gnomes", 1, 3, version=version),
    ):
        with pytest.raises(BadOption, match=r"Speedy Gnomes has no version .+; it has 1 and 2"):
            make()


# The message for each bad sample, by the sample's note.
REASONS = {
    "wrong score": "the scores are given as",
    "done before any shift": "no shift has been made yet",
    "the first shuffle is not twelve of each kind": "are to be shuffled",
    "a result, but the game is not over": "the match is not over",
    "the pearl is not a kind": "task P",
    "unknown option": "no option 'stal_limit'",
    "an action after the end": "after the end of the match",
    "a shuffle too many": "shuffles, but only",
    "wrong winner": "the winners are given as",
    "no such slot": "play 11",
    "Gnomes has versions 1 and 2 only": "Speedy Gnomes has no version 3; it has 1 and 2",
    "version is not a whole number": "expected int, got str - at version",
    "without version the rules are version 1: last_round is finish, and the game is over earlier": "after the end",
    "Nizam has version 1 only": "Nizam has no version 2; it has 1",
}


def test_every_bad_sample_is_refused_for_its_reason(tmp_path: Path) -> None:
    lines = [line for name in ("bad", "bad-v2") for line in (RECORDS / f"{name}.jsonl").read_text().splitlines()]
    notes = [json.loads(line)["note"] for line in lines]
    assert set(notes) == set(REASONS)
    for line, note in zip(lines, notes, strict=True):
        path = tmp_path / "bad.jsonl"
        path.write_text(f"\n{line}\n", encoding="utf-8")
        with pytest.raises(BadRecord) as refusal:
            load(path)
        assert refusal.value.line == 2
        assert REASONS[note] in str(refusal.value), note


def test_the_first_bad_record_of_a_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "mixed.jsonl"
    new_match("nizam", 2, seed=1).save(path)
    with path.open("a") as file:
        file.write("{}\n")
    with pytest.raises(BadRecord, match=r"^line 2: object missing required field"):
        load(path)


def test_a_record_needs_no_file() -> None:
    match = new_match("gnomes", 2, seed=3)
    assert Match.from_record(match.record()).record() == match.record()
