from __future__ import annotations

import random

import numpy as np
import pytest

from heliodor import get_game
from heliodor.bots import get_bot, search_kernels
from heliodor.bots.brain_bots import move_steps
from heliodor.bots.brains.nizam import brain
from heliodor.bots.brains.shifting import (
    BOARDS_GROWTH,
    CARD_WORTH,
    DESK_SIZE,
    MOST_BOARDS,
    MOST_PLANS,
    MOST_SHIFTS,
    MOST_THREES,
    NUM_BOARDS,
    PLANS,
    REST_PLAN,
    VALUES,
)
from heliodor.core.jit import entrance
from heliodor.core.shifting.rules import NUM_CELLS, NUM_SHIFTS, PAY_0, SHIFT_0, Phase
from heliodor.games.nizam import questions, rules
from tests.bots.shifting_turns import (
    best_turn,
    deal_hand,
    draw_hand,
    hand_size,
    hidden,
    new_states,
    play_steps,
    play_steps_without_done,
)

GAME = get_game("nizam")
INTS = np.dtype(np.int64)


@entrance(rules.STATE, int, int, int, INTS, owner="bots/nizam")
def plan_turns(states, most_shifts, is_patient, card_worth, desk):
    """List the best turns on the desk, with any payments and, if patient, without a limit of boards."""
    brain.lay_out_turn(states[0], desk)
    desk[CARD_WORTH] = card_worth
    desk[MOST_THREES] = most_shifts
    desk[MOST_PLANS] = 15
    if not is_patient:
        return brain.list_long_plans(states[0], desk, most_shifts)
    desk[MOST_SHIFTS] = most_shifts
    return brain.list_plans(states[0], desk)


def position(seed: int, num_kinds: int, size: int):
    """Return a random board of `num_kinds` kinds and a random hand; few kinds make many combinations."""
    rng = random.Random(seed)
    states = new_states(GAME, 2, seed)
    states[0].board[:] = [rng.randrange(num_kinds) for _ in range(NUM_CELLS)]
    deal_hand(states, rng, size)
    return states


def plans_of(states, most_shifts: int, card_worth: int = 0) -> list[tuple[int, int]]:
    """Return plans with their values, best first."""
    desk = np.zeros(DESK_SIZE, np.int64)
    count = plan_turns(states, most_shifts, 1, card_worth, desk)
    return [(int(desk[PLANS + i]), int(desk[VALUES + i])) for i in range(count)]


def points(states) -> int:
    return int(questions.points_of_turn(states, 0))


def steps_of(states, plan: int) -> list[int]:
    return move_steps(search_kernels(GAME), states, 0, plan)


@pytest.mark.parametrize(
    ("most_shifts", "num_kinds", "size"), [(1, 8, 6), (1, 4, 3), (2, 8, 4), (2, 5, 3), (2, 3, 2), (3, 6, 3), (3, 4, 3)]
)
def test_the_planner_finds_the_best_turn(most_shifts, num_kinds, size, scale):
    for seed in range(scale(12)):
        states = position(seed, num_kinds, size)
        best = best_turn(GAME, states, most_shifts, points)
        assert max(0, plans_of(states, most_shifts)[0][1]) == 100 * best


@pytest.mark.parametrize(("num_kinds", "most_shifts"), [(8, 3), (6, 3), (4, 2)])
def test_a_plan_costs_and_gains_what_it_says(num_kinds, most_shifts, scale):
    for seed in range(scale(12)):
        states = position(seed, num_kinds, size=3 + seed % 6)
        for plan, value in plans_of(states, most_shifts, card_worth=10):
            if plan == REST_PLAN:
                continue
            played = states.copy()
            play_steps_without_done(GAME, played, steps_of(states, plan))
            paid = hand_size(states) - hand_size(played)
            assert value == 100 * points(played) - 10 * paid


def test_chains_are_as_long_as_the_budget_allows(scale):
    patient, hasty = np.zeros(DESK_SIZE, np.int64), np.zeros(DESK_SIZE, np.int64)
    for seed in range(scale(10)):
        # With few cards in hand all chains are tried.
        states = position(seed, 8, 4)
        count = plan_turns(states, 4, 1, 10, patient)
        assert plan_turns(states, 4, 0, 10, hasty) == count
        assert list(hasty[VALUES : VALUES + count]) == list(patient[VALUES : VALUES + count])
        # With many cards, the next longer chains would be too many.
        states = position(seed, 8, 30)
        plan_turns(states, 8, 0, 10, hasty)
        assert 3 <= hasty[MOST_SHIFTS] < 8
        assert MOST_BOARDS < BOARDS_GROWTH * hasty[NUM_BOARDS] < NUM_SHIFTS * MOST_BOARDS


@pytest.mark.parametrize("first_shift", range(0, 20, 3))
def test_within_a_turn_the_planner_continues_from_the_shifts_made(first_shift, scale):
    for seed in range(scale(10)):
        states = position(seed, 4, 6)
        play_steps(GAME, states, [SHIFT_0 + first_shift])
        if states[0].phase == Phase.PAYING:
            play_steps(GAME, states, steps_of(states, REST_PLAN))
        assert states[0].phase == Phase.SHIFTING
        best = max(points(states), best_turn(GAME, states, 1, points))
        assert plans_of(states, 1)[0][1] == 100 * best


def test_a_payment_of_three_keeps_the_cards_that_the_chain_needs():
    # Two shifts that need kinds 0 and 1; the hand has a 1, and three cards of no use.
    states = position(1, 8, 0)
    state = states[0]
    state.board[:] = [5, 6] * 12 + [5]
    state.board[0] = 0  # Row 1 "<".
    state.board[10] = 1  # Row 3 "<".
    state.hand[state.turn, :] = [0, 1, 1, 0, 0, 2, 0, 0]
    state.hand_size[state.turn] = 4
    plan = 1 | 3 << 5
    assert steps_of(states, plan)[:-1] == [SHIFT_0, PAY_0 + 2, PAY_0 + 5, PAY_0 + 5, SHIFT_0 + 2]


def test_greedy_takes_a_combination_that_one_shift_makes_and_draws_without_one():
    states = position(1, 8, 0)
    state = states[0]
    state.board[:] = [1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 0, 0, 5, 4, 0, 6, 7, 6, 7, 6, 7, 6, 7, 6, 7]
    state.hand[state.turn, 0] = 1
    state.hand_size[state.turn] = 1
    greedy = get_bot("greedy", GAME)
    gen = np.zeros(1, np.uint64)
    # Row 3 is 0 0 5 4 0: its right end to the left makes 0 0 0.
    assert greedy.choose(states, 0, 0, gen) == [SHIFT_0 + 5 + 2, 1]
    state.hand[state.turn, :] = 0
    state.hand[state.turn, 5] = 1
    assert greedy.choose(states, 0, 0, gen) == [0]


@pytest.mark.parametrize("limit", [8, 9])
@pytest.mark.parametrize("name", ["greedy", "casual"])
def test_a_solo_bot_with_a_full_hand_makes_a_shift(limit, name, scale):
    bot = get_bot(name, GAME)
    for seed in range(scale(5)):
        states = new_states(GAME, 1, seed, solo_hand_limit=limit)
        draw_hand(states, limit)
        steps = bot.choose(hidden(GAME, states), 0, 0, np.array([seed], np.uint64))
        assert steps[0] >= SHIFT_0  # N19: no draw.
        play_steps(GAME, states, steps)


def test_rewards_are_shares_that_grow_with_the_score():
    rewards = rate(new_states(GAME, 3, 1), [30, 10, 0])
    assert rewards[0] > rewards[1] > rewards[2] > 0
    assert sum(rewards) < 1.5
    over = new_states(GAME, 3, 1)
    over[0].phase = Phase.OVER
    assert rate(over, [31, 30, 0])[0] > 0.8 > 0.3 > rate(over, [31, 30, 0])[1]
    tied = rate(over, [30, 30, 0])
    assert tied[0] == tied[1]


def rate(states, scores):
    states[0].score[: len(scores)] = scores
    states[0].hand_size[:] = 3
    rewards = np.zeros(8)
    rate_state(states, rewards)
    assert np.all((rewards >= 0) & (rewards <= 1))
    return list(rewards[: len(scores)])


@entrance(rules.STATE, np.dtype(np.float64), owner="bots/nizam")
def rate_state(states, rewards):
    """Write the rewards of a state."""
    brain.rate(states[0], rewards)
