"""Compiled entrances of Pearl of the East for plain modules: those of the contract, and further questions."""

from heliodor.core.jit import question
from heliodor.core.kernels import Kernels
from heliodor.games.pearl import encoding, rules

KERNELS = Kernels("pearl", rules, encoding)


@question(rules.STATE, int, int, int, owner="pearl")
def kind_of_three(states, i, line, place):
    """Return the kind of three adjacent cards of a line, the pearl as any kind; or NO_CARD."""
    return int(rules.kind_of_three(states[i].board, line, place))


@question(rules.STATE, int, owner="pearl")
def kinds_in_runs(states, i):
    """Return two sets: the kinds with a run without the pearl, and those with a run that includes it."""
    return rules.kinds_in_runs(states[i].board)


@question(rules.STATE, int, owner="pearl")
def fulfillable_kinds(states, i):
    """Return the set of tasks that the seat in turn could fulfil with this board."""
    return int(rules.fulfillable_kinds(states[i]))


@question(rules.STATE, int, int, owner="pearl")
def blocked_kinds(states, i, seat):
    """Return the set of kinds that an opponent's top card blocks for the seat."""
    return int(rules.blocked_kinds(states[i], seat))


QUESTIONS = (kind_of_three, kinds_in_runs, fulfillable_kinds, blocked_kinds)
