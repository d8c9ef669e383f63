"""Compiled entrances of Speedy Gnomes for plain modules: those of the contract, and further questions."""

from heliodor.core.jit import question
from heliodor.core.kernels import INTS, Kernels
from heliodor.games.gnomes import encoding, rules

KERNELS = Kernels("gnomes", rules, encoding)


@question(rules.STATE, int, owner="gnomes")
def playable_kinds(states, i):
    """Return the set of kinds that the seat in turn could play, whether or not it holds them."""
    return int(rules.playable_kinds(states[i]))


@question(rules.STATE, int, owner="gnomes")
def held_kinds(states, i):
    """Return the set of kinds in the hand of the seat in turn."""
    return int(rules.held_kinds(states[i]))


@question(rules.STATE, int, owner="gnomes")
def legal_targets(states, i):
    """Return the set of seats that can be cursed now."""
    return int(rules.legal_targets(states[i]))


@question(rules.STATE, int, int, owner="gnomes")
def fogs_for(states, i, wind):
    """Return the set of fogs, counted from 0, that this kind of wind could drive off now."""
    return int(rules.fogs_for(states[i], wind))


@question(rules.STATE, int, int, owner="gnomes")
def colours_that_count(states, i, seat):
    """Return the set of colours that no fog in front of the seat hides."""
    return int(rules.colours_that_count(states[i], seat))


@question(rules.STATE, int, int, INTS, owner="gnomes")
def heaps_of(states, i, seat, heaps):
    """Write the heaps of the seat's best split; return the packed score."""
    return int(rules.heaps_of(states[i], seat, heaps))


QUESTIONS = (playable_kinds, held_kinds, legal_targets, fogs_for, colours_that_count, heaps_of)
