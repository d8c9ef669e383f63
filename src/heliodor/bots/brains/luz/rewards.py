"""Goals of the bots of Luz: points in the first deals, the win in the last; with trained weights, always the win."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from heliodor.bots.brains.values import share_out, value_of
from heliodor.core.jit import rule
from heliodor.games.luz.rules import EXACT_POINTS, MAX_SEATS, NO_BID, NUM_DEALS, Phase, left_of, marker_of, points_for

OTHERS_WEIGHT = 0.5  # Weight of the others' mean gain, relative to the seat's own.
LEAST_POINTS = -25.0  # Before the last deal: this or less is reward 0; the only bet met is near 1.
WIN_WEIGHT = 0.8  # Weight of winning in the last deal; the rest is for the lead.
LEAD_RANGE = 120.0

# What a seat has between two deals, for a model of its chance to win. After each deal a lead of this many points is
# about a factor e in that chance: later deals bring more points, but fewer of them are to come.
LEAD_SCALE = 40.0
INPUTS = ("points", "points behind the best of the others", "place at a tie")
NUM_INPUTS = len(INPUTS)


@rule
def rate_points(state, points, weights, rewards):
    """Set each seat's reward for its points in this deal; with weights, by its chance to win. Changes `rewards`."""
    players = int(state.players)
    deal = int(state.deal)
    total = 0.0
    for seat in range(players):
        total += points[seat]
    if deal < NUM_DEALS:
        reach = EXACT_POINTS * deal + OTHERS_WEIGHT * 10.0 - LEAST_POINTS
        for seat in range(players):
            gain = points[seat] - OTHERS_WEIGHT * (total - points[seat]) / (players - 1)
            rewards[seat] = min(1.0, max(0.0, (gain - LEAST_POINTS) / reach))
        if len(weights) > 0:
            chances = np.empty(MAX_SEATS, np.float64)
            _write_chances(state, points, weights, chances)
            for seat in range(players):
                rewards[seat] += WIN_WEIGHT * (chances[seat] - rewards[seat])
        return
    best = fast_winner(state, points)
    second = -1_000_000
    for seat in range(players):
        if seat != best:
            second = max(second, int(state.score[seat]) + points[seat])
    most = int(state.score[best]) + points[best]
    for seat in range(players):
        lead = int(state.score[seat]) + points[seat] - (second if seat == best else most)
        rewards[seat] = (1.0 - WIN_WEIGHT) * min(1.0, max(0.0, 0.5 + lead / LEAD_RANGE))
    rewards[best] += WIN_WEIGHT


@rule
def fast_winner(state, points):
    """Fast copy of `rules.winners` (L9): return the seat that wins with these points in the last deal."""
    best = int(marker_of(state))
    seat = best
    for _ in range(int(state.players) - 1):
        seat = left_of(state, seat)
        ahead = int(state.score[seat]) + points[seat] - int(state.score[best]) - points[best]
        if ahead > 0 or (ahead == 0 and points[seat] > points[best]):
            best = seat
    return best


@rule
def rate_by(state, weights, rewards):
    """Set each seat's reward for the tricks of this deal, by the weights. Changes `rewards`."""
    deal = int(state.deal)
    points = np.empty(MAX_SEATS, np.int64)
    for seat in range(int(state.players)):
        bid, safety = int(state.bid[deal - 1, seat]), int(state.safety[deal - 1, seat])
        points[seat] = points_for(deal, bid, safety, int(state.tricks[deal - 1, seat]))
    rate_points(state, points, weights, rewards)


@rule
def rate(state, rewards):
    """Set each seat's reward for the tricks of this deal. Changes `rewards`."""
    rate_by(state, np.empty(0, np.float64), rewards)


# --- What training finds ------------------------------------------------------------------------------------------


@rule
def can_look(state):
    """Return whether the state is between two deals: nobody has bet, and at least one deal has been scored."""
    is_new = state.phase == Phase.BETTING and state.bid[state.deal - 1, state.leader] == NO_BID
    return is_new and state.deal > 1


@rule
def write_inputs(state, seat, inputs):
    """Write what a seat has before a deal. Changes `inputs`."""
    _write_inputs(state, np.zeros(MAX_SEATS, np.int64), seat, inputs)


@rule
def progress_of(state, seat):
    """Return how much of a match is over before a deal."""
    return (int(state.deal) - 1) / NUM_DEALS


@rule
def _write_inputs(state, points, seat, inputs):
    """Write what a seat has with these points in the present deal. Changes `inputs`."""
    players = int(state.players)
    own = int(state.score[seat]) + points[seat]
    best = -1_000_000
    for other in range(players):
        if other != seat:
            best = max(best, int(state.score[other]) + points[other])
    inputs[0] = own / LEAD_SCALE
    inputs[1] = max(0, best - own) / LEAD_SCALE
    inputs[2] = (seat - int(state.first) - NUM_DEALS) % players / players  # L9: the lowest wins.


@rule
def _write_chances(state, points, weights, chances):
    """Write each seat's chance to win after this deal, with these points in it. Changes `chances`."""
    players = int(state.players)
    inputs = np.empty(NUM_INPUTS, np.float64)
    for seat in range(players):
        _write_inputs(state, points, seat, inputs)
        chances[seat] = value_of(inputs, int(state.deal) / NUM_DEALS, weights)
    share_out(chances, players)


def first_model(worths: Sequence[float], players: int) -> tuple[list[float], list[float]]:
    """Return the model that a fit begins with: points alone count."""
    rest = [0.0] * (NUM_INPUTS - 1)
    return [1.0, *rest], [0.0, *rest]
