"""Load on one server process: how many tables it holds, how many actions it saves, and at what cost.

`make bench-server` runs all of it. The server is a separate process, pinned to one core; the players are
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
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec
import uvloop

from heliodor.client import ME, OPEN, Client
from heliodor.protocol import requests
from heliodor.protocol.changes import apply_changes
from heliodor.server.config import Config

CORES = os.cpu_count() or 1
GAME, SEATS = "nizam", 4
KINDS = "RCTEQSAX"
PROCESS = """
import sys, msgspec
from heliodor.server.config import Config
from heliodor.server.run import serve
serve(msgspec.json.decode(sys.argv[1], type=Config), "127.0.0.1", int(sys.argv[2]))
"""

HANDSHAKE = (
    "GET /api/socket HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
)
TEXT, PING = 1, 9

json_decode = msgspec.json.Decoder().decode
encode = msgspec.json.Encoder().encode


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Server:
    """A server process on its own core."""

    def __init__(self, database: str, port: int) -> None:
        self.database, self.port = database, port
        self.url = f"http://127.0.0.1:{port}"
        config = Config(database=database, limits=False, bot_pace=0.0, log_level="error")
        command = [sys.executable, "-c", PROCESS, msgspec.json.encode(config).decode(), str(port)]
        if CORES > 1:
            command = ["taskset", "-c", str(CORES - 1), *command]
        self.process = subprocess.Popen(command)

    async def wait(self) -> None:
        while True:
            if self.process.poll() is not None:
                sys.exit("the server did not start")  # Otherwise another server at this port would be measured.
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


class Player(asyncio.Protocol):
    """One connected seat, as light as possible: this process must not be the bottleneck."""

    def __init__(self, table: Table, seat: int, cookie: str) -> None:
        self.table, self.seat, self.cookie = table, seat, cookie
        self.view: Any = None
        self.bytes = self.updates = self.ply = 0
        self._buffer = b""
        self._is_open = False
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.shown: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def connect(self) -> None:
        host, _, port = self.table.url.removeprefix("http://").partition(":")
        self.transport, _protocol = await asyncio.get_running_loop().create_connection(lambda: self, host, int(port))
        self.transport.write(HANDSHAKE.format(host=host, port=port, cookie=self.cookie).encode())
        await self._opened
        self.send(requests.Open(table=self.table.id))

    def send(self, request: Any) -> None:
        data = encode(request)
        size = bytes((0x80 | len(data),)) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
        self.transport.write(b"\x81" + size + bytes(4) + data)  # A mask of zeros changes nothing.

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._is_open:
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            assert b" 101 " in head, head
            self._is_open, self._buffer = True, rest
            self._opened.set_result(None)
        while (frame := next_frame(self._buffer)) is not None:
            opcode, message, self._buffer = frame
            if opcode == TEXT:
                self.take(message)
            elif opcode == PING:
                self.transport.write(b"\x8a\x80" + bytes(4))

    def connection_lost(self, error: Exception | None) -> None:
        if self in self.table.players:
            self.table.fail("a connection was lost")  # Otherwise everybody would wait forever.

    def take(self, data: bytes) -> None:
        message = json_decode(data)
        kind = message["type"]
        if kind == "update":
            self.bytes += len(data)
            self.updates += 1
            apply_changes(self.view, message["changes"])
            self.ply = message["ply"]
            self.table.told(self.ply)
        elif kind == "snapshot":
            self.view = message["view"]
            self.ply = self.table.ply = message["ply"]
            if not self.shown.done():
                self.shown.set_result(None)
        elif kind == "accepted" and not self.table.answer.done():
            self.table.answer.set_result(None)
        elif kind in ("refused", "failed"):
            self.table.fail(message["reason"]["key"])


def next_frame(data: bytes) -> tuple[int, bytes, bytes] | None:
    """Return opcode and payload of the first frame, and the rest of the data; None if the frame is incomplete."""
    if len(data) < 2:
        return None
    size, begin = data[1], 2
    if size >= 126:
        begin = 4 if size == 126 else 10
        size = int.from_bytes(data[2:begin], "big")
    end = begin + size
    return None if len(data) < end else (data[0] & 15, data[begin:end], data[end:])


class Table:
    """A table whose four seats are played from here."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.id = ""
        self.ply = 0
        self.players: list[Player] = []
        self.turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.failure = ""
        self.latencies: list[float] = []

    async def open(self, people: list[Client], *, connect_seats: bool = True) -> None:
        info = await people[0].create_table(GAME, [ME, *[OPEN] * (SEATS - 1)])
        self.id = info.id
        for person in people[1:]:
            await person.join(info.id, info.join_token)
        await people[0].start(info.id)
        if connect_seats:
            await self.connect(people)

    async def connect(self, people: list[Client]) -> None:
        """Connect people to the seats that are not connected yet, and wait until each has been shown the table."""
        coming = [Player(self, seat, person.cookie or "") for seat, person in enumerate(people, len(self.players))]
        self.players += coming
        for player in coming:
            await player.connect()
        for player in coming:
            await player.shown

    def fail(self, why: str) -> None:
        self.failure = why
        for future in (self.answer, self.turn, *(player.shown for player in self.players)):
            if not future.done():
                future.set_exception(RuntimeError(why))
                future.exception()  # Nobody may be waiting for it.

    def told(self, ply: int) -> None:
        if all(player.ply == ply for player in self.players) and not self.turn.done():
            self.ply = ply
            self.turn.set_result(None)

    async def act(self) -> None:
        """Play one action of the seat to act, and wait until it is acknowledged and all seats have the update."""
        player = next(p for p in self.players if p.view["to_act"] == p.seat)
        self.answer = asyncio.get_running_loop().create_future()
        self.turn = asyncio.get_running_loop().create_future()
        request = requests.Act(request=f"{self.ply}", ply=self.ply, actions=[choose(player.view)])
        began = time.perf_counter()
        player.send(request)
        await self.answer
        self.latencies.append(time.perf_counter() - began)
        await self.turn

    @property
    def over(self) -> bool:
        return bool(self.players[0].view["over"])

    def close(self) -> None:
        leaving, self.players = self.players, []
        for player in leaving:
            player.transport.close()


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

    cpu, own_cpu, began = server.cpu_seconds(), time.process_time(), time.perf_counter()
    await asyncio.gather(*(keep_playing(table) for table in live))
    spent, cpu = time.perf_counter() - began, server.cpu_seconds() - cpu
    own_cpu = time.process_time() - own_cpu
    updates = sum(player.updates for table in live for player in table.players)
    sent = sum(player.bytes for table in live for player in table.players)
    latencies = sorted(latency for table in live for latency in table.latencies)
    for table in live:
        table.close()
    return {
        "actions_per_second": played / spent,
        "server_cpu_microseconds_per_action": 1e6 * cpu / played,
        "server_core_busy": cpu / spent,
        "players_core_busy": own_cpu / spent,
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
        table.close()
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
    warm.close()
    before = server.memory()
    live = [Table(server.url) for _ in range(tables)]
    for start in range(0, tables, 10):
        await asyncio.gather(*(table.open(people, connect_seats=False) for table in live[start : start + 10]))
    idle = server.memory()
    for start in range(0, tables, 10):
        await asyncio.gather(*(table.connect(people) for table in live[start : start + 10]))
    connected = server.memory()
    for _ in range(actions):
        for start in range(0, tables, 50):
            await asyncio.gather(*(table.act() for table in live[start : start + 50] if not table.over))
    for table in live:
        table.close()
    server.end()
    restarted = time.perf_counter()
    again = Server(server.database, server.port)
    try:
        await again.wait()
        ready = time.perf_counter() - restarted
        await asyncio.gather(*(table.connect(people[:1]) for table in live))
        playable = time.perf_counter() - restarted
        cpu = again.cpu_seconds()
        await asyncio.gather(*(table.connect(people[1:]) for table in live))
        complete = time.perf_counter() - restarted
    finally:
        again.end()
    return {
        "tables": tables,
        "kilobytes_per_idle_table": (idle - before) / tables / 1000,
        "kilobytes_per_table_with_4_connections": (connected - before) / tables / 1000,
        "restart_seconds_to_ready": ready,
        "restart_seconds_to_all_playable": playable,
        "restart_cpu_seconds_to_all_playable": cpu,
        "restart_seconds_to_all_seats_connected": complete,
    }


# --- Putting it together --------------------------------------------------------------------------------------------


async def measure(what: str, database: str, args: argparse.Namespace) -> dict[str, float]:
    server = Server(database, free_port())
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
    parser.add_argument("--postgresql", action="store_true", help="also saturate on a separate PostgreSQL, with fsync")
    args = parser.parse_args()
    if CORES > 1:
        os.sched_setaffinity(0, set(range(CORES - 1)))
    report: dict[str, Any] = {"machine": f"{platform.machine()}, {CORES} cores, load {os.getloadavg()[0]:.1f}"}
    with tempfile.TemporaryDirectory() as folder:
        for what in args.only or (() if args.postgresql else ("saturate", "hold", "remember")):
            url = f"sqlite:///{folder}/{what}.sqlite3"
            report[f"{what} (SQLite)"] = uvloop.run(measure(what, url, args))
    if args.postgresql:
        sys.path.insert(0, str(Path(__file__).parent.parent))
        from tests.services import postgres

        with postgres(fsync=True) as url:
            report["saturate (PostgreSQL)"] = uvloop.run(measure("saturate", url, args))
    print(json.dumps(report, indent=2, default=lambda value: round(value, 2)))


if __name__ == "__main__":
    main()
