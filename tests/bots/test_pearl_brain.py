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
from heliodor.training.kernels import TrainingKernels
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


# Kind 2 is one shift away: "c^" makes three of it in row 1. Column e has three of kind 7.
BLOCKED_BOARD = [2, 2, 0, 1, 3, 0, 1, 2, 4, 5, 3, 4, 6, 0, 7, 5, 6, 1, 3, 7, 4, 5, 8, 6, 7]


def position_with_a_block():
    """Return a position in which seat 0 must fulfil nothing: seat 1 lacks kind 7 only, which tops seat 0's pile.

    There is nothing to draw: all cards are in the hands.
    """
    states = new_states(GAME, 2, 1)
    state = states[0]
    state.board[:] = BLOCKED_BOARD
    state.deck_pos = len(state.deck)
    state.hand[:2, :] = 0
    for kind in range(8):
        state.hand[kind % 2, kind] = 7
    state.hand_size[:2] = (28, 28)
    state.turn = 0
    fulfil(states, 0, [6, 7])
    fulfil(states, 1, [0, 1, 2, 3, 4, 5, 6])
    return states


def root_moves(states, insight: int) -> list[int]:
    gen = np.array([3], np.uint64)
    return [int(move) for move in search_kernels(GAME).root_moves(states, 0, 0, insight, gen)]


def fulfils(states, plan: int) -> bool:
    """Return whether a turn of seat 0 fulfils a task."""
    played = states.copy()
    play_steps(GAME, played, steps_of(states, plan))
    return played[0].phase == Phase.TASKS


def test_quiet_turns_are_listed_beside_those_that_fulfil_tasks():
    states = position_with_a_block()
    assert int(GAME.kernels.legal_actions(states, 0)) & 1 == 0  # Nothing to draw.
    kinds_of_turns = {fulfils(states, plan) for plan in root_moves(states, 2)}
    assert kinds_of_turns == {True, False}


@pytest.mark.parametrize("name", ["skilled", "expert"])
def test_the_search_compares_quiet_turns_with_tasks(name):
    states = position_with_a_block()
    values = get_bot(name, GAME).evaluate(states, 0, np.array([5], np.uint64))
    assert {fulfils(states, value.move) for value in values if value.visits > 1} == {True, False}


def test_quiet_turns_are_only_for_turns_without_a_draw():
    states = position_with_a_block()
    states[0].hand[1, 1] -= 3
    states[0].hand_size[1] -= 3
    states[0].discard[1] = 3
    moves = root_moves(states, 2)
    assert REST_PLAN in moves
    assert all(fulfils(states, move) for move in moves if move != REST_PLAN)


def test_a_quiet_turn_takes_away_what_the_next_player_needs():
    states = position_with_a_block()
    fulfil(states, 0, [3, 4, 5, 7, 6])  # Nothing blocks kind 7, and it lies on the board.
    states[0].hand[:2, :] = [[0] * 8, [7] * 8]
    states[0].hand[0, 7] = 2
    states[0].hand[1, 7] = 5
    states[0].hand_size[:2] = (2, 54)
    quiet = [move for move in root_moves(states, 2) if move != REST_PLAN and not fulfils(states, move)]
    assert quiet
    for move in quiet:
        played = states.copy()
        play_steps(GAME, played, steps_of(states, move))
        assert [int(card) for card in played[0].board[14::5]] != [7, 7, 7]


# --- Blocks at a table of four and more (P7, P13) -------------------------------------------------------------------


def table_near_the_end():
    """Return a position of four players in which seat 1 blocks kind 0 for good, and seat 2 blocks kind 1 for now."""
    states = new_states(GAME, 4, 1)
    fulfil(states, 0, [2, 3, 4, 5, 6])  # It lacks 0, 1 and 7.
    fulfil(states, 1, [1, 2, 3, 4, 5, 6, 0])  # It lacks 7.
    fulfil(states, 2, [0, 2, 3, 4, 7, 1])  # It lacks 5 and 6.
    fulfil(states, 3, [0, 1, 3, 4, 5, 6, 2])  # It lacks 7.
    states[0].hand_size[:4] = (8, 3, 0, 5)
    states[0].turn = 2
    return states


def test_p7_bots_know_which_tasks_are_blocked_for_good_and_which_may_yet_be():
    states = table_near_the_end()
    inputs, progress = TrainingKernels(GAME, brain).inputs_of(states, 0)
    known = [dict(zip(brain.INPUTS, seat, strict=True)) for seat in inputs]
    assert set(progress) == {7 / 8}
    assert [seat["has a task that is blocked for good"] for seat in known] == [1, 0, 0, 0]
    # Seats 0, 1 and 3 lack 7. Seat 2 lacks 6, the top of seat 0, and 5, which all others have.
    assert [seat["part of its tasks that may yet be blocked"] for seat in known] == [1 / 3, 1, 0, 1]
    scale = brain.CHANCE_SCALE + brain.CHANCE_SCALE_PER_TASK
    assert [round(seat["tasks that are blocked"] * scale) for seat in known] == [2, 0, 1, 0]
    # Seat 1 blocks seat 0 only; seat 0 blocks seat 2; seat 2 blocks seat 0; all others have what tops seat 3.
    assert [round(seat["tasks of others that it blocks"] * scale) for seat in known] == [1, 1, 1, 0]
    assert [seat["plays next"] for seat in known] == [0, 0, 1, 0]


@pytest.mark.parametrize("players", [4, 5])
def test_p13_a_task_that_is_blocked_for_good_costs_most_of_the_chance_to_win(players):
    states = new_states(GAME, players, 1)
    for seat in range(players):
        fulfil(states, seat, [0, 1, 2, 3, 4, 5, 6])  # All lack 7, and nobody blocks it.
    states[0].turn = 0
    level = chances(states)
    assert level[1:] == pytest.approx([level[1]] * (players - 1))
    fulfil(states, players - 1, [0, 1, 2, 3, 4, 6, 7])  # Now the last seat does, and nobody can block its task, 5.
    blocked = chances(states)
    assert blocked[-1] > 2 * level[-1]
    assert max(blocked[:-1]) < blocked[-1] / 3


def chances(states) -> list[float]:
    """Return each seat's chance to win, as expert and master know it."""
    weights = brain.known_weights(int(states[0].players))
    inputs, progress = TrainingKernels(GAME, brain).inputs_of(states, 0)
    early, late = weights[len(brain.first_worths(4)) :].reshape(2, -1)
    parts = np.exp((inputs * (early + progress[:, None] * late)).sum(axis=1))
    return list(parts / parts.sum())


def test_with_two_and_three_players_nothing_but_tasks_and_cards_counts():
    assert [brain.known_weights(players) is None for players in (2, 3, 4, 5)] == [True, True, False, False]
