"""The ranking in Speedy Gnomes, and which set decides."""

from __future__ import annotations

from collections.abc import Callable

from heliodor.games.gnomes import GAME
from heliodor.games.gnomes.standing import Decision, compare, sizes_of
from heliodor.testing import Configuration
from heliodor.testing.walks import random_match

NOTHING = [0] * 6


def test_both_have_a_six_and_the_next_set_decides() -> None:
    places, decision = compare([[1, 0, 0, 1, 0, 0], [1, 0, 1, 0, 0, 1]])
    assert places == [2, 1]
    assert decision == Decision(best=[1], next=[0], equal=[6], against=[4, 3])


def test_one_set_more_decides() -> None:
    places, decision = compare([[2, 0, 1, 0, 0, 0], [2, 0, 1, 0, 1, 0], NOTHING])
    assert places == [2, 1, 3]
    assert decision == Decision(best=[1], next=[0], equal=[6, 6, 4], against=[2, 0])


def test_tied_seats_share_a_place_and_the_next_place_is_left_out() -> None:
    places, decision = compare([[0, 1, 0, 0, 0, 0], NOTHING, [0, 1, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0]])
    assert places == [1, 4, 1, 3]
    assert decision == Decision(best=[0, 2], next=[3], equal=[], against=[5, 4])


def test_if_all_are_equal_nothing_decides() -> None:
    places, decision = compare([[0, 0, 1, 0, 1, 0]] * 3)
    assert places == [1, 1, 1]
    assert decision == Decision(best=[0, 1, 2], next=[], equal=[4, 2], against=[])


def test_s11_the_first_place_at_the_end_wins(scale: Callable[[int], int]) -> None:
    for seed in range(scale(20)):
        match = random_match(Configuration(GAME, 2 + seed % 5, ()), seed)
        places, decision = compare(match.scores)
        if match.over:
            assert decision.best == [seat for seat, place in enumerate(places) if place == 1] == match.winners
        for seat in decision.next:
            sizes = sizes_of(match.scores[seat])
            assert sizes[: len(decision.equal)] == decision.equal
            assert [*sizes, 0][len(decision.equal)] == decision.against[1] < decision.against[0]
