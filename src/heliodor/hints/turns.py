"""Turns on the shifting board: every turn that the hand can pay for, enumerated."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from heliodor.bots.brain_bots import move_steps
from heliodor.bots.brains.shifting import (
    BOARDS_GROWTH,
    CARD_WORTH,
    MAX_CHAIN,
    MOST_PLANS,
    MOST_SHIFTS,
    MOST_THREES,
    NUM_BOARDS,
    NUM_PLANS,
    PLANS,
    VALUES,
    new_desk,
)
from heliodor.bots.search import INTS
from heliodor.core.contract import Game
from heliodor.core.jit import entrance
from heliodor.core.shifting.rules import NUM_PAID, Phase
from heliodor.hints.position import Position

TURNS = 14  # Listed, the best first.
MOST_BOARDS_OF_PROOF = 4_000_000  # About 0.1 s.
INCOMPLETE = -1  # There are too many turns to enumerate.
WORTH = 100  # A worth is counted in hundredths of a point, so a card less decides between equal results.


class Turn(NamedTuple):
    """A turn of shifts, and what it gains."""

    steps: list[int]
    gain: int  # In hundredths of a point, as the planner counts.


def turn_lister(game: Game, brain: ModuleType) -> Any:
    """list_turns(states, i, out): write the best turns and their values, and return how many, or INCOMPLETE.

    Turns with the same result are one entry, the cheapest. All payments are tried, and all chains: none is longer than
    the hand has cards.
    """
    rules = game.rules

    @entrance(rules.STATE, int, INTS, owner=f"hints/{game.id}")
    def list_turns(states, i, out):
        state = states[i]
        hand = int(state.hand_size[state.turn])
        if hand > MAX_CHAIN:
            return INCOMPLETE
        desk = new_desk()
        brain.lay_out_turn(state, desk)
        desk[CARD_WORTH] = 1
        desk[MOST_THREES] = hand // NUM_PAID
        desk[MOST_PLANS] = TURNS
        desk[MOST_SHIFTS] = 1
        while True:
            brain.list_plans(state, desk)
            if desk[MOST_SHIFTS] >= hand:
                break
            if desk[NUM_BOARDS] * BOARDS_GROWTH > MOST_BOARDS_OF_PROOF:
                return INCOMPLETE
            desk[MOST_SHIFTS] += 1
        count = int(desk[NUM_PLANS])
        for place in range(count):
            out[2 * place] = desk[PLANS + place]
            out[2 * place + 1] = desk[VALUES + place]
        return count

    return list_turns


def list_turns(position: Position, lister: Callable[[], Any]) -> list[Turn]:
    """Return the turns of the seat that gain something, best first, one for each result; empty if not all are known."""
    if "turns" not in position.memory:
        position.memory["turns"] = _list_turns(position, lister)
    found: list[Turn] = position.memory["turns"]
    return found


def _list_turns(position: Position, lister: Callable[[], Any]) -> list[Turn]:
    if position.hidden[0].phase != Phase.TURN:
        return []
    out = np.zeros(2 * (TURNS + 1), np.int64)
    count = int(lister()(position.hidden, 0, out))
    turns = []
    for place in range(max(0, count)):
        plan, value = int(out[2 * place]), int(out[2 * place + 1])
        if plan and value > 0:
            gain = WORTH * -(-value // WORTH)  # Without the cards, of which there are fewer than a point is worth.
            turns.append(Turn(move_steps(position.search, position.hidden, 0, plan), gain))
    return turns
