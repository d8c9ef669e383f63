"""OpenSpiel's searches as bots of the arena: `openspiel-ismcts:ROUNDS` and `openspiel-mcts:ROUNDS`.

Both get the state hidden from their seat. ISMCTS samples a possible world for each round. MCTS needs perfect
information, so it searches one possible world. They are OpenSpiel's searches in Python, because those in C++ cannot
step games written in Python. Their random playouts are compiled: OpenSpiel's own would take nearly all the time.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from heliodor.bots.contract import Generator
from heliodor.core.contract import Game, States
from heliodor.core.errors import BadOption
from heliodor.core.kernels import NO_TRACE
from heliodor.core.rng import next_word
from heliodor.envs.openspiel import PREFIX, HeliodorGame, HeliodorState, load_game

ROUNDS = 50  # Without a number in the name.
EXPLORATION = 1.0  # In units of returns: a win of two players is worth 1, a loss −1.


class Rollouts:
    """OpenSpiel's evaluation by one random playout to the end, compiled."""

    def __init__(self, game: Game, chance: np.random.RandomState) -> None:
        self._kernels = game.kernels
        self._chance = chance

    def evaluate(self, state: HeliodorState) -> NDArray[np.float64]:
        """Return the returns of all seats after random play."""
        end = state.clone()
        self._kernels.play_random(end.states, 0, int(self._chance.randint(1 << 31)), 0, NO_TRACE)
        return np.array(end.returns())

    def prior(self, state: HeliodorState) -> list[tuple[int, float]]:
        """Return all legal steps with equal probability."""
        steps = state.legal_actions()
        return [(step, 1.0 / len(steps)) for step in steps]


class SearchBot:
    """A search of OpenSpiel in a seat."""

    def __init__(self, name: str, game: Game, rounds: str) -> None:
        if not rounds.isdecimal() or int(rounds) < 1:
            raise BadOption(f"{name} takes a number of rounds, as in {name}:{ROUNDS}, not {rounds!r}")
        self.name = f"{name}:{rounds}"
        self._game = game
        self._rounds = int(rounds)

    def choose(self, states: States, index: int, legal: int, gen: Generator) -> list[int]:
        """Return one step."""
        seat = int(self._game.kernels.to_act(states, index))
        table = load_game(f"{PREFIX}{self._game.id}(players={int(states['players'][index])})")
        chance = np.random.RandomState(int(next_word(gen)) & 0xFFFFFFFF)
        return [int(self._search(table, table.state_of(states, index, seat, gen), chance))]

    def _search(self, table: HeliodorGame, state: HeliodorState, chance: np.random.RandomState) -> int:
        raise NotImplementedError


class IsmctsBot(SearchBot):
    """Information set Monte Carlo tree search: each round in another possible world."""

    def _search(self, table: HeliodorGame, state: HeliodorState, chance: np.random.RandomState) -> int:
        from open_spiel.python.algorithms import ismcts

        rollouts = Rollouts(self._game, chance)
        bot = ismcts.ISMCTSBot(table, rollouts, EXPLORATION, self._rounds, random_state=chance)
        # OpenSpiel's own source of worlds has no seed.
        bot.set_resampler(lambda true, seat: true.resample_from_infostate(seat, chance.uniform))
        return int(bot.step(state))


class MctsBot(SearchBot):
    """Monte Carlo tree search in one possible world."""

    def _search(self, table: HeliodorGame, state: HeliodorState, chance: np.random.RandomState) -> int:
        from open_spiel.python.algorithms import mcts

        rollouts = Rollouts(self._game, chance)
        return int(mcts.MCTSBot(table, EXPLORATION, self._rounds, rollouts, random_state=chance).step(state))


def ismcts(game: Game, rounds: str = str(ROUNDS)) -> Any:
    """Return OpenSpiel's ISMCTS with a number of rounds for a decision."""
    return IsmctsBot("openspiel-ismcts", game, rounds)


def mcts(game: Game, rounds: str = str(ROUNDS)) -> Any:
    """Return OpenSpiel's MCTS with a number of rounds for a decision."""
    return MctsBot("openspiel-mcts", game, rounds)
