"""Who plays against a person in the terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np

from heliodor.core.errors import BadAction
from heliodor.match import Match


class Bot(Protocol):
    """Decides for a seat."""

    def choose(self, match: Match) -> str:
        """Return a legal action of the seat to act."""


class RandomBot:
    """Plays any legal step, each as likely."""

    def __init__(self, seed: int) -> None:
        self._generator = np.array([seed], np.uint64)

    def choose(self, match: Match) -> str:
        """Return a random action; one that takes several steps is put together step by step."""
        game, scratch = match.game, match.states.copy()
        steps: list[int] = []
        while True:
            steps.append(int(game.kernels.random_action(scratch, 0, self._generator)))
            game.kernels.apply_action(scratch, 0, steps[-1])
            text = game.notation.action_texts(match.states, 0, steps)[-1]
            try:
                if game.notation.parse_action(match.states, 0, text) == steps:
                    return text
            except BadAction:
                continue  # The text is not complete yet.


BOTS: dict[str, Callable[[int], Bot]] = {"random": RandomBot}  # By name; each is made from a seed.
