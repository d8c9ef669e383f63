"""Pebbles as numbers for learning."""

from __future__ import annotations

from heliodor.core.bits import has_bit
from heliodor.core.deck import UNKNOWN, deck_size
from heliodor.core.jit import rule
from heliodor_pebbles.rules import MAX_SEATS, NUM_PEBBLES, Phase

LAYOUT = (
    ("players", MAX_SEATS - 1, "one of: 2, 3, 4 players"),
    ("limit", 1, "the limit / 21"),
    ("laying", 1, "1 while a swap is half done"),
    ("over", 1, "1 when the match is over"),
    ("bag", 1, "pebbles in the bag / 12"),
    ("passes", 1, "passes in a row / 4"),
    ("to_act", MAX_SEATS, "one of: the seat to act, the viewer first, then clockwise; so all seats below"),
    ("laid", NUM_PEBBLES, "by pebble: 1 if it lies beside the bag"),
    ("hand_sizes", MAX_SEATS, "pebbles in hand / 12"),
    ("hands", MAX_SEATS * NUM_PEBBLES, "by seat and pebble: 1 if the viewer knows that it is there"),
)
SIZE = sum(size for _, size, _ in LAYOUT)


@rule
def encode(state, seat, out):
    """Write a hidden state as the seat sees it into out[0:SIZE]. Changes `out`."""
    for at in range(SIZE):
        out[at] = 0.0
    players, viewer = int(state.players), max(seat, 0)
    out[players - 2] = 1.0
    at = MAX_SEATS - 1
    out[at] = int(state.limit) / 21
    out[at + 1] = 1.0 if state.phase == Phase.LAYING else 0.0
    out[at + 2] = 1.0 if state.phase == Phase.OVER else 0.0
    out[at + 3] = deck_size(state) / NUM_PEBBLES
    out[at + 4] = int(state.passes) / MAX_SEATS
    at += 5
    if state.phase != Phase.OVER:
        out[at + (int(state.turn) - viewer) % players] = 1.0
    at += MAX_SEATS
    for pebble in range(NUM_PEBBLES):
        if has_bit(state.laid, pebble):
            out[at + pebble] = 1.0
    at += NUM_PEBBLES
    for step in range(players):
        other = (viewer + step) % players
        out[at + step] = int(state.hand_size[other]) / NUM_PEBBLES
        for pebble in range(NUM_PEBBLES):
            if int(state.hand[other]) != UNKNOWN and has_bit(state.hand[other], pebble):
                out[at + MAX_SEATS + NUM_PEBBLES * step + pebble] = 1.0
