"""A brain and advice for Pebbles, as its own package could bring them."""

from __future__ import annotations

from collections.abc import Sequence

from heliodor_pebbles import rules

from heliodor.bots.strength import Strength
from heliodor.core.bits import bit
from heliodor.core.contract import Event
from heliodor.core.jit import rule
from heliodor.core.rng import random_below
from heliodor.hints import Advice, Position

MAX_MOVES = 2
TREE_DEPTH = 8
STRENGTHS = dict.fromkeys(
    ("novice", "casual", "skilled", "expert"), Strength(rounds=200, softness=0.0, seconds=60.0, exploration=0.7)
)


@rule
def imagine(state, seat, gen):
    rules.determinize(state, seat, gen)


@rule
def list_moves(state, moves):
    if state.phase != rules.Phase.CHOOSING:
        return 0
    moves[0] = rules.TAKE
    moves[1] = rules.PASS
    return 2


@rule
def list_root_moves(state, moves, insight):
    return list_moves(state, moves)


@rule
def play_move(state, move):
    rules.apply_action(state, move)


@rule
def play_out(state, gen):
    while state.phase == rules.Phase.CHOOSING:
        rules.apply_action(state, rules.TAKE if random_below(gen, 4) == 0 else rules.PASS)


@rule
def rate(state, rewards):
    won = rules.winners(state)
    count = 0
    for seat in range(int(state.players)):
        count += (won >> seat) & 1
    for seat in range(int(state.players)):
        rewards[seat] = ((won >> seat) & 1) / max(1, count)


@rule
def greedy_move(state, gen):
    return rules.TAKE if int(state.hand[state.turn]) < bit(8) else rules.PASS


@rule
def steps_of(state, move, steps):
    steps[0] = move
    return 1


class PebblesAdvice(Advice):
    """Says which pebbles it is about."""

    def explain(self, position: Position, steps: Sequence[int], others: Sequence[Sequence[int]]) -> list[Event]:
        return [Event("pebbles.hint.size", position.seat, {}, f"{{{position.seat}}} could do this.")]


ADVICE = PebblesAdvice()
