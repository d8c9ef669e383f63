"""Luz's compiled entrances for views, stories and bots: those of the contract, and further questions."""

from heliodor.core.jit import question
from heliodor.core.kernels import Kernels
from heliodor.games.luz import encoding, rules

KERNELS = Kernels("luz", rules, encoding)


@question(rules.STATE, int, owner="luz")
def winning_seat(states, i):
    """Return the seat that is winning the current trick, or NO_SEAT while it is empty."""
    return int(rules.winning_seat(states[i]))


@question(rules.STATE, int, owner="luz")
def unseen_cards(states, i):
    """Return the set of cards whose place the record does not show."""
    return int(rules.unseen_cards(states[i]))


@question(rules.STATE, int, int, int, owner="luz")
def possible_values(states, i, seat, slot):
    """Return the set of values − 1 that a card can have for its owner; the record is hidden from that seat."""
    return int(rules.possible_values(states[i], seat, slot))


@question(rules.STATE, int, int, int, int, owner="luz")
def points_of_bet(states, i, deal, seat, safety):
    """L7: return what a seat's bet of a finished deal earns with the safety bead (1) or without it (0)."""
    state = states[i]
    return int(rules.points_for(deal, int(state.bid[deal - 1, seat]), safety, int(state.tricks[deal - 1, seat])))


QUESTIONS = (winning_seat, unseen_cards, possible_values, points_of_bet)
