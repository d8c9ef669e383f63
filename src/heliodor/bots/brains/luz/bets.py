"""Bets of Luz: what to bet, and what the bets of others reveal.

The others see the seat's cards, so their bets are evidence about them: a player who bets little sees high cards
elsewhere. A linear model predicts what a bot would bet in a world; worlds that contradict the bets are sampled less.
"""

from __future__ import annotations

import math

import numpy as np

from heliodor.bots.brains.luz.desk import (
    ALL_TRICKS,
    BETS,
    CARDS,
    DECKS,
    GONE,
    HIGHER_WORTH,
    IN_COLOUR,
    LEAD_HIGHER,
    LEAD_TRUMP,
    OF_VALUE,
    PLAYERS,
    SLOTS_OF,
    STEADY,
    TARGETS,
    TENTHS,
    TRICKS,
    TRUMP_WORTH,
    TRUMPS,
    UNPLAYED,
    believe,
    copy_desk,
    fill_hand,
    lay_out,
    new_desk,
    play_tricks,
    unseen_by,
)
from heliodor.bots.brains.luz.rewards import rate_points
from heliodor.bots.brains.values import Worth
from heliodor.core.bits import count_bits, lowest_bit
from heliodor.core.jit import rule
from heliodor.core.rng import random_below
from heliodor.games.luz import rules
from heliodor.games.luz.rules import (
    BID_0,
    HAND_SIZE,
    HIGHEST_VALUE,
    MAX_SEATS,
    NO_BID,
    NUM_CARDS,
    NUM_COLOURS,
    NUM_DEALS,
    TRUMP,
    points_for,
)

# --- What a seat would bet ----------------------------------------------------------------------------------------

# [players, tier] -> set of cards: the plain colours by eighths of their values, the lowest first, then the trumps.
NUM_EIGHTHS = 8
NUM_TIERS = 2 * NUM_EIGHTHS


def _tiers(players: int) -> list[int]:
    highest = int(HIGHEST_VALUE[players])
    eighths = [
        sum(OF_VALUE << value for value in range(highest) if NUM_EIGHTHS * value // highest == eighth)
        for eighth in range(NUM_EIGHTHS)
    ]
    return [cards & ~TRUMPS for cards in eighths] + [cards & TRUMPS for cards in eighths]


TIERS = np.array([_tiers(players) for players in range(len(HIGHEST_VALUE))])
# [players − 3, 0] -> what a card of each tier in the hand adds to a bet; [players − 3, 1] -> what another player's
# card adds. A safety bead counts as half a bead. Fitted (least squares) to 8400, 7040 and 8800 bets of experts and of
# plain searches with 5000 rounds. The residuals have a standard deviation of 0.84, 0.69 and 0.64 beads, the bets
# themselves one of 1.63, 1.39 and 1.25.
BET_MODEL = np.array(
    [
        [
            [-0.75, -0.71, -0.58, -0.4, -0.32, -0.09, 0.19, 0.41, 0.05, -0.06, 0.18, 0.26, 0.46, 0.46, 0.86, 1.13],
            [0.36, 0.36, 0.36, 0.35, 0.3, 0.28, 0.25, 0.16, 0.05, 0.0, 0.08, 0.03, 0.02, -0.15, -0.12, -0.16],
        ],
        [
            [-0.55, -0.66, -0.53, -0.46, -0.37, -0.15, 0.03, 0.3, -0.14, 0.05, 0.08, 0.13, 0.24, 0.57, 0.75, 1.14],
            [0.24, 0.19, 0.22, 0.22, 0.19, 0.17, 0.15, 0.11, 0.01, 0.04, 0.06, 0.02, -0.03, -0.05, -0.14, -0.11],
        ],
        [
            [-0.47, -0.51, -0.46, -0.45, -0.38, -0.27, -0.15, 0.27, -0.07, 0.07, -0.01, 0.2, 0.25, 0.42, 0.6, 1.15],
            [0.17, 0.13, 0.17, 0.15, 0.13, 0.12, 0.06, 0.05, 0.0, 0.07, -0.02, 0.02, 0.02, -0.03, -0.08, -0.1],
        ],
    ]
)
SPREAD = 0.8  # Standard deviation of bets from the model.
ODD_BET = 0.02  # Minimum likelihood of any bet, relative to the model's: people bet differently.
LEAST_LIKELIHOOD = 0.01  # Minimum likelihood of a world, however odd the bets are in it.
FINE = 1 << 20  # Likelihoods are compared in steps of 1 / FINE.


@rule
def model_bet(desk, seat):
    """Return the bet of a bot in this seat at the beginning of the deal, given the others' cards."""
    players = desk[PLAYERS]
    own_worth, others_worth = BET_MODEL[players - 3]
    others = 0
    for other in range(players):
        if other != seat:
            others |= desk[CARDS + other] | desk[GONE + other]
    unseen = DECKS[players] & ~others
    bet = 0.0
    for tier in range(NUM_TIERS):
        bet += others_worth[tier] * count_bits(others & TIERS[players, tier])
    for colour in range(NUM_COLOURS):
        held = count_bits(desk[SLOTS_OF + NUM_COLOURS * seat + colour])
        if held == 0:
            continue
        fitting = unseen & IN_COLOUR[colour]
        worth = 0.0
        first_tier = NUM_EIGHTHS if colour == TRUMP else 0
        for tier in range(first_tier, first_tier + NUM_EIGHTHS):
            worth += own_worth[tier] * count_bits(fitting & TIERS[players, tier])
        bet += worth * held / count_bits(fitting)
    return bet


@rule
def odds_of(off):
    """Return the likelihood of a bet with this deviation from the model, relative to one with none."""
    off /= SPREAD
    return ODD_BET + (1.0 - ODD_BET) * math.exp(-0.5 * off * off)


@rule
def tempered(likelihood):
    """Return the likelihood of a world, given that of all its bets."""
    return LEAST_LIKELIHOOD + (1.0 - LEAST_LIKELIHOOD) * likelihood


@rule
def bet_likelihood(desk, seat):
    """Return how well the others' bets agree with the hand that the seat has on the desk, at most 1."""
    likelihood = 1.0
    for other in range(desk[PLAYERS]):
        if other != seat and desk[BETS + other] != NO_BID:
            likelihood *= odds_of(0.5 * desk[BETS + other] - model_bet(desk, other))
    return tempered(likelihood)


@rule
def imagine_hand(desk, seat, gen):
    """Sample a possible hand of the seat, weighted by the others' bets. Changes `desk` and `gen`.

    The model is linear, and everyone knows the number of cards of each colour. So the predicted bets are computed once
    without the seat's cards, and each card then shifts them.
    """
    players = desk[PLAYERS]
    surplus = np.zeros(MAX_SEATS)
    shifts = np.empty((MAX_SEATS, NUM_CARDS))
    bettors = 0
    for other in range(players):
        if other != seat and desk[BETS + other] != NO_BID:
            bettors += 1
            surplus[other] = 0.5 * desk[BETS + other] - _bet_but_for(desk, other, seat, shifts[other])
    while True:
        fill_hand(desk, seat, CARDS, gen)
        if bettors == 0:
            return
        likelihood = 1.0
        for other in range(players):
            if other != seat and desk[BETS + other] != NO_BID:
                off = surplus[other]
                cards = desk[CARDS + seat]
                while cards != 0:
                    off -= shifts[other, lowest_bit(cards)]
                    cards &= cards - 1
                likelihood *= odds_of(off)
        if random_below(gen, FINE) < tempered(likelihood) * FINE:
            return


@rule
def _bet_but_for(desk, seat, unknown, shifts):
    """Return the model's bet without the cards of an unknown hand, and write the shift by each of them.

    Changes `shifts`.
    """
    players = desk[PLAYERS]
    own_worth, others_worth = BET_MODEL[players - 3]
    others = desk[GONE + unknown]
    for other in range(players):
        if other != seat and other != unknown:
            others |= desk[CARDS + other] | desk[GONE + other]
    possible = unseen_by(desk, unknown)
    bet = 0.0
    for tier in range(NUM_TIERS):
        bet += others_worth[tier] * count_bits(others & TIERS[players, tier])
    for colour in range(NUM_COLOURS):
        fitting = DECKS[players] & ~others & IN_COLOUR[colour]
        elsewhere = count_bits(desk[SLOTS_OF + NUM_COLOURS * unknown + colour] & desk[UNPLAYED + unknown])
        held = count_bits(desk[SLOTS_OF + NUM_COLOURS * seat + colour])
        share = held / (count_bits(fitting) - elsewhere) if held > 0 else 0.0
        first_tier = NUM_EIGHTHS if colour == TRUMP else 0
        for tier in range(first_tier, first_tier + NUM_EIGHTHS):
            of_tier = fitting & TIERS[players, tier]
            bet += share * own_worth[tier] * count_bits(of_tier)
            of_tier &= possible
            while of_tier != 0:
                shifts[lowest_bit(of_tier)] = others_worth[tier] - share * own_worth[tier]
                of_tier &= of_tier - 1
    return bet


# --- What to bet --------------------------------------------------------------------------------------------------

LOOK_WORLDS = 16  # Worlds for estimating the mean number of tricks.
AIMS = 5  # Number of bets that the playouts aim at.


@rule
def _bet_of_mover(state):
    """Return the model's bet for the seat that is to bet."""
    desk = new_desk()
    lay_out(state, desk)
    return model_bet(desk, int(state.turn))


@rule
def quick_bet(state):
    """Return the model's bet, with the safety bead because the quick policy is rarely exact."""
    bet = max(0, int(_bet_of_mover(state) + 0.5))
    return BID_0 + 2 * min(bet, rules.beads_left(state)) + 1


@rule
def list_bets(state, reach, moves):
    """Write the bets around the model's, with and without the safety bead, and return how many. Changes `moves`."""
    middle = int(_bet_of_mover(state) + 0.5)
    highest = rules.beads_left(state)
    low = max(0, min(middle - reach, highest - 2 * reach))
    count = 0
    for bid in range(low, min(low + 2 * reach, highest) + 1):
        moves[count] = BID_0 + 2 * bid
        moves[count + 1] = BID_0 + 2 * bid + 1
        count += 2
    return count


@rule
def play_bet(state, gen):
    """Bet about as the model does, half the time with the safety bead. Changes `state` and `gen`."""
    safety = random_below(gen, 2)
    bet = max(0, int(_bet_of_mover(state) + 0.5 * (1 - safety)))
    rules.apply_action(state, BID_0 + 2 * min(bet, rules.beads_left(state)) + safety)


# The numbers of the quick policy, which training may change; the words are those in a file of trained weights.
WORTHS = {
    "beads added to a bet, first deal": Worth(0.0, 0.3),
    "beads added to a bet, last deal": Worth(0.0, 0.3),
    "half the range of bets that take the safety bead": Worth(0.5, 0.2),
    "a lead, for each higher card elsewhere, in values": Worth(HIGHER_WORTH / TENTHS, 3.0),
    "a lead of trumps, less, in values": Worth(TRUMP_WORTH / TENTHS, 5.0),
}
BET_EARLY, BET_LATE, SAFE, LEAD_BY_HIGHER, LEAD_OF_TRUMP = range(len(WORTHS))


@rule
def set_worths(desk, weights):
    """Have the desk's quick policy lead by these weights, if there are any. Changes `desk`."""
    if len(weights) > 0:
        desk[LEAD_HIGHER] = int(TENTHS * weights[LEAD_BY_HIGHER])
        desk[LEAD_TRUMP] = int(TENTHS * weights[LEAD_OF_TRUMP])


@rule
def bet_by(state, weights):
    """Return the model's bet as the weights change it, with the safety bead if it lies between two numbers."""
    late = (int(state.deal) - 1) / (NUM_DEALS - 1)
    bet = _bet_of_mover(state) + weights[BET_EARLY] + late * (weights[BET_LATE] - weights[BET_EARLY])
    bet = min(max(0.0, bet), 1.0 * HAND_SIZE)
    below = int(bet)
    most = rules.beads_left(state)
    if abs(bet - below - 0.5) < weights[SAFE]:
        return BID_0 + 2 * min(below, most) + 1
    return BID_0 + 2 * min(int(bet + 0.5), most)


@rule
def weigh_bets(state, seat, gen, worlds, weights, moves, values):
    """Write the candidate bets and their mean rewards, and return how many. Changes `moves`, `values`, `gen`.

    In each world, all seats that have not bet first play to win; the tricks they take become their targets. Then the
    seat aims in turn at each of the bets around its mean, because aiming at a number makes it more likely.
    """
    players = int(state.players)
    deal = int(state.deal)
    highest = rules.beads_left(state)
    hidden = new_desk()
    lay_out(state, hidden)
    set_worths(hidden, weights)
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
                rate_points(state, points, weights, rewards)
                sums[aim, kind] += rewards[seat]
    count = 0
    for bid in range(low, high + 1):
        moves[count] = BID_0 + 2 * bid
        values[count] = sums[bid, 0] / worlds
        moves[count + 1] = BID_0 + 2 * bid + 1
        values[count + 1] = max(sums[bid, 1], sums[bid + 1, 2] if bid < high else 0.0) / worlds
        count += 2
    return count
