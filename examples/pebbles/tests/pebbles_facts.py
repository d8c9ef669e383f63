"""The facts of Pebbles, stated a second time: nothing here asks the rules."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from heliodor.testing import Facts

PEBBLES = range(1, 13)


def secrets(state: Any, seat: int) -> Iterator[tuple[str, int]]:
    """Yield the hands that a seat does not see; at the end all hands lie open."""
    if state.phase != 2:
        yield from (("hand", other) for other in range(int(state.players)) if other != seat)


def cards(state: Any) -> Iterator[tuple[int, int]]:
    """Yield every pebble: in the bag, beside it and in hands."""
    yield from ((int(pebble), 1) for pebble in state.deck[int(state.deck_pos) :])
    for pebbles in (int(state.laid), *(int(hand) for hand in state.hand[: int(state.players)])):
        yield from ((pebble, pebbles >> pebble & 1) for pebble in range(12))


def deck(options: Mapping[str, Any]) -> Counter[str]:
    """Return the pebbles by their numbers, each once."""
    return Counter(str(number) for number in PEBBLES[: options["pebbles"]])


def is_score(score: Any) -> bool:
    """Return whether a hand can be worth this."""
    return type(score) is int and 0 <= score <= 21


def num_first_worlds(state: Any, seat: int) -> int:
    """Return how many hands of the others and orders of the bag a seat cannot tell apart; six pebbles have few."""
    hands = [int(hand).bit_count() for hand in state.hand[: int(state.players)]]
    others = [hand for other, hand in enumerate(hands) if other != seat]
    unseen = sum(others) + len(state.deck) - int(state.deck_pos)
    return math.factorial(unseen) // math.prod(math.factorial(hand) for hand in others)


FACTS = Facts(
    texts=("take", "pass", *(f"swap {number}" for number in PEBBLES)),
    secrets=secrets,
    cards=cards,
    deck=deck,
    is_score=is_score,
    num_first_worlds=num_first_worlds,
)
