"""Pebbles as numbers for learning."""

from __future__ import annotations

from heliodor.core.bits import has_bit
from heliodor.core.deck import UNKNOWN, deck_size
from heliodor.core.jit import rule
from heliodor.core.observation import Block, scale_of, size_of
from heliodor_pebbles.rules import MAX_SEATS, NUM_PEBBLES, Phase

LAYOUT = (
    Block("players", MAX_SEATS - 1, 1, "one of: 2, 3, 4 players"),
    Block("limit", 1, 21, "the limit"),
    Block("laying", 1, 1, "1 while a swap is half done"),
    Block("over", 1, 1, "1 when the match is over"),
    Block("bag", 1, NUM_PEBBLES, "pebbles in the bag"),
    Block("passes", 1, MAX_SEATS, "passes in a row"),
    Block("to_act", MAX_SEATS, 1, "one of: the seat to act, the viewer first, then clockwise; so all seats below"),
    Block("laid", NUM_PEBBLES, 1, "by pebble: 1 if it lies beside the bag"),
    Block("hand_sizes", MAX_SEATS, NUM_PEBBLES, "pebbles in hand"),
    Block(
        "hands",
        MAX_SEATS * NUM_PEBBLES,
        1,
        "by seat and pebble: 1 if the viewer knows that it is there",
        (MAX_SEATS, NUM_PEBBLES),
    ),
)
SIZE = size_of(LAYOUT)
SCALE = scale_of(LAYOUT)


@rule
def encode(state, seat, out):
    """Write a hidden state as the seat sees it into out[0:SIZE]. Changes `out`."""
    out[:SIZE] = 0
    players, viewer = int(state.players), max(seat, 0)
    out[players - 2] = 1
    at = MAX_SEATS - 1
    out[at] = int(state.limit)
    out[at + 1] = 1 if state.phase == Phase.LAYING else 0
    out[at + 2] = 1 if state.phase == Phase.OVER else 0
    out[at + 3] = deck_size(state)
    out[at + 4] = int(state.passes)
    at += 5
    if state.phase != Phase.OVER:
        out[at + (int(state.turn) - viewer) % players] = 1
    at += MAX_SEATS
    for pebble in range(NUM_PEBBLES):
        if has_bit(state.laid, pebble):
            out[at + pebble] = 1
    at += NUM_PEBBLES
    for step in range(players):
        other = (viewer + step) % players
        out[at + step] = int(state.hand_size[other])
        for pebble in range(NUM_PEBBLES):
            if int(state.hand[other]) != UNKNOWN and has_bit(state.hand[other], pebble):
                out[at + MAX_SEATS + NUM_PEBBLES * step + pebble] = 1
