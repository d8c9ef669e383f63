"""The common part of the shifting board as numbers for learning."""

from __future__ import annotations

from heliodor.core.deck import deck_size
from heliodor.core.jit import rule
from heliodor.core.shifting.rules import CARDS_PER_KIND, MAX_SEATS, NUM_CELLS, NUM_KINDS, NUM_SHIFTS, Phase

NUM_CARDS_ON_BOARD = NUM_KINDS + 1  # Eight kinds and the pearl.

BOARD_LAYOUT = (
    ("board", NUM_CELLS * NUM_CARDS_ON_BOARD, "one-hot by cell in reading order: eight kinds, pearl"),
    ("own_hand", NUM_KINDS, "cards of each kind in the viewer's hand / 12; zeros for a spectator"),
    ("discard", NUM_KINDS, "cards of each kind on the discard pile / 12"),
    ("hand_sizes", MAX_SEATS, "cards in each hand / 12, the viewer first, then clockwise"),
    ("deck", 1, "cards left in the deck / 96"),
    ("run_outs", 1, "times the deck has run out / number of players, at most 1"),
    ("players", MAX_SEATS, "one-hot: number of players, from 1"),
    ("to_act", MAX_SEATS, "one-hot: seat in turn, counted clockwise from the viewer; zeros when over"),
    ("phase", 5, "one-hot: turn, paying, shifting, tasks, over"),
    ("pending_shift", NUM_SHIFTS, "one-hot while three cards are being paid: the shift they pay for"),
    ("num_paid", 1, "cards paid so far / 3"),
    ("last_paid", NUM_KINDS, "one-hot while paying, from the second card on: kind of the last one"),
    ("hand_limit", 1, "most cards in hand / 12; 0 for no limit"),
)
BOARD_SIZE = sum(size for _, size, _ in BOARD_LAYOUT)


@rule
def encode_board(state, seat, out):
    """Write the common part of a hidden state into out[0:BOARD_SIZE]. Changes `out`."""
    out[:BOARD_SIZE] = 0.0
    viewer = max(seat, 0)
    at = 0
    for cell in range(NUM_CELLS):
        out[at + int(state.board[cell])] = 1.0
        at += NUM_CARDS_ON_BOARD
    for kind in range(NUM_KINDS):
        if seat >= 0:
            out[at + kind] = int(state.hand[seat, kind]) / CARDS_PER_KIND
        out[at + NUM_KINDS + kind] = int(state.discard[kind]) / CARDS_PER_KIND
    at += 2 * NUM_KINDS
    players = int(state.players)
    for step in range(players):
        out[at + step] = int(state.hand_size[(viewer + step) % players]) / CARDS_PER_KIND
    at += MAX_SEATS
    out[at] = deck_size(state) / 96
    out[at + 1] = min(1.0, int(state.run_outs) / players)
    at += 2
    out[at + players - 1] = 1.0
    at += MAX_SEATS
    if state.phase != Phase.OVER:
        out[at + (int(state.turn) - viewer) % players] = 1.0
    at += MAX_SEATS
    out[at + int(state.phase)] = 1.0
    at += 5
    if state.phase == Phase.PAYING:
        out[at + int(state.pending_shift)] = 1.0
        out[at + NUM_SHIFTS] = int(state.num_paid) / 3
        if state.num_paid > 0:
            out[at + NUM_SHIFTS + 1 + int(state.last_paid)] = 1.0
    at += NUM_SHIFTS + 1 + NUM_KINDS
    out[at] = int(state.hand_limit) / CARDS_PER_KIND
