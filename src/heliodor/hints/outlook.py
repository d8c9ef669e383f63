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
from heliodor.core.contract import States
from heliodor.core.errors import BadOption
from heliodor.games import get_game
from heliodor.hints.calibration import MOST_ESTIMATED
from heliodor.hints.position import Position, Steps

DEFAULT_LEVEL = "skilled"  # For hints and analysis: an answer takes a moment, not seconds.
# Sampled to compare actions, by level.
WORLDS = {"novice": 32, "casual": 96, "skilled": 256, "expert": 512, "master": 1024}


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
    rewards: NDArray[np.float64]  # [seat] -> mean reward.
    leads: NDArray[np.float64]  # [world, part of a score] -> lead over the best other seat; alone, the score.
    end: float | None  # The seat's part of the win if the steps end the match, always in the same way.


def check_level(level: str) -> str:
    """Return the level; raise BadOption if it does not exist."""
    if level not in LEVELS:
        raise BadOption(f"there is no level {level!r}; the levels are {', '.join(LEVELS)}")
    return level


def consider(position: Position, level: str) -> Considered:
    """Return the moves that a bot of this level considers, its choice first."""
    bot = _bot(position.game.id, level)
    gen = position.generator("search")
    kernels = position.search
    weighed = bot.weigh(position.hidden, 0, gen)
    values = weighed or bot.search(position.hidden, 0, gen)
    choice = pick_move(values, 0.0, gen, bot.strength.trust)
    # Moves with few visits come last: their values are uncertain.
    ranked = sorted(values, key=lambda value: (value.move != choice, value.visits * 10 < values[0].visits, -value.mean))
    found = [Candidate(move_steps(kernels, position.hidden, 0, value.move), value.mean) for value in ranked]
    best = found[0].value
    if len(found) == 1 and not weighed:  # The search does not evaluate the only move.
        best = float(forecast(position, found[0].steps, WORLDS[level]).values.mean())
        return Considered([Candidate(found[0].steps, best)], is_exact=False)
    return Considered([Candidate(steps, min(value, best)) for steps, value in found], is_exact=bool(weighed))


def forecast(position: Position, steps: Steps, worlds: int) -> Forecast:
    """Play some steps in sampled worlds and run playouts from there; not for actions with prices (see Advice)."""
    question = ("forecast", tuple(steps), worlds)
    if question not in position.memory:
        position.memory[question] = _forecast(position, steps, worlds)
    found: Forecast = position.memory[question]
    return found


def _forecast(position: Position, steps: Steps, worlds: int) -> Forecast:
    advice = position.advice
    values, leads = [], []
    total = np.zeros(position.players)
    ends: set[float | None] = set()
    for states, gen in position.worlds(worlds, steps):
        ends.add(_end(position, states))
        if advice.is_settled(position, states):
            rewards = np.full(position.players, 1.0 / position.players)  # The brain does not look further.
        else:
            rewards = position.playouts.play_on(states, 0, gen)
        values.append(rewards[position.seat])
        total += rewards
        leads.append(advice.lead(position, states))
    end = ends.pop() if len(ends) == 1 else None
    return Forecast(np.array(values), total / worlds, np.array(leads, np.float64), end)


def _end(position: Position, states: States) -> float | None:
    """Return the seat's part of the win; None if the match goes on."""
    if not position.game.kernels.is_over(states, 0):
        return None
    winners = position.game.winners(states, 0)
    return 1.0 / len(winners) if position.seat in winners else 0.0


def share_of_win(position: Position, lost: float, own: Forecast, best: Forecast) -> float | None:
    """Return what share of the win an action stands for; None where the brain's rewards are about something else.

    `lost` is how much less reward it has than the best action; the others get that in proportion to what they have.
    """
    if position.players == 1 or not position.advice.rates_match:
        return None
    if own.end is not None:  # Certain: nothing is estimated.
        return own.end
    seat, total = position.seat, float(best.rewards.sum())
    rest = total - float(best.rewards[seat])
    reward = max(0.0, float(best.rewards[seat]) - lost)
    rewards = best.rewards * ((total - reward) / rest if rest > 0 else 1.0)
    rewards[seat] = reward
    share = float(position.advice.shares(position.hidden, rewards)[seat])
    return bounded_share(share)


def bounded_share(share: float) -> float:
    """Return an estimated share of the win, which is never certain."""
    return min(max(share, 1.0 - MOST_ESTIMATED), MOST_ESTIMATED)


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


@cache
def _bot(game_id: str, level: str) -> SearchBot:
    bot = without_clock(get_bot(check_level(level), get_game(game_id)))
    assert isinstance(bot, SearchBot)
    return bot
