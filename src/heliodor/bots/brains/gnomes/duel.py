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
from heliodor.bots.brains.values import Worth
from heliodor.core.bits import has_bit
from heliodor.core.jit import rule
from heliodor.games.gnomes.cards import CAVE, CAVE_IN, DIAMOND, FOG_0, WIND_0
from heliodor.games.gnomes.rules import CAVE_BIT

LAY_GEM = 1.0  # All other worths are measured by it.
CAVE_IN_TURNS = 3  # A cave-in counts for this many turns at most.

# The numbers of the quick policy, which training may change; the words are those in a file of trained weights.
WORTHS = {
    "lay a gem, for each in its longer line": Worth(0.06, 0.05),
    "lay a cave": Worth(2.8),
    "drive off a fog at the end, for each gem": Worth(1.0, 0.3),
    "drive off a fog early, for each gem": Worth(0.12, 0.05),
    "drive off a fog that blocks": Worth(1.2, 0.5),
    "lay a cave-in, for each turn": Worth(0.6, 0.3),
    "lay a cave-in": Worth(-0.25, 0.3),
    # Late it would shield the opponent from a fog: only one curse can lie there (S7).
    "lay a cave-in, late": Worth(-1.6, 0.5),
    "lay a fog at the end, for each gem": Worth(1.0, 0.3),
    "a fog before a seat that plays again, share": Worth(0.6, 0.2),
    "lay a fog early": Worth(-0.5, 0.3),  # An early fog is wasted,
    "lay a fog early, for each gem": Worth(-0.06, 0.05),  # and more so for each gem that it would hide.
    "take from the deck": Worth(1.5, 0.3),
    "a gem that the opponent does not get, share": Worth(0.7, 0.2),
    "the same while a curse lies before the opponent, share": Worth(0.35, 0.2),
    "hold a gem that cannot be laid, share": Worth(0.22, 0.2),
    "hold a gem for which there is no turn": Worth(0.5, 0.2),
    "hold a diamond": Worth(2.6, 0.5),
    "hold a cave that is needed": Worth(4.8),
    "hold a cave to spare": Worth(-0.3, 0.5),
    # By the role of a wind in the hand: needed, the first, second or third sort.
    "hold a wind that is needed": Worth(2.4, 0.5),
    "hold a wind of a first colour": Worth(1.0, 0.3),
    "hold a wind of a second colour": Worth(0.7, 0.3),
    "hold a wind of a third colour": Worth(0.2, 0.3),
    "hold a fog": Worth(1.0, 0.5),
    "hold a fog, late": Worth(3.0),
    "hold a fog beside another": Worth(-0.5, 0.5),
    "hold a cave-in": Worth(2.1, 0.5),
    "hold a cave-in, late": Worth(-1.9, 0.5),
    "hold a second copy, share": Worth(0.1, 0.2),
}
START = np.array([worth.start for worth in WORTHS.values()])
(
    LONGER_LINE,
    LAY_CAVE,
    LIFT_FOG_AT_END,
    LIFT_FOG_EARLY,
    LIFT_BLOCKING_FOG,
    CAVE_IN_TURN,
    CAVE_IN_BASE,
    CAVE_IN_LATE,
    FOG_AT_END,
    CAN_ANSWER,
    FOG_EARLY,
    FOG_EARLY_GEM,
    TAKE_FROM_DECK,
    DENIED,
    DENIED_CURSED,
    STOPPED_GEM,
    SURPLUS_GEM,
    TAKE_DIAMOND,
    NEEDED_CAVE,
    SPARE_CAVE,
) = range(20)
WINDS = 20  # + role of the wind.
FOG, FOG_LATE, OTHER_FOG, CAVE_IN_IN_HAND, CAVE_IN_IN_HAND_LATE, SECOND = range(24, 30)


@rule
def gem_worth(worths, lines, kind):
    """Return the value of laying a gem: the fuller the set that it joins, the higher."""
    if kind == DIAMOND:
        return LAY_GEM
    in_colour, in_shape = begun_sets(lines, kind)
    return LAY_GEM + worths[LONGER_LINE] * max(in_colour, in_shape)


@rule
def card_worth(worths, state, kind, held, num_gems, playable, lines, their_lines, turns):
    """Return the value of holding a card beside others, and of denying it to the opponent."""
    if kind >= DIAMOND:
        worth = worths[TAKE_DIAMOND] if kind == DIAMOND else gem_worth(worths, lines, kind)
        if not has_bit(playable, kind):
            worth *= worths[STOPPED_GEM]
        if num_gems >= turns:
            worth = worths[SURPLUS_GEM]
        is_cursed = state.num_curses[1 - state.turn] > 0
        return worth + (worths[DENIED_CURSED] if is_cursed else worths[DENIED]) * gem_worth(worths, their_lines, kind)
    if kind == CAVE:
        worth = worths[NEEDED_CAVE] if playable & CAVE_BIT != 0 else worths[SPARE_CAVE]
    elif kind >= WIND_0:
        worth = worths[WINDS + which_wind(kind, held, playable)]
    elif kind == CAVE_IN:
        worth = worths[CAVE_IN_IN_HAND] + worths[CAVE_IN_IN_HAND_LATE] * lateness(turns)
    else:
        worth = worths[FOG] + worths[FOG_LATE] * lateness(turns) + (worths[OTHER_FOG] if held & FOG_KINDS != 0 else 0.0)
    return worths[SECOND] * worth if has_bit(held, kind) else worth


@rule
def cave_worth(worths, turns):
    """Return the value of laying a cave: the first one, or one that lifts a cave-in. In the last turn, 0."""
    return worths[LAY_CAVE] if turns > END_TURNS else 0.0


@rule
def lift_worth(worths, state, fog, is_blocked, turns):
    """Return the value of driving off a fog, which is the only curse before the seat (S7)."""
    hidden = gems_of(state, int(state.turn), FOG_COLOURS[fog])
    if turns <= END_TURNS:
        return worths[LIFT_FOG_AT_END] * hidden
    return worths[LIFT_FOG_EARLY] * hidden + (worths[LIFT_BLOCKING_FOG] if is_blocked else 0.0)


@rule
def curse_worth(worths, state, curse, target, turns):
    """Return the value of a curse on the opponent."""
    their_turns = turns_to_come(state, target)
    if curse == CAVE_IN:
        if turns <= END_TURNS:
            return 0.0
        worth = worths[CAVE_IN_BASE] + worths[CAVE_IN_TURN] * min(their_turns, CAVE_IN_TURNS)
        return worth + worths[CAVE_IN_LATE] * lateness(turns)
    hidden = gems_of(state, target, FOG_COLOURS[curse - FOG_0])
    if turns > END_TURNS:
        return worths[FOG_EARLY] + worths[FOG_EARLY_GEM] * hidden
    return worths[FOG_AT_END] * hidden * (worths[CAN_ANSWER] if their_turns > 0 else 1.0)
