"""The bots' knowledge of Pearl of the East."""

from __future__ import annotations

import numpy as np

from heliodor.bots.brains.shifting import (
    CARD_WORTH,
    COLUMN_PAIRS,
    COLUMN_TRIPLES,
    FACTS,
    MAX_STEPS,
    MEMORY,
    MOST_PLANS,
    MOST_SHIFTS,
    MOST_THREES,
    PLANS,
    REST_PLAN,
    ROW_PAIRS,
    ROW_TRIPLES,
    UPPER,
    VALUES,
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
from heliodor.core.jit import rule
from heliodor.core.shifting.rules import SIDE, Phase
from heliodor.games.pearl import rules
from heliodor.games.pearl.rules import NUM_TASKS, TASK_0, fulfillable_kinds, open_tasks

MAX_MOVES = 12
TREE_DEPTH = 1

# Shifts in a chain of the greedy bot and of playouts, and payments of three among them. Chains of 3 without threes
# against 2 with one, with 100 rounds each: 68 ± 9 %; 400 rounds against 100: 50 ± 9 %.
GREEDY_SHIFTS, GREEDY_THREES = 2, 1
PLAYOUT_SHIFTS, PLAYOUT_THREES = 3, 0
PLAYOUT_TURNS = 3  # For each player.
# With more than two players the evaluated chains are no longer than this: the others pick up what a long one lays out
# for a card each. 6 against 3, five players, 40 rounds: 11 ± 4 % where 20 % would be fair.
MOST_SHIFTS_OF_MANY = 4
TASK_WORTH = 500  # In hundredths of a point, as the planner counts; and a card in hand:
CARD_IN_HAND_WORTH = 100
WIN_WORTH = 100_000
CHANCE_SCALE = 0.5  # Tasks that are worth a factor e in the chance to win, when the match is nearly over;
CHANCE_SCALE_PER_TASK = 0.1  # more for each task that the leader has still to fulfil.
LEAD_SCALE = 3.0

OPEN_TASKS = FACTS  # The kinds that the seat in turn can fulfil, as far as P7 is concerned.
TASKS_LEFT = FACTS + 1  # How many it has still to fulfil.

STRENGTHS = {
    "novice": Strength(rounds=6, softness=0.3, seconds=0.03, exploration=0.2, insight=2, width=6),
    "casual": Strength(rounds=30, softness=0.01, seconds=0.04, exploration=0.2, insight=2, width=8),
    "skilled": Strength(rounds=40, softness=0.015, seconds=0.25, exploration=0.2, insight=3),
    "expert": Strength(rounds=160, softness=0.0, seconds=1.2, exploration=0.2, insight=7, trees=2),
}


# --- The planner ------------------------------------------------------------------------------------------------


@rule
def lay_out_turn(state, desk):
    """Write the position onto the desk, the tasks of the seat in turn included. Changes `desk`."""
    lay_out(state, desk)
    desk[CARD_WORTH] = CARD_IN_HAND_WORTH
    seat = int(state.turn)
    desk[OPEN_TASKS] = open_tasks(state, seat)
    desk[TASKS_LEFT] = NUM_TASKS - int(state.num_fulfilled[seat])
    desk[MEMORY] = 0


@rule
def _kinds_on(low, high, cells):
    """Return the set of kinds that lie on a set of cells."""
    kinds = 0
    while cells != 0:
        kinds |= bit(kind_at(low, high, lowest_bit(cells)))
        cells &= cells - 1
    return kinds


@rule
def fast_tasks_of_turn(desk, low, high, memory):
    """Fast copy of `rules.fulfillable_kinds` (P5–P7): return what the tasks are worth, and their set as a key.

    Above the kinds that have a run without the pearl, the key holds those of which one can be had with it.
    """
    # Cells from which three like ones go right or down.
    pairs_right = like_cells(low, high, 1) & ROW_PAIRS
    pairs_down = like_cells(low, high, SIDE) & COLUMN_PAIRS
    without_pearl = (pairs_right & pairs_right >> 1) | (pairs_down & pairs_down >> SIDE)

    # Cells with a like one, and the pearl behind, before or between the two.
    pearl = high >> UPPER
    with_pearl = pairs_right & (pearl >> 2 & ROW_TRIPLES | (pearl & ROW_PAIRS) << 1)
    with_pearl |= pairs_down & (pearl >> (2 * SIDE) | pearl << SIDE)
    with_pearl |= like_cells(low, high, 2) & ROW_TRIPLES & pearl >> 1
    with_pearl |= like_cells(low, high, 2 * SIDE) & COLUMN_TRIPLES & pearl >> SIDE

    if without_pearl | with_pearl == 0:
        return 0, 0, memory
    kinds = _kinds_on(low, high, without_pearl) & desk[OPEN_TASKS]
    more_kinds = _kinds_on(low, high, with_pearl) & desk[OPEN_TASKS] & ~kinds
    num_tasks = count_bits(kinds) + (1 if more_kinds != 0 else 0)
    worth = TASK_WORTH * num_tasks
    if num_tasks >= desk[TASKS_LEFT]:
        worth += WIN_WORTH
    return worth, kinds | more_kinds << NUM_TASKS, memory


list_plans, list_long_plans = planner(fast_tasks_of_turn)


# --- The quick policy -------------------------------------------------------------------------------------------


@rule
def task_to_lay(state):
    """P8: return a task to lay next: the one that blocks the opponents least, so that the last one does most."""
    kinds = fulfillable_kinds(state)
    best = 0
    least = 1 << 30
    while kinds != 0:
        kind = lowest_bit(kinds)
        kinds &= kinds - 1
        blocked = 0
        for seat in range(int(state.players)):
            if seat != state.turn and (int(state.fulfilled[seat]) >> kind) & 1 == 0:
                blocked += 1 + int(state.num_fulfilled[seat])
        if blocked < least:
            least = blocked
            best = kind
    return best


@rule
def quick_move(state, most_shifts, most_threes):
    """Return the best immediate move: a chain that fulfils the most for its price, else draw."""
    if state.phase == Phase.TASKS:
        return -1 - task_to_lay(state)
    desk = new_desk()
    lay_out_turn(state, desk)
    desk[MOST_SHIFTS] = most_shifts
    desk[MOST_THREES] = most_threes
    desk[MOST_PLANS] = 1
    list_plans(state, desk)
    return desk[PLANS]


@rule
def steps_of(state, move, steps):
    """Write the steps of a move and return how many. Changes `steps`."""
    if move >= REST_PLAN:
        return write_steps(state, move, steps)
    steps[0] = TASK_0 - 1 - move
    return 1


@rule
def play_move(state, move):
    """Play a turn, or lay a task; tasks that a turn fulfils are laid by the quick policy. Changes `state`."""
    steps = np.empty(MAX_STEPS, np.int64)
    count = steps_of(state, move, steps)
    i = 0
    while i < count:
        rules.apply_action(state, steps[i])
        i += 1
        if i == count and state.phase == Phase.TASKS:
            steps[0] = TASK_0 + task_to_lay(state)
            count = 1
            i = 0


@rule
def greedy_move(state, gen):
    """Return the quick policy's move."""
    return quick_move(state, GREEDY_SHIFTS, GREEDY_THREES)


@rule
def play_out(state, gen):
    """Play on by the quick policy until each player has had this many turns. Changes `state`."""
    # The first of them has been played in the tree.
    for _ in range(PLAYOUT_TURNS * int(state.players) - 1):
        if state.phase == Phase.OVER:
            break
        play_move(state, quick_move(state, PLAYOUT_SHIFTS, PLAYOUT_THREES))


# --- What the search asks -----------------------------------------------------------------------------------------


@rule
def imagine(state, seat, gen):
    """Fill a hidden state with a possible world. Changes `state` and `gen`."""
    rules.determinize(state, seat, gen)


@rule
def list_root_moves(state, moves, insight):
    """Write the candidate turns, with chains up to `insight` shifts; return how many. Changes `moves`."""
    if state.phase == Phase.TASKS:
        return _list_tasks(state, moves)
    desk = new_desk()
    lay_out_turn(state, desk)
    desk[MOST_THREES] = 1
    desk[MOST_PLANS] = MAX_MOVES - 1
    count = list_long_plans(state, desk, insight if state.players == 2 else min(insight, MOST_SHIFTS_OF_MANY))
    if desk[VALUES] > WIN_WORTH // 2:
        count = 1  # A seat that can win now has nothing to decide.
    for i in range(count):
        moves[i] = desk[PLANS + i]
    return count


@rule
def list_moves(state, moves):
    """Write the quick policy's turn: below the root nothing else is considered. Changes `moves`."""
    moves[0] = quick_move(state, PLAYOUT_SHIFTS, PLAYOUT_THREES)
    return 1


@rule
def _list_tasks(state, moves):
    """Write the tasks that can be laid next, each as a move, and return how many. Changes `moves`."""
    kinds = fulfillable_kinds(state)
    count = 0
    while kinds != 0:
        moves[count] = -1 - lowest_bit(kinds)
        kinds &= kinds - 1
        count += 1
    return count


@rule
def rate(state, rewards):
    """Set each seat's reward: its chance to win, and how far it is ahead. Changes `rewards`."""
    players = int(state.players)
    most = 0
    for seat in range(players):
        rewards[seat] = int(state.num_fulfilled[seat])
        most = max(most, int(state.num_fulfilled[seat]))
    scale = 0.05
    if state.phase != Phase.OVER:
        scale = CHANCE_SCALE + CHANCE_SCALE_PER_TASK * (NUM_TASKS - most)
        for seat in range(players):
            rewards[seat] += CARD_IN_HAND_WORTH / TASK_WORTH * int(state.hand_size[seat])
    share_rewards(rewards, players, scale, LEAD_SCALE)
