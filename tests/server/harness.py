"""Servers for the tests: in this process on a real socket, or as separate processes that can be killed."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import random
import socket
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

import msgspec
import uvicorn

from heliodor.client import Client, LiveTable
from heliodor.protocol.settings import SeatPlan, TableSettings
from heliodor.protocol.tables import TableInfo
from heliodor.server.app import make_app
from heliodor.server.config import Config
from heliodor.server.run import _uvicorn_options
from heliodor.server.site import Site, wall_clock
from tests.services import free_port

KINDS = "RCTEQSAX"


# How long a test waits for an event. It is long, because a slow machine is not a failure; the event ends the wait.
MOST_SECONDS = 120.0


def run(test: Coroutine[Any, Any, None], seconds: float = 5 * MOST_SECONDS) -> None:
    """Run a test to its end; one that hangs fails."""
    asyncio.run(asyncio.wait_for(test, seconds))


class Served:
    """A server that runs in this process."""

    def __init__(self, url: str, site: Site) -> None:
        self.url = url
        self.site = site


@contextlib.asynccontextmanager
async def serving(database: str, now: Callable[[], int] = wall_clock, **config: Any) -> AsyncIterator[Served]:
    """Serve on a free port; bots answer at once and nothing is limited, unless the test says otherwise."""
    settings = {"bot_pace": 0.0, "limits": False, **config}
    app = make_app(Config(database=database, **settings), now)
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    options = {**_uvicorn_options("127.0.0.1", 0), "loop": "asyncio", "timeout_graceful_shutdown": 1}
    server = uvicorn.Server(uvicorn.Config(app, **options))
    task = asyncio.create_task(server._serve([listening]))
    try:
        while not server.started:
            if task.done():
                task.result()
            await asyncio.sleep(0.01)
        yield Served(f"http://127.0.0.1:{listening.getsockname()[1]}", app.state.site)
    finally:
        server.should_exit = True
        await task
        listening.close()


# --- Processes that can be killed ---------------------------------------------------------------------------------

_processes = multiprocessing.get_context("forkserver")
_processes.set_forkserver_preload(["tests.server.preload"])  # So that a restart takes no second.


class ServerProcess:
    """A separate server process; `kill` gives it no chance to shut down cleanly."""

    def __init__(self, database: str, port: int | None = None, **config: Any) -> None:
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        settings = {"bot_pace": 0.0, "limits": False, **config}
        self._config = msgspec.json.encode(Config(database=database, log_level="error", **settings))
        self.process = self._start()

    def _start(self) -> Any:
        process = _processes.Process(target=run_server, args=(self._config, self.port), daemon=True)
        process.start()
        return process

    def kill(self) -> None:
        self.process.kill()
        self.process.join()

    def stop(self) -> None:
        self.process.terminate()
        self.process.join(20)
        assert self.process.exitcode is not None, "the server did not stop"

    def restart(self) -> None:
        self.process = self._start()

    async def ready(self) -> None:
        end = time.monotonic() + MOST_SECONDS
        while True:
            try:
                await Client(self.url).get("/readyz", dict)
                return
            except OSError:
                assert time.monotonic() < end, "the server does not start"
                await asyncio.sleep(0.02)


def run_server(config: bytes, port: int) -> None:
    from heliodor.server.run import serve

    serve(msgspec.json.decode(config, type=Config), "127.0.0.1", port)


# --- Time -----------------------------------------------------------------------------------------------------------


class Time:
    """A clock that moves only when the test moves it."""

    def __init__(self) -> None:
        self.now = 1_700_000_000_000

    def __call__(self) -> int:
        return self.now


async def until(condition: Callable[[], bool]) -> None:
    """Wait until a condition holds, without asking the server."""
    end = time.monotonic() + MOST_SECONDS
    while not condition():
        assert time.monotonic() < end
        await asyncio.sleep(0.005)


# --- Players --------------------------------------------------------------------------------------------------------


def choose(view: Any, chance: random.Random) -> str:
    """Return a legal action, with the payment filled in."""
    action = str(chance.choice(view["legal"]))
    if action.endswith("???"):
        cards = chance.sample(view["hands"][view["seat"]], 3)
        action = action[:-3] + "".join(sorted(cards, key=KINDS.index))
    return action


async def play_on(table: LiveTable, chance: random.Random, most: int | None = None) -> None:
    """Play legal actions whenever it is the seat's turn, to the end of the match or up to a number of actions."""
    played = 0
    while (most is None or played < most) and await table.my_turn():
        await table.act([choose(table.view, chance)])
        played += 1


async def cut(table: LiveTable) -> None:
    """Cut the socket of a player, as a lost line does."""
    assert table._reader is not None and table._socket is not None
    table._reader.cancel()
    table._socket.transport.abort()


async def table_of(
    people: list[Client],
    game: str,
    seats: list[SeatPlan],
    settings: TableSettings | None = None,
    start: bool = True,
    **options: Any,
) -> TableInfo:
    """Make a table, let the others sit down, and start."""
    info = await people[0].create_table(game, seats, settings, **options)
    for person in people[1:]:
        await person.join(info.id, info.join_token)
    return await people[0].start(info.id) if start else info


def quick_options(game: str) -> dict[str, Any]:
    """Return options with which random players finish soon."""
    return {"stall_limit": 10} if game == "pearl" else {}
