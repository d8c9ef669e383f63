"""Pearl of the East as numbers for learning; docs/tables.md is generated from LAYOUT."""

from __future__ import annotations

import numpy as np

from heliodor.core.bits import write_bits
from heliodor.core.deck import NO_CARD
from heliodor.core.jit import rule
from heliodor.core.observation import Block, scale_of, size_of
from heliodor.core.packing import NOT_NEGATIVE, clear_numbers, words_of, write_word
from heliodor.core.shifting.encoding import BOARD_LAYOUT, BOARD_SIZE, encode_board
from heliodor.core.shifting.rules import MAX_SEATS, NUM_KINDS, Phase
from heliodor.games.pearl.rules import NUM_TASKS, fulfillable_among, kinds_in_runs

LAYOUT = (
    *BOARD_LAYOUT,
    Block("scores", MAX_SEATS, NUM_TASKS, "fulfilled tasks, the viewer first, then clockwise"),
    Block(
        "fulfilled",
        MAX_SEATS * NUM_KINDS,
        1,
        "by seat, the viewer first, and kind: 1 if the task is fulfilled",
        (MAX_SEATS, NUM_KINDS),
    ),
    Block(
        "tops",
        MAX_SEATS * NUM_KINDS,
        1,
        "one-hot by seat, the viewer first: kind of the top fulfilled card (P7)",
        (MAX_SEATS, NUM_KINDS),
    ),
    Block("runs", NUM_KINDS, 1, "by kind: 1 if it has a run without the pearl (P5)"),
    Block("pearl_runs", NUM_KINDS, 1, "by kind: 1 if it has a run that includes the pearl (P5)"),
    Block("fulfillable", NUM_KINDS, 1, "by kind: 1 if the seat in turn could fulfil it with this board (P5–P7)"),
    Block("pearl_kind", NUM_KINDS, 1, "one-hot: kind that the pearl stands for in this turn (P6); zeros before that"),
    Block("stall", 1, 100, "turns without a fulfilled task, in hundredths of stall_limit (P12)"),
    Block("turns_to_stall", 1, 100, "such turns left until the match ends, at most 100"),
)
SIZE = size_of(LAYOUT)
SCALE = scale_of(LAYOUT)
HIDES = True  # No number depends on what `hide` overwrites.

_HUNDRED = 100
# [kind − NO_CARD] -> that kind as one of eight; zeros for NO_CARD.
_ONE_KIND = words_of(np.eye(NUM_KINDS - NO_CARD, NUM_KINDS, NO_CARD, np.int8))


@rule
def encode(state, seat, out):
    """Write a hidden state as the seat sees it into out[0:SIZE]. Changes `out`."""
    clear_numbers(out, 0, SIZE)
    encode_board(state, seat, out)
    _encode_piles(state, max(seat, 0), out)
    at = BOARD_SIZE + MAX_SEATS + 2 * MAX_SEATS * NUM_KINDS
    without_pearl, with_pearl = kinds_in_runs(state.board)
    fulfillable = 0 if state.phase == Phase.OVER else fulfillable_among(state, without_pearl, with_pearl)
    for kinds in (without_pearl, with_pearl, fulfillable):
        write_bits(kinds, NUM_KINDS, out, at)
        at += NUM_KINDS
    if state.pearl_kind != NO_CARD:
        out[at + int(state.pearl_kind)] = 1
    at += NUM_KINDS
    out[at] = int(state.stall) * _HUNDRED // int(state.stall_limit)
    out[at + 1] = min(_HUNDRED, int(state.stall_limit) - int(state.stall))


@rule
def _encode_piles(state, viewer, out):
    players = int(state.players)
    for step in range(players):
        seat = viewer + step
        if seat >= players:
            seat -= players
        count = int(state.num_fulfilled[seat])
        out[BOARD_SIZE + step] = count
        at = BOARD_SIZE + MAX_SEATS + step * NUM_KINDS
        write_bits(int(state.fulfilled[seat]), NUM_KINDS, out, at)
        top = int(state.pile[seat, count - 1])  # Of an empty pile the last place, which has NO_CARD, too.
        write_word(out, at + MAX_SEATS * NUM_KINDS, _ONE_KIND[(top - NO_CARD) & NOT_NEGATIVE])
