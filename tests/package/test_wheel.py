"""A wheel with compiled rules in a fresh environment: nothing is compiled there, and it plays as everywhere."""

from __future__ import annotations

import asyncio
import json
import os
import platform
import random
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import pytest

from heliodor.client import ME, Client, bot
from heliodor.core import jit
from heliodor.core.code_files import BASELINES
from heliodor.core.folders import cache_root
from heliodor.games import GAME_IDS, get_game
from heliodor.warm import warm_all
from tests.cli.test_serve import ready, stop
from tests.server.harness import play_on
from tests.services import free_port

ROOT = Path(__file__).parent.parent.parent
ON_LINUX = sys.platform == "linux" and platform.machine() == "x86_64"
pytestmark = [pytest.mark.jit, pytest.mark.cache]

# Hashes of random matches of every game, and what bots decide on the way; then how much was compiled for it.
DIGEST = """
import hashlib, json, sys
import numpy as np
import heliodor
from heliodor.bots import get_bot
from heliodor.core import jit
hashes = {}
for game in map(heliodor.get_game, heliodor.GAME_IDS):
    template = game.new_states(1, game.check_options({"players": game.max_players}))
    states, lengths = np.zeros(200, game.dtype), np.zeros(200, np.int64)
    game.kernels.simulate_random(states, template, 1, 0, lengths)
    match = heliodor.new_match(game.id, game.min_players, seed=1)
    bot, chosen = get_bot("skilled", game), []
    for _ in range(12):
        hidden, gen = match.hidden_states(match.to_act), np.ones(1, np.uint64)
        chosen.append([int(step) for step in bot.choose(hidden, 0, game.kernels.legal_actions(hidden, 0), gen)])
        match.act(match.legal()[0])
    hashes[game.id] = [hashlib.sha256(states.tobytes()).hexdigest(), int(lengths.sum()), chosen]
origins = jit._origins.values()
compiled = [f"{origin.function.__qualname__}" for origin in origins if origin.is_new]
shipped = sorted({origin.file.parent.name.partition("x86")[2] for origin in origins})
print(json.dumps({"where": heliodor.__file__, "hashes": hashes, "compiled": compiled, "shipped": shipped}))
"""


def native_code(folder: Path) -> Path:
    """Fill a folder with the code for this processor, named as if it were for a baseline; return the folder."""
    warm_all()
    for file in {origin.file for origin in jit._origins.values() if origin.file.parent.parent == cache_root()}:
        named = folder / f"{file.parent.name.removesuffix(jit._processor())}x86-64-v2"
        named.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, named)
    return folder


def baseline_code(folder: Path) -> Path:
    """Fill a folder with the code for all baselines, as `make wheel` does; return the folder."""
    for baseline in BASELINES:
        only = {"NUMBA_CPU_NAME": baseline, "NUMBA_CPU_FEATURES": "", "HELIODOR_CACHE_DIR": str(folder)}
        subprocess.run([sys.executable, "-m", "heliodor", "warm"], env=os.environ | only, check=True)
    return folder


class Installed:
    """A new environment with the wheel in it; what the wheel depends on is that of this one."""

    def __init__(self, folder: Path, code: Path) -> None:
        wheels = folder / "wheels"
        build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", wheels, ROOT]
        subprocess.run(build, env=os.environ | {"HELIODOR_COMPILED": str(code)}, check=True)
        (self.wheel,) = wheels.iterdir()
        self.bin = folder / "venv" / "bin"
        self.cache = folder / "cache"
        self._data = folder / "data"
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
        pip = [sys.executable, "-m", "pip", "--python", self.bin / "python", "install", "--quiet", "--no-deps"]
        subprocess.run([*pip, self.wheel], check=True)
        (self.packages,) = (folder / "venv" / "lib").glob("python*/site-packages")
        (self.packages / "others.pth").write_text(sysconfig.get_path("purelib"))

    @property
    def environment(self) -> dict[str, str]:
        hidden = ("PYTHONPATH", "NUMBA_CPU_NAME")
        kept = {name: value for name, value in os.environ.items() if name not in hidden}
        return kept | {"HELIODOR_CACHE_DIR": str(self.cache), "HELIODOR_DATA_DIR": str(self._data)}

    def digest(self) -> Any:
        command = [self.bin / "python", "-c", DIGEST]
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        return json.loads(done.stdout)

    def serve(self, port: int) -> subprocess.Popen[bytes]:
        command = [self.bin / "heliodor", "serve", "--port", str(port), "--log-level", "warning"]
        return subprocess.Popen(command, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def compiled_files(self) -> list[Path]:
        return [path for path in self.cache.rglob("*") if path.is_file()]


async def play_every_game(url: str) -> None:
    person = await Client.arrive(url, "Olha")
    for game in map(get_game, GAME_IDS):
        info = await person.create_table(game.id, [ME, *[bot("skilled")] * (game.min_players - 1 or 1)])
        await person.start(info.id)
        async with person.open(info.id) as table:
            await play_on(table, random.Random(1), 3)


def natively() -> Any:
    done = subprocess.run([sys.executable, "-c", DIGEST], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def check_wheel(installed: Installed) -> None:
    digest = installed.digest()
    assert Path(digest["where"]).is_relative_to(installed.packages)
    assert digest["compiled"] == []
    assert digest["hashes"] == natively()["hashes"]

    port = free_port()
    server = installed.serve(port)
    try:
        asyncio.run(ready(f"http://127.0.0.1:{port}", server))
        asyncio.run(play_every_game(f"http://127.0.0.1:{port}"))
    finally:
        _code, _out, err = stop(server)
    assert err == b""
    assert installed.compiled_files() == []


@pytest.mark.skipif(not ON_LINUX, reason="the wheel with compiled rules is for Linux on x86")
def test_an_installed_wheel_plays_every_game_and_compiles_nothing(tmp_path: Path) -> None:
    installed = Installed(tmp_path, native_code(tmp_path / "code"))
    assert installed.wheel.name.endswith("-py3-none-manylinux_2_17_x86_64.whl")
    check_wheel(installed)

    # One damaged file costs one compilation, and nobody notices.
    (file,) = installed.packages.glob("heliodor/compiled/nizam-*/set_up-*.code")
    file.write_bytes(file.read_bytes()[:-1])
    digest = installed.digest()
    assert digest["compiled"] == ["nizam.set_up"]
    assert digest["hashes"] == natively()["hashes"]
    assert len(installed.compiled_files()) == 1


@pytest.mark.nightly
@pytest.mark.skipif(not ON_LINUX, reason="the wheel with compiled rules is for Linux on x86")
def test_the_wheel_for_both_baselines_is_small_and_plays_alike(tmp_path: Path) -> None:
    installed = Installed(tmp_path, baseline_code(tmp_path / "code"))
    assert installed.wheel.stat().st_size < 12_000_000
    check_wheel(installed)
    assert installed.digest()["shipped"] == ["-64-v3" if BASELINES["x86-64-v3"] <= jit.host_features() else "-64-v2"]
    # As on an older processor.
    for folder in installed.packages.glob("heliodor/compiled/*-x86-64-v3"):
        shutil.rmtree(folder)
    digest = installed.digest()
    assert (digest["compiled"], digest["shipped"]) == ([], ["-64-v2"])
    assert digest["hashes"] == natively()["hashes"]
