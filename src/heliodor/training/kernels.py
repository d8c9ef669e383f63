"""Compiled parts of training: matches of the quick policy with tried worths, and what the seats have in a position."""

from __future__ import annotations

from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from heliodor.bots.brains import optional
from heliodor.bots.search import FLOATS, WORDS
from heliodor.core.bits import count_bits
from heliodor.core.jit import entrance

if TYPE_CHECKING:  # Otherwise every edit of these would recompile the kernels.
    from heliodor.core.contract import Game, States

LONGEST = 2000  # Moves of a match of the quick policy: one without an end counts as nobody's win.
Looks = tuple[NDArray[np.float64], NDArray[np.float64]]


class TrainingKernels:
    """The compiled loops of training for one game, whose brain must be one that can be trained."""

    def __init__(self, game: Game, brain: ModuleType) -> None:
        self._owner = f"training/{game.id}"
        self._rules = game.rules
        self._brain = brain

    @cached_property
    def contest(self) -> Any:
        """contest(dealt, scratch, gens, tried, others, shares): one seat tries worths among copies of others.

        Each dealt match is played with the tried worths on each seat in turn; `shares` gets the mean share of the win.
        `gens` has a generator for each match, for a policy that uses chance.
        """
        rules, brain = self._rules, self._brain

        @entrance(rules.STATE, rules.STATE, WORDS, FLOATS, FLOATS, FLOATS, owner=self._owner)
        def contest(dealt, scratch, gens, tried, others, shares):
            for i in range(len(dealt)):
                players = int(dealt[i].players)
                shares[i] = 0.0
                for seat in range(players):
                    scratch[0] = dealt[i]
                    state = scratch[0]
                    for _ in range(LONGEST):
                        if rules.is_over(state):
                            won = rules.winners(state)
                            shares[i] += ((won >> seat) & 1) / count_bits(won) / players
                            break
                        weights = tried if rules.to_act(state) == seat else others
                        brain.play_move(state, brain.policy_move(state, gens[i : i + 1], weights))

        return contest

    @cached_property
    def open_match(self) -> Any:
        """open_match(states, i, gen, weights, moves): play some moves by the quick policy, each seat by its own worths.

        `weights` has those of seat 0 first, then those of seat 1, and so on.
        """
        rules, brain = self._rules, self._brain

        @entrance(rules.STATE, int, WORDS, FLOATS, int, owner=self._owner)
        def open_match(states, i, gen, weights, moves):
            state = states[i]
            each = len(weights) // int(state.players)
            for _ in range(moves):
                if rules.is_over(state):
                    break
                first = rules.to_act(state) * each
                brain.play_move(state, brain.policy_move(state, gen, weights[first : first + each]))

        return open_match

    @cached_property
    def look(self) -> Any:
        """look(states, i, inputs, progress) -> whether the model may be fitted to the position.

        Writes what every seat has, seat by seat, and how much of the match is over for it.
        """
        brain = self._brain
        looks = brain if hasattr(brain, "can_look") else optional

        @entrance(self._rules.STATE, int, FLOATS, FLOATS, owner=self._owner)
        def look(states, i, inputs, progress):
            players = int(states[i].players)
            each = len(inputs) // players
            if not looks.can_look(states[i]):
                return False
            for seat in range(players):
                brain.write_inputs(states[i], seat, inputs[seat * each : (seat + 1) * each])
                progress[seat] = brain.progress_of(states[i], seat)
            return True

        return look

    def inputs_of(self, states: States, index: int) -> Looks | None:
        """Return what every seat has, [seat, input], and its progress, [seat]; None if nothing may be fitted to it."""
        players = int(states[index].players)
        inputs, progress = np.zeros((players, len(self._brain.INPUTS))), np.zeros(players)
        return (inputs, progress) if self.look(states, index, inputs.reshape(-1), progress) else None
