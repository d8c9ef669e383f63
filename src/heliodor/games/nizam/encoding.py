"""Nizam as numbers for learning; docs/tables.md is generated from LAYOUT."""

from __future__ import annotations

from heliodor.core.jit import rule
from heliodor.core.shifting.encoding import BOARD_LAYOUT, BOARD_SIZE, encode_board
from heliodor.core.shifting.rules import MAX_SEATS, NUM_KINDS, NUM_LINES
from heliodor.games.nizam.rules import scores_in_turn

LAYOUT = (
    *BOARD_LAYOUT,
    ("scores", MAX_SEATS, "points / 50, the viewer first, then clockwise"),
    (
        "changed_runs",
        NUM_LINES * NUM_KINDS,
        "by line and kind: 1 if a run of three or more came, went or changed its length in this turn (N12)",
    ),
)
SIZE = sum(size for _, size, _ in LAYOUT)


@rule
def encode(state, seat, out):
    """Write a hidden state as the seat sees it into out[0:SIZE]. Changes `out`."""
    encode_board(state, seat, out)
    at = BOARD_SIZE
    players = int(state.players)
    for step in range(MAX_SEATS):
        out[at + step] = int(state.score[(max(seat, 0) + step) % players]) / 50 if step < players else 0.0
    at += MAX_SEATS
    for line in range(NUM_LINES):
        for kind in range(NUM_KINDS):
            out[at + line * NUM_KINDS + kind] = 1.0 if scores_in_turn(state, line, kind) else 0.0
