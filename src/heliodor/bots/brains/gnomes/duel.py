"""Worth of cards in Speedy Gnomes with one opponent, in gems.

Two players see most of the deck between them, and there is only one opponent to hinder. So a gem taken is a gem that
the opponent does not get, the deck is better than an average open card, and fogs are kept for the very end. The worths
were found by evolution: 40 generations of 32 policies, each in 2400 matches against the best earlier ones. The result,
rounded, wins 73 of 100 matches against the worths of a larger table.
"""

from __future__ import annotations

import numpy as np

from heliodor.bots.brains.gnomes.table import (
    END_TURNS,
    FOG_COLOURS,
    FOG_KINDS,
    begun_sets,
    gems_of,
    lateness,
    turns_to_come,
    which_wind,
)
from heliodor.core.bits import has_bit
from heliodor.core.jit import rule
from heliodor.games.gnomes.cards import CAVE, CAVE_IN, DIAMOND, FOG_0, WIND_0
from heliodor.games.gnomes.rules import CAVE_BIT

LAY_GEM = 1.0
LONGER_LINE = 0.06  # For each gem already in the longer line of a new one.
LAY_CAVE = 2.8
LIFT_FOG_AT_END = 1.0  # For each gem that it uncovers.
LIFT_FOG_EARLY = 0.12
LIFT_BLOCKING_FOG = 1.2
CAVE_IN_TURN = 0.6  # For each turn that a cave-in may last,
CAVE_IN_TURNS = 3  # up to this many;
CAVE_IN_BASE = -0.25
CAVE_IN_LATE = -1.6  # but late it would shield the opponent from a fog: only one curse can lie there (S7).
FOG_AT_END = 1.0  # For each gem that it hides,
CAN_ANSWER = 0.6  # times this if the opponent plays again.
FOG_EARLY = -0.5  # An early fog is wasted,
FOG_EARLY_GEM = -0.06  # and more so for each gem that it would hide.

TAKE_FROM_DECK = 1.5
DENIED = 0.7  # Fraction of what a gem would be worth to the opponent.
DENIED_CURSED = 0.35  # The same, if a curse lies before the opponent.
STOPPED_GEM = 0.22
SURPLUS_GEM = 0.5  # There is no turn left to lay it.
TAKE_DIAMOND = 2.6
NEEDED_CAVE = 4.8
SPARE_CAVE = -0.3
WINDS = np.array([2.4, 1.0, 0.7, 0.2])  # By its role in the hand: needed, the first, second or third sort.
FOG = 1.0
FOG_LATE = 3.0
OTHER_FOG = -0.5  # With a fog in hand already.
CAVE_IN_IN_HAND = 2.1
CAVE_IN_IN_HAND_LATE = -1.9
SECOND = 0.1  # A second copy of a card of which one is enough.


@rule
def gem_worth(lines, kind):
    """Return the value of laying a gem: the fuller the set that it joins, the higher."""
    if kind == DIAMOND:
        return LAY_GEM
    in_colour, in_shape = begun_sets(lines, kind)
    return LAY_GEM + LONGER_LINE * max(in_colour, in_shape)


@rule
def card_worth(state, kind, held, num_gems, playable, lines, their_lines, turns):
    """Return the value of holding a card beside others, and of denying it to the opponent."""
    if kind >= DIAMOND:
        worth = TAKE_DIAMOND if kind == DIAMOND else gem_worth(lines, kind)
        if not has_bit(playable, kind):
            worth *= STOPPED_GEM
        if num_gems >= turns:
            worth = SURPLUS_GEM
        is_cursed = state.num_curses[1 - state.turn] > 0
        return worth + (DENIED_CURSED if is_cursed else DENIED) * gem_worth(their_lines, kind)
    if kind == CAVE:
        worth = NEEDED_CAVE if playable & CAVE_BIT != 0 else SPARE_CAVE
    elif kind >= WIND_0:
        worth = WINDS[which_wind(kind, held, playable)]
    elif kind == CAVE_IN:
        worth = CAVE_IN_IN_HAND + CAVE_IN_IN_HAND_LATE * lateness(turns)
    else:
        worth = FOG + FOG_LATE * lateness(turns) + (OTHER_FOG if held & FOG_KINDS != 0 else 0.0)
    return SECOND * worth if has_bit(held, kind) else worth


@rule
def cave_worth(turns):
    """Return the value of laying a cave: the first one, or one that lifts a cave-in. In the last turn, 0."""
    return LAY_CAVE if turns > END_TURNS else 0.0


@rule
def lift_worth(state, fog, is_blocked, turns):
    """Return the value of driving off a fog, which is the only curse before the seat (S7)."""
    hidden = gems_of(state, int(state.turn), FOG_COLOURS[fog])
    if turns <= END_TURNS:
        return LIFT_FOG_AT_END * hidden
    return LIFT_FOG_EARLY * hidden + (LIFT_BLOCKING_FOG if is_blocked else 0.0)


@rule
def curse_worth(state, curse, target, turns):
    """Return the value of a curse on the opponent."""
    their_turns = turns_to_come(state, target)
    if curse == CAVE_IN:
        if turns <= END_TURNS:
            return 0.0
        return CAVE_IN_BASE + CAVE_IN_TURN * min(their_turns, CAVE_IN_TURNS) + CAVE_IN_LATE * lateness(turns)
    hidden = gems_of(state, target, FOG_COLOURS[curse - FOG_0])
    if turns > END_TURNS:
        return FOG_EARLY + FOG_EARLY_GEM * hidden
    return FOG_AT_END * hidden * (CAN_ANSWER if their_turns > 0 else 1.0)
