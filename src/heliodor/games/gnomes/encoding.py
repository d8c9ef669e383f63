"""Speedy Gnomes as numbers for learning; docs/tables.md is generated from LAYOUT."""

from __future__ import annotations

import numpy as np

from heliodor.core.deck import NO_CARD, deck_size
from heliodor.core.jit import rule
from heliodor.core.observation import Block, scale_of, size_of
from heliodor.core.packing import NOT_NEGATIVE, clear_numbers, copy_numbers, write_word
from heliodor.games.gnomes.cards import CAVE_IN, DIAMOND, NUM_CARDS, NUM_KINDS, NUM_LAID_KINDS
from heliodor.games.gnomes.rules import MAX_CURSES, MAX_HAND, MAX_SEATS, NUM_OPEN, Phase

NUM_PHASES = 5
NUM_CURSE_KINDS = 4
NUM_PENDING_KINDS = DIAMOND - CAVE_IN  # Cave-in, fogs, winds.
MIN_SEATS = 2

# Numbers for each seat.
SEAT_SIZE = 2 + NUM_CURSE_KINDS + NUM_KINDS + NUM_LAID_KINDS

LAYOUT = (
    Block("players", MAX_SEATS - MIN_SEATS + 1, 1, "one-hot: number of players, from 2"),
    Block("options", 3, 1, "six_shapes, quick_start, last_round full: 1 or 0 each"),
    Block("to_act", MAX_SEATS, 1, "one-hot: seat in turn, counted clockwise from the viewer; zeros when over"),
    Block("first", MAX_SEATS, 1, "one-hot: seat that begins every round, counted clockwise from the viewer"),
    Block("phase", NUM_PHASES, 1, "one-hot: taking, playing, aiming, driving, over"),
    Block("pending", NUM_PENDING_KINDS, 1, "one-hot: curse being aimed or wind being used: K FO FG FP WR WY WB"),
    Block("deck", 1, NUM_CARDS, "cards left in the deck"),
    Block("rounds_left", 1, 2, "rounds to play once the deck is empty, the current one included; before that 0"),
    Block(
        "open_cards",
        NUM_OPEN * NUM_KINDS,
        1,
        "by slot, one-hot: kind of the open card; zeros if none lies there",
        (NUM_OPEN, NUM_KINDS),
    ),
    Block("discard", NUM_KINDS, MAX_HAND, "by kind: cards on the discard pile"),
    Block("own_hand", NUM_KINDS, MAX_HAND, "by kind: cards in the viewer's hand; zeros for a spectator"),
    Block(
        "seats",
        MAX_SEATS * SEAT_SIZE,
        MAX_HAND,
        "by seat, the viewer first, then clockwise: cards in hand; 6 × cave before it; curses before it "
        "(K FO FG FP); known cards in hand, by kind; gems laid (diamond, then colour by colour its shapes)",
        (MAX_SEATS, SEAT_SIZE),
    ),
)
SIZE = size_of(LAYOUT)
SCALE = scale_of(LAYOUT)
HIDES = True  # No number depends on what `hide` overwrites.

_COUNT_BITS = 8
# [kind − NO_CARD] -> one curse of that kind, in counts that are packed into one number; nothing for NO_CARD.
_ONE_CURSE = np.zeros(CAVE_IN + NUM_CURSE_KINDS - NO_CARD, np.int64)
_ONE_CURSE[CAVE_IN - NO_CARD :] = 1 << (_COUNT_BITS * np.arange(NUM_CURSE_KINDS))


@rule
def encode(state, seat, out):
    """Write a hidden state as the seat sees it into out[0:SIZE]. Changes `out`."""
    clear_numbers(out, 0, SIZE)
    viewer, players = max(seat, 0), int(state.players)
    at = _encode_match(state, viewer, out)
    at = _encode_cards(state, out, at)
    if seat >= 0:
        for place in range(int(state.hand_size[seat])):
            out[at + int(state.hand[seat, place])] += 1
    at += NUM_KINDS
    for step in range(players):
        other = viewer + step
        _encode_seat(state, other - players if other >= players else other, out, at)
        at += SEAT_SIZE


@rule
def _encode_match(state, viewer, out):
    """Write the fields that are not cards, from 0 on; return where they end. Changes `out`."""
    players = int(state.players)
    out[players - MIN_SEATS] = 1
    at = MAX_SEATS - MIN_SEATS + 1
    out[at] = state.deck_option
    out[at + 1] = state.quick_start
    out[at + 2] = state.full_last_round
    at += 3
    if state.phase != Phase.OVER:
        in_turn = int(state.turn) - viewer
        out[at + (in_turn + players if in_turn < 0 else in_turn)] = 1
    at += MAX_SEATS
    first = int(state.first) - viewer
    out[at + (first + players if first < 0 else first)] = 1
    at += MAX_SEATS
    out[at + int(state.phase)] = 1
    at += NUM_PHASES
    if state.pending != NO_CARD:
        out[at + int(state.pending) - CAVE_IN] = 1
    at += NUM_PENDING_KINDS
    out[at] = deck_size(state)
    out[at + 1] = state.rounds_left
    return at + 2


@rule
def _encode_cards(state, out, at):
    """Write the open cards and the discard pile; return where they end. Changes `out`."""
    for slot in range(NUM_OPEN):
        if state.open_cards[slot] != NO_CARD:
            out[at + int(state.open_cards[slot])] = 1
        at += NUM_KINDS
    copy_numbers(out, at, state.discard, NUM_KINDS)
    return at + NUM_KINDS


@rule
def _encode_seat(state, seat, out, at):
    """Write what everyone knows about a seat. Changes `out`."""
    out[at] = state.hand_size[seat]
    out[at + 1] = MAX_HAND * int(state.caves[seat])
    at += 2
    # Every place is counted, the empty ones as nothing: a loop that ends here or there takes the processor longer.
    counts = 0
    for place in range(MAX_CURSES):
        counts += _ONE_CURSE[(int(state.curses[seat, place]) - NO_CARD) & NOT_NEGATIVE]
    write_word(out, at, counts)  # The numbers after the four kinds of curses are still 0.
    at += NUM_CURSE_KINDS
    # All places are written alike, as how many cards are known looks random to the processor: for a card that is not
    # known, a number is written where the gems will be. The first two need no count of what is there already.
    known, first, second = int(state.num_known[seat]), int(state.hand[seat, 0]), int(state.hand[seat, 1])
    out[at + ((first if known > 0 else NUM_KINDS) & NOT_NEGATIVE)] = 1
    out[at + ((second if known > 1 else NUM_KINDS) & NOT_NEGATIVE)] = 2 if second == first else 1
    for place in range(2, MAX_HAND):
        card = int(state.hand[seat, place])
        out[at + ((card if place < known else NUM_KINDS) & NOT_NEGATIVE)] += 1
    at += NUM_KINDS
    copy_numbers(out, at, state.gems[seat], NUM_LAID_KINDS)
