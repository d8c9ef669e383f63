"""Fitting and checking chances to win: numbers are fitted to some matches, and compared with the winners of others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from heliodor.core.contract import Game
from heliodor.core.errors import HeliodorError
from heliodor.hints import advice_of
from heliodor.hints.calibration import Numbers, with_rewards
from heliodor.training.sampling import Sample, SampledMatch, state_of

BINS = 10
PHASES = ("early", "middle", "late")  # Thirds of the progress that `Advice.standing` tells.
# A fit starts from what the playouts say, and is held there: an input may change the logarithm of a chance by about
# this much for free. Which of these is best is tried on parts of the matches that were left out.
FREEDOMS = (0.02, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6)
PARTS = 5
POSITIONS_OF_A_MATCH = 2.0  # Positions of a match have one winner, so they count as this many independent ones.
STEPS = 50  # Of Newton's method; a dozen are enough.
BOOTSTRAPS = 400

Floats = NDArray[np.float64]
View = Literal["onlooker", "hint"]  # Of somebody without a seat, or of the seat to act.


class Rows(NamedTuple):
    """Positions as arrays."""

    inputs: Floats  # [position, seat, input], the rewards first.
    progress: Floats  # [position], or [position, seat].
    won: Floats  # [position, seat] -> part of the win.
    match: NDArray[np.int64]  # [position] -> place of its match.
    seat: NDArray[np.int64]  # [position] -> the seat to act.


class Bin(msgspec.Struct, frozen=True):
    """Chances of about the same size, and how often they came true."""

    told: float  # Mean.
    won: float
    low: float  # 95 % interval of `won`, by bootstrap over matches.
    high: float
    chances: int  # How many.


class Honesty(msgspec.Struct, frozen=True):
    """How well told chances agree with what happened."""

    matches: int
    positions: int
    gap: float  # Mean distance between told and won over the bins, each by its number of chances.
    gap_low: float  # 95 % interval, by bootstrap over matches; a gap of few matches is too large by chance.
    gap_high: float
    gap_of_honest: float  # The mean gap that perfectly honest chances would show with so few matches.
    brier: float  # Mean square error of a position, summed over its seats.
    brier_fair: float  # The same if it is always the fair share.
    gain_low: float  # 95 % interval of `brier_fair` minus `brier`.
    gain_high: float
    bins: list[Bin]


def rows_of(game: Game, matches: Sequence[SampledMatch], view: View) -> Rows:
    """Return all positions of some matches as this viewer sees them."""
    advice = advice_of(game)
    inputs, progress, won, match, seats = [], [], [], [], []
    for place, each in enumerate(matches):
        for sample in each.samples:
            rewards = _rewards(sample, view)
            if rewards is None:
                continue
            states = state_of(game, sample)
            standing = advice.standing(states)
            inputs.append(with_rewards(rewards, standing.inputs))
            progress.append(standing.progress)
            won.append(each.won)
            match.append(place)
            seats.append(int(game.kernels.to_act(states, 0)))
    if not inputs:
        raise HeliodorError(f"there are no positions of {game.title} to fit numbers to")
    return Rows(np.array(inputs), np.array(progress), np.array(won), np.array(match), np.array(seats))


def _rewards(sample: Sample, view: View) -> Floats | None:
    if view == "onlooker":
        return np.array(sample.rewards)
    return None if sample.view is None else np.array(sample.view.rewards)


# --- The fit ------------------------------------------------------------------------------------------------------


def fit(rows: Rows, start: Numbers | None = None) -> Numbers:
    """Return the numbers that foretell winners best; without evidence, those at the start, which change nothing.

    The result depends on the rows and the start alone. More reward is always more of the win.
    """
    start = start or unchanged(rows)
    by_loss = sorted(FREEDOMS, key=lambda freedom: _loss_when_left_out(rows, start, freedom))
    found = (_fit(rows, start, freedom) for freedom in by_loss)
    return next((numbers for numbers in found if numbers.trusts_rewards), start)


def _loss_when_left_out(rows: Rows, start: Numbers, freedom: float) -> float:
    """Return the loss (minus the logarithm of the winner's chance) in parts of the matches that were not fitted to."""
    loss = 0.0
    for part in range(PARTS):
        out = rows.match % PARTS == part
        if out.all() or not out.any():
            continue
        told = told_by(_fit(select(rows, ~out), start, freedom), select(rows, out))
        loss -= float((rows.won[out] * np.log(told)).sum())
    return loss


def _fit(rows: Rows, start: Numbers, freedom: float) -> Numbers:
    """Return the most likely numbers (conditional logit), held near those at the start."""
    count = rows.inputs.shape[2]
    late = rows.inputs * _by_seat(rows.progress)[:, :, None]
    all_inputs = np.concatenate([rows.inputs, late], axis=2)
    origin = np.array([*start.early, *start.late])
    # What counts is the usual difference between seats, not the unit of an input.
    spread = np.maximum((all_inputs - all_inputs.mean(axis=1, keepdims=True)).std(axis=(0, 1)), 1e-3)
    hold = np.diag((spread / freedom) ** 2)
    weight = np.minimum(1.0, POSITIONS_OF_A_MATCH / np.bincount(rows.match)[rows.match])
    found = origin.copy()
    for _ in range(STEPS):
        parts = all_inputs @ found
        shares = np.exp(parts - parts.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        slope = np.einsum("p,ps,psk->k", weight, shares - rows.won, all_inputs) + hold @ (found - origin)
        mean = np.einsum("ps,psk->pk", shares, all_inputs)
        flat = all_inputs.reshape(-1, 2 * count)
        bend = flat.T @ (flat * (weight[:, None] * shares).reshape(-1, 1)) - mean.T @ (mean * weight[:, None]) + hold
        step = np.linalg.solve(bend, slope)
        found -= step
        if np.abs(step).max() < 1e-9:
            break
    numbers = [round(float(number), 4) for number in found]
    return Numbers(numbers[:count], numbers[count:], int(rows.match.max()) + 1, len(rows.match))


def _by_seat(progress: Floats) -> Floats:
    """Return the progress as [position, seat]; one seat stands for all if it is the same for them."""
    return progress if progress.ndim == 2 else progress[:, None]


def select(rows: Rows, which: NDArray[np.bool_]) -> Rows:
    """Return some of the positions; their matches get new places."""
    _, match = np.unique(rows.match[which], return_inverse=True)
    return Rows(rows.inputs[which], rows.progress[which], rows.won[which], match, rows.seat[which])


def told_by(numbers: Numbers, rows: Rows) -> Floats:
    """Return the chances, [position, seat], that these numbers tell."""
    return numbers.shares_of(rows.inputs, rows.progress)


def told_when_left_out(rows: Rows) -> Floats:
    """Return the chances, of each part of the matches by numbers fitted to the other parts."""
    told = np.zeros(rows.won.shape)
    for part in range(PARTS):
        out = rows.match // PARTS % PARTS == part  # Not the parts that the fit itself leaves out.
        if out.any():
            told[out] = told_by(fit(select(rows, ~out)), select(rows, out))
    return told


def unchanged(rows: Rows) -> Numbers:
    """Return the numbers that tell the shares of the playouts."""
    count = rows.inputs.shape[2]
    return Numbers([1.0] + [0.0] * (count - 1), [0.0] * count, 0, 0)


# --- The check ----------------------------------------------------------------------------------------------------


def check_honesty(rows: Rows, told: Floats, seed: int = 0, only_actor: bool = False) -> Honesty:
    """Compare told chances with the winners; `only_actor` looks at the seats to act alone."""
    chance = np.random.default_rng(seed)
    players = told.shape[1]
    shown = np.zeros(told.shape, bool)
    if only_actor:
        shown[np.arange(len(told)), rows.seat] = True
    else:
        shown[:] = True
    place = np.minimum((told * BINS).astype(np.int64), BINS - 1)
    matches = int(rows.match.max()) + 1
    # [match, bin] -> number of chances, their sum, and the wins; [match] -> squared errors.
    counts, sums = (_by_match(rows, place, shown, of, matches) for of in (np.ones(told.shape), told))
    wins = _by_match(rows, place, shown, rows.won, matches)
    errors = np.bincount(rows.match, ((told - rows.won) ** 2).sum(axis=1), matches)
    fair = np.bincount(rows.match, ((1 / players - rows.won) ** 2).sum(axis=1), matches)
    number = np.bincount(rows.match, minlength=matches)

    drawn = chance.integers(matches, size=(BOOTSTRAPS, matches))
    gaps = [_gap(counts[of].sum(axis=0), sums[of].sum(axis=0), wins[of].sum(axis=0)) for of in drawn]
    shares = np.array([_divide(wins[of].sum(axis=0), counts[of].sum(axis=0)) for of in drawn])
    gains = [float((fair[of] - errors[of]).sum() / number[of].sum()) for of in drawn]
    honest = [
        _gap(counts.sum(axis=0), sums.sum(axis=0), _by_match(rows, place, shown, of, matches).sum(axis=0))
        for of in _honest_results(rows, told, chance)
    ]
    n, total, won = counts.sum(axis=0), sums.sum(axis=0), wins.sum(axis=0)
    bins = [
        Bin(
            float(total[i] / n[i]),
            float(won[i] / n[i]),
            float(np.nanquantile(shares[:, i], 0.025)),
            float(np.nanquantile(shares[:, i], 0.975)),
            int(n[i]),
        )
        for i in range(BINS)
        if n[i]
    ]
    return Honesty(
        matches=matches,
        positions=len(told),
        gap=_gap(n, total, won),
        gap_low=float(np.quantile(gaps, 0.025)),
        gap_high=float(np.quantile(gaps, 0.975)),
        gap_of_honest=float(np.mean(honest)),
        brier=float(errors.sum() / number.sum()),
        brier_fair=float(fair.sum() / number.sum()),
        gain_low=float(np.quantile(gains, 0.025)),
        gain_high=float(np.quantile(gains, 0.975)),
        bins=bins,
    )


def _by_match(rows: Rows, place: NDArray[np.int64], shown: NDArray[np.bool_], of: Floats, matches: int) -> Floats:
    """Return sums of `of` over the chances of each match in each bin, [match, bin]."""
    key = rows.match[:, None] * BINS + place
    return np.bincount(key[shown], of[shown], matches * BINS).reshape(matches, BINS).astype(np.float64)


def _gap(counts: Floats, told: Floats, won: Floats) -> float:
    return float(np.abs(told - won).sum() / counts.sum())


def _divide(above: Floats, below: Floats) -> Floats:
    return np.asarray(np.divide(above, below, out=np.full(len(above), np.nan), where=below > 0), np.float64)


def _honest_results(rows: Rows, told: Floats, chance: np.random.Generator, times: int = 100) -> Iterable[Floats]:
    """Yield winners as they would be if told chances were true; one random number decides all positions of a match."""
    ends = told.cumsum(axis=1)
    for _ in range(times):
        point = chance.random(int(rows.match.max()) + 1)[rows.match, None]
        winner = np.minimum((point >= ends).sum(axis=1), told.shape[1] - 1)
        yield np.eye(told.shape[1])[winner]


def phase_of(rows: Rows, phase: str) -> Callable[[Floats], tuple[Rows, Floats]]:
    """Return a selection of the positions of one phase."""
    third = np.minimum((rows.progress * len(PHASES)).astype(np.int64), len(PHASES) - 1)
    which = third == PHASES.index(phase)
    return lambda told: (select(rows, which), told[which])
