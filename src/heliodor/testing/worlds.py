"""Other worlds: matches that a seat cannot tell from the one it plays."""

from __future__ import annotations

from typing import Any

import numpy as np

from heliodor.match import Match
from heliodor.testing.walks import in_state


def imagined(match: Match, seat: int, seed: int) -> Match:
    """Return a match that looks the same to the seat, with other hidden cards and other shuffles to come."""
    return in_state(match, imagined_states(match, seat, seed))


def imagined_states(match: Match, seat: int, seed: int) -> Any:
    """Return a full state sampled from what the seat knows."""
    states = match.hidden_states(seat)
    match.game.kernels.determinize(states, 0, seat, np.full(1, seed, np.uint64))
    return states
