"""A site behind Caddy: kills, upgrades and backups during play, addresses and secrets."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import os
import random
import shutil
import signal
import sqlite3
import ssl
import subprocess
import time
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest

from heliodor.client import ME, OPEN, Client, LiveTable, bot
from heliodor.protocol.settings import Clock, TableSettings
from tests.deploy.kit import PASSWORD, Hosted, all_command_lines, clean_environment, command_of, here, run_script
from tests.server.harness import MOST_SECONDS, choose, run, serving, table_of

Acknowledged = dict[tuple[str, int], str]  # Table and ply -> the action that the server has accepted.


async def play_and_note(table: LiveTable, chance: random.Random, noted: Acknowledged, enough: asyncio.Event) -> None:
    """Play until there is enough, or to the end of the match; note each action once it is acknowledged."""
    while not enough.is_set() and await table.my_turn():
        action = choose(table.view, chance)
        after = await table.act([action])
        noted[table.id, after - 1] = action


@contextlib.asynccontextmanager
async def two_who_play(url: str, noted: Acknowledged, clock: Clock | None = None) -> AsyncIterator[list[LiveTable]]:
    """Two people and a bot play; what is acknowledged is noted.

    They play one match after another: on a slow machine a backup takes longer than a match. The list that is given has
    the tables of the present match.
    """
    people = [await Client.arrive(url, name) for name in ("Olha", "Ihor")]
    settings = TableSettings(clock=clock) if clock else None
    enough, begun = asyncio.Event(), asyncio.Event()
    tables: list[LiveTable] = []

    async def play_matches() -> None:
        while not enough.is_set():
            info = await table_of(people, "nizam", [ME, OPEN, bot("random")], settings)
            async with people[0].open(info.id) as one, people[1].open(info.id) as two:
                tables[:] = [one, two]
                begun.set()
                await asyncio.gather(
                    *(play_and_note(table, random.Random(seed), noted, enough) for seed, table in enumerate(tables))
                )

    playing = asyncio.create_task(play_matches())
    await asyncio.wait([playing, waiting := asyncio.create_task(begun.wait())], return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    try:
        yield tables
    finally:
        enough.set()
        # The match may wait for the other one, who has stopped.
        await asyncio.wait([playing], timeout=1)
        playing.cancel()
        for outcome in await asyncio.gather(playing, return_exceptions=True):
            if isinstance(outcome, Exception):
                raise outcome


async def more_actions(noted: Acknowledged, count: int = 6) -> None:
    """Wait until more actions have been acknowledged."""
    wanted, end = len(noted) + count, time.monotonic() + MOST_SECONDS
    while len(noted) < wanted:
        assert time.monotonic() < end, "the match does not go on"
        await asyncio.sleep(0.01)


def saved_in(site: Hosted, database: str) -> Acknowledged:
    with site.connect(database) as connection:
        rows = connection.execute("SELECT match_id, ply, text FROM actions").fetchall()
    return {(match_id, ply): text for match_id, ply, text in rows}


def test_a_match_goes_on_when_a_worker_is_killed(site: Hosted) -> None:
    async def main() -> None:
        noted: Acknowledged = {}
        async with two_who_play(site.url, noted) as tables:
            await more_actions(noted)
            first, second = site.heliodor.workers()
            os.kill(first, signal.SIGKILL)
            await more_actions(noted)
            os.kill(second, signal.SIGKILL)  # Now both players have lost a connection.
            await more_actions(noted)
            assert sum(table.reconnections for table in tables) >= 2
        assert noted.items() <= saved_in(site, site.heliodor.database).items()

    run(main())


def test_an_upgrade_loses_no_action_and_takes_no_time_from_a_clock(site: Hosted) -> None:
    async def main() -> None:
        noted: Acknowledged = {}
        clock = Clock(kind="bank", seconds=600)
        async with two_who_play(site.url, noted, clock) as tables:
            await more_actions(noted)
            before = await clocks_of(tables[0])
            began = time.monotonic()
            await asyncio.to_thread(site.heliodor.stop)
            served = time.monotonic() - began
            await asyncio.sleep(3)  # Longer than anybody takes to decide here.
            began = time.monotonic()
            await asyncio.to_thread(site.heliodor.start)
            await more_actions(noted)
            after = await clocks_of(tables[0])
            served += time.monotonic() - began
            # Both people together used no more than the time in which a server was there.
            assert sum(before[:2]) - sum(after[:2]) < 1000 * served, (before, after, served)
        assert noted.items() <= saved_in(site, site.heliodor.database).items()

    run(main())


async def clocks_of(table: LiveTable) -> list[int]:
    await table.refresh()
    assert table.clock is not None
    return table.clock.left


CLIENTS = ("pg_dump", "pg_restore", "psql")


def note_arguments(folder: Path, environment: dict[str, str]) -> Path:
    """Put programs before PostgreSQL's own that note their arguments and then become these; return the notes."""
    folder.mkdir()
    for name in CLIENTS:
        real = shutil.which(name, path=environment["PATH"])
        noting = folder / name
        noting.write_text(f'#!/bin/sh\necho "{name} $*" >>"{folder}/notes"\nexec "{real}" "$@"\n')
        noting.chmod(0o755)
    environment["PATH"] = f"{folder}{os.pathsep}{environment['PATH']}"
    return folder / "notes"


def test_a_backup_under_load_has_every_action_acknowledged_before_it_began(site: Hosted, tmp_path: Path) -> None:
    environment = {**site.heliodor.environment}
    given = note_arguments(tmp_path / "noting", environment)
    folder = tmp_path / "backups"

    async def main() -> Acknowledged:
        noted: Acknowledged = {}
        async with two_who_play(site.url, noted), two_who_play(site.url, noted):
            await more_actions(noted, 20)
            before = dict(noted)
            done = await asyncio.to_thread(run_script, "backup", folder, environment=environment)
            assert (done.returncode, done.stderr) == (0, "")
            await more_actions(noted)  # They went on meanwhile.
        return before

    before = asyncio.run(asyncio.wait_for(main(), 5 * MOST_SECONDS))
    drill = run_script("restore-drill", folder, environment=environment)
    assert drill.returncode == 0, drill.stdout + drill.stderr
    assert drill.stdout.splitlines()[-1].endswith(" 0 wrong")
    lines = given.read_text(encoding="utf-8").splitlines()
    assert {line.split()[0] for line in lines} == set(CLIENTS)
    assert not any(PASSWORD in line or quote(PASSWORD, safe="") in line for line in lines)

    (saved,) = folder.glob("heliodor-*.dump")
    assert saved.stat().st_mode & 0o077 == 0
    restored = site.new_database("restored")
    environment["HELIODOR_DATABASE"] = restored
    assert run_script("restore", saved, environment=environment).returncode == 0
    assert before.items() <= saved_in(site, restored).items()
    with site.connect(site.server) as connection:
        (drills,) = connection.execute("SELECT count(*) FROM pg_database WHERE datname LIKE '%drill%'").fetchone() or ()
    assert drills == 0
    again = run_script("restore", saved, environment=environment)
    assert again.returncode == 2 and "restore into an empty one" in again.stderr


def test_a_drill_finds_an_action_that_is_missing(
    sqlite_backup: tuple[Path, dict[str, str], Acknowledged], tmp_path: Path
) -> None:
    folder, environment, acknowledged = sqlite_backup
    (newest,) = folder.glob("heliodor-*.sqlite3")
    saved = Path(shutil.copy(newest, tmp_path))
    with contextlib.closing(sqlite3.connect(saved)) as database:
        rows = database.execute("SELECT match_id, ply, text FROM actions").fetchall()
        assert acknowledged.items() <= {(match_id, ply): text for match_id, ply, text in rows}.items()
        match_id = rows[0][0]
        database.execute("DELETE FROM actions WHERE match_id = ? AND ply = 2", [match_id])
        database.commit()
    drill = run_script("restore-drill", tmp_path, environment=environment)
    assert drill.returncode == 1
    assert f"{match_id}: ply 2 of seat" in drill.stdout and drill.stdout.endswith(" 1 wrong\n")


def test_a_backup_of_sqlite_is_restored_where_no_database_is(
    sqlite_backup: tuple[Path, dict[str, str], Acknowledged], tmp_path: Path
) -> None:
    folder, environment, acknowledged = sqlite_backup
    (saved,) = folder.glob("heliodor-*.sqlite3")
    refused = run_script("restore", saved, environment=environment)
    assert refused.returncode == 2 and "exists; move it away first" in refused.stderr
    new = tmp_path / "new folder/heliodor.sqlite3"
    environment = {**environment, "HELIODOR_DATABASE": f"sqlite:///{new}"}
    assert run_script("restore", saved, environment=environment).returncode == 0
    assert new.stat().st_mode & 0o077 == 0
    with contextlib.closing(sqlite3.connect(new)) as database:
        rows = database.execute("SELECT match_id, ply, text FROM actions")
        assert acknowledged.items() <= {(match_id, ply): text for match_id, ply, text in rows}.items()


@pytest.fixture(scope="module")
def sqlite_backup(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str], Acknowledged]:
    """A backup of SQLite that was taken during play, the environment for scripts, and what was acknowledged before."""
    tmp_path = tmp_path_factory.mktemp("sqlite")
    url = f"sqlite:///{tmp_path / 'heliodor.sqlite3'}"
    environment = {**clean_environment(), "HELIODOR_DATABASE": url}

    async def main() -> Acknowledged:
        noted: Acknowledged = {}
        async with serving(url) as server, two_who_play(server.url, noted):
            await more_actions(noted, 10)
            before = dict(noted)
            done = await asyncio.to_thread(run_script, "backup", tmp_path / "backups", environment=environment)
            assert (done.returncode, done.stderr) == (0, "")
        return before

    acknowledged = asyncio.run(asyncio.wait_for(main(), 5 * MOST_SECONDS))
    return tmp_path / "backups", environment, acknowledged


def test_old_backups_go(tmp_path: Path) -> None:
    with contextlib.closing(sqlite3.connect(tmp_path / "heliodor.sqlite3")) as database:
        database.execute("CREATE TABLE something (number)")
    environment = {**clean_environment(), "HELIODOR_DATA_DIR": str(tmp_path)}
    folder = tmp_path / "backups"
    folder.mkdir()
    old = [folder / f"heliodor-{year}0101T000000.000000000Z.sqlite3" for year in (2024, 2025)]
    other = folder / "notes.txt"
    for file in (*old, other):
        file.touch()
    done = run_script("backup", folder, 2, environment=environment)
    assert set(folder.iterdir()) == {old[1], Path(done.stdout.strip()), other}


# --- Addresses and secrets --------------------------------------------------------------------------------------------


def is_refused(url: str, source: str, forwarded: str | None = None) -> bool:
    """Try a wrong recovery code from an address of this machine; return whether a limit refused it."""
    parts = urlsplit(url)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.netloc, timeout=30, source_address=(source, 0))
    headers = {"Content-Type": "application/json"}
    if forwarded is not None:
        headers["X-Forwarded-For"] = forwarded
    try:
        connection.request("POST", f"{parts.path}/api/me/recover", json.dumps({"code": "no such code"}), headers)
        response = connection.getresponse()
        response.read()
        assert response.status in (404, 429)
        return response.status == 429
    finally:
        connection.close()


def test_limits_count_the_visitors_address_which_only_the_proxy_can_name(site: Hosted) -> None:
    tries = range(12)  # Two workers allow four.
    assert any(is_refused(site.url, "127.0.0.5") for _ in tries)
    assert not is_refused(site.url, "127.0.0.6"), "visitors behind the proxy share one limit"
    assert any(is_refused(site.url, "127.0.0.7", f"203.0.113.{last}") for last in tries), "Caddy believes a visitor"
    direct = site.heliodor.url
    assert any(is_refused(direct, "127.0.0.9", f"198.51.100.{last}") for last in tries), "Heliodor believes a visitor"
    assert not any(is_refused(direct, "127.0.0.1", f"192.0.2.{last}") for last in tries), "the proxy is not believed"


def test_the_password_is_in_no_command_line_log_or_printed_setting(site: Hosted) -> None:
    lines = all_command_lines()
    assert b"heliodor\0serve" in lines
    assert PASSWORD.encode() not in lines
    assert PASSWORD not in site.heliodor.log.read_text(encoding="utf-8")
    shown = subprocess.run(
        here(["heliodor", "serve", "--print-settings"]), env=site.heliodor.environment, capture_output=True, text=True
    )
    assert shown.returncode == 0 and PASSWORD not in shown.stdout + shown.stderr


def test_a_url_with_a_password_is_not_passed_to_programs(tmp_path: Path) -> None:
    environment = {**clean_environment(), "HELIODOR_DATABASE": "postgresql://heliodor:secret@127.0.0.1:1/none"}
    done = run_script("backup", tmp_path, environment=environment)
    assert done.returncode == 2 and "database_password_file" in done.stderr
    assert "secret" not in done.stdout + done.stderr


def test_the_health_check_of_the_container_tells_a_ready_server_from_none(site: Hosted) -> None:
    def check(port: int) -> int:
        command = here([word.replace(":8000/", f":{port}/") for word in command_of("HEALTHCHECK")])
        return subprocess.run(command, capture_output=True).returncode

    assert check(site.heliodor.port) == 0
    assert check(1) != 0


def test_the_certificate_is_checked(site: Hosted, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests above prove little if any certificate would do."""
    monkeypatch.delenv("SSL_CERT_FILE")
    with pytest.raises(ssl.SSLError):
        asyncio.run(Client.arrive(site.url, "Olha"))
