"""What a seat sees of Nizam."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import numpy as np

from heliodor.core.bits import members
from heliodor.core.contract import EVERYTHING, NOBODY, States
from heliodor.core.plain import plain
from heliodor.core.shifting.notation import COLUMNS, KIND_CODES, ROWS, short_texts
from heliodor.core.shifting.rules import NUM_LINES, SIDE, Phase
from heliodor.core.shifting.view import PHASE_NAMES, BoardView, board_rows, cards_text, hands_of
from heliodor.games.nizam.questions import COMBINATION_PARTS, KERNELS, combinations_of, points_of_turn
from heliodor.games.nizam.rules import RUN_POINTS


class Combination(msgspec.Struct):
    """Three or more equal cards side by side in one line."""

    line: str  # Row "1"–"5" or column "a"–"e".
    start: int  # Place of its first card in the line, from 0.
    length: int
    kind: str  # Card code.
    points: int  # What it is worth by its length (N10).
    scores: bool  # Whether it would score if the turn ended now (N12).


class View(BoardView, kw_only=True):
    """Nizam as one seat sees it."""

    run_outs_to_end: int  # The match ends when the deck has run out so many times (N16).
    hand_limit: int  # Solo: most cards in hand (N19); 0 for no limit.
    combinations: list[Combination]  # All on the board, by line.
    points_now: int  # What the turn would bring if it ended now (N10–N12).


def render(states: States, index: int, seat: int) -> View:
    """Return the view of a state that has been hidden from the seat."""
    state = plain(states, index)
    over = state.phase == Phase.OVER
    to_act = NOBODY if over else state.turn
    sees_choices = not over and seat in (to_act, EVERYTHING)
    players = state.players
    return View(
        game="nizam",
        seat=seat,
        players=players,
        first=state.first,
        to_act=to_act,
        phase=PHASE_NAMES[Phase(state.phase)],
        over=over,
        scores=state.score[:players],
        winners=members(KERNELS.winners(states, index)) if over else [],
        legal=short_texts(state, KERNELS.legal_actions(states, index)) if sees_choices else [],
        board=board_rows(state),
        hands=hands_of(state),
        hand_sizes=state.hand_size[:players],
        deck=len(state.deck) - state.deck_pos,
        discard=cards_text(state.discard) or "",
        run_outs=state.run_outs,
        run_outs_to_end=players,
        hand_limit=state.hand_limit,
        combinations=find_combinations(states, index),
        points_now=points_of_turn(states, index),
    )


def own_fields(states: States, index: int, seat: int, shared: View) -> dict[str, Any]:
    """Return what a seat sees otherwise than a spectator: the hands, and its choices."""
    hand = states["hand"][index].tolist()
    legal: list[str] = []
    if shared.to_act == seat:
        state = SimpleNamespace(turn=seat, hand=hand, board=states["board"][index].tolist())
        legal = short_texts(state, KERNELS.legal_actions(states, index))
    return {"seat": seat, "hands": [cards_text(cards) for cards in hand[: shared.players]], "legal": legal}


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
