"""Pearl of the East as numbers for learning; docs/tables.md is generated from LAYOUT."""

from __future__ import annotations

from heliodor.core.deck import NO_CARD
from heliodor.core.jit import rule
from heliodor.core.shifting.encoding import BOARD_LAYOUT, BOARD_SIZE, encode_board
from heliodor.core.shifting.rules import MAX_SEATS, NUM_KINDS, Phase
from heliodor.games.pearl.rules import NUM_TASKS, fulfillable_kinds, kinds_in_runs

LAYOUT = (
    *BOARD_LAYOUT,
    ("scores", MAX_SEATS, "fulfilled tasks / 8, the viewer first, then clockwise"),
    ("fulfilled", MAX_SEATS * NUM_KINDS, "by seat, the viewer first, and kind: 1 if the task is fulfilled"),
    ("tops", MAX_SEATS * NUM_KINDS, "one-hot by seat, the viewer first: kind of the top fulfilled card (P7)"),
    ("runs", NUM_KINDS, "by kind: 1 if it has a run without the pearl (P5)"),
    ("pearl_runs", NUM_KINDS, "by kind: 1 if it has a run that includes the pearl (P5)"),
    ("fulfillable", NUM_KINDS, "by kind: 1 if the seat in turn could fulfil it with this board (P5–P7)"),
    ("pearl_kind", NUM_KINDS, "one-hot: kind that the pearl stands for in this turn (P6); zeros before that"),
    ("stall", 1, "turns without a fulfilled task / stall_limit (P12)"),
    ("turns_to_stall", 1, "such turns left until the match ends / 200, at most 1"),
)
SIZE = sum(size for _, size, _ in LAYOUT)

_FAR_FROM_STALL = 200


@rule
def encode(state, seat, out):
    """Write a hidden state as the seat sees it into out[0:SIZE]. Changes `out`."""
    encode_board(state, seat, out)
    out[BOARD_SIZE:SIZE] = 0.0
    _encode_piles(state, max(seat, 0), out)
    at = BOARD_SIZE + MAX_SEATS + 2 * MAX_SEATS * NUM_KINDS
    without_pearl, with_pearl = kinds_in_runs(state.board)
    fulfillable = 0 if state.phase == Phase.OVER else fulfillable_kinds(state)
    for kind in range(NUM_KINDS):
        out[at + kind] = (without_pearl >> kind) & 1
        out[at + NUM_KINDS + kind] = (with_pearl >> kind) & 1
        out[at + 2 * NUM_KINDS + kind] = (fulfillable >> kind) & 1
    at += 3 * NUM_KINDS
    if state.pearl_kind != NO_CARD:
        out[at + int(state.pearl_kind)] = 1.0
    at += NUM_KINDS
    out[at] = int(state.stall) / int(state.stall_limit)
    out[at + 1] = min(1.0, (int(state.stall_limit) - int(state.stall)) / _FAR_FROM_STALL)


@rule
def _encode_piles(state, viewer, out):
    players = int(state.players)
    for step in range(players):
        seat = (viewer + step) % players
        count = int(state.num_fulfilled[seat])
        out[BOARD_SIZE + step] = count / NUM_TASKS
        at = BOARD_SIZE + MAX_SEATS + step * NUM_KINDS
        for kind in range(NUM_KINDS):
            out[at + kind] = (int(state.fulfilled[seat]) >> kind) & 1
        if count > 0:
            out[at + MAX_SEATS * NUM_KINDS + int(state.pile[seat, count - 1])] = 1.0
