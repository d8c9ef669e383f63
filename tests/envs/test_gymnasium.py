"""Gymnasium's own checks pass, and bots play the other seats."""

from __future__ import annotations

import multiprocessing
import pickle
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import heliodor.envs
from heliodor import BadOption
from heliodor.envs.gymnasium import env_id, register_all
from heliodor.games import GAME_IDS, get_game
from tests import pebbles

from .games import ALL, short


@pytest.mark.parametrize(("game_id", "players"), ALL)
def test_the_env_checker_of_gymnasium_passes(game_id: str, players: int) -> None:
    env = gymnasium.make(env_id(game_id), players=players, seat=players - 1, **short(game_id))
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*render.*")  # It cannot make a second one without its name.
        check_env(env.unwrapped, skip_render_check=True)
    env.close()


def test_every_game_and_version_is_registered() -> None:
    assert heliodor.envs
    for game_id in GAME_IDS:
        for version in get_game(game_id).history:
            assert f"heliodor/{game_id}-v{version}" in gymnasium.registry


def test_a_game_of_a_package_is_registered_and_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pebbles.use(tmp_path, monkeypatch)
    monkeypatch.setattr(gymnasium.envs.registration, "registry", dict(gymnasium.registry))
    register_all()
    check_env(gymnasium.make("heliodor/pebbles-v1", players=3).unwrapped, skip_render_check=True)


def test_the_name_alone_is_enough_if_it_says_what_to_import() -> None:
    code = "import gymnasium; print(gymnasium.make('heliodor.envs:heliodor/luz-v1', players=3).reset(seed=1)[1])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "{'illegal_action': False}"


def first_legal(observation: Any) -> int:
    return int(np.flatnonzero(observation["action_mask"])[0])


def play(env: Any, seed: int) -> list[Any]:
    """Play a match with the first legal action; return rewards and observations."""
    observation, _ = env.reset(seed=seed)
    played: list[Any] = [observation["observation"].tobytes()]
    terminated = False
    while not terminated:
        observation, reward, terminated, _, info = env.step(first_legal(observation))
        assert not info["illegal_action"]
        played += [reward, observation["observation"].tobytes()]
    return played


def test_the_same_seed_gives_the_same_match_against_bots_that_search() -> None:
    made = [gymnasium.make("heliodor/luz-v1", players=3, seat=1, bots=["casual", "greedy"]) for _ in range(2)]
    assert play(made[0], 5) == play(made[1], 5)
    assert play(made[0], 6) != play(made[1], 5)


def test_an_illegal_action_ends_the_episode_with_a_penalty_and_a_flag() -> None:
    env = gymnasium.make("heliodor/nizam-v1", players=2, bots="greedy")
    env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(1)
    assert (reward, terminated, truncated, info["illegal_action"]) == (-1.0, True, False, True)


def test_alone_every_step_is_rewarded_by_its_points() -> None:
    env = gymnasium.make("heliodor/nizam-v1", players=1)
    rewards = play(env, 2)[1::2]
    assert sum(rewards) == env.unwrapped.table.game.scores(env.unwrapped.table.states, 0)[0]


def test_the_seat_can_be_drawn() -> None:
    env = gymnasium.make("heliodor/luz-v1", players=3, render_mode="ansi")
    env.reset(seed=1)
    assert "player 0" in env.render()


def _played_elsewhere(pickled: bytes, results: Any) -> None:
    results.put(play(pickle.loads(pickled), 4))


def test_an_environment_moves_between_processes_as_a_pickle() -> None:
    env = gymnasium.make("heliodor/nizam-v1", players=2, bots="random").unwrapped
    context = multiprocessing.get_context("spawn")
    results = context.Queue()
    process = context.Process(target=_played_elsewhere, args=(pickle.dumps(env), results))
    process.start()
    assert results.get() == play(env, 4)
    process.join()


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"seat": 3}, "there is no seat 3; the seats are 0 to 2"),
        ({"bots": ["random"]}, "2 bots are needed, one for each other seat, not 1"),
        ({"bots": "wizard"}, "there is no bot 'wizard'"),
        ({"render_mode": "rgb_array"}, "there is no render mode 'rgb_array'"),
    ],
)
def test_a_wrong_setting_is_refused_in_one_sentence(settings: Any, sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        heliodor.envs.gymnasium.SeatEnv("luz", 3, **settings)


@pytest.mark.parametrize(
    ("module", "package", "command"),
    [
        ("pettingzoo", "pettingzoo", "pip install 'heliodor[pettingzoo]'"),
        ("gymnasium", "gymnasium", "pip install 'heliodor[gymnasium]'"),
        ("vector", "gymnasium", "pip install 'heliodor[gymnasium]'"),
    ],
)
def test_a_missing_package_is_named_with_the_command_that_installs_it(module: str, package: str, command: str) -> None:
    code = (
        "import sys, importlib, importlib.util\n"
        f"sys.modules[{package!r}] = None\n"
        "importlib.util.find_spec = lambda name: None\n"
        f"importlib.import_module('heliodor.envs.{module}')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("heliodor.envs.extras.MissingExtra: this environment needs ")
    assert last.endswith(f"which is not installed; {command} installs it")
