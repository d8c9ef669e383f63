from __future__ import annotations

import random

import numpy as np
import pytest

from heliodor import get_game
from heliodor.bots import get_bot, search_kernels
from heliodor.bots.brain_bots import move_steps
from heliodor.bots.brains.pearl import brain
from heliodor.bots.brains.shifting import (
    CARD_WORTH,
    DESK_SIZE,
    MOST_PLANS,
    MOST_SHIFTS,
    MOST_THREES,
    PLANS,
    REST_PLAN,
    VALUES,
)
from heliodor.core.bits import members
from heliodor.core.jit import entrance
from heliodor.core.shifting.rules import DONE, SHIFT_0, Phase
from heliodor.games.pearl import rules
from tests.bots.shifting_turns import (
    best_turn,
    deal_hand,
    hand_size,
    new_states,
    play_steps,
    play_steps_without_done,
)

GAME = get_game("pearl")
INTS = np.dtype(np.int64)


@entrance(rules.STATE, int, int, int, INTS, owner="bots/pearl")
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


def position(seed: int, size: int, players: int = 2):
    """Return a random board, a random hand and random tasks fulfilled."""
    rng = random.Random(seed)
    states = new_states(GAME, players, seed)
    deal_hand(states, rng, size)
    for seat in range(players):
        fulfil(states, seat, rng.sample(range(8), rng.randrange(7)))
    return states


def fulfil(states, seat: int, kinds: list[int]) -> None:
    """Lay tasks, the last one on top."""
    states[0].pile[seat, : len(kinds)] = kinds
    states[0].num_fulfilled[seat] = len(kinds)
    states[0].fulfilled[seat] = sum(1 << kind for kind in kinds)


def plans_of(states, most_shifts: int, card_worth: int = 0) -> list[tuple[int, int]]:
    """Return plans with their values, best first."""
    desk = np.zeros(DESK_SIZE, np.int64)
    count = plan_turns(states, most_shifts, 1, card_worth, desk)
    return [(int(desk[PLANS + i]), int(desk[VALUES + i])) for i in range(count)]


def most_tasks(states) -> int:
    """Return the most tasks that can be laid if the shifts end here, in the best order (P6, P8)."""
    seat = int(states[0].turn)
    before = int(states[0].num_fulfilled[seat])
    most = 0
    ways = [(states.copy(), DONE)]
    while ways:
        here, action = ways.pop()
        GAME.kernels.apply_action(here, 0, action)
        most = max(most, int(here[0].num_fulfilled[seat]) - before)
        if here[0].phase == Phase.TASKS:
            ways += [(here.copy(), task) for task in members(int(GAME.kernels.legal_actions(here, 0)))]
    return most


def worth(states) -> int:
    """Return the worth that the planner should give to a turn that ends here."""
    seat = int(states[0].turn)
    tasks = most_tasks(states)
    wins = tasks and tasks + int(states[0].num_fulfilled[seat]) == 8
    return brain.TASK_WORTH * tasks + (brain.WIN_WORTH if wins else 0)


def steps_of(states, plan: int) -> list[int]:
    return move_steps(search_kernels(GAME), states, 0, plan)


@pytest.mark.parametrize(("most_shifts", "size", "players"), [(1, 6, 2), (1, 3, 5), (2, 4, 3), (2, 3, 2), (3, 3, 4)])
def test_the_planner_finds_the_best_turn(most_shifts, size, players, scale):
    for seed in range(scale(15)):
        states = position(seed, size, players)
        best = best_turn(GAME, states, most_shifts, worth)
        assert max(0, plans_of(states, most_shifts)[0][1]) == best


@pytest.mark.parametrize("most_shifts", [2, 3])
def test_a_plan_costs_and_gains_what_it_says(most_shifts, scale):
    for seed in range(scale(15)):
        states = position(seed, size=3 + seed % 6)
        for plan, value in plans_of(states, most_shifts, card_worth=10):
            if plan == REST_PLAN:
                continue
            played = states.copy()
            play_steps_without_done(GAME, played, steps_of(states, plan))
            paid = hand_size(states) - hand_size(played)
            assert value == worth(played) - 10 * paid


def test_within_a_turn_the_planner_counts_the_runs_on_the_board():
    states = position(3, 6)
    play_steps(GAME, states, [SHIFT_0])
    if states[0].phase == Phase.PAYING:
        play_steps(GAME, states, steps_of(states, REST_PLAN))
    assert plans_of(states, 1)[0][1] == max(worth(states), best_turn(GAME, states, 1, worth))


def test_the_task_on_top_is_one_that_the_opponent_lacks():
    states = new_states(GAME, 2, 1)
    # Rows of kinds 2 and 5; the opponent has fulfilled 5 and has 7 on top of it.
    states[0].board[:] = [2, 2, 2, 0, 1, 5, 5, 5, 1, 0, 0, 1, 3, 4, 6, 3, 4, 6, 7, 8, 4, 3, 7, 6, 7]
    fulfil(states, 1, [5, 7])
    states[0].turn = 0
    states[0].phase = Phase.TASKS
    greedy = get_bot("greedy", GAME)
    gen = np.zeros(1, np.uint64)
    assert greedy.choose(states, 0, 0, gen) == [rules.TASK_0 + 5]
    expert = get_bot("expert", GAME)
    assert expert.choose(states, 0, 0, gen) == [rules.TASK_0 + 5]


def test_a_winning_turn_is_played():
    states = new_states(GAME, 2, 1)
    # All but kind 2; "<" in row 1 makes three of it.
    states[0].board[:] = [0, 2, 2, 2, 1, 5, 1, 5, 0, 5, 0, 1, 3, 4, 6, 3, 4, 6, 7, 8, 4, 3, 7, 6, 7]
    fulfil(states, 0, [0, 1, 3, 4, 5, 6, 7])
    states[0].turn = 0
    deal_hand(states, random.Random(1), 6)
    for name in ("greedy", "novice", "casual", "skilled", "expert"):
        played = states.copy()
        while not GAME.kernels.is_over(played, 0):
            play_steps(GAME, played, get_bot(name, GAME).choose(played, 0, 0, np.array([5], np.uint64)))
            assert played[0].turn == 0, name
        assert GAME.winners(played, 0) == [0]
