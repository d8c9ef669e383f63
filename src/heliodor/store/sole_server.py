"""One server per SQLite file: two would both take every table for their own.

The lock is a second, tiny SQLite file beside the first. The serving process holds its write lock, which the system
releases when the process ends for any reason; other processes can read the server's address from it.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import make_url

from heliodor.core.errors import HeliodorError


class ServedAlready(HeliodorError):
    """Another process already serves this file."""

    def __init__(self, address: str) -> None:
        super().__init__(f"another Heliodor is running on the same data, at {address}")
        self.address = address


@contextmanager
def sole_server(url: str, address: str) -> Iterator[None]:
    """Hold the lock of a SQLite file while serving it at this address, or raise ServedAlready."""
    lock_file = _lock_file_of(url)
    with closing(_open(lock_file)) as connection:
        _lock(connection, lock_file)
        connection.execute("CREATE TABLE IF NOT EXISTS server (address TEXT NOT NULL)")
        connection.execute("DELETE FROM server")
        connection.execute("INSERT INTO server VALUES (?)", [address])
        connection.execute("COMMIT")  # So that others can read it,
        _lock(connection, lock_file)  # while they cannot write.
        yield


def running_server(url: str) -> str | None:
    """Return the address of the process that serves a SQLite file, or None."""
    lock_file = _lock_file_of(url)
    if not lock_file.exists():
        return None
    with closing(_open(lock_file)) as connection:
        try:
            _lock(connection, lock_file)
        except ServedAlready as other:
            return other.address
    return None


def _lock_file_of(url: str) -> Path:
    return Path(f"{make_url(url).database}-server")


def _open(lock_file: Path) -> sqlite3.Connection:
    with contextlib.suppress(OSError):  # SQLite reports the error below.
        os.close(os.open(lock_file, os.O_RDWR | os.O_CREAT, 0o600))
    return sqlite3.connect(lock_file, timeout=0, isolation_level=None)


def _lock(connection: sqlite3.Connection, lock_file: Path) -> None:
    try:
        connection.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise HeliodorError(f"cannot write {lock_file}: {error}") from None
        raise ServedAlready(_address_in(connection)) from None


def _address_in(connection: sqlite3.Connection) -> str:
    try:
        found = connection.execute("SELECT address FROM server").fetchone()
    except sqlite3.OperationalError:  # It is about to write its address.
        found = None
    return str(found[0]) if found else "an address that is not known yet"
