"""Every game as a PettingZoo environment (AEC): all seats in turn.

>>> from heliodor.envs import pettingzoo
>>> env = pettingzoo.env("luz", players=4)
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     ended = termination or truncation
...     env.step(None if ended else env.action_space(agent).sample(observation["action_mask"]))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from heliodor.core.contract import SPECTATOR, OptionValue
from heliodor.core.errors import BadOption, IllegalAction
from heliodor.core.kernels import PENALTY
from heliodor.envs.extras import need
from heliodor.envs.spaces import action_space, check_mask_place, observation_space
from heliodor.envs.table import Table

if TYPE_CHECKING:
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
else:
    AECEnv = need("pettingzoo", "PettingZoo").AECEnv
    wrappers = need("pettingzoo.utils", "PettingZoo").wrappers

RENDER_MODES = ("ansi", "human")


def env(game: str, players: int | None = None, **settings: Any) -> Any:
    """Return the environment with the usual wrappers; the settings are those of `raw_env`.

    An illegal action ends the match with a reward of −1 for the agent that played it.
    """
    return with_wrappers(raw_env(game, players, **settings))


def with_wrappers(raw: Any) -> Any:
    """Return an environment with PettingZoo's usual wrappers."""
    wrapped: Any = wrappers.TerminateIllegalWrapper(raw, PENALTY)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class raw_env(AECEnv):  # type: ignore[misc]
    """A match whose agents `player_0`, `player_1`, … are the seats; an illegal action raises IllegalAction.

    `mask_in` is where the mask of legal actions is: "observation" or "info". `dtype` is "float32" or "int8"
    (docs/tables.md), `reward` is "win" or "score" (see `heliodor.Batch`). Further settings are the game's options.
    """

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        mask_in: str = "observation",
        dtype: str = "float32",
        reward: str | None = None,
        version: int | None = None,
        render_mode: str | None = None,
        **options: OptionValue,
    ) -> None:
        super().__init__()
        self.table = Table(game, players, version, dtype, reward, options)
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadOption(f"there is no render mode {render_mode!r}; the modes are {' and '.join(RENDER_MODES)}")
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{self.table.game.id}_v{self.table.version}",
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self._masked = check_mask_place(mask_in)
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.players)]
        self.agents: list[str] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        space, actions = (
            observation_space(self.table.game, self.table.dtype, self._masked),
            action_space(self.table.game),
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = dict.fromkeys(self.possible_agents, actions)
        self._np_random = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        """Return the space of observations, the same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of actions, the same for all agents."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a match; the same seed deals the same match."""
        if seed is not None:
            self._np_random = np.random.default_rng(seed)
        self.table.deal(int(self._np_random.integers(2**63)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        for agent in self.agents:
            self._set_mask(agent)
        self._turn_to(self.table.to_act)

    def step(self, action: int | None) -> None:
        """Play an action of the agent in turn."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        if action is None or not self.table.act(int(action)):
            raise IllegalAction("G5", "illegal_step", f"action {action} is not legal for {agent}")
        self._cumulative_rewards[agent] = 0.0
        for seat, gained in enumerate(self.table.rewards()):
            self.rewards[self.possible_agents[seat]] = gained
        to_act = self.table.to_act
        if to_act < 0:
            self.terminations = dict.fromkeys(self.agents, True)
            self._set_mask(agent)
        else:
            self._turn_to(to_act)
        self._accumulate_rewards()
        if to_act < 0:
            self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def _turn_to(self, seat: int) -> None:
        self.agent_selection = self.possible_agents[seat]
        self._set_mask(self.agent_selection)

    def _set_mask(self, agent: str) -> None:
        if not self._masked:
            self.infos[agent] = {"action_mask": self.table.mask(self._seat_of[agent])}

    def observe(self, agent: str) -> Any:
        """Return what the agent sees; the mask of an agent that is not in turn is all zeros."""
        seat = self._seat_of[agent]
        numbers = self.table.observe(seat)
        return {"observation": numbers, "action_mask": self.table.mask(seat)} if self._masked else numbers

    def render(self) -> str | None:
        """Return the table as the agent in turn sees it, or print it in the mode "human"."""
        drawing = self.table.draw(max(self.table.to_act, SPECTATOR))
        if self.render_mode == "ansi":
            return drawing
        print(drawing)
        return None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
