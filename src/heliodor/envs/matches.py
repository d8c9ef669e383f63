"""Many matches in preallocated arrays, for environments: one compiled call plays, rewards, deals and observes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heliodor.batch import REWARDS, check_reward
from heliodor.core.contract import OptionValue
from heliodor.core.errors import BadOption, HeliodorError
from heliodor.core.stages import ALL_SEATS, BROKEN_OFF, DEAL, GOES_ON, LOOK, OTHERS, OVER, PLAY, SAMPLE, SETTLE
from heliodor.envs.crew import Crew
from heliodor.envs.opponents import GreedyOpponents, ManyOpponents, check_bots
from heliodor.games import get_game

WHOLE_STEP = PLAY | SETTLE | DEAL | LOOK


class Matches:
    """Matches of one game with the same options, all seats played by the caller, or one of them against bots.

    Place i plays match i of the seed, then i + n, i + 2n, … with n places. So what happens there depends on the seed
    and the actions alone, and not on other places or on threads.
    """

    def __init__(
        self,
        game: str,
        count: int,
        players: int | None,
        seat: int | None,
        bots: str | Sequence[str],
        reward: str | None,
        threads: int,
        version: int | None,
        options: dict[str, OptionValue],
    ) -> None:
        if type(count) is not int or count < 1:
            raise BadOption(f"an environment holds one match or more, not {count}")
        if type(threads) is not int or threads < 1:
            raise BadOption(f"one thread or more is needed, not {threads}")
        self.game = get_game(game)
        self.version = self.game.check_version(version)
        given = options if players is None else {"players": players, **options}
        self.options = self.game.check_options(given, self.version)
        self.players = int(self.options["players"])
        self.seat = ALL_SEATS if seat is None else seat
        self._reward = REWARDS[check_reward(self.game, reward, self.players)]
        self._threads = min(threads, count)
        self._bots = [] if seat is None else check_bots(self.game, bots, self.players, seat)
        self._make_arrays(count)
        self._start()

    def _start(self) -> None:
        """Make what a pickle does not keep: bots, threads, and views of arrays."""
        self.write_into(self.rows)
        self._opponents = self._make_opponents()
        self._crew = Crew(self._threads - 1)

    def write_into(self, rows: NDArray[np.int8]) -> None:
        """Use an array of the caller for the observations and masks."""
        size = self.game.encoding.SIZE
        self.rows = rows
        self.numbers, self.mask = rows[:, :size], rows[:, size:]
        # Cut once: cutting the arrays takes longer than the call that uses them.
        self._arguments = [self._arguments_of(number, part) for number, part in enumerate(self._parts)]

    def __getstate__(self) -> dict[str, Any]:
        remade = ("numbers", "mask", "_arguments", "_opponents", "_crew")
        kept = {name: value for name, value in self.__dict__.items() if name not in remade}
        return {**kept, "game": self.game.id}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept, game=get_game(kept["game"]))
        self._start()

    def _make_opponents(self) -> GreedyOpponents | ManyOpponents | None:
        """Return the bots that are not a stage of the compiled step: random ones are."""
        kinds = {name for name in self._bots if name}
        if kinds <= {"random"}:
            return None
        return (
            GreedyOpponents(self.game) if kinds == {"greedy"} else ManyOpponents(self.game, self._bots, self._threads)
        )

    def _make_arrays(self, count: int) -> None:
        size, players = self.game.encoding.SIZE, self.players
        self._template = self.game.new_states(1, self.options)
        self.states = self.game.new_states(count, self.options)
        self.last_states = self.states.copy()  # [match] -> its last state, if the last step has ended it.
        self._scratch = self.game.new_states(self._threads, self.options)
        self._actions = np.zeros(count, np.int64)
        self._sampled = np.zeros(count, np.int64)
        self.legal = np.zeros(count, np.int64)  # [match] -> legal set.
        self.to_act = np.zeros(count, np.int64)  # [match] -> seat to act.
        self.done = np.zeros(count, np.uint8)  # [match] -> how the last step has ended it, or GOES_ON.
        self._streams = np.zeros(count, np.int64)
        self._gens = np.zeros(count, np.uint64)
        self.rewards = np.zeros((count, players), np.float32)  # [match, seat] -> what the last step gave.
        self._scores = np.zeros((count, players), np.int64)
        self._earners = np.zeros(count, np.int64)
        self.earned = np.zeros(count, np.float32)  # [match] -> reward of the seat that acted, or of the caller's.
        # [match] -> its observation as small ints, then its mask.
        self.rows = np.zeros((count, size + self.game.num_actions), np.int8)
        self.final_numbers = np.zeros((count, size), np.int8)  # [match] -> its last observation, if it has ended.
        self._seed = 0
        self._samples = 0  # SAMPLE once samples have been asked for.
        self._has_samples = False
        bounds = [count * part // self._threads for part in range(self._threads + 1)]
        self._parts = [slice(bounds[part], bounds[part + 1]) for part in range(self._threads)]

    def deal(self, seed: int) -> None:
        """Deal match 0, 1, … of a seed and let the bots play until the caller is to act."""
        count = len(self.states)
        self._seed = seed
        self._streams[:] = np.arange(-count, 0)
        self._gens[:] = np.random.SeedSequence(seed).generate_state(count, np.uint64)
        self.done[:] = OVER
        self._run(DEAL)
        self.done[:] = GOES_ON
        self.rewards[:] = 0
        if self.seat != ALL_SEATS:
            self._play_bots_from_the_deal()
        self._look(LOOK)

    def step(self, actions: Any) -> None:
        """Play one action in each match; an illegal one breaks its match off. Done ones are replaced."""
        if np.shape(actions) != self._actions.shape:
            raise HeliodorError(f"{len(self.states)} actions are needed, one for each match, not {np.shape(actions)}")
        np.copyto(self._actions, actions, casting="same_kind")
        if self._opponents is None:
            self._look(WHOLE_STEP if self.seat == ALL_SEATS else WHOLE_STEP | OTHERS)
        else:
            self._run(PLAY)
            self._opponents.play(self.states, self.seat, self.done, self._gens)
            self._run(SETTLE | DEAL)
            ended = self.done.copy()
            self.done[:] = GOES_ON
            self._play_bots_from_the_deal()
            self._look(LOOK)
            self.done[:] = ended
        self._note_final_observations()

    def _play_bots_from_the_deal(self) -> None:
        """Let the bots play until the caller is to act; a match that ends before that is replaced by the next one."""
        while True:
            if self._opponents is None:
                self._run(OTHERS)
            else:
                self._opponents.play(self.states, self.seat, self.done, self._gens)
            to_act = np.empty(len(self.states), np.int64)
            self.game.kernels.to_act_many(self.states, to_act)
            if not (to_act < 0).any():
                break
            self.done[:] = np.where(to_act < 0, OVER, GOES_ON)
            self._run(DEAL)
            self.done[:] = GOES_ON

    def _note_final_observations(self) -> None:
        ended = np.flatnonzero(self.done)
        if ended.size:
            found = np.empty((ended.size, self.game.encoding.SIZE), np.int8)
            viewers = self._earners[ended]
            self.game.kernels.observe_many(self.last_states, self._scratch[:1], ended, viewers, found.reshape(-1))
            self.final_numbers[ended] = found

    @property
    def is_done(self) -> NDArray[np.bool_]:
        """Whether the last step has ended each match; a new array."""
        return np.not_equal(self.done, GOES_ON)

    @property
    def broken_off(self) -> NDArray[np.bool_]:
        """Whether it did so because of an illegal action; a new array."""
        return np.equal(self.done, BROKEN_OFF)

    def sample_actions(self) -> NDArray[np.int64]:
        """Return a random legal action for each match, as a new array."""
        if not self._has_samples:
            self._run(SAMPLE)
            self._samples = SAMPLE  # From now on each step chooses them, which saves a pass.
        self._has_samples = False
        return self._sampled.copy()

    def scale(self, rows: NDArray[np.int8], out: NDArray[np.float32]) -> None:
        """Write the observations at the beginning of the rows as floats."""

        def scale(part: slice) -> None:
            self.game.kernels.scale_many(rows[part].reshape(-1), rows.shape[1], out[part].reshape(-1))

        self._in_parts(scale)

    def _look(self, stages: int) -> None:
        """Run the last stages of a step, and choose samples for the next one if they have been asked for."""
        self._run(stages | self._samples)
        self._has_samples = self._samples != 0

    def _run(self, stages: int) -> None:
        advance_many, seed = self.game.kernels.advance_many, self._seed

        def run(arguments: tuple[Any, Any]) -> None:
            before_seed, after_seed = arguments
            advance_many(stages, *before_seed, seed, *after_seed)

        self._crew.run(run, self._arguments)

    def _arguments_of(self, number: int, part: slice) -> tuple[Any, Any]:
        """Return what `advance_many` gets for a part of the matches, up to the seed and after it."""
        return (
            (
                self.states[part],
                self._template,
                self._scratch[number:],
                self.last_states[part],
                self.seat,
                self._actions[part],
                self._sampled[part],
                self.legal[part],
                self.to_act[part],
                self.done[part],
            ),
            (
                self._streams[part],
                len(self.states),
                self._gens[part],
                self._reward,
                self.rewards[part].reshape(-1),
                self._scores[part].reshape(-1),
                self._earners[part],
                self.earned[part],
                self.rows[part].reshape(-1),
            ),
        )

    def _in_parts(self, task: Callable[[slice], None]) -> None:
        """Do a task for all matches, in threads if there are several."""
        self._crew.run(task, self._parts)

    def close(self) -> None:
        """End the threads, and the bots that are programs."""
        self._crew.close()
        if isinstance(self._opponents, ManyOpponents):
            self._opponents.close()
