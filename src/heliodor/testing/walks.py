"""Random walks through matches, the same for the same seed in compiled code and in plain Python."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from heliodor.core.bits import members
from heliodor.core.contract import Game
from heliodor.match import Match
from heliodor.testing.configurations import Configuration
from heliodor.testing.scale import SCALE

MOST_STEPS = 30_000 if SCALE >= 0.1 else 700  # Several times the longest random match; plain Python is slow.

MOST_POSITIONS = 30  # Taken from one random match.

# Seeds of the walks: one chooses at random, one prefers the first action (see HABITS).
WALKS = (10, 11) if SCALE >= 0.1 else (11,)

# How often a walk takes the first legal action; in Nizam and Pearl that is to draw, which makes large hands.
HABITS = (0.0, 0.5, 0.0, 0.9)


def random_step(legal: int, rng: random.Random, habit: float) -> int:
    """Return one action of a legal set."""
    actions = members(legal)
    return actions[0] if rng.random() < habit else rng.choice(actions)


def random_steps(game: Game, states: Any, seed: int, most: int = MOST_STEPS) -> Iterator[int]:
    """Play state 0 at random to its end, or for `most` steps; yield each step after it was played."""
    rng = random.Random(seed)
    habit = HABITS[seed % len(HABITS)]
    legal = game.kernels.legal_actions(states, 0)
    for _ in range(most):
        if not legal:
            return
        step = random_step(legal, rng, habit)
        game.kernels.apply_action(states, 0, step)
        yield step
        legal = game.kernels.legal_actions(states, 0)


def random_texts(match: Match, seed: int, most: int = MOST_STEPS) -> list[str]:
    """Return random actions from here to the end of the match, or those of the first `most` steps."""
    future = match.states.copy()
    steps = list(random_steps(match.game, future, seed, most))
    texts = match.game.notation.action_texts(match.states, 0, steps)
    return texts if match.game.kernels.is_over(future, 0) else texts[:-1]  # The last may be incomplete.


def random_match(configuration: Configuration, seed: int, plies: int | None = None) -> Match:
    """Return a match played at random to its end, or for `plies` actions."""
    match = configuration.new_match(seed)
    for text in random_texts(match, seed)[:plies]:
        match.act(text)
    return match


def random_positions(configuration: Configuration, seed: int, count: int) -> Iterator[Match]:
    """Yield positions of a random match: at `count` random plies, at its start and at its end.

    A run that plays few matches leaves start and end out.
    """
    match = configuration.new_match(seed)
    for states in _states_on_the_way(configuration, seed)[: count + 2 if SCALE >= 0.1 else count]:
        yield in_state(match, states)


def in_state(match: Match, states: Any) -> Match:
    """Return a match of the same kind in another state; it has no past."""
    other = Match(match.game, match.options, match.names)
    match.game.kernels.copy(other.states, 0, states, 0)
    return other


@cache
def _states_on_the_way(configuration: Configuration, seed: int) -> list[Any]:
    """Return the states at random plies of a random match; after the first one come its start and its end."""
    match = configuration.new_match(seed)
    texts = random_texts(match, seed)
    inner = range(1, len(texts))
    chosen = random.Random(seed).sample(inner, min(MOST_POSITIONS, len(inner)))
    chosen[1:1] = [0, len(texts)]
    found = {0: match.states.copy()}
    for ply, text in enumerate(texts, 1):
        match.act(text)
        if ply in chosen:
            found[ply] = match.states.copy()
    return [found[ply] for ply in chosen]


def all_viewers(match: Match) -> list[int]:
    """Return every viewer who may not know everything: a spectator (−1) and the seats."""
    return [-1, *range(match.players)]
