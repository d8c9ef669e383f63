"""Options are checked to the letter; a game's table of contents refuses what it cannot hold."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from heliodor.core.contract import Event, Game, Option
from heliodor.core.errors import BadOption
from heliodor.games import get_game

LIMIT = Option(name="limit", default=8, choices=(8, 9), rule="N19", summary="a number")
SWITCH = Option(name="switch", default=False, choices=(False, True), rule="S2", summary="a switch")
WORD = Option(name="word", default="one", choices=("one", "two"), rule="S1", summary="a word")
RANGE = Option(name="range", default=200, at_least=1, rule="P12", summary="a whole number")


@pytest.mark.parametrize(
    ("option", "value"), [(LIMIT, 8), (LIMIT, 9), (SWITCH, True), (WORD, "two"), (RANGE, 1), (RANGE, 10**30)]
)
def test_a_value_that_is_allowed_is_returned(option: Option, value: Any) -> None:
    checked = option.check(value)
    assert checked == value
    assert type(checked) is type(value)


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        (LIMIT, 7, "option limit cannot be 7; it takes 8 or 9"),
        (LIMIT, "8", 'option limit cannot be "8"; it takes 8 or 9'),
        (LIMIT, 8.0, "option limit cannot be float; it takes 8 or 9"),
        (LIMIT, None, "option limit cannot be NoneType; it takes 8 or 9"),
        (SWITCH, 1, "option switch cannot be 1; it takes false or true"),
        (SWITCH, "true", 'option switch cannot be "true"; it takes false or true'),
        (WORD, "three", 'option word cannot be "three"; it takes "one" or "two"'),
        (WORD, ["one"], 'option word cannot be list; it takes "one" or "two"'),
        (RANGE, 0, "option range cannot be 0; it takes a whole number of 1 or more"),
        (RANGE, True, "option range cannot be true; it takes a whole number of 1 or more"),
        (RANGE, 5.0, "option range cannot be float; it takes a whole number of 1 or more"),
        (RANGE, "5", 'option range cannot be "5"; it takes a whole number of 1 or more'),
    ],
)
def test_another_value_is_refused_with_what_is_allowed(option: Option, value: Any, message: str) -> None:
    with pytest.raises(BadOption) as refusal:
        option.check(value)
    assert str(refusal.value) == message


@pytest.mark.parametrize(
    ("option", "text", "value"),
    [(LIMIT, "9", 9), (SWITCH, "true", True), (SWITCH, "false", False), (WORD, "two", "two"), (RANGE, "12", 12)],
)
def test_a_value_can_be_typed(option: Option, text: str, value: Any) -> None:
    parsed = option.parse(text)
    assert parsed == value
    assert type(parsed) is type(value)


@pytest.mark.parametrize(
    ("option", "text"),
    [
        (LIMIT, "10"),
        (LIMIT, ""),
        (LIMIT, "eight"),
        (SWITCH, "True"),
        (SWITCH, "1"),
        (WORD, "ONE"),
        (RANGE, "0"),
        (RANGE, "-1"),
        (RANGE, "1.0"),
        (RANGE, "--1"),
        (RANGE, "²"),
        (RANGE, "1e3"),
    ],
)
def test_anything_else_that_is_typed_is_refused(option: Option, text: str) -> None:
    with pytest.raises(BadOption):
        option.parse(text)


def test_defaults_are_filled_in() -> None:
    gnomes = get_game("gnomes")
    assert gnomes.check_options({"players": 3, "quick_start": True}) == {
        "players": 3,
        "deck": "three_shapes",
        "quick_start": True,
        "last_round": "full",
    }


def test_a_default_may_be_another_one_in_an_earlier_version() -> None:
    gnomes = get_game("gnomes")
    assert gnomes.check_options({"players": 3}, 1)["last_round"] == "finish"
    assert gnomes.check_options({"players": 3}, 2)["last_round"] == "full"
    assert gnomes.check_options({"players": 3, "last_round": "full"}, 1)["last_round"] == "full"
    assert gnomes.check_version() == gnomes.version == 2


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "the number of players is missing; Nizam takes 1 to 5 players"),
        ({"players": None}, "the number of players is missing; Nizam takes 1 to 5 players"),
        ({"players": 0}, "Nizam takes 1 to 5 players, not 0"),
        ({"players": 6}, "Nizam takes 1 to 5 players, not 6"),
        ({"players": "2"}, "Nizam takes 1 to 5 players, not 2"),
        ({"players": True}, "Nizam takes 1 to 5 players, not True"),
        ({"players": 2.0}, "Nizam takes 1 to 5 players, not float"),
        ({"players": 2, "limit": 8}, "Nizam has no option 'limit'; it has players, solo_hand_limit"),
        ({"players": 2, "solo_hand_limit": 7}, "option solo_hand_limit cannot be 7; it takes 8 or 9"),
    ],
)
def test_options_that_a_game_does_not_have_are_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(BadOption) as refusal:
        get_game("nizam").check_options(given)
    assert str(refusal.value) == message


def test_a_game_with_too_many_actions_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = get_game("nizam")
    monkeypatch.setattr(game.rules, "NUM_ACTIONS", 64)
    with pytest.raises(ValueError, match="64 actions; a legal set holds 63"):
        Game(**{field.name: getattr(game, field.name) for field in dataclasses.fields(game)})


def test_new_states_have_their_options() -> None:
    game = get_game("nizam")
    options = game.check_options({"players": 1, "solo_hand_limit": 9})
    states = game.new_states(3, options)
    assert [int(state.players) for state in states] == [1, 1, 1]
    assert [int(state.hand_limit) for state in states] == [9, 9, 9]
    assert len(game.new_states(0, options)) == 0


def test_a_sentence_gets_the_players_names() -> None:
    event = Event("nizam.end", -1, {}, "{1} wins before {0}.")
    assert event.say(["Ann", "Bob"]) == "Bob wins before Ann."
    assert event.say(["{1}", "{0}"]) == "{0} wins before {1}."
