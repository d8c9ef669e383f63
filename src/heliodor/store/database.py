"""Location of the data: a SQLite file in the user's data folder, or PostgreSQL by URL."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from heliodor.core.errors import HeliodorError
from heliodor.core.folders import data_folder

BUSY_SECONDS = 10.0
PRIVATE_ENDINGS = ("", "-wal", "-shm", "-server")  # Of a SQLite file and the files beside it.
OTHERS = 0o077  # Permissions of other users.
MIGRATION_LOCK = 0x68656C69  # "heli": keeps two processes from migrating at the same time.


def default_url() -> str:
    """Return the URL of the SQLite file in the user's data folder; HELIODOR_DATA_DIR moves the folder."""
    return f"sqlite:///{data_folder() / 'heliodor.sqlite3'}"


def open_engine(url: str) -> Engine:
    """Return an engine for the URL, with the schema migrated; raise HeliodorError if it cannot be opened."""
    try:
        parsed = make_url(url)
        if parsed.drivername in ("postgresql", "postgres"):
            parsed = parsed.set(drivername="postgresql+psycopg")
        if parsed.get_backend_name() not in ("sqlite", "postgresql"):
            raise HeliodorError(f"the database must be sqlite or postgresql, not {parsed.get_backend_name()}")
        if parsed.get_backend_name() == "sqlite":
            engine = _open_sqlite(url, parsed.database)
        else:
            # Psycopg must prepare nothing: after a rollback it drops all prepared statements, the writer's as well.
            engine = create_engine(
                parsed,
                pool_size=4,
                max_overflow=4,
                pool_pre_ping=True,
                hide_parameters=True,
                connect_args={"prepare_threshold": None},
            )
        try:
            migrate(engine)
        except BaseException:
            engine.dispose()
            raise
    except (ArgumentError, NoSuchModuleError):
        raise HeliodorError("the database URL cannot be read; it looks like postgresql://user@host/name") from None
    except ModuleNotFoundError:
        raise HeliodorError("PostgreSQL needs its driver: pip install 'heliodor[hosts]'") from None
    except DBAPIError as error:
        raise HeliodorError(f"the database does not answer: {_reason(error)}") from None
    return engine


def _open_sqlite(url: str, path: str | None) -> Engine:
    if not path or path == ":memory:":
        raise HeliodorError("the SQLite database needs a file, as in sqlite:////home/me/heliodor.sqlite3")
    _keep_private(Path(path))
    engine = create_engine(
        url, connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False}, hide_parameters=True
    )
    event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _keep_private(file: Path) -> None:
    """Make a database unreadable for other users of this machine: it holds the cookie key, seeds and tokens.

    An existing folder is left as it is. SQLite gives its -wal and -shm files the mode of the database.
    """
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise HeliodorError(f"cannot create the folder of {file}: {error.strerror}") from None
    try:
        if file.parent == data_folder():
            file.parent.chmod(0o700)
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
        for ending in PRIVATE_ENDINGS:
            part = file.with_name(file.name + ending)
            if part.exists() and part.stat().st_mode & OTHERS:
                part.chmod(0o600)
    except OSError as error:
        raise HeliodorError(f"cannot open {file}: {error.strerror}") from None


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    # FULL: commits survive a power cut. WAL: readers do not wait for the writer.
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")


@contextmanager
def transaction(engine: Engine) -> Iterator[Connection]:
    """Open a transaction that writes; raise HeliodorError if the database refuses."""
    try:
        with engine.begin() as connection:
            if engine.dialect.name == "sqlite":
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield connection
    except DBAPIError as error:
        raise HeliodorError(f"the database cannot be changed: {_reason(error)}") from None


def _reason(error: DBAPIError) -> str:
    return " ".join(str(error.orig).split())[:200]


def migrate(engine: Engine) -> None:
    """Run the numbered SQL files that this database has not run yet, each in its own transaction."""
    for number, sql in _migrations():
        with engine.begin() as connection:
            if engine.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
            else:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            connection.exec_driver_sql("CREATE TABLE IF NOT EXISTS migrations (number BIGINT PRIMARY KEY)")
            if not _has_run(connection, number):
                for statement in sql.split(";\n"):
                    if statement.strip():
                        connection.exec_driver_sql(statement)
                connection.execute(text("INSERT INTO migrations (number) VALUES (:number)"), {"number": number})


def _has_run(connection: Connection, number: int) -> bool:
    found = connection.execute(text("SELECT 1 FROM migrations WHERE number = :number"), {"number": number})
    return found.first() is not None


def _migrations() -> list[tuple[int, str]]:
    folder = resources.files("heliodor.store") / "migrations"
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".sql")), key=lambda file: file.name)
    return [(int(file.name[:4]), file.read_text(encoding="utf-8")) for file in files]
