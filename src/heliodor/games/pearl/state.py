"""The fields of a state of Pearl of the East, typed for the plain modules; what they hold: `STATE` in rules.py."""

from __future__ import annotations

from heliodor.core.shifting.state import ShiftingState


class State(ShiftingState):
    """A state as plain values."""

    pile: list[list[int]]
    num_fulfilled: list[int]
    pearl_kind: int
    fulfilled: list[int]
    stall: int
    stall_limit: int
