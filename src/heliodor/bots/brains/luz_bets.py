"""Bets of Luz: what one should bet, and what the bets of others tell.

Others see one's cards, so their bets are evidence about them: who bets little sees high cards elsewhere. A linear
model says what a bot would bet in a world, and worlds in which it would have bet otherwise are thought of less.
"""

from __future__ import annotations

import math

import numpy as np

from heliodor.bots.brains.luz_desk import (
    ALL_TRICKS,
    BETS,
    CARDS,
    DECKS,
    GONE,
    IN_COLOUR,
    OF_VALUE,
    PLAYERS,
    SLOTS_OF,
    STEADY,
    TARGETS,
    TRICKS,
    TRUMPS,
    believe,
    copy_desk,
    fill_hand,
    lay_out,
    new_desk,
    play_tricks,
)
from heliodor.bots.brains.luz_rewards import rate_points
from heliodor.core.bits import count_bits
from heliodor.core.jit import rule
from heliodor.core.rng import random_below
from heliodor.games.luz import rules
from heliodor.games.luz.rules import (
    BID_0,
    HAND_SIZE,
    HIGHEST_VALUE,
    MAX_SEATS,
    NO_BID,
    NUM_COLOURS,
    points_for,
)

# --- What a seat would bet ----------------------------------------------------------------------------------------

# [players, tier] -> set of cards: the highest quarter of the plain colours, the next one, the same of trumps, and the
# other half of them.
NUM_TIERS = 5


def _tiers(players: int) -> list[int]:
    highest = int(HIGHEST_VALUE[players])
    quarters = [
        sum(OF_VALUE << value for value in range(highest) if 4 * value // max(1, highest) in quarter)
        for quarter in ((3,), (2,), (0, 1))
    ]
    top, second, low = quarters
    return [top & ~TRUMPS, second & ~TRUMPS, top & TRUMPS, second & TRUMPS, low & TRUMPS]


TIERS = np.array([_tiers(players) for players in range(len(HIGHEST_VALUE))])
# [players − 3] -> what is always added, then for each tier what an own card of it adds and what one of the others does.
# Fitted (least squares) to 700 deals of bots that weigh their bets with 100 worlds: what is left over has a standard
# deviation of 1.0, 0.9 and 0.8 beads, the bets themselves one of 1.9, 1.7 and 1.5.
BET_MODEL = np.array(
    [
        [0.73, 1.03, 0.37, 1.93, 1.11, 0.88, -0.14, -0.06, -0.52, -0.51, -0.45],
        [0.53, 0.82, 0.29, 1.84, 1.06, 0.73, -0.1, -0.01, -0.34, -0.3, -0.27],
        [0.8, 0.57, 0.15, 1.44, 0.97, 0.6, -0.06, 0.0, -0.27, -0.17, -0.21],
    ]
)
SPREAD = 1.5  # Bets are off the model by so much; its own are by less, but people bet otherwise.
LEAST_LIKELIHOOD = 0.1  # However odd the bets, every world stays possible.
FINE = 1 << 20  # Likelihoods are told apart to one part in so many.


@rule
def model_bet(desk, seat):
    """Return what a bot would bet on this seat at the beginning of the deal, with the others' cards as they are."""
    players = desk[PLAYERS]
    others = 0
    for other in range(players):
        if other != seat:
            others |= desk[CARDS + other] | desk[GONE + other]
    unseen = DECKS[players] & ~others
    bet = BET_MODEL[players - 3, 0]
    for tier in range(NUM_TIERS):
        bet += BET_MODEL[players - 3, 1 + NUM_TIERS + tier] * count_bits(others & TIERS[players, tier])
    for colour in range(NUM_COLOURS):
        held = count_bits(desk[SLOTS_OF + NUM_COLOURS * seat + colour])
        if held == 0:
            continue
        share = held / count_bits(unseen & IN_COLOUR[colour])
        for tier in range(NUM_TIERS):
            of_tier = count_bits(unseen & IN_COLOUR[colour] & TIERS[players, tier])
            bet += BET_MODEL[players - 3, 1 + tier] * share * of_tier
    return bet


@rule
def bet_likelihood(desk, seat):
    """Return how well the others' bets agree with the hand that the seat has on the desk, at most 1."""
    squares = 0.0
    for other in range(desk[PLAYERS]):
        if other != seat and desk[BETS + other] != NO_BID:
            off = 0.5 * desk[BETS + other] - model_bet(desk, other)
            squares += off * off
    return LEAST_LIKELIHOOD + (1.0 - LEAST_LIKELIHOOD) * math.exp(-squares / (2.0 * SPREAD * SPREAD))


@rule
def imagine_hand(desk, seat, gen):
    """Write a possible hand of the seat, as often as the others' bets speak for it. Changes `desk` and `gen`."""
    while True:
        fill_hand(desk, seat, CARDS, gen)
        if random_below(gen, FINE) < bet_likelihood(desk, seat) * FINE:
            return


# --- What to bet --------------------------------------------------------------------------------------------------

LOOK_WORLDS = 16  # To find the mean.
AIMS = 5  # Bets that the playouts aim at.


@rule
def quick_bet(state):
    """Return the model's bet, with the safety bead: who plays by the quick policy is rarely exact."""
    desk = new_desk()
    lay_out(state, desk)
    bet = max(0, int(model_bet(desk, int(state.turn)) + 0.5))
    return BID_0 + 2 * min(bet, rules.beads_left(state)) + 1


@rule
def weigh_bets(state, seat, gen, worlds, moves, values):
    """Write the bets worth a thought and their mean rewards, and return how many. Changes `moves`, `values`, `gen`.

    In each world all who have not bet first take what they can: so many they aim at. Then the seat aims at each of the
    bets around its mean in turn, since who aims at a number of tricks takes it more often than who does not.
    """
    players = int(state.players)
    deal = int(state.deal)
    highest = rules.beads_left(state)
    hidden = new_desk()
    lay_out(state, hidden)
    hidden[STEADY] = seat
    world = new_desk()
    desk = new_desk()
    points = np.zeros(MAX_SEATS, np.int64)
    rewards = np.zeros(MAX_SEATS, np.float64)
    # [aim, 0]: rewards of the bet aimed at, [aim, 1]: with the safety bead, [aim, 2]: one less with the safety bead.
    sums = np.zeros((HAND_SIZE + 1, 3), np.float64)
    tricks = 0
    low = 0
    high = -1
    for i in range(worlds + LOOK_WORLDS):
        if i == LOOK_WORLDS:
            low = max(0, min((2 * tricks + i) // (2 * i) - AIMS // 2, highest - AIMS + 1))
            high = min(highest, low + AIMS - 1)
        copy_desk(world, hidden)
        imagine_hand(world, seat, gen)
        believe(world, gen)
        for aim in range(low - 1, high + 1):
            copy_desk(desk, world)
            desk[TARGETS + seat] = ALL_TRICKS if aim < low else aim
            play_tricks(desk, gen)
            if aim < low:
                tricks += desk[TRICKS + seat]
                for other in range(players):
                    if state.bid[deal - 1, other] == NO_BID:
                        world[TARGETS + other] = desk[TRICKS + other]
                continue
            for other in range(players):
                safety = int(state.safety[deal - 1, other])
                points[other] = points_for(deal, world[TARGETS + other], safety, desk[TRICKS + other])
            for kind in range(3):
                points[seat] = points_for(deal, aim - kind // 2, min(kind, 1), desk[TRICKS + seat])
                rate_points(state, points, rewards)
                sums[aim, kind] += rewards[seat]
    count = 0
    for bid in range(low, high + 1):
        moves[count] = BID_0 + 2 * bid
        values[count] = sums[bid, 0] / worlds
        moves[count + 1] = BID_0 + 2 * bid + 1
        values[count + 1] = max(sums[bid, 1], sums[bid + 1, 2] if bid < high else 0.0) / worlds
        count += 2
    return count
