"""Thousands of matches in one environment, stepped by one compiled call.

>>> from heliodor.envs import vector
>>> envs = vector.make("luz", num_envs=4096, players=4)
>>> observations, infos = envs.reset(seed=7)
>>> observations["observation"].shape, infos["to_act"].shape
((4096, 601), (4096,))
>>> observations, rewards, terminations, truncations, infos = envs.step(envs.sample_actions())
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from heliodor.core.contract import OptionValue
from heliodor.core.errors import BadOption
from heliodor.envs.extras import need
from heliodor.envs.matches import Matches
from heliodor.envs.spaces import action_space, check_dtype, check_mask_place, observation_space

if TYPE_CHECKING:
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
else:
    need("gymnasium", "Gymnasium")
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space


def make(game: str, num_envs: int = 1, players: int | None = None, **settings: Any) -> MatchesEnv:
    """Return many matches as one environment; the settings are those of `MatchesEnv`."""
    return MatchesEnv(game, num_envs, players, **settings)


class MatchesEnv(VectorEnv):  # type: ignore[misc]
    """Many matches as one Gymnasium VectorEnv.

    Without `seat`, the caller plays all seats: an observation is that of the seat to act, `infos["to_act"]`, and a
    reward that of the seat that has just acted; `infos["rewards"]` has those of all seats. With `seat`, the caller
    plays this seat and `bots` the others: one name, or one for each other seat. `random` and `greedy` are compiled;
    others think in threads.

    A match that ends is replaced by a new one in the same step (AutoresetMode.SAME_STEP): `infos["final_obs"]` has its
    last observation, in the rows of `infos["_final_obs"]`. An illegal action ends a match with a reward of −1, and is
    marked in `infos["illegal_action"]`.

    `dtype` is "int8" or "float32" (docs/tables.md). All arrays are overwritten by the next step, unless `copy` is set.
    The results do not depend on the number of threads.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int | None = None,
        *,
        seat: int | None = None,
        bots: str | Sequence[str] = "random",
        mask_in: str = "observation",
        dtype: str = "int8",
        reward: str | None = None,
        threads: int = 1,
        copy: bool = False,
        version: int | None = None,
        render_mode: str | None = None,
        **options: OptionValue,
    ) -> None:
        if render_mode is not None:
            raise BadOption("many matches cannot be drawn; use gymnasium.make for one")
        self.metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}
        self.num_envs = num_envs
        self._dtype, self._masked, self._copy = check_dtype(dtype), check_mask_place(mask_in), copy
        self.matches = Matches(game, num_envs, players, seat, bots, reward, threads, version, options)
        played = self.matches.game
        self.single_observation_space = observation_space(played, self._dtype, self._masked)
        self.single_action_space = action_space(played)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._truncations = np.zeros(num_envs, np.bool_)
        size = played.encoding.SIZE
        self._floats = np.zeros((num_envs, size), np.float32) if self._dtype == np.float32 else None
        self._final_floats = None if self._floats is None else self._floats.copy()
        self._no_mask = np.zeros((num_envs, played.num_actions), np.int8)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal all matches; the same seed gives the same matches. Without one, the next seed is drawn."""
        super().reset(seed=seed)
        self.matches.deal(int(self.np_random.integers(2**63)))
        return self._observations(), self._infos()

    def step(self, actions: Any) -> tuple[Any, NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Play one action in each match."""
        self.matches.step(actions)
        infos = self._infos()
        infos["rewards"] = self._given(self.matches.rewards)
        infos["illegal_action"] = self.matches.broken_off
        terminations = self.matches.is_done
        if terminations.any():
            infos["final_obs"] = self._final_observations()
            infos["_final_obs"] = terminations.copy()
        return self._observations(), self._given(self.matches.earned), terminations, self._truncations.copy(), infos

    def sample_actions(self) -> NDArray[np.int64]:
        """Return a random legal action for each match, chosen by the generator of the match."""
        return self.matches.sample_actions()

    def _observations(self) -> Any:
        numbers = self.matches.numbers
        if self._floats is not None:
            self.matches.scale(self.matches.rows, self._floats)
            numbers = self._floats
        if not self._masked:
            return self._given(numbers)
        return {"observation": self._given(numbers), "action_mask": self._given(self.matches.mask)}

    def _final_observations(self) -> Any:
        numbers: NDArray[Any] = self.matches.final_numbers
        if self._final_floats is not None:
            self.matches.scale(numbers, self._final_floats)
            numbers = self._final_floats
        if not self._masked:
            return self._given(numbers)
        return {"observation": self._given(numbers), "action_mask": self._no_mask}

    def _infos(self) -> dict[str, Any]:
        infos: dict[str, Any] = {"to_act": self._given(self.matches.to_act)}
        if not self._masked:
            infos["action_mask"] = self._given(self.matches.mask)
        return infos

    def _given(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads, and the bots that are programs."""
        self.matches.close()
