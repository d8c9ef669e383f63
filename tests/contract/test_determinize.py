"""`determinize` samples the unseen cards in the right proportions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from heliodor import SPECTATOR, Match, new_match
from heliodor.testing.walks import random_texts
from heliodor.testing.worlds import imagined_states

Scale = Callable[[int], int]


@pytest.mark.parametrize("seat", [SPECTATOR, 0, 2])
def test_nizam_imagines_each_unseen_card_as_often_as_it_should(seat: int, scale: Scale) -> None:
    match = new_match("nizam", 3, seed=1)
    for text in random_texts(match, 1)[:60]:
        match.act(text)
    unseen = unseen_kinds(match, seat)
    total, count = sum(unseen.values()), scale(3000)
    tops: Counter[int] = Counter()
    held: Counter[int] = Counter()
    other = 1
    for seed in range(count):
        state = imagined_states(match, seat, seed)[0]
        tops[int(state.deck[int(state.deck_pos)])] += 1
        held.update({kind: int(number) for kind, number in enumerate(state.hand[other])})
    hand_size = int(match.states[0].hand_size[other])
    assert hand_size > 0
    assert chi_square(tops, {kind: count * n / total for kind, n in unseen.items()}) < 30
    assert chi_square(held, {kind: count * hand_size * n / total for kind, n in unseen.items()}) < 30


def unseen_kinds(match: Match, seat: int) -> Counter[int]:
    """Return how many cards of each kind the seat has not seen."""
    state = match.states[0]
    unseen = Counter(dict.fromkeys(range(8), 12))
    unseen.subtract(int(card) for card in state.board)
    unseen.subtract({kind: int(number) for kind, number in enumerate(state.discard)})
    if seat != SPECTATOR:
        unseen.subtract({kind: int(number) for kind, number in enumerate(state.hand[seat])})
    return unseen


def chi_square(found: Counter[int], expected: dict[int, float]) -> float:
    """Return how far the counts are from the expected ones; beyond 30 for 8 kinds is one case in ten thousand."""
    assert all(found[kind] == 0 for kind, number in expected.items() if number == 0)
    return sum((found[kind] - number) ** 2 / number for kind, number in expected.items() if number > 0)
