"""PettingZoo's own tests pass for every game and number of players."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.test.performance_benchmark import performance_benchmark

from heliodor import BadOption, IllegalAction
from heliodor.envs import pettingzoo
from tests import pebbles

from .games import ALL, short


@pytest.fixture(autouse=True)
def with_the_warnings_of_the_api_test() -> Iterator[None]:
    """PettingZoo warns about every observation that is a dict, unless it knows the environment's name."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        warnings.filterwarnings("ignore", message="Observation space for each agent probably should be")
        yield


@pytest.mark.parametrize("mask_in", ["observation", "info"])
@pytest.mark.parametrize(("game_id", "players"), ALL)
def test_the_api_test_of_pettingzoo_passes(game_id: str, players: int, mask_in: str) -> None:
    api_test(pettingzoo.env(game_id, players=players, mask_in=mask_in, **short(game_id)), num_cycles=60)


@pytest.mark.parametrize(("game_id", "players"), ALL)
def test_the_seed_test_of_pettingzoo_passes(game_id: str, players: int) -> None:
    seed_test(lambda: pettingzoo.env(game_id, players=players, **short(game_id)), num_cycles=30)


@pytest.mark.parametrize(("game_id", "players"), ALL)
def test_the_render_test_of_pettingzoo_passes(game_id: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(
        lambda render_mode=None: pettingzoo.env(game_id, players=players, render_mode=render_mode),
        custom_tests={"ansi": lambda drawing: isinstance(drawing, str) and len(drawing) > 100},
    )


def test_a_game_of_a_package_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pebbles.use(tmp_path, monkeypatch)
    for players in (2, 4):
        api_test(pettingzoo.env("pebbles", players=players), num_cycles=60)


@pytest.mark.parametrize(("game_id", "players"), ALL)
def test_the_benchmark_of_pettingzoo_runs(
    game_id: str, players: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    moments = iter(range(10**6))
    monkeypatch.setattr("time.time", lambda: next(moments) / 10)
    performance_benchmark(pettingzoo.env(game_id, players=players))
    assert "turns per second" in capsys.readouterr().out


def play(env: Any, seed: int) -> list[tuple[str, float, int]]:
    """Play a match, each agent with its last legal action; return agents, rewards and actions."""
    env.reset(seed=seed)
    played = []
    for agent in env.agent_iter():
        observation, reward, termination, _, _ = env.last()
        action = None if termination else int(np.flatnonzero(observation["action_mask"])[-1])
        played.append((agent, reward, action))
        env.step(action)
    return played


def test_rewards_come_at_the_end_and_add_up_to_nothing() -> None:
    played = play(pettingzoo.env("luz", players=4), 3)
    assert [reward for _, reward, action in played if action is not None] == [0.0] * (len(played) - 4)
    assert sum(reward for _, reward, _ in played) == pytest.approx(0)
    assert max(reward for _, reward, _ in played) > 0


def test_an_illegal_action_raises_or_ends_the_match() -> None:
    raw = pettingzoo.raw_env("nizam", players=2)
    raw.reset(seed=1)
    for wrong in (1, 40, -1):
        with pytest.raises(IllegalAction, match=f"action {wrong} is not legal for player_"):
            raw.step(wrong)
    env = pettingzoo.env("nizam", players=2)
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(1)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards[agent] == -1


def test_an_environment_moves_between_processes_as_a_pickle() -> None:
    raw = pettingzoo.raw_env("luz", players=3)
    raw.reset(seed=5)
    raw.step(0)
    twin = pickle.loads(pickle.dumps(raw))
    assert twin.agent_selection == raw.agent_selection
    assert np.array_equal(twin.observe("player_1")["observation"], raw.observe("player_1")["observation"])
    for each in (raw, twin):
        each.step(2)
    assert twin.table.states.tobytes() == raw.table.states.tobytes()


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"render_mode": "rgb_array"}, "there is no render mode 'rgb_array'; the modes are ansi and human"),
        ({"mask_in": "pocket"}, "mask_in is observation or info, not 'pocket'"),
        ({"dtype": "float64"}, "there is no dtype 'float64' for observations; use int8 or float32"),
        ({"version": 9}, "Luz has no version 9"),
        ({"colour": "red"}, "Luz has no option 'colour'"),
    ],
)
def test_a_wrong_setting_is_refused_in_one_sentence(settings: Any, sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        pettingzoo.raw_env("luz", players=3, **settings)
