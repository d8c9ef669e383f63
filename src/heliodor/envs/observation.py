"""What the numbers of an observation mean: named slices, and a way back to something that can be read.

>>> from heliodor import Batch
>>> from heliodor.envs import observation
>>> numbers = Batch("nizam", 1, players=2, seed=1).numbers()[0]
>>> observation.slices("nizam")["own_hand"]
slice(225, 233, None)
>>> observation.decode("nizam", numbers)["hand_sizes"]
[3, 3, 0, 0, 0]
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from heliodor.core.errors import HeliodorError
from heliodor.core.observation import slices_of
from heliodor.games import get_game


def slices(game: str) -> dict[str, slice]:
    """Return where each block of an observation lies, by its name (docs/tables.md)."""
    return slices_of(get_game(game).encoding.LAYOUT)


def scale(game: str) -> NDArray[np.float32]:
    """Return the factors that make floats of the small ints of an observation."""
    return np.array(get_game(game).encoding.SCALE)


def decode(game: str, observation: NDArray[Any]) -> dict[str, Any]:
    """Return an observation as whole numbers by name, for debugging; it may be of ints or of floats.

    A block such as "by seat and slot" becomes nested lists.
    """
    encoding = get_game(game).encoding
    row = np.asarray(observation)
    if row.shape != (encoding.SIZE,):
        raise HeliodorError(f"an observation has {encoding.SIZE} numbers in one row, not {row.shape}")
    whole = row if row.dtype == np.int8 else np.rint(row / encoding.SCALE).astype(np.int8)
    places = slices_of(encoding.LAYOUT)
    return {block.name: whole[places[block.name]].reshape(block.shape or -1).tolist() for block in encoding.LAYOUT}
