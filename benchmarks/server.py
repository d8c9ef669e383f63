"""Load on a server: how many tables a process holds, how many actions it saves, and at what cost.

`make bench-server` runs the short parts; `soak` and `workers` have to be named. A server is a separate process, pinned
to one core; the players are in this process, on another. Every table has four connected seats; an action counts when
it is acknowledged, which means that it is committed. CPU seconds come from the system's own count for each process, so
they say what a server can do even on a machine that is busy with other things.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
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
from collections.abc import Sequence
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

    def __init__(self, database: str, port: int, bus: str | None = None, core: int = CORES - 1) -> None:
        self.database, self.port = database, port
        self.url = f"http://127.0.0.1:{port}"
        config = Config(database=database, bus=bus, limits=False, bot_pace=0.0, log_level="error")
        command = [sys.executable, "-c", PROCESS, msgspec.json.encode(config).decode(), str(port)]
        if CORES > 1:
            command = ["taskset", "-c", str(core % CORES), *command]
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
        return sum(map(int, process_fields(self.process.pid)[11:13])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Return the private memory of the process, in bytes."""
        text = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        return 1024 * sum(int(line.split()[1]) for line in text.splitlines() if line.startswith("Private_"))

    def end(self) -> None:
        self.process.terminate()
        self.process.wait()


def process_fields(pid: int) -> list[str]:
    """Return what the system says about a process, from its state on."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def database_cpu_seconds(url: str) -> float:
    """Return the CPU time of a PostgreSQL server with all its processes, those that have ended included."""
    import psycopg

    with psycopg.connect(url) as connection:
        (backend,) = connection.execute("SELECT pg_backend_pid()").fetchone()  # type: ignore[misc]
    parent = process_fields(backend)[1]
    ticks = sum(map(int, process_fields(int(parent))[11:15]))
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            fields = process_fields(int(folder.name))
            ticks += sum(map(int, fields[11:13])) if fields[1] == parent else 0
    return ticks / os.sysconf("SC_CLK_TCK")


class Player(asyncio.Protocol):
    """One connected seat, as light as possible: this process must not be the bottleneck."""

    def __init__(self, table: Table, seat: int, cookie: str) -> None:
        self.table, self.seat, self.cookie = table, seat, cookie
        self.url = table.urls[seat % len(table.urls)]
        self.view: Any = None
        self.bytes = self.updates = self.ply = 0
        self._buffer = b""
        self._is_open = False
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.shown: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def connect(self) -> None:
        host, _, port = self.url.removeprefix("http://").partition(":")
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
    """A table whose four seats are played from here; with several addresses, the seats take them in turn."""

    def __init__(self, *urls: str) -> None:
        self.urls = urls
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


async def saturate(
    servers: Sequence[Server], live: Sequence[Table], seconds: float, pause: float = 0.0
) -> dict[str, float]:
    """Let every table play as fast as it can, or with a pause from one action to the next."""
    people = await people_for(servers[0].url, SEATS)
    for table in live:
        await table.open(people)
    played = 0
    end = time.perf_counter() + seconds

    async def keep_playing(table: Table) -> None:
        nonlocal played
        due = time.perf_counter() + random.random() * pause
        while time.perf_counter() < end and not table.over:
            if pause:
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                due += pause
            await table.act()
            played += 1

    database = servers[0].database if servers[0].database.startswith("postgresql") else None
    database_cpu = database_cpu_seconds(database) if database else 0.0
    cpu, own_cpu, began = cpu_seconds_of(servers), time.process_time(), time.perf_counter()
    await asyncio.gather(*(keep_playing(table) for table in live))
    spent, cpu = time.perf_counter() - began, cpu_seconds_of(servers) - cpu
    own_cpu = time.process_time() - own_cpu
    updates = sum(player.updates for table in live for player in table.players)
    sent = sum(player.bytes for table in live for player in table.players)
    latencies = sorted(latency for table in live for latency in table.latencies)
    for table in live:
        table.close()
    report = {
        "actions_per_second": played / spent,
        "server_cpu_microseconds_per_action": 1e6 * cpu / played,
        "actions_per_server_cpu_second": played / cpu,
        "server_core_busy": cpu / spent,
        "players_core_busy": own_cpu / spent,
        "bytes_per_update": sent / updates,
        "p99_milliseconds": 1000 * latencies[int(0.99 * len(latencies))],
    }
    if database:
        database_cpu = database_cpu_seconds(database) - database_cpu
        report["database_cpu_microseconds_per_action"] = 1e6 * database_cpu / played
        report["actions_per_cpu_second_with_database"] = played / (cpu + database_cpu)
    return report


def cpu_seconds_of(servers: Sequence[Server]) -> float:
    return sum(server.cpu_seconds() for server in servers)


async def workers(database: str, bus: str, seconds: float, pause: float) -> dict[str, Any]:
    """Compare one worker with two on the same database, by what each does in a second of its own CPU time.

    Each worker has 50 tables. Two workers are measured with the four seats of a table at one of them, as behind a proxy
    that sends a table's sockets to one worker; then with two seats at each, where nudges go through PostgreSQL, and
    last through NATS. Tables make a pause between actions: without one, two workers, the database and the players fight
    for two cores, commits are shared by fewer actions, and that is measured as well.
    """
    reports: dict[str, Any] = {}
    for name, count, is_spread, through in (
        ("one", 1, False, None),
        ("two", 2, False, None),
        ("two, seats at both", 2, True, None),
        ("two, seats at both, NATS", 2, True, bus),
    ):
        servers = [Server(database, free_port(), through, core) for core in range(CORES - 1, CORES - 1 - count, -1)]
        try:
            for server in servers:
                await server.wait()
            await asyncio.sleep(2.0)  # Until each has seen the other's heartbeat.
            urls = [server.url for server in servers]
            at = [urls if is_spread else [urls[number % count]] for number in range(50 * count)]
            report = await saturate(servers, [Table(*each) for each in at], seconds, pause)
        finally:
            for server in servers:
                server.end()
        report["capacity_with_a_core_each"] = count * report["actions_per_server_cpu_second"]
        if reports:
            report["times_one_worker"] = (
                report["capacity_with_a_core_each"] / reports["one"]["capacity_with_a_core_each"]
            )
        reports[name] = report
    return reports


async def soak(server: Server, tables: int, minutes: float) -> dict[str, Any]:
    """Let every table play one action a second, with a new table for each that ends; watch the memory."""
    people = await people_for(server.url, SEATS)
    begin = time.perf_counter() + 1.0
    end = begin + 60 * minutes
    latencies: list[float] = []
    num_tables = 0
    samples: list[tuple[float, int]] = []  # Minutes since the beginning, and bytes.

    async def keep_pace(number: int) -> None:
        nonlocal num_tables
        due = begin + number / tables + number / 100  # A hundred tables a second are opened.
        while due < end:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            table = Table(server.url)
            await table.open(people)
            num_tables += 1
            while due < end and not table.over:
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                await table.act()
                due = max(due + 1.0, time.perf_counter())
            latencies.extend(table.latencies)
            table.close()

    async def watch_memory() -> None:
        while time.perf_counter() < end:
            await asyncio.sleep(10.0)
            samples.append(((time.perf_counter() - begin) / 60, server.memory()))
            print(f"{samples[-1][0]:.1f} min: {samples[-1][1] / 1e6:.1f} MB", file=sys.stderr, flush=True)

    cpu = server.cpu_seconds()
    await asyncio.gather(watch_memory(), *(keep_pace(number) for number in range(tables)))
    cpu = server.cpu_seconds() - cpu
    latencies.sort()
    late = [sample for sample in samples if sample[0] >= minutes / 2]
    slope = statistics.linear_regression(*zip(*late, strict=True)).slope if len(late) > 1 else 0.0
    return {
        "tables_at_once": tables,
        "tables": num_tables,
        "actions": len(latencies),
        "p50_milliseconds": 1000 * statistics.median(latencies),
        "p99_milliseconds": 1000 * latencies[int(0.99 * len(latencies))],
        "server_cpu_microseconds_per_action": 1e6 * cpu / len(latencies),
        "megabytes_each_minute": [round(size / 1e6, 1) for _, size in samples[5::6]],
        "megabytes_more_per_minute_in_the_second_half": slope / 1e6,
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


async def measure(what: str, database: str, args: argparse.Namespace) -> dict[str, Any]:
    server = Server(database, free_port())
    try:
        await server.wait()
        if what == "saturate":
            return await saturate([server], [Table(server.url) for _ in range(50)], args.seconds)
        if what == "soak":
            return await soak(server, args.tables, args.minutes)
        if what == "hold":
            return await hold(server, args.tables, args.seconds)
        return await remember(server, args.restart_tables, 10)
    finally:
        if server.process.poll() is None:
            server.end()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=("saturate", "hold", "remember", "soak", "workers"), action="append")
    parser.add_argument("--tables", type=int, default=800)
    parser.add_argument("--restart-tables", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--minutes", type=float, default=20.0, help="of soak")
    parser.add_argument("--pause", type=float, default=0.04, help="of workers: seconds between actions of a table")
    parser.add_argument("--postgresql", action="store_true", help="also saturate on a separate PostgreSQL, with fsync")
    args = parser.parse_args()
    if CORES > 1 and "workers" not in (args.only or ()):
        os.sched_setaffinity(0, set(range(CORES - 1)))
    report: dict[str, Any] = {"machine": f"{platform.machine()}, {CORES} cores, load {os.getloadavg()[0]:.1f}"}
    on_sqlite = args.only or (() if args.postgresql else ("saturate", "hold", "remember"))
    with tempfile.TemporaryDirectory() as folder:
        for what in (what for what in on_sqlite if what != "workers"):
            url = f"sqlite:///{folder}/{what}.sqlite3"
            report[f"{what} (SQLite)"] = uvloop.run(measure(what, url, args))
    if args.postgresql or "workers" in on_sqlite:
        sys.path.insert(0, str(Path(__file__).parent.parent))
        from tests.services import nats, postgres

        with postgres(fsync=True) as url, nats() as bus:
            if args.postgresql:
                report["saturate (PostgreSQL)"] = uvloop.run(measure("saturate", url, args))
            if "workers" in on_sqlite:
                report["workers (PostgreSQL)"] = uvloop.run(workers(url, bus, args.seconds, args.pause))
    print(json.dumps(report, indent=2, default=lambda value: round(value, 2)))


if __name__ == "__main__":
    main()
