"""The common part of what a seat sees of the shifting board."""

from __future__ import annotations

from operator import mul
from typing import Any

import msgspec

from heliodor.core.contract import NOBODY
from heliodor.core.deck import UNKNOWN
from heliodor.core.parts import Part
from heliodor.core.shifting.notation import CARD_CODES, KIND_CODES
from heliodor.core.shifting.rules import SIDE, Phase
from heliodor.core.shifting.state import ShiftingState

PHASE_NAMES: dict[int, str] = {
    Phase.TURN: "turn",
    Phase.PAYING: "paying",
    Phase.SHIFTING: "shifting",
    Phase.TASKS: "tasks",
    Phase.OVER: "over",
}


class BoardView(msgspec.Struct, kw_only=True):
    """What Nizam and Pearl of the East show alike."""

    game: str  # The game's id.
    seat: int  # Whose view this is: a seat, −1 a spectator, −2 everything.
    players: int
    first: int  # Seat that started.
    to_act: int  # Seat that decides next, −1 when the match is over.
    phase: str  # turn, shifting, tasks or over.
    over: bool
    scores: list[int]  # By seat.
    winners: list[int]  # Seats; empty until the match is over.
    legal: list[str]  # For the seat to act; "b^:???" is a shift paid with any three cards.
    board: list[str]  # Five rows of five card codes, from the top.
    hands: list[str | None]  # By seat: the codes of the cards in order, or null if they are hidden.
    hand_sizes: list[int]  # By seat.
    deck: int  # Cards left to draw.
    discard: str  # Codes of the cards on the discard pile, in order.
    run_outs: int  # How often the deck has run out.


def to_act(state: ShiftingState) -> int:
    """Return the seat that decides next, or NOBODY."""
    return NOBODY if state.phase == Phase.OVER else int(state.turn)


def cards_text(counts: list[int]) -> str | None:
    """Return a hand or pile as the codes of its cards, or None if it is hidden."""
    if counts[0] == UNKNOWN:
        return None
    return "".join(map(mul, KIND_CODES, counts))


def hands_of(state: ShiftingState) -> list[str | None]:
    """Return every hand as far as the record shows it."""
    return [cards_text(cards) for cards in state.hand[: state.players]]


def _seats(state: ShiftingState, seat: int) -> dict[str, Any]:
    return {"seat": seat, "players": state.players, "first": state.first}


def _turn(state: ShiftingState, seat: int) -> dict[str, Any]:
    return {"to_act": to_act(state), "phase": PHASE_NAMES[state.phase], "over": state.phase == Phase.OVER}


def _board(state: ShiftingState, seat: int) -> dict[str, Any]:
    codes = "".join([CARD_CODES[card] for card in state.board])
    return {"board": [codes[SIDE * row : SIDE * (row + 1)] for row in range(SIDE)]}


def _hands(state: ShiftingState, seat: int) -> dict[str, Any]:
    return {"hands": hands_of(state)}


def _hand_sizes(state: ShiftingState, seat: int) -> dict[str, Any]:
    return {"hand_sizes": state.hand_size[: state.players]}


def _discard(state: ShiftingState, seat: int) -> dict[str, Any]:
    return {"discard": cards_text(state.discard)}


def _run_outs(state: ShiftingState, seat: int) -> dict[str, Any]:
    return {"run_outs": state.run_outs}


# The fields above, except those that each game makes in its own way.
BOARD_PARTS = (
    Part("players first", _seats),
    Part("phase turn", _turn),
    Part("board", _board),
    Part("players hand", _hands),
    Part("players hand_size", _hand_sizes),
    Part("discard", _discard),
    Part("run_outs", _run_outs),
)
