"""The bots' knowledge of Nizam."""

from __future__ import annotations

import math

import numpy as np

from heliodor.bots.brains.shifting import (
    CARD_WORTH,
    COLUMN_PAIRS,
    COLUMN_STARTS,
    FACTS,
    MAX_STEPS,
    MEMORY,
    MOST_PLANS,
    MOST_SHIFTS,
    MOST_THREES,
    PLANS,
    POINT,
    ROW_PAIRS,
    kind_at,
    lay_out,
    like_cells,
    new_desk,
    planner,
    share_rewards,
    write_steps,
)
from heliodor.bots.strength import Strength
from heliodor.core.bits import bit, count_bits, lowest_bit
from heliodor.core.deck import deck_size
from heliodor.core.jit import rule
from heliodor.core.shifting.rules import NUM_KINDS, NUM_LINES, SIDE, Phase
from heliodor.games.nizam import rules
from heliodor.games.nizam.rules import (
    EXTRA_COMBINATION_POINTS,
    RUN_BITS,
    RUN_MASK,
    RUN_POINTS,
    SHORTEST_RUN,
    combination_in,
)

MAX_MOVES = 12
TREE_DEPTH = 1  # 2 against 1, with 1500 rounds: 43 ± 6 %. After a refill and a hidden hand a tree is not worth it.

# Shifts in a chain of the greedy bot and of playouts, and payments of three among them. Playouts limit what the
# search can know: chains of 3 against 2, with a quarter of the rounds: 75 ± 8 %; while 400 rounds against 100
# are 55 ± 10 %.
GREEDY_SHIFTS, GREEDY_THREES = 1, 1
PLAYOUT_SHIFTS, PLAYOUT_THREES = 3, 0
PLAYOUT_TURNS = 2  # For each player: 2 against 3, with 100 rounds: 51 ± 9 %.
CARD_POINTS = 1  # What a card in hand is worth.
SHUFFLED_CARDS = 60.0  # Approximate number of cards in the deck after a reshuffle.
CHANCE_SCALE = 0.8  # Points that are worth a factor e in the chance to win, times the root of the cards to come.
LEAD_SCALE = 20.0
SOLO_SCALE = 100.0
POINTS_PER_CARD_TO_COME = 0.8

RESTING = FACTS + NUM_LINES  # The set of lines with a combination that was there when the turn began,
# and FACTS + line: that combination, as `_combination_code` writes it.

STRENGTHS = {
    "novice": Strength(rounds=8, softness=0.1, seconds=0.03, exploration=0.2, insight=2, width=6),
    "casual": Strength(rounds=24, softness=0.01, seconds=0.04, exploration=0.2, insight=2, width=6),
    "skilled": Strength(rounds=60, softness=0.005, seconds=0.25, exploration=0.2, insight=3),
    "expert": Strength(rounds=160, softness=0.0, seconds=1.2, exploration=0.2, insight=6, trees=2),
}


# --- The planner --------------------------------------------------------------------------------------------------


@rule
def _combination_code(kind, length):
    return kind << RUN_BITS | length


@rule
def lay_out_turn(state, desk):
    """Write the position onto the desk, the combinations that lie there already included. Changes `desk`."""
    lay_out(state, desk)
    desk[CARD_WORTH] = CARD_POINTS * POINT
    desk[RESTING] = 0
    desk[MEMORY] = 0
    for line in range(NUM_LINES):
        kind = 0
        length = 0
        if state.phase == Phase.TURN:
            kind, _start, length = combination_in(state.board, line)
        else:
            for other in range(NUM_KINDS):
                at_start = (int(state.runs_at_start[line]) >> (RUN_BITS * other)) & RUN_MASK
                if at_start >= SHORTEST_RUN:
                    kind = other
                    length = at_start
            if (int(state.runs_changed[line]) >> (RUN_BITS * kind)) & RUN_MASK != 0:
                desk[MEMORY] |= bit(line)
        if length > 0:
            desk[RESTING] |= bit(line)
            desk[FACTS + line] = _combination_code(kind, length)


@rule
def fast_points_of_turn(desk, low, high, memory):
    """Fast copy of `rules.points_of_turn` (N10–N12): return points, scoring cells, and the lines that changed.

    A line can hold one combination. One that was not there when the turn began scores; one that was, if at some
    moment of the turn the line did not hold it: that is what `memory` is for.
    """
    resting = desk[RESTING]
    in_rows = like_cells(low, high, 1) & ROW_PAIRS
    in_rows &= in_rows >> 1
    in_columns = like_cells(low, high, SIDE) & COLUMN_PAIRS
    in_columns &= in_columns >> SIDE
    if in_rows | in_columns == 0:
        return 0, 0, memory | resting
    points = 0
    num_scoring = 0
    cells = 0
    unchanged = 0
    for line in range(NUM_LINES):
        # The cells from which three like ones go right or down.
        if line < SIDE:
            step = 1
            starts = in_rows & (31 << (SIDE * line))
        else:
            step = SIDE
            starts = in_columns & (COLUMN_STARTS << (line - SIDE))
        if starts == 0:
            continue
        length = count_bits(starts) + SHORTEST_RUN - 1
        if (resting >> line) & 1:
            kind = kind_at(low, high, lowest_bit(starts))
            if desk[FACTS + line] == _combination_code(kind, length):
                unchanged |= bit(line)
                if (memory >> line) & 1 == 0:
                    continue
        points += RUN_POINTS[length]
        num_scoring += 1
        cells |= starts | starts << step | starts << (2 * step)
    if num_scoring > 1:
        points += EXTRA_COMBINATION_POINTS * (num_scoring - 1)
    return POINT * points, cells, memory | (resting & ~unchanged)


list_plans, list_long_plans = planner(fast_points_of_turn)


# --- The quick policy ---------------------------------------------------------------------------------------------


@rule
def quick_plan(state, most_shifts, most_threes):
    """Return the best immediate turn: a chain that brings more than it costs, else draw."""
    desk = new_desk()
    lay_out_turn(state, desk)
    desk[MOST_SHIFTS] = most_shifts
    desk[MOST_THREES] = most_threes
    desk[MOST_PLANS] = 1
    list_plans(state, desk)
    return desk[PLANS]


@rule
def play_move(state, move):
    """Play a turn. Changes `state`."""
    steps = np.empty(MAX_STEPS, np.int64)
    for i in range(write_steps(state, move, steps)):
        rules.apply_action(state, steps[i])


@rule
def greedy_move(state, gen):
    """Return the quick policy's turn."""
    return quick_plan(state, GREEDY_SHIFTS, GREEDY_THREES)


@rule
def play_out(state, gen):
    """Play on by the quick policy until each player has had this many turns. Changes `state`."""
    # The first of them has been played in the tree.
    for _ in range(PLAYOUT_TURNS * int(state.players) - 1):
        if state.phase == Phase.OVER:
            break
        play_move(state, quick_plan(state, PLAYOUT_SHIFTS, PLAYOUT_THREES))


# --- What the search asks -----------------------------------------------------------------------------------------


@rule
def imagine(state, seat, gen):
    """Fill a hidden state with a possible world. Changes `state` and `gen`."""
    rules.determinize(state, seat, gen)


@rule
def list_root_moves(state, moves, insight):
    """Write the candidate turns, with chains up to `insight` shifts; return how many. Changes `moves`."""
    desk = new_desk()
    lay_out_turn(state, desk)
    desk[MOST_THREES] = 1
    desk[MOST_PLANS] = MAX_MOVES - 1
    count = list_long_plans(state, desk, insight)
    for i in range(count):
        moves[i] = desk[PLANS + i]
    return count


@rule
def list_moves(state, moves):
    """Write the quick policy's turn: below the root nothing else is considered. Changes `moves`."""
    moves[0] = quick_plan(state, PLAYOUT_SHIFTS, PLAYOUT_THREES)
    return 1


@rule
def steps_of(state, move, steps):
    """Write the steps of a turn and return how many. Changes `steps`."""
    return write_steps(state, move, steps)


@rule
def rate(state, rewards):
    """Set each seat's reward: its chance to win, and how far it is ahead. Changes `rewards`."""
    players = int(state.players)
    cards_to_come = 0.0
    for seat in range(players):
        rewards[seat] = int(state.score[seat])
    if state.phase != Phase.OVER:
        cards_to_come = deck_size(state) + SHUFFLED_CARDS * (players - 1 - int(state.run_outs))
        for seat in range(players):
            rewards[seat] += CARD_POINTS * int(state.hand_size[seat])
    if players == 1:
        rewards[0] = (rewards[0] + POINTS_PER_CARD_TO_COME * cards_to_come) / SOLO_SCALE
    else:
        share_rewards(rewards, players, 0.2 + CHANCE_SCALE * math.sqrt(max(0.0, cards_to_come)), LEAD_SCALE)
