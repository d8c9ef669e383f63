"""The single writer thread. Everything queued during one commit goes into the next transaction together.

A caller awaits its operation; when that returns, the commit is on disk. If an operation of a batch fails, the batch
is rolled back and each operation is run again in its own transaction, so that one failure does not affect the others.

Most writes are actions. A batch of nothing else is one statement that bypasses SQLAlchemy, so the thread releases the
GIL once per batch and not once per row.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, NamedTuple, TypeVar

import msgspec
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import IntegrityError

from heliodor.store.rows import NewAction

T = TypeVar("T")
Operation = Callable[[Connection], Any]

MOST_IN_A_BATCH = 500
ROWS_AT_ONCE = 100  # Rows of actions in one statement: old SQLite versions take 999 values.
COLUMNS = "match_id, ply, seat, text, request, left_ms, at"
# One parameter, so one prepared statement is enough. It is run by libpq itself, which lets go of the GIL once: through
# psycopg's cursor a batch takes twice the CPU time.
POSTGRESQL_STATEMENT = b"heliodor_append_actions"
POSTGRESQL_INSERT = (
    f"INSERT INTO actions ({COLUMNS}) SELECT row->>0, (row->>1)::bigint, (row->>2)::bigint, row->>3, row->>4, "
    "(row->>5)::bigint, (row->>6)::bigint FROM json_array_elements($1::json) AS row"
)


class Conflict(Exception):
    """Another writer was first: the row exists already, or has changed."""


class _Job(NamedTuple):
    operation: Operation | Sequence[NewAction]  # A function to run, or actions to append.
    future: asyncio.Future[Any]


class Writer:
    """Runs operations in batches; create and use it in a running event loop."""

    def __init__(self, engine: Engine) -> None:
        self.batches = 0
        self.operations = 0
        self._engine = engine
        self._loop = asyncio.get_running_loop()
        self._gathered: list[_Job] = []
        self._is_due = False  # Whether the queue will be handed over, now or when the thread has finished.
        self._connection: Connection | None = None
        self._is_prepared = False  # Whether the connection knows POSTGRESQL_STATEMENT.
        self._handed: queue.SimpleQueue[list[_Job] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="heliodor-writer", daemon=True)
        self._thread.start()

    def write(self, operation: Callable[[Connection], T]) -> asyncio.Future[T]:
        """Run an operation on the connection. It may be run twice, so it must change nothing but the database."""
        return self._gather(operation)

    def append_actions(self, rows: Sequence[NewAction]) -> asyncio.Future[None]:
        """Append actions of one match, all or none; raise Conflict if one of the plies has been played."""
        return self._gather(rows)

    async def close(self) -> None:
        """Finish pending work and end the thread."""
        while self._is_due:
            await asyncio.sleep(0.001)
        self._handed.put(None)
        await asyncio.to_thread(self._thread.join)

    # --- In the event loop ------------------------------------------------------------------------------------------

    def _gather(self, operation: Operation | Sequence[NewAction]) -> asyncio.Future[Any]:
        future: asyncio.Future[Any] = self._loop.create_future()
        self._gathered.append(_Job(operation, future))
        if not self._is_due:
            # Wait for everything that is ready now: waking the thread costs more than an action.
            self._is_due = True
            self._loop.call_soon(self._hand_over)
        return future

    def _hand_over(self) -> None:
        batch, self._gathered = self._gathered[:MOST_IN_A_BATCH], self._gathered[MOST_IN_A_BATCH:]
        self._handed.put(batch)

    def _deliver(self, batch: list[_Job], results: list[Any]) -> None:
        self.batches += 1
        self.operations += len(batch)
        self._is_due = bool(self._gathered)
        if self._is_due:
            self._hand_over()
        for job, result in zip(batch, results, strict=True):
            if job.future.cancelled():
                continue
            if isinstance(result, Exception):
                job.future.set_exception(result)
            else:
                job.future.set_result(result)

    # --- In the thread ----------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while (batch := self._handed.get()) is not None:
            results = self._commit_together(batch) or [self._commit_alone(job) for job in batch]
            self._loop.call_soon_threadsafe(self._deliver, batch, results)
        self._disconnect()

    def _commit_together(self, batch: list[_Job]) -> list[Any] | None:
        """Return the results of all operations, or None if one of them failed and nothing was done."""
        rows = [row for job in batch if not callable(job.operation) for row in job.operation]
        operations = [job.operation if callable(job.operation) else None for job in batch]
        try:
            if len(rows) <= ROWS_AT_ONCE and not any(operations):
                self._insert(self._connected(), rows)
                return [None] * len(batch)
            with self._transaction() as connection:
                self._insert(connection, rows)
                return [operation and operation(connection) for operation in operations]
        except Exception:
            return None

    def _commit_alone(self, job: _Job) -> Any:
        """Return the result of one operation, or the exception that it raised."""
        try:
            with self._transaction() as connection:
                if callable(job.operation):
                    return job.operation(connection)
                self._insert(connection, job.operation)
                return None
        except (IntegrityError, self._engine.dialect.loaded_dbapi.IntegrityError):
            return Conflict("the row exists already")
        except Exception as error:
            return error

    def _insert(self, connection: Connection, rows: Sequence[NewAction]) -> None:
        insert = self._insert_in_sqlite if connection.dialect.name == "sqlite" else self._insert_in_postgresql
        raw: Any = connection.connection.dbapi_connection
        try:
            for start in range(0, len(rows), ROWS_AT_ONCE):
                insert(raw, rows[start : start + ROWS_AT_ONCE])
        except self._engine.dialect.loaded_dbapi.IntegrityError:
            raise
        except Exception:
            self._disconnect()  # It may be broken.
            raise

    def _insert_in_sqlite(self, connection: Any, rows: Sequence[NewAction]) -> None:
        connection.execute(_sqlite_insert(len(rows)), [value for row in rows for value in row]).close()

    def _insert_in_postgresql(self, connection: Any, rows: Sequence[NewAction]) -> None:
        from psycopg import errors, pq

        wire = connection.pgconn
        if not self._is_prepared:
            prepared = wire.prepare(POSTGRESQL_STATEMENT, POSTGRESQL_INSERT.encode())
            if prepared.status != pq.ExecStatus.COMMAND_OK:
                raise errors.error_from_result(prepared)
            self._is_prepared = True
        done = wire.exec_prepared(POSTGRESQL_STATEMENT, [msgspec.json.encode(rows)])
        if done.status != pq.ExecStatus.COMMAND_OK:
            raise errors.error_from_result(done)

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        """Open a transaction on the thread's own connection."""
        connection = self._connected()
        # SQLite: take the write lock now, not at the first write.
        connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.dialect.name == "sqlite" else "BEGIN")
        try:
            yield connection
            connection.exec_driver_sql("COMMIT")
        except BaseException:
            try:
                connection.exec_driver_sql("ROLLBACK")
            except Exception:
                self._disconnect()
            raise

    def _connected(self) -> Connection:
        """Return the thread's own connection in autocommit mode, or a new one if that was lost."""
        connection = self._connection
        if connection is None or connection.invalidated or connection.closed:
            self._disconnect()
            connection = self._connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        return connection

    def _disconnect(self) -> None:
        connection, self._connection, self._is_prepared = self._connection, None, False
        if connection is not None:
            with contextlib.suppress(Exception):
                connection.invalidate()
                connection.close()


@cache
def _sqlite_insert(num_rows: int) -> str:
    return f"INSERT INTO actions ({COLUMNS}) VALUES {', '.join(['(?, ?, ?, ?, ?, ?, ?)'] * num_rows)}"
