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
from heliodor.bots.brains.values import Worth
from heliodor.core.bits import has_bit
from heliodor.core.jit import rule
from heliodor.games.gnomes.cards import CAVE, CAVE_IN, DIAMOND, FOG_0, WIND_0
from heliodor.games.gnomes.rules import CAVE_BIT, colours_that_count

LAY_GEM = 1.0  # All other worths are measured by it.
CAVE_IN_TURNS = 3  # A cave-in counts for this many turns at most.
LATE_WIND_TURNS = 24  # With this many turns left or fewer, the late worths of winds count.

# The numbers of the quick policy, which training may change; the words are those in a file of trained weights.
WORTHS = {
    "lay a diamond": Worth(0.9, 0.3),  # No fog hides it, so it can wait.
    "lay a gem, for each in its longer line": Worth(0.08, 0.05),
    "lay a gem, for each in its shorter line": Worth(0.03, 0.05),
    "lay a cave": Worth(5.0),
    "lift a cave-in": Worth(4.0),
    "drive off a useless fog": Worth(0.2, 0.2),
    "drive off a fog at the end, for each gem": Worth(1.0, 0.3),
    "drive off a fog early, for each gem": Worth(0.06, 0.05),
    "drive off a fog that blocks": Worth(1.0, 0.5),
    "lay a cave-in, for each turn": Worth(0.5, 0.3),
    "lay a fog at the end, for each gem": Worth(0.8, 0.3),
    "lay a fog early, for each gem": Worth(0.04, 0.05),
    "a cave-in before a seat that lays no gems, share": Worth(0.3, 0.2),
    "a fog before a seat that plays again, share": Worth(0.5, 0.2),
    "a curse before a seat that is not the strongest, share": Worth(0.4, 0.2),
    "take from the deck": Worth(1.0, 0.3),
    "hold a cave that is needed": Worth(5.0),
    "hold a cave to spare": Worth(1.4, 0.5),
    # By the role of a wind in the hand: needed; the first colour, which drives off two of three fogs; the second, which
    # also drives off the third fog; one more than needed. Late in the match they are worth more.
    "hold a wind that is needed": Worth(2.0, 0.5),
    "hold a wind of a first colour": Worth(1.2, 0.3),
    "hold a wind of a second colour": Worth(0.9, 0.3),
    "hold a wind of a third colour": Worth(0.3, 0.3),
    "hold a wind that is needed, late": Worth(2.0, 0.5),
    "hold a wind of a first colour, late": Worth(1.5, 0.3),
    "hold a wind of a second colour, late": Worth(1.5, 0.3),
    "hold a wind of a third colour, late": Worth(0.3, 0.3),
    "hold a fog": Worth(1.5, 0.5),
    "hold a cave-in": Worth(1.1, 0.5),
    "hold a diamond": Worth(2.0, 0.5),
    "hold a second copy, share": Worth(0.3, 0.2),
    "hold a gem that cannot be laid, share": Worth(0.6, 0.2),
}
START = np.array([worth.start for worth in WORTHS.values()])
(
    LAY_DIAMOND,
    LONGER_LINE,
    SHORTER_LINE,
    LAY_CAVE,
    LIFT_CAVE_IN,
    LIFT_USELESS,
    LIFT_FOG_AT_END,
    LIFT_FOG_EARLY,
    LIFT_BLOCKING_FOG,
    CAVE_IN_TURN,
    FOG_AT_END,
    FOG_EARLY,
    HINDERED,
    CAN_ANSWER,
    OTHER_TARGET,
    TAKE_FROM_DECK,
    NEEDED_CAVE,
    SPARE_CAVE,
) = range(18)
WINDS = 18  # + role of the wind.
LATE_WINDS = 22  # + role of the wind.
SPARE_FOG, SPARE_CAVE_IN, TAKE_DIAMOND, SECOND, STOPPED_GEM = range(26, 31)


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
def gem_worth(worths, lines, kind):
    """Return the value of laying a gem: the fuller the sets that it could join, the higher."""
    if kind == DIAMOND:
        return worths[LAY_DIAMOND]
    in_colour, in_shape = begun_sets(lines, kind)
    return LAY_GEM + worths[LONGER_LINE] * max(in_colour, in_shape) + worths[SHORTER_LINE] * min(in_colour, in_shape)


@rule
def card_worth(worths, kind, held, playable, lines, turns):
    """Return the value of holding a card, given the other kinds held and the number of turns left."""
    if kind > DIAMOND:
        worth = gem_worth(worths, lines, kind)
        return worth if has_bit(playable, kind) else worths[STOPPED_GEM] * worth
    if kind == DIAMOND:
        return worths[TAKE_DIAMOND]
    if kind == CAVE:
        worth = worths[NEEDED_CAVE] if playable & CAVE_BIT != 0 else worths[SPARE_CAVE]
    elif kind >= WIND_0:
        which = which_wind(kind, held, playable)
        worth = worths[(LATE_WINDS if turns <= LATE_WIND_TURNS else WINDS) + which]
    else:
        worth = worths[SPARE_CAVE_IN] if kind == CAVE_IN else worths[SPARE_FOG]
    return worths[SECOND] * worth if has_bit(held, kind) else worth


@rule
def cave_worth(worths, state):
    """Return the value of laying a cave: the first one, or one that lifts a cave-in."""
    return worths[LIFT_CAVE_IN] if state.caves[state.turn] > 0 else worths[LAY_CAVE]


@rule
def lift_worth(worths, state, fog, is_blocked):
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
        return worths[LIFT_FOG_AT_END] * count
    return worths[LIFT_USELESS] + worths[LIFT_FOG_EARLY] * count + (worths[LIFT_BLOCKING_FOG] if is_blocked else 0.0)


@rule
def curse_worth(worths, state, curse, target, strongest):
    """Return the value of a curse on another player: 0 if it can do no harm any more."""
    turns = turns_to_come(state, target)
    if curse == CAVE_IN:
        worth = worths[CAVE_IN_TURN] * min(turns, CAVE_IN_TURNS)
        if state.caves[target] == 0 or has_cave_in(state, target):
            worth *= worths[HINDERED]
    else:
        hidden = colours_that_count(state, target) & FOG_COLOURS[curse - FOG_0]
        is_end = turns_to_come(state, int(state.turn)) <= END_TURNS
        worth = (worths[FOG_AT_END] if is_end else worths[FOG_EARLY]) * gems_of(state, target, hidden)
        if turns > 0:
            worth *= worths[CAN_ANSWER]
    return worth if target == strongest else worths[OTHER_TARGET] * worth
