"""What a seat sees of Nizam."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from heliodor.core.bits import members
from heliodor.core.contract import EVERYTHING, States
from heliodor.core.parts import ANY_FIELD, Part, render_parts
from heliodor.core.plain import plain
from heliodor.core.shifting.notation import COLUMNS, KIND_CODES, ROWS, short_texts
from heliodor.core.shifting.rules import NUM_LINES, SIDE, Phase
from heliodor.core.shifting.view import BOARD_PARTS, BoardView, hands_of
from heliodor.games.nizam.questions import COMBINATION_PARTS, KERNELS, combinations_of, points_of_turn
from heliodor.games.nizam.rules import NUM_CARDS, RUN_POINTS
from heliodor.games.nizam.state import State


class Combination(msgspec.Struct):
    """Three or more equal cards side by side in one line."""

    line: str  # Row "1"–"5" or column "a"–"e".
    start: int  # Place of its first card in the line, from 0.
    length: int
    kind: str  # Card code.
    points: int  # Points for its length (N10).
    scores: bool  # Whether it would score if the turn ended now (N12).


class View(BoardView, kw_only=True):
    """Nizam as one seat sees it."""

    run_outs_to_end: int  # The match ends when the deck has run out this many times (N16).
    hand_limit: int  # Solo: most cards in hand (N19); 0 for no limit.
    combinations: list[Combination]  # All on the board, by line.
    points_now: int  # Points of the turn if it ended now (N10–N12).


def _settings(state: State, seat: int) -> dict[str, Any]:
    return {"game": "nizam", "run_outs_to_end": state.players, "hand_limit": state.hand_limit}


def _result(state: State, seat: int) -> dict[str, Any]:
    over = state.phase == Phase.OVER
    winners = members(KERNELS.winners(state.states, state.index)) if over else []
    return {"scores": state.score[: state.players], "winners": winners}


def _deck(state: State, seat: int) -> dict[str, Any]:
    return {"deck": NUM_CARDS - state.deck_pos}


def _combinations(state: State, seat: int) -> dict[str, Any]:
    return {
        "combinations": find_combinations(state.states, state.index),
        "points_now": points_of_turn(state.states, state.index),
    }


def _choices(state: State, seat: int) -> dict[str, Any]:
    if seat not in (state.turn, EVERYTHING) or state.phase == Phase.OVER:
        return {"legal": []}
    return {"legal": short_texts(state, KERNELS.legal_actions(state.states, state.index))}


PARTS = (
    *BOARD_PARTS,
    Part("players hand_limit", _settings),
    Part("players score phase", _result),
    Part("deck_pos", _deck),
    Part("board runs_changed", _combinations),
    Part(ANY_FIELD, _choices),
)
OWN_SOURCES = "hand"


def render(states: States, index: int, seat: int) -> View:
    """Return the view of a state that has been hidden from the seat."""
    return render_parts(View, PARTS, states, index, seat)


def own_fields(states: States, index: int, seat: int, shared: View) -> dict[str, Any]:
    """Return the fields that differ from a spectator's view: the hands, and the choices."""
    state = plain(states, index, State)
    return {"seat": seat, "hands": hands_of(state), **_choices(state, seat)}


def find_combinations(states: States, index: int) -> list[Combination]:
    """Return all combinations on the board (N10), rows first."""
    out = np.empty(COMBINATION_PARTS * NUM_LINES, np.int64)
    parts = out[: COMBINATION_PARTS * combinations_of(states, index, out)].tolist()
    found = []
    for at in range(0, len(parts), COMBINATION_PARTS):
        line, kind, start, length, scores = parts[at : at + COMBINATION_PARTS]
        name = ROWS[line] if line < SIDE else COLUMNS[line - SIDE]
        points = int(RUN_POINTS[length])
        found.append(Combination(name, start, length, KIND_CODES[kind], points, bool(scores)))
    return found
