"""Turns of the shifting games: random positions to plan from, and every turn by brute force."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from heliodor.core.bits import members
from heliodor.core.contract import Game, States
from heliodor.core.shifting.rules import DONE, NUM_KINDS, PAY_0, SHIFT_0, Phase


def new_states(game: Game, players: int, seed: int, **options: Any) -> States:
    """Return one state, dealt from a seed."""
    states = game.new_states(1, game.check_options({"players": players, **options}))
    game.kernels.seed(states, 0, seed, 0)
    game.kernels.set_up(states, 0, 0)
    return states


def draw_hand(states: States, size: int) -> None:
    """Let the seat in turn draw from the deck until its hand has this size."""
    state = states[0]
    while state.hand_size[state.turn] < size:
        state.hand[state.turn, int(state.deck[state.deck_pos])] += 1
        state.hand_size[state.turn] += 1
        state.deck_pos += 1


def deal_hand(states: States, rng: random.Random, size: int) -> None:
    """Give the seat in turn a random hand that does not come from the deck: good for planning, not for searching."""
    state = states[0]
    state.hand[state.turn, :] = 0
    for _ in range(size):
        state.hand[state.turn, rng.randrange(NUM_KINDS)] += 1
    state.hand_size[state.turn] = size


def hand_size(states: States) -> int:
    return int(states[0].hand_size[states[0].turn])


def every_end(game: Game, states: States, most_shifts: int) -> Iterator[States]:
    """Yield every state after up to `most_shifts` shifts, with every way to pay for them, before the turn ends."""
    seen = set()
    ways = [(states.copy(), 0)]
    while ways:
        here, num_shifts = ways.pop()
        if (here.tobytes(), num_shifts) in seen:
            continue
        seen.add((here.tobytes(), num_shifts))
        if here[0].phase == Phase.SHIFTING:
            yield here
        for action in members(int(game.kernels.legal_actions(here, 0))):
            is_shift = SHIFT_0 <= action < PAY_0
            if (is_shift and num_shifts < most_shifts) or PAY_0 <= action < PAY_0 + NUM_KINDS:
                after = here.copy()
                game.kernels.apply_action(after, 0, action)
                ways.append((after, num_shifts + is_shift))


def best_turn(game: Game, states: States, most_shifts: int, worth: Callable[[States], int]) -> int:
    """Return the highest worth of a turn with one shift or more."""
    return max((worth(end) for end in every_end(game, states, most_shifts)), default=0)


def play_steps(game: Game, states: States, steps: list[int]) -> None:
    """Play steps, each of which must be legal."""
    for step in steps:
        assert game.kernels.step(states, 0, step) == 0, (step, steps)


def play_steps_without_done(game: Game, states: States, steps: list[int]) -> None:
    """Play the steps of a turn and stop before it ends."""
    assert steps[-1] == DONE
    play_steps(game, states, steps[:-1])


def hidden(game: Game, states: States) -> States:
    """Return the state as the seat to act sees it."""
    copy = states.copy()
    game.kernels.hide(copy, 0, game.kernels.to_act(copy, 0))
    return copy


def another_world(game: Game, states: States, seed: int) -> States:
    """Return a state with other hidden cards that the seat to act cannot tell from this one."""
    copy = hidden(game, states)
    game.kernels.determinize(copy, 0, game.kernels.to_act(copy, 0), np.array([seed], np.uint64))
    return copy
