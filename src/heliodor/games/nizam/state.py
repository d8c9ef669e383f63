"""The typed fields of a state of Nizam for the plain modules; `STATE` in rules.py says what they hold."""

from __future__ import annotations

from heliodor.core.shifting.state import ShiftingState


class State(ShiftingState):
    """A state as plain values."""

    score: list[int]
    runs_at_start: list[int]
    runs_changed: list[int]
