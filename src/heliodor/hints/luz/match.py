"""The chance to win a match of Luz: the deal is played on in sampled worlds, later deals end as deals usually do."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from heliodor.bots.search import MAX_SEATS
from heliodor.games.luz.rules import EXACT_POINTS, MISS_POINTS, NUM_DEALS, SAFE_POINTS, Phase
from heliodor.hints.chances import Onlooker
from heliodor.hints.luz.odds import points_of_deal
from heliodor.hints.position import Position

# Of twelve bets, three are met exactly, four with the safety bead, five are missed: by one, one, one, two and three
# tricks (1120 bets of casual bots, three and four players).
EXACT, SAFE, MISSED_BY = 3, 4, (1, 1, 1, 2, 3)
FUTURES = 64  # Sampled for each world.
COMPARED = 4096  # Sampled to compare two standings.


def wins_of_match(onlooker: Onlooker, worlds: int) -> NDArray[np.float64]:
    """Return the share of sampled matches that each seat wins."""
    is_played = onlooker.hidden[0].phase == Phase.PLAYING
    scores = np.zeros((worlds, onlooker.players))
    points = np.zeros(MAX_SEATS)
    for place, (states, gen) in enumerate(onlooker.worlds(worlds) if is_played else ()):
        onlooker.playouts.play_on(states, 0, gen)
        points_of_deal()(states, 0, points)
        scores[place] = points[: onlooker.players]
    scores += onlooker.hidden[0].score[: onlooker.players]
    deal = int(onlooker.hidden[0].deal)
    return _wins(scores, deal + 1 if is_played else deal, FUTURES, onlooker.seed)


def chance_of_points(position: Position, points: float) -> float:
    """Return how much more often the seat would win this match with that many points more."""
    scores = position.hidden[0].score[: position.players].astype(np.float64)[np.newaxis]
    more = scores.copy()
    more[0, position.seat] += points
    deal = int(position.hidden[0].deal)
    with_them, without = (_wins(each, deal, COMPARED, position.seed)[position.seat] for each in (more, scores))
    return max(0.0, float(with_them - without))


def _wins(scores: NDArray[np.float64], deal: int, futures: int, seed: int) -> NDArray[np.float64]:
    """Return the share of wins of each seat from scores [world, seat], with the deals from `deal` on to come."""
    chance = np.random.default_rng(seed)
    ends = np.repeat(scores, futures, axis=0)
    for later in range(deal, NUM_DEALS + 1):
        ends += chance.choice(_usual_points(later), ends.shape)
    best = ends == ends.max(axis=1, keepdims=True)
    return np.asarray((best / best.sum(axis=1, keepdims=True)).mean(axis=0), np.float64)


def _usual_points(deal: int) -> NDArray[np.float64]:
    """Return equally likely results of a bet in a deal (L7)."""
    missed = [-MISS_POINTS * tricks for tricks in MISSED_BY]
    return np.array([EXACT_POINTS * deal] * EXACT + [SAFE_POINTS * deal] * SAFE + missed, np.float64)
