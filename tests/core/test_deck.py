"""The deck: all orders are equally likely, scripts keep their order, and hiding leaves nothing of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from heliodor.core.deck import (
    UNKNOWN,
    deck_fields,
    deck_size,
    hide_deck,
    imagine_chance,
    open_deck,
    shuffle_deck,
    take_card,
)
from heliodor.core.rng import seed_state
from heliodor.core.state import state_type

Scale = Callable[[int], int]

SIZE = 10
STATE = state_type(deck_fields(SIZE))


def empty_deck(seed: int = 0) -> Any:
    states = np.zeros(1, STATE)
    seed_state(states[0], seed, 0)
    states[0].deck_pos = SIZE
    return states[0]


def lay(state: Any, cards: list[int]) -> None:
    """Open a deck of these cards and shuffle it, as the rules do."""
    if open_deck(state, len(cards)):
        start = int(state.deck_pos)
        state.deck[start : start + len(cards)] = cards
        shuffle_deck(state)


def write_script(state: Any, cards: list[int]) -> None:
    state.deck[: len(cards)] = cards
    state.script_pos, state.script_end = 0, len(cards)


def taken(state: Any) -> list[int]:
    return [int(take_card(state)) for _ in range(int(deck_size(state)))]


def test_a_shuffled_deck_holds_its_cards() -> None:
    for seed in range(20):
        state = empty_deck(seed)
        lay(state, [4, 4, 5, 6, 7, 8])
        assert deck_size(state) == 6
        assert state.num_shuffles == 1
        order = [int(card) for card in state.deck[int(state.deck_start) :]]
        assert taken(state) == order
        assert sorted(order) == [4, 4, 5, 6, 7, 8]
        assert deck_size(state) == 0
        # The order can still be read when every card is taken.
        assert [int(card) for card in state.deck[int(state.deck_start) :]] == order


def test_all_orders_are_equally_likely(scale: Scale) -> None:
    count = scale(24_000)
    found: Counter[tuple[int, ...]] = Counter()
    state = empty_deck()
    for _ in range(count):
        lay(state, [0, 1, 2, 3])
        found[tuple(taken(state))] += 1
    expected = count / 24
    deviation = sum((found[order] - expected) ** 2 / expected for order in permutations(range(4)))
    assert deviation < 60  # 23 degrees of freedom: one case in ten thousand.


def test_every_card_comes_to_every_place(scale: Scale) -> None:
    count = scale(10_000)
    found = np.zeros((SIZE, SIZE))
    state = empty_deck(3)
    for _ in range(count):
        lay(state, list(range(SIZE)))
        found[np.arange(SIZE), taken(state)] += 1
    expected = count / SIZE
    assert ((found - expected) ** 2 / expected).sum() < 150  # 81 degrees of freedom.


@pytest.mark.parametrize("cards", [[], [3], [3, 3]])
def test_tiny_decks_are_shuffled_too(cards: list[int]) -> None:
    state = empty_deck()
    lay(state, cards)
    assert taken(state) == cards
    assert state.num_shuffles == 1


def test_a_script_becomes_the_deck() -> None:
    state = empty_deck()
    before = state.rng.copy()
    write_script(state, [5, 3, 9, 3])
    lay(state, [3, 3, 5, 9])
    assert taken(state) == [5, 3, 9, 3]
    assert (state.rng == before).all()
    assert state.script_pos == state.script_end


def test_a_script_can_hold_two_shuffles() -> None:
    state = empty_deck()
    write_script(state, [2, 1, 7, 6])
    lay(state, [1, 2])
    assert taken(state) == [2, 1]
    lay(state, [6, 7])
    assert taken(state) == [7, 6]
    assert state.num_shuffles == 2
    lay(state, [1, 1])
    assert taken(state) == [1, 1]


def test_a_script_as_large_as_the_deck_fits() -> None:
    state = empty_deck()
    write_script(state, list(range(SIZE)))
    lay(state, list(range(SIZE)))
    assert taken(state) == list(range(SIZE))


def test_hiding_leaves_the_counts_alone() -> None:
    state = empty_deck()
    lay(state, [1, 2, 3, 4])
    take_card(state)
    hide_deck(state)
    assert deck_size(state) == 3
    assert state.num_shuffles == 1
    assert (state.deck == UNKNOWN).all()
    assert not state.rng.any()


def test_an_imagined_deck_has_a_new_order_and_a_new_key() -> None:
    orders, keys = set(), set()
    for seed in range(20):
        state = empty_deck()
        state.deck_pos = 4
        state.deck[4:] = [1, 2, 3, 4, 5, 6]
        imagine_chance(state, np.full(1, seed, np.uint64))
        assert sorted(state.deck[4:]) == [1, 2, 3, 4, 5, 6]
        orders.add(state.deck.tobytes())
        keys.add(state.rng.tobytes())
        assert state.rng[2] == 0
    assert len(keys) == 20
    assert len(orders) > 15
