"""The brain of `pebbles_mind` with the hook for training, as another package could offer it."""

from __future__ import annotations

from collections.abc import Sequence

from heliodor_pebbles import rules

from heliodor.bots.brains.values import Worth, value_model
from heliodor.bots.strength import Strength
from heliodor.core.bits import has_bit
from heliodor.core.jit import rule

from .pebbles_mind import MAX_MOVES as MAX_MOVES
from .pebbles_mind import TREE_DEPTH as TREE_DEPTH
from .pebbles_mind import greedy_move as greedy_move
from .pebbles_mind import imagine as imagine
from .pebbles_mind import list_moves as list_moves
from .pebbles_mind import list_root_moves as list_root_moves
from .pebbles_mind import play_move, rate
from .pebbles_mind import play_out as play_out
from .pebbles_mind import steps_of as steps_of

STRENGTHS = {"expert": Strength(rounds=40, softness=0.0, seconds=60.0, exploration=0.7)}
INPUTS = ("sum of the hand, of the limit", "sum over the limit")


@rule
def sum_of(state, seat):
    """Return what a hand adds up to."""
    total = 0
    for pebble in range(rules.NUM_PEBBLES):
        if has_bit(int(state.hand[seat]), pebble):
            total += pebble + 1
    return total


def first_worths(players: int) -> dict[str, Worth]:
    """Return what a hand may lack of the limit before another pebble is taken."""
    return {"pebbles to spare": Worth(0.0, 2.0)}


def first_model(worths: Sequence[float], players: int) -> tuple[list[float], list[float]]:
    """Return a model for which the fuller hand is the better one."""
    return [1.0, -1.0], [0.0, 0.0]


@rule
def progress_of(state, seat):
    """Return how full a hand is."""
    return min(1.0, sum_of(state, seat) / int(state.limit))


@rule
def write_inputs(state, seat, inputs):
    """Write what a seat has."""
    inputs[0] = sum_of(state, seat) / int(state.limit)
    inputs[1] = 1.0 if sum_of(state, seat) > state.limit else 0.0


@rule
def policy_move(state, gen, weights):
    """Take a pebble while the hand lacks more than the worth."""
    if sum_of(state, int(state.turn)) + weights[0] < state.limit and has_bit(rules.legal_actions(state), rules.TAKE):
        return rules.TAKE
    return rules.PASS


@rule
def play_out_by(state, gen, weights):
    """Play on by the weights."""
    while state.phase == rules.Phase.CHOOSING:
        play_move(state, policy_move(state, gen, weights))


write_chances = value_model(progress_of, write_inputs, len(INPUTS))


@rule
def rate_by(state, weights, rewards):
    """Rate by the model until the match is over."""
    if state.phase == rules.Phase.OVER:
        rate(state, rewards)
    else:
        write_chances(state, weights, rewards)
