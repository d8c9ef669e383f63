"""The table of Speedy Gnomes for the bots: turns to come, gems and their lines, curses."""

from __future__ import annotations

import numpy as np

from heliodor.core.bits import has_bit
from heliodor.core.deck import deck_size
from heliodor.core.jit import rule
from heliodor.games.gnomes.cards import CAVE_IN, DIAMOND, FOG_0, FOG_HIDES, GEM_0, NUM_COLOURS, NUM_SHAPES, WIND_0
from heliodor.games.gnomes.rules import Phase
from heliodor.games.gnomes.split import LARGEST_SET

# The gems before a player: the number in each line (three colours, then six shapes), six bits each.
LINE_BITS = 6
LINE_MASK = (1 << LINE_BITS) - 1
COLOUR_LINES = (1 << LINE_BITS * NUM_COLOURS) - 1

WIND_KINDS = sum(1 << kind for kind in range(WIND_0, DIAMOND))
FOG_KINDS = sum(1 << kind for kind in range(FOG_0, WIND_0))
FOG_COLOURS = np.array([sum(1 << colour for colour in colours) for colours in FOG_HIDES], np.int64)  # [fog] -> a set.
# Arguments are np.int64: each other type, literals included, would be compiled separately.
ALL_COLOURS = int((1 << NUM_COLOURS) - 1)
ZERO = 0

# Role of a wind: NEEDED if it is the only answer to a fog, else FIRST, SECOND or THIRD of the colours held.
NEEDED, FIRST, SECOND, THIRD = 0, 1, 2, 3

LATE_TURNS = 4.0
END_TURNS = 1  # A fog is laid in the last turn.


@rule
def turns_to_come(state, seat):
    """S9: return the number of turns a seat has left, including this one; every turn takes one card off the deck."""
    players = int(state.players)
    place = (int(state.turn) - int(state.first)) % players
    rounds = int(state.rounds_left)
    if rounds == 0:
        last_taking = place + deck_size(state) - (1 if state.phase == Phase.TAKING else 0)
        rounds = last_taking // players + (2 if state.full_last_round else 1)
    return rounds - 1 if (seat - int(state.first)) % players < place else rounds


@rule
def lateness(turns):
    """Return how late it is for a seat with this many turns left: 1 in its last turn, 0.08 in the first of 45."""
    return LATE_TURNS / (turns + LATE_TURNS - 1.0)


@rule
def lines_of(state, seat, colours):
    """Return how many gems of these colours lie in each line before a seat."""
    lines = 0
    for colour in range(NUM_COLOURS):
        if has_bit(colours, colour):
            for shape in range(NUM_SHAPES):
                count = int(state.gems[seat, 1 + NUM_SHAPES * colour + shape])
                lines += count << (LINE_BITS * colour)
                lines += count << (LINE_BITS * (NUM_COLOURS + shape))
    return lines


@rule
def begun_sets(lines, kind):
    """Return how many gems are in the started sets that a coloured gem would join: by its colour, and by its shape."""
    in_colour = (lines >> (LINE_BITS * ((kind - GEM_0) // NUM_SHAPES))) & LINE_MASK
    in_shape = (lines >> (LINE_BITS * (NUM_COLOURS + (kind - GEM_0) % NUM_SHAPES))) & LINE_MASK
    return in_colour % LARGEST_SET, in_shape % LARGEST_SET


@rule
def gems_of(state, seat, colours):
    """Return how many gems of these colours lie before a seat."""
    total = 0
    for colour in range(NUM_COLOURS):
        if has_bit(colours, colour):
            for cell in range(1 + NUM_SHAPES * colour, 1 + NUM_SHAPES * (colour + 1)):
                total += int(state.gems[seat, cell])
    return total


@rule
def which_wind(kind, held, playable):
    """Return the role of a wind, given the kinds held: NEEDED, or the FIRST, SECOND or THIRD colour."""
    winds = held & WIND_KINDS
    if has_bit(playable, kind) and winds & playable == 0:
        return NEEDED
    if winds & (winds - 1) != 0:
        return THIRD
    return FIRST if winds == 0 else SECOND


@rule
def has_cave_in(state, seat):
    """Return whether a cave-in lies before a seat."""
    for place in range(int(state.num_curses[seat])):
        if state.curses[seat, place] == CAVE_IN:
            return True
    return False
