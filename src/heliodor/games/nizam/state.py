"""The fields of a state of Nizam, typed for the plain modules; what they hold: `STATE` in rules.py."""

from __future__ import annotations

from heliodor.core.shifting.state import ShiftingState


class State(ShiftingState):
    """A state as plain values."""

    score: list[int]
    runs_at_start: list[int]
    runs_changed: list[int]
