"""What Nizam's views and stories ask the rules: the entrances of the contract, and questions beyond it."""

from heliodor.core.jit import question
from heliodor.core.kernels import Kernels
from heliodor.games.nizam import encoding, rules

KERNELS = Kernels("nizam", rules, encoding)


@question(rules.STATE, int, owner="nizam")
def points_of_turn(states, i):
    """Return the points that the turn would bring if it ended now."""
    return int(rules.points_of_turn(states[i]))


@question(rules.STATE, int, int, owner="nizam")
def combination_in(states, i, line):
    """Return a line's combination as (kind, first place, length, scores now); length 0 when there is none."""
    kind, start, length = rules.combination_in(states[i].board, line)
    return kind, start, length, length > 0 and rules.scores_in_turn(states[i], line, kind)


QUESTIONS = (points_of_turn, combination_in)
