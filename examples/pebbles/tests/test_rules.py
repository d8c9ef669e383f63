"""The rules of Pebbles, a test or more for each number."""

from __future__ import annotations

import pytest
from heliodor_pebbles import GAME

from heliodor.core.errors import IllegalAction
from heliodor.core.record import Record
from heliodor.match import Match
from heliodor.testing import registered

IN_ORDER = [str(number) for number in range(1, 13)]


@pytest.fixture(autouse=True)
def known() -> None:
    """Have the game found by its id, installed or not."""
    with registered(GAME):
        yield


def played(*actions: str, shuffle: list[str] = IN_ORDER, **options: int) -> Match:
    """Return a match of two with chosen pebbles, after some actions: seat 0 starts with 1, seat 1 with 2."""
    record = Record(
        format="heliodor/1",
        game="pebbles",
        options={"players": 2, **options},
        first=0,
        shuffles=[shuffle],
        actions=[],
    )
    match = Match.from_record(record)
    for action in actions:
        match.act(action)
    return match


def test_b01_everybody_draws_one_and_keeps_it_secret() -> None:
    match = played()
    assert match.view(0).hands == [[1], None]
    assert match.view(1).hands == [None, [2]]
    assert match.view().bag == 10


def test_b02_play_goes_clockwise() -> None:
    assert [played(*["pass"] * count).to_act for count in (0, 1)] == [0, 1]


def test_b03_take_draws_a_pebble_that_others_do_not_see() -> None:
    match = played("take")
    assert match.view(0).hands == [[1, 3], None]
    assert [told.events[0].say(match.names) for told in match.story(1)] == ["Seat 0 draws a pebble."]
    assert [told.events[0].say(match.names) for told in match.story(0)] == ["Seat 0 draws 3."]


def test_b04_swap_lays_one_down_for_all_to_see_and_draws() -> None:
    match = played("take", "pass", "swap 1")
    assert match.view().laid == [1]
    assert match.view(0).hands == [[3, 4], None]


def test_b04_a_pebble_that_is_not_in_the_hand_cannot_be_swapped() -> None:
    with pytest.raises(IllegalAction, match=r"pebble 7 is not in your hand \(B4\)"):
        played().act("swap 7")


def test_b05_the_match_ends_when_all_have_passed_one_after_another() -> None:
    assert not played("pass", "take", "pass").over
    assert played("pass", "take", "pass", "pass").over


def test_b05_the_match_ends_when_the_bag_is_empty() -> None:
    match = played(*["take"] * 9)
    assert not match.over
    match.act("take")
    assert match.over


def test_b06_a_hand_over_the_limit_is_worth_nothing() -> None:
    shuffle = ["12", "9", "8", "1", *[number for number in IN_ORDER if number not in ("12", "9", "8", "1")]]
    assert played("take", "take", "pass", "pass", shuffle=shuffle).scores == [20, 10]
    assert played("take", "take", "pass", "pass", shuffle=shuffle, limit=15).scores == [0, 10]


def test_b07_the_highest_hand_wins_and_tied_players_share_the_win() -> None:
    assert played("pass", "pass").winners == [1]
    shuffle = ["5", "4", "1", *[number for number in IN_ORDER if number not in ("5", "4", "1")]]
    assert played("pass", "take", "pass", "pass", shuffle=shuffle).winners == [0, 1]
