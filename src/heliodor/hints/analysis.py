"""Analysis of a finished match: for each decision what a bot would have done, and how much was given away.

A decision is judged by what its seat knew at the time: both options are played in the same sampled worlds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec

from heliodor.core.contract import Event, OptionValue, States
from heliodor.core.errors import HeliodorError
from heliodor.hints.contract import Prices, advice_of
from heliodor.hints.hints import Hint, make_hints
from heliodor.hints.outlook import (
    DEFAULT_LEVEL,
    WORLDS,
    Candidate,
    Considered,
    check_level,
    consider,
    forecast,
)
from heliodor.hints.position import Position, Steps, check_hints
from heliodor.match import Match

# Limits of the ratings: the reward that was given away. The whole win of the match, or of a part of it, is 1.
BEST_TO = 0.005
FINE_TO = 0.02
INACCURACY_TO = 0.06
RATINGS = ("best", "fine", "inaccuracy", "mistake")
CERTAIN_ERRORS = 2.0  # Standard errors a loss needs to count as more than "fine".

TURN_OF_SHARE = 0.15  # Change of a seat's share between two of its decisions that makes a turning point.
TURN_OF_VALUE = 0.35  # The same for its reward in a part of the match.
MOST_TURNING_POINTS = 5  # Per seat.


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
    best: Hint  # What the bot would have played.
    reasons: list[Event]  # Effects of the actions played.
    known: Any = msgspec.field(default=None, name="bet")  # What could be known, as the game defines it; "bet" in JSON.


class TurningPoint(msgspec.Struct, frozen=True):
    """A decision after which the seat's prospects changed sharply."""

    ply: int
    before: float  # The seat's share, or its reward in a part of the match, as the bot saw it at this decision,
    after: float  # and at the seat's next one, or at the end.
    given_away: float  # The part of the change that the seat gave away itself; the rest is luck and the other players.


class SeatReport(msgspec.Struct, frozen=True):
    """The decisions of one seat."""

    seat: int
    name: str
    score: int | list[int]
    ratings: dict[str, int]  # Number of decisions by rating.
    given_away: float  # Total.
    turning_points: list[TurningPoint]  # The sharpest, in the order of the match.


class Analysis(msgspec.Struct, frozen=True):
    """A match, decision by decision."""

    game: str
    options: dict[str, OptionValue]
    names: list[str]
    scores: list[int | list[int]]
    winners: list[int]
    level: str
    seed: int
    decisions: list[Decision]
    seats: list[SeatReport]


class Taken(NamedTuple):
    """A decision as recorded."""

    ply: int
    seat: int
    before: States  # The state in which it was taken.
    texts: list[str]
    steps: list[int]


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
    check_level(level)
    check_hints(match.game)
    if not match.over:
        raise HeliodorError(f"the match is not over: seat {match.to_act} is to act; only finished matches are analysed")
    if seat is not None and not 0 <= seat < match.players:
        raise HeliodorError(f"there is no seat {seat}; the seats are 0 to {match.players - 1}")
    taken = [decision for decision in decisions_of(match) if seat in (None, decision.seat)]
    judged = []
    for number, decision in enumerate(taken):
        on_progress(number, len(taken))
        judged.append(judge(match, decision, level, seed))
    on_progress(len(taken), len(taken))
    seats = range(match.players) if seat is None else [seat]
    return Analysis(
        game=match.game.id,
        options=match.options,
        names=list(match.names),
        scores=match.scores,
        winners=match.winners,
        level=level,
        seed=seed,
        decisions=judged,
        seats=[_report(match, one, [decision for decision in judged if decision.seat == one]) for one in seats],
    )


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
    return Decision(
        action=taken.ply + 1,
        ply=taken.ply,
        seat=taken.seat,
        actions=taken.texts,
        rating="forced" if position.is_forced() else rate(candidates[0], taken.steps, loss, error),
        given_away=loss,
        error=error,
        lead_given_away=lead,
        best=hint,
        reasons=position.advice.explain(position, taken.steps, [candidate.steps for candidate in candidates]),
        known=position.advice.knowledge(position),
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


def _given_away_by_price(prices: Prices, best: int, played: int) -> tuple[float, float, list[float]]:
    """Return how much worse than the best a priced action is, as a part of the reward and in points."""
    points = float(prices.points[best] - prices.points[played])
    return max(0.0, points / prices.span), 0.0, [points]


def rate(best: Candidate, played: Steps, loss: float, error: float) -> str:
    """Return the rating of a decision that was not forced, from what it gave away and the error of that."""
    if list(played) == best.steps or loss <= BEST_TO:
        return "best"
    if loss <= FINE_TO or loss < CERTAIN_ERRORS * error:
        return "fine"
    return "inaccuracy" if loss <= INACCURACY_TO else "mistake"


# --- Seats --------------------------------------------------------------------------------------------------------


def _report(match: Match, seat: int, decisions: list[Decision]) -> SeatReport:
    ratings = dict.fromkeys((*RATINGS, "forced"), 0)
    for decision in decisions:
        ratings[decision.rating] += 1
    return SeatReport(
        seat=seat,
        name=match.names[seat],
        score=match.scores[seat],
        ratings=ratings,
        given_away=sum(decision.given_away for decision in decisions),
        turning_points=_turning_points(match, seat, decisions),
    )


def _turning_points(match: Match, seat: int, decisions: list[Decision]) -> list[TurningPoint]:
    """Return the sharpest changes from one decision of the seat to its next, or to the end of the match."""
    if match.players == 1:
        return []
    won = match.winners
    end = 1 / len(won) if seat in won else 0.0
    found = []
    for number, decision in enumerate(decisions):
        share = decision.best.share
        before = decision.best.value if share is None else share
        if number + 1 == len(decisions):
            after, least = end, TURN_OF_SHARE
            if share is None:
                continue
        else:
            following = decisions[number + 1]
            after = following.best.value if following.best.share is None else following.best.share
            least = TURN_OF_VALUE if share is None else TURN_OF_SHARE
            if share is None and following.known is not None:
                continue  # Another deal.
        if abs(after - before) >= least:
            found.append(TurningPoint(decision.ply, before, after, decision.given_away))
    sharpest = sorted(found, key=lambda point: -abs(point.after - point.before))[:MOST_TURNING_POINTS]
    return sorted(sharpest, key=lambda point: point.ply)
