"""Nizam: shift the lines of a 5×5 board of gems, paying with equal gems, and score runs of three and more.

docs/rules/nizam.md numbers the rules. Where the printed books are silent, we chose:

* N8: three cards pay for a shift only while no matching card is in hand; they may be of different kinds.
* N12: a combination scores if the longest run of its kind in its line had another length at the start of the
  turn or after any shift of it. So sliding a run along its line scores nothing.
* N13: gaps are filled in reading order; a card that is in a scoring and in a resting combination is discarded.
* N15: the discard pile becomes the deck when the next card must be taken, not before.
* N16: the turn in which the deck runs out for the last time is completed.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from heliodor.core.bits import bit
from heliodor.core.deck import deck_fields, hide_deck, open_deck, shuffle_deck, take_card
from heliodor.core.jit import rule
from heliodor.core.rng import next_keyed_word
from heliodor.core.shifting.rules import (
    CARDS_PER_KIND,
    DONE,
    DONE_BIT,
    DRAW,
    LINE_CELLS,
    MAX_SEATS,
    NUM_CELLS,
    NUM_KINDS,
    NUM_LINES,
    NUM_SHIFTING_ACTIONS,
    PASS,
    PAY_0,
    SHIFT_0,
    SIDE,
    Phase,
    choose_shift,
    draw_cards,
    draw_one,
    hide_hands,
    imagine_hands_and_deck,
    legal_payments,
    legal_shifts,
    legal_turn,
    next_seat,
    pay_kind,
    shifting_fields,
)
from heliodor.core.state import state_type

# --- Components ---------------------------------------------------------------------------------------------------

NUM_CARDS = NUM_KINDS * CARDS_PER_KIND
HAND_AT_START = 3
SHORTEST_RUN = 3
MIDDLE = SIDE // 2  # Place in a line.
RUN_POINTS = np.array([0, 0, 0, 3, 5, 7], np.int64)  # N10: [length] -> points.
EXTRA_COMBINATION_POINTS = 1  # N11.

# --- Phases and actions -------------------------------------------------------------------------------------------

NUM_ACTIONS = NUM_SHIFTING_ACTIONS  # Draw, done, pass, 20 shifts, 8 kinds to pay with.

# --- State --------------------------------------------------------------------------------------------------------

# The runs of three and more in a line, all kinds in one number: the length for kind k is in the three bits from 3k on.
# Shorter runs count as none: a scoring combination had less than three cards, or more cards, at some moment.
RUN_BITS = 3
RUN_MASK = 7

STATE = state_type(
    [
        *deck_fields(NUM_CARDS),
        *shifting_fields(),
        ("score", np.int16, (MAX_SEATS,)),  # [seat] -> points.
        ("runs_at_start", np.int32, (NUM_LINES,)),  # [line] -> its run when the turn began (N12).
        ("runs_changed", np.int32, (NUM_LINES,)),  # [line] -> bits in which it ever differed from that.
    ]
)

# --- Set-up -------------------------------------------------------------------------------------------------------


def configure(state: np.record, options: Mapping[str, bool | int | str]) -> None:
    """Write checked options into a blank state. Changes `state`."""
    state.players = options["players"]
    state.hand_limit = options["solo_hand_limit"] if options["players"] == 1 else 0


@rule
def set_up(state, first):
    """N1, N2: shuffle, lay the board, deal three cards to each; −1 as `first` is a random seat. Changes `state`."""
    state.deck_pos = len(state.deck)
    if open_deck(state, NUM_CARDS):
        for card in range(NUM_CARDS):
            state.deck[card] = card // CARDS_PER_KIND
        shuffle_deck(state)
    for cell in range(NUM_CELLS):
        state.board[cell] = take_card(state)
    for seat in range(int(state.players)):
        for _ in range(HAND_AT_START):
            state.hand[seat, int(take_card(state))] += 1
        state.hand_size[seat] = HAND_AT_START
    if first < 0:
        first = int(next_keyed_word(state) % np.uint64(state.players))
    state.first = first
    state.turn = first
    state.phase = Phase.TURN


# --- Questions ----------------------------------------------------------------------------------------------------


@rule
def to_act(state):
    """Return the seat that decides next, or −1 when the match is over."""
    return -1 if state.phase == Phase.OVER else int(state.turn)


@rule
def legal_actions(state):
    """Return the set of legal actions; empty when the match is over."""
    if state.phase == Phase.TURN:
        return legal_turn(state)
    if state.phase == Phase.SHIFTING:
        return legal_shifts(state) | DONE_BIT  # N9: further shifts are optional.
    if state.phase == Phase.PAYING:
        return legal_payments(state)
    return 0


@rule
def is_over(state):
    """Return whether the match is over."""
    return state.phase == Phase.OVER


@rule
def score_of(state, seat):
    """Return the seat's points."""
    return int(state.score[seat])


@rule
def winners(state):
    """N17, G4: the highest score wins; tied players share the win."""
    best = 0
    won = 0
    for seat in range(int(state.players)):
        score = int(state.score[seat])
        if won == 0 or score > best:
            best = score
            won = bit(seat)
        elif score == best:
            won |= bit(seat)
    return won


# --- Actions ------------------------------------------------------------------------------------------------------


@rule
def apply_action(state, action):
    """Play a legal action; nothing is checked. Changes `state`."""
    if action == DRAW:
        draw_cards(state)
        _end_turn(state)
    elif action == PASS:
        _end_turn(state)
    elif action == DONE:
        _activate_board(state)
        _end_turn(state)
    elif action < PAY_0:
        _shift(state, action - SHIFT_0)
    else:
        _pay(state, action - PAY_0)


@rule
def _shift(state, shift):
    """N6: shift a line, or begin to pay three cards for it. Changes `state`."""
    if state.phase == Phase.TURN:
        for line in range(NUM_LINES):
            state.runs_at_start[line] = _packed_run(state.board, line)
            state.runs_changed[line] = 0
    if choose_shift(state, shift):
        _note_changed_runs(state, shift)


@rule
def _pay(state, kind):
    """N8: pay one of three cards; the third one moves the line. Changes `state`."""
    shift = int(state.pending_shift)
    if pay_kind(state, kind):
        _note_changed_runs(state, shift)


@rule
def _note_changed_runs(state, shift):
    """N12: mark the runs whose length differs from that at the start of the turn. Changes `state`."""
    # A shift changes its own line and the five lines that cross it.
    is_column = shift >= 2 * SIDE
    own_line = shift % SIDE + (SIDE if is_column else 0)
    first_crossing = 0 if is_column else SIDE
    state.runs_changed[own_line] |= _packed_run(state.board, own_line) ^ state.runs_at_start[own_line]
    for line in range(first_crossing, first_crossing + SIDE):
        state.runs_changed[line] |= _packed_run(state.board, line) ^ state.runs_at_start[line]


@rule
def _packed_run(board, line):
    """Return the run of three or more in a line, packed by kind; 0 when there is none."""
    kind, _start, length = combination_in(board, line)
    return length << (RUN_BITS * kind)


# --- Activation ---------------------------------------------------------------------------------------------------


@rule
def combination_in(board, line):
    """N10: return the kind, first place and length of a line's combination; length 0 when there is none."""
    # Three of five places side by side always include the middle one.
    kind = int(board[LINE_CELLS[line, MIDDLE]])
    start = MIDDLE
    while start > 0 and board[LINE_CELLS[line, start - 1]] == kind:
        start -= 1
    end = MIDDLE + 1
    while end < SIDE and board[LINE_CELLS[line, end]] == kind:
        end += 1
    if end - start < SHORTEST_RUN:
        return 0, 0, 0
    return kind, start, end - start


@rule
def scores_in_turn(state, line, kind):
    """N12: the run of that kind in that line had another length at some moment of this turn."""
    return (int(state.runs_changed[line]) >> (RUN_BITS * kind)) & RUN_MASK != 0


@rule
def points_of_turn(state):
    """N10–N12: the points that the board would score if the turn ended now."""
    points = 0
    num_scoring = 0
    for line in range(NUM_LINES):
        kind, _start, length = combination_in(state.board, line)
        if length > 0 and scores_in_turn(state, line, kind):
            points += int(RUN_POINTS[length])
            num_scoring += 1
    if num_scoring > 1:
        points += EXTRA_COMBINATION_POINTS * (num_scoring - 1)
    return points


@rule
def scoring_cells(state):
    """N13: the set of cells whose cards belong to a scoring combination."""
    cells = 0
    for line in range(NUM_LINES):
        kind, start, length = combination_in(state.board, line)
        if length > 0 and scores_in_turn(state, line, kind):
            for place in range(start, start + length):
                cells |= bit(LINE_CELLS[line, place])
    return cells


@rule
def _activate_board(state):
    """N10–N14: score, discard the scoring cards, fill the gaps; new combinations do not score. Changes `state`."""
    cells = scoring_cells(state)
    if cells != 0:
        state.score[state.turn] += points_of_turn(state)
        for cell in range(NUM_CELLS):
            if (cells >> cell) & 1:
                state.discard[state.board[cell]] += 1
        for cell in range(NUM_CELLS):
            if (cells >> cell) & 1:
                state.board[cell] = draw_one(state)
    state.runs_at_start[:] = 0
    state.runs_changed[:] = 0


# --- Ends ---------------------------------------------------------------------------------------------------------


@rule
def _end_turn(state):
    """N16: the match is over when the deck has run out once for each player. Changes `state`."""
    if state.run_outs >= state.players:
        state.phase = Phase.OVER
        return
    state.turn = next_seat(state)
    state.phase = Phase.TURN


# --- Knowledge ----------------------------------------------------------------------------------------------------


@rule
def hide(state, seat):
    """Overwrite what the seat may not know: the deck and the other hands; −1 is a spectator. Changes `state`."""
    hide_deck(state)
    hide_hands(state, seat)


@rule
def determinize(state, seat, gen):
    """Fill a hidden state with a world that is consistent with what the seat knows. Changes `state` and `gen`."""
    imagine_hands_and_deck(state, CARDS_PER_KIND, seat, gen)
