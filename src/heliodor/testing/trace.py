"""The states of matches as hashes, step by step, to compare compiled rules with the same rules in plain Python."""

from __future__ import annotations

import hashlib
import importlib
import json
import sys
from typing import Any

import numpy as np

from heliodor.core.contract import Game
from heliodor.testing.configurations import Configuration, configurations_of
from heliodor.testing.walks import random_steps

SEEDS = (1, 2, 3)  # With the habits 0.5, 0 and 0.9.
STEPS = 150
LOOK_EVERY = 15  # Steps between two hashes of the scores and of what each seat knows.


def print_trace(package: str) -> None:
    """Print the hashes of the game that a package calls GAME, as JSON."""
    json.dump(trace_of_game(importlib.import_module(package).GAME), sys.stdout)


def trace_of_game(game: Game) -> dict[str, list[str]]:
    """Return the hashes of some matches with every number of players and every option, by their names."""
    return {
        f"{configuration} seed {seed}": trace_of_match(configuration, seed)
        for number, configuration in enumerate(configurations_of(game, every=False))
        for seed in SEEDS[number % 3 :: 3]
    }


def trace_of_match(configuration: Configuration, seed: int) -> list[str]:
    """Return a hash of the state after each step, and every LOOK_EVERY steps hashes of what is derived from it."""
    kernels = configuration.game.kernels
    states = configuration.new_states(1)
    kernels.seed(states, 0, seed, 1)
    kernels.set_up(states, 0, -1)
    hashes = [_hash(states), *_hashes_of_knowledge(configuration, states)]
    for number, step in enumerate(random_steps(configuration.game, states, seed, STEPS), 1):
        hashes.append(f"{step} {_hash(states)}")
        if number % LOOK_EVERY == 0:
            hashes += [_answers(configuration, states), *_hashes_of_knowledge(configuration, states)]
    return hashes


def _answers(configuration: Configuration, states: Any) -> str:
    kernels = configuration.game.kernels
    numbers = [kernels.to_act(states, 0), kernels.legal_actions(states, 0), kernels.is_over(states, 0)]
    numbers += [kernels.score_of(states, 0, seat) for seat in range(configuration.players)]
    return " ".join(str(int(number)) for number in [*numbers, kernels.winners(states, 0)])


def _hashes_of_knowledge(configuration: Configuration, states: Any) -> list[str]:
    """Return hashes of the hidden states, their encodings and a world imagined from each."""
    kernels = configuration.game.kernels
    hashes = []
    for seat in range(-1, configuration.players):
        hidden = states.copy()
        kernels.hide(hidden, 0, seat)
        places, seats = np.zeros(2, np.int64), np.full(2, seat)
        numbers = np.repeat(np.array([77, -77], np.int8), configuration.game.encoding.SIZE)
        kernels.observe_many(hidden, hidden.copy(), places, seats, numbers)
        numbers, again = numbers.reshape(2, -1)
        assert (numbers == again).all(), "a cell of the encoding was left out"
        world = hidden.copy()
        kernels.determinize(world, 0, seat, np.full(1, seat + 77, np.uint64))
        hashes.append(f"{_hash(hidden)} {_hash(numbers)} {_hash(world)}")
    return hashes


def _hash(array: Any) -> str:
    return hashlib.sha256(array.tobytes()).hexdigest()[:16]
