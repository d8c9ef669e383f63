"""The expected result of an action: its value in the search, and the result of sampled playouts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from heliodor.bots import LEVELS, get_bot
from heliodor.bots.brain_bots import SearchBot, move_steps, pick_move
from heliodor.bots.referee import without_clock
from heliodor.bots.search import MAX_SEATS
from heliodor.core.contract import States
from heliodor.core.errors import BadOption
from heliodor.games import get_game
from heliodor.hints.bet_odds import NUM_BETS, bet_odds, points_of_deal
from heliodor.hints.position import Position, Steps

DEFAULT_LEVEL = "skilled"  # Of hints and of analysis: an answer takes a moment, not seconds.
WORLDS = {"novice": 32, "casual": 96, "skilled": 256, "expert": 512}  # Sampled to compare actions, by level.
BET_WORLDS = 1000
# [game] -> how much of a share's deviation from the fair one comes true, if not all of it: in Pearl seats with
# an estimate of 0.89 won 0.79 of the matches, those with 0.10 won 0.21 (545 positions, two players).
SHARE_TRUST = {"pearl": 0.6}
MOST_ESTIMATED = 0.99  # An estimate never claims a certain win or loss.
HAND_SIZE = NUM_BETS // 2 - 1


class Candidate(NamedTuple):
    """An action, or a whole turn, that the search has visited."""

    steps: list[int]
    value: float  # Expected reward of the seat, from 0 to 1.


class Considered(NamedTuple):
    """A bot's evaluation of a decision."""

    candidates: list[Candidate]  # Best first.
    is_exact: bool  # The brain evaluates this decision without a tree, so the values need no further playouts.


class Forecast(NamedTuple):
    """Results of some steps, in the same sampled worlds as those of other steps."""

    values: NDArray[np.float64]  # [world] -> reward.
    sums: NDArray[np.float64]  # [world] -> the rewards of all seats.
    leads: NDArray[np.float64]  # [world, part of a score] -> ahead of the best other seat; alone: the score.
    end: float | None  # The seat's part of the win if the steps end the match, always in the same way.


class BetOdds(NamedTuple):
    """What can be known of every bet in Luz, by action."""

    met: NDArray[np.float64]  # How often it is met; NaN where the beads do not allow it.
    points: NDArray[np.float64]  # Expected points.
    taken: NDArray[np.float64]  # [tricks] -> how often that many are taken when playing to win.


def check_level(level: str) -> str:
    """Return the level if there is such a one."""
    if level not in LEVELS:
        raise BadOption(f"there is no level {level!r}; the levels are {', '.join(LEVELS)}")
    return level


def consider(position: Position, level: str) -> Considered:
    """Return what a bot of this level thinks of; the first candidate is what it would choose."""
    bot = _bot(position.game.id, level)
    gen = position.generator("search")
    kernels = position.search
    weighed = bot.weigh(position.hidden, 0, gen)
    values = weighed or bot.search(position.hidden, 0, gen)
    choice = pick_move(values, 0.0, gen, bot.strength.trust)
    # Moves that the search hardly looked at are not known well enough to stand before the others.
    ranked = sorted(values, key=lambda value: (value.move != choice, value.visits * 10 < values[0].visits, -value.mean))
    found = [Candidate(move_steps(kernels, position.hidden, 0, value.move), value.mean) for value in ranked]
    best = found[0].value
    if len(found) == 1 and not weighed:  # The search does not value what it need not compare.
        best = float(forecast(position, found[0].steps, WORLDS[level]).values.mean())
        return Considered([Candidate(found[0].steps, best)], is_exact=False)
    return Considered([Candidate(steps, min(value, best)) for steps, value in found], is_exact=bool(weighed))


def is_bet(position: Position) -> bool:
    """Tell whether this is a bet in Luz, which cannot be played on before all have bet."""
    return position.game.id == "luz" and position.hidden[0].phase == position.game.rules.Phase.BETTING


def forecast(position: Position, steps: Steps, worlds: int) -> Forecast:
    """Play some steps, and on from there, in sampled worlds; not for bets in Luz, which have separate odds."""
    question = ("forecast", tuple(steps), worlds)
    if question not in position.memory:
        position.memory[question] = _forecast(position, steps, worlds)
    found: Forecast = position.memory[question]
    return found


def _forecast(position: Position, steps: Steps, worlds: int) -> Forecast:
    values, sums, leads = [], [], []
    ends: set[float | None] = set()
    for states, gen in position.worlds(worlds, steps):
        ends.add(_end(position, states))
        if _has_ended_deal(position, states):
            rewards = np.full(position.players, 1.0 / position.players)  # Luz has nothing to say of the next deal.
        else:
            rewards = position.playouts.play_on(states, 0, gen)
        values.append(rewards[position.seat])
        sums.append(rewards.sum())
        leads.append(_lead(position, states))
    end = ends.pop() if len(ends) == 1 else None
    return Forecast(np.array(values), np.array(sums), np.array(leads, np.float64), end)


def _end(position: Position, states: States) -> float | None:
    """Return the seat's part of the win; None if the match goes on."""
    if not position.game.kernels.is_over(states, 0):
        return None
    winners = position.game.winners(states, 0)
    return 1.0 / len(winners) if position.seat in winners else 0.0


def odds_of_bets(position: Position, worlds: int = BET_WORLDS) -> BetOdds:
    """Return what the seat can know of each bet; it is to bet now."""
    if ("bets", worlds) not in position.memory:
        position.memory["bets", worlds] = _odds_of_bets(position, worlds)
    found: BetOdds = position.memory["bets", worlds]
    return found


def _odds_of_bets(position: Position, worlds: int) -> BetOdds:
    met, points = np.full(NUM_BETS, math.nan), np.full(NUM_BETS, math.nan)
    taken = np.zeros(HAND_SIZE + 1)
    scratch, gen = position.hidden.copy(), position.generator("bets")
    bet_odds()(position.hidden, 0, scratch, position.seat, gen, worlds, met, points, taken)
    return BetOdds(met, points, taken)


def share_of_win(position: Position, value: float, own: Forecast, best: Forecast) -> float | None:
    """Return what share of the win a reward stands for; None where the brain's rewards are about something else.

    Rewards of all seats add up to about one, in Speedy Gnomes exactly; Luz rewards the deal and not the match.
    """
    if position.players == 1 or position.game.id == "luz":
        return None
    if own.end is not None:  # Certain: neither how far it is ahead nor the trust in estimates matters.
        return own.end
    fair = 1.0 / position.players
    share = min(1.0, value / float(best.sums.mean()))
    estimate = fair + SHARE_TRUST.get(position.game.id, 1.0) * (share - fair)
    return min(max(estimate, 1.0 - MOST_ESTIMATED), MOST_ESTIMATED)


def whole_percents(shares: Sequence[float]) -> list[int]:
    """Return shares of one whole in per cent, rounded by largest remainder so that they add up to 100.

    Anything possible gets at least 1, so neither 0 nor 100 is shown for an uncertain result.
    """
    parts = [100 * share / sum(shares) for share in shares]
    told = [max(math.floor(part), 1) if part > 0 else 0 for part in parts]
    while sum(told) != 100:
        step = 1 if sum(told) < 100 else -1
        open_places = [place for place, part in enumerate(parts) if part > 0 and told[place] + step > 0]
        told[max(open_places, key=lambda place: (step * (parts[place] - told[place]), -place))] += step
    return told


def _lead(position: Position, states: States) -> list[float]:
    """Return how far the seat is ahead of the best other one, in the parts of a score."""
    game, seat = position.game, position.seat
    if game.id == "luz":
        points = np.zeros(MAX_SEATS, np.float64)
        if not _has_ended_deal(position, states):
            points_of_deal()(states, 0, points)
        scores = [int(states[0].score[s]) + points[s] for s in range(position.players)]
        return [float(scores[seat] - max(score for s, score in enumerate(scores) if s != seat))]
    packed = [int(game.kernels.score_of(states, 0, s)) for s in range(position.players)]
    own = np.atleast_1d(game.notation.score_value(packed[seat]))
    if position.players == 1:
        return [float(part) for part in own]
    other = np.atleast_1d(game.notation.score_value(max(score for s, score in enumerate(packed) if s != seat)))
    return [float(part) for part in own - other]


def _has_ended_deal(position: Position, states: States) -> bool:
    """Tell whether a deal of Luz is over and scored, so that another one, or none, lies on the table."""
    if position.game.id != "luz":
        return False
    return bool(states[0].deal != position.hidden[0].deal or position.game.kernels.is_over(states, 0))


@cache
def _bot(game_id: str, level: str) -> SearchBot:
    bot = without_clock(get_bot(check_level(level), get_game(game_id)))
    assert isinstance(bot, SearchBot)
    return bot
