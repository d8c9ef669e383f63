"""A brain's playouts from any position, also from one that its own moves do not reach: for hints and analysis."""

from __future__ import annotations

from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from heliodor.bots.search import FLOATS, INTS, MAX_SEATS, WORDS
from heliodor.core.jit import entrance

if TYPE_CHECKING:  # Otherwise every edit of these would recompile the playouts.
    from heliodor.bots.contract import Generator
    from heliodor.core.contract import Game, States

PLAY_ON, LIST_MOVES, IMAGINE = 0, 1, 2  # What `PlayoutKernels.ask` can be asked.
NO_GENERATOR, NO_REWARDS, NO_MOVES = np.zeros(1, np.uint64), np.zeros(0), np.zeros(0, np.int64)


class PlayoutKernels:
    """Compiled questions to one game's brain."""

    def __init__(self, game: Game, brain: ModuleType) -> None:
        self._owner = f"hints/{game.id}"
        self._rules = game.rules
        self._brain = brain

    def imagine(self, states: States, index: int, seat: int, gen: Generator) -> None:
        """Fill a hidden state with a world that the seat thinks possible. Changes the state and `gen`."""
        self.ask(IMAGINE, states, index, seat, gen, NO_REWARDS, NO_MOVES)

    def play_on(self, states: States, index: int, gen: Generator) -> NDArray[np.float64]:
        """Play an imagined world on as far as the search does; return each seat's reward. Changes the state."""
        rewards = np.zeros(MAX_SEATS, np.float64)
        self.ask(PLAY_ON, states, index, 0, gen, rewards, NO_MOVES)
        return rewards[: int(states[index].players)]

    def first_move(self, states: States, index: int) -> int:
        """Return the move that the seat to act thinks of first, if nothing is hidden from it."""
        moves = np.zeros(self._brain.MAX_MOVES, np.int64)
        self.ask(LIST_MOVES, states, index, 0, NO_GENERATOR, NO_REWARDS, moves)
        return int(moves[0])

    @cached_property
    def ask(self) -> Any:
        """ask(question, states, i, seat, gen, rewards, moves): one entrance, because the questions share much code."""
        rules, brain = self._rules, self._brain

        @entrance(int, rules.STATE, int, int, WORDS, FLOATS, INTS, owner=self._owner)
        def ask(question, states, i, seat, gen, rewards, moves):
            if question == IMAGINE:
                brain.imagine(states[i], seat, gen)
            elif question == LIST_MOVES:
                brain.list_moves(states[i], moves)
            else:
                brain.play_out(states[i], gen)
                brain.rate(states[i], rewards)

        return ask
