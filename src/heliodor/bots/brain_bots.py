"""Bots with a brain: the greedy one, and the levels that search."""

from __future__ import annotations

import importlib
import math
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

import msgspec
import numpy as np
from numpy.typing import NDArray

from heliodor.bots.characters import CHARACTERS, Leaning
from heliodor.bots.contract import Generator
from heliodor.bots.search import NO_WEIGHTS, MoveValue, Search, SearchKernels, search_in_threads
from heliodor.bots.strength import Strength
from heliodor.bots.trained import read_weights, shipped_weights
from heliodor.core.contract import Game, States
from heliodor.core.errors import HeliodorError

NODES_PER_ROUND = 1  # A round adds one node at most.
EXPERT, MASTER = "expert", "master"
MASTER_TIMES, MASTER_SECONDS = 8, 1.4  # Of a brain that lists no strength for the level.
Floats = NDArray[np.float64]
NO_MOVES = np.zeros(0, np.int64)  # The plain search lists its moves itself.


class GreedyBot:
    """The brain's quick policy: the best immediate result."""

    def __init__(self, game: Game, kernels: SearchKernels) -> None:
        self.name = "greedy"
        self._kernels = kernels

    def choose(self, states: States, index: int, legal: int, gen: Generator) -> list[int]:
        """Return the steps of the quick policy's move."""
        return self._kernels.steps_of(states, index, self._kernels.greedy(states, index, gen))


class SearchBot:
    """Search by the brain's moves and rewards."""

    def __init__(
        self,
        game: Game,
        kernels: SearchKernels,
        name: str,
        strength: Strength,
        *,
        leaning: Leaning | None = None,
        weights: Floats | None = None,
        players: int | None = None,  # Of the tables that the weights are for; None: of any.
    ) -> None:
        self.name = name
        self.strength = strength
        self._leaning = leaning
        self._game = game
        self._kernels = kernels
        self._weights = weights
        self._players = players

    def choose(self, states: States, index: int, legal: int, gen: Generator) -> list[int]:
        """Return the steps of the best move, or of one nearly as good."""
        return self._kernels.steps_of(states, index, self.pick(self.evaluate(states, index, gen), states, index, gen))

    def pick(self, values: list[MoveValue], states: States, index: int, gen: Generator) -> int:
        """Return the best move, or one nearly as good, as a bot of this character likes them."""
        if self._leaning is not None and len(values) > 1:
            values = self._leaning.of(self._kernels, states, index, values)
        return pick_move(values, self.strength.softness, gen, self.strength.trust)

    def evaluate(self, states: States, index: int, gen: Generator) -> list[MoveValue]:
        """Return each move with its value, best first: from the brain if it can tell, else from the search."""
        return self.weigh(states, index, gen) or self.search(states, index, gen)

    def weigh(self, states: States, index: int, gen: Generator) -> list[MoveValue]:
        """Return the moves as the brain values them without a tree, best first; empty if it cannot."""
        seat = int(self._game.kernels.to_act(states, index))
        return self._kernels.weighed_moves(
            states, index, seat, gen, self.strength.rounds, self._weights_for(int(states[index].players))
        )

    def search(self, states: States, index: int, gen: Generator) -> list[MoveValue]:
        """Return the search's value of each move, most visited first."""
        strength = self.strength
        seat = int(self._game.kernels.to_act(states, index))
        moves = self._kernels.root_moves(states, index, seat, strength.insight, gen)
        if strength.width > 0:
            moves = moves[: strength.width]
        if len(moves) == 1:
            return [MoveValue(int(moves[0]), 1, 0.0)]  # Nothing to decide.
        gens = [gen] if strength.trees == 1 else [split_generator(gen) for _ in range(strength.trees)]
        nodes = 2 + NODES_PER_ROUND * (strength.rounds // strength.trees + 1)
        weights = self._weights_for(int(states[index].players))
        searches = [
            Search(self._kernels.with_brain, states, index, seat, nodes, strength.exploration, moves, weights)
            for _ in gens
        ]
        return search_in_threads(searches, gens, strength.rounds, strength.seconds, strength.threads)

    def _weights_for(self, players: int) -> Floats:
        """Return the weights of a table: the bot's own, or those that come with Heliodor if its level uses them."""
        if self._weights is not None:
            if self._players not in (None, players):
                raise HeliodorError(f"the weights of {self.name} are for {self._players} players, not for {players}")
            return self._weights
        if self.strength.is_trained:
            found = shipped_weights(self._game, brain_of(self._game), players)
            return NO_WEIGHTS if found is None else found
        return NO_WEIGHTS


class PlainSearchBot(SearchBot):
    """Search without any knowledge of the game, as a baseline."""

    def evaluate(self, states: States, index: int, gen: Generator) -> list[MoveValue]:
        """Return the value of each step in random play to the end."""
        seat = int(self._game.kernels.to_act(states, index))
        nodes = 2 + self.strength.rounds
        search = Search(self._kernels.plain, states, index, seat, nodes, self.strength.exploration, NO_MOVES)
        search.run(gen, self.strength.rounds, self.strength.seconds)
        return search.moves()

    def choose(self, states: States, index: int, legal: int, gen: Generator) -> list[int]:
        """Return the best single step."""
        return [pick_move(self.evaluate(states, index, gen), 0.0, gen)]


def trained_bot(game: Game, kernels: SearchKernels, name: str, path: Path) -> SearchBot:
    """Return a bot like expert that plays by the weights of a file; raise HeliodorError if it cannot."""
    weights = read_weights(path, game, brain_of(game))
    strength = strength_of(game, EXPERT)
    return SearchBot(game, kernels, name, strength, weights=weights.as_array(), players=weights.players)


def move_steps(kernels: SearchKernels, states: States, index: int, move: int) -> list[int]:
    """Return the steps that a move of the brain consists of."""
    return kernels.steps_of(states, index, move)


def pick_move(values: list[MoveValue], softness: float, gen: Generator, trust: int = 10) -> int:
    """Return the best move by mean value among those visited often enough; with softness, one nearly as good.

    A move was visited often enough unless the most visited one has more than `trust` times as many visits.
    """
    trusted = [value for value in values if value.visits * trust >= values[0].visits]
    best = max(trusted, key=lambda value: (value.mean, value.visits))
    if softness <= 0.0 or len(trusted) == 1:
        return best.move
    weights = [math.exp((value.mean - best.mean) / softness) for value in trusted]
    point = _uniform(gen) * sum(weights)
    for value, weight in zip(trusted, weights, strict=True):
        point -= weight
        if point < 0.0:
            return value.move
    return best.move


def split_generator(gen: Generator) -> Generator:
    """Return a separate generator for a tree, drawn from another one."""
    return np.array([_next_word(gen)], np.uint64)


def _uniform(gen: Generator) -> float:
    return (_next_word(gen) >> 11) / 2.0**53


def _next_word(gen: Generator) -> int:
    """Return the next word of a generator: splitmix64, as compiled in core/rng."""
    gen[0] = np.uint64((int(gen[0]) + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF)
    z = int(gen[0])
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
    return z ^ (z >> 31)


def strength_of(game: Game, level: str) -> Strength:
    """Return the numbers behind a level; a brain that lists no master has one that thinks eight times as long."""
    strengths: Mapping[str, Strength] = brain_of(game).STRENGTHS
    if level in strengths or level != MASTER:
        return strengths[level]
    expert = strengths[EXPERT]
    return msgspec.structs.replace(expert, rounds=MASTER_TIMES * expert.rounds, seconds=MASTER_SECONDS)


def leaning_of(game: Game, character: str) -> Leaning:
    """Return the numbers behind a character; the game's brain must have it."""
    return Leaning(CHARACTERS.index(character), brain_of(game).CHARACTERS[character])


def brain_of(game: Game) -> ModuleType:
    """Return the module of compiled knowledge that the bots of a game share; the game must have one."""
    return importlib.import_module(game.brain)
