"""Strengths that explain the finishing orders: the Plackett-Luce model, fitted to all matches at once.

Each bot has a worth. A bot gets the first place with a probability in proportion to its worth; the second place goes
to one of those left in the same way, and so on. Several seats may hold copies of one bot. A tie counts as every order
of the tied bots in equal parts; between two that is half a win for each.

The fit only needs to know which bots were chosen for a place, and among which. So a tournament becomes a few sums,
and a thousand resampled tournaments are fitted together by Newton's method in well under a second.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

RiskSet = tuple[int, ...]  # How many copies of bot 0, 1, … a place is chosen among.

POINTS = 400 / np.log(10)  # Strengths use the scale of chess ratings: 400 points are ten times the worth.
MAX_ITERATIONS = 100
LONGEST_STEP = 2.0  # Most change of a log-worth in one iteration; far from the solution Newton's steps are too long.
PRECISION = 1e-9


def choices_in(ranking: Sequence[Sequence[int]], num_bots: int) -> tuple[NDArray[np.float64], dict[RiskSet, float]]:
    """Return the content of a ranking: how often each bot was chosen for a place, and how often out of which set.

    `ranking` has a group of bots for each place, the best first; a bot stands in it once for each seat it has.
    """
    chosen = np.zeros(num_bots)
    among: dict[RiskSet, float] = {}
    below = np.bincount([bot for group in ranking for bot in group], minlength=num_bots)
    for group in ranking:
        below = below - np.bincount(group, minlength=num_bots)
        # Which of the tied are left when the next of them is chosen: all subsets are equally likely.
        for size in range(len(group), 0, -1):
            if size + below.sum() == 1:
                continue  # With one left there is no choice.
            for left in combinations(group, size):
                risk_set = tuple(int(n) for n in below + np.bincount(left, minlength=num_bots))
                among[risk_set] = among.get(risk_set, 0.0) + 1 / comb(len(group), size)
                chosen += np.bincount(left, minlength=num_bots) / (size * comb(len(group), size))
    return chosen, among


def fit_log_worths(
    chosen: NDArray[np.float64],
    among: NDArray[np.float64],
    risk_sets: NDArray[np.float64],
    prior: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Return the log-worths of the bots, with mean 0, for each of several tournaments.

    `chosen` is [tournament, bot], `among` is [tournament, risk set] and `risk_sets` is [risk set, bot]. Each bot also
    gets one half-won match against a player of average worth, which counts `prior` [tournament] times. This changes
    almost nothing, but a bot that never lost does not become infinitely strong.
    """
    num_bots = chosen.shape[1]
    theta: NDArray[np.float64] = np.zeros_like(chosen)
    diagonal = np.arange(num_bots)
    for _ in range(MAX_ITERATIONS):
        # The chance of each bot to be chosen out of each set, and against the average player.
        worths = risk_sets * np.exp(theta)[:, None, :]
        chances = worths / worths.sum(axis=2, keepdims=True)
        virtual = 1 / (1 + np.exp(-theta))
        weighted = chances * among[:, :, None]
        gradient = chosen - weighted.sum(axis=1) + prior[:, None] * (0.5 - virtual)
        curvature = -np.swapaxes(weighted, 1, 2) @ chances
        curvature[:, diagonal, diagonal] += weighted.sum(axis=1) + prior[:, None] * virtual * (1 - virtual)
        step = np.linalg.solve(curvature, gradient[:, :, None])[:, :, 0]
        theta += np.clip(step, -LONGEST_STEP, LONGEST_STEP)
        if np.abs(step).max() < PRECISION:
            break
    theta -= theta.mean(axis=1, keepdims=True)
    return theta
