"""All worlds that are possible in a hidden state of Luz, found by trying everything."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from math import comb
from typing import Any

from heliodor.core.deck import UNKNOWN
from heliodor.games.luz.rules import HIGHEST_VALUE, NUM_COLOURS, NUM_VALUES

World = tuple[tuple[int, ...], ...]  # By seat: cards.


def slots_of(state: Any, seat: int, colour: int) -> list[int]:
    return [slot for slot in range(10) if int(state.slots_of[seat, colour]) >> slot & 1]


def unseen_of(state: Any, colour: int) -> list[int]:
    """Return the cards of a colour that lie in no known slot, lowest first."""
    known = {int(card) for hand in state.hand[: int(state.players)] for card in hand}
    highest = int(HIGHEST_VALUE[int(state.players)])
    return [card for card in range(NUM_VALUES * colour, NUM_VALUES * colour + highest) if card not in known]


def is_sorted(cards: tuple[int, ...]) -> bool:
    return list(cards) == sorted(cards)


def own_hands(state: Any, seat: int) -> set[tuple[int, ...]]:
    """Return every possible hand of the seat; the state is hidden from it."""
    by_colour = []
    for colour in range(NUM_COLOURS):
        known = [int(state.hand[seat, slot]) for slot in slots_of(state, seat, colour)]
        count = known.count(UNKNOWN)
        by_colour.append(
            [
                filled
                for chosen in combinations(unseen_of(state, colour), count)
                if is_sorted(filled := fill(known, chosen))
            ]
        )
    return {tuple(card for part in parts for card in part) for parts in product(*by_colour)}


def colour_worlds(state: Any, colour: int) -> set[World]:
    """Return every way in which a spectator's unknown cards of a colour can lie in the hands."""
    players = int(state.players)
    known = [[int(state.hand[seat, slot]) for slot in slots_of(state, seat, colour)] for seat in range(players)]
    counts = [cards.count(UNKNOWN) for cards in known]
    unseen = unseen_of(state, colour)
    found = set()
    for chosen in share_out(unseen, counts):
        world = tuple(fill(cards, own) for cards, own in zip(known, chosen, strict=True))
        if all(is_sorted(cards) for cards in world):
            found.add(world)
    return found


def num_deals(state: Any, colour: int) -> int:
    """Return in how many ways a spectator's unseen values can be dealt, in order or not."""
    left = len(unseen_of(state, colour))
    ways = 1
    for seat in range(int(state.players)):
        count = [int(state.hand[seat, slot]) for slot in slots_of(state, seat, colour)].count(UNKNOWN)
        ways *= comb(left, count)
        left -= count
    return ways


def share_out(cards: list[int], counts: list[int]) -> Iterator[list[tuple[int, ...]]]:
    """Yield every way to give each seat its number of cards."""
    if not counts:
        yield []
        return
    for own in combinations(cards, counts[0]):
        for others in share_out([card for card in cards if card not in own], counts[1:]):
            yield [own, *others]


def fill(known: list[int], cards: tuple[int, ...]) -> tuple[int, ...]:
    """Put ascending cards into the unknown places."""
    coming = iter(cards)
    return tuple(next(coming) if card == UNKNOWN else card for card in known)


def chi_square(counts: list[int], total: int) -> float:
    """Return how far counts are from equal ones, in standard deviations of the chi-square distribution."""
    expected = total / len(counts)
    statistic = sum((count - expected) ** 2 / expected for count in counts)
    freedom = len(counts) - 1
    return (statistic - freedom) / (2 * freedom) ** 0.5
