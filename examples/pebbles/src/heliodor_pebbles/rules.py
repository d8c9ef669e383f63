"""Pebbles: numbered pebbles in a bag, secret hands, and a limit.

The rules are numbered in rulebook/pebbles.md. A pebble is its number less one. A hand is a set of pebbles, so a hidden
one says nothing; how many pebbles it holds is public and has its own field.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

import numpy as np

from heliodor.core.bits import bit, count_bits, has_bit
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
from heliodor.core.jit import rule
from heliodor.core.rng import next_keyed_word, random_below
from heliodor.core.state import state_type

# --- Components ---------------------------------------------------------------------------------------------------

MAX_SEATS = 4
NUM_PEBBLES = 12  # At most; numbered from 1.

# --- Phases and actions -------------------------------------------------------------------------------------------


class Phase(IntEnum):
    """Where in a turn the match is."""

    CHOOSING = 0
    LAYING = 1  # A swap has been begun: which pebble goes?
    OVER = 2


TAKE = 0
PASS = 1
SWAP = 2
LAY_0 = 3  # Then 12 pebbles to lay down.
NUM_ACTIONS = LAY_0 + NUM_PEBBLES

# --- State --------------------------------------------------------------------------------------------------------

STATE = state_type(
    [
        *deck_fields(NUM_PEBBLES),
        ("players", np.int8),
        ("first", np.int8),  # Seat that starts (B2).
        ("pebbles", np.int8),  # B1: how many pebbles there are.
        ("limit", np.int8),  # B6: the most that a hand may add up to.
        ("phase", np.int8),  # Phase.
        ("turn", np.int8),  # Seat to act.
        ("passes", np.int8),  # Passes in a row (B5).
        ("laid", np.int16),  # Set of pebbles that lie open beside the bag (B4).
        ("hand", np.int16, (MAX_SEATS,)),  # [seat] -> set of pebbles, or UNKNOWN.
        ("hand_size", np.int8, (MAX_SEATS,)),  # [seat] -> number of pebbles.
    ]
)

# --- Set-up -------------------------------------------------------------------------------------------------------


def configure(state: np.record, options: Mapping[str, bool | int | str]) -> None:
    """Write checked options into a blank state. Changes `state`."""
    state.players = options["players"]
    state.pebbles = options["pebbles"]
    state.limit = options["limit"]


@rule
def set_up(state, first):
    """B1, B2: fill the bag, one pebble to each; `first` −1 is a random seat. Changes `state`."""
    state.deck_pos = len(state.deck)  # An empty bag, before the first shuffle.
    if open_deck(state, int(state.pebbles)):  # False: a recorded order has become the bag; nothing is shuffled.
        for pebble in range(int(state.pebbles)):
            state.deck[int(state.deck_pos) + pebble] = pebble
        shuffle_deck(state)
    for seat in range(int(state.players)):
        _draw(state, seat)
    if first < 0:  # After the shuffle.
        first = int(next_keyed_word(state) % np.uint64(state.players))
    state.first = first
    state.turn = first


# --- Questions ----------------------------------------------------------------------------------------------------


@rule
def to_act(state):
    """Return the seat to act, or −1 when the match is over."""
    return -1 if state.phase == Phase.OVER else int(state.turn)


@rule
def is_over(state):
    """Return whether the match is over."""
    return state.phase == Phase.OVER


@rule
def legal_actions(state):
    """B3 to B5: return the set of legal actions; empty when the match is over."""
    if state.phase == Phase.OVER:
        return 0
    if state.phase == Phase.LAYING:
        return int(state.hand[state.turn]) << LAY_0
    return bit(TAKE) | bit(PASS) | bit(SWAP)  # B5: the bag is never empty here.


@rule
def score_of(state, seat):
    """B6: return what a hand adds up to, or 0 if that is over the limit; 0 until the end, as hands are secret."""
    if state.phase != Phase.OVER:
        return 0
    total = 0
    for pebble in range(NUM_PEBBLES):
        if has_bit(state.hand[seat], pebble):
            total += pebble + 1
    return total if total <= int(state.limit) else 0


@rule
def winners(state):
    """B7: return the set of seats with the highest score; the match is over."""
    best = 0
    for seat in range(int(state.players)):
        best = max(best, score_of(state, seat))
    found = 0
    for seat in range(int(state.players)):
        if state.phase == Phase.OVER and score_of(state, seat) == best:
            found |= bit(seat)
    return found


# --- Actions ------------------------------------------------------------------------------------------------------


@rule
def apply_action(state, action):
    """Play a legal action; nothing is checked. Changes `state`."""
    if action == SWAP:
        state.phase = Phase.LAYING
        return
    seat = int(state.turn)
    if action == PASS:
        state.passes += 1
    else:
        state.passes = 0
        if action >= LAY_0:
            _lay(state, seat, action - LAY_0)
        _draw(state, seat)
    _end_turn(state)


@rule
def _draw(state, seat):
    """B3: take a pebble from the bag. Changes `state`."""
    state.hand[seat] |= bit(int(take_card(state)))
    state.hand_size[seat] += 1


@rule
def _lay(state, seat, pebble):
    """B4: lay a pebble of the hand beside the bag, for all to see. Changes `state`."""
    state.hand[seat] ^= bit(pebble)
    state.hand_size[seat] -= 1
    state.laid |= bit(pebble)
    state.phase = Phase.CHOOSING


# --- Ends ---------------------------------------------------------------------------------------------------------


@rule
def _end_turn(state):
    """B5: the match ends when all have passed in a row, or when the bag is empty. Changes `state`."""
    if int(state.passes) == int(state.players) or deck_size(state) == 0:
        state.phase = Phase.OVER
    else:
        state.turn = (int(state.turn) + 1) % int(state.players)


# --- Knowledge ----------------------------------------------------------------------------------------------------


@rule
def hide(state, seat):
    """Hide the bag and the hands of all others; at the end hands lie open (B6). Changes `state`."""
    hide_deck(state)
    if state.phase == Phase.OVER:
        return
    for other in range(int(state.players)):
        if other != seat:
            state.hand[other] = UNKNOWN


@rule
def determinize(state, seat, gen):
    """Deal the unseen pebbles at random to the hidden hands, the others into the bag. Changes both."""
    unseen = ((1 << int(state.pebbles)) - 1) ^ int(state.laid)
    for other in range(int(state.players)):
        if int(state.hand[other]) != UNKNOWN:
            unseen &= ~int(state.hand[other])
    for other in range(int(state.players)):
        if int(state.hand[other]) == UNKNOWN:
            state.hand[other] = 0
            for _ in range(int(state.hand_size[other])):
                pebble = _random_member(unseen, gen)
                unseen ^= bit(pebble)
                state.hand[other] |= bit(pebble)
    place = int(state.deck_pos)
    for pebble in range(NUM_PEBBLES):
        if has_bit(unseen, pebble):
            state.deck[place] = pebble
            place += 1
    imagine_chance(state, gen)


@rule
def _random_member(pebbles, gen):
    """Return a random pebble of a set that is not empty. Changes `gen`."""
    drawn = random_below(gen, count_bits(pebbles))
    for pebble in range(NUM_PEBBLES):
        if has_bit(pebbles, pebble):
            if drawn == 0:
                return pebble
            drawn -= 1
    return 0  # Never reached.
