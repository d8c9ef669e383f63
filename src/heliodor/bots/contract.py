"""The contract of a bot: it decides for a seat and sees no more than a person there."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from heliodor.core.contract import States

Generator = NDArray[np.uint64]  # One word; see core/rng.


class Bot(Protocol):
    """A player of one game.

    It gets the state hidden from the seat to act, the legal set, and a generator for its own randomness. The same three
    always give the same choice.
    """

    name: str

    def choose(self, states: States, index: int, legal: int, gen: Generator) -> list[int]:
        """Return the steps to play now: one or more of this seat's turn, none after a step that reveals a card."""
