"""Cards and actions of the shifting board as text and back, as docs/record.md defines them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement

import numpy as np

from heliodor.core.bits import members
from heliodor.core.errors import BadNotation
from heliodor.core.shifting.rules import ALL_SHIFTS, DONE, DRAW, NUM_PAID, PASS, PAY_0, PEARL, SHIFT_0, SHIFT_CELLS
from heliodor.core.shifting.state import ShiftingState

KIND_CODES = ("R", "C", "T", "E", "Q", "S", "A", "X")
CARD_CODES = (*KIND_CODES, "P")
ROWS = "12345"
COLUMNS = "abcde"
SHIFT_TEXTS = (
    *(f"{row}<" for row in ROWS),
    *(f"{row}>" for row in ROWS),
    *(f"{column}^" for column in COLUMNS),
    *(f"{column}v" for column in COLUMNS),
)
ANY_THREE = "???"  # In a view's legal actions: the player chooses three cards to pay with.
_SHIFT_TEXTS_ANY_THREE = [f"{text}:{ANY_THREE}" for text in SHIFT_TEXTS]

BOARD_ACTION_TABLE = (
    ("draw", 1, "take three cards (N4)"),
    ("done", 1, "end the shifts (N5)"),
    ("pass", 1, "neither a draw nor a shift is possible (N18)"),
    ("1< … 5<", 5, "slide a row to the left (N6)"),
    ("1> … 5>", 5, "slide a row to the right (N6)"),
    ("a^ … e^", 5, "slide a column up (N6)"),
    ("av … ev", 5, "slide a column down (N6)"),
    (":R … :X", 8, "pay one of three cards, kinds in ascending order (N8)"),
)

_END_CELLS = [int(cells[0]) for cells in SHIFT_CELLS]  # Shift -> the cell whose card wraps around.
_SIMPLE = {"draw": DRAW, "done": DONE, "pass": PASS}
_SIMPLE_TEXTS = {action: text for text, action in _SIMPLE.items()}

# Counts of each kind as digits of one int. The highest bit of each digit is set in a hand, and is gone from the
# difference if the payment takes more cards of a kind than there are.
_DIGIT = 4
_FULL = sum(1 << (_DIGIT * kind + _DIGIT - 1) for kind in range(len(KIND_CODES)))
_PAYMENTS = [
    ("".join(KIND_CODES[kind] for kind in kinds), sum(1 << (_DIGIT * kind) for kind in kinds))
    for kinds in combinations_with_replacement(range(len(KIND_CODES)), NUM_PAID)
]


def parse_board_action(text: str, title: str) -> list[int]:
    """Return the steps of draw, done, pass or a shift; raise BadNotation for anything else."""
    if text in _SIMPLE:
        return [_SIMPLE[text]]
    shift_text, colon, payment = text.partition(":")
    if shift_text not in SHIFT_TEXTS:
        raise BadNotation(
            f"{text!r} is not an action of {title}; a shift is a row 1–5 with < or >, or a column a–e with ^ or v, "
            'like "3<" or "b^:CXX"'
        )
    steps = [SHIFT_0 + SHIFT_TEXTS.index(shift_text)]
    return steps + _parse_payment(text, payment) if colon else steps


def _parse_payment(text: str, payment: str) -> list[int]:
    kinds = [KIND_CODES.index(code) if code in KIND_CODES else -1 for code in payment]
    if len(kinds) != NUM_PAID or -1 in kinds:
        raise BadNotation(
            f"the payment in {text!r} is not valid; write three of the letters {''.join(KIND_CODES)} after the colon"
        )
    return [PAY_0 + kind for kind in sorted(kinds)]


def with_sorted_payment(text: str) -> str:
    """Return an action of the board with its payment in the order of the card codes."""
    shift, colon, payment = text.partition(":")
    return f"{shift}:{''.join(sorted(payment, key=KIND_CODES.index))}" if colon else text


def shift_texts(state: np.record, legal: int) -> list[str]:
    """Return every legal shift, once for each way to pay for it."""
    hand, board = state.hand[state.turn].tolist(), state.board.tolist()
    payments, matches = _three_card_payments(hand), _matches(hand)
    texts: list[str] = []
    for shift in _shifts_in(legal):
        text = SHIFT_TEXTS[shift]
        if matches[board[_END_CELLS[shift]]]:
            texts.append(text)
        else:
            texts += [f"{text}:{payment}" for payment in payments]
    return texts


def short_texts(state: ShiftingState, legal: int) -> list[str]:
    """Return the legal actions of a turn with each shift once; `b^:???` stands for any three cards."""
    texts = [text for action, text in _SIMPLE_TEXTS.items() if legal >> action & 1]
    board, matches = state.board, _matches(state.hand[state.turn])
    for shift in _shifts_in(legal):
        texts.append(SHIFT_TEXTS[shift] if matches[board[_END_CELLS[shift]]] else _SHIFT_TEXTS_ANY_THREE[shift])
    return texts


def board_texts(state: np.record, legal: int) -> list[str]:
    """Return draw, done, pass and every shift that is legal, as text."""
    simple = [text for action, text in _SIMPLE_TEXTS.items() if legal >> action & 1]
    return simple + shift_texts(state, legal)


def group_board_steps(steps: Sequence[int]) -> list[str]:
    """Return the texts of whole actions: three payments belong to the shift before them."""
    texts: list[str] = []
    for step in steps:
        if step in _SIMPLE_TEXTS:
            texts.append(_SIMPLE_TEXTS[step])
        elif step < PAY_0:
            texts.append(SHIFT_TEXTS[step - SHIFT_0])
        else:
            texts[-1] += ("" if ":" in texts[-1] else ":") + KIND_CODES[step - PAY_0]
    return texts


def end_card(state: ShiftingState | np.record, shift: int) -> int:
    """Return the card at the end that a shift wraps around; its kind is the price (N7)."""
    return int(state.board[_END_CELLS[shift]])


def needs_three_cards(state: ShiftingState | np.record, shift: int) -> bool:
    """N8, P4: the seat in turn holds no matching card."""
    card = end_card(state, shift)
    return card == PEARL or state.hand[state.turn][card] <= 0


def _shifts_in(legal: int) -> list[int]:
    return members((legal & ALL_SHIFTS) >> SHIFT_0)


def _matches(hand: Sequence[int]) -> list[bool]:
    """Return for each card at an end whether the hand matches it; P4: nothing matches the pearl, the last card."""
    return [count > 0 for count in hand] + [False]


def _three_card_payments(hand: Sequence[int]) -> list[str]:
    """Return every payment of three cards from a hand, in the order of the card codes."""
    left = _FULL + sum(min(count, NUM_PAID) << (_DIGIT * kind) for kind, count in enumerate(hand))
    return [text for text, cards in _PAYMENTS if (left - cards) & _FULL == _FULL]
