"""Numbers that make chances honest: found if they are there, and checked against the winners."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from heliodor.core.errors import HeliodorError
from heliodor.games import get_game
from heliodor.hints.calibration import Numbers
from heliodor.training.calibrating import (
    PHASES,
    Rows,
    check_honesty,
    fit,
    phase_of,
    rows_of,
    told_by,
    told_when_left_out,
    unchanged,
)

PLAYERS, POSITIONS = 3, 5
TRUE = Numbers([0.5, 0.6], [0.8, 0.0], 0, 0)
BOLD = Numbers([1.2, 1.2], [1.6, 0.0], 0, 0)


def rows_by(numbers: Numbers, matches: int, seed: int) -> Rows:
    """Return made-up positions whose winners follow these numbers."""
    chance = np.random.default_rng(seed)
    count = matches * POSITIONS
    inputs = np.stack([np.log(chance.dirichlet(np.ones(PLAYERS), count)), chance.normal(size=(count, PLAYERS))], 2)
    match = np.repeat(np.arange(matches), POSITIONS)
    rows = Rows(inputs, chance.random(count), np.zeros((count, PLAYERS)), match, chance.integers(PLAYERS, size=count))
    ends = told_by(numbers, rows).cumsum(axis=1)
    winner = np.minimum((chance.random((count, 1)) >= ends).sum(axis=1), PLAYERS - 1)
    return rows._replace(won=np.eye(PLAYERS)[winner])


def test_a_fit_finds_the_numbers_that_made_the_winners() -> None:
    found = fit(rows_by(TRUE, 1000, 1))
    assert np.allclose([*found.early, *found.late], [*TRUE.early, *TRUE.late], atol=0.2)
    assert (found.matches, found.positions) == (1000, 1000 * POSITIONS)


def test_a_fit_without_evidence_changes_nothing() -> None:
    rows = rows_by(unchanged(rows_by(TRUE, 1, 0)), 40, 2)
    found = fit(rows)
    assert np.allclose(told_by(found, rows), told_by(unchanged(rows), rows), atol=0.06)


def test_honest_chances_stand_out() -> None:
    rows = rows_by(TRUE, 800, 3)
    honest, bold = (check_honesty(rows, told_by(numbers, rows)) for numbers in (TRUE, BOLD))
    assert honest.gap < 1.5 * honest.gap_of_honest < 0.03
    assert bold.gap > bold.gap_low > 0.06
    assert honest.gap_low <= honest.gap <= honest.gap_high
    assert honest.brier < bold.brier
    assert honest.gain_low > 0, "better than the fair share for certain"
    assert honest.brier_fair == pytest.approx((1 - 1 / PLAYERS) ** 2 + (PLAYERS - 1) / PLAYERS**2)
    assert sum(each.chances for each in honest.bins) == len(rows.won) * PLAYERS
    assert all(each.low <= each.won <= each.high for each in honest.bins)
    assert sum(each.chances for each in check_honesty(rows, told_by(TRUE, rows), only_actor=True).bins) == len(rows.won)


def test_chances_of_matches_that_were_left_out_are_honest_too() -> None:
    rows = rows_by(TRUE, 300, 6)
    told = told_when_left_out(rows)
    assert np.allclose(told.sum(axis=1), 1)
    assert check_honesty(rows, told).gap < 0.04
    assert not np.allclose(told, told_by(fit(rows), rows), atol=1e-4)


def test_every_position_has_one_phase() -> None:
    rows = rows_by(TRUE, 30, 4)
    told = told_by(TRUE, rows)
    parts = [phase_of(rows, phase)(told) for phase in PHASES]
    assert sum(len(part.won) for part, _ in parts) == len(rows.won)
    for (part, of_part), low in zip(parts, (0, 1 / 3, 2 / 3), strict=True):
        assert len(of_part) == len(part.won)
        assert part.progress.min() >= low
        assert part.progress.max() < low + 1 / 3


def test_without_positions_there_is_nothing_to_fit() -> None:
    with pytest.raises(HeliodorError, match="there are no positions of Luz to fit numbers to"):
        rows_of(get_game("luz"), [], "onlooker")


def test_a_fit_is_the_same_every_time() -> None:
    rows = rows_by(TRUE, 50, 5)
    assert msgspec.json.encode(fit(rows)) == msgspec.json.encode(fit(rows))
