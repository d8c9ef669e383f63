"""Characters of the bots of Luz: high bets, the safety bead, or other players' bets."""

from __future__ import annotations

from heliodor.core.bits import bit, count_bits, has_bit
from heliodor.core.jit import rule
from heliodor.games.luz.rules import (
    BID_0,
    NO_COLOUR,
    NUM_COLOURS,
    PLAY_0,
    TRUMP,
    Phase,
    winning_seat,
)

# What a move of the liked kind gains in reward (bots/characters.py): bold bots bet high and without the safety bead,
# careful ones take it, and mean ones leave a trick to a player who has enough and take one from a player who needs it.
CHARACTERS = {"bold": 0.05, "careful": 0.05, "mean": 0.08}
BOLD, CAREFUL, MEAN = 0, 1, 2
BOLD_TRICK = 20  # How bold a bet is for each trick,
BOLD_SAFETY = 60  # and how much less with the safety bead.
TRUMP_HEIGHT = 50  # A yellow card is this much higher than another one at the same place in its colour.


@rule
def traits_of(state, move, traits):
    """Write how bold, careful and mean a bet or a play is, in hundredths; return 3. Changes `traits`."""
    traits[BOLD] = traits[CAREFUL] = traits[MEAN] = 0
    if state.phase == Phase.BETTING:
        bid, safety = (move - BID_0) // 2, (move - BID_0) % 2
        traits[BOLD] = BOLD_TRICK * bid - BOLD_SAFETY * safety
        traits[CAREFUL] = 100 * safety
    else:
        traits[MEAN] = _sign(state) * _height(state, move - PLAY_0)
    return 3


@rule
def _height(state, slot):
    """Return how high a card of the seat in turn probably is: it knows colours and order, not values."""
    seat = int(state.turn)
    for colour in range(NUM_COLOURS):
        slots = int(state.slots_of[seat, colour])
        if has_bit(slots, slot):
            place = count_bits(slots & (bit(slot) - 1)) + 1
            return 100 * place // (count_bits(slots) + 1) + (TRUMP_HEIGHT if colour == TRUMP else 0)
    return 0


@rule
def _sign(state):
    """Return 1 if a high card spoils others' bets, −1 if a low one does, and 0 if neither does.

    While the trick has a card, its present winner is the victim. A leader looks at everybody: a player who has enough
    tricks should get one more, and if there is none, a player who needs tricks should get none.
    """
    if state.led != NO_COLOUR:
        return _sign_against(state, winning_seat(state))
    sign = 0
    for seat in range(int(state.players)):
        if seat != state.turn:
            against = _sign_against(state, seat)
            if against != 0 and sign >= 0:
                sign = against
    return sign


@rule
def _sign_against(state, victim):
    deal = int(state.deal) - 1
    needed = int(state.bid[deal, victim]) - int(state.tricks[deal, victim])
    if needed > 0:
        return 1
    return -1 if needed + int(state.safety[deal, victim]) == 0 else 0
