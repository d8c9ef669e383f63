"""The deck of a state, shuffled by the state's own generator or laid in a given order.

Every game's record has these fields (`deck_fields`). The cards of a shuffle lie at the end of `deck`, the top card
first, and `deck_pos` is where the next card lies. So `len(deck) − deck_pos` cards are left to draw, and the last
shuffle, drawn cards included, can still be read from `deck_start` on.

A *script* is an order given by the caller, such as a recorded shuffle. It waits at the front of `deck`. It never
overlaps the cards still to be drawn, because no card is in both.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from heliodor.core.jit import rule, wrapping_rule
from heliodor.core.rng import next_keyed_word, rekey_from_player

UNKNOWN = -1  # A card that the holder of this record may not know.
NO_CARD = -2  # A place where no card lies.

_MASK_16 = np.uint64(0xFFFF)


def deck_fields(size: int) -> list[tuple[Any, ...]]:
    """Return the fields for deck and generator that every state has; `size`: room for the deck and a script."""
    return [
        ("rng", np.uint64, (3,)),  # Key, key, counter of the generator (core/rng).
        ("num_shuffles", np.int16),  # Shuffles that have happened, the first deal included.
        ("deck", np.int8, (size,)),  # A waiting script, a gap, the cards of the last shuffle.
        ("deck_start", np.int8),  # Where the last shuffle begins.
        ("deck_pos", np.int8),  # Where the top card lies; size of `deck` when the deck is empty.
        ("script_pos", np.int8),  # The next card of the script.
        ("script_end", np.int8),  # Its end; equal to script_pos when no script waits.
    ]


@rule
def deck_size(state):
    """Return how many cards are left to draw."""
    return len(state.deck) - int(state.deck_pos)


@rule
def open_deck(state, num_cards):
    """Make room for a new deck of `num_cards`; the old one must be empty. Changes `state`.

    Returns True if the caller must lay the cards from `deck_pos` on, in any fixed order, and call `shuffle_deck`.
    Returns False if a script was waiting: it is the deck now.
    """
    end = len(state.deck)
    state.num_shuffles += 1
    state.deck_start = end - num_cards
    state.deck_pos = end - num_cards
    if state.script_pos == state.script_end:
        return True
    # The script moves towards the end and may overlap its new place, so copy its last card first.
    for j in range(num_cards - 1, -1, -1):
        state.deck[end - num_cards + j] = state.deck[int(state.script_pos) + j]
    state.script_pos += num_cards
    return False


@wrapping_rule
def shuffle_deck(state):
    """Shuffle the deck with the state's generator: Fisher–Yates from the last card up. Changes `state`.

    Each word gives four 16-bit draws, lowest first. Draws that would favour some card are rejected (Lemire), so all
    orders are equally likely.
    """
    start = int(state.deck_pos)
    word = np.uint64(0)
    draws_left = 0
    for last in range(len(state.deck) - 1 - start, 0, -1):
        bound = np.uint64(last + 1)
        threshold = np.uint64(65536 % (last + 1))
        while True:
            if draws_left == 0:
                word = next_keyed_word(state)
                draws_left = 4
            product = (word & _MASK_16) * bound
            word = word >> np.uint64(16)
            draws_left -= 1
            if (product & _MASK_16) >= threshold:
                break
        chosen = int(product >> np.uint64(16))
        card = state.deck[start + chosen]
        state.deck[start + chosen] = state.deck[start + last]
        state.deck[start + last] = card


@rule
def take_card(state):
    """Take the top card; the deck must not be empty. Changes `state`."""
    card = state.deck[int(state.deck_pos)]
    state.deck_pos += 1
    return card


@rule
def hide_deck(state):
    """Overwrite the order of the deck and the generator that would predict the next one. Changes `state`."""
    state.rng[:] = 0
    state.deck[:] = UNKNOWN
    state.script_pos = 0
    state.script_end = 0


@rule
def imagine_chance(state, gen):
    """Shuffle the cards laid into a hidden deck and set a new key for later shuffles. Changes `state` and `gen`."""
    rekey_from_player(state, gen)
    shuffle_deck(state)
    rekey_from_player(state, gen)
