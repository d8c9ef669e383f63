"""Pebbles, actions and scores as text and back."""

from __future__ import annotations

import re
from collections.abc import Sequence

from heliodor.core.bits import members
from heliodor.core.contract import States
from heliodor.core.errors import BadNotation
from heliodor_pebbles.questions import KERNELS
from heliodor_pebbles.rules import LAY_0, NUM_PEBBLES, PASS, SWAP, TAKE

CARD_CODES = tuple(str(number) for number in range(1, NUM_PEBBLES + 1))
ACTION_TABLE = (
    ("take", 1, "draw a pebble (B3)"),
    ("pass", 1, "do nothing (B5)"),
    ("swap", 1, "begin to swap a pebble (B4)"),
    ("1 … 12", NUM_PEBBLES, "the pebble to lay down; `swap 7` is both steps"),
)

_SIMPLE = {"take": TAKE, "pass": PASS}
_SIMPLE_TEXTS = {step: text for text, step in _SIMPLE.items()}
_SWAP = re.compile(r"swap (1[0-2]|[1-9])")


def setup_shuffles(states: States, index: int) -> list[list[int]]:
    """Return the one shuffle of the set-up."""
    state = states[index]
    return [[int(pebble) for pebble in state.deck[int(state.deck_start) :]]]


def parse_action(states: States, index: int, text: str) -> list[int]:
    """Return the steps that a text means; a swap is two."""
    if text in _SIMPLE:
        return [_SIMPLE[text]]
    if swap := _SWAP.fullmatch(text):
        return [SWAP, LAY_0 + int(swap[1]) - 1]
    raise BadNotation(f"{text!r} is not an action of Pebbles; actions are take, pass and swap 1 to swap 12")


def canonical_text(text: str) -> str:
    """Return a legal action as it is: it has one spelling."""
    return text


def legal_texts(states: States, index: int) -> list[str]:
    """Return every legal action as text; a swap once for each pebble in hand."""
    texts: list[str] = []
    for step in members(KERNELS.legal_actions(states, index)):
        if step == SWAP:
            state = states[index]
            texts += [f"swap {CARD_CODES[pebble]}" for pebble in members(int(state.hand[state.turn]))]
        else:
            texts += action_texts(states, index, [step])
    return texts


def action_texts(states: States, index: int, steps: Sequence[int]) -> list[str]:
    """Return the texts of the steps; the last one may be incomplete."""
    texts: list[str] = []
    for step in steps:
        if step in _SIMPLE_TEXTS:
            texts.append(_SIMPLE_TEXTS[step])
        elif step == SWAP:
            texts.append("swap")
        else:
            texts[-1] += f" {CARD_CODES[step - LAY_0]}"
    return texts


def score_value(score: int) -> int:
    """Return points as they are."""
    return score
