"""The figures of a tournament, each with an interval.

Intervals cover 95 % and come from a bootstrap over deals: the tournament is resampled many times from the deals
played, with all their matches, and the middle 95 % of the results is the interval. Resampling single matches would
treat the matches of one deal as if each had its own cards.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Sequence
from importlib.metadata import version

import msgspec
import numpy as np
from numpy.typing import NDArray

from heliodor.arena.play import Job, Outcome
from heliodor.arena.schedule import Mode, Seats
from heliodor.arena.strength import POINTS, fit_log_worths
from heliodor.arena.tally import Sums, Tally
from heliodor.core.contract import OptionValue
from heliodor.games import get_game

RESAMPLES = 1000  # With 200, the ends of an interval would themselves be off by a tenth of its width.
RESAMPLES_AT_ONCE = 50  # Bounds the memory: a resample holds a number for each deal.
LEVEL = 0.95
SHARES = ("win_share", "ahead", "alone")  # Figures from 0 to 1.
PACKAGES = ("heliodor", "numba", "numpy")  # Packages whose versions are reported.
FEW_DEALS = 30  # Below this, intervals are too narrow.


class Estimate(msgspec.Struct):
    """A figure and its 95 % interval, which is missing if there is only one deal."""

    value: float
    low: float | None
    high: float | None


class BotFigures(msgspec.Struct):
    """Results of one bot."""

    name: str
    known_as: str  # Its specification: "expert", "cmd:python3 my_bot.py".
    strength: Estimate  # Points on the scale of chess ratings; the mean of all bots is 0.
    win_share: Estimate  # Share of its seats that won; a win shared by two counts half for each.
    score: list[Estimate]  # One number, or six in Speedy Gnomes; empty if every match was spoilt.
    margin_to_best: list[Estimate]  # Score minus that of the best of the others.
    margin_to_mean: list[Estimate]  # Score minus the mean of the others.
    seats: int  # Matches times seats that it had in them.
    failures: int  # Matches that it spoilt, and so lost.
    decisions: int
    decisions_per_second: float  # In wall-clock time, one match at a time.
    cpu_ms_per_decision: float


class PairFigures(msgspec.Struct):
    """Results of one bot against another."""

    bot: str
    other: str
    ahead: Estimate | None  # How often it finished ahead of the other at the same table; a tie counts half.
    alone: Estimate | None  # Share of wins as a single bot among copies of the other.
    score_ratio: Estimate | None  # Alone at the table: mean score divided by the other's.


class FailureGroup(msgspec.Struct):
    """Failures of one bot that look alike, and where the first of them happened."""

    bot: str
    kind: str
    message: str
    count: int
    deal: int
    seats: Seats


class Report(msgspec.Struct):
    """Results of a tournament."""

    game: str
    title: str
    options: dict[str, OptionValue]
    mode: Mode
    deals: int
    arrangements: int  # Every deal was played in each of these.
    matches: int
    seed: int
    fair_share: float  # Share of wins of a seat if all were equally good.
    bots: list[BotFigures]  # The strongest first.
    pairs: list[PairFigures]
    failures: list[FailureGroup]
    seconds: float  # Of this run, in wall-clock time.
    resumed: int  # Matches that were played before this run.
    place: str  # Where this run was played; empty if nothing was left to play.
    command: str
    machine: dict[str, str]
    versions: dict[str, str]


class Circumstances(msgspec.Struct):
    """The content of a report besides the outcomes."""

    mode: Mode
    deals: int
    arrangements: int
    seconds: float
    resumed: int
    place: str
    command: str


def make_report(job: Job, outcomes: Sequence[Outcome], about: Circumstances) -> Report:
    """Return the figures of all outcomes of a tournament; their order does not matter."""
    game = get_game(job.game)
    names = [name for name, _ in job.bots]
    players = int(dict(job.options)["players"])
    tally = Tally(game, names, about.deals, outcomes)
    figures = _Figures(tally, job.seed)
    bots = [_bot_figures(figures, bot, job, outcomes) for bot in range(len(names))]
    return Report(
        game=game.id,
        title=game.title,
        options=dict(job.options),
        mode=about.mode,
        deals=about.deals,
        arrangements=about.arrangements,
        matches=len(outcomes),
        seed=job.seed,
        fair_share=1 / (players if players > 1 else len(names)),
        bots=sorted(bots, key=lambda bot: -bot.strength.value),
        pairs=[
            _pair_figures(figures, job, bot, other)
            for bot in range(len(names))
            for other in range(len(names))
            if bot != other
        ],
        failures=group_failures(outcomes),
        seconds=about.seconds,
        resumed=about.resumed,
        place=about.place,
        command=about.command,
        machine={"processor": _processor(), "cores": str(os.cpu_count()), "system": platform.platform()},
        versions={"python": platform.python_version()} | {name: version(name) for name in PACKAGES},
    )


def group_failures(outcomes: Iterable[Outcome]) -> list[FailureGroup]:
    """Return the failures, similar ones grouped, in the order of the deals."""
    groups: dict[tuple[str, str, str], FailureGroup] = {}
    for outcome in sorted(outcomes, key=lambda outcome: outcome.fixture):
        if failure := outcome.failure:
            key = (failure.bot, failure.kind, failure.message)
            first = FailureGroup(*key, count=0, deal=outcome.deal, seats=outcome.seats)
            groups.setdefault(key, first).count += 1
    return list(groups.values())


def _bot_figures(figures: _Figures, bot: int, job: Job, outcomes: Sequence[Outcome]) -> BotFigures:
    name, known_as = job.bots[bot]
    at = [(outcome, seat) for outcome in outcomes for seat, other in enumerate(outcome.seats) if other == name]
    decisions = sum(outcome.decisions[seat] for outcome, seat in at)
    seconds = sum(outcome.seconds[seat] for outcome, seat in at)
    cpu_seconds = sum(outcome.cpu_seconds[seat] for outcome, seat in at)
    return BotFigures(
        name=name,
        known_as=known_as,
        strength=figures.estimate("strength", bot),
        win_share=figures.estimate("win_share", bot),
        score=figures.list_of("score", bot),
        margin_to_best=figures.list_of("to_best", bot) if len(job.bots) > 1 else [],
        margin_to_mean=figures.list_of("to_mean", bot) if len(job.bots) > 1 else [],
        seats=len(at),
        failures=sum(outcome.failure is not None and outcome.failure.bot == name for outcome in outcomes),
        decisions=decisions,
        decisions_per_second=decisions / max(seconds, 1e-9),
        cpu_ms_per_decision=1000 * cpu_seconds / max(decisions, 1),
    )


def _pair_figures(figures: _Figures, job: Job, bot: int, other: int) -> PairFigures:
    alone_at_the_table = dict(job.options)["players"] == 1
    return PairFigures(
        bot=job.bots[bot][0],
        other=job.bots[other][0],
        ahead=figures.estimate_or_none("ahead", bot, other),
        alone=None if alone_at_the_table else figures.estimate_or_none("alone", bot, other),
        score_ratio=figures.estimate_or_none("score_ratio", bot, other) if alone_at_the_table else None,
    )


class _Figures:
    """Every figure of a tournament, and the same for each resample of it."""

    def __init__(self, tally: Tally, seed: int) -> None:
        self._deals = tally.deals
        self._values = _compute({name: sums.sum(axis=0)[None] for name, sums in tally.sums.items()}, tally, np.ones(1))
        rng = np.random.default_rng(seed)
        parts = [self._resample(tally, rng) for _ in range(0, RESAMPLES, RESAMPLES_AT_ONCE)]
        self._resamples = {name: np.concatenate([part[name] for part in parts]) for name in self._values}

    def _resample(self, tally: Tally, rng: np.random.Generator) -> dict[str, Sums]:
        times = rng.multinomial(tally.deals, np.full(tally.deals, 1 / tally.deals), RESAMPLES_AT_ONCE).astype(float)
        totals = {name: np.tensordot(times, sums, axes=1) for name, sums in tally.sums.items()}
        return _compute(totals, tally, rng.exponential(size=RESAMPLES_AT_ONCE))

    def estimate(self, name: str, *at: int) -> Estimate:
        """Return one figure with its interval."""
        value = float(self._values[name][(0, *at)])
        if self._deals == 1:
            return Estimate(value, None, None)
        resamples = np.moveaxis(self._resamples[name], 0, -1)[at]
        low, high = (float(end) for end in np.nanquantile(resamples, [(1 - LEVEL) / 2, (1 + LEVEL) / 2]))
        if name in SHARES and high - low < 1e-12:
            low, high = interval_of_constant(value, self._deals)
        return Estimate(value, low, high)

    def estimate_or_none(self, name: str, *at: int) -> Estimate | None:
        """Return one figure, or None if no match measures it."""
        return self.estimate(name, *at) if np.isfinite(self._values[name][(0, *at)]) else None

    def list_of(self, name: str, bot: int) -> list[Estimate]:
        """Return the parts of a score; an empty list if no match measures it."""
        parts = (self.estimate_or_none(name, bot, part) for part in range(self._values[name].shape[2]))
        return [part for part in parts if part is not None]


def interval_of_constant(share: float, deals: int) -> tuple[float, float]:
    """Return the interval of a share that was the same in all deals, in which resamples see nothing else."""
    unseen = 1 - ((1 - LEVEL) / 2) ** (1 / deals)  # Up to this share of all deals may differ.
    return share * (1 - unseen), share + (1 - share) * unseen


def _compute(totals: dict[str, Sums], tally: Tally, prior: NDArray[np.float64]) -> dict[str, Sums]:
    """Return the figures of several tournaments, given their sums; NaN where no match measures them."""
    with np.errstate(divide="ignore", invalid="ignore"):
        scored = totals["scored"][:, :, None]
        score = totals["score"] / scored
        return {
            "strength": POINTS * fit_log_worths(totals["chosen"], totals["among"], tally.risk_sets, prior),
            "win_share": totals["wins"] / totals["seats"],
            "score": score,
            "to_best": totals["to_best"] / scored,
            "to_mean": totals["to_mean"] / scored,
            "ahead": totals["ahead"] / totals["met"],
            "alone": totals["alone_wins"] / totals["alone"],
            "score_ratio": score[:, :, None, 0] / score[:, None, :, 0],
        }


def _processor() -> str:
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
