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
    POINT,
    ROW_PAIRS,
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
from heliodor.core.deck import deck_size
from heliodor.core.jit import rule
from heliodor.core.shifting.rules import MAX_SEATS, NUM_KINDS, NUM_LINES, NUM_SHIFTS, SIDE, Phase
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
TREE_DEPTH = 1  # Depth 2 wins 43 ± 6 % against 1, with 1500 rounds: refills and hidden hands make a tree useless.

# Limits for the greedy bot and for playouts. Better playouts help more than more rounds: chains of 3 win 75 ± 8 %
# against 2 with a quarter of the rounds, while 400 rounds win 55 ± 10 % against 100.
GREEDY = (1, 1)
PLAYOUTS = (3, 0)
PLAYOUT_TURNS = 2  # For each player; 2 wins 51 ± 9 % against 3, with 100 rounds.
CARD_POINTS = 1  # Worth of a card in hand.
SHUFFLED_CARDS = 60.0  # Approximate number of cards in the deck after a reshuffle.
CHANCE_SCALE = 0.8  # A lead of this, times the root of the cards to come, is a factor e in the chance to win.
LEAD_SCALE = 20.0
SOLO_SCALE = 100.0
POINTS_PER_CARD_TO_COME = 0.8

# FACTS + line: the combination in that line when the turn began, as `_combination_code` writes it.
RESTING = FACTS + NUM_LINES  # Set of the lines that had a combination then.

STRENGTHS = {
    "novice": Strength(rounds=8, softness=0.1, seconds=0.03, exploration=0.2, insight=2, width=6),
    "casual": Strength(rounds=24, softness=0.01, seconds=0.04, exploration=0.2, insight=2, width=6),
    "skilled": Strength(rounds=60, softness=0.005, seconds=0.25, exploration=0.2, insight=3),
    "expert": Strength(rounds=160, softness=0.0, seconds=1.2, exploration=0.2, insight=6, trees=2),
    "master": Strength(rounds=2560, softness=0.0, seconds=1.4, exploration=0.2, insight=6, trees=2, is_trained=True),
}


# --- The planner --------------------------------------------------------------------------------------------------


@rule
def _combination_code(kind, length):
    return kind << RUN_BITS | length


@rule
def lay_out_turn(state, desk):
    """Write the position onto the desk, with the combinations at the start of the turn. Changes `desk`."""
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

    A line can hold one combination. It scores if it was not there when the turn began, or if the line did not hold it
    at some moment of the turn: `memory` is the set of such lines.
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
        # The cells where three equal cards to the right or down begin.
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


list_plans, list_long_plans, best_plan, write_plans = planner(lay_out_turn, fast_points_of_turn)


# --- The quick policy ---------------------------------------------------------------------------------------------


@rule
def play_move(state, move):
    """Play a turn. Changes `state`."""
    steps = np.empty(MAX_STEPS, np.int64)
    for i in range(write_steps(state, move, steps)):
        rules.apply_action(state, steps[i])


greedy_move, play_out, list_moves = quick_policy(best_plan, play_move, GREEDY, PLAYOUTS, PLAYOUT_TURNS)


# --- What the search asks -----------------------------------------------------------------------------------------


@rule
def imagine(state, seat, gen):
    """Fill a hidden state with a possible world. Changes `state` and `gen`."""
    rules.determinize(state, seat, gen)


@rule
def list_root_moves(state, moves, insight):
    """Write the candidate turns, with chains up to `insight` shifts; return how many. Changes `moves`."""
    return write_plans(state, insight, MAX_MOVES - 1, moves)[0]


@rule
def steps_of(state, move, steps):
    """Write the steps of a turn and return how many. Changes `steps`."""
    return write_steps(state, move, steps)


@rule
def rate(state, rewards):
    """Set each seat's reward: its chance to win, and how far it is ahead. Changes `rewards`."""
    players = int(state.players)
    for seat in range(players):
        rewards[seat] = standing_of(state, seat)
    if players == 1:
        rewards[0] = (rewards[0] + POINTS_PER_CARD_TO_COME * cards_to_come(state)) / SOLO_SCALE
    else:
        share_rewards(rewards, players, scale_of(state), LEAD_SCALE)


@rule
def cards_to_come(state):
    """Return approximately how many cards will still be drawn."""
    if state.phase == Phase.OVER:
        return 0.0
    return deck_size(state) + SHUFFLED_CARDS * (int(state.players) - 1 - int(state.run_outs))


@rule
def standing_of(state, seat):
    """Return a seat's points, with those that its cards are worth."""
    standing = int(state.score[seat])
    if state.phase != Phase.OVER:
        standing += CARD_POINTS * int(state.hand_size[seat])
    return standing


@rule
def scale_of(state):
    """Return which lead is a factor e in the chance to win."""
    return 0.2 + CHANCE_SCALE * math.sqrt(max(0.0, cards_to_come(state)))


# --- What training finds ----------------------------------------------------------------------------------------

TRAINED_TURNS = 2  # Of a playout, for each player.
# What a seat has; all but the last in units of the lead that is a factor e in the chance to win.
INPUTS = ("standing", "cards in hand", "cards above six", "kinds in hand", "ends of lines in hand", "plays next")
NUM_INPUTS = len(INPUTS)
first_model = first_model_of(NUM_INPUTS)


@rule
def progress_of(state, seat):
    """Return how much of a match is over, from 0 to 1."""
    return 1.0 - min(1.0, max(0.0, cards_to_come(state)) / (SHUFFLED_CARDS * int(state.players)))


@rule
def write_inputs(state, seat, inputs):
    """Write what a seat has. Changes `inputs`."""
    scale = scale_of(state)
    hand = int(state.hand_size[seat])
    inputs[0] = standing_of(state, seat) / scale
    inputs[1] = hand / scale
    inputs[2] = max(0, hand - 6) / scale
    inputs[3] = num_kinds_held(state, seat) / scale
    inputs[4] = num_ends_held(state, seat) / scale
    inputs[5] = 1.0 if seat == state.turn else 0.0


plan_by = trained_planner(lay_out_turn, list_plans, progress_of, PLAYOUTS)


@rule
def policy_move(state, gen, weights):
    """Return the best immediate turn by these worths."""
    return plan_by(state, weights)


play_out_by = trained_playouts(policy_move, play_move, TRAINED_TURNS)
write_chances = value_model(progress_of, write_inputs, NUM_INPUTS)


@rule
def rate_by(state, weights, rewards):
    """Set each seat's reward as `rate` does, with the trained chance to win. Changes `rewards`."""
    players = int(state.players)
    if players == 1 or state.phase == Phase.OVER:
        rate(state, rewards)
        return
    chances = np.empty(MAX_SEATS, np.float64)
    write_chances(state, weights, chances)
    for seat in range(players):
        rewards[seat] = standing_of(state, seat)
    reward_chances(rewards, players, chances, LEAD_SCALE)


# --- Characters ---------------------------------------------------------------------------------------------------

# What a move of the liked kind gains in reward (bots/characters.py): bold bots like long chains, careful ones keep
# their cards, and mean ones leave few combinations within one shift.
CHARACTERS = {"bold": 0.12, "careful": 0.12, "mean": 0.12}
BOLD_SHIFTS = 4  # A chain of this many shifts is as bold as can be;
CAREFUL_CARDS = 6  # and a turn that costs this many cards is not careful at all.
MEAN_CELLS = 6  # With this many cards within one shift of scoring, the next player is left as much as can be.


@rule
def traits_of(state, move, traits):
    """Write how bold, careful and mean a turn is, in hundredths; return 3. Changes `traits`."""
    shifts, price = length_and_price(state, move)
    traits[0] = 100 * min(shifts, BOLD_SHIFTS) // BOLD_SHIFTS
    traits[1] = 100 - 100 * min(price, CAREFUL_CARDS) // CAREFUL_CARDS
    traits[2] = 100 - 100 * min(_cells_left(state, move), MEAN_CELLS) // MEAN_CELLS
    return 3


@rule
def _cells_left(state, plan):
    """Return the most cards that the next player can bring into new combinations by one shift.

    The cards that this turn scores are gone by then, and nobody knows those that replace them.
    """
    low, high = board_after(state, plan)
    desk = new_desk()
    lay_out_turn(state, desk)
    _points, gone, _memory = fast_points_of_turn(desk, low, high, desk[MEMORY])
    most = 0
    at_rest = _cells_in_runs(low, high) & ~gone
    for shift in range(NUM_SHIFTS):
        cells = _cells_in_runs(fast_shift(low, shift), fast_shift(high, shift))
        most = max(most, count_bits(cells & ~fast_shift(gone | at_rest, shift)))
    return most


@rule
def _cells_in_runs(low, high):
    """Return the cells of all runs of three and more."""
    rows = like_cells(low, high, 1) & ROW_PAIRS
    rows &= rows >> 1
    columns = like_cells(low, high, SIDE) & COLUMN_PAIRS
    columns &= columns >> SIDE
    return rows | rows << 1 | rows << 2 | columns | columns << SIDE | columns << (2 * SIDE)
