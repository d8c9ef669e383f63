"""The typed fields of a state of Pearl of the East for the plain modules; `STATE` in rules.py says what they hold."""

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
