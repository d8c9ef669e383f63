"""The bot that plays any legal action."""

from __future__ import annotations

from heliodor.bots.contract import Generator
from heliodor.core.contract import Game, States


class RandomBot:
    """Chooses among the legal steps with equal probability."""

    def __init__(self, game: Game) -> None:
        self.name = "random"
        self._random_action = game.kernels.random_action

    def choose(self, states: States, index: int, legal: int, gen: Generator) -> list[int]:
        """Return one legal step."""
        return [int(self._random_action(states, index, gen))]
