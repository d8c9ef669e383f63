"""What training changes: worths of the quick policy, and a model of the chance to win, a sum over what a seat has."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from heliodor.core.jit import rule


class Worth(NamedTuple):
    """A number of a brain's quick policy."""

    start: float  # Where training begins.
    reach: float = 0.5  # How far from there it looks at first.


@rule
def value_of(inputs, late, weights):
    """Return the value of what a seat has; the model's numbers are the last weights."""
    first = len(weights) - 2 * len(inputs)
    second = first + len(inputs)
    value = 0.0
    for i in range(len(inputs)):
        value += (weights[first + i] + late * weights[second + i]) * inputs[i]
    return value


@rule
def share_out(values, players):
    """Turn the seats' values into their chances to win, which add up to 1. Changes `values`."""
    most = -1.0e300
    for seat in range(players):
        most = max(most, values[seat])
    total = 0.0
    for seat in range(players):
        values[seat] = math.exp(values[seat] - most)
        total += values[seat]
    for seat in range(players):
        values[seat] /= total


def value_model(progress_of: Any, write_inputs: Any, num_inputs: int) -> Any:
    """Return write_chances for a brain; the model's numbers are the last of its weights.

    `write_inputs(state, seat, inputs)` writes what a seat has, and `progress_of(state, seat)` goes from 0 to 1. The
    logarithm of a seat's chance is the sum of its inputs, each times a number for the beginning of the match, to which
    a second one is added towards its end.
    """

    @rule
    def write_chances(state, weights, chances):
        """Write each seat's chance to win; they add up to 1. Changes `chances`."""
        players = int(state.players)
        inputs = np.empty(num_inputs, np.float64)
        for seat in range(players):
            write_inputs(state, seat, inputs)
            chances[seat] = value_of(inputs, progress_of(state, seat), weights)
        share_out(chances, players)

    return write_chances
