"""What the texts of Pearl of the East ask the rules: the entrances of the contract, and questions beyond it."""

from heliodor.core.jit import question
from heliodor.core.kernels import Kernels
from heliodor.games.pearl import encoding, rules

KERNELS = Kernels("pearl", rules, encoding)


@question(rules.STATE, int, int, int, owner="pearl")
def kind_of_three(states, i, line, place):
    """Return the kind that three adjacent cards of a line stand for, or NO_CARD."""
    return int(rules.kind_of_three(states[i].board, line, place))


@question(rules.STATE, int, owner="pearl")
def kinds_in_runs(states, i):
    """Return the set of kinds with a run without the pearl, and of those with a run that includes it."""
    return rules.kinds_in_runs(states[i].board)


@question(rules.STATE, int, owner="pearl")
def fulfillable_kinds(states, i):
    """Return the set of tasks that the seat in turn could fulfil with the board as it lies."""
    return int(rules.fulfillable_kinds(states[i]))


@question(rules.STATE, int, int, owner="pearl")
def blocked_kinds(states, i, seat):
    """Return the set of kinds that an opponent's top card denies to the seat."""
    return int(rules.blocked_kinds(states[i], seat))


QUESTIONS = (kind_of_three, kinds_in_runs, fulfillable_kinds, blocked_kinds)
