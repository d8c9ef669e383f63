"""The typed fields of a state of Speedy Gnomes for the plain modules; `STATE` in rules.py says what they hold."""

from __future__ import annotations

from heliodor.core.plain import PlainState


class State(PlainState):
    """A state as plain values."""

    deck_option: int
    quick_start: int
    full_last_round: int
    turn: int
    phase: int
    pending: int
    round_number: int
    rounds_left: int
    open_cards: list[int]
    hand: list[list[int]]
    hand_size: list[int]
    num_known: list[int]
    caves: list[int]
    gems: list[list[int]]
    curses: list[list[int]]
    cursed_by: list[list[int]]
    num_curses: list[int]
    discard: list[int]
