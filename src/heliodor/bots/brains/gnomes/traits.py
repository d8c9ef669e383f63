"""Characters of the bots of Speedy Gnomes: gems now, answers kept for later, or curses."""

from __future__ import annotations

from heliodor.bots.brains.gnomes.worths import strongest_other
from heliodor.core.jit import rule
from heliodor.games.gnomes.cards import CAVE, CAVE_IN, DIAMOND, WIND_0
from heliodor.games.gnomes.rules import (
    CARD_0,
    NUM_OPEN,
    TAKE_OPEN_0,
    TARGET_0,
    Phase,
    held_kinds,
    playable_kinds,
)

# What a move of the liked kind gains in reward (bots/characters.py): bold bots take and lay gems, careful ones take
# and play winds and caves, and mean ones curse, above all the leader and the next player.
CHARACTERS = {"bold": 0.02, "careful": 0.02, "mean": 0.03}
BOLD, CAREFUL, MEAN = 0, 1, 2
OTHER_VICTIM = 40  # How mean a curse is before any other player.


@rule
def mark(state, first_step, second_step, traits):
    """Write how bold, careful and mean a move of one or two steps is, in hundredths; return 3. Changes `traits`.

    A move of one step has a second step below 0.
    """
    traits[BOLD] = traits[CAREFUL] = traits[MEAN] = 0
    if TARGET_0 <= first_step < TARGET_0 + int(state.players):
        traits[MEAN] = _meanness(state, first_step - TARGET_0)
    elif state.phase == Phase.TAKING:
        if TAKE_OPEN_0 <= first_step < TAKE_OPEN_0 + NUM_OPEN:
            traits[_trait_of(int(state.open_cards[first_step - TAKE_OPEN_0]))] = 100
    elif state.phase == Phase.PLAYING and first_step >= CARD_0:
        kind = first_step - CARD_0
        if held_kinds(state) & playable_kinds(state) == 0:
            traits[_trait_of(kind)] = -100  # A card that is dropped.
        elif CAVE_IN <= kind < WIND_0 and second_step >= 0:
            traits[MEAN] = _meanness(state, second_step - TARGET_0)
        else:
            traits[_trait_of(kind)] = 100
    return 3


@rule
def _trait_of(kind):
    """Return the trait of taking or playing a card."""
    if kind >= DIAMOND:
        return BOLD
    return CAREFUL if kind == CAVE or kind >= WIND_0 else MEAN


@rule
def _meanness(state, victim):
    """Return how mean a curse on a player is."""
    is_next = victim == (int(state.turn) + 1) % int(state.players)
    return 100 if is_next or victim == strongest_other(state) else OTHER_VICTIM
