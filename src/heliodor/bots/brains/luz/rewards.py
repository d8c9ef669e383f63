"""Goals of the bots of Luz: points in the first deals, the win in the last."""

from __future__ import annotations

import numpy as np

from heliodor.core.jit import rule
from heliodor.games.luz.rules import EXACT_POINTS, MAX_SEATS, NUM_DEALS, left_of, marker_of, points_for

OTHERS_WEIGHT = 0.5  # Weight of the others' mean gain, relative to the seat's own.
LEAST_POINTS = -25.0  # Before the last deal: this or less is reward 0; the only bet met is near 1.
WIN_WEIGHT = 0.8  # Weight of winning in the last deal; the rest is for the lead.
LEAD_RANGE = 120.0


@rule
def rate_points(state, points, rewards):
    """Set each seat's reward for its points in this deal. Changes `rewards`."""
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
def rate(state, rewards):
    """Set each seat's reward for the tricks of this deal. Changes `rewards`."""
    deal = int(state.deal)
    points = np.empty(MAX_SEATS, np.int64)
    for seat in range(int(state.players)):
        bid, safety = int(state.bid[deal - 1, seat]), int(state.safety[deal - 1, seat])
        points[seat] = points_for(deal, bid, safety, int(state.tricks[deal - 1, seat]))
    rate_points(state, points, rewards)
