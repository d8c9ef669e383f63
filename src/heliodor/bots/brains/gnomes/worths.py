"""Worth of cards in Speedy Gnomes at a table of three or more, in gems."""

from __future__ import annotations

import numpy as np

from heliodor.bots.brains.gnomes.table import (
    END_TURNS,
    FOG_COLOURS,
    begun_sets,
    gems_of,
    has_cave_in,
    turns_to_come,
    which_wind,
)
from heliodor.core.bits import has_bit
from heliodor.core.jit import rule
from heliodor.games.gnomes.cards import CAVE, CAVE_IN, DIAMOND, FOG_0, WIND_0
from heliodor.games.gnomes.rules import CAVE_BIT, colours_that_count

LAY_GEM = 1.0
LAY_DIAMOND = 0.9  # No fog hides it, so it can wait.
LONGER_LINE = 0.08  # For each gem already in the longer line of a new one,
SHORTER_LINE = 0.03  # and in the shorter one.
LAY_CAVE = 5.0
LIFT_CAVE_IN = 4.0
LIFT_USELESS = 0.2
LIFT_FOG_AT_END = 1.0  # For each gem that it uncovers.
LIFT_FOG_EARLY = 0.06
LIFT_BLOCKING_FOG = 1.0
CAVE_IN_TURN = 0.5  # For each turn that a cave-in may last,
CAVE_IN_TURNS = 3  # up to this many.
FOG_AT_END = 0.8  # For each gem that it hides,
FOG_EARLY = 0.04
HINDERED = 0.3  # Fraction of a cave-in's worth before a player who lays no gems anyway.
CAN_ANSWER = 0.5  # Fraction of a fog's worth before a player who plays again.
OTHER_TARGET = 0.4  # Fraction of a curse's worth before a player who is not the strongest.

TAKE_FROM_DECK = 1.0
NEEDED_CAVE = 5.0
SPARE_CAVE = 1.4
# Winds by their role in the hand: needed; the first colour, which drives off two of three fogs; the second, which
# also drives off the third fog; one more than needed. Late in the match they are worth more.
WINDS = np.array([2.0, 1.2, 0.9, 0.3])
LATE_WINDS = np.array([2.0, 1.5, 1.5, 0.3])
LATE_WIND_TURNS = 24  # With this many turns left or fewer.
SPARE_FOG = 1.5
SPARE_CAVE_IN = 1.1
TAKE_DIAMOND = 2.0
SECOND = 0.3  # A second copy of a card of which one is enough.
STOPPED_GEM = 0.6


@rule
def strongest_other(state):
    """Return the seat with the most gems that count, except the one in turn."""
    best = -1
    most = -1
    for seat in range(int(state.players)):
        if seat != state.turn:
            count = gems_of(state, seat, colours_that_count(state, seat)) + int(state.gems[seat, 0])
            if count > most:
                most = count
                best = seat
    return best


@rule
def gem_worth(lines, kind):
    """Return the value of laying a gem: the fuller the sets that it could join, the higher."""
    if kind == DIAMOND:
        return LAY_DIAMOND
    in_colour, in_shape = begun_sets(lines, kind)
    return LAY_GEM + LONGER_LINE * max(in_colour, in_shape) + SHORTER_LINE * min(in_colour, in_shape)


@rule
def card_worth(kind, held, playable, lines, turns):
    """Return the value of holding a card, given the other kinds held and the number of turns left."""
    if kind > DIAMOND:
        worth = gem_worth(lines, kind)
        return worth if has_bit(playable, kind) else STOPPED_GEM * worth
    if kind == DIAMOND:
        return TAKE_DIAMOND
    if kind == CAVE:
        worth = NEEDED_CAVE if playable & CAVE_BIT != 0 else SPARE_CAVE
    elif kind >= WIND_0:
        which = which_wind(kind, held, playable)
        worth = (LATE_WINDS if turns <= LATE_WIND_TURNS else WINDS)[which]
    else:
        worth = SPARE_CAVE_IN if kind == CAVE_IN else SPARE_FOG
    return SECOND * worth if has_bit(held, kind) else worth


@rule
def cave_worth(state):
    """Return the value of laying a cave: the first one, or one that lifts a cave-in."""
    return LIFT_CAVE_IN if state.caves[state.turn] > 0 else LAY_CAVE


@rule
def lift_worth(state, fog, is_blocked):
    """Return the value of driving off one fog."""
    seat = int(state.turn)
    # Several fogs may hide one colour.
    hidden = FOG_COLOURS[fog]
    is_found = False
    for place in range(int(state.num_curses[seat])):
        curse = int(state.curses[seat, place])
        if curse == FOG_0 + fog and not is_found:
            is_found = True
        elif curse != CAVE_IN:
            hidden &= ~FOG_COLOURS[curse - FOG_0]
    count = gems_of(state, seat, hidden)
    if turns_to_come(state, seat) <= END_TURNS:
        return LIFT_FOG_AT_END * count
    return LIFT_USELESS + LIFT_FOG_EARLY * count + (LIFT_BLOCKING_FOG if is_blocked else 0.0)


@rule
def curse_worth(state, curse, target, strongest):
    """Return the value of a curse on another player: 0 if it can do no harm any more."""
    turns = turns_to_come(state, target)
    if curse == CAVE_IN:
        worth = CAVE_IN_TURN * min(turns, CAVE_IN_TURNS)
        if state.caves[target] == 0 or has_cave_in(state, target):
            worth *= HINDERED
    else:
        hidden = colours_that_count(state, target) & FOG_COLOURS[curse - FOG_0]
        is_end = turns_to_come(state, int(state.turn)) <= END_TURNS
        worth = (FOG_AT_END if is_end else FOG_EARLY) * gems_of(state, target, hidden)
        if turns > 0:
            worth *= CAN_ANSWER
    return worth if target == strongest else OTHER_TARGET * worth
