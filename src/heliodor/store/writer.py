"""The one thread that writes. Whatever has gathered while it committed goes into the next transaction together.

A caller awaits its operation; when that returns, the commit is on disk. If an operation of a batch fails, the batch
is rolled back and its operations are run again, each in a transaction of its own, so that a failure is its own.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine, insert
from sqlalchemy.exc import IntegrityError

from heliodor.store import schema

T = TypeVar("T")
Operation = Callable[[Connection], Any]

MOST_IN_A_BATCH = 500


class Conflict(Exception):
    """Somebody else was first: the row is there already, or is not what it was."""


class _Job(NamedTuple):
    operation: Operation | list[dict[str, Any]]  # What to do, or rows of `actions` to append.
    future: asyncio.Future[Any]


class Writer:
    """Runs operations in batches; made within a running event loop."""

    def __init__(self, engine: Engine) -> None:
        self.batches = 0
        self.operations = 0
        self._engine = engine
        self._loop = asyncio.get_running_loop()
        self._connection: Connection | None = None
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="heliodor-writer", daemon=True)
        self._thread.start()

    def write(self, operation: Callable[[Connection], T]) -> asyncio.Future[T]:
        """Run an operation on the connection; it may be run twice, so it changes nothing but the database."""
        future: asyncio.Future[T] = self._loop.create_future()
        self._jobs.put(_Job(operation, future))
        return future

    def append_actions(self, rows: list[dict[str, Any]]) -> asyncio.Future[None]:
        """Append actions of one match, all or none; raise Conflict if one of the plies has been played."""
        future: asyncio.Future[None] = self._loop.create_future()
        self._jobs.put(_Job(rows, future))
        return future

    async def close(self) -> None:
        """Finish what is waiting and end the thread."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        going_on = True
        while going_on:
            batch, going_on = self._next_batch()
            if batch:
                results = self._commit_together(batch) or [self._commit_alone(job) for job in batch]
                self.batches += 1
                self.operations += len(batch)
                self._loop.call_soon_threadsafe(_deliver, batch, results)
        if self._connection is not None:
            self._connection.close()

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        """Open a transaction on the thread's own connection, or on a new one if that was lost."""
        if self._connection is None or self._connection.invalidated or self._connection.closed:
            self._connection = self._engine.connect()
        connection = self._connection
        try:
            if connection.dialect.name == "sqlite":
                connection.exec_driver_sql("BEGIN IMMEDIATE")  # Waits for its turn now, not half-way.
            yield connection
            connection.commit()
        except BaseException:
            connection.rollback()
            raise

    def _next_batch(self) -> tuple[list[_Job], bool]:
        batch: list[_Job] = []
        job = self._jobs.get()
        while job is not None:
            batch.append(job)
            if len(batch) == MOST_IN_A_BATCH:
                return batch, True
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                return batch, True
        return batch, False

    def _commit_together(self, batch: list[_Job]) -> list[Any] | None:
        """Return the results of all operations, or None if one of them failed and nothing was done."""
        try:
            with self._transaction() as connection:
                rows = [row for job in batch if isinstance(job.operation, list) for row in job.operation]
                if rows:
                    connection.execute(insert(schema.actions), rows)
                return [None if isinstance(job.operation, list) else job.operation(connection) for job in batch]
        except Exception:
            return None

    def _commit_alone(self, job: _Job) -> Any:
        """Return the result of one operation, or the exception that it raised."""
        try:
            with self._transaction() as connection:
                if isinstance(job.operation, list):
                    connection.execute(insert(schema.actions), job.operation)
                    return None
                return job.operation(connection)
        except IntegrityError:
            return Conflict("the row is there already")
        except Exception as error:
            return error


def _deliver(batch: list[_Job], results: list[Any]) -> None:
    for job, result in zip(batch, results, strict=True):
        if job.future.cancelled():
            continue
        if isinstance(result, Exception):
            job.future.set_exception(result)
        else:
            job.future.set_result(result)
