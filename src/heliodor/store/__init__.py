"""The only SQL: matches, seats, actions, people, talk, ratings and the host's decisions; SQLite or PostgreSQL.

`Store.write` runs a function of these modules in the next commit and returns when that is on disk; `Store.read` runs
one on a reading connection. Both take the function and its arguments without the connection.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection, Engine, text

from heliodor.store.database import default_url, open_engine, transaction
from heliodor.store.rows import NewAction
from heliodor.store.sole_server import ServedAlready, running_server, sole_server
from heliodor.store.writer import Conflict, Writer

__all__ = [
    "Conflict",
    "ServedAlready",
    "Store",
    "default_url",
    "open_engine",
    "running_server",
    "sole_server",
    "transaction",
]

P = ParamSpec("P")
T = TypeVar("T")

NUM_READERS = 2


class Store:
    """The asynchronous interface to the database; create it in a running loop, from an engine of `open_engine`."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.is_shared = engine.dialect.name != "sqlite"  # Whether other processes may use the same database.
        self.writer = Writer(engine)
        self._readers = ThreadPoolExecutor(NUM_READERS, thread_name_prefix="heliodor-reader")

    def write(
        self, function: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> asyncio.Future[T]:
        """Run a function that writes; once awaited, its changes are saved."""
        return self.writer.write(lambda connection: function(connection, *args, **kwargs))

    def append_actions(self, rows: Sequence[NewAction]) -> asyncio.Future[None]:
        """Append actions of one match, all or none; raise Conflict if a ply has been played already."""
        return self.writer.append_actions(rows)

    async def read(self, function: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a function that only reads."""
        job = partial(self._read, function, args, kwargs)
        return await asyncio.get_running_loop().run_in_executor(self._readers, job)

    async def check(self) -> None:
        """Raise if the database does not answer."""
        await self.read(lambda connection: connection.execute(text("SELECT 1")).scalar())

    def _read(self, function: Callable[..., T], args: Any, kwargs: Any) -> T:
        with self.engine.connect() as connection:
            return function(connection, *args, **kwargs)

    async def close(self) -> None:
        """Flush pending writes and close the database."""
        await self.writer.close()
        self._readers.shutdown(wait=True)
        self.engine.dispose()
