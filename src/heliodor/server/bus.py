"""Nudges between processes: "table T has changed". The database is the truth; a lost nudge only costs time.

A nudge is a short JSON text. Each process receives its own nudges, too, and ignores them.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import logging
import math
import time
from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from heliodor.core.errors import HeliodorError
from heliodor.protocol.messages import Said

log = logging.getLogger("heliodor.bus")

CHANNEL = "heliodor"
MOST_BYTES = 7000  # NOTIFY takes less than 8000.
PAUSE_AFTER_FAILURE = 1.0
COMPLAIN_SECONDS = 60.0


class Nudge(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A message from one process to the others."""

    sender: str  # Id of the process.
    table: str
    here: list[int] | None = None  # Seats whose players are connected to the sender; None: unchanged.
    said: Said | None = None  # Something said at the table.
    control: bool = False  # Whether the host has decided something for the whole site.
    held: tuple[str, int] | None = None  # An address that takes no new people, as `Newcomers` has it, and until when.
    asks: bool = False  # Whether the others should report who is connected to them.


Listener = Callable[[Nudge], None]


class Bus(Protocol):
    """Transport of nudges."""

    async def start(self, listener: Listener) -> None:
        """Begin to listen."""

    def publish(self, nudge: Nudge) -> None:
        """Send a nudge soon; never fails and never waits."""

    async def close(self) -> None:
        """Stop."""


class NoBus:
    """Sends nothing: a single process has nobody to nudge."""

    async def start(self, listener: Listener) -> None:
        """Do nothing."""

    def publish(self, nudge: Nudge) -> None:
        """Do nothing."""

    async def close(self) -> None:
        """Do nothing."""


class _QueuedBus:
    """A bus with a queue; tasks send and receive, and reconnect when the connection is lost."""

    def __init__(self) -> None:
        self._outgoing: asyncio.Queue[bytes] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._listener: Listener = lambda nudge: None
        self._complained_at = -math.inf  # When the last failure was logged.

    async def start(self, listener: Listener) -> None:
        self._listener = listener
        self._tasks = [asyncio.create_task(self._keep_running(work)) for work in (self._send, self._receive)]

    def publish(self, nudge: Nudge) -> None:
        self._outgoing.put_nowait(msgspec.json.encode(nudge))

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _keep_running(self, work: Callable[[], Any]) -> None:
        while True:
            try:
                await work()
            except Exception as error:
                self._complain(error)
                await asyncio.sleep(PAUSE_AFTER_FAILURE)

    def _complain(self, error: Exception) -> None:
        """Log that the bus does not answer, at most once a minute: polling makes up for lost nudges."""
        now = time.monotonic()
        if now >= self._complained_at + COMPLAIN_SECONDS:
            self._complained_at = now
            log.warning("the bus does not answer: %s", type(error).__name__)

    async def _send(self) -> None:
        raise NotImplementedError

    async def _receive(self) -> None:
        raise NotImplementedError

    async def _next_batch(self) -> list[bytes]:
        """Wait for a nudge and return it with all other queued ones, without duplicates."""
        nudges = {await self._outgoing.get(): None}
        while not self._outgoing.empty():
            nudges[self._outgoing.get_nowait()] = None
        return list(nudges)

    def _heard(self, data: bytes | str) -> None:
        with contextlib.suppress(msgspec.DecodeError):
            self._listener(msgspec.json.decode(data, type=Nudge))


class NotifyBus(_QueuedBus):
    """PostgreSQL's own NOTIFY."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self._url = url

    async def _connect(self) -> Any:
        import psycopg

        return await psycopg.AsyncConnection.connect(self._url, autocommit=True)

    async def _send(self) -> None:
        async with await self._connect() as connection:
            while True:
                nudges = await self._next_batch()
                async with connection.cursor() as cursor:
                    await cursor.execute(
                        "SELECT pg_notify(%s, nudge) FROM unnest(%s::text[]) AS nudge",
                        (CHANNEL, [nudge.decode() for nudge in nudges if len(nudge) < MOST_BYTES]),
                    )

    async def _receive(self) -> None:
        async with await self._connect() as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            async for notice in connection.notifies():
                self._heard(notice.payload)


class NatsBus(_QueuedBus):
    """NATS, for a large site."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self._url = url

    async def _connect(self) -> Any:
        import nats

        async def complain(error: Exception) -> None:
            self._complain(error)

        return await nats.connect(self._url, error_cb=complain, connect_timeout=2, max_reconnect_attempts=-1)

    async def _send(self) -> None:
        connection = await self._connect()
        try:
            while True:
                for nudge in await self._next_batch():
                    await connection.publish(CHANNEL, nudge)
        finally:
            await connection.close()

    async def _receive(self) -> None:
        connection = await self._connect()
        try:
            subscription = await connection.subscribe(CHANNEL)
            async for message in subscription.messages:
                self._heard(message.data)
        finally:
            await connection.close()


def make_bus(url: str | None, database: str, is_shared: bool) -> Bus:
    """Return the bus for a URL; without one, NOTIFY if the database is PostgreSQL."""
    if url is None:
        return NotifyBus(_plain_postgres(database)) if is_shared else NoBus()
    if url.startswith("nats://"):
        _check_driver("nats", "NATS")
        return NatsBus(url)
    if url.startswith(("postgresql://", "postgres://")):
        _check_driver("psycopg", "PostgreSQL")
        return NotifyBus(url)
    raise HeliodorError("the bus is nats://host:port or postgresql://…")


def _check_driver(package: str, name: str) -> None:
    if importlib.util.find_spec(package) is None:
        raise HeliodorError(f"{name} needs its driver: pip install 'heliodor[hosts]'")


def _plain_postgres(url: str) -> str:
    return url.replace("postgresql+psycopg://", "postgresql://", 1)
