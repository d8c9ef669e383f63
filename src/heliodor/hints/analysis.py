"""Analysis of a finished match: for each decision what a bot would have done, and how much was given away.

A decision is judged by what its seat knew at the time: both options are played in the same sampled worlds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec

from heliodor.core.contract import Event, OptionValue, States
from heliodor.core.errors import HeliodorError
from heliodor.hints.chances import chances
from heliodor.hints.contract import Line, Prices, advice_of
from heliodor.hints.hints import Hint, make_hints
from heliodor.hints.outlook import (
    DEFAULT_LEVEL,
    WORLDS,
    Candidate,
    Considered,
    check_level,
    consider,
    forecast,
    share_of_win,
)
from heliodor.hints.position import Position, Steps, check_hints
from heliodor.match import Match

# Limits of the ratings: the reward that was given away. The whole win of the match, or of a part of it, is 1.
BEST_TO = 0.005
FINE_TO = 0.02
INACCURACY_TO = 0.06
RATINGS = ("best", "fine", "inaccuracy", "mistake")
CERTAIN_ERRORS = 2.0  # Standard errors a loss needs to count as more than "fine".

TURN_OF_CHANCE = 0.1  # Part of the win that has to change hands for a turning point.
MOST_TURNING_POINTS = 3


class Decision(msgspec.Struct, frozen=True):
    """One decision of the match, and the bot's judgement."""

    action: int  # Number of its first action, counted from 1, as printed by `record show`.
    ply: int  # Number of actions played before.
    seat: int
    actions: list[str]  # The actions played: one, or those of a whole turn.
    rating: str  # One of RATINGS, or "forced" where there was no choice.
    given_away: float  # Of the reward, from 0 to 1.
    error: float  # Standard error of that; 0 where it is exact.
    lead_given_away: list[float]  # The same for the expected lead.
    points: float | None  # The same in points, where rewards are about points and not about the win.
    chance: float  # What it cost of the seat's chance to win.
    best: Hint  # What the bot would have played.
    reasons: list[Event]  # Effects of the actions played.
    line: Line | None  # The most that could be scored, in games where that is worth telling.
    known: Any = msgspec.field(default=None, name="bet")  # What could be known, as the game defines it; "bet" in JSON.


class Moment(msgspec.Struct, frozen=True):
    """One point of the curve: before a decision, or the end."""

    ply: int  # Number of actions played before.
    shares: list[float]  # [seat] -> chance to win, as an onlooker sees it; they add up to 1.
    is_certain: bool  # The match is over.


class TurningPoint(msgspec.Struct, frozen=True):
    """A decision after which the chances were very different; what the others and the cards did until then counts."""

    ply: int
    seat: int  # The seat that decided.
    before: list[float]  # [seat] -> chance to win before it,
    after: list[float]  # and before the next decision, or at the end.
    given_away: float | None  # What the decision itself cost of the seat's chance; None if it was not analysed.


class Account(msgspec.Struct, frozen=True):
    """Where a seat's chance to win went: start + own + others + cards = end."""

    start: float  # After the deal.
    own: float  # Given away by its own decisions; 0 or less.
    others: float  # Its part of what the others gave away; 0 or more.
    cards: float  # The rest: what the cards brought, and what nobody could know.
    end: float


class SeatReport(msgspec.Struct, frozen=True):
    """The decisions of one seat."""

    seat: int
    name: str
    score: int | list[int]
    ratings: dict[str, int]  # Number of decisions by rating.
    given_away: float  # Total.
    account: Account | None  # None for a player alone, and if only some seats were analysed.


class Analysis(msgspec.Struct, frozen=True):
    """A match, decision by decision."""

    game: str
    options: dict[str, OptionValue]
    names: list[str]
    scores: list[int | list[int]]
    winners: list[int]
    level: str
    seed: int
    curve: list[Moment]  # One for each decision of the match, and the end; empty for a player alone.
    turning_points: list[TurningPoint]  # The sharpest, in the order of the match.
    decisions: list[Decision]
    seats: list[SeatReport]


class Taken(NamedTuple):
    """A decision as recorded."""

    ply: int
    seat: int
    before: States  # The state in which it was taken.
    texts: list[str]
    steps: list[int]


class Study:
    """An analysis in progress: first the curve, then the decisions, one small piece of work after the other.

    Raises HeliodorError if the match is not over, or there is no such seat or level. `curve` and `decisions` are pieces
    that have been done before, by a study of the same match, level and seed.
    """

    def __init__(
        self,
        match: Match,
        *,
        seat: int | None = None,
        level: str = DEFAULT_LEVEL,
        seed: int = 0,
        curve: Sequence[Moment] = (),
        decisions: Sequence[Decision] = (),
    ) -> None:
        check_level(level)
        check_hints(match.game)
        if not match.over:
            raise HeliodorError(
                f"the match is not over: seat {match.to_act} is to act; only finished matches are analysed"
            )
        if seat is not None and not 0 <= seat < match.players:
            raise HeliodorError(f"there is no seat {seat}; the seats are 0 to {match.players - 1}")
        self.match = match
        self.level = level
        self.seed = seed
        self.curve = list(curve)
        self.decisions = list(decisions)
        self._seat = seat
        taken = list(decisions_of(match))
        self._deciders = {decision.ply: decision.seat for decision in taken}
        self._judged = [decision for decision in taken if seat in (None, decision.seat)]
        self._moments = [] if match.players == 1 else [(each.ply, each.before) for each in taken]
        if self._moments:
            self._moments.append((match.ply, match.states))

    @property
    def total(self) -> int:
        """Number of pieces."""
        return len(self._moments) + len(self._judged)

    @property
    def done(self) -> int:
        """Number of pieces that are done."""
        return len(self.curve) + len(self.decisions)

    @property
    def has_curve(self) -> bool:
        """Whether the curve is complete."""
        return len(self.curve) == len(self._moments)

    def advance(self) -> None:
        """Do the next piece; there must be one."""
        if not self.has_curve:
            ply, states = self._moments[len(self.curve)]
            found = chances(self.match.game, states, level=self.level, seed=self.seed + ply)
            self.curve.append(Moment(ply, found.shares, found.is_certain))
        else:
            self.decisions.append(judge(self.match, self._judged[len(self.decisions)], self.level, self.seed))

    def result(self) -> Analysis:
        """Return the analysis, as far as it is done; another thread may be at work on it."""
        match = self.match
        curve, decisions = list(self.curve), list(self.decisions)
        has_curve = len(curve) == len(self._moments)
        is_whole = self._seat is None and len(curve) + len(decisions) == self.total
        return Analysis(
            game=match.game.id,
            options=match.options,
            names=list(match.names),
            scores=match.scores,
            winners=match.winners,
            level=self.level,
            seed=self.seed,
            curve=curve,
            turning_points=_turning_points(self._deciders, curve, decisions) if has_curve else [],
            decisions=decisions,
            seats=[
                _report(match, seat, decisions, curve if is_whole else [])
                for seat in range(match.players)
                if self._seat in (None, seat)
            ],
        )


def analyse(
    match: Match,
    *,
    seat: int | None = None,
    level: str = DEFAULT_LEVEL,
    seed: int = 0,
    on_progress: Callable[[int, int], None] = lambda done, total: None,
) -> Analysis:
    """Analyse the decisions of a finished match, or of one seat; `on_progress` gets the number done and the total.

    Raises HeliodorError if the match is not over, or there is no such seat or level.
    """
    study = Study(match, seat=seat, level=level, seed=seed)
    while study.done < study.total:
        on_progress(study.done, study.total)
        study.advance()
    on_progress(study.total, study.total)
    return study.result()


def decisions_of(match: Match) -> Iterator[Taken]:
    """Yield the decisions of a match; several actions can be one decision."""
    advice = advice_of(match.game)
    current: Taken | None = None
    for ply, (before, after) in enumerate(pairwise(match.positions())):
        if current is None:
            current = Taken(ply, int(match.game.kernels.to_act(before, 0)), before, [], [])
        current.texts.append(match.actions[ply])
        current.steps.extend(match.game.notation.parse_action(before, 0, match.actions[ply]))
        if not advice.is_mid_turn(after):
            yield current
            current = None
    if current is not None:
        yield current


def judge(match: Match, taken: Taken, level: str, seed: int) -> Decision:
    """Compare what was played with what the bot would have played, by what the seat knew."""
    position = Position(match.game, taken.before, seed=seed + taken.ply)
    considered = consider(position, level)
    candidates = considered.candidates
    hint = make_hints(position, candidates, level, 1)[0]
    loss, error, lead = given_away(position, considered, taken.steps, level)
    advice = position.advice
    is_about_points = position.players == 1 or not advice.rates_match
    return Decision(
        action=taken.ply + 1,
        ply=taken.ply,
        seat=taken.seat,
        actions=taken.texts,
        rating="forced" if position.is_forced() else rate(candidates[0], taken.steps, loss, error),
        given_away=loss,
        error=error,
        lead_given_away=lead,
        points=lead[0] if is_about_points else None,
        chance=chance_lost(position, candidates[0], taken.steps, loss, lead[0], level),
        best=hint,
        reasons=advice.explain(position, taken.steps, [candidate.steps for candidate in candidates]),
        line=advice.best_line(position, candidates),
        known=advice.knowledge(position),
    )


def given_away(
    position: Position, considered: Considered, played: Steps, level: str
) -> tuple[float, float, list[float]]:
    """Return how much worse than the best the played steps are, the standard error of that, and the lost lead."""
    best = considered.candidates[0]
    if list(played) == best.steps:
        return 0.0, 0.0, [0.0]
    if prices := position.advice.prices(position):
        return _given_away_by_price(prices, best.steps[0], played[0])
    ours, theirs = (forecast(position, steps, WORLDS[level]) for steps in (best.steps, played))
    lead = [float(part) for part in (ours.leads - theirs.leads).mean(axis=0)]
    values = {tuple(candidate.steps): candidate.value for candidate in considered.candidates}
    if considered.is_exact and tuple(played) in values:
        return max(0.0, best.value - values[tuple(played)]), 0.0, lead
    differences = ours.values - theirs.values
    error = float(differences.std(ddof=1)) / math.sqrt(len(differences))
    return max(0.0, float(differences.mean())), error, lead


def chance_lost(position: Position, best: Candidate, played: Steps, loss: float, points: float, level: str) -> float:
    """Return what a lost part of the reward, or lost points, cost of the seat's chance to win."""
    if position.players == 1 or not loss:
        return 0.0
    if not position.advice.rates_match:
        return position.advice.chance_of(position, loss, points)
    ours, theirs = (forecast(position, steps, WORLDS[level]) for steps in (best.steps, played))
    before, after = share_of_win(position, 0.0, ours, ours), share_of_win(position, loss, theirs, ours)
    return max(0.0, (before or 0.0) - (after or 0.0))


def _given_away_by_price(prices: Prices, best: int, played: int) -> tuple[float, float, list[float]]:
    """Return how much worse than the best a priced action is, as a part of the reward, its error, and in points.

    Where actions are judged by their chance to win, the part is one of that chance.
    """
    points = float(prices.points[best] - prices.points[played])
    if prices.wins is not None:
        ours, theirs = float(prices.wins[best]), float(prices.wins[played])
        error = math.sqrt((ours * (1 - ours) + theirs * (1 - theirs)) / prices.worlds)
        return max(0.0, ours - theirs), error, [points]
    return max(0.0, points / prices.span), 0.0, [points]


def rate(best: Candidate, played: Steps, loss: float, error: float) -> str:
    """Return the rating of a decision that was not forced, from what it gave away and the error of that."""
    if list(played) == best.steps or loss <= BEST_TO:
        return "best"
    if loss <= FINE_TO or loss < CERTAIN_ERRORS * error:
        return "fine"
    return "inaccuracy" if loss <= INACCURACY_TO else "mistake"


# --- Seats --------------------------------------------------------------------------------------------------------


def _report(match: Match, seat: int, decisions: Sequence[Decision], curve: Sequence[Moment]) -> SeatReport:
    own = [decision for decision in decisions if decision.seat == seat]
    ratings = dict.fromkeys((*RATINGS, "forced"), 0)
    for decision in own:
        ratings[decision.rating] += 1
    return SeatReport(
        seat=seat,
        name=match.names[seat],
        score=match.scores[seat],
        ratings=ratings,
        given_away=sum(decision.given_away for decision in own),
        account=_account(seat, decisions, curve) if curve else None,
    )


def _account(seat: int, decisions: Sequence[Decision], curve: Sequence[Moment]) -> Account:
    """Tell choices from cards. What a seat gives away goes to the others in proportion to their chances."""
    own = others = 0.0
    for decision, moment in zip(decisions, curve, strict=False):
        if decision.seat == seat:
            own -= decision.chance
        else:
            others += decision.chance * moment.shares[seat] / (1.0 - moment.shares[decision.seat])
    start, end = curve[0].shares[seat], curve[-1].shares[seat]
    return Account(start, own, others, end - start - own - others, end)


def _turning_points(
    seats: Mapping[int, int], curve: Sequence[Moment], decisions: Sequence[Decision]
) -> list[TurningPoint]:
    """Return the decisions after which most of the win changed hands; `seats` are those that decided, by ply."""
    costs = {decision.ply: decision.chance for decision in decisions}
    found = [
        TurningPoint(before.ply, seats[before.ply], before.shares, after.shares, costs.get(before.ply))
        for before, after in pairwise(curve)
        if changed_hands(before.shares, after.shares) >= TURN_OF_CHANCE
    ]
    sharpest = sorted(found, key=lambda point: -changed_hands(point.before, point.after))[:MOST_TURNING_POINTS]
    return sorted(sharpest, key=lambda point: point.ply)


def changed_hands(before: Sequence[float], after: Sequence[float]) -> float:
    """Return the part of the win that some seats lose to others."""
    return sum(max(0.0, lost - kept) for lost, kept in zip(before, after, strict=True))
