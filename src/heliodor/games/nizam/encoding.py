"""Nizam as numbers for learning; docs/tables.md is generated from LAYOUT."""

from __future__ import annotations

from heliodor.core.jit import rule
from heliodor.core.observation import Block, scale_of, size_of
from heliodor.core.packing import clear_numbers
from heliodor.core.shifting.encoding import BOARD_LAYOUT, BOARD_SIZE, encode_board
from heliodor.core.shifting.rules import MAX_SEATS, NUM_KINDS, NUM_LINES
from heliodor.games.nizam.rules import scores_in_turn

LAYOUT = (
    *BOARD_LAYOUT,
    Block("scores", MAX_SEATS, 50, "points, at most 127; the viewer first, then clockwise"),
    Block(
        "changed_runs",
        NUM_LINES * NUM_KINDS,
        1,
        "by line and kind: 1 if a run of three or more came, went or changed its length in this turn (N12)",
        (NUM_LINES, NUM_KINDS),
    ),
)
SIZE = size_of(LAYOUT)
SCALE = scale_of(LAYOUT)
HIDES = True  # No number depends on what `hide` overwrites.

_MOST = 127


@rule
def encode(state, seat, out):
    """Write a hidden state as the seat sees it into out[0:SIZE]. Changes `out`."""
    clear_numbers(out, 0, SIZE)
    encode_board(state, seat, out)
    at = BOARD_SIZE
    players, viewer = int(state.players), max(seat, 0)
    for step in range(players):
        other = viewer + step
        out[at + step] = min(_MOST, int(state.score[other - players if other >= players else other]))
    at += MAX_SEATS
    for line in range(NUM_LINES):
        if state.runs_changed[line] != 0:
            for kind in range(NUM_KINDS):
                out[at + kind] = 1 if scores_in_turn(state, line, kind) else 0
        at += NUM_KINDS
