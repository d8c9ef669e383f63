"""The common rules of the shifting board: drawing, paying, sliding a line (N4, N6–N9, N15, N18).

A game that uses this board adds `shifting_fields` to its record. The game itself decides what happens after the
shifts, and when it ends.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from heliodor.core.bits import bit
from heliodor.core.deck import UNKNOWN, deck_size, imagine_chance, open_deck, shuffle_deck, take_card
from heliodor.core.jit import rule

# --- Components ---------------------------------------------------------------------------------------------------

NUM_KINDS = 8
PEARL = 8  # The card without a kind (Pearl of the East only).
CARDS_PER_KIND = 12
SIDE = 5
NUM_CELLS = SIDE * SIDE  # Cells in reading order: 5 × row + column.
NUM_LINES = 2 * SIDE  # Rows 0–4 from the top, then columns 5–9 from the left.
NUM_SHIFTS = 2 * NUM_LINES
MAX_SEATS = 5
NUM_DRAWN = 3  # N4.
NUM_PAID = 3  # N8: cards that pay where none matches.

LINE_CELLS = np.array(
    [[SIDE * row + col for col in range(SIDE)] for row in range(SIDE)]
    + [[SIDE * row + col for row in range(SIDE)] for col in range(SIDE)],
    np.int8,
)  # [line, place] -> cell.
SHIFT_CELLS = np.array(
    [LINE_CELLS[line] for line in range(SIDE)]  # "<": the left end wraps.
    + [LINE_CELLS[line][::-1] for line in range(SIDE)]  # ">"
    + [LINE_CELLS[SIDE + line] for line in range(SIDE)]  # "^": the top end wraps.
    + [LINE_CELLS[SIDE + line][::-1] for line in range(SIDE)],  # "v"
    np.int8,
)  # [shift, place] -> cell; place 0 is the chosen end (N6).

# --- Phases and actions -------------------------------------------------------------------------------------------


class Phase(IntEnum):
    """Where in a turn the match is."""

    TURN = 0  # Nothing done yet: draw, or the first shift.
    PAYING = 1  # A shift is chosen; three cards pay for it, named one after another.
    SHIFTING = 2  # At least one shift is made: more of them, or done.
    TASKS = 3  # Pearl of the East: fulfilled tasks are laid, one after another.
    OVER = 4


DRAW = 0
DONE = 1
PASS = 2
SHIFT_0 = 3  # Then 20 shifts: five rows "<", five rows ">", five columns "^", five columns "v".
PAY_0 = SHIFT_0 + NUM_SHIFTS  # Then 8 kinds to pay with.
NUM_SHIFTING_ACTIONS = PAY_0 + NUM_KINDS

ALL_SHIFTS = ((1 << NUM_SHIFTS) - 1) << SHIFT_0
DRAW_BIT = 1 << DRAW
DONE_BIT = 1 << DONE
PASS_BIT = 1 << PASS


# --- State --------------------------------------------------------------------------------------------------------


def shifting_fields() -> list[tuple[Any, ...]]:
    """Return the fields that the functions below work on."""
    return [
        ("run_outs", np.int16),  # How often the deck's last card was taken (N15).
        ("players", np.int8),
        ("first", np.int8),  # Seat that started (N2).
        ("turn", np.int8),  # Seat whose turn it is.
        ("phase", np.int8),  # Phase.
        ("board", np.int8, (NUM_CELLS,)),  # [cell] -> kind or PEARL.
        ("hand", np.int8, (MAX_SEATS, NUM_KINDS)),  # [seat, kind] -> number of cards, or UNKNOWN.
        ("hand_size", np.int8, (MAX_SEATS,)),  # [seat] -> number of cards, known to all.
        ("hand_limit", np.int8),  # N19: most cards in hand, 0 for no limit.
        ("discard", np.int8, (NUM_KINDS,)),  # [kind] -> number of cards, known to all.
        ("pending_shift", np.int8),  # PAYING: the shift that is being paid for.
        ("num_paid", np.int8),  # PAYING: cards paid so far.
        ("last_paid", np.int8),  # PAYING: kind of the last one; the next is of the same or a later kind.
    ]


# --- Questions ----------------------------------------------------------------------------------------------------


@rule
def num_cards_to_take(state):
    """N4, N18, N19: how many cards a draw would take; 0 means that the seat cannot draw."""
    left = deck_size(state) + num_discarded(state)
    wanted = min(NUM_DRAWN, left)
    if state.hand_limit > 0:
        wanted = min(wanted, int(state.hand_limit) - int(state.hand_size[state.turn]))
    return max(0, wanted)


@rule
def num_discarded(state):
    """Return the size of the discard pile."""
    total = 0
    for kind in range(NUM_KINDS):
        total += int(state.discard[kind])
    return total


@rule
def has_matching_card(state, shift):
    """N7: the seat in turn holds a card like the one at the chosen end."""
    end_card = int(state.board[SHIFT_CELLS[shift, 0]])
    return end_card != PEARL and state.hand[state.turn, end_card] > 0


@rule
def legal_shifts(state):
    """N7, N8: a shift needs a matching card or any three; so with three cards in hand every shift can be paid."""
    if state.hand_size[state.turn] >= NUM_PAID:
        return ALL_SHIFTS
    legal = 0
    if state.hand_size[state.turn] > 0:
        for shift in range(NUM_SHIFTS):
            if has_matching_card(state, shift):
                legal |= bit(SHIFT_0 + shift)
    return legal


@rule
def legal_payments(state):
    """N8: the kinds that can be named next, if three cards are to be paid in ascending order."""
    legal = 0
    missing = NUM_PAID - int(state.num_paid)
    from_here_on = 0
    for kind in range(NUM_KINDS - 1, int(state.last_paid) - 1, -1):
        held = int(state.hand[state.turn, kind])
        from_here_on += held
        if held > 0 and from_here_on >= missing:
            legal |= bit(PAY_0 + kind)
    return legal


@rule
def legal_turn(state):
    """N4, N5, N18: draw or shift; pass only if neither can be done."""
    legal = legal_shifts(state)
    if deck_size(state) >= NUM_DRAWN and state.hand_limit == 0:
        return legal | DRAW_BIT
    if num_cards_to_take(state) > 0:
        return legal | DRAW_BIT
    return legal if legal != 0 else PASS_BIT


# --- Actions ------------------------------------------------------------------------------------------------------


@rule
def draw_cards(state):
    """N4, N18, N19: take the top three cards, or as many as are left and the limit allows. Changes `state`."""
    count = num_cards_to_take(state)
    for _ in range(count):
        state.hand[state.turn, int(draw_one(state))] += 1
    state.hand_size[state.turn] += count


@rule
def draw_one(state):
    """N15: take the top card; an empty deck is first rebuilt from the discard pile. Changes `state`."""
    if deck_size(state) == 0:
        reshuffle_discards(state)
    card = take_card(state)
    if deck_size(state) == 0:
        state.run_outs += 1
    return card


@rule
def reshuffle_discards(state):
    """N15: the discard pile becomes the deck. Changes `state`."""
    if open_deck(state, num_discarded(state)):
        lay_kinds(state, state.discard)
        shuffle_deck(state)
    state.discard[:] = 0


@rule
def lay_kinds(state, counts):
    """Lay these numbers of cards of each kind into the deck, unshuffled. Changes `state`."""
    place = int(state.deck_pos)
    for kind in range(NUM_KINDS):
        for _ in range(counts[kind]):
            state.deck[place] = kind
            place += 1


@rule
def choose_shift(state, shift):
    """N6–N8: pay the matching card and slide the line; without one, begin to pay three. Changes `state`.

    Returns whether the line has moved.
    """
    if has_matching_card(state, shift):
        discard_card(state, int(state.board[SHIFT_CELLS[shift, 0]]))
        slide_line(state.board, shift)
        state.phase = Phase.SHIFTING
        return True
    state.phase = Phase.PAYING
    state.pending_shift = shift
    state.num_paid = 0
    state.last_paid = 0
    return False


@rule
def pay_kind(state, kind):
    """N8: pay one of three cards; the third one moves the line. Changes `state`.

    Returns whether the line has moved.
    """
    discard_card(state, kind)
    state.num_paid += 1
    state.last_paid = kind
    if state.num_paid < NUM_PAID:
        return False
    slide_line(state.board, int(state.pending_shift))
    state.phase = Phase.SHIFTING
    state.pending_shift = 0
    state.num_paid = 0
    state.last_paid = 0
    return True


@rule
def discard_card(state, kind):
    """Move a card from the hand in turn to the discard pile. Changes `state`."""
    state.hand[state.turn, kind] -= 1
    state.hand_size[state.turn] -= 1
    state.discard[kind] += 1


@rule
def slide_line(board, shift):
    """N6: the card at the chosen end goes to the other end, the others move up. Changes `board`."""
    end_card = board[SHIFT_CELLS[shift, 0]]
    for place in range(SIDE - 1):
        board[SHIFT_CELLS[shift, place]] = board[SHIFT_CELLS[shift, place + 1]]
    board[SHIFT_CELLS[shift, SIDE - 1]] = end_card


@rule
def next_seat(state):
    """G1: return the seat to the left of the one in turn."""
    seat = int(state.turn) + 1
    return 0 if seat == state.players else seat


# --- Knowledge ----------------------------------------------------------------------------------------------------


@rule
def hide_hands(state, seat):
    """Overwrite every hand but the seat's own; its size stays known. Changes `state`."""
    for other in range(int(state.players)):
        if other != seat:
            state.hand[other, :] = UNKNOWN


@rule
def imagine_hands_and_deck(state, copies_per_kind, seat, gen):
    """Deal the cards that the seat has not seen to the hidden hands and the deck. Changes `state` and `gen`.

    `copies_per_kind`: how many cards of each kind lie on the board, in hands, on the discard pile or in the deck.
    """
    # The seat has not seen any card except those on the board, on the pile and in its own hand.
    hidden_in_hands = 0
    for other in range(int(state.players)):
        if other != seat:
            hidden_in_hands += int(state.hand_size[other])
    place = int(state.deck_pos) - hidden_in_hands
    state.deck_pos = place
    for kind in range(NUM_KINDS):
        unseen = copies_per_kind - int(state.discard[kind])
        for cell in range(NUM_CELLS):
            if state.board[cell] == kind:
                unseen -= 1
        if seat >= 0:
            unseen -= int(state.hand[seat, kind])
        for _ in range(unseen):
            state.deck[place] = kind
            place += 1
    imagine_chance(state, gen)
    for other in range(int(state.players)):
        if other != seat:
            state.hand[other, :] = 0
            for _ in range(int(state.hand_size[other])):
                state.hand[other, int(take_card(state))] += 1
