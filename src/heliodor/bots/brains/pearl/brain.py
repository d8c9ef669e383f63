"""The bots' knowledge of Pearl of the East."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from heliodor.bots.brains.shifting import (
    CARD_WORTH,
    COLUMN_PAIRS,
    COLUMN_TRIPLES,
    FACTS,
    MAX_STEPS,
    MEMORY,
    REST_PLAN,
    ROW_PAIRS,
    ROW_TRIPLES,
    UPPER,
    board_after,
    fast_shift,
    first_model_of,
    kind_at,
    lay_out,
    length_and_price,
    like_cells,
    new_desk,
    num_ends_held,
    num_kinds_held,
    planner,
    quick_policy,
    quiet_planner,
    reward_chances,
    share_rewards,
    trained_planner,
    trained_playouts,
    write_steps,
)
from heliodor.bots.brains.shifting import first_worths as first_worths
from heliodor.bots.brains.values import value_model
from heliodor.bots.strength import Strength
from heliodor.core.bits import bit, count_bits, lowest_bit
from heliodor.core.jit import rule
from heliodor.core.shifting.rules import MAX_SEATS, NUM_SHIFTS, SIDE, Phase
from heliodor.games.pearl import rules
from heliodor.games.pearl.rules import NUM_TASKS, TASK_0, fulfillable_kinds, open_tasks

NUM_LISTED = 11  # Plans that fulfil tasks;
NUM_QUIET = 2  # and plans that fulfil none, for a turn in which nothing can be drawn.
MAX_MOVES = NUM_LISTED + 1 + NUM_QUIET  # And to draw.
TREE_DEPTH = 1

# Limits for the greedy bot and for playouts. With 100 rounds each, playouts with chains of 3 and no payments of three
# win 68 ± 9 % against chains of 2 and one such payment; 400 rounds win 50 ± 9 % against 100.
GREEDY = (2, 1)
PLAYOUTS = (3, 0)
PLAYOUT_TURNS = 3  # For each player.
# Longest chain with more than two players: a long chain prepares tasks that the others finish for a card each. With
# five players and 40 rounds, chains of 6 win 11 ± 4 % against chains of 3; 20 % would be fair.
MOST_SHIFTS_OF_MANY = 4
# In hundredths of a point, as in the planner.
TASK_WORTH = 500
CARD_IN_HAND_WORTH = 100
WIN_WORTH = 100_000
LOSS_WORTH = 2_000  # Of a task with which an opponent may win.
CHANCE_SCALE = 0.5  # A lead of this many tasks is a factor e in the chance to win, when the match is nearly over;
CHANCE_SCALE_PER_TASK = 0.1  # the scale grows by this for each task that the leader still has to fulfil.
LEAD_SCALE = 3.0

ALL_TASKS = (1 << NUM_TASKS) - 1  # As a set of kinds.
OPEN_TASKS = FACTS  # Set of the kinds that the seat in turn has not fulfilled and that are not blocked (P7).
TASKS_LEFT = FACTS + 1  # How many tasks it still has to fulfil.
NUM_OTHERS = FACTS + 2
OTHERS_OPEN = FACTS + 3  # The same two facts for each of the others, in the order of their turns.
OTHERS_LEFT = FACTS + 7

STRENGTHS = {
    "novice": Strength(rounds=6, softness=0.3, seconds=0.03, exploration=0.2, insight=2, width=6),
    "casual": Strength(rounds=30, softness=0.01, seconds=0.04, exploration=0.2, insight=2, width=8),
    "skilled": Strength(rounds=40, softness=0.015, seconds=0.25, exploration=0.2, insight=3),
    "expert": Strength(rounds=160, softness=0.0, seconds=1.2, exploration=0.2, insight=7, trees=2, is_trained=True),
    "master": Strength(rounds=1280, softness=0.0, seconds=1.4, exploration=0.2, insight=7, trees=2, is_trained=True),
}


# --- The planner ------------------------------------------------------------------------------------------------


@rule
def lay_out_turn(state, desk):
    """Write the position onto the desk, with the tasks of the seat in turn. Changes `desk`."""
    lay_out(state, desk)
    desk[CARD_WORTH] = CARD_IN_HAND_WORTH
    seat = int(state.turn)
    desk[OPEN_TASKS] = open_tasks(state, seat)
    desk[TASKS_LEFT] = NUM_TASKS - int(state.num_fulfilled[seat])
    desk[MEMORY] = 0
    players = int(state.players)
    desk[NUM_OTHERS] = players - 1
    for i in range(players - 1):
        other = (seat + 1 + i) % players
        desk[OTHERS_OPEN + i] = open_tasks(state, other)
        desk[OTHERS_LEFT + i] = NUM_TASKS - int(state.num_fulfilled[other])


@rule
def _kinds_on(low, high, cells):
    """Return the set of kinds on a set of cells."""
    kinds = 0
    while cells != 0:
        kinds |= bit(kind_at(low, high, lowest_bit(cells)))
        cells &= cells - 1
    return kinds


@rule
def _runs_on(low, high):
    """P5: return the kinds with a run without the pearl, and with it."""
    # Cells where three equal cards to the right or down begin.
    pairs_right = like_cells(low, high, 1) & ROW_PAIRS
    pairs_down = like_cells(low, high, SIDE) & COLUMN_PAIRS
    without_pearl = (pairs_right & pairs_right >> 1) | (pairs_down & pairs_down >> SIDE)

    # Cells where two equal cards begin, with the pearl behind, before or between them.
    pearl = high >> UPPER
    with_pearl = pairs_right & (pearl >> 2 & ROW_TRIPLES | (pearl & ROW_PAIRS) << 1)
    with_pearl |= pairs_down & (pearl >> (2 * SIDE) | pearl << SIDE)
    with_pearl |= like_cells(low, high, 2) & ROW_TRIPLES & pearl >> 1
    with_pearl |= like_cells(low, high, 2 * SIDE) & COLUMN_TRIPLES & pearl >> SIDE

    if without_pearl | with_pearl == 0:
        return 0, 0
    return _kinds_on(low, high, without_pearl), _kinds_on(low, high, with_pearl)


@rule
def fast_tasks_of_turn(desk, low, high, memory):
    """Fast copy of `rules.fulfillable_kinds` (P5–P7): return the worth of the tasks, and their set as a key.

    The key has the kinds with a run without the pearl, and above them the kinds of which the pearl can complete one.
    """
    kinds, more_kinds = _runs_on(low, high)
    if kinds | more_kinds == 0:
        return 0, 0, memory
    kinds &= desk[OPEN_TASKS]
    more_kinds &= desk[OPEN_TASKS] & ~kinds
    num_tasks = count_bits(kinds) + (1 if more_kinds != 0 else 0)
    worth = TASK_WORTH * num_tasks
    if num_tasks >= desk[TASKS_LEFT]:
        worth += WIN_WORTH
    return worth, kinds | more_kinds << NUM_TASKS, memory


@rule
def left_to_others(desk, low, high):
    """Return the worth of the tasks that the others can fulfil with one shift on this board, if they can pay for it.

    Those of the next player count most.
    """
    best = 0  # The most tasks of each of the others, packed.
    for shift in range(-1, NUM_SHIFTS):  # First the board as it is: most shifts leave a run alone.
        if shift < 0:
            kinds, more_kinds = _runs_on(low, high)
        else:
            kinds, more_kinds = _runs_on(fast_shift(low, shift), fast_shift(high, shift))
        if kinds | more_kinds == 0:
            continue
        for i in range(desk[NUM_OTHERS]):
            open_kinds = desk[OTHERS_OPEN + i]
            num_tasks = count_bits(kinds & open_kinds) + (1 if more_kinds & open_kinds & ~kinds != 0 else 0)
            if num_tasks > (best >> (4 * i)) & 15:
                best += (num_tasks - ((best >> (4 * i)) & 15)) << (4 * i)
    worth = 0
    for i in range(desk[NUM_OTHERS]):
        num_tasks = (best >> (4 * i)) & 15
        gain = TASK_WORTH * num_tasks
        if num_tasks >= desk[OTHERS_LEFT + i]:
            gain += LOSS_WORTH
        worth += gain // (i + 1)
    return worth


list_plans, list_long_plans, best_plan, write_plans = planner(lay_out_turn, fast_tasks_of_turn)
add_quiet_plans = quiet_planner(lay_out_turn, fast_tasks_of_turn, left_to_others)


# --- The quick policy -------------------------------------------------------------------------------------------


@rule
def task_to_lay(state):
    """P8: return the task to lay next: the one that blocks the opponents least, so that the last blocks most."""
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
    """Return the best immediate move: a task, or a chain that gains more than it costs, else draw."""
    if state.phase == Phase.TASKS:
        return -1 - task_to_lay(state)
    return best_plan(state, most_shifts, most_threes)


@rule
def steps_of(state, move, steps):
    """Write the steps of a move and return how many. Changes `steps`."""
    if move >= REST_PLAN:
        return write_steps(state, move, steps)
    steps[0] = TASK_0 - 1 - move
    return 1


@rule
def play_move(state, move):
    """Play a turn, or lay a task; the quick policy lays the tasks that a turn fulfils. Changes `state`."""
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


greedy_move, play_out, list_moves = quick_policy(quick_move, play_move, GREEDY, PLAYOUTS, PLAYOUT_TURNS)


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
    most_shifts = insight if state.players == 2 else min(insight, MOST_SHIFTS_OF_MANY)
    count, best = write_plans(state, most_shifts, NUM_LISTED, moves)
    if best > WIN_WORTH // 2:
        return 1  # A seat that can win now has nothing to decide.
    return add_quiet_plans(state, moves, count, NUM_QUIET)


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
    for seat in range(players):
        rewards[seat] = standing_of(state, seat)
    share_rewards(rewards, players, scale_of(state), LEAD_SCALE)


@rule
def most_tasks(state):
    """Return how many tasks the leader has fulfilled."""
    most = 0
    for seat in range(int(state.players)):
        most = max(most, int(state.num_fulfilled[seat]))
    return most


@rule
def standing_of(state, seat):
    """Return a seat's tasks, with those that its cards are worth."""
    standing = float(state.num_fulfilled[seat])
    if state.phase != Phase.OVER:
        standing += CARD_IN_HAND_WORTH / TASK_WORTH * int(state.hand_size[seat])
    return standing


@rule
def scale_of(state):
    """Return which lead is a factor e in the chance to win."""
    if state.phase == Phase.OVER:
        return 0.05
    return CHANCE_SCALE + CHANCE_SCALE_PER_TASK * (NUM_TASKS - most_tasks(state))


# --- What training finds ------------------------------------------------------------------------------------------

TRAINED_TURNS = 3  # Of a playout, for each player.
# What a seat has; all but the last three in units of the lead that is a factor e in the chance to win.
INPUTS = (
    "standing",
    "cards in hand",
    "cards above six",
    "kinds in hand",
    "ends of lines in hand",
    "tasks that are blocked",
    "tasks of others that it blocks",
    "has a task that is blocked for good",
    "part of its tasks that may yet be blocked",
    "plays next",
)
NUM_INPUTS = len(INPUTS)
first_model = first_model_of(NUM_INPUTS)


@rule
def progress_of(state, seat):
    """Return how much of a match is over, from 0 to 1: by the tasks of the leader."""
    return most_tasks(state) / NUM_TASKS


@rule
def write_inputs(state, seat, inputs):
    """Write what a seat has. Changes `inputs`."""
    scale = scale_of(state)
    hand = int(state.hand_size[seat])
    left = ALL_TASKS & ~int(state.fulfilled[seat])
    num_others_blocked = 0  # P7: by the seat's last task.
    on_top = 0  # The last tasks of the others,
    for_good = 0  # and those that stay on top: the next task of that player wins the match.
    lacked = 0  # By any of the others, who may lay it on top.
    own_top = last_task(state, seat)
    for other in range(int(state.players)):
        if other == seat:
            continue
        num_others_blocked += count_bits(own_top & ~int(state.fulfilled[other]))
        lacked |= ALL_TASKS & ~int(state.fulfilled[other])
        top = last_task(state, other)
        on_top |= top
        if state.num_fulfilled[other] == NUM_TASKS - 1:
            for_good |= top
    inputs[0] = standing_of(state, seat) / scale
    inputs[1] = hand / 5.0 / scale
    inputs[2] = max(0, hand - 6) / 5.0 / scale
    inputs[3] = num_kinds_held(state, seat) / 5.0 / scale
    inputs[4] = num_ends_held(state, seat) / 5.0 / scale
    inputs[5] = count_bits(left & on_top) / scale
    inputs[6] = num_others_blocked / scale
    inputs[7] = 1.0 if left & for_good != 0 else 0.0
    inputs[8] = count_bits(left & lacked & ~on_top) / max(1, count_bits(left))
    inputs[9] = 1.0 if seat == state.turn else 0.0


@rule
def last_task(state, seat):
    """P7: return the task on top of a seat's pile as a set of one kind, or the empty set."""
    done = int(state.num_fulfilled[seat])
    return bit(state.pile[seat, done - 1]) if done > 0 else 0


# With four and more players expert and master know how blocks decide a match (P7, P13), until a table has a file of
# weights. The policy is the quick one, and these are the numbers of the model, fitted to matches of expert and rounded
# (docs/decisions/0010-how-the-bots-were-tuned.md).
KNOWN_FROM = 4
KNOWN_EARLY = (0.25, 0.45, 0.0, 0.0, 0.0, 0.0, 0.0, -1.0, -0.8, 0.13)
KNOWN_LATE = (0.0, -0.4, 0.0, 0.0, 0.0, -0.6, -0.1, -0.9, -0.4, 0.25)


def known_weights(players: int) -> NDArray[np.float64] | None:
    """Return the weights of a table for which no file has any, or None."""
    if players < KNOWN_FROM:
        return None
    worths = [worth.start for worth in first_worths(players).values()]
    return np.array([*worths, *KNOWN_EARLY, *KNOWN_LATE])


plan_by = trained_planner(lay_out_turn, list_plans, progress_of, PLAYOUTS)


@rule
def policy_move(state, gen, weights):
    """Return the best immediate move by these worths: a task, a chain or a draw."""
    if state.phase == Phase.TASKS:
        return -1 - task_to_lay(state)
    return plan_by(state, weights)


play_out_by = trained_playouts(policy_move, play_move, TRAINED_TURNS)
write_chances = value_model(progress_of, write_inputs, NUM_INPUTS)


@rule
def rate_by(state, weights, rewards):
    """Set each seat's reward as `rate` does, with the trained chance to win. Changes `rewards`."""
    players = int(state.players)
    if state.phase == Phase.OVER:
        rate(state, rewards)
        return
    chances = np.empty(MAX_SEATS, np.float64)
    write_chances(state, weights, chances)
    for seat in range(players):
        rewards[seat] = standing_of(state, seat)
    reward_chances(rewards, players, chances, LEAD_SCALE)


# --- Characters -----------------------------------------------------------------------------------------------------

# What a move of the liked kind gains in reward (bots/characters.py): bold bots like to fulfil tasks now, careful ones
# keep their cards, and mean ones leave no task within one shift.
CHARACTERS = {"bold": 0.12, "careful": 0.12, "mean": 0.12}
BOLD_TASKS = 2  # A turn with this many tasks is as bold as can be;
CAREFUL_CARDS = 6  # and a turn that costs this many cards is not careful at all.
MEAN_WORTH = 3 * TASK_WORTH  # With tasks of this worth within one shift, the others are left as much as can be.


@rule
def traits_of(state, move, traits):
    """Write how bold, careful and mean a turn is, in hundredths; return 3. Changes `traits`."""
    traits[0] = traits[1] = traits[2] = 0
    if move < REST_PLAN:
        return 3  # Which task is laid first says nothing about a character.
    desk = new_desk()
    lay_out_turn(state, desk)
    low, high = board_after(state, move)
    _shifts, price = length_and_price(state, move)
    if move != REST_PLAN:
        _worth, tasks, _memory = fast_tasks_of_turn(desk, low, high, 0)
        num_tasks = count_bits(tasks & ALL_TASKS) + (1 if tasks >> NUM_TASKS != 0 else 0)
        traits[0] = 100 * min(num_tasks, BOLD_TASKS) // BOLD_TASKS
    traits[1] = 100 - 100 * min(price, CAREFUL_CARDS) // CAREFUL_CARDS
    traits[2] = 100 - 100 * min(left_to_others(desk, low, high), MEAN_WORTH) // MEAN_WORTH
    return 3
