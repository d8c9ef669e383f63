"""The training files of examples/: MCCFR comes nearer to an equilibrium; PPO writes weights that its bot can play."""

from __future__ import annotations

import csv
import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pyspiel
import pytest

from heliodor.bots import get_bot
from heliodor.envs import openspiel
from heliodor.games import get_game
from heliodor.simulate import simulate
from tests import pebbles

EXAMPLES = Path(__file__).parents[2] / "examples"

pytestmark = pytest.mark.jit


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / name / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_mccfr_comes_nearer_to_an_equilibrium(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pebbles.use(tmp_path, monkeypatch)
    openspiel.register("pebbles")
    game = pyspiel.load_game("heliodor_pebbles(players=2,pebbles=6,limit=15,deals=1)")
    rows = load("mccfr").solve(game, 100, 1)
    assert [row[0] for row in rows] == [10, 30, 100]
    assert rows[-1][2] < rows[0][2] / 2


@pytest.mark.nightly  # JAX takes 360 MB, and is not part of what `make test` installs.
def test_advantages_look_from_one_action_of_a_seat_to_its_next() -> None:
    ppo = load("ppo")
    to_act = np.array([[0], [1], [0], [1]])
    values = np.array([[0.5], [0.25], [0.75], [0.0]], np.float32)
    rewards, done = np.zeros((4, 1, 2)), np.zeros((4, 1), np.bool_)
    rewards[1, 0] = (1, -1)  # Seat 1 loses a point that seat 0 gets between its two actions.
    rewards[3, 0], done[3] = (2, -2), True
    found = ppo.find_advantages(to_act, rewards, done, values, np.array([0]), np.array([9.0]), 1.0, 0.0)
    # Seat 0: 1 + 0.75 − 0.5, then 2 − 0.75. Seat 1: −1 + 0 − 0.25, then −2. What comes after the end does not count.
    assert found[:, 0].tolist() == pytest.approx([1.25, -1.25, 1.25, -2.0])


@pytest.mark.nightly
def test_rewards_add_up_to_zero() -> None:
    ppo = load("ppo")
    totals = np.array([[3.0, 0.0, 0.0], [1.0, 1.0, 0.0]])
    earned = ppo.shaped(totals, np.array([[2.0, 0, 0], [0, 0, 0]]), np.array([False, True]), 0.5)
    assert earned.sum(1).tolist() == pytest.approx([0, 0])
    assert earned[0].tolist() == pytest.approx([1, -0.5, -0.5])
    assert earned[1].tolist() == pytest.approx([0.25, 0.25, -0.5])
    assert totals.tolist() == [[5, 0, 0], [0, 0, 0]]


@pytest.mark.nightly
def test_ppo_trains_and_its_bot_plays_what_the_network_says(tmp_path: Path) -> None:
    out = tmp_path / "weights.npz"
    short = ["--minutes", "0.02", "--cores", "1", "--envs", "64", "--steps", "8", "--batch", "256", "--checks", "1"]
    command = [sys.executable, str(EXAMPLES / "ppo" / "ppo.py"), "nizam", *short, "--out", str(out)]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, "JAX_PLATFORMS": "cpu"}
    )
    assert done.returncode == 0, done.stderr
    with open(out.with_suffix(".csv"), newline="", encoding="utf-8") as file:
        assert len(list(csv.DictReader(file))) == 2
    game, ppo = get_game("nizam"), load("ppo")
    arrays: dict[str, Any] = dict(np.load(out))
    bot = get_bot(f"ppo:{out}", game)
    rng = np.random.default_rng(1)
    numbers = rng.integers(0, 3, (5, game.encoding.SIZE)).astype(np.int8)
    mask = np.ones((5, game.num_actions), np.int8)
    mask[:, 3] = 0
    logits, value = ppo.network(arrays, arrays, numbers, mask)
    assert logits.shape == mask.shape and value.shape == (5,)
    assert (np.asarray(logits)[:, 3] == ppo.ILLEGAL).all()
    for row, expected in zip(numbers, np.asarray(logits), strict=True):
        own = bot._logits(row.astype(np.float32) * arrays["scale"])  # type: ignore[attr-defined]
        assert np.delete(own, 3) == pytest.approx(np.delete(expected, 3), rel=1e-3, abs=1e-3)
    simulate(game, game.check_options({"players": 2}), 2, 1, threads=1, bots=(f"ppo:{out}", "random"))
