"""Luz as numbers for learning; docs/tables.md is generated from LAYOUT."""

from __future__ import annotations

from heliodor.core.jit import rule
from heliodor.games.luz.rules import (
    HAND_SIZE,
    MAX_SEATS,
    NO_BID,
    NO_COLOUR,
    NUM_CARDS,
    NUM_COLOURS,
    NUM_DEALS,
    NUM_VALUES,
    Phase,
    beads_left,
    marker_of,
    unseen_cards,
)

CARD_SIZE = NUM_COLOURS + 1  # Colour as one of five, value / 12.
SLOT_SIZE = CARD_SIZE + 1  # And 1 while the card is not played.
BET_SIZE = 3

LAYOUT = (
    ("players", 3, "one of: 3, 4, 5 players"),
    ("phase", 3, "one of: betting, playing, over"),
    ("deal", NUM_DEALS, "one of: deal 1 to 4"),
    ("beads_left", 1, "the highest bet that the beads allow now / 10 (L4)"),
    ("led", NUM_COLOURS, "one of: the led colour; zeros while no card lies in the trick"),
    ("unseen", NUM_CARDS, "by card: 1 if the viewer does not know where it is"),
    ("to_act", MAX_SEATS, "one of: the seat to act, the viewer first, then clockwise, as all seats below"),
    ("marker", MAX_SEATS, "one of: the seat with the first-player marker"),
    ("leader", MAX_SEATS, "one of: the seat that opened the bets or leads the trick"),
    ("last_winner", MAX_SEATS, "one of: the seat that took the last trick"),
    ("scores", MAX_SEATS, "points / 100"),
    ("points", NUM_DEALS * MAX_SEATS, "by deal and seat: points of a finished deal / 50"),
    ("bets", MAX_SEATS * BET_SIZE, "by seat, this deal: 1 if the bet is made, bet beads / 10, safety bead"),
    ("tricks", MAX_SEATS, "tricks taken in this deal / 10"),
    ("trick", MAX_SEATS * CARD_SIZE, "by seat: colour (one of five) and value / 12 of the card in the trick"),
    ("last_trick", MAX_SEATS * CARD_SIZE, "the same for the trick that was taken last"),
    (
        "hands",
        MAX_SEATS * HAND_SIZE * SLOT_SIZE,
        "by seat and slot: colour (one of five), value / 12 if known, 1 while it is not played",
    ),
)
SIZE = sum(size for _, size, _ in LAYOUT)


def _start_of(part: str) -> int:
    names = [name for name, _, _ in LAYOUT]
    return sum(size for _, size, _ in LAYOUT[: names.index(part)])


_PLAYERS = _start_of("players")
_PHASE = _start_of("phase")
_DEAL = _start_of("deal")
_BEADS_LEFT = _start_of("beads_left")
_LED = _start_of("led")
_UNSEEN = _start_of("unseen")
_TO_ACT = _start_of("to_act")
_MARKER = _start_of("marker")
_LEADER = _start_of("leader")
_LAST_WINNER = _start_of("last_winner")
_SCORES = _start_of("scores")
_POINTS = _start_of("points")
_BETS = _start_of("bets")
_TRICKS = _start_of("tricks")
_TRICK = _start_of("trick")
_LAST_TRICK = _start_of("last_trick")
_HANDS = _start_of("hands")


@rule
def encode(state, seat, out):
    """Write a hidden state as the seat sees it into out[0:SIZE]. Changes `out`."""
    for cell in range(SIZE):
        out[cell] = 0.0
    _encode_table(state, out)
    viewer = max(int(seat), 0)
    for step in range(int(state.players)):
        _encode_seat(state, (viewer + step) % int(state.players), step, out)


@rule
def _encode_table(state, out):
    """Write the fields that belong to no seat. Changes `out`."""
    out[_PLAYERS + int(state.players) - 3] = 1.0
    out[_PHASE + int(state.phase)] = 1.0
    out[_DEAL + int(state.deal) - 1] = 1.0
    out[_BEADS_LEFT] = beads_left(state) / 10
    if state.led != NO_COLOUR:
        out[_LED + int(state.led)] = 1.0
    unseen = unseen_cards(state)
    for card in range(NUM_CARDS):
        out[_UNSEEN + card] = (unseen >> card) & 1


@rule
def _encode_seat(state, seat, step, out):
    """Write the fields of a seat; `step` is its place clockwise from the viewer. Changes `out`."""
    deal = int(state.deal) - 1
    if state.phase != Phase.OVER and seat == state.turn:
        out[_TO_ACT + step] = 1.0
    if seat == marker_of(state):
        out[_MARKER + step] = 1.0
    if seat == state.leader:
        out[_LEADER + step] = 1.0
    if seat == state.last_winner:
        out[_LAST_WINNER + step] = 1.0
    out[_SCORES + step] = int(state.score[seat]) / 100
    for finished in range(NUM_DEALS):
        out[_POINTS + MAX_SEATS * finished + step] = int(state.points[finished, seat]) / 50
    if state.bid[deal, seat] != NO_BID:
        out[_BETS + BET_SIZE * step] = 1.0
        out[_BETS + BET_SIZE * step + 1] = int(state.bid[deal, seat]) / 10
        out[_BETS + BET_SIZE * step + 2] = int(state.safety[deal, seat])
    out[_TRICKS + step] = int(state.tricks[deal, seat]) / 10
    _encode_card(int(state.trick[seat]), out, _TRICK + CARD_SIZE * step)
    _encode_card(int(state.last_trick[seat]), out, _LAST_TRICK + CARD_SIZE * step)
    for slot in range(HAND_SIZE):
        at = _HANDS + SLOT_SIZE * (HAND_SIZE * step + slot)
        # The colour is known even if the value is not.
        for colour in range(NUM_COLOURS):
            out[at + colour] = (int(state.slots_of[seat, colour]) >> slot) & 1
        _encode_card(int(state.hand[seat, slot]), out, at)
        out[at + CARD_SIZE] = (int(state.unplayed[seat]) >> slot) & 1


@rule
def _encode_card(card, out, at):
    """Write a known card. Changes `out`."""
    if card >= 0:
        out[at + card // NUM_VALUES] = 1.0
        out[at + NUM_COLOURS] = (card % NUM_VALUES + 1) / NUM_VALUES
