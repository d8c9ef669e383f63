"""The bots' knowledge of Luz.

Bets are evaluated by playouts that aim at them (`bets`); plays, and the bets of the last deal, by the tree; the last
tricks exactly, over all possible hands (`ending`). Playouts run on a desk, by a quick policy (`desk`); `rewards` has
their goal.
"""

from __future__ import annotations

import numpy as np

from heliodor.bots.brains.luz.bets import (
    AIMS,
    WORTHS,
    bet_by,
    bet_likelihood,
    imagine_hand,
    list_bets,
    play_bet,
    quick_bet,
    set_worths,
    weigh_bets,
)
from heliodor.bots.brains.luz.desk import (
    ALL_TRICKS,
    BELIEFS,
    CARDS,
    STEADY,
    TARGETS,
    TRICKS,
    TURN,
    believe,
    copy_desk,
    fast_legal_cards,
    fill_hand,
    lay_out,
    new_desk,
    play_tricks,
    quick_card,
)
from heliodor.bots.brains.luz.ending import LAST_TRICKS, weigh_last_plays
from heliodor.bots.brains.luz.rewards import INPUTS, can_look, first_model, progress_of, rate, rate_by, write_inputs
from heliodor.bots.brains.luz.traits import CHARACTERS, traits_of
from heliodor.bots.brains.values import Worth
from heliodor.bots.strength import Strength
from heliodor.core.bits import bit, count_bits, lowest_bit, nth_bit
from heliodor.core.jit import rule
from heliodor.games.luz import rules
from heliodor.games.luz.rules import HAND_SIZE, NUM_DEALS, PLAY_0, Phase

__all__ = [  # The functions for the search and for training, and those that other modules use for playouts.
    "ALL_TRICKS",
    "BELIEFS",
    "CARDS",
    "CHARACTERS",
    "INPUTS",
    "STEADY",
    "TARGETS",
    "TRICKS",
    "believe",
    "bet_likelihood",
    "can_look",
    "copy_desk",
    "fill_hand",
    "first_model",
    "imagine_hand",
    "lay_out",
    "new_desk",
    "play_tricks",
    "progress_of",
    "rate",
    "rate_by",
    "traits_of",
    "write_inputs",
]

MAX_MOVES = 2 * (HAND_SIZE + 1)
TREE_DEPTH = 40
OWN_REACH = 4  # In the tree the seat at the root considers bets within this distance of the model's,
OTHERS_REACH = 1  # and the other seats within this distance.
LEAST_WORLDS = 64  # Minimum for a bet, however few rounds there are.
LEAST_ROUNDS = 1000  # With fewer rounds, only the last trick is solved exactly, and all bets are evaluated in one way.

STRENGTHS = {
    "novice": Strength(rounds=20, softness=0.12, seconds=0.03, exploration=0.35),
    "casual": Strength(rounds=60, softness=0.05, seconds=0.04, exploration=0.35),
    "skilled": Strength(rounds=300, softness=0.0, seconds=0.25, exploration=0.35),
    "expert": Strength(rounds=2500, softness=0.0, seconds=1.2, exploration=0.35),
    "master": Strength(rounds=40_000, softness=0.0, seconds=1.4, exploration=0.35),
}


@rule
def greedy_move(state, gen):
    """Return the quick policy's bet or play. Changes `gen`."""
    if state.phase == Phase.BETTING:
        return quick_bet(state)
    return PLAY_0 + _quick_slot(state, np.empty(0, np.float64), gen)


@rule
def _quick_slot(state, weights, gen):
    """Return the slot that the quick policy plays from. Changes `gen`."""
    desk = new_desk()
    lay_out(state, desk)
    set_worths(desk, weights)
    seat = desk[TURN]
    desk[STEADY] = seat
    fill_hand(desk, seat, BELIEFS, gen)
    place = count_bits(desk[BELIEFS + seat] & (bit(quick_card(desk, fast_legal_cards(desk, BELIEFS))) - 1))
    return nth_bit(int(state.unplayed[seat]), place)


# --- What the search asks -----------------------------------------------------------------------------------------


@rule
def weigh(state, seat, gen, rounds, moves, values):
    """Write the moves as `weigh_by` does, without trained weights."""
    return weigh_by(state, seat, gen, rounds, np.empty(0, np.float64), moves, values)


@rule
def weigh_by(state, seat, gen, rounds, weights, moves, values):
    """Write the moves of a bet or of the last tricks with their mean rewards and return how many; otherwise return 0.

    With enough rounds, the tree decides the bets of the last deal: there everyone plays to win the match and against
    the player about to win it, which the quick policy cannot do.
    """
    is_thorough = rounds >= LEAST_ROUNDS
    if state.phase == Phase.BETTING:
        if is_thorough and state.deal == NUM_DEALS:
            return 0
        return weigh_bets(state, seat, gen, max(LEAST_WORLDS, rounds // AIMS), weights, moves, values)
    if count_bits(int(state.unplayed[seat])) <= (LAST_TRICKS if is_thorough else 1):
        return weigh_last_plays(state, seat, weights, moves, values)
    return 0


@rule
def imagine(state, seat, gen):
    """Fill a hidden state with a possible world. Changes `state` and `gen`."""
    desk = new_desk()
    lay_out(state, desk)
    imagine_hand(desk, seat, gen)
    cards = desk[CARDS + seat]
    slots = int(state.unplayed[seat])
    while slots != 0:
        state.hand[seat, lowest_bit(slots)] = lowest_bit(cards)
        cards &= cards - 1
        slots &= slots - 1


@rule
def list_root_moves(state, moves, insight):
    """Write the candidate moves at the root: the same as below it, but more bets. Changes `moves`."""
    if state.phase == Phase.BETTING:
        return list_bets(state, OWN_REACH, moves)
    return list_moves(state, moves)


@rule
def list_moves(state, moves):
    """Write the bets or the legal plays and return how many; 0 if the last trick is forced. Changes `moves`."""
    if state.phase == Phase.BETTING:
        return list_bets(state, OTHERS_REACH, moves)
    if state.phase != Phase.PLAYING or count_bits(int(state.unplayed[state.turn])) <= 1:
        return 0
    legal = rules.legal_actions(state)
    count = 0
    while legal != 0:
        moves[count] = lowest_bit(legal)
        legal &= legal - 1
        count += 1
    return count


@rule
def play_move(state, move):
    """Bet or play a card. Changes `state`."""
    rules.apply_action(state, move)


@rule
def play_out(state, gen):
    """Play the deal to its end by the quick policy and record the tricks. Changes `state` and `gen`."""
    while state.phase == Phase.BETTING:
        play_bet(state, gen)
    _play_deal(state, np.empty(0, np.float64), gen)


@rule
def _play_deal(state, weights, gen):
    """Play the tricks of the deal by the quick policy and record them. Changes `state` and `gen`."""
    desk = new_desk()
    lay_out(state, desk)
    set_worths(desk, weights)
    believe(desk, gen)
    play_tricks(desk, gen)
    for seat in range(int(state.players)):
        state.tricks[state.deal - 1, seat] = desk[TRICKS + seat]


@rule
def steps_of(state, move, steps):
    """Write the one step of a move and return 1. Changes `steps`."""
    steps[0] = move
    return 1


# --- The same by trained weights ------------------------------------------------------------------------------------


def first_worths(players: int) -> dict[str, Worth]:
    """Return the worths that training begins with."""
    return WORTHS


@rule
def policy_move(state, gen, weights):
    """Return the quick policy's bet or play by these weights. Changes `gen`."""
    if state.phase == Phase.BETTING:
        return bet_by(state, weights)
    return PLAY_0 + _quick_slot(state, weights, gen)


@rule
def play_out_by(state, gen, weights):
    """Play the deal to its end as `play_out` does, with the bets of the weights. Changes `state` and `gen`."""
    while state.phase == Phase.BETTING:
        rules.apply_action(state, bet_by(state, weights))
    _play_deal(state, weights, gen)
