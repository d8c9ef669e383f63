"""Many matches at once: one array of states, stepped by compiled loops.

>>> import heliodor
>>> batch = heliodor.Batch("nizam", 1000, players=2, seed=1)
>>> while not batch.over.all():
...     batch.step(batch.random_actions())
>>> batch.scores().shape
(1000, 2)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from heliodor.core.contract import NOBODY, SPECTATOR, Game, OptionValue, States
from heliodor.core.errors import BadOption, HeliodorError, IllegalAction
from heliodor.core.stages import REWARD_SCORE, REWARD_WIN
from heliodor.games import get_game
from heliodor.match import check_seed

NO_ACTION = -1  # In `step`: leave this match as it is.
REWARDS = {"win": REWARD_WIN, "score": REWARD_SCORE}


def check_reward(game: Game, reward: str | None, players: int) -> str:
    """Return the kind of reward; None stands for "win", and for "score" in a match of one player."""
    if reward is None:
        return "win" if players > 1 else "score"
    if reward not in REWARDS:
        raise BadOption(f"there is no reward {reward!r}; the rewards are {' and '.join(REWARDS)}")
    if reward == "score" and not game.lead_noun:
        raise BadOption(f"a score in {game.title} is not one number, so it cannot be a reward; use reward='win'")
    return reward


class Batch:
    """Several matches of one game with the same options; match k of a seed is the same in every batch.

    With `auto_reset`, a match that ends is replaced by the next one of the seed in the same step. Either way `done`
    says which matches the last step has ended, `rewards` what it gave to each seat, and `last_states` how they ended.

    The reward "win" is given at the end: an equal share of 1 to each winner, less 1 / players, so that the sum is 0.
    The reward "score" is what each seat has gained in the step. By default it is "win", and "score" for one player.
    """

    def __init__(
        self,
        game: str,
        count: int,
        players: int | None = None,
        *,
        seed: int = 0,
        version: int | None = None,
        auto_reset: bool = False,
        reward: str | None = None,
        **options: OptionValue,
    ) -> None:
        if type(count) is not int or count < 1:
            raise HeliodorError(f"a batch holds one match or more, not {count}")
        self.game = get_game(game)
        given = dict(options) if players is None else {"players": players, **options}
        self.version = self.game.check_version(version)  # Of the game's rules; None is the newest one.
        self.options = self.game.check_options(given, self.version)
        self.seed = check_seed(seed)
        self.auto_reset = auto_reset
        self.reward = check_reward(self.game, reward, self.players)
        self.states: States = self.game.new_states(count, self.options)  # The states; callers may read and copy them.
        self._prepare(seed, 0)
        self.deal(np.arange(count))

    def _prepare(self, gen: int, dealt: int) -> None:
        count, players = len(self.states), self.players
        self._template = self.game.new_states(1, self.options)
        self._scratch = self._template.copy()
        self._gen = np.array([gen], np.uint64)  # Chooses random actions.
        self._dealt = dealt  # Number of matches of the seed dealt so far.
        self._scores = self.scores()
        self.done = np.zeros(count, np.bool_)  # [match] -> whether the last step has ended it.
        self.rewards = np.zeros((count, players), np.float32)  # [match, seat] -> what the last step gave.
        self.last_states: States = self.states.copy()  # [match] -> its last state, if the last step has ended it.

    @property
    def players(self) -> int:
        """Number of seats in each match."""
        return int(self.options["players"])

    def __getstate__(self) -> dict[str, Any]:
        return {
            "game": self.game.id,
            "version": self.version,
            "options": dict(self.options),
            "seed": self.seed,
            "auto_reset": self.auto_reset,
            "reward": self.reward,
            "done": self.done,
            "rewards": self.rewards,
            "last_states": self.last_states.tobytes(),
            "states": self.states.tobytes(),
            "gen": int(self._gen[0]),
            "dealt": self._dealt,
        }

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.game = get_game(kept["game"])
        self.version, self.options, self.seed = kept["version"], kept["options"], kept["seed"]
        self.auto_reset, self.reward = kept["auto_reset"], kept["reward"]
        self.states = np.frombuffer(kept["states"], self.game.dtype).copy()
        self._prepare(kept["gen"], kept["dealt"])
        self.done, self.rewards = kept["done"].copy(), kept["rewards"].copy()
        self.last_states = np.frombuffer(kept["last_states"], self.game.dtype).copy()

    def __len__(self) -> int:
        """Return the number of matches."""
        return len(self.states)

    def clone(self) -> Batch:
        """Return a batch in the same state, which goes on independently of this one."""
        twin = Batch.__new__(Batch)
        twin.__setstate__(self.__getstate__())
        return twin

    def copy_out(self, index: int) -> States:
        """Return a copy of one match: an array of one state."""
        return self.states[self._places([index])].copy()

    def copy_in(self, index: int, states: States) -> None:
        """Set one match to a state as `copy_out` or `Match.states` gives it; the options must be the same."""
        (place,) = self._places([index])
        if states.dtype != self.game.dtype or states.shape != (1,):
            raise HeliodorError(f"an array of one state of {self.game.title} is needed")
        if int(states[0].players) != self.players:
            raise HeliodorError(f"the matches have {self.players} players, and the state has {int(states[0].players)}")
        self.game.kernels.copy(self.states, int(place), np.array(states), 0)
        self._scores[place] = [self.game.kernels.score_of(states, 0, seat) for seat in range(self.players)]

    def deal(self, indices: Any) -> None:
        """Start a new match at each of these indices, the next of the seed each time."""
        places = self._places(indices)
        self.game.kernels.deal_many(self.states, self._template, places, self.seed, self._dealt)
        self._dealt += len(places)
        self._scores[places] = self._results(self.states[places])[0]

    def _places(self, indices: Any) -> NDArray[np.int64]:
        places = np.ascontiguousarray(indices if isinstance(indices, np.ndarray) else list(indices), np.int64)
        if (outside := places[(places < 0) | (places >= len(self))]).size:
            raise HeliodorError(f"there is no match {outside[0]}; the matches are 0 to {len(self) - 1}")
        return places

    @property
    def over(self) -> NDArray[np.bool_]:
        """Whether each match is over."""
        return np.equal(self.legal(), 0)

    @property
    def to_act(self) -> NDArray[np.int64]:
        """The seat to act in each match; −1 where it is over."""
        out = np.empty(len(self), np.int64)
        self.game.kernels.to_act_many(self.states, out)
        return out

    def legal(self) -> NDArray[np.int64]:
        """Return the legal set of each match: bit a is set when action a is legal."""
        out = np.empty(len(self), np.int64)
        self.game.kernels.legal_many(self.states, out)
        return out

    def legal_mask(self) -> NDArray[np.bool_]:
        """Return the legal sets as a table of matches by actions."""
        return (self.legal()[:, None] >> np.arange(self.game.num_actions) & 1).astype(np.bool_)

    def random_actions(self) -> NDArray[np.int64]:
        """Return one legal action for each match, chosen uniformly; NO_ACTION where it is over."""
        out = np.empty(len(self), np.int64)
        self.game.kernels.random_actions_many(self.states, self._gen, out)
        return out

    def step(self, actions: NDArray[np.int64]) -> None:
        """Play one action in each match; if any is illegal, IllegalAction is raised and nothing is played."""
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (len(self),):
            raise HeliodorError(f"{len(self)} actions are needed, one for each match, not {chosen.shape}")
        wrong = int(self.game.kernels.step_many(self.states, chosen))
        if wrong >= 0:
            raise IllegalAction("G5", "illegal_step", f"action {chosen[wrong]} is not legal in match {wrong}")
        self._settle(chosen >= 0)

    def _settle(self, played: NDArray[np.bool_]) -> None:
        """Write what the step has given and ended; `played`: the matches in which an action was played."""
        self.done = played & (self.to_act == NOBODY)
        ended = np.flatnonzero(self.done)
        if self.reward == "score":
            scores = self.scores()
            self.rewards = (scores - self._scores).astype(np.float32)
            self._scores = scores
        else:
            self.rewards = np.zeros((len(self), self.players), np.float32)
            self.rewards[ended] = self._shares(ended)
        if ended.size:
            self.last_states[ended] = self.states[ended]
            if self.auto_reset:
                self.deal(ended)

    def _shares(self, ended: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the reward "win" of these ended matches, for each seat."""
        winners = self._results(self.states[ended])[1]
        won = winners[:, None] >> np.arange(self.players) & 1
        return won / np.maximum(np.bitwise_count(winners), 1)[:, None] - 1 / self.players

    def observe(self, seat: int | NDArray[np.int64] | None = None) -> NDArray[np.float32]:
        """Return what a seat sees in each match, as numbers for learning (docs/tables.md).

        `seat` is one seat for all matches, an array with one for each, or SPECTATOR; None is the seat to act.
        """
        numbers = self.numbers(seat)
        out = np.empty(numbers.shape, np.float32)
        self.game.kernels.scale_many(numbers.reshape(-1), numbers.shape[1], out.reshape(-1))
        return out

    def numbers(self, seat: int | NDArray[np.int64] | None = None) -> NDArray[np.int8]:
        """Return the same as small whole numbers: `observe` divides them by the divisors of the layout."""
        seats = self.to_act if seat is None else np.full(len(self), seat, np.int64)
        if (outside := seats[(seats < SPECTATOR) | (seats >= self.players)]).size:
            raise HeliodorError(f"there is no seat {outside[0]}; the seats are 0 to {self.players - 1}")
        out = np.empty((len(self), self.game.encoding.SIZE), np.int8)
        self.game.kernels.observe_many(self.states, self._scratch, np.arange(len(self)), seats, out.reshape(-1))
        return out

    def scores(self) -> NDArray[np.int64]:
        """Return the scores of each match by seat, as comparable ints (Speedy Gnomes packs six numbers)."""
        return self._results(self.states)[0]

    def winners(self) -> NDArray[np.bool_]:
        """Return the winners of each match, as a table of matches by seats; all False where it is not over."""
        return (self._results(self.states)[1][:, None] >> np.arange(self.players) & 1).astype(np.bool_)

    def _results(self, states: States) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return scores by seat, and winners as sets, of each of these states."""
        scores = np.zeros(len(states) * self.players, np.int64)
        winners = np.zeros(len(states), np.int64)
        self.game.kernels.results_many(states, scores, winners)
        return scores.reshape(len(states), self.players), winners
