"""What a seat sees of Pebbles."""

from __future__ import annotations

from typing import Any

import msgspec

from heliodor.core.bits import members
from heliodor.core.contract import EVERYTHING, NOBODY, States
from heliodor.core.deck import UNKNOWN
from heliodor.core.parts import ANY_FIELD, Part, render_parts
from heliodor.core.plain import PlainState, plain
from heliodor_pebbles.notation import legal_texts
from heliodor_pebbles.questions import KERNELS
from heliodor_pebbles.rules import NUM_PEBBLES, Phase


class View(msgspec.Struct, kw_only=True):
    """Pebbles as one seat sees it."""

    game: str  # The game's id.
    seat: int  # Whose view this is: a seat, −1 a spectator, −2 everything.
    players: int
    first: int  # Seat that started.
    to_act: int  # Seat that decides next, −1 when the match is over.
    phase: str  # choosing or over.
    over: bool
    scores: list[int]  # By seat; 0 until the match is over.
    winners: list[int]  # Seats; empty until the match is over.
    legal: list[str]  # For the seat to act.
    limit: int  # The most that a hand may add up to.
    bag: int  # Pebbles left in the bag.
    laid: list[int]  # Pebbles that lie beside the bag.
    hands: list[list[int] | None]  # By seat: the pebbles in ascending order, or null if they are hidden.
    hand_sizes: list[int]  # By seat.


def pebbles_of(pebbles: int) -> list[int]:
    """Return the numbers on a set of pebbles."""
    return [pebble + 1 for pebble in members(pebbles)]


def _settings(state: PlainState, seat: int) -> dict[str, Any]:
    return {"game": "pebbles", "seat": seat, "players": state.players, "first": state.first, "limit": state.limit}


def _turn(state: PlainState, seat: int) -> dict[str, Any]:
    over = state.phase == Phase.OVER
    return {"to_act": NOBODY if over else state.turn, "phase": "over" if over else "choosing", "over": over}


def _result(state: PlainState, seat: int) -> dict[str, Any]:
    scores = [int(KERNELS.score_of(state.states, state.index, other)) for other in range(state.players)]
    return {"scores": scores, "winners": members(KERNELS.winners(state.states, state.index))}


def _pebbles(state: PlainState, seat: int) -> dict[str, Any]:
    return {
        "bag": NUM_PEBBLES - state.deck_pos,
        "laid": pebbles_of(state.laid),
        "hands": [None if hand == UNKNOWN else pebbles_of(hand) for hand in state.hand[: state.players]],
        "hand_sizes": state.hand_size[: state.players],
    }


def _choices(state: PlainState, seat: int) -> dict[str, Any]:
    if seat not in (state.turn, EVERYTHING) or state.phase == Phase.OVER:
        return {"legal": []}
    return {"legal": legal_texts(state.states, state.index)}


PARTS = (
    Part("players first limit", _settings),
    Part("phase turn", _turn),
    Part(ANY_FIELD, _result),
    Part("players deck_pos laid hand hand_size", _pebbles),
    Part(ANY_FIELD, _choices),
)
OWN_SOURCES = "hand"


def render(states: States, index: int, seat: int) -> View:
    """Return the view of a state that has been hidden from the seat."""
    return render_parts(View, PARTS, states, index, seat)


def own_fields(states: States, index: int, seat: int, shared: View) -> dict[str, Any]:
    """Return what a seat sees otherwise than a spectator: its hand, and its choices."""
    state = plain(states, index)
    return {"seat": seat, "hands": _pebbles(state, seat)["hands"], **_choices(state, seat)}
