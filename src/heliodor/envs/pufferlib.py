"""The vector environment as a native PufferEnv: the compiled step writes into PufferLib's buffers.

A native observation is one row of numbers, so the mask of legal actions follows the numbers of the observation: `mask`
shows that part of the buffer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from heliodor.core.contract import OptionValue
from heliodor.envs.extras import need
from heliodor.envs.matches import Matches
from heliodor.envs.spaces import action_space

# PufferLib 3.0 asks for NumPy 1, which its native environments do not need. Its set-up fails with NO_OCEAN=1, so its
# own environments are built, too.
INSTALL = "NO_TRAIN=1 pip install --no-deps pufferlib gym==0.23 gym-notices psutil"

if TYPE_CHECKING:
    from gymnasium.spaces import Box
    from pufferlib import PufferEnv
else:
    Box = need("gymnasium", "Gymnasium").spaces.Box
    PufferEnv = need("pufferlib", "PufferLib", INSTALL).PufferEnv


def make(game: str, num_envs: int = 1, players: int | None = None, **settings: Any) -> MatchesPufferEnv:
    """Return many matches as one native PufferEnv; the settings are those of `MatchesPufferEnv`."""
    return MatchesPufferEnv(game, num_envs, players, **settings)


class MatchesPufferEnv(PufferEnv):  # type: ignore[misc]
    """Many matches, an agent for each: the seat to act, or `seat` against `bots`.

    Settings are as in `heliodor.envs.vector.MatchesEnv`. A match that ends is replaced in the same step, and
    `matches.final_numbers` has its last observation.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int | None = None,
        *,
        seat: int | None = None,
        bots: str | Sequence[str] = "random",
        reward: str | None = None,
        threads: int = 1,
        version: int | None = None,
        seed: int = 0,
        buf: Any = None,
        **options: OptionValue,
    ) -> None:
        self.matches = Matches(game, num_envs, players, seat, bots, reward, threads, version, options)
        self.single_observation_space = Box(-128, 127, self.matches.rows.shape[1:], np.int8)
        self.single_action_space = action_space(self.matches.game)
        self.num_agents = num_envs
        super().__init__(buf)
        self.matches.write_into(self.observations)
        self._seed = seed

    @property
    def mask(self) -> NDArray[np.int8]:
        """The legal actions of every match, as a part of the observations."""
        return self.matches.mask

    @property
    def to_act(self) -> NDArray[np.int64]:
        """The seat that the agent of every match plays now."""
        return self.matches.to_act

    def reset(self, seed: int | None = None) -> tuple[NDArray[np.int8], list[dict[str, Any]]]:
        """Deal all matches of a seed; without one, of that of the environment."""
        self.matches.deal(self._seed if seed is None else seed)
        self.rewards[:] = 0
        self.terminals[:] = False
        self.truncations[:] = False
        return self.observations, []

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, list[dict[str, Any]]]:
        """Play one action in each match."""
        self.matches.step(actions)
        self.rewards[:] = self.matches.earned
        self.terminals[:] = self.matches.is_done
        return self.observations, self.rewards, self.terminals, self.truncations, []

    def close(self) -> None:
        """End the threads, and the bots that are programs."""
        self.matches.close()
