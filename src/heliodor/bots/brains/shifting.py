"""The planner of a turn, shared by the bots of Nizam and Pearl of the East.

A move is a whole turn as an int: the shifts of a chain, counted from 1, five bits each, the first lowest. `REST_PLAN`
is a turn without a shift (draw, or pass); within a turn, it means no further shift. Payments are not part of a move.
The kinds that a chain needs depend on the board alone, so its price is known at once: one card for each shift that the
hand can match, and three for each that it cannot. A hand of that size can pay for the chain, because the threes can be
taken from cards that no other shift needs; `_pay` takes those that are needed least.

The planner does not move cards. A board is four planes of bits that together hold the kinds; bit n of each plane is
for cell n. Two planes share one number (`low`: bits 1 and 2 of the kind; `high`: bits 4 and 8, which is the pearl). So
a shift, or a search for equal neighbours, takes a dozen machine instructions. The tests compare it with the rules.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from heliodor.bots.brains.values import Worth
from heliodor.core.jit import rule
from heliodor.core.shifting.rules import (
    DONE,
    DRAW,
    DRAW_BIT,
    NUM_CELLS,
    NUM_KINDS,
    NUM_PAID,
    NUM_SHIFTS,
    PASS,
    PAY_0,
    SHIFT_0,
    SHIFT_CELLS,
    SIDE,
    Phase,
    legal_turn,
)

REST_PLAN = 0
SHIFT_BITS = 5
SHIFT_MASK = 31
MAX_CHAIN = 8  # Shifts in a plan.
COUNT_BITS = 5  # The counts of cards of each kind, or of shifts that need it, are packed into one number.
COUNT_MASK = 31
MAX_STEPS = MAX_CHAIN * (1 + NUM_PAID) + 1  # For each shift one step and three cards; and done.
NO_KEY = -1  # Key of a plan that is like no other; keys of boards are not negative.

# --- Boards as planes of bits -------------------------------------------------------------------------------------

UPPER = 32  # Where the second plane of a number begins.
ALL_CELLS = (1 << NUM_CELLS) - 1
BOTH = 1 | 1 << UPPER


def _cells(most_row: int, most_column: int) -> int:
    """Return the set of cells up to a row and a column."""
    return sum(1 << (SIDE * row + col) for row in range(most_row + 1) for col in range(most_column + 1))


ROW_PAIRS = _cells(SIDE - 1, SIDE - 2)  # Cells that have a neighbour to the right,
ROW_TRIPLES = _cells(SIDE - 1, SIDE - 3)  # and those that have two.
COLUMN_PAIRS = _cells(SIDE - 2, SIDE - 1)
COLUMN_TRIPLES = _cells(SIDE - 3, SIDE - 1)
COLUMN_STARTS = 1 | 1 << SIDE | 1 << 2 * SIDE  # The cells of column 0 where a run of three may begin.

END_CELL = SHIFT_CELLS[:, 0].astype(np.int64)  # [shift] -> the cell whose card wraps.
LINE_SET = np.array([BOTH * sum(1 << int(cell) for cell in cells) for cells in SHIFT_CELLS], np.int64)
END_SET = BOTH << END_CELL
INNER_SET = LINE_SET ^ END_SET
# How far cards move: [shift] -> by how many bits down, and up; one of the two is 0.
_STEP = (SHIFT_CELLS[:, 1].astype(np.int64)) - END_CELL
INNER_DOWN, INNER_UP = np.maximum(_STEP, 0), np.maximum(-_STEP, 0)
END_DOWN, END_UP = (SIDE - 1) * INNER_UP, (SIDE - 1) * INNER_DOWN
IS_COLUMN = np.arange(NUM_SHIFTS) // (NUM_SHIFTS // 2)
LINE_NUMBER = np.arange(NUM_SHIFTS) % SIDE


@rule
def pack_board(board):
    """Return a board as two numbers of two planes each."""
    low = 0
    high = 0
    for cell in range(NUM_CELLS):
        kind = int(board[cell])
        low |= (kind & 1) << cell | ((kind >> 1) & 1) << (cell + UPPER)
        high |= ((kind >> 2) & 1) << cell | (kind >> 3) << (cell + UPPER)
    return low, high


@rule
def kind_at(low, high, cell):
    """Return the kind on a cell, or PEARL."""
    from_low = (low >> cell) & BOTH
    from_high = (high >> cell) & BOTH
    return ((from_low | from_low >> (UPPER - 1)) & 3) | ((from_high | from_high >> (UPPER - 1)) & 3) << 2


@rule
def fast_shift(planes, shift):
    """Fast copy of `rules.slide_line` (N6): return the planes after a shift."""
    inner = (planes & INNER_SET[shift]) >> INNER_DOWN[shift] << INNER_UP[shift]
    end = (planes & END_SET[shift]) >> END_DOWN[shift] << END_UP[shift]
    return (planes & ~LINE_SET[shift]) | inner | end


@rule
def like_cells(low, high, distance):
    """Return the cells whose card equals the one this many cells later; the caller handles edges."""
    unlike = (low ^ (low >> distance)) | (high ^ (high >> distance))
    return ~(unlike | unlike >> UPPER) & ALL_CELLS


# --- The planner's desk -----------------------------------------------------------------------------------------

# One array holds everything the planner writes, so that little is allocated and passed around. It consists of sheets of
# 16 places each, by depth, kind or line.
LOW, HIGH = 0, 16  # [depth] -> the board.
NEXT = 32  # [depth] -> the shift to try next.
SPENT = 48  # [depth] -> cards paid so far.
MATCHED = 64  # [depth] -> the kind that paid for the shift that led here, or −1 for three cards.
MEMORY = 80  # [depth] -> what the game remembers of the turn so far (Nizam: N12).
HELD = 96  # [kind] -> cards in hand that the chain has not spent; the pearl's place is always 0.
FACTS = 112  # Facts about the turn that the game needs; at the end of the sheet the parameters of the caller:
REST_WORTH = FACTS + 11  # Worth of a turn without a shift, in hundredths of a point.
MOST_SHIFTS = FACTS + 12  # Most shifts in a chain.
MOST_THREES = FACTS + 13  # Most payments of three among them.
MOST_PLANS = FACTS + 14  # Most chains in the list.
CARD_WORTH = FACTS + 15  # Worth of a card in hand, in hundredths of a point.
PLANS, KEYS, VALUES = 128, 144, 160  # The list of plans, best first; values in hundredths of a point.
NUM_PLANS = 176  # Length of the list.
NUM_BOARDS = 177  # How many boards the planner has evaluated.
DESK_SIZE = 178
POINT = 100

Limits = tuple[int, int]  # Most shifts in a chain, and most payments of three among them.

# The planner tries longer chains only if that takes no more than about this many boards, some 20 ns each. This allows
# six shifts with a few cards in hand, and three with a dozen cards.
MOST_BOARDS = 1_500_000
BOARDS_GROWTH = 10  # One more shift in the chains takes about this many times as many boards.


@rule
def new_desk():
    """Return an empty desk."""
    return np.zeros(DESK_SIZE, np.int64)


@rule
def lay_out(state, desk):
    """Write the board and the hand of the seat in turn onto the desk. Changes `desk`."""
    low, high = pack_board(state.board)
    desk[LOW] = low
    desk[HIGH] = high
    desk[SPENT] = 0
    desk[REST_WORTH] = 0
    for kind in range(NUM_KINDS):
        desk[HELD + kind] = state.hand[state.turn, kind]
    desk[HELD + NUM_KINDS] = 0


@rule
def note_plan(desk, plan, key, value):
    """Put a plan into the list if it is good enough. Changes `desk`.

    Plans with the same key have nearly the same result; only the best one stays.
    """
    count = desk[NUM_PLANS]
    if count == desk[MOST_PLANS] and value <= desk[VALUES + count - 1]:
        return
    place = count
    for i in range(count):
        if desk[KEYS + i] == key:
            if value <= desk[VALUES + i]:
                return
            place = i
            break
    if place == count:
        if count < desk[MOST_PLANS]:
            desk[NUM_PLANS] += 1
        else:
            place = count - 1
    while place > 0 and desk[VALUES + place - 1] < value:
        desk[PLANS + place] = desk[PLANS + place - 1]
        desk[KEYS + place] = desk[KEYS + place - 1]
        desk[VALUES + place] = desk[VALUES + place - 1]
        place -= 1
    desk[PLANS + place] = plan
    desk[KEYS + place] = key
    desk[VALUES + place] = value


@rule
def _is_idle(desk, depth, shift, plan):
    """Return whether a chain that continues with this shift is redundant, because another has the same result.

    Shifts of two rows, or of two columns, can be made in either order: only the ascending order is considered. A shift
    that undoes the shift before is wasted. Both hold only if the shift before changed nothing in `MEMORY`.
    """
    before = ((plan >> (SHIFT_BITS * (depth - 1))) & SHIFT_MASK) - 1
    if desk[MEMORY + depth] != desk[MEMORY + depth - 1] or IS_COLUMN[before] != IS_COLUMN[shift]:
        return False
    if LINE_NUMBER[before] == LINE_NUMBER[shift]:
        return before != shift
    return LINE_NUMBER[before] > LINE_NUMBER[shift]


@rule
def _note_single_shifts(desk, hand_size):
    """List the shifts that can be paid, for a turn in which one must be made. Changes `desk`."""
    for shift in range(NUM_SHIFTS):
        is_matched = desk[HELD + kind_at(desk[LOW], desk[HIGH], END_CELL[shift])] > 0
        price = 1 if is_matched else NUM_PAID
        if price <= hand_size:
            note_plan(desk, shift + 1, NO_KEY - 1 - shift, -desk[CARD_WORTH] * price)


def planner(lay_out_turn: Any, evaluate: Any) -> Any:
    """Return the functions that list turns: list_plans, list_long_plans, best_plan, write_plans.

    `lay_out_turn(state, desk)` writes the position onto a desk. `evaluate(desk, low, high, memory)` returns the worth
    of a turn that ends with this board, in hundredths of a point; a key that is the same for boards with the same
    result; and the memory for the shifts that follow. `quiet_planner` lists turns that gain nothing.
    """

    @rule
    def find_plans(desk, hand_size):
        """List the best chains of shifts. Changes `desk`."""
        most_shifts = desk[MOST_SHIFTS]
        depth = 0
        plan = 0
        threes = 0
        desk[NEXT] = 0
        while depth >= 0:
            shift = desk[NEXT + depth]
            if shift == NUM_SHIFTS:
                # All shifts are tried here: go back by one shift.
                depth -= 1
                if depth >= 0:
                    plan &= ~(SHIFT_MASK << (SHIFT_BITS * depth))
                    kind = desk[MATCHED + depth + 1]
                    if kind >= 0:
                        desk[HELD + kind] += 1
                    else:
                        threes -= 1
                continue
            desk[NEXT + depth] = shift + 1
            if depth > 0 and _is_idle(desk, depth, shift, plan):
                continue
            low = desk[LOW + depth]
            high = desk[HIGH + depth]
            kind = kind_at(low, high, END_CELL[shift])
            is_matched = desk[HELD + kind] > 0
            spent = desk[SPENT + depth] + (1 if is_matched else NUM_PAID)
            if spent > hand_size or (not is_matched and threes == desk[MOST_THREES]):
                continue
            low = fast_shift(low, shift)
            high = fast_shift(high, shift)
            gain, key, memory = evaluate(desk, low, high, desk[MEMORY + depth])
            desk[NUM_BOARDS] += 1
            chain = plan | (shift + 1) << (SHIFT_BITS * depth)
            if gain > 0:
                note_plan(desk, chain, key, gain - desk[CARD_WORTH] * spent)
            if depth + 1 < most_shifts and spent < hand_size:
                depth += 1
                plan = chain
                desk[LOW + depth] = low
                desk[HIGH + depth] = high
                desk[SPENT + depth] = spent
                desk[MEMORY + depth] = memory
                desk[NEXT + depth] = 0
                if is_matched:
                    desk[HELD + kind] -= 1
                    desk[MATCHED + depth] = kind
                else:
                    threes += 1
                    desk[MATCHED + depth] = -1

    @rule
    def list_plans(state, desk):
        """List the best turns of the seat to act, best first, and return how many. Changes `desk`.

        The desk has been laid out. A turn without a shift, or without a further one, is always in the list if it is
        legal. If a payment has begun, it is the only entry and stands for the rest of the payment.
        """
        most_plans = desk[MOST_PLANS]
        desk[NUM_PLANS] = 0
        desk[NUM_BOARDS] = 0
        rest_value = desk[REST_WORTH]
        can_rest = True
        if state.phase != Phase.PAYING:
            hand_size = int(state.hand_size[state.turn])
            find_plans(desk, hand_size)
            if state.phase == Phase.SHIFTING:
                rest_value, _key, _memory = evaluate(desk, desk[LOW], desk[HIGH], desk[MEMORY])
            elif not can_draw(state):
                if desk[NUM_PLANS] == 0:
                    _note_single_shifts(desk, hand_size)
                can_rest = desk[NUM_PLANS] == 0  # N18: a pass.
        if can_rest:
            desk[MOST_PLANS] = most_plans + 1
            note_plan(desk, REST_PLAN, NO_KEY, rest_value)
            desk[MOST_PLANS] = most_plans
        return desk[NUM_PLANS]

    @rule
    def list_long_plans(state, desk, most_shifts):
        """List the best turns with chains as long as the budget allows; return how many. Changes `desk`.

        The desk has been laid out.
        """
        desk[MOST_SHIFTS] = 1
        while True:
            count = list_plans(state, desk)
            if desk[MOST_SHIFTS] >= most_shifts or desk[NUM_BOARDS] * BOARDS_GROWTH > MOST_BOARDS:
                return count
            desk[MOST_SHIFTS] += 1

    @rule
    def best_plan(state, most_shifts, most_threes):
        """Return the best immediate turn: a chain that gains more than it costs, else draw."""
        desk = new_desk()
        lay_out_turn(state, desk)
        desk[MOST_SHIFTS] = most_shifts
        desk[MOST_THREES] = most_threes
        desk[MOST_PLANS] = 1
        list_plans(state, desk)
        return desk[PLANS]

    @rule
    def write_plans(state, most_shifts, most_plans, moves):
        """Write the best turns; return how many, and the value of the best one. Changes `moves`."""
        desk = new_desk()
        lay_out_turn(state, desk)
        desk[MOST_THREES] = 1
        desk[MOST_PLANS] = most_plans
        count = list_long_plans(state, desk, most_shifts)
        for i in range(count):
            moves[i] = desk[PLANS + i]
        return count, desk[VALUES]

    return list_plans, list_long_plans, best_plan, write_plans


def quiet_planner(lay_out_turn: Any, evaluate: Any, left_to_others: Any) -> Any:
    """Return add_quiet_plans, which lists the turns that gain nothing and leave least to the others.

    `left_to_others(desk, low, high)` returns the worth of what the others may gain at once on this board, in hundredths
    of a point. A turn has one shift, or two that are paid with one card each.
    """

    @rule
    def note_quiet_plan(desk, low, high, plan, price):
        """Put a turn into the list unless it gains something. Changes `desk`."""
        gain, _key, _memory = evaluate(desk, low, high, desk[MEMORY])
        if gain == 0:
            note_plan(desk, plan, NO_KEY - plan, -left_to_others(desk, low, high) - desk[CARD_WORTH] * price)

    @rule
    def find_quiet_plans(desk, hand_size):
        """List the quiet turns that leave least. Changes `desk`."""
        for first in range(NUM_SHIFTS):
            kind = kind_at(desk[LOW], desk[HIGH], END_CELL[first])
            is_matched = desk[HELD + kind] > 0
            price = 1 if is_matched else NUM_PAID
            if price > hand_size:
                continue
            low = fast_shift(desk[LOW], first)
            high = fast_shift(desk[HIGH], first)
            note_quiet_plan(desk, low, high, first + 1, price)
            if not is_matched:
                continue
            desk[HELD + kind] -= 1
            for second in range(NUM_SHIFTS):
                # Shifts of parallel lines can be made in either order, and a shift and its reverse change nothing.
                is_idle = IS_COLUMN[first] == IS_COLUMN[second] and LINE_NUMBER[first] >= LINE_NUMBER[second]
                if first != second and is_idle:
                    continue
                if desk[HELD + kind_at(low, high, END_CELL[second])] > 0:
                    plan = first + 1 | (second + 1) << SHIFT_BITS
                    note_quiet_plan(desk, fast_shift(low, second), fast_shift(high, second), plan, 2)
            desk[HELD + kind] += 1

    @rule
    def add_quiet_plans(state, moves, count, most):
        """Write up to `most` quiet turns behind the moves listed so far; return the new count. Changes `moves`.

        They are for turns in which nothing can be drawn, so that a seat is never forced to gain something.
        """
        if state.phase != Phase.TURN or can_draw(state):
            return count
        desk = new_desk()
        lay_out_turn(state, desk)
        desk[MOST_PLANS] = most
        find_quiet_plans(desk, int(state.hand_size[state.turn]))
        for i in range(desk[NUM_PLANS]):
            is_listed = False
            for j in range(count):
                is_listed |= moves[j] == desk[PLANS + i]
            if not is_listed:
                moves[count] = desk[PLANS + i]
                count += 1
        return count

    return add_quiet_plans


def quick_policy(choose: Any, play_move: Any, greedy: Limits, playouts: Limits, playout_turns: int) -> Any:
    """Return the functions of a brain that only follow the quick policy: greedy_move, play_out, list_moves.

    `choose(state, most_shifts, most_threes)` returns the policy's move.
    """
    greedy_shifts, greedy_threes = greedy
    playout_shifts, playout_threes = playouts

    @rule
    def greedy_move(state, gen):
        """Return the move of the greedy bot."""
        return choose(state, greedy_shifts, greedy_threes)

    @rule
    def play_out(state, gen):
        """Play on until each player has had `playout_turns` turns. Changes `state`."""
        # The first of these turns has been played in the tree.
        for _ in range(playout_turns * int(state.players) - 1):
            if state.phase == Phase.OVER:
                break
            play_move(state, choose(state, playout_shifts, playout_threes))

    @rule
    def list_moves(state, moves):
        """Write the policy's move, the only one considered below the root; return 1. Changes `moves`."""
        moves[0] = choose(state, playout_shifts, playout_threes)
        return 1

    return greedy_move, play_out, list_moves


# --- The trained policy -----------------------------------------------------------------------------------------

# What the trained policy counts on, in points. Training finds these numbers, beginning with those of the quick policy;
# they change evenly during a match.
CARD_EARLY, CARD_LATE, REST_EARLY, REST_LATE, REST_HELD = range(5)
FIRST_WORTHS = {
    "a card in hand, early": Worth(1.0),
    "a card in hand, late": Worth(1.0),
    "a turn without a shift, early": Worth(0.0),
    "a turn without a shift, late": Worth(0.0),
    "a turn without a shift, less for each card held": Worth(0.0),
}


def first_worths(players: int) -> dict[str, Worth]:
    """Return the worths that training begins with: the same for every number of players."""
    return FIRST_WORTHS


def first_model_of(num_inputs: int) -> Any:
    """Return first_model for a brain with this many inputs.

    The first input is the standing, which counts a card as one point; the second is the cards alone, in points.
    """
    rest = [0.0] * (num_inputs - 2)

    def first_model(worths: Sequence[float], players: int) -> tuple[list[float], list[float]]:
        """Return a model that values cards in hand as the policy with these worths does: its first and last numbers."""
        return [1.0, worths[CARD_EARLY] - 1.0, *rest], [0.0, worths[CARD_LATE] - worths[CARD_EARLY], *rest]

    return first_model


def trained_planner(lay_out_turn: Any, list_plans: Any, progress_of: Any, limits: Limits) -> Any:
    """Return plan_by, which chooses a turn by trained worths.

    `progress_of(state, seat)` goes from 0 at the beginning of a match to 1 at its end.
    """
    most_shifts, most_threes = limits

    @rule
    def plan_by(state, weights):
        """Return the best immediate turn by these worths: a chain that gains more than it costs, else draw."""
        desk = new_desk()
        lay_out_turn(state, desk)
        late = progress_of(state, int(state.turn))
        card = weights[CARD_EARLY] + late * (weights[CARD_LATE] - weights[CARD_EARLY])
        rest = weights[REST_EARLY] + late * (weights[REST_LATE] - weights[REST_EARLY])
        rest -= weights[REST_HELD] * int(state.hand_size[state.turn])
        desk[CARD_WORTH] = int(POINT * card)
        desk[REST_WORTH] = int(POINT * rest)
        desk[MOST_SHIFTS] = most_shifts
        desk[MOST_THREES] = most_threes
        desk[MOST_PLANS] = 1
        list_plans(state, desk)
        return desk[PLANS]

    return plan_by


def trained_playouts(policy_move: Any, play_move: Any, playout_turns: int) -> Any:
    """Return play_out_by, which plays on by the trained policy."""

    @rule
    def play_out_by(state, gen, weights):
        """Play on until each player has had `playout_turns` turns. Changes `state`."""
        for _ in range(playout_turns * int(state.players) - 1):
            if state.phase == Phase.OVER:
                break
            play_move(state, policy_move(state, gen, weights))

    return play_out_by


@rule
def num_kinds_held(state, seat):
    """Return how many different kinds a seat holds."""
    count = 0
    for kind in range(NUM_KINDS):
        if state.hand[seat, kind] > 0:
            count += 1
    return count


@rule
def num_ends_held(state, seat):
    """Return for how many shifts a seat holds the card that pays for it."""
    count = 0
    for shift in range(NUM_SHIFTS):
        kind = int(state.board[END_CELL[shift]])
        if kind < NUM_KINDS and state.hand[seat, kind] > 0:
            count += 1
    return count


# --- Playing a plan -----------------------------------------------------------------------------------------------


@rule
def can_draw(state):
    """N4, N18, N19: return whether the seat in turn may draw."""
    return legal_turn(state) & DRAW_BIT != 0


@rule
def write_steps(state, plan, steps):
    """Write the steps that a plan consists of and return how many. Changes `steps`.

    If a payment has begun, only the rest of it is written: what follows is another decision.
    """
    low, high = pack_board(state.board)
    hand = _pack_hand(state)
    if state.phase == Phase.PAYING:
        return _pay(low, high, hand, int(state.last_paid), NUM_PAID - int(state.num_paid), 0, steps, 0)[0]
    if state.phase == Phase.TURN and plan == REST_PLAN:
        steps[0] = DRAW if can_draw(state) else PASS
        return 1
    wanted = _kinds_wanted(low, high, plan)
    count = 0
    while plan != 0:
        shift = (plan & SHIFT_MASK) - 1
        plan >>= SHIFT_BITS
        place = COUNT_BITS * kind_at(low, high, END_CELL[shift])
        wanted -= 1 << place
        steps[count] = SHIFT_0 + shift
        count += 1
        if (hand >> place) & COUNT_MASK != 0:
            hand -= 1 << place
        else:
            count, hand = _pay(low, high, hand, 0, NUM_PAID, wanted, steps, count)
        low = fast_shift(low, shift)
        high = fast_shift(high, shift)
    steps[count] = DONE
    return count + 1


@rule
def length_and_price(state, plan):
    """Return the number of shifts of a plan and the number of cards that it costs."""
    steps = np.empty(MAX_STEPS, np.int64)
    count = write_steps(state, plan, steps)
    shifts = 0
    while plan != REST_PLAN:
        plan >>= SHIFT_BITS
        shifts += 1
    if shifts == 0:
        return 0, 0
    threes = (count - 1 - shifts) // NUM_PAID  # Besides the shifts and the end of the turn there are payments of three.
    return shifts, shifts + (NUM_PAID - 1) * threes


@rule
def board_after(state, plan):
    """Return the board at the end of a plan, before anything scores, as two numbers."""
    low, high = pack_board(state.board)
    while plan != REST_PLAN:
        shift = (plan & SHIFT_MASK) - 1
        plan >>= SHIFT_BITS
        low = fast_shift(low, shift)
        high = fast_shift(high, shift)
    return low, high


@rule
def _pack_hand(state):
    """Return how many cards of each kind the seat in turn holds."""
    hand = 0
    for kind in range(NUM_KINDS):
        hand |= int(state.hand[state.turn, kind]) << (COUNT_BITS * kind)
    return hand


@rule
def _kinds_wanted(low, high, plan):
    """Return how many shifts of a plan need each kind."""
    wanted = 0
    while plan != 0:
        shift = (plan & SHIFT_MASK) - 1
        plan >>= SHIFT_BITS
        wanted += 1 << (COUNT_BITS * kind_at(low, high, END_CELL[shift]))
        low = fast_shift(low, shift)
        high = fast_shift(high, shift)
    return wanted


@rule
def _pay(low, high, hand, first_kind, num_cards, wanted, steps, count):
    """N8: write payments with the cards that are needed least; return the number of steps and the hand left.

    A card that a later shift of the plan needs is kept. Of the others, it pays with kinds of which the hand has many
    and the ends of the lines have few.
    """
    ends = 0
    for shift in range(NUM_SHIFTS):
        ends += 1 << (COUNT_BITS * kind_at(low, high, END_CELL[shift]))
    left = hand
    for _ in range(num_cards):
        chosen = 0
        least = 1 << 30
        for kind in range(first_kind, NUM_KINDS):
            held = (left >> (COUNT_BITS * kind)) & COUNT_MASK
            use = ((ends >> (COUNT_BITS * kind)) & COUNT_MASK) - 2 * held
            if held <= (wanted >> (COUNT_BITS * kind)) & COUNT_MASK:
                use += 1000
            if held > 0 and use < least:
                least = use
                chosen = kind
        left -= 1 << (COUNT_BITS * chosen)
    for kind in range(NUM_KINDS):
        for _ in range(((hand - left) >> (COUNT_BITS * kind)) & COUNT_MASK):
            steps[count] = PAY_0 + kind
            count += 1
    return count, left


# --- Rewards ----------------------------------------------------------------------------------------------------


@rule
def two_best(values, players):
    """Return the highest value of a seat, and the second highest."""
    best = -1.0e9
    second = -1.0e9
    for seat in range(players):
        if values[seat] > best:
            second = best
            best = values[seat]
        elif values[seat] > second:
            second = values[seat]
    return best, second


@rule
def mixed_reward(chance, lead, lead_scale):
    """Return a reward from 0 to 1: seven tenths the chance to win, three tenths the lead over the best of the others.

    The lead counts so that bots play on well when the winner is certain.
    """
    return 0.7 * chance + 0.15 + 0.15 * math.tanh(lead / lead_scale)


@rule
def share_rewards(rewards, players, scale, lead_scale):
    """Turn the value of each seat's position, in `rewards`, into rewards from 0 to 1. Changes `rewards`.

    The chance to win is exp(value / scale) divided by the sum over all seats.
    """
    best, second = two_best(rewards, players)
    total = 0.0
    for seat in range(players):
        total += math.exp((rewards[seat] - best) / scale)
    for seat in range(players):
        value = rewards[seat]
        lead = value - (second if value == best else best)
        rewards[seat] = mixed_reward(math.exp((value - best) / scale) / total, lead, lead_scale)


@rule
def reward_chances(rewards, players, chances, lead_scale):
    """Turn the value of each seat's position into rewards, with chances to win from elsewhere. Changes `rewards`."""
    best, second = two_best(rewards, players)
    for seat in range(players):
        value = rewards[seat]
        rewards[seat] = mixed_reward(chances[seat], value - (second if value == best else best), lead_scale)
