"""The native PufferEnv writes the vector environment's numbers into the buffers it is given."""

from __future__ import annotations

import importlib
import importlib.util
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from heliodor.envs import vector

from . import puffer_stand_in


@pytest.fixture
def pufferlib(monkeypatch: pytest.MonkeyPatch) -> Any:
    if not importlib.util.find_spec("pufferlib"):
        monkeypatch.setitem(sys.modules, "pufferlib", puffer_stand_in)
    monkeypatch.delitem(sys.modules, "heliodor.envs.pufferlib", raising=False)
    return importlib.import_module("heliodor.envs.pufferlib")


def test_it_steps_as_the_vector_environment_does(pufferlib: Any) -> None:
    envs = vector.make("luz", num_envs=4, players=3)
    puffer = pufferlib.make("luz", num_envs=4, players=3)
    observations, _ = envs.reset(seed=9)
    buffer, infos = puffer.reset(envs.matches._seed)
    assert infos == []
    for _ in range(140):
        assert np.array_equal(buffer, np.hstack([observations["observation"], observations["action_mask"]]))
        assert np.array_equal(puffer.mask, observations["action_mask"])
        assert np.array_equal(puffer.to_act, envs.matches.to_act)
        actions = envs.sample_actions()
        observations, rewards, terminations, _, _ = envs.step(actions)
        buffer, gained, terminals, truncations, _ = puffer.step(actions.astype(np.int32))
        assert np.array_equal(gained, rewards)
        assert np.array_equal(terminals, terminations)
        assert not truncations.any()
    puffer.close()


def test_it_writes_into_the_buffers_of_a_larger_vector(pufferlib: Any) -> None:
    one = pufferlib.make("nizam", num_envs=2, players=2)
    rows = np.zeros((6, *one.single_observation_space.shape), np.int8)
    buffers = {"observations": rows[2:4], "rewards": np.zeros(6, np.float32)[2:4]}
    buffers |= {name: np.zeros(6, np.bool_)[2:4] for name in ("terminals", "truncations", "masks")}
    other = pufferlib.make("nizam", num_envs=2, players=2, buf={**buffers, "actions": np.zeros(2, np.int32)})
    one.reset(3)
    other.reset(3)
    assert np.array_equal(rows[2:4], one.observations)
    assert not rows[:2].any() and not rows[4:].any()


def test_a_missing_pufferlib_is_named_with_the_command_that_installs_it() -> None:
    code = "import sys; sys.modules['pufferlib'] = None; import heliodor.envs.pufferlib"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "needs PufferLib, which is not installed; NO_TRAIN=1 pip install" in done.stderr
