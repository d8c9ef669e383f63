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

from heliodor.core.contract import RANDOM_FIRST, OptionValue, States
from heliodor.core.errors import HeliodorError, IllegalAction
from heliodor.games import get_game
from heliodor.match import check_seed

NO_ACTION = -1  # In `step`: leave this match as it is.


class Batch:
    """Several matches of one game with the same options; match k of a seed is the same in every batch."""

    def __init__(
        self,
        game: str,
        count: int,
        players: int | None = None,
        *,
        seed: int = 0,
        version: int | None = None,
        **options: OptionValue,
    ) -> None:
        if type(count) is not int or count < 1:
            raise HeliodorError(f"a batch holds one match or more, not {count}")
        self.game = get_game(game)
        given = dict(options) if players is None else {"players": players, **options}
        self.version = self.game.check_version(version)  # Of the game's rules; None is the newest one.
        self.options = self.game.check_options(given, self.version)
        self.seed = check_seed(seed)
        self.states: States = self.game.new_states(count, self.options)  # The states; callers may read and copy them.
        self._prepare(seed, 0)
        self.deal(range(count))

    def _prepare(self, gen: int, dealt: int) -> None:
        self._template = self.game.new_states(1, self.options)
        self._scratch = self._template.copy()
        self._gen = np.array([gen], np.uint64)  # Chooses random actions.
        self._dealt = dealt  # Number of matches of the seed dealt so far.

    def __getstate__(self) -> dict[str, Any]:
        return {
            "game": self.game.id,
            "version": self.version,
            "options": dict(self.options),
            "seed": self.seed,
            "states": self.states.tobytes(),
            "gen": int(self._gen[0]),
            "dealt": self._dealt,
        }

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.game = get_game(kept["game"])
        self.version, self.options, self.seed = kept["version"], kept["options"], kept["seed"]
        self.states = np.frombuffer(kept["states"], self.game.dtype).copy()
        self._prepare(kept["gen"], kept["dealt"])

    def __len__(self) -> int:
        """Return the number of matches."""
        return len(self.states)

    def deal(self, indices: Any) -> None:
        """Start a new match at each of these indices, the next of the seed each time."""
        kernels = self.game.kernels
        places = [int(i) for i in indices]
        if outside := [i for i in places if not 0 <= i < len(self)]:
            raise HeliodorError(f"there is no match {outside[0]}; the matches are 0 to {len(self) - 1}")
        for i in places:
            kernels.copy(self.states, i, self._template, 0)
            kernels.seed(self.states, i, self.seed, self._dealt)
            kernels.set_up(self.states, i, RANDOM_FIRST)
            self._dealt += 1

    @property
    def over(self) -> NDArray[np.bool_]:
        """Whether each match is over."""
        return np.equal(self.legal(), 0)

    @property
    def to_act(self) -> NDArray[np.int64]:
        """The seat to act in each match; −1 where it is over."""
        to_act = self.game.kernels.to_act
        return np.fromiter((to_act(self.states, i) for i in range(len(self))), np.int64, len(self))

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

    def observe(self) -> NDArray[np.float32]:
        """Return what the seat to act sees in each match, as numbers for learning (docs/tables.md)."""
        out = np.zeros((len(self), self.game.encoding.SIZE), np.float32)
        self.game.kernels.encode_many(self.states, self._scratch, out.reshape(-1))
        return out

    def scores(self) -> NDArray[np.int64]:
        """Return the scores of each match by seat, as comparable ints (Speedy Gnomes packs six numbers)."""
        return self._results()[0]

    def winners(self) -> NDArray[np.bool_]:
        """Return the winners of each match, as a table of matches by seats; all False where it is not over."""
        seats = np.arange(int(self.options["players"]))
        return (self._results()[1][:, None] >> seats & 1).astype(np.bool_)

    def _results(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        players = int(self.options["players"])
        scores = np.zeros(len(self) * players, np.int64)
        winners = np.zeros(len(self), np.int64)
        self.game.kernels.results_many(self.states, scores, winners)
        return scores.reshape(len(self), players), winners
