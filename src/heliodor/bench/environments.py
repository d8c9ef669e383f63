"""Speed of the environments, beside pgx, OpenSpiel and RLCard playing at random in the same run.

The vector environment writes observations, masks, rewards and new matches for 4,096 matches in every step, and its
random policy chooses among the legal actions. pgx does the same with `sparrow_mahjong`, in one compiled loop of JAX on
the CPU. Turns are counted in PettingZoo with the usual wrappers, for our games and for RLCard's `uno` alike.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from heliodor.core.contract import Game
from heliodor.core.errors import HeliodorError
from heliodor.envs import pettingzoo, vector

MATCHES = 4096
STEPS_OF_PEER = 20  # Of all matches, in one call.
PGX_GAME = "sparrow_mahjong"
RLCARD_GAME = "uno"
RLCARD_SHAPE = (240,)  # Of its observations: four planes of four colours and fifteen kinds.
INSTALL = "pip install 'heliodor[bench]' installs it"


class VectorPlay:
    """The vector environment with all seats played at random."""

    def __init__(self, game: Game, players: int, threads: int = 1) -> None:
        self._envs = vector.make(game.id, num_envs=MATCHES, players=players, threads=threads)
        self._envs.reset(seed=1)
        for _ in range(30):  # Until the matches are at different moments.
            self.play()

    def play(self) -> int:
        """Step all matches once; return the number of steps."""
        self._envs.step(self._envs.sample_actions())
        return MATCHES

    def rate(self, seconds: float) -> float:
        """Return the steps per second of wall-clock time."""
        steps, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            steps += self.play()
        return steps / (time.perf_counter() - began)

    def close(self) -> None:
        """End the threads."""
        self._envs.close()


class Turns:
    """A PettingZoo environment with the usual wrappers, every agent playing at random."""

    def __init__(self, env: Any) -> None:
        self._env = env
        self._random = random.Random(1)
        self._next = 0
        self.play()

    def play(self) -> int:
        """Play a match, or its first thousand turns; return the number of turns."""
        env, turns = self._env, 0
        env.reset(seed=self._next)
        self._next += 1
        for _ in env.agent_iter(1000):
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
            else:
                env.step(int(self._random.choice(np.flatnonzero(observation["action_mask"]))))
                turns += 1
        return turns


def turns_of(game: Game, players: int) -> Turns:
    """Return our environment of a game."""
    return Turns(pettingzoo.env(game.id, players=players))


def rlcard_turns() -> Turns:
    """Return RLCard's game, in PettingZoo's own environment for the games of RLCard."""
    _peer("rlcard", "RLCard")
    from pettingzoo.classic.rlcard_envs.rlcard_base import RLCardBase

    raw = RLCardBase(RLCARD_GAME, 2, RLCARD_SHAPE)
    raw.render_mode = None
    return Turns(pettingzoo.with_wrappers(raw))


class PgxPlay:
    """pgx's game with its own masks, observations and automatic resets."""

    def __init__(self) -> None:
        jax, pgx = _peer("jax", "JAX"), _peer("pgx", "pgx")
        from pgx.experimental import auto_reset

        env = pgx.make(PGX_GAME)
        step = jax.vmap(auto_reset(env.step, env.init))

        def advance(carried: Any, key: Any) -> Any:
            choice, chance = jax.random.split(key)
            logits = jax.numpy.where(carried.legal_action_mask, 0.0, -1e9)
            actions = jax.random.categorical(choice, logits)
            return step(carried, actions, jax.random.split(chance, MATCHES)), None

        self._run = jax.jit(lambda states, key: jax.lax.scan(advance, states, jax.random.split(key, STEPS_OF_PEER))[0])
        self._key = jax.random.PRNGKey(1)
        self._split = jax.random.split
        self._states = jax.jit(jax.vmap(env.init))(jax.random.split(self._key, MATCHES))
        self.play()

    def play(self) -> int:
        """Step all matches several times; return the number of steps."""
        self._key, key = self._split(self._key)
        self._states = self._run(self._states, key)
        self._states.observation.block_until_ready()
        return MATCHES * STEPS_OF_PEER


def gain_of_two_threads(game: Game, players: int, seconds: float, rounds: int, median: Callable[[Any], float]) -> float:
    """Return the steps of two threads as a multiple of those of one, in wall-clock time."""
    one, two = VectorPlay(game, players), VectorPlay(game, players, threads=2)
    gain = median([two.rate(seconds) / one.rate(seconds) for _ in range(rounds)])
    two.close()
    return gain


def _peer(module: str, title: str) -> Any:
    import importlib

    try:
        return importlib.import_module(module)
    except ImportError:
        raise HeliodorError(f"the benchmark compares with {title}, which is not installed; {INSTALL}") from None
