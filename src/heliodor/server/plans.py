"""Plans: actions tried in imagined worlds, up to the first card that would be revealed.

The worlds are made from what the seat knows and nothing else. Where they do not agree on what the seat would see after
an action, that action reveals something: it is a wall, and a plan ends before it.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from heliodor.core import replay
from heliodor.core.contract import Game, States
from heliodor.core.errors import BadAction, BadNotation, IllegalAction
from heliodor.server.refusal import Refusal

NUM_WORLDS = 4


class Tried(NamedTuple):
    """How far a plan could be tried."""

    played: int
    wall: bool  # Whether the next action would reveal a card, or the turn has passed.
    refusal: Refusal | None  # Why the next action is not allowed.
    hidden: States  # What the seat would know.


def try_plan(game: Game, hidden: States, seat: int, actions: Sequence[str]) -> Tried:
    """Try actions from a state that has been hidden from the seat."""
    worlds = [_imagined(game, hidden, seat) for _ in range(NUM_WORLDS)]
    scratch = hidden.copy()
    known = hidden
    for played, text in enumerate(actions):
        if game.kernels.to_act(worlds[0], 0) != seat:
            return Tried(played, True, None, known)
        try:
            for world in worlds:
                replay.play(game, world, scratch, text)
        except BadAction as error:
            return Tried(played, False, refusal_of(error), known)
        seen = [_hidden(game, world, seat) for world in worlds]
        if any(other.tobytes() != seen[0].tobytes() for other in seen[1:]):
            return Tried(played, True, None, known)
        known = seen[0]
    return Tried(len(actions), False, None, known)


def refusal_of(error: BadAction) -> Refusal:
    """Return an error of the rules as a refusal."""
    if isinstance(error, IllegalAction):
        return Refusal.by_rule(error)
    return Refusal("no_action" if isinstance(error, BadNotation) else "bad_action", str(error))


def _imagined(game: Game, hidden: States, seat: int) -> States:
    world = hidden.copy()
    chance: Any = np.frombuffer(os.urandom(8), np.uint64).copy()
    game.kernels.determinize(world, 0, seat, chance)
    return world


def _hidden(game: Game, world: States, seat: int) -> States:
    seen = world.copy()
    game.kernels.hide(seen, 0, seat)
    return seen
