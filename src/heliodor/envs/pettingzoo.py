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
from heliodor.core.errors import IllegalAction
from heliodor.core.stages import PENALTY
from heliodor.envs.extras import need
from heliodor.envs.spaces import action_space
from heliodor.envs.table import RENDER_MODES, Table

if TYPE_CHECKING:
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
else:
    AECEnv = need("pettingzoo", "PettingZoo").AECEnv
    wrappers = need("pettingzoo.utils", "PettingZoo").wrappers


def env(game: str, players: int | None = None, **settings: Any) -> Any:
    """Return the environment with the usual wrappers; the settings are those of `raw_env`.

    An illegal action ends the match with a reward of −1 for the agent that played it.
    """
    return with_wrappers(raw_env(game, players, **settings))


def with_wrappers(raw: Any) -> Any:
    """Return an environment with PettingZoo's usual wrappers."""
    return _OrderEnforcing(_AssertOutOfBounds(_TerminateIllegal(raw, PENALTY)))  # type: ignore[call-arg]


class _Wrapper(wrappers.BaseWrapper):  # type: ignore[misc]
    """A wrapper that finds attributes at once.

    PettingZoo's own ones ask each other, three deep and some thirty times in a turn, which takes a third of its time.
    """

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        self._raw = env.unwrapped

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") and name != "_cumulative_rewards":
            raise AttributeError(f"accessing private attribute '{name}' is prohibited")
        return getattr(self._raw, name)


class _TerminateIllegal(wrappers.TerminateIllegalWrapper, _Wrapper):  # type: ignore[misc]
    """An illegal action ends the match."""


class _AssertOutOfBounds(wrappers.AssertOutOfBoundsWrapper, _Wrapper):  # type: ignore[misc]
    """A number that is not an action is refused."""


class _OrderEnforcing(wrappers.OrderEnforcingWrapper, _Wrapper):  # type: ignore[misc]
    """Nothing works before `reset`."""


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
        self.table = Table(game, players, version, dtype, reward, mask_in, render_mode, options)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{self.table.game.id}_v{self.table.version}",
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.players)]
        self.agents: list[str] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        space, actions = self.table.observation_space, action_space(self.table.game)
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
        self.rewards = dict(zip(self.possible_agents, self.table.rewards(), strict=True))
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
        if not self.table.masked:
            self.infos[agent] = {"action_mask": self.table.mask(self._seat_of[agent])}

    def observe(self, agent: str) -> Any:
        """Return what the agent sees; the mask of an agent that is not in turn is all zeros."""
        return self.table.observation(self._seat_of[agent])

    def render(self) -> str | None:
        """Return the table as the agent in turn sees it, or print it in the mode "human"."""
        return self.table.render(max(self.table.to_act, SPECTATOR))

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
