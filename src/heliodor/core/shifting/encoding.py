"""The common part of the shifting board as numbers for learning."""

from __future__ import annotations

from heliodor.core.deck import deck_size
from heliodor.core.jit import rule
from heliodor.core.observation import Block, size_of
from heliodor.core.packing import NOT_NEGATIVE, copy_numbers
from heliodor.core.shifting.rules import CARDS_PER_KIND, MAX_SEATS, NUM_CELLS, NUM_KINDS, NUM_SHIFTS, Phase

NUM_CARDS_ON_BOARD = NUM_KINDS + 1  # Eight kinds and the pearl.
NUM_PHASES = 5

BOARD_LAYOUT = (
    Block(
        "board",
        NUM_CELLS * NUM_CARDS_ON_BOARD,
        1,
        "one-hot by cell in reading order: eight kinds, pearl",
        (NUM_CELLS, NUM_CARDS_ON_BOARD),
    ),
    Block("own_hand", NUM_KINDS, CARDS_PER_KIND, "cards of each kind in the viewer's hand; zeros for a spectator"),
    Block("discard", NUM_KINDS, CARDS_PER_KIND, "cards of each kind on the discard pile"),
    Block("hand_sizes", MAX_SEATS, CARDS_PER_KIND, "cards in each hand, the viewer first, then clockwise"),
    Block("deck", 1, 96, "cards left in the deck"),
    Block("run_outs", 1, MAX_SEATS, "times the deck has run out, at most 5"),
    Block("players", MAX_SEATS, 1, "one-hot: number of players, from 1"),
    Block("to_act", MAX_SEATS, 1, "one-hot: seat in turn, counted clockwise from the viewer; zeros when over"),
    Block("phase", NUM_PHASES, 1, "one-hot: turn, paying, shifting, tasks, over"),
    Block("pending_shift", NUM_SHIFTS, 1, "one-hot while three cards are being paid: the shift they pay for"),
    Block("num_paid", 1, 3, "cards paid so far"),
    Block("last_paid", NUM_KINDS, 1, "one-hot while paying, from the second card on: kind of the last one"),
    Block("hand_limit", 1, CARDS_PER_KIND, "most cards in hand; 0 for no limit"),
)
BOARD_SIZE = size_of(BOARD_LAYOUT)


@rule
def encode_board(state, seat, out):
    """Write the common part of a hidden state into out[0:BOARD_SIZE]; the cells must be 0. Changes `out`."""
    viewer = max(seat, 0)
    at = 0
    for cell in range(NUM_CELLS):
        out[at + (int(state.board[cell]) & NOT_NEGATIVE)] = 1
        at += NUM_CARDS_ON_BOARD
    if seat >= 0:
        copy_numbers(out, at, state.hand[seat], NUM_KINDS)
    copy_numbers(out, at + NUM_KINDS, state.discard, NUM_KINDS)
    at += 2 * NUM_KINDS
    players = int(state.players)
    for step in range(players):
        other = viewer + step
        out[at + step] = state.hand_size[other - players if other >= players else other]
    at += MAX_SEATS
    out[at] = deck_size(state)
    out[at + 1] = min(MAX_SEATS, int(state.run_outs))
    at += 2
    out[at + players - 1] = 1
    at += MAX_SEATS
    if state.phase != Phase.OVER:
        in_turn = int(state.turn) - viewer
        out[at + (in_turn + players if in_turn < 0 else in_turn)] = 1
    at += MAX_SEATS
    out[at + int(state.phase)] = 1
    at += NUM_PHASES
    if state.phase == Phase.PAYING:
        out[at + int(state.pending_shift)] = 1
        out[at + NUM_SHIFTS] = state.num_paid
        if state.num_paid > 0:
            out[at + NUM_SHIFTS + 1 + int(state.last_paid)] = 1
    at += NUM_SHIFTS + 1 + NUM_KINDS
    out[at] = state.hand_limit
