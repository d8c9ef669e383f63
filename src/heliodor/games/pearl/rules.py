"""Pearl of the East: shift the lines of a 5×5 board until three equal gems adjoin, once for each kind.

docs/rules/pearl.md numbers the rules; those with an N are shared with Nizam (core/shifting). Where the printed books
are silent, we chose:

* P8: fulfilling is not optional: after the shifts the player lays one possible task after another.
* P9: a combination need not have changed in this turn; those of the set-up count, too.
* P12: a match ends after `stall_limit` turns in a row without a fulfilled task; the most fulfilled tasks win.
* P13: a match in which nobody can ever fulfil a task again ends at once, scored in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from heliodor.core.bits import bit
from heliodor.core.deck import NO_CARD, deck_fields, hide_deck, open_deck, shuffle_deck, take_card
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
    NUM_SHIFTING_ACTIONS,
    PASS,
    PAY_0,
    PEARL,
    SHIFT_0,
    SIDE,
    Phase,
    choose_shift,
    draw_cards,
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

BOARD_CARDS_PER_KIND = 3  # P2; the 25th card of the board is the pearl.
NUM_TASKS = NUM_KINDS  # P1.
HAND_AT_START = 3
SHORTEST_RUN = 3
ALL_KINDS = (1 << NUM_KINDS) - 1
NEVER = 2**31 - 1  # P12: a larger stall limit is never reached either.

# At the set-up two shuffles may wait as a script, of 25 and at most 56 cards, while 25 cards are dealt.
DECK_ROOM = NUM_CELLS + NUM_KINDS * (CARDS_PER_KIND - BOARD_CARDS_PER_KIND - 2) + NUM_CELLS

# --- Phases and actions -------------------------------------------------------------------------------------------

TASK_0 = NUM_SHIFTING_ACTIONS  # After draw, done, pass, 20 shifts and 8 payments: 8 kinds of tasks to fulfil.
NUM_ACTIONS = TASK_0 + NUM_TASKS

# --- State --------------------------------------------------------------------------------------------------------

STATE = state_type(
    [
        *deck_fields(DECK_ROOM),
        *shifting_fields(),
        ("pile", np.int8, (MAX_SEATS, NUM_TASKS)),  # [seat, place] -> kind as laid, or NO_CARD.
        ("num_fulfilled", np.int8, (MAX_SEATS,)),  # [seat] -> cards on the pile, the last on top.
        ("pearl_kind", np.int8),  # TASKS: what the pearl stands for in this turn (P6), or NO_CARD.
        ("fulfilled", np.int16, (MAX_SEATS,)),  # [seat] -> set of the kinds on the pile.
        ("stall", np.int32),  # Finished turns since the last one with a fulfilled task (P12).
        ("stall_limit", np.int32),  # The match ends at this number.
    ]
)

# --- Set-up -------------------------------------------------------------------------------------------------------


def configure(state: np.record, options: Mapping[str, bool | int | str]) -> None:
    """Write checked options into a blank state. Changes `state`."""
    state.players = options["players"]
    state.stall_limit = min(int(options["stall_limit"]), NEVER)


@rule
def set_up(state, first):
    """P1–P3: lay the board, deal three cards to each; −1 as `first` is a random seat. Changes `state`."""
    # P2: three of each kind and the pearl.
    state.deck_pos = len(state.deck)
    if open_deck(state, NUM_CELLS):
        _lay_like_kinds(state, BOARD_CARDS_PER_KIND)
        state.deck[len(state.deck) - 1] = PEARL
        shuffle_deck(state)
    for cell in range(NUM_CELLS):
        state.board[cell] = take_card(state)

    # P3: the cards that are neither on the board nor tasks.
    copies = copies_in_play(state) - BOARD_CARDS_PER_KIND
    if open_deck(state, NUM_KINDS * copies):
        _lay_like_kinds(state, copies)
        shuffle_deck(state)
    for seat in range(int(state.players)):
        for _ in range(HAND_AT_START):
            state.hand[seat, int(take_card(state))] += 1
        state.hand_size[seat] = HAND_AT_START

    # P1: all tasks are unfulfilled.
    state.pile[:] = NO_CARD
    state.pearl_kind = NO_CARD
    if first < 0:
        first = int(next_keyed_word(state) % np.uint64(state.players))
    state.first = first
    state.turn = first
    state.phase = Phase.TURN


@rule
def _lay_like_kinds(state, copies):
    """Lay the same number of every kind into the deck, unshuffled. Changes `state`."""
    for card in range(NUM_KINDS * copies):
        state.deck[int(state.deck_pos) + card] = card // copies


@rule
def copies_in_play(state):
    """P1: return the number of cards of each kind in play; one for every player is a task card instead."""
    return CARDS_PER_KIND - int(state.players)


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
    if state.phase == Phase.TASKS:
        return fulfillable_kinds(state) << TASK_0
    return 0


@rule
def is_over(state):
    """Return whether the match is over."""
    return state.phase == Phase.OVER


@rule
def score_of(state, seat):
    """Return how many tasks the seat has fulfilled."""
    return int(state.num_fulfilled[seat])


@rule
def winners(state):
    """P11–P13, G4: the most fulfilled tasks win, at best all eight; tied players share the win."""
    best = 0
    won = 0
    for seat in range(int(state.players)):
        score = int(state.num_fulfilled[seat])
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
        _end_turn_without_task(state)
    elif action == PASS:
        _end_turn_without_task(state)
    elif action == DONE:
        _end_shifts(state)
    elif action < PAY_0:
        choose_shift(state, action - SHIFT_0)
    elif action < TASK_0:
        pay_kind(state, action - PAY_0)
    else:
        _fulfil_task(state, action - TASK_0)


# --- Tasks --------------------------------------------------------------------------------------------------------


@rule
def kind_of_three(board, line, place):
    """P5: return the kind of three adjacent cards of a line from `place` on, the pearl as any kind; or NO_CARD."""
    first = int(board[LINE_CELLS[line, place]])
    second = int(board[LINE_CELLS[line, place + 1]])
    third = int(board[LINE_CELLS[line, place + 2]])
    if first == second:  # There is one pearl, so these are gems.
        return first if third == first or third == PEARL else NO_CARD
    if first == PEARL:
        return second if second == third else NO_CARD
    if second == PEARL:
        return first if first == third else NO_CARD
    return NO_CARD


# The cards of a row as one number: by column a set of one card, the pearl being the last of nine bits.
PLACE_BITS = NUM_KINDS + 1
PEARLS_OF_ROW = sum(1 << (PLACE_BITS * column + PEARL) for column in range(SIDE))


@rule
def kinds_in_runs(board):
    """P5: return two sets: the kinds with a run without the pearl, and those with a run that includes it."""
    without_pearl = 0
    with_pearl = 0
    above, two_above = 0, 0  # The gems of the two rows above, and the same with the pearl as every kind.
    any_above, any_two_above = 0, 0
    for row in range(SIDE):
        cards = 0
        for column in range(SIDE):
            cards |= bit(PLACE_BITS * column + int(board[SIDE * row + column]))
        pearl = cards & PEARLS_OF_ROW
        gems = cards ^ pearl
        any_kind = gems | (pearl - (pearl >> PEARL))
        # A run of four contains runs of three, so compare three adjacent columns and three adjacent rows. All places
        # are compared at once.
        across = gems & (gems >> PLACE_BITS) & (gems >> (2 * PLACE_BITS))
        down = gems & above & two_above
        any_across = any_kind & (any_kind >> PLACE_BITS) & (any_kind >> (2 * PLACE_BITS))
        any_down = any_kind & any_above & any_two_above
        without_pearl |= across | down
        with_pearl |= (any_across ^ across) | (any_down ^ down)
        two_above, above = above, gems
        any_two_above, any_above = any_above, any_kind
    return _kinds_of_row(without_pearl), _kinds_of_row(with_pearl)


@rule
def _kinds_of_row(cards):
    """Return the set of kinds in all columns of a row that is one number."""
    kinds = 0
    for column in range(SIDE):
        kinds |= cards >> (PLACE_BITS * column)
    return kinds & ALL_KINDS


@rule
def blocked_kinds(state, seat):
    """P7: return the set of kinds that lie on top of an opponent's fulfilled pile."""
    blocked = 0
    for other in range(int(state.players)):
        if other != seat and state.num_fulfilled[other] > 0:
            blocked |= bit(state.pile[other, int(state.num_fulfilled[other]) - 1])
    return blocked


@rule
def open_tasks(state, seat):
    """Return the set of kinds that the seat has not fulfilled and that no opponent blocks (P7)."""
    return ALL_KINDS & ~int(state.fulfilled[seat]) & ~blocked_kinds(state, seat)


@rule
def fulfillable_kinds(state):
    """P5–P7: return the set of tasks that the seat in turn could fulfil with this board."""
    without_pearl, with_pearl = kinds_in_runs(state.board)
    return fulfillable_among(state, without_pearl, with_pearl)


@rule
def fulfillable_among(state, without_pearl, with_pearl):
    """P5–P7: the same for the two sets of `kinds_in_runs`."""
    # P6: once a task has needed the pearl, no other may.
    kinds = without_pearl | (with_pearl if state.pearl_kind == NO_CARD else 0)
    return kinds & open_tasks(state, int(state.turn))


@rule
def needs_pearl(state, kind):
    """P6: a task needs the pearl if its kind has no run without it."""
    without_pearl, _with_pearl = kinds_in_runs(state.board)
    return (without_pearl >> kind) & 1 == 0


@rule
def _end_shifts(state):
    """P8: tasks that can be fulfilled now must be; if there are none, the turn is over. Changes `state`."""
    if fulfillable_kinds(state) != 0:
        state.phase = Phase.TASKS
    else:
        _end_turn_without_task(state)


@rule
def _fulfil_task(state, kind):
    """P8: lay the task card onto the pile; the turn goes on while another task is possible. Changes `state`."""
    seat = int(state.turn)
    if needs_pearl(state, kind):
        state.pearl_kind = kind
    state.pile[seat, int(state.num_fulfilled[seat])] = kind
    state.num_fulfilled[seat] += 1
    state.fulfilled[seat] |= bit(kind)
    state.stall = 0
    if state.num_fulfilled[seat] == NUM_TASKS:
        _end_match(state)  # P11: at once.
    elif fulfillable_kinds(state) == 0:
        _end_turn(state)


# --- Ends ---------------------------------------------------------------------------------------------------------


@rule
def _end_turn_without_task(state):
    """P12: a turn that fulfilled nothing is counted. Changes `state`."""
    state.stall += 1
    _end_turn(state)


@rule
def _end_turn(state):
    """P12, P13: the match ends at the stall limit, or when no task can ever be fulfilled. Changes `state`."""
    if state.stall >= state.stall_limit or is_dead_end(state):
        _end_match(state)
        return
    state.pearl_kind = NO_CARD
    state.turn = next_seat(state)
    state.phase = Phase.TURN


@rule
def is_dead_end(state):
    """P13: every unfulfilled task of every player lies on top of an opponent's pile."""
    for seat in range(int(state.players)):
        if open_tasks(state, seat) != 0:
            return False
    return True


@rule
def _end_match(state):
    """End the match; the piles decide who has won. Changes `state`."""
    state.pearl_kind = NO_CARD
    state.phase = Phase.OVER


# --- Knowledge ----------------------------------------------------------------------------------------------------


@rule
def hide(state, seat):
    """Overwrite what the seat may not know: the deck and the other hands; −1 is a spectator. Changes `state`."""
    hide_deck(state)
    hide_hands(state, seat)


@rule
def determinize(state, seat, gen):
    """Fill a hidden state with a world that is consistent with what the seat knows. Changes `state` and `gen`."""
    imagine_hands_and_deck(state, copies_in_play(state), seat, gen)
