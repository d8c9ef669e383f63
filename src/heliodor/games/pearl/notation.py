"""The cards, actions and scores of Pearl of the East as text and back."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from heliodor.core.bits import members
from heliodor.core.contract import States
from heliodor.core.errors import BadNotation
from heliodor.core.shifting.notation import (
    BOARD_ACTION_TABLE,
    KIND_CODES,
    board_texts,
    group_board_steps,
    parse_board_action,
    with_sorted_payment,
)
from heliodor.core.shifting.notation import CARD_CODES as BOARD_CARD_CODES
from heliodor.core.shifting.refusals import check_payment_is_named
from heliodor.games.pearl.questions import KERNELS
from heliodor.games.pearl.rules import TASK_0

CARD_CODES = BOARD_CARD_CODES  # Eight kinds and the pearl.
ACTION_TABLE = (*BOARD_ACTION_TABLE, ("task R … task X", 8, "fulfil the task of a kind (P8)"))

_TASK = "task"


def setup_shuffles(states: States, index: int) -> list[list[int]]:
    """Return the two shuffles of the set-up: the board in reading order, then all other cards."""
    state = states[index]
    return [[int(card) for card in state.board], [int(card) for card in state.deck[int(state.deck_start) :]]]


def parse_action(states: States, index: int, text: str) -> list[int]:
    """Parse a text into steps; a shift paid with three cards is one step and three payments."""
    if text.startswith(_TASK):
        return [_parse_task(text)]
    steps = parse_board_action(text, "Pearl of the East")
    check_payment_is_named(states, index, steps)
    return steps


def _parse_task(text: str) -> int:
    kind = text.removeprefix(f"{_TASK} ")
    if kind not in KIND_CODES:
        raise BadNotation(
            f"{text!r} is not a task; there is one task for each kind, "
            f"from {task_text(0)!r} on in the order {''.join(KIND_CODES)}"
        )
    return TASK_0 + KIND_CODES.index(kind)


def task_text(kind: int) -> str:
    """Return the text of the action that fulfils a kind."""
    return f"{_TASK} {KIND_CODES[kind]}"


def task_texts(legal: int) -> list[str]:
    """Return every legal task as text."""
    return [task_text(kind) for kind in members(legal >> TASK_0)]


def canonical_text(text: str) -> str:
    """Return a legal action with its payment sorted; a person may name the three cards in any order."""
    return with_sorted_payment(text)


def legal_texts(states: States, index: int) -> list[str]:
    """Return every legal action as text; shifts once for each way to pay."""
    legal = KERNELS.legal_actions(states, index)
    return [*board_texts(states[index], legal), *task_texts(legal)]


def action_texts(states: States, index: int, steps: Sequence[int]) -> list[str]:
    """Return the texts of whole actions played from this state on."""
    texts: list[str] = []
    for are_tasks, group in groupby(steps, lambda step: step >= TASK_0):
        some = list(group)
        texts += [task_text(step - TASK_0) for step in some] if are_tasks else group_board_steps(some)
    return texts


def score_value(score: int) -> int:
    """Return the number of fulfilled tasks as it is."""
    return score
