"""`heliodor serve` and `heliodor play` in the browser: real processes, stopped by a signal."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest

from heliodor.client import ME, Client, RequestRefused, bot
from heliodor.server.run import GC_THRESHOLDS, SWITCH_SECONDS, lan_address
from heliodor.server.run import free_port as next_free_port
from tests.server.harness import MOST_SECONDS
from tests.services import free_port, new_database, postgres


def start(*tokens: object, data: Path, log: Path | None = None, **variables: str) -> subprocess.Popen[bytes]:
    """Start a command; its error output goes to the file `log`, or is kept for `stop`."""
    environment = {**os.environ, "HELIODOR_DATA_DIR": str(data), **variables}
    command = [sys.executable, "-m", "heliodor", *map(str, tokens)]
    with contextlib.ExitStack() as stack:
        errors = subprocess.PIPE if log is None else stack.enter_context(open(log, "wb"))
        return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=errors)


async def ready(url: str, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + MOST_SECONDS
    while True:
        try:
            await Client(url).get("/readyz", dict)
            return
        except OSError:
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < end, "the server does not start"
            await asyncio.sleep(0.1)


async def play_a_little(url: str) -> None:
    person = await Client.arrive(url, "Olha")
    info = await person.create_table("nizam", [ME, bot("random")])
    await person.start(info.id)
    async with person.open(info.id) as table:
        assert await table.my_turn()
        await table.act(["draw"])


def stop(process: subprocess.Popen[bytes]) -> tuple[int, bytes, bytes]:
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=MOST_SECONDS)
    return process.returncode, out, err


@pytest.mark.parametrize("command", [["serve", "--log-level", "warning"], ["play", "--no-browser"]])
def test_a_server_on_sqlite_starts_serves_and_stops(tmp_path: Path, command: list[str]) -> None:
    port = free_port()
    process = start(*command, "--port", port, data=tmp_path)
    try:
        asyncio.run(ready(f"http://127.0.0.1:{port}", process))
        asyncio.run(play_a_little(f"http://127.0.0.1:{port}"))
    finally:
        code, out, err = stop(process)
    assert code in (0, -signal.SIGTERM, 143)
    assert b"Traceback" not in err
    assert (tmp_path / "heliodor.sqlite3").exists()
    if command[0] == "play":
        assert f"Heliodor is at http://127.0.0.1:{port}/".encode() in out


def test_a_second_play_command_points_to_the_first_server(tmp_path: Path) -> None:
    port = free_port()
    first = start("play", "--no-browser", "--port", port, data=tmp_path)
    try:
        asyncio.run(ready(f"http://127.0.0.1:{port}", first))
        second = start("play", "--no-browser", data=tmp_path)
        out, err = second.communicate(timeout=MOST_SECONDS)
        assert (second.returncode, err) == (0, b"")
        assert out.decode() == f"Heliodor is already running at http://127.0.0.1:{port}/\n"
        third = start("serve", "--port", free_port(), data=tmp_path)
        _out, err = third.communicate(timeout=MOST_SECONDS)
        assert third.returncode == 2
        assert f"another Heliodor is running on the same data, at http://127.0.0.1:{port}/" in err.decode()
    finally:
        stop(first)


def test_other_devices_in_the_house_reach_the_page(tmp_path: Path) -> None:
    if (house := lan_address()) is None:  # A machine without any network: then that is what it has to say.
        process = start("play", "--no-browser", "--lan", data=tmp_path)
        assert b"this machine is not on a network" in process.communicate(timeout=MOST_SECONDS)[1]
        return
    port = free_port()
    process = start("play", "--no-browser", "--lan", "--port", port, data=tmp_path)
    try:
        asyncio.run(ready(f"http://{house}:{port}", process))
        asyncio.run(play_a_little(f"http://{house}:{port}"))
    finally:
        _code, out, _err = stop(process)
    assert f"Heliodor is at http://{house}:{port}/".encode() in out


def test_the_next_free_port_is_taken() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert port < next_free_port("127.0.0.1", port) <= port + 19


def metrics(port: int) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
        return str(answer.read().decode())


async def until_metrics_say(port: int, line: str) -> None:
    """Wait for a line of the metrics; they are at most a second old."""
    end = time.monotonic() + MOST_SECONDS
    while line not in (found := await asyncio.to_thread(metrics, port)).splitlines():
        assert time.monotonic() < end, f"{line} is not in\n{found}"
        await asyncio.sleep(0.1)


def test_two_workers_share_a_port_logs_metrics_and_settings_and_log_no_names(tmp_path: Path) -> None:
    log, temporary = tmp_path / "log", tmp_path / "temporary"
    temporary.mkdir()
    port, metrics_port = free_port(), free_port()

    def lines() -> list[dict[str, Any]]:
        return [json.loads(line) for line in log.read_text().splitlines()]  # Fails on a traceback.

    def pids() -> list[int]:
        return [line["pid"] for line in lines() if line["message"] == "process set up"]

    async def main(database: str, process: subprocess.Popen[bytes]) -> None:
        url = f"http://127.0.0.1:{port}"
        await ready(url, process)
        for _ in range(4):
            await play_a_little(url)
        await until_metrics_say(metrics_port, 'heliodor_messages_total{type="act"} 4.0')

        # The parent and both workers are set up alike.
        started = [line for line in lines() if line["message"] == "process set up"]
        assert len({line["pid"] for line in started}) == len(started) == 3
        assert {(*line["gc"], line["switch"]) for line in started} == {(*GC_THRESHOLDS, SWITCH_SECONDS)}

        # Sockets of workers that are killed no longer count.
        person = await Client.arrive(url, "Olha")
        info = await person.create_table("nizam", [ME])
        await person.start(info.id)
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(4):
                await stack.enter_async_context(person.open(info.id))
            await until_metrics_say(metrics_port, "heliodor_connections 4.0")
            for pid in pids()[1:]:
                os.kill(pid, signal.SIGKILL)
            await until_metrics_say(metrics_port, "heliodor_connections 0.0")
        end = time.monotonic() + MOST_SECONDS
        while len(pids()) < 5:
            assert time.monotonic() < end, "uvicorn did not start new workers"
            await asyncio.sleep(0.1)
        await ready(url, process)

        # A fault of the database is logged without what the statement held.
        with psycopg.connect(database, autocommit=True) as connection:
            connection.execute("ALTER TABLE people RENAME COLUMN name TO former_name")
        with pytest.raises(RequestRefused, match="has been logged"):
            await Client.arrive(url, "Tayemnytsia")
        assert "fault" in log.read_text()
        assert "Tayemnytsia" not in log.read_text()

    with postgres() as url:
        database = new_database(url)
        process = start(
            *("serve", "--database", database, "--workers", 2, "--port", port, "--metrics-port", metrics_port),
            data=tmp_path,
            log=log,
            TMPDIR=str(temporary),
        )
        try:
            asyncio.run(main(database, process))
        finally:
            code, _out, _err = stop(process)
        assert code in (0, -signal.SIGTERM, 143)
        lines()
        assert not list(temporary.glob("heliodor-metrics-*")), "the folder of the metrics is left behind"


def test_metrics_have_their_own_port(tmp_path: Path) -> None:
    port, metrics_port = free_port(), free_port()
    process = start("serve", "--port", port, "--metrics-port", metrics_port, data=tmp_path)

    async def main() -> None:
        url = f"http://127.0.0.1:{port}"
        await ready(url, process)
        await play_a_little(url)
        await until_metrics_say(metrics_port, 'heliodor_messages_total{type="act"} 1.0')
        assert 'heliodor_actions_total{game="nizam"}' in metrics(metrics_port)
        await until_metrics_say(metrics_port, "heliodor_answer_seconds_count 1.0")
        with pytest.raises(urllib.error.HTTPError, match="404"):
            await asyncio.to_thread(urllib.request.urlopen, f"{url}/metrics")

    try:
        asyncio.run(main())
    finally:
        stop(process)


def test_nobody_else_on_the_machine_can_read_the_database(tmp_path: Path) -> None:
    data = tmp_path / "data"
    port = free_port()
    process = start("serve", "--port", port, data=data)
    try:
        asyncio.run(ready(f"http://127.0.0.1:{port}", process))
        asyncio.run(play_a_little(f"http://127.0.0.1:{port}"))
        files = {file.name: oct(file.stat().st_mode & 0o777) for file in data.iterdir()}
    finally:
        stop(process)
    assert oct(data.stat().st_mode & 0o777) == "0o700"
    names = ("heliodor.sqlite3", "heliodor.sqlite3-wal", "heliodor.sqlite3-shm", "heliodor.sqlite3-server")
    assert files == dict.fromkeys(names, "0o600")


def test_what_cannot_be_served_is_refused_in_a_sentence(refused: Callable[..., str], tmp_path: Path) -> None:
    sqlite = f"sqlite:///{tmp_path / 'x.sqlite3'}"
    assert "several workers need PostgreSQL" in refused("serve", "--database", sqlite, "--workers", 2)
    assert refused("play", "chess") == "there is no game 'chess'; the games are nizam, pearl, gnomes, luz"
    for option in (("--seed", 3), ("--bots", "expert"), ("--name", "Olha"), ("--seat", 0), ("--players", 3)):
        assert refused("play", "luz", *option) == f"{option[0]} is for the game in the terminal: add --terminal"
    assert "--port takes a whole number" in refused("serve", "--port", "x")
    assert "the database URL cannot be read" in refused("serve", "--database", "nonsense", "--port", free_port())
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"cannot listen on 127.0.0.1, port {port}" in refused("serve", "--database", sqlite, "--port", port)
    assert "the bus is nats://host:port" in refused("serve", "--database", sqlite, "--bus", "x", "--port", free_port())
    for pace in ("-1", "0", "nan", "1e9"):
        assert refused("serve", "--bot-pace", pace).startswith("--bot-pace takes seconds above 0, up to 60, not ")
    elsewhere = refused("serve", "--database", sqlite, "--host", "192.0.2.1")
    assert elsewhere.endswith("Cannot assign requested address; --host takes an address of this machine")
    port = free_port()
    same = refused("serve", "--database", sqlite, "--port", port, "--metrics-port", port)
    assert refused("serve", "--base-path", "x y").startswith("--base-path takes a path like /heliodor")
    assert refused("serve", "--base-path", "/a/../b").startswith("--base-path takes a path like /heliodor")
    for origin in ("play.example", "https://play.example/", "https://", "*"):
        assert refused("serve", "--origin", origin).startswith("--origin takes an origin like https://play.example")
    assert same == "--metrics-port and --port are the same; metrics need a separate port"


def test_a_bus_without_its_driver_is_refused_at_the_start(
    refused: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "nats" else find(name))
    tokens = ("serve", "--database", f"sqlite:///{tmp_path / 'x.sqlite3'}", "--bus", "nats://127.0.0.1:4222")
    assert refused(*tokens, "--port", free_port()) == "NATS needs its driver: pip install 'heliodor[hosts]'"
