"""Speedy Gnomes as numbers for learning; docs/tables.md is generated from LAYOUT."""

from __future__ import annotations

from heliodor.core.deck import NO_CARD, deck_size
from heliodor.core.jit import rule
from heliodor.games.gnomes.cards import CAVE_IN, COPIES, DIAMOND, NUM_CARDS, NUM_KINDS, NUM_LAID_KINDS
from heliodor.games.gnomes.rules import MAX_CURSES, MAX_HAND, MAX_SEATS, NUM_OPEN, Phase

NUM_PHASES = 5
NUM_CURSE_KINDS = 4
NUM_PENDING_KINDS = DIAMOND - CAVE_IN  # Cave-in, fogs, winds.
MIN_SEATS = 2

# Numbers for each seat.
SEAT_SIZE = 2 + NUM_CURSE_KINDS + NUM_KINDS + NUM_LAID_KINDS

LAYOUT = (
    ("players", MAX_SEATS - MIN_SEATS + 1, "one-hot: number of players, from 2"),
    ("options", 3, "six_shapes, quick_start, last_round full: 1 or 0 each"),
    ("to_act", MAX_SEATS, "one-hot: seat in turn, counted clockwise from the viewer; zeros when over"),
    ("first", MAX_SEATS, "one-hot: seat that begins every round, counted clockwise from the viewer"),
    ("phase", NUM_PHASES, "one-hot: taking, playing, aiming, driving, over"),
    ("pending", NUM_PENDING_KINDS, "one-hot: curse being aimed or wind being used: K FO FG FP WR WY WB"),
    ("deck", 1, "cards left in the deck / 102"),
    ("rounds_left", 1, "rounds to play once the deck is empty, the current one included, / 2; before that 0"),
    ("open_cards", NUM_OPEN * NUM_KINDS, "by slot, one-hot: kind of the open card; zeros if none lies there"),
    ("discard", NUM_KINDS, "by kind: fraction of its cards on the discard pile"),
    ("own_hand", NUM_KINDS, "by kind: cards in the viewer's hand / 6; zeros for a spectator"),
    (
        "seats",
        MAX_SEATS * SEAT_SIZE,
        "by seat, the viewer first, then clockwise: cards in hand / 6; cave before it; curses before it / 5 "
        "(K FO FG FP); known cards in hand, by kind / 6; gems laid / 6 (diamond, then colour by colour its "
        "shapes)",
    ),
)
SIZE = sum(size for _, size, _ in LAYOUT)


@rule
def encode(state, seat, out):
    """Write a hidden state as the seat sees it into out[0:SIZE]. Changes `out`."""
    for at in range(SIZE):
        out[at] = 0.0
    at = _encode_match(state, max(seat, 0), out)
    at = _encode_cards(state, out, at)
    if seat >= 0:
        for place in range(int(state.hand_size[seat])):
            out[at + int(state.hand[seat, place])] += 1 / MAX_HAND
    at += NUM_KINDS
    players = int(state.players)
    for step in range(players):
        _encode_seat(state, (max(seat, 0) + step) % players, out, at + SEAT_SIZE * step)


@rule
def _encode_match(state, viewer, out):
    """Write the fields that are not cards, from 0 on; return where they end. Changes `out`."""
    players = int(state.players)
    out[players - MIN_SEATS] = 1.0
    at = MAX_SEATS - MIN_SEATS + 1
    out[at] = int(state.deck_option)
    out[at + 1] = int(state.quick_start)
    out[at + 2] = int(state.full_last_round)
    at += 3
    if state.phase != Phase.OVER:
        out[at + (int(state.turn) - viewer) % players] = 1.0
    at += MAX_SEATS
    out[at + (int(state.first) - viewer) % players] = 1.0
    at += MAX_SEATS
    out[at + int(state.phase)] = 1.0
    at += NUM_PHASES
    if state.pending != NO_CARD:
        out[at + int(state.pending) - CAVE_IN] = 1.0
    at += NUM_PENDING_KINDS
    out[at] = deck_size(state) / NUM_CARDS
    out[at + 1] = int(state.rounds_left) / 2
    return at + 2


@rule
def _encode_cards(state, out, at):
    """Write the open cards and the discard pile; return where they end. Changes `out`."""
    for slot in range(NUM_OPEN):
        if state.open_cards[slot] != NO_CARD:
            out[at + int(state.open_cards[slot])] = 1.0
        at += NUM_KINDS
    for kind in range(NUM_KINDS):
        out[at + kind] = int(state.discard[kind]) / max(1, int(COPIES[state.deck_option, kind]))
    return at + NUM_KINDS


@rule
def _encode_seat(state, seat, out, at):
    """Write what everyone knows about a seat. Changes `out`."""
    out[at] = int(state.hand_size[seat]) / MAX_HAND
    out[at + 1] = int(state.caves[seat])
    at += 2
    for place in range(int(state.num_curses[seat])):
        out[at + int(state.curses[seat, place]) - CAVE_IN] += 1 / MAX_CURSES
    at += NUM_CURSE_KINDS
    for place in range(int(state.num_known[seat])):
        out[at + int(state.hand[seat, place])] += 1 / MAX_HAND
    at += NUM_KINDS
    for kind in range(NUM_LAID_KINDS):
        out[at + kind] = int(state.gems[seat, kind]) / 6
