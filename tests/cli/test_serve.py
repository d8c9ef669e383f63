"""`heliodor serve` and `heliodor play` in the browser: real processes, stopped by a signal."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from heliodor.client import ME, Client, bot
from heliodor.server.run import free_port as next_free_port
from heliodor.server.run import house_address
from tests.services import free_port, new_database, postgres


def start(*tokens: object, data: Path) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "HELIODOR_DATA_DIR": str(data)}
    command = [sys.executable, "-m", "heliodor", *map(str, tokens)]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


async def ready(url: str, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + 120
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
    out, err = process.communicate(timeout=60)
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


def test_who_plays_a_second_time_is_sent_to_the_first_server(tmp_path: Path) -> None:
    port = free_port()
    first = start("play", "--no-browser", "--port", port, data=tmp_path)
    try:
        asyncio.run(ready(f"http://127.0.0.1:{port}", first))
        second = start("play", "--no-browser", data=tmp_path)
        out, err = second.communicate(timeout=60)
        assert (second.returncode, err) == (0, b"")
        assert out.decode() == f"Heliodor is running already, at http://127.0.0.1:{port}/\n"
        third = start("serve", "--port", free_port(), data=tmp_path)
        _out, err = third.communicate(timeout=60)
        assert third.returncode == 2
        assert f"another Heliodor is running on the same data, at http://127.0.0.1:{port}/" in err.decode()
    finally:
        stop(first)


def test_a_house_finds_the_page_in_its_network(tmp_path: Path) -> None:
    if (house := house_address()) is None:  # A machine without any network: then that is what it has to say.
        process = start("play", "--no-browser", "--lan", data=tmp_path)
        assert b"this machine is in no network" in process.communicate(timeout=60)[1]
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


def test_several_workers_serve_one_port(tmp_path: Path) -> None:
    with postgres() as url:
        port = free_port()
        process = start(
            "serve",
            "--database",
            new_database(url),
            "--workers",
            2,
            "--port",
            port,
            "--log-level",
            "warning",
            data=tmp_path,
        )
        try:
            asyncio.run(ready(f"http://127.0.0.1:{port}", process))
            for _ in range(4):
                asyncio.run(play_a_little(f"http://127.0.0.1:{port}"))
        finally:
            code, _out, err = stop(process)
        assert code in (0, -signal.SIGTERM, 143)
        assert b"Traceback" not in err


def test_what_cannot_be_served_is_refused_in_a_sentence(refused: Callable[..., str], tmp_path: Path) -> None:
    sqlite = f"sqlite:///{tmp_path / 'x.sqlite3'}"
    assert "several workers need PostgreSQL" in refused("serve", "--database", sqlite, "--workers", 2)
    assert refused("play", "chess") == "there is no game 'chess'; the games are nizam, pearl, gnomes, luz"
    assert refused("play", "luz", "--seed", 3) == "--seed is for the game in the terminal: add --terminal"
    assert "--port takes a whole number" in refused("serve", "--port", "x")
    assert "the database URL cannot be read" in refused("serve", "--database", "nonsense", "--port", free_port())
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"cannot listen at 127.0.0.1, port {port}" in refused("serve", "--database", sqlite, "--port", port)
    assert "the bus is nats://host:port" in refused("serve", "--database", sqlite, "--bus", "x", "--port", free_port())
