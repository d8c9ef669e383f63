"""Seating: every bot equally often in every seat, and every match once."""

from __future__ import annotations

from collections import Counter

import pytest

from heliodor.arena.schedule import arrangements, default_mode, fixtures
from heliodor.core.errors import BadOption

BOTS = "ABCDEFGH"


def test_as_many_bots_as_seats_sit_together_in_every_rotation() -> None:
    assert arrangements("ABC", 3, "table") == [("A", "B", "C"), ("C", "A", "B"), ("B", "C", "A")]


def test_two_bots_at_a_larger_table_play_one_against_copies_of_the_other() -> None:
    assert default_mode(2, 3) == "duel"
    assert arrangements("AB", 3, "duel") == [
        ("A", "B", "B"), ("B", "A", "B"), ("B", "B", "A"), ("B", "A", "A"), ("A", "B", "A"), ("A", "A", "B"),
    ]  # fmt: skip


def test_a_challenger_sits_alone_among_copies_of_each_other_bot() -> None:
    assert arrangements("ABC", 3, "challenge") == [
        ("A", "B", "B"), ("B", "A", "B"), ("B", "B", "A"), ("A", "C", "C"), ("C", "A", "C"), ("C", "C", "A"),
    ]  # fmt: skip


def test_more_bots_than_seats_meet_in_every_combination() -> None:
    assert default_mode(4, 2) == "table"
    seated = arrangements("ABCD", 2, "table")
    assert len(seated) == 12
    assert Counter(frozenset(seats) for seats in seated) == Counter(
        {frozenset(pair): 2 for pair in ("AB", "AC", "AD", "BC", "BD", "CD")}
    )


def test_with_two_seats_both_modes_are_the_same() -> None:
    assert sorted(arrangements("ABC", 2, "table")) == sorted(arrangements("ABC", 2, "duel"))


def test_alone_each_bot_plays_for_itself() -> None:
    assert arrangements("AB", 1, "table") == [("A",), ("B",)]


@pytest.mark.parametrize("mode", ["table", "duel"])
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("num_bots", range(2, 8))
def test_every_bot_has_every_seat_equally_often(num_bots: int, players: int, mode: str) -> None:
    seated = arrangements(BOTS[:num_bots], players, mode)  # type: ignore[arg-type]
    assert len(set(seated)) == len(seated)
    assert len(set(Counter((seat, bot) for seats in seated for seat, bot in enumerate(seats)).values())) == 1
    assert {bot for seats in seated for bot in seats} == set(BOTS[:num_bots])


def test_every_deal_is_played_in_every_arrangement_once() -> None:
    seated = arrangements("AB", 2, "table")
    played = list(fixtures(seated, 3))
    assert len(played) == len(set(played)) == 6
    assert {fixture.deal for fixture in played} == {0, 1, 2}


def test_one_bot_alone_at_a_table_of_two_is_refused() -> None:
    with pytest.raises(BadOption, match="two bots or more"):
        arrangements("A", 2, "table")


def test_a_name_that_stands_for_two_bots_is_refused() -> None:
    with pytest.raises(BadOption, match="'A' is named twice"):
        arrangements("ABA", 2, "table")
