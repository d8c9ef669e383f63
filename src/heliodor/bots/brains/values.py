"""A trained model of the chance to win: a sum over what each seat has, compiled."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from heliodor.core.jit import rule


def value_model(progress_of: Any, write_inputs: Any, first: int, num_inputs: int) -> Any:
    """Return write_chances for a brain, whose numbers begin at `first` in its weights.

    `write_inputs(state, seat, inputs)` writes what a seat has, and `progress_of(state)` goes from 0 to 1. The logarithm
    of a seat's chance is the sum of its inputs, each times a number for the beginning of the match, to which a second
    one is added towards its end.
    """
    second = first + num_inputs

    @rule
    def write_chances(state, weights, chances):
        """Write each seat's chance to win; they add up to 1. Changes `chances`."""
        players = int(state.players)
        inputs = np.empty(num_inputs, np.float64)
        late = progress_of(state)
        most = -1.0e300
        for seat in range(players):
            write_inputs(state, seat, inputs)
            value = 0.0
            for i in range(num_inputs):
                value += (weights[first + i] + late * weights[second + i]) * inputs[i]
            chances[seat] = value
            most = max(most, value)
        total = 0.0
        for seat in range(players):
            chances[seat] = math.exp(chances[seat] - most)
            total += chances[seat]
        for seat in range(players):
            chances[seat] /= total

    return write_chances
