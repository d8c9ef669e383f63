"""Every game as a Gymnasium environment: one seat against bots.

>>> import gymnasium
>>> import heliodor.envs
>>> env = gymnasium.make("heliodor/luz-v1", players=4, seat=0, bots="random")
>>> observation, info = env.reset(seed=7)
>>> observation["action_mask"].sum() > 1
np.True_
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from heliodor.core.contract import OptionValue
from heliodor.core.stages import PENALTY
from heliodor.envs.extras import need
from heliodor.envs.opponents import Opponents, check_bots
from heliodor.envs.spaces import action_space
from heliodor.envs.table import RENDER_MODES, Table
from heliodor.games import game_ids, get_game

if TYPE_CHECKING:
    from gymnasium import Env
else:
    Env = need("gymnasium", "Gymnasium").Env

NAMESPACE = "heliodor"


class SeatEnv(Env):  # type: ignore[misc]
    """One seat of a match; bots play the others.

    `bots` is a bot's name, or a name for each other seat in order. An illegal action ends the match with a reward of −1
    and `illegal_action` in info. The other settings are those of `heliodor.envs.pettingzoo.raw_env`.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 1}

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        seat: int = 0,
        bots: str | Sequence[str] = "random",
        mask_in: str = "observation",
        dtype: str = "float32",
        reward: str | None = None,
        version: int | None = None,
        render_mode: str | None = None,
        **options: OptionValue,
    ) -> None:
        self.table = Table(game, players, version, dtype, reward, mask_in, render_mode, options)
        self.render_mode = render_mode
        self.seat = seat
        self._opponents = Opponents(self.table.game, check_bots(self.table.game, bots, self.table.players, seat))
        self._gen = np.zeros(1, np.uint64)  # Of the bots.
        self.observation_space = self.table.observation_space
        self.action_space = action_space(self.table.game)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal a match and let the bots play until it is the seat's turn; the same seed gives the same match."""
        super().reset(seed=seed)
        self._deal()
        while self.table.to_act < 0:  # Over before the seat's first turn.
            self._deal()
        if self.render_mode == "human":
            self.render()
        return self.table.observation(self.seat), self._info(False)

    def _deal(self) -> None:
        self.table.deal(int(self.np_random.integers(2**63)))
        self._gen[0] = self.np_random.integers(2**63)
        self._play_bots()

    def _play_bots(self) -> None:
        self._opponents.play(self.table.states, self.seat, self._gen, "match")
        self.table.look()

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action of the seat; then the bots play until it is its turn again."""
        legal = self.table.to_act == self.seat and self.table.act(int(action))
        if legal:
            self._play_bots()
        reward = self.table.rewards()[self.seat] if legal else PENALTY
        if self.render_mode == "human":
            self.render()
        terminated = not legal or self.table.to_act < 0
        return self.table.observation(self.seat), reward, terminated, False, self._info(not legal)

    def _info(self, illegal: bool) -> dict[str, Any]:
        info: dict[str, Any] = {"illegal_action": illegal}
        return info if self.table.masked else {**info, "action_mask": self.table.mask(self.seat)}

    def render(self) -> str | None:
        """Return the table as the seat sees it, or print it in the mode "human"."""
        return self.table.render(self.seat)

    def close(self) -> None:
        """End the bots that are programs."""
        self._opponents.close()


def env_id(game: str, version: int | None = None) -> str:
    """Return the name of a game's environment; without a version, of the newest one.

    >>> env_id("luz")
    'heliodor/luz-v1'
    """
    return f"{NAMESPACE}/{game}-v{get_game(game).check_version(version)}"


def register_all() -> None:
    """Register every game and version with Gymnasium; those that are registered stay as they are."""
    registration = need("gymnasium", "Gymnasium").envs.registration
    for game_id in game_ids():
        for version in get_game(game_id).history:
            name = env_id(game_id, version)
            if name not in registration.registry:
                registration.register(
                    id=name,
                    entry_point=f"{__name__}:SeatEnv",
                    vector_entry_point="heliodor.envs.vector:make",
                    kwargs={"game": game_id, "version": version},
                )
