"""Look at a database without changing it: which migrations it has, and which this version of Heliodor knows."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import URL, create_engine, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, ProgrammingError

from heliodor.core.errors import HeliodorError
from heliodor.store.database import _migrations

CONNECT_SECONDS = 5


class Schema(NamedTuple):
    """Numbers of migrations."""

    pending: list[int]  # Run by the next start of a server.
    unknown: list[int]  # Run by a newer version of Heliodor.


def sqlite_file(url: str) -> Path | None:
    """Return the file of a SQLite database; None for PostgreSQL."""
    parsed = _parsed(url)
    return Path(parsed.database or "") if parsed.get_backend_name() == "sqlite" else None


def schema_of(url: str) -> Schema:
    """Return the state of the schema; raise HeliodorError if the database does not answer."""
    file = sqlite_file(url)
    done = _run_on_sqlite(file) if file else _run_on_postgres(url)
    known = {number for number, _sql in _migrations()}
    return Schema(sorted(known - done), sorted(done - known))


def _run_on_sqlite(file: Path) -> set[int]:
    if not file.exists():
        return set()
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            return {int(row[0]) for row in connection.execute("SELECT number FROM migrations")}
    except sqlite3.Error as error:
        if "no such table" in str(error):
            return set()
        raise HeliodorError(f"{file} cannot be read: {error}") from None


def _run_on_postgres(url: str) -> set[int]:
    parsed = _parsed(url).set(drivername="postgresql+psycopg")
    try:
        engine = create_engine(parsed, connect_args={"connect_timeout": CONNECT_SECONDS}, hide_parameters=True)
        try:
            with engine.connect() as connection:
                return set(connection.execute(text("SELECT number FROM migrations")).scalars())
        finally:
            engine.dispose()
    except ModuleNotFoundError:
        raise HeliodorError("PostgreSQL needs its driver: pip install 'heliodor[hosts]'") from None
    except ProgrammingError:  # There is no such table yet.
        return set()
    except DBAPIError as error:
        raise HeliodorError(f"the database does not answer: {' '.join(str(error.orig).split())[:200]}") from None


def _parsed(url: str) -> URL:
    try:
        parsed = make_url(url)
        if parsed.get_backend_name() not in ("sqlite", "postgresql", "postgres"):
            raise HeliodorError(f"the database is sqlite or postgresql, not {parsed.get_backend_name()}")
    except (ArgumentError, NoSuchModuleError):
        raise HeliodorError("the database URL cannot be read; it is like postgresql://user@host/name") from None
    return parsed
