"""Nizam's compiled entrances for views and stories: those of the contract, and further questions."""

from heliodor.core.jit import question
from heliodor.core.kernels import INTS, Kernels
from heliodor.core.shifting.rules import NUM_LINES
from heliodor.games.nizam import encoding, rules

KERNELS = Kernels("nizam", rules, encoding)
COMBINATION_PARTS = 5


@question(rules.STATE, int, owner="nizam")
def points_of_turn(states, i):
    """Return the points that the turn would score if it ended now."""
    return int(rules.points_of_turn(states[i]))


@question(rules.STATE, int, INTS, owner="nizam")
def combinations_of(states, i, out):
    """Write line, kind, first place, length and whether it scores now (0 or 1) of every combination; return how many.

    `out` is flat, with room for every line. It is one call for a whole board, because ten calls would cost as much as
    the rest of a view.
    """
    found = 0
    for line in range(NUM_LINES):
        kind, start, length = rules.combination_in(states[i].board, line)
        if length > 0:
            at = COMBINATION_PARTS * found
            out[at] = line
            out[at + 1] = kind
            out[at + 2] = start
            out[at + 3] = length
            out[at + 4] = int(rules.scores_in_turn(states[i], line, kind))
            found += 1
    return found


QUESTIONS = (points_of_turn, combinations_of)
