"""What an environment does with one match in a step, one rule for each stage; `Kernels.advance_many` runs them."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

from heliodor.core.bits import count_bits, has_bit, nth_bit, write_bits
from heliodor.core.jit import rule
from heliodor.core.rng import random_below, seed_state

# Stages, of which `advance_many` runs a sum.
PLAY = 1  # Play the given action.
OTHERS = 2  # Let all seats but one play at random until that one is to act.
SETTLE = 4  # Write rewards and which matches are done.
DEAL = 8  # Replace those by new ones.
LOOK = 16  # Write observations, masks, legal sets and seats to act.
SAMPLE = 32  # Choose a random legal action for the next step.

ALL_SEATS = -1  # Every seat is played by the caller.
REWARD_WIN, REWARD_SCORE = 0, 1
PENALTY = -1.0  # Reward for an illegal action.
GOES_ON, OVER, BROKEN_OFF = 0, 1, 2  # What a step did to a match; an illegal action breaks it off.
LAST_ACTION = 62


class Stages(NamedTuple):
    """The rules of one game's stages."""

    play: Callable[..., Any]
    play_others: Callable[..., Any]
    settle: Callable[..., Any]
    deal: Callable[..., Any]
    look: Callable[..., Any]


def stages_of(rules: ModuleType, encoding: ModuleType, hides: bool) -> Stages:
    """Return the stages of a game; `hides` is whether its `encode` needs no hidden copy."""

    @rule
    def play(state, legal, action):
        """Play an action if it is legal; return what became of the match, as far as is known. Changes `state`."""
        if action < 0 or action > LAST_ACTION or not has_bit(legal, action):
            return BROKEN_OFF
        rules.apply_action(state, action)
        return GOES_ON

    @rule
    def play_others(state, seat, gen):
        """Let the others play at random until the seat is to act or the match is over. Changes `state`, `gen`."""
        while rules.to_act(state) >= 0 and rules.to_act(state) != seat:
            choices = int(rules.legal_actions(state))
            rules.apply_action(state, nth_bit(choices, random_below(gen, count_bits(choices))))

    @rule
    def settle(state, i, actor, players, reward, done, rewards, scores):
        """Write what the seats of a match gain; `rewards` are 0 so far. Changes `rewards` and `scores`."""
        if reward == REWARD_SCORE:
            for seat in range(players):
                score = rules.score_of(state, seat)
                rewards[players * i + seat] = float(score - scores[players * i + seat])
                scores[players * i + seat] = score
        elif done == OVER:
            won = int(rules.winners(state))
            for seat in range(players):
                rewards[players * i + seat] = ((won >> seat) & 1) / count_bits(won) - 1.0 / players
        if done == BROKEN_OFF:
            rewards[players * i + actor] = PENALTY

    @rule
    def deal(state, i, players, seed, stream, reward, scores):
        """Deal a match of the seed in a configured state, and note its first scores. Changes `state`, `scores`."""
        seed_state(state, seed, stream)
        rules.set_up(state, -1)
        if reward == REWARD_SCORE:
            for seat in range(players):
                scores[players * i + seat] = rules.score_of(state, seat)

    @rule
    def look(state, scratch, viewer, legal, row):
        """Write an observation and the mask after it into a row; `scratch` is a state to hide in. Changes `row`."""
        write_bits(legal, rules.NUM_ACTIONS, row, encoding.SIZE)
        if hides:
            encoding.encode(state, viewer, row)
        else:
            scratch[0] = state
            rules.hide(scratch[0], viewer)
            encoding.encode(scratch[0], viewer, row)

    return Stages(play, play_others, settle, deal, look)
