"""What Luz's views, stories and bots ask the rules: the entrances of the contract, and questions beyond it."""

from heliodor.core.jit import question
from heliodor.core.kernels import Kernels
from heliodor.games.luz import encoding, rules

KERNELS = Kernels("luz", rules, encoding)


@question(rules.STATE, int, owner="luz")
def winning_seat(states, i):
    """Return who takes the present trick as it lies, or NO_SEAT while no card lies in it."""
    return int(rules.winning_seat(states[i]))


@question(rules.STATE, int, owner="luz")
def unseen_cards(states, i):
    """Return the set of cards whose place the record does not tell."""
    return int(rules.unseen_cards(states[i]))


@question(rules.STATE, int, int, int, owner="luz")
def possible_values(states, i, seat, slot):
    """Return the set of values − 1 that a card can have for its owner; the record is hidden from that seat."""
    return int(rules.possible_values(states[i], seat, slot))


QUESTIONS = (winning_seat, unseen_cards, possible_values)
