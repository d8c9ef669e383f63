"""The contract of a bot: it decides for a seat and sees no more than a person there."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from heliodor.core.contract import States

Generator = NDArray[np.uint64]  # One word; see core/rng.


class Bot(Protocol):
    """A player of one game.

    It gets the state as `hide` leaves it for the seat to act, the legal set, and a generator for its own randomness;
    the same three give the same choice.
    """

    name: str

    def choose(self, states: States, index: int, legal: int, gen: Generator) -> list[int]:
        """Return the steps to play now: at least one, of this seat's turn, up to the first card revealed."""
