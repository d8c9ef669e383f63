"""Load on one server process: how many tables it holds, how many actions it saves, and what that takes.

`make bench-server` runs all of it. The server is a process of its own, pinned to one core; the players are
in this process, on another. Every table has four connected seats; an action counts when it is acknowledged, which
means that it is committed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection, connect

from heliodor.client import ME, OPEN, Client
from heliodor.protocol import messages, requests
from heliodor.protocol.changes import apply_changes
from heliodor.server.config import Config

CORES = os.cpu_count() or 1
GAME, SEATS = "nizam", 4
KINDS = "RCTEQSAX"
PROCESS = """
import sys, msgspec
from heliodor.server.config import Config
from heliodor.server.run import serve
serve(msgspec.json.decode(sys.argv[1], type=Config), "127.0.0.1", int(sys.argv[2]), log_level="error")
"""

decode = msgspec.json.Decoder(messages.Message).decode
encode = msgspec.json.Encoder().encode


class Server:
    """A server process on a core of its own."""

    def __init__(self, database: str, port: int) -> None:
        self.database, self.port = database, port
        self.url = f"http://127.0.0.1:{port}"
        config = Config(database=database, limits=False, bot_pace=0.0)
        command = [sys.executable, "-c", PROCESS, msgspec.json.encode(config).decode(), str(port)]
        if CORES > 1:
            command = ["taskset", "-c", str(CORES - 1), *command]
        self.process = subprocess.Popen(command)

    async def wait(self) -> None:
        while True:
            try:
                await Client(self.url).get("/readyz", dict)
                return
            except OSError:
                await asyncio.sleep(0.05)

    def cpu_seconds(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Return the private memory of the process, in bytes."""
        text = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        return 1024 * sum(int(line.split()[1]) for line in text.splitlines() if line.startswith("Private_"))

    def end(self) -> None:
        self.process.terminate()
        self.process.wait()


class Player:
    """One connected seat, as light as can be: this process must not be the bottleneck."""

    def __init__(self, table: Table, seat: int, socket: ClientConnection) -> None:
        self.table, self.seat, self.socket = table, seat, socket
        self.view: Any = None
        self.bytes = self.updates = self.ply = 0

    async def read(self) -> None:
        async for data in self.socket:
            message = decode(data)
            if isinstance(message, messages.Update):
                self.bytes += len(data)
                self.updates += 1
                apply_changes(self.view, message.changes)
                self.ply = message.ply
                self.table.told(message.ply)
            elif isinstance(message, messages.Snapshot):
                self.view = message.view
                self.ply = self.table.ply = message.ply
            elif isinstance(message, messages.Accepted):
                self.table.answered(None)
            elif isinstance(message, messages.Refused):
                self.table.answered(message.reason.key)


class Table:
    """A table whose four seats are played from here."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.id = ""
        self.ply = 0
        self.players: list[Player] = []
        self.turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.answer: asyncio.Future[str | None] | None = None
        self.latencies: list[float] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def open(self, people: list[Client], *, connect_seats: bool = True) -> None:
        info = await people[0].create_table(GAME, [ME, *[OPEN] * (SEATS - 1)])
        self.id = info.id
        for person in people[1:]:
            await person.join(info.id, info.join_token)
        await people[0].start(info.id)
        if connect_seats:
            await self.connect(people)

    async def connect(self, people: list[Client]) -> None:
        for seat, person in enumerate(people):
            headers = {"Cookie": person.cookie or ""}
            url = "ws" + self.url.removeprefix("http") + "/api/socket"
            socket = await connect(url, additional_headers=headers, compression=None, ping_interval=None, proxy=None)
            await socket.send(encode(requests.Open(table=self.id)).decode())
            player = Player(self, seat, socket)
            self.players.append(player)
            self.tasks.append(asyncio.create_task(player.read()))
        while any(player.view is None for player in self.players):
            await asyncio.sleep(0.01)

    def answered(self, refusal: str | None) -> None:
        if self.answer is not None and not self.answer.done():
            self.answer.set_result(refusal)

    def told(self, ply: int) -> None:
        if all(player.ply == ply for player in self.players) and not self.turn.done():
            self.ply = ply
            self.turn.set_result(None)

    async def act(self) -> None:
        """Play one action of the seat in turn, and wait until it is acknowledged and all seats have been told."""
        player = next(p for p in self.players if p.view["to_act"] == p.seat)
        self.answer = asyncio.get_running_loop().create_future()
        self.turn = asyncio.get_running_loop().create_future()
        request = requests.Act(request=f"{self.ply}", ply=self.ply, actions=[choose(player.view)])
        began = time.perf_counter()
        await player.socket.send(encode(request).decode())
        refusal = await self.answer
        self.latencies.append(time.perf_counter() - began)
        if refusal is not None:
            raise RuntimeError(f"refused: {refusal}")
        await self.turn

    @property
    def over(self) -> bool:
        return bool(self.players[0].view["over"])

    async def close(self) -> None:
        for player in self.players:
            await player.socket.close()
        await asyncio.gather(*self.tasks, return_exceptions=True)


def choose(view: Any) -> str:
    action = str(random.choice(view["legal"]))
    if action.endswith("???"):
        cards = random.sample(view["hands"][view["seat"]], 3)
        action = action[:-3] + "".join(sorted(cards, key=KINDS.index))
    return action


async def people_for(url: str, count: int) -> list[Client]:
    return [await Client.arrive(url, f"Player {number}") for number in range(count)]


# --- The figures ---------------------------------------------------------------------------------------------------


async def saturate(server: Server, tables: int, seconds: float) -> dict[str, float]:
    """Let every table play as fast as it can."""
    people = await people_for(server.url, SEATS)
    live = [Table(server.url) for _ in range(tables)]
    for table in live:
        await table.open(people)
    played = 0
    end = time.perf_counter() + seconds

    async def keep_playing(table: Table) -> None:
        nonlocal played
        while time.perf_counter() < end and not table.over:
            await table.act()
            played += 1

    cpu, began = server.cpu_seconds(), time.perf_counter()
    await asyncio.gather(*(keep_playing(table) for table in live))
    spent, cpu = time.perf_counter() - began, server.cpu_seconds() - cpu
    updates = sum(player.updates for table in live for player in table.players)
    sent = sum(player.bytes for table in live for player in table.players)
    latencies = sorted(latency for table in live for latency in table.latencies)
    for table in live:
        await table.close()
    return {
        "actions_per_second": played / spent,
        "server_cpu_microseconds_per_action": 1e6 * cpu / played,
        "server_core_busy": cpu / spent,
        "bytes_per_update": sent / updates,
        "p99_milliseconds": 1000 * latencies[int(0.99 * len(latencies))],
    }


async def hold(server: Server, tables: int, seconds: float) -> dict[str, float]:
    """Let every table play one action a second, spread evenly; measure the answers."""
    people = await people_for(server.url, SEATS)
    live = [Table(server.url) for _ in range(tables)]
    for start in range(0, tables, 10):
        await asyncio.gather(*(table.open(people) for table in live[start : start + 10]))
    begin = time.perf_counter() + 1.0
    late = 0

    async def keep_pace(number: int, table: Table) -> None:
        nonlocal late
        due = begin + number / tables
        while due < begin + seconds and not table.over:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            await table.act()
            due += 1.0
            late += time.perf_counter() > due

    cpu = server.cpu_seconds()
    await asyncio.gather(*(keep_pace(number, table) for number, table in enumerate(live)))
    cpu = server.cpu_seconds() - cpu
    latencies = sorted(latency for table in live for latency in table.latencies)
    for table in live:
        await table.close()
    return {
        "tables": tables,
        "actions": len(latencies),
        "p50_milliseconds": 1000 * statistics.median(latencies),
        "p99_milliseconds": 1000 * latencies[int(0.99 * len(latencies))],
        "late": late,
        "server_core_busy": cpu / seconds,
    }


async def remember(server: Server, tables: int, actions: int) -> dict[str, float]:
    """Measure the memory of live tables, without and with their four connections, and the restart."""
    people = await people_for(server.url, SEATS)
    warm = Table(server.url)
    await warm.open(people)
    await warm.close()
    before = server.memory()
    live = [Table(server.url) for _ in range(tables)]
    for start in range(0, tables, 10):
        await asyncio.gather(*(table.open(people) for table in live[start : start + 10]))
    for _ in range(actions):
        for start in range(0, tables, 50):
            await asyncio.gather(*(table.act() for table in live[start : start + 50] if not table.over))
    connected = server.memory()
    for table in live:
        await table.close()
    await asyncio.sleep(1.0)
    alone = server.memory()
    server.end()
    restarted = time.perf_counter()
    again = Server(server.database, server.port)
    try:
        await again.wait()
        ready = time.perf_counter() - restarted
        for start in range(0, tables, 50):
            await asyncio.gather(*(_touch(people[0], table) for table in live[start : start + 50]))
        playable = time.perf_counter() - restarted
    finally:
        again.end()
    return {
        "tables": tables,
        "kilobytes_per_table": (alone - before) / tables / 1000,
        "kilobytes_per_table_with_4_connections": (connected - before) / tables / 1000,
        "restart_seconds_to_ready": ready,
        "restart_seconds_to_all_playable": playable,
    }


async def _touch(person: Client, table: Table) -> None:
    async with person.open(table.id) as live:
        assert live.view is not None


# --- Putting it together --------------------------------------------------------------------------------------------


async def measure(what: str, database: str, port: int, args: argparse.Namespace) -> dict[str, float]:
    server = Server(database, port)
    try:
        await server.wait()
        if what == "saturate":
            return await saturate(server, 50, args.seconds)
        if what == "hold":
            return await hold(server, args.tables, args.seconds)
        return await remember(server, args.restart_tables, 10)
    finally:
        if server.process.poll() is None:
            server.end()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=("saturate", "hold", "remember"), action="append")
    parser.add_argument("--tables", type=int, default=800)
    parser.add_argument("--restart-tables", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--database", help="a PostgreSQL URL to measure as well")
    parser.add_argument("--port", type=int, default=8765)
    args = parser.parse_args()
    if CORES > 1:
        os.sched_setaffinity(0, set(range(CORES - 1)))
    report: dict[str, Any] = {"machine": f"{platform.machine()}, {CORES} cores, load {os.getloadavg()[0]:.1f}"}
    with tempfile.TemporaryDirectory() as folder:
        for number, what in enumerate(args.only or ("saturate", "hold", "remember")):
            url = f"sqlite:///{folder}/{what}.sqlite3"
            report[f"{what} (SQLite)"] = uvloop.run(measure(what, url, args.port + number, args))
        if args.database:
            report["saturate (PostgreSQL)"] = uvloop.run(measure("saturate", args.database, args.port + 9, args))
    print(json.dumps(report, indent=2, default=lambda value: round(value, 2)))


if __name__ == "__main__":
    main()
