"""The compiled functions of one game, for callers in Python and for batches.

Every entrance takes an array of states and an index. Such a call costs 0.25 µs; with a record argument it would cost
ten times as much. An entrance is compiled, or loaded from the disk cache, on first use. The inner functions close
over nothing but the game's module, which keeps numba's cache key stable.

No entrance raises. `step` is the one that checks; `apply_action` trusts its caller.
"""

from __future__ import annotations

from functools import cached_property
from types import ModuleType
from typing import Any

import numpy as np

from heliodor.core.bits import count_bits, has_bit, nth_bit
from heliodor.core.jit import entrance
from heliodor.core.rng import random_below, seed_player, seed_state
from heliodor.core.stages import (
    BROKEN_OFF,
    DEAL,
    GOES_ON,
    LOOK,
    OTHERS,
    OVER,
    PLAY,
    REWARD_SCORE,
    SAMPLE,
    SETTLE,
    stages_of,
)

WORDS = np.dtype(np.uint64)
INTS = np.dtype(np.int64)
FLOATS = np.dtype(np.float32)
BYTES = np.dtype(np.uint8)
NUMBERS = np.dtype(np.int8)
NO_TRACE = np.zeros(0, BYTES)

OK = 0
ILLEGAL = 1  # `step` refused the action; the state is unchanged.

TOGETHER = 8  # Matches that `advance_many` takes through all stages before the next ones.

NAMES = (
    "seed",
    "set_up",
    "to_act",
    "legal_actions",
    "apply_action",
    "step",
    "score_of",
    "hide",
    "determinize",
    "copy",
    "follow",
    "encode",
    "legal_many",
    "step_many",
    "to_act_many",
    "deal_many",
    "observe_many",
    "scale_many",
    "results_many",
    "advance_many",
    "random_actions_many",
    "play_random_many",
)


class Kernels:
    """The entrances of one game."""

    def __init__(self, owner: str, rules: ModuleType, encoding: ModuleType) -> None:
        self._owner = owner
        self._rules = rules
        self._encoding = encoding
        # Whether `encode` writes the same numbers with and without `hide` before it; then no copy is hidden.
        self._hides: bool = getattr(encoding, "HIDES", False)

    # --- One state ----------------------------------------------------------------------------------------------

    @cached_property
    def seed(self) -> Any:
        """seed(states, i, seed, stream): set the state's key."""

        @entrance(self._rules.STATE, int, int, int, owner=self._owner)
        def seed(states, i, seed, stream):
            seed_state(states[i], seed, stream)

        return seed

    @cached_property
    def set_up(self) -> Any:
        """set_up(states, i, first): deal; `first` is a seat or RANDOM_FIRST."""
        rules = self._rules

        @entrance(rules.STATE, int, int, owner=self._owner)
        def set_up(states, i, first):
            rules.set_up(states[i], first)

        return set_up

    @cached_property
    def to_act(self) -> Any:
        """to_act(states, i): the seat that decides next, or NOBODY."""
        rules = self._rules

        @entrance(rules.STATE, int, owner=self._owner)
        def to_act(states, i):
            return int(rules.to_act(states[i]))

        return to_act

    @cached_property
    def legal_actions(self) -> Any:
        """legal_actions(states, i): the set of legal actions as an int, empty when the match is over."""
        rules = self._rules

        @entrance(rules.STATE, int, owner=self._owner)
        def legal_actions(states, i):
            return int(rules.legal_actions(states[i]))

        return legal_actions

    @cached_property
    def apply_action(self) -> Any:
        """apply_action(states, i, action): play an action that is known to be legal."""
        rules = self._rules

        @entrance(rules.STATE, int, int, owner=self._owner)
        def apply_action(states, i, action):
            rules.apply_action(states[i], action)

        return apply_action

    @cached_property
    def step(self) -> Any:
        """step(states, i, action): play an action if it is legal; return OK or ILLEGAL."""
        rules = self._rules

        @entrance(rules.STATE, int, int, owner=self._owner)
        def step(states, i, action):
            state = states[i]
            if action < 0 or action > 62 or not has_bit(rules.legal_actions(state), action):
                return ILLEGAL
            rules.apply_action(state, action)
            return OK

        return step

    def is_over(self, states: Any, i: int) -> bool:
        """Return whether the match is over: then nobody is to act."""
        return bool(self.to_act(states, i) < 0)

    @cached_property
    def score_of(self) -> Any:
        """score_of(states, i, seat): the seat's score as one int; the higher is the better."""
        rules = self._rules

        @entrance(rules.STATE, int, int, owner=self._owner)
        def score_of(states, i, seat):
            return int(rules.score_of(states[i], seat))

        return score_of

    def winners(self, states: Any, i: int) -> int:
        """Return the set of winning seats; it is empty until the match is over."""
        scores, winners = np.empty(int(states[i].players), INTS), np.empty(1, INTS)
        self.results_many(states[i : i + 1], scores, winners)
        return int(winners[0])

    @cached_property
    def hide(self) -> Any:
        """hide(states, i, seat): overwrite everything that the seat, or SPECTATOR, may not know."""
        rules = self._rules

        @entrance(rules.STATE, int, int, owner=self._owner)
        def hide(states, i, seat):
            rules.hide(states[i], seat)

        return hide

    @cached_property
    def determinize(self) -> Any:
        """determinize(states, i, seat, gen): fill a hidden state with a possible world."""
        rules = self._rules

        @entrance(rules.STATE, int, int, WORDS, owner=self._owner)
        def determinize(states, i, seat, gen):
            rules.determinize(states[i], seat, gen)

        return determinize

    @cached_property
    def copy(self) -> Any:
        """copy(to, i, source, j): make state i of `to` equal to state j of `source`."""

        @entrance(self._rules.STATE, int, self._rules.STATE, int, owner=self._owner)
        def copy(to, i, source, j):
            to[i] = source[j]

        return copy

    @cached_property
    def follow(self) -> Any:
        """follow(now, now_bytes, before_bytes, source, seats, bounds, changed): hide one state from many viewers.

        State i of `now` becomes state 0 of `source`, hidden from `seats[i]`. `changed[i]` becomes the set of fields, by
        their place in the record, whose bytes have changed. `bounds` is where each field begins and ends.
        """
        rules = self._rules

        @entrance(rules.STATE, BYTES, BYTES, rules.STATE, INTS, INTS, INTS, owner=self._owner)
        def follow(now, now_bytes, before_bytes, source, seats, bounds, changed):
            size = len(now_bytes) // max(1, len(now))
            for i in range(len(now)):
                now[i] = source[0]
                rules.hide(now[i], seats[i])
                fields = 0
                for field in range(len(bounds) // 2):
                    for at in range(i * size + bounds[2 * field], i * size + bounds[2 * field + 1]):
                        if now_bytes[at] != before_bytes[at]:
                            fields |= 1 << field
                            break
                changed[i] = fields

        return follow

    @cached_property
    def encode(self) -> Any:
        """encode(states, i, seat, out): write the hidden state as floats for learning."""
        rules, encoding = self._rules, self._encoding

        @entrance(rules.STATE, int, int, FLOATS, owner=self._owner)
        def encode(states, i, seat, out):
            numbers = np.empty(encoding.SIZE, np.int8)
            encoding.encode(states[i], seat, numbers)
            for at in range(encoding.SIZE):
                out[at] = numbers[at] * encoding.SCALE[at]

        return encode

    # --- Many states --------------------------------------------------------------------------------------------

    @cached_property
    def legal_many(self) -> Any:
        """legal_many(states, out): the legal set of every state."""
        rules = self._rules

        @entrance(rules.STATE, INTS, owner=self._owner)
        def legal_many(states, out):
            for i in range(len(states)):
                out[i] = rules.legal_actions(states[i])

        return legal_many

    @cached_property
    def step_many(self) -> Any:
        """step_many(states, actions): play one action in each state whose action is not negative.

        Returns the index of the first illegal one, or −1; nothing is played if there is one.
        """
        rules = self._rules

        @entrance(rules.STATE, INTS, owner=self._owner)
        def step_many(states, actions):
            for i in range(len(states)):
                if actions[i] > 62 or (actions[i] >= 0 and not has_bit(rules.legal_actions(states[i]), actions[i])):
                    return i
            for i in range(len(states)):
                if actions[i] >= 0:
                    rules.apply_action(states[i], actions[i])
            return -1

        return step_many

    @cached_property
    def to_act_many(self) -> Any:
        """to_act_many(states, out): the seat that decides next in every state, or NOBODY."""
        rules = self._rules

        @entrance(rules.STATE, INTS, owner=self._owner)
        def to_act_many(states, out):
            for i in range(len(states)):
                out[i] = rules.to_act(states[i])

        return to_act_many

    @cached_property
    def deal_many(self) -> Any:
        """deal_many(states, template, places, seed, start): deal match start, start + 1, … of the seed at the places.

        `template` is one configured state.
        """
        rules = self._rules

        @entrance(rules.STATE, rules.STATE, INTS, int, int, owner=self._owner)
        def deal_many(states, template, places, seed, start):
            for number in range(len(places)):
                i = places[number]
                states[i] = template[0]
                seed_state(states[i], seed, start + number)
                rules.set_up(states[i], -1)

        return deal_many

    @cached_property
    def observe_many(self) -> Any:
        """observe_many(states, scratch, places, seats, out): the states at the places as the seats see them.

        `scratch` is one state to hide in. The number of seats is that of the places, and row n of `out`, which is flat,
        becomes the observation at place n.
        """
        rules, encoding, hides = self._rules, self._encoding, self._hides

        @entrance(rules.STATE, rules.STATE, INTS, INTS, NUMBERS, owner=self._owner)
        def observe_many(states, scratch, places, seats, out):
            size = encoding.SIZE
            for n in range(len(places)):
                numbers = out[n * size : (n + 1) * size]
                if hides:
                    encoding.encode(states[places[n]], seats[n], numbers)
                else:
                    scratch[0] = states[places[n]]
                    rules.hide(scratch[0], seats[n])
                    encoding.encode(scratch[0], seats[n], numbers)

        return observe_many

    @cached_property
    def scale_many(self) -> Any:
        """scale_many(rows, row, out): observations as floats for learning; each begins a row of `row` numbers."""
        encoding = self._encoding

        @entrance(NUMBERS, int, FLOATS, owner=self._owner)
        def scale_many(rows, row, out):
            size = encoding.SIZE
            for i in range(len(rows) // row):
                for at in range(size):
                    out[size * i + at] = rows[row * i + at] * encoding.SCALE[at]

        return scale_many

    @cached_property
    def results_many(self) -> Any:
        """results_many(states, scores, winners): every seat's score, state after state, and the winning sets."""
        rules = self._rules

        @entrance(rules.STATE, INTS, INTS, owner=self._owner)
        def results_many(states, scores, winners):
            at = 0
            for i in range(len(states)):
                state = states[i]
                for seat in range(int(state.players)):
                    scores[at] = rules.score_of(state, seat)
                    at += 1
                winners[i] = rules.winners(state) if rules.is_over(state) else 0

        return results_many

    @cached_property
    def advance_many(self) -> Any:
        """advance_many(stages, states, template, scratch, seat, …): everything that an environment does in a step.

        See core/stages.py. `template` is one configured state, `scratch` one to hide in. `seat` is the one that the
        caller plays, or ALL_SEATS. All further arrays have a place for each state; `rewards` and `scores` have one for
        each seat of it, and `rows` has its observation, followed by its mask.

        `legal` and `to_act` are as the stage LOOK left them. `streams` is the number of the match within `seed`, and
        `stride` is added to it for the next match. `gens` are the generators of OTHERS and SAMPLE. SETTLE writes what
        the seat that acted, or the caller's seat, has earned, which seat that is (`earners`), and the last state of a
        match that is done (`last`).
        """
        rules, encoding = self._rules, self._encoding
        play, play_others, settle, deal, look = stages_of(rules, encoding, self._hides)
        state_type, owner = rules.STATE, self._owner
        marks = (INTS, INTS, INTS, INTS, BYTES)  # Actions, sampled, legal, to_act, done.
        chance = (int, INTS, int, WORDS)  # Seed, streams, stride, gens.
        results = (int, FLOATS, INTS, INTS, FLOATS, NUMBERS)  # Kind of reward, rewards, scores, earners, earned, rows.

        @entrance(int, state_type, state_type, state_type, state_type, int, *marks, *chance, *results, owner=owner)
        def advance_many(
            stages,
            states,
            template,
            scratch,
            last,
            seat,
            actions,
            sampled,
            legal,
            to_act,
            done,
            seed,
            streams,
            stride,
            gens,
            reward,
            rewards,
            scores,
            earners,
            earned,
            rows,
        ):
            row = encoding.SIZE + rules.NUM_ACTIONS
            players = int(template[0].players)
            if stages & SETTLE:
                rewards[:] = 0
            # Stage after stage for some matches at a time: they stay in the cache, and each stage is a small loop.
            for start in range(0, len(states), TOGETHER):
                some = range(start, min(start + TOGETHER, len(states)))
                if stages & PLAY:
                    for i in some:
                        done[i] = play(states[i], legal[i], actions[i])
                if stages & OTHERS:
                    for i in some:
                        if done[i] != BROKEN_OFF:
                            play_others(states[i], seat, gens[i : i + 1])
                if stages & SETTLE:
                    for i in some:
                        if done[i] == GOES_ON and rules.is_over(states[i]):
                            done[i] = OVER
                        if done[i] != GOES_ON or reward == REWARD_SCORE:
                            settle(states[i], i, to_act[i], players, reward, done[i], rewards, scores)
                        earners[i] = to_act[i] if seat < 0 else seat
                        earned[i] = rewards[players * i + earners[i]]
                        if done[i] != GOES_ON:
                            last[i] = states[i]
                if stages & DEAL:
                    for i in some:
                        is_wanted = done[i] != GOES_ON
                        while is_wanted:
                            states[i] = template[0]
                            streams[i] += stride
                            deal(states[i], i, players, seed, streams[i], reward, scores)
                            is_wanted = False
                            if stages & OTHERS:  # They may end a match before the seat's first turn.
                                play_others(states[i], seat, gens[i : i + 1])
                                is_wanted = rules.is_over(states[i])
                if stages & LOOK:
                    for i in some:
                        legal[i] = rules.legal_actions(states[i])
                        to_act[i] = rules.to_act(states[i])
                        viewer = to_act[i] if seat < 0 else seat
                        look(states[i], scratch, viewer, legal[i], rows[row * i : row * (i + 1)])
                if stages & SAMPLE:
                    for i in some:
                        choice = random_below(gens[i : i + 1], count_bits(legal[i]))
                        sampled[i] = nth_bit(legal[i], choice) if legal[i] != 0 else -1

        return advance_many

    # --- Random play --------------------------------------------------------------------------------------------

    def random_action(self, states: Any, i: int, gen: Any) -> int:
        """Return a legal action, all with equal probability; −1 when the match is over."""
        out = np.empty(1, INTS)
        self.random_actions_many(states[i : i + 1], gen, out)
        return int(out[0])

    @cached_property
    def random_actions_many(self) -> Any:
        """random_actions_many(states, gen, out): a random legal action for every state; −1 where it is over."""
        rules = self._rules

        @entrance(rules.STATE, WORDS, INTS, owner=self._owner)
        def random_actions_many(states, gen, out):
            for i in range(len(states)):
                legal = int(rules.legal_actions(states[i]))
                out[i] = nth_bit(legal, random_below(gen, count_bits(legal))) if legal else -1

        return random_actions_many

    @cached_property
    def play_random_many(self) -> Any:
        """play_random_many(states, template, seed, start, lengths, trace): play every state at random to its end.

        `template` is one configured state, from which each match restarts as match start, start + 1, … of the seed;
        if it is empty, the states are played on from where they are. Either way the choices in match k depend on the
        seed and k alone. Writes the number of steps of each match to `lengths`, and the steps to `trace` until it is
        full.
        """
        rules = self._rules

        @entrance(rules.STATE, rules.STATE, int, int, INTS, BYTES, owner=self._owner)
        def play_random_many(states, template, seed, start, lengths, trace):
            gen = np.zeros(1, np.uint64)
            traced = 0
            for i in range(len(states)):
                state = states[i]
                if len(template) > 0:
                    states[i] = template[0]
                    seed_state(state, seed, start + i)
                    rules.set_up(state, -1)
                seed_player(gen, seed, start + i)
                steps = 0
                legal = int(rules.legal_actions(state))
                while legal != 0:
                    action = nth_bit(legal, random_below(gen, count_bits(legal)))
                    rules.apply_action(state, action)
                    steps += 1
                    if traced < len(trace):
                        trace[traced] = action
                        traced += 1
                    legal = int(rules.legal_actions(state))
                lengths[i] = steps

        return play_random_many

    def play_random(self, states: Any, i: int, seed: int, stream: int, trace: Any) -> int:
        """Play one state at random to its end; return the number of steps, which are written to `trace`."""
        length = np.empty(1, INTS)
        self.play_random_many(states[i : i + 1], states[:0], seed, stream, length, trace)
        return int(length[0])

    def simulate_random(self, states: Any, template: Any, seed: int, start: int, lengths: Any) -> None:
        """Play the matches start, start + 1, … of a seed at random; the final states are written to `states`."""
        self.play_random_many(states, template, seed, start, lengths, NO_TRACE)
