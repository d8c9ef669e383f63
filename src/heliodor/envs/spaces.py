"""The spaces of observations and actions, the same in all environments."""

from __future__ import annotations

from typing import Any

import numpy as np

from heliodor.core.contract import Game
from heliodor.core.errors import BadOption
from heliodor.envs.extras import need

DTYPES = {"int8": np.dtype(np.int8), "float32": np.dtype(np.float32)}
MASK_PLACES = ("observation", "info")


def check_dtype(dtype: str) -> Any:
    """Return the NumPy dtype of observations of this name."""
    if dtype not in DTYPES:
        raise BadOption(f"there is no dtype {dtype!r} for observations; use int8 or float32")
    return DTYPES[dtype]


def check_mask_place(mask_in: str) -> bool:
    """Return whether the mask is a part of the observation."""
    if mask_in not in MASK_PLACES:
        raise BadOption(f"mask_in is {' or '.join(MASK_PLACES)}, not {mask_in!r}")
    return mask_in == "observation"


def observation_space(game: Game, dtype: Any, with_mask: bool) -> Any:
    """Return the space of one observation: numbers, and beside them the mask if it is a part of the observation."""
    spaces = need("gymnasium", "Gymnasium").spaces
    scale = game.encoding.SCALE
    if dtype == np.int8:
        numbers = spaces.Box(-128, 127, scale.shape, np.int8)
    else:
        numbers = spaces.Box(-128 * scale, 127 * scale, scale.shape, np.float32)
    if not with_mask:
        return numbers
    return spaces.Dict({"observation": numbers, "action_mask": spaces.Box(0, 1, (game.num_actions,), np.int8)})


def action_space(game: Game) -> Any:
    """Return the space of actions: all of the game, legal now or not."""
    return need("gymnasium", "Gymnasium").spaces.Discrete(game.num_actions)
