"""The Plackett-Luce fit: it finds the strengths that made the data, and treats ties and copies as it should."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import permutations

import numpy as np
import pytest
from numpy.typing import NDArray

from heliodor.arena.strength import choices_in, fit_log_worths

Ranking = Sequence[Sequence[int]]


def fit(rankings: Sequence[Ranking], num_bots: int, prior: float = 1.0) -> NDArray[np.float64]:
    chosen = np.zeros(num_bots)
    among: dict[tuple[int, ...], float] = {}
    for ranking in rankings:
        more, sets = choices_in(ranking, num_bots)
        chosen += more
        for risk_set, weight in sets.items():
            among[risk_set] = among.get(risk_set, 0.0) + weight
    table = np.array(list(among), float).reshape(-1, num_bots)
    return fit_log_worths(chosen[None], np.array([list(among.values())]), table, np.array([prior]))[0]


def draw_ranking(rng: np.random.Generator, theta: NDArray[np.float64], seats: Sequence[int]) -> list[list[int]]:
    """Return the seats in an order drawn from the model: the largest of worths with Gumbel noise comes first."""
    noisy = theta[list(seats)] + rng.gumbel(size=len(seats))
    return [[seats[place]] for place in np.argsort(-noisy)]


def test_known_strengths_are_recovered() -> None:
    rng = np.random.default_rng(1)
    theta = np.array([0.9, 0.4, 0.0, -0.3, -1.0])
    tables = [rng.choice(5, 4, replace=False).tolist() for _ in range(4000)]
    found = fit([draw_ranking(rng, theta, table) for table in tables], 5)
    assert np.abs(found - theta).max() < 0.1


def test_strengths_are_recovered_from_one_against_copies_of_another() -> None:
    rng = np.random.default_rng(2)
    theta = np.array([0.5, -0.5])
    tables = [[0, 1, 1, 1], [1, 0, 0, 0]] * 1500
    found = fit([draw_ranking(rng, theta, table) for table in tables], 2)
    assert np.abs(found - theta).max() < 0.1


def test_two_bots_differ_by_the_logarithm_of_the_odds() -> None:
    found = fit([[[0], [1]]] * 300 + [[[1], [0]]] * 100, 2, prior=1e-9)
    assert found[0] - found[1] == pytest.approx(math.log(3), abs=1e-6)


def test_a_tie_is_half_a_win_for_each() -> None:
    ties = fit([[[0], [1]]] * 10 + [[[0, 1]]] * 20, 2)
    halves = fit([[[0], [1]]] * 20 + [[[1], [0]]] * 10, 2)
    assert ties == pytest.approx(halves)


@pytest.mark.parametrize("ranking", [[[0, 1], [2]], [[2], [0, 1]], [[0, 1, 2]], [[0, 1, 2], [0]], [[1], [0, 0, 2]]])
def test_a_tie_is_every_order_of_the_tied_in_equal_parts(ranking: Ranking) -> None:
    chosen, among = choices_in(ranking, 3)
    orders: list[list[list[int]]] = [[]]
    for group in ranking:
        orders = [[*order, *([bot] for bot in tied)] for order in orders for tied in permutations(group)]
    apart = [choices_in(order, 3) for order in orders]
    assert chosen == pytest.approx(np.mean([single for single, _ in apart], axis=0))
    for risk_set in {risk_set for _, sets in apart for risk_set in sets}:
        assert among[risk_set] == pytest.approx(np.mean([sets.get(risk_set, 0.0) for _, sets in apart]))


def test_a_bot_that_never_lost_is_strong_but_not_infinitely() -> None:
    few, many = (fit([[[0], [1]]] * count, 2)[0] for count in (10, 1000))
    assert 0 < few < many < 20


def test_nothing_played_makes_all_equal() -> None:
    assert fit([], 3) == pytest.approx(np.zeros(3))


def test_tournaments_are_fitted_together_as_if_each_were_alone() -> None:
    rng = np.random.default_rng(3)
    table = np.array([[1, 1, 0], [1, 0, 1], [0, 1, 1], [1, 1, 1]], float)
    among = rng.integers(1, 50, (6, 4)).astype(float)
    chosen = np.stack([rng.dirichlet(np.ones(3)) * row.sum() for row in among])
    together = fit_log_worths(chosen, among, table, np.ones(6))
    for row in range(6):
        alone = fit_log_worths(chosen[row : row + 1], among[row : row + 1], table, np.ones(1))
        assert together[row] == pytest.approx(alone[0], abs=1e-7)
