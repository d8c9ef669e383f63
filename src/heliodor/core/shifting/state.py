"""The typed fields of a state with a shifting board; `shifting_fields` in rules.py says what they hold."""

from __future__ import annotations

from heliodor.core.plain import PlainState


class ShiftingState(PlainState):
    """A state of Nizam or Pearl as plain values."""

    run_outs: int
    turn: int
    phase: int
    board: list[int]
    hand: list[list[int]]
    hand_size: list[int]
    hand_limit: int
    discard: list[int]
    pending_shift: int
    num_paid: int
    last_paid: int
