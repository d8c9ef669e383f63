"""Nizam's cards, actions and scores as text and back."""

from __future__ import annotations

from collections.abc import Sequence

from heliodor.core.contract import States
from heliodor.core.shifting.notation import (
    BOARD_ACTION_TABLE,
    KIND_CODES,
    board_texts,
    group_board_steps,
    parse_board_action,
    with_sorted_payment,
)
from heliodor.core.shifting.refusals import check_payment_is_named
from heliodor.games.nizam.questions import KERNELS

CARD_CODES = KIND_CODES
ACTION_TABLE = BOARD_ACTION_TABLE


def setup_shuffles(states: States, index: int) -> list[list[int]]:
    """Return the one shuffle of the set-up."""
    return [[int(card) for card in states[index].deck]]


def parse_action(states: States, index: int, text: str) -> list[int]:
    """Parse a text into steps; a shift paid with three cards is one step and three payments."""
    steps = parse_board_action(text, "Nizam")
    check_payment_is_named(states, index, steps)
    return steps


def canonical_text(text: str) -> str:
    """Return a legal action with its payment sorted; a person may name the three cards in any order."""
    return with_sorted_payment(text)


def legal_texts(states: States, index: int) -> list[str]:
    """Return every legal action as text; shifts once for each way to pay."""
    return board_texts(states[index], KERNELS.legal_actions(states, index))


def action_texts(states: States, index: int, steps: Sequence[int]) -> list[str]:
    """Return the texts of whole actions played from this state on."""
    return group_board_steps(steps)


def score_value(score: int) -> int:
    """Return points as they are."""
    return score
