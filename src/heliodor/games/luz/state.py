"""The typed fields of a state of Luz for the plain modules; `STATE` in rules.py says what they hold."""

from __future__ import annotations

from heliodor.core.plain import PlainState


class State(PlainState):
    """A state as plain values."""

    box_beads: int
    phase: int
    deal: int
    turn: int
    leader: int
    led: int
    trick: list[int]
    last_trick: list[int]
    last_leader: int
    last_winner: int
    hand: list[list[int]]
    past_hand: list[list[int]]
    unplayed: list[int]
    slots_of: list[list[int]]
    opener: list[int]
    bid: list[list[int]]
    safety: list[list[int]]
    tricks: list[list[int]]
    points: list[list[int]]
    score: list[int]
