"""What a native environment uses of PufferLib 3.0, where that is not installed: it asks for NumPy 1, and we for 2."""

from __future__ import annotations

from typing import Any

import numpy as np


class PufferEnv:
    """Buffers by the description of PufferLib: given by a vector of environments, or made here."""

    single_observation_space: Any
    num_agents: int

    def __init__(self, buf: Any = None) -> None:
        if buf is None:
            shape = (self.num_agents, *self.single_observation_space.shape)
            self.observations = np.zeros(shape, self.single_observation_space.dtype)
            self.rewards = np.zeros(self.num_agents, np.float32)
            self.terminals = np.zeros(self.num_agents, np.bool_)
            self.truncations = np.zeros(self.num_agents, np.bool_)
        else:
            for name, buffer in buf.items():
                setattr(self, name, buffer)
