"""A server whose games are not compiled yet: it answers at once, says how long it takes, and opens tables then."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from heliodor.client import ME, Client, bot
from heliodor.core import jit
from heliodor.core.code_files import sole_compiler
from heliodor.games import GAME_IDS, get_game
from heliodor.protocol.http import Games, Health
from heliodor.warm import warm_all
from tests import pebbles
from tests.cli.test_serve import start, stop
from tests.server.harness import MOST_SECONDS, play_on, table_of
from tests.services import free_port

pytestmark = [pytest.mark.jit, pytest.mark.cache]

START_CPU_SECONDS = 3.0


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a cache that lacks some code of Nizam."""
    warm_all()
    folder = tmp_path / "cache"
    for origin in list(jit._origins.values()):
        name = origin.file.parent.name
        if origin.file.is_file() and not (name.startswith("nizam-") and origin.file.name.startswith("hide-")):
            (folder / name).mkdir(parents=True, exist_ok=True)
            shutil.copy(origin.file, folder / name)
    monkeypatch.setenv("HELIODOR_CACHE_DIR", str(folder))
    return folder


class Server:
    def __init__(self, tmp_path: Path) -> None:
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        self.log = tmp_path / "log"
        self.process = start("serve", "--port", port, "--log-level", "warning", data=tmp_path / "data", log=self.log)

    async def answers(self) -> Client:
        """Wait until the server answers; return somebody who has arrived there."""
        end = time.monotonic() + MOST_SECONDS
        while True:
            try:
                await Client(self.url).get("/healthz", Health)
                return await Client.arrive(self.url)
            except OSError:
                assert self.process.poll() is None and time.monotonic() < end
                await asyncio.sleep(0.05)

    @property
    def cpu_seconds(self) -> float:
        """CPU time of the server itself, without its children."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(") ")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    async def child(self) -> int:
        """Wait for a child process and return its id."""
        file = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        end = time.monotonic() + MOST_SECONDS
        while not (children := file.read_text().split()):
            assert time.monotonic() < end
            await asyncio.sleep(0.02)
        return int(children[0])


@contextmanager
def serving(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    try:
        yield server
    finally:
        stop(server.process)


async def preparing(person: Client) -> dict[str, int | None]:
    return {game.id: game.preparing for game in (await person.get("/api/games", Games)).games}


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_the_server_answers_while_a_game_is_compiled_and_its_table_opens_by_itself(tmp_path: Path, cache: Path) -> None:
    async def main(server: Server) -> None:
        with sole_compiler("nizam"):  # The server's child waits for this.
            person = await server.answers()
            assert server.cpu_seconds < START_CPU_SECONDS
            await server.child()
            seconds = await preparing(person)
            assert seconds.pop("nizam") in range(5, 60, 5)
            assert set(seconds.values()) == {None}
            opening = asyncio.create_task(table_of([person], "nizam", [ME, bot("novice")]))
            # Others are served meanwhile.
            info = await table_of([person], "luz", [ME, bot("novice"), bot("novice")])
            async with person.open(info.id) as table:
                await play_on(table, random.Random(1), 2)
            assert not opening.done()
        info = await asyncio.wait_for(opening, MOST_SECONDS)
        async with person.open(info.id) as table:
            await play_on(table, random.Random(1), 2)
        assert set((await preparing(person)).values()) == {None}
        assert server.log.read_bytes() == b""

    with serving(tmp_path) as server:
        asyncio.run(main(server))
    assert list(cache.glob("nizam-*/hide-*.code"))


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_compiler_that_is_killed_is_started_again(tmp_path: Path, cache: Path) -> None:
    async def main(server: Server) -> None:
        with sole_compiler("nizam"):
            person = await server.answers()
            os.kill(await server.child(), signal.SIGKILL)
            opening = asyncio.create_task(table_of([person], "nizam", [ME, bot("novice")]))
        assert (await asyncio.wait_for(opening, MOST_SECONDS)).status == "playing"

    with serving(tmp_path) as server:
        asyncio.run(main(server))
    (line,) = server.log.read_text().splitlines()
    assert "the compiler of Nizam ended early: signal 9" in line


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_unfinished_matches_do_not_hold_the_server_back(tmp_path: Path, cache: Path) -> None:
    async def begin(server: Server) -> tuple[Client, str]:
        person = await server.answers()
        return person, (await table_of([person], "nizam", [ME, bot("novice")])).id

    async def go_on(server: Server, person: Client, table_id: str) -> None:
        with sole_compiler("nizam"):
            await server.answers()
            person.url = server.url
            assert (await preparing(person))["nizam"] is not None
        async with person.open(table_id) as table:
            await play_on(table, random.Random(1), 2)

    with serving(tmp_path) as server:
        person, table_id = asyncio.run(begin(server))
    (file,) = cache.glob("nizam-*/hide-*.code")
    file.unlink()
    with serving(tmp_path) as server:
        asyncio.run(go_on(server, person, table_id))


PREPARE = """
import asyncio
from heliodor.core.folders import cache_root
from heliodor.core import jit
from heliodor.games import get_game
from heliodor.warm import Preparation

async def main():
    preparation, game = Preparation(("play",)), get_game("pebbles")
    await preparation.ready(game)
    print(preparation.seconds_left(game), sum(origin.is_new for origin in jit._origins.values()), cache_root().exists())
    await preparation.close()
    print(cache_root().exists())

asyncio.run(main())
"""


def test_a_cache_that_cannot_be_written_costs_one_warning(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    environment = pebbles.environment(tmp_path / "packages")
    environment["HELIODOR_CACHE_DIR"] = str(tmp_path / "file" / "cache")
    done = subprocess.run([sys.executable, "-c", PREPARE], env=environment, capture_output=True, text=True, check=False)
    assert done.stdout == "None 0 True\nFalse\n", done.stderr
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"compiled code cannot be stored in {tmp_path / 'file' / 'cache'}")


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_all_games_become_ready_with_an_empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HELIODOR_CACHE_DIR", str(tmp_path / "cache"))

    async def main(server: Server) -> None:
        person = await server.answers()
        assert server.cpu_seconds < START_CPU_SECONDS
        for game_id in reversed(GAME_IDS):
            seats = [ME, *[bot("skilled")] * max(1, get_game(game_id).min_players - 1)]
            info = await table_of([person], game_id, seats)
            async with person.open(info.id) as table:
                await play_on(table, random.Random(1), 3)
        assert set((await preparing(person)).values()) == {None}

    with serving(tmp_path) as server:
        asyncio.run(main(server))
    assert server.log.read_bytes() == b""
