"""Luz as numbers for learning; docs/tables.md is generated from LAYOUT."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from heliodor.core.bits import bit, write_bits
from heliodor.core.deck import NO_CARD
from heliodor.core.jit import rule
from heliodor.core.observation import Block, scale_of, size_of, start_of
from heliodor.core.packing import NOT_NEGATIVE, clear_numbers, words_of, write_word
from heliodor.games.luz.rules import (
    HAND_SIZE,
    MAX_SEATS,
    MISS_POINTS,
    NO_BID,
    NO_COLOUR,
    NO_SEAT,
    NUM_CARDS,
    NUM_COLOURS,
    NUM_DEALS,
    NUM_VALUES,
    Phase,
    beads_left,
    cards_in_play,
    marker_of,
)

CARD_SIZE = NUM_COLOURS + 1  # Colour as one of five, value.
SLOT_SIZE = CARD_SIZE + 2  # And 1 while the card is not played, and 1 if its value is known.
BET_SIZE = 3

LAYOUT = (
    Block("players", 3, 1, "one of: 3, 4, 5 players"),
    Block("phase", 3, 1, "one of: betting, playing, over"),
    Block("deal", NUM_DEALS, 1, "one of: deal 1 to 4"),
    Block("beads_left", 1, HAND_SIZE, "the highest bet that the beads allow now (L4)"),
    Block("led", NUM_COLOURS, 1, "one of: the led colour; zeros while no card lies in the trick"),
    Block("unseen", NUM_CARDS, 1, "by card: 1 if the viewer does not know where it is"),
    Block("to_act", MAX_SEATS, 1, "one of: the seat to act, the viewer first, then clockwise, as all seats below"),
    Block("marker", MAX_SEATS, 1, "one of: the seat with the first-player marker"),
    Block("leader", MAX_SEATS, 1, "one of: the seat that opened the bets or leads the trick"),
    Block("last_winner", MAX_SEATS, 1, "one of: the seat that took the last trick"),
    Block("scores", MAX_SEATS, 20, "points / 5"),
    Block("points", MAX_SEATS * NUM_DEALS, 50, "by seat and deal: points of a finished deal", (MAX_SEATS, NUM_DEALS)),
    Block(
        "bets",
        MAX_SEATS * BET_SIZE,
        HAND_SIZE,
        "by seat, this deal: 10 if the bet is made, bet beads, 10 × safety bead",
        (MAX_SEATS, BET_SIZE),
    ),
    Block("tricks", MAX_SEATS, HAND_SIZE, "tricks taken in this deal"),
    Block(
        "trick",
        MAX_SEATS * CARD_SIZE,
        NUM_VALUES,
        "by seat: 12 × colour (one of five) and value of the card in the trick",
        (MAX_SEATS, CARD_SIZE),
    ),
    Block(
        "last_trick",
        MAX_SEATS * CARD_SIZE,
        NUM_VALUES,
        "the same for the trick that was taken last",
        (MAX_SEATS, CARD_SIZE),
    ),
    Block(
        "hands",
        MAX_SEATS * HAND_SIZE * SLOT_SIZE,
        NUM_VALUES,
        "by seat and slot: 12 × colour (one of five), value or 0, 12 while it is not played, 12 if its value is known",
        (MAX_SEATS, HAND_SIZE, SLOT_SIZE),
    ),
)
SIZE = size_of(LAYOUT)
SCALE = scale_of(LAYOUT)
HIDES = True  # No number depends on what `hide` overwrites.

_PLAYERS = start_of(LAYOUT, "players")
_PHASE = start_of(LAYOUT, "phase")
_DEAL = start_of(LAYOUT, "deal")
_BEADS_LEFT = start_of(LAYOUT, "beads_left")
_LED = start_of(LAYOUT, "led")
_UNSEEN = start_of(LAYOUT, "unseen")
_TO_ACT = start_of(LAYOUT, "to_act")
_MARKER = start_of(LAYOUT, "marker")
_LEADER = start_of(LAYOUT, "leader")
_LAST_WINNER = start_of(LAYOUT, "last_winner")
_SCORES = start_of(LAYOUT, "scores")
_POINTS = start_of(LAYOUT, "points")
_BETS = start_of(LAYOUT, "bets")
_TRICKS = start_of(LAYOUT, "tricks")
_TRICK = start_of(LAYOUT, "trick")
_LAST_TRICK = start_of(LAYOUT, "last_trick")
_HANDS = start_of(LAYOUT, "hands")


def _slot_numbers() -> NDArray[np.int8]:
    """Return the numbers of a slot, by what is known of its card, first played and then unplayed."""
    numbers = np.zeros((2, NUM_CARDS + NUM_COLOURS, SLOT_SIZE), np.int8)
    for card in range(NUM_CARDS):
        numbers[:, card, card // NUM_VALUES] = NUM_VALUES
        numbers[:, card, NUM_COLOURS] = card % NUM_VALUES + 1
        numbers[:, card, CARD_SIZE + 1] = NUM_VALUES
    for colour in range(NUM_COLOURS):
        numbers[:, NUM_CARDS + colour, colour] = NUM_VALUES  # Of an unknown card the colour is known.
    numbers[1, :, CARD_SIZE] = NUM_VALUES
    return numbers.reshape(-1, SLOT_SIZE)


_SLOTS = _slot_numbers()
_SLOT_WORDS = words_of(_SLOTS)
_UNPLAYED = NUM_CARDS + NUM_COLOURS  # Where the second half of _SLOTS begins.
_CARD_MASK = 63  # `card & _CARD_MASK` is the card, and for UNKNOWN a number that an int can be shifted by.
# [card] -> the numbers of a card in a trick; NO_CARD, counted from the end, has zeros.
_CARDS = np.concatenate((_SLOTS[:NUM_CARDS, :CARD_SIZE], np.zeros((-NO_CARD, CARD_SIZE), np.int8)))


@rule
def encode(state, seat, out):
    """Write a hidden state as the seat sees it into out[0:SIZE]. Changes `out`."""
    viewer, players = max(int(seat), 0), int(state.players)
    clear_numbers(out, 0, _HANDS)
    for step in range(players, MAX_SEATS):
        clear_numbers(out, _HANDS + SLOT_SIZE * HAND_SIZE * step, SLOT_SIZE * HAND_SIZE)
    _encode_table(state, viewer, out)
    unseen = cards_in_play(state)
    for step in range(players):
        other = viewer + step
        if other >= players:
            other -= players
        _encode_seat(state, other, step, out)
        is_hidden = other == seat or seat < 0
        unseen &= ~_encode_hand(state, other, is_hidden, out, _HANDS + SLOT_SIZE * HAND_SIZE * step)
    write_bits(unseen, NUM_CARDS, out, _UNSEEN)


@rule
def _encode_table(state, viewer, out):
    """Write the fields that are not by seat, and which seat is to act, leads and so on. Changes `out`."""
    players = int(state.players)
    out[_PLAYERS + players - 3] = 1
    out[_PHASE + int(state.phase)] = 1
    out[_DEAL + int(state.deal) - 1] = 1
    out[_BEADS_LEFT] = beads_left(state)
    if state.led != NO_COLOUR:
        out[_LED + int(state.led)] = 1
    if state.phase != Phase.OVER:
        out[_TO_ACT + _place(int(state.turn), viewer, players)] = 1
    out[_MARKER + _place(marker_of(state), viewer, players)] = 1
    out[_LEADER + _place(int(state.leader), viewer, players)] = 1
    if state.last_winner != NO_SEAT:
        out[_LAST_WINNER + _place(int(state.last_winner), viewer, players)] = 1


@rule
def _place(seat, viewer, players):
    """Return the place of a seat, counted clockwise from the viewer."""
    step = seat - viewer
    return step + players if step < 0 else step


@rule
def _encode_seat(state, seat, step, out):
    """Write the fields of a seat but its hand; `step` is its place clockwise from the viewer. Changes `out`."""
    deal = int(state.deal) - 1
    out[_SCORES + step] = int(state.score[seat]) // MISS_POINTS  # All points are multiples of five (L7).
    for finished in range(NUM_DEALS):
        out[_POINTS + NUM_DEALS * step + finished] = state.points[finished, seat]
    if state.bid[deal, seat] != NO_BID:
        out[_BETS + BET_SIZE * step] = HAND_SIZE
        out[_BETS + BET_SIZE * step + 1] = state.bid[deal, seat]
        out[_BETS + BET_SIZE * step + 2] = HAND_SIZE * int(state.safety[deal, seat])
    out[_TRICKS + step] = state.tricks[deal, seat]
    _encode_card(int(state.trick[seat]), out, _TRICK + CARD_SIZE * step)
    _encode_card(int(state.last_trick[seat]), out, _LAST_TRICK + CARD_SIZE * step)


@rule
def _encode_card(card, out, at):
    """Write a card in a trick, or NO_CARD. Changes `out`."""
    for number in range(CARD_SIZE):
        out[at + number] = _CARDS[card, number]


@rule
def _encode_hand(state, seat, is_hidden, out, at):
    """Write a hand; return the set of its known cards. Changes `out`."""
    if is_hidden:
        return _encode_hidden_hand(state, seat, out, at)
    known = 0
    unplayed = int(state.unplayed[seat])
    for slot in range(HAND_SIZE):
        card = int(state.hand[seat, slot])
        known |= bit(card)
        shown = card + _UNPLAYED * ((unplayed >> slot) & 1)
        write_word(out, at, _SLOT_WORDS[shown & NOT_NEGATIVE])
        at += SLOT_SIZE
    return known


@rule
def _encode_hidden_hand(state, seat, out, at):
    """L3: write a hand of which only played cards are known and the colours of the others, hidden or not."""
    known = 0
    unplayed = int(state.unplayed[seat])
    # The three bits of a slot's colour, each for all slots.
    low = int(state.slots_of[seat, 1]) | int(state.slots_of[seat, 3])
    middle = int(state.slots_of[seat, 2]) | int(state.slots_of[seat, 3])
    high = int(state.slots_of[seat, 4])
    for slot in range(HAND_SIZE):
        colour = ((low >> slot) & 1) + 2 * ((middle >> slot) & 1) + 4 * ((high >> slot) & 1)
        # Without a branch: which slots are played looks random to the processor.
        is_unplayed = (unplayed >> slot) & 1
        card = int(state.hand[seat, slot])
        shown = _UNPLAYED + NUM_CARDS + colour if is_unplayed == 1 else card
        known |= (1 - is_unplayed) << (card & _CARD_MASK)
        write_word(out, at, _SLOT_WORDS[shown & NOT_NEGATIVE])
        at += SLOT_SIZE
    return known
