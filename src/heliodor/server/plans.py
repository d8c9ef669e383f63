"""Plans: actions tried in sampled worlds, up to the first card that would be revealed.

The worlds are sampled from what the seat knows and nothing else. Where they do not agree on what the seat would see
after an action, that action reveals something: it is a wall, and a plan ends before it.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from heliodor.core.contract import Game, States
from heliodor.core.errors import BadAction, BadNotation, IllegalAction, TurnOver
from heliodor.core.replay import try_action
from heliodor.server.refusal import Refusal

# Enough that a card with several possible values shows two of them; each costs a microsecond per action.
NUM_WORLDS = 200


class Tried(NamedTuple):
    """How far a plan could be tried."""

    played: int
    wall: bool  # Whether the next action would reveal a card, or the turn has passed.
    refusal: Refusal | None  # Why the next action is not allowed.
    hidden: States  # What the seat would know.


def try_plan(game: Game, hidden: States, seat: int, actions: Sequence[str]) -> Tried:
    """Try actions from a state that has been hidden from the seat."""
    worlds, scratch = _imagined_worlds(game, hidden, seat), hidden.copy()
    known = hidden
    for played, text in enumerate(actions):
        if game.kernels.to_act(worlds, 0) != seat:
            return Tried(played, True, None, known)
        try:
            steps = try_action(game, worlds, scratch, text)  # What is legal in one world is legal in all.
        except BadAction as error:
            return Tried(played, False, refusal_of(error), known)
        seen = _play_everywhere(game, worlds, steps, seat)
        rows = seen.view(np.uint8).reshape(NUM_WORLDS, -1)
        if (rows != rows[0]).any():
            return Tried(played, True, None, known)
        known = seen[:1]
    return Tried(len(actions), False, None, known)


def refusal_of(error: BadAction) -> Refusal:
    """Return an error of the rules as a refusal."""
    if isinstance(error, IllegalAction):
        return Refusal.by_rule(error)
    if isinstance(error, TurnOver):
        return Refusal("turn_over", str(error))
    return Refusal("no_action" if isinstance(error, BadNotation) else "bad_action", str(error))


def _imagined_worlds(game: Game, hidden: States, seat: int) -> States:
    worlds = np.zeros(NUM_WORLDS, game.dtype)
    chance: Any = np.frombuffer(os.urandom(8), np.uint64).copy()
    for world in range(NUM_WORLDS):
        game.kernels.copy(worlds, world, hidden, 0)
        game.kernels.determinize(worlds, world, seat, chance)
    return worlds


def _play_everywhere(game: Game, worlds: States, steps: Sequence[int], seat: int) -> States:
    """Play the steps in every world and return the seat's view of each. Changes `worlds`."""
    seen = np.zeros(NUM_WORLDS, game.dtype)
    for world in range(NUM_WORLDS):
        for step in steps:
            game.kernels.step(worlds, world, step)
        game.kernels.copy(seen, world, worlds, world)
        game.kernels.hide(seen, world, seat)
    return seen
