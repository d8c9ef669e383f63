"""Luz's cards, actions and scores as text and back."""

from __future__ import annotations

import re
from collections.abc import Sequence

from heliodor.core.bits import members
from heliodor.core.contract import States
from heliodor.core.errors import BadNotation
from heliodor.games.luz.questions import KERNELS
from heliodor.games.luz.rules import BID_0, HAND_SIZE, NUM_VALUES, PLAY_0

COLOUR_CODES = ("R", "Y", "G", "B", "P")
CARD_CODES = tuple(f"{colour}{value}" for colour in COLOUR_CODES for value in range(1, NUM_VALUES + 1))
ACTION_TABLE = (
    ("bid 0, bid 0+ … bid 10, bid 10+", PLAY_0 - BID_0, "bet on a number of tricks, + with the safety bead (L4)"),
    ("play 1 … play 10", HAND_SIZE, "play the card in a slot (L5)"),
)

_BID = re.compile(r"bid (10|[0-9])(\+?)")
_PLAY = re.compile(r"play (10|[1-9])")


def setup_shuffles(states: States, index: int) -> list[list[int]]:
    """Return the one shuffle of the set-up."""
    state = states[index]
    return [[int(card) for card in state.deck[int(state.deck_start) :]]]


def parse_action(states: States, index: int, text: str) -> list[int]:
    """Parse a text into its one step."""
    if bid := _BID.fullmatch(text):
        return [BID_0 + 2 * int(bid[1]) + len(bid[2])]
    if play := _PLAY.fullmatch(text):
        return [PLAY_0 + int(play[1]) - 1]
    raise BadNotation(
        f"{text!r} is not an action of Luz; actions are bid 0 to bid 10, with + for the safety bead, "
        "and play 1 to play 10"
    )


def action_text(action: int) -> str:
    """Return "bid 3+" or "play 4"."""
    if action >= PLAY_0:
        return f"play {action - PLAY_0 + 1}"
    beads, safety = divmod(action - BID_0, 2)
    return f"bid {beads}{'+' if safety else ''}"


def canonical_text(text: str) -> str:
    """Return a legal action as it is: it has one spelling."""
    return text


def legal_texts(states: States, index: int) -> list[str]:
    """Return every legal action as text."""
    return [action_text(action) for action in members(KERNELS.legal_actions(states, index))]


def action_texts(states: States, index: int, steps: Sequence[int]) -> list[str]:
    """Return the texts of the steps: each is a separate action."""
    return [action_text(step) for step in steps]


def score_value(score: int) -> int:
    """Return points as they are."""
    return score
