"""Nudges between processes: "table T has changed". The database is the truth; a lost nudge only costs time.

A nudge goes to all processes, or to those that have the table in memory. Each process listens to one channel for all,
where it receives its own nudges, too, and ignores them, and to a channel for itself. What waits to be sent to a channel
is sent as one message, a JSON list.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import logging
import math
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol

import msgspec

from heliodor.core.errors import HeliodorError
from heliodor.protocol.messages import Said, Spoken
from heliodor.store.rows import ActionRow, LeadRow

log = logging.getLogger("heliodor.bus")

CHANNEL = "heliodor"  # For all processes; that of one process has its id behind it.
MOST_BYTES = 7000  # Of a message: NOTIFY takes less than 8000.
MOST_QUEUED = 5000  # For one channel, while the bus does not answer; further nudges are lost.
PAUSE_AFTER_FAILURE = 1.0
COMPLAIN_SECONDS = 60.0
START_SECONDS = 10.0  # How long a server waits for the bus before it serves without it.
CONNECT_SECONDS = 2.0  # How long one try to connect to NATS may take.


class Looker(msgspec.Struct, frozen=True, order=True):
    """Somebody who looks at a review together with others."""

    since: int  # When they came.
    person: str
    name: str  # Their own; two people may have the same one.
    seat: int  # In the match, or NOBODY.


class ReviewNews(msgspec.Struct, kw_only=True, omit_defaults=True):
    """News about a shared review."""

    review: str
    here: list[Looker] | None = None  # The people who are connected to the sender; None: unchanged.
    asks: bool = False  # Whether those who have the review should answer with `here`.
    gone: bool = False  # Whether the sender no longer has it in memory.
    lead: LeadRow | None = None  # The leader, and their place.
    released: int | None = None  # Nobody leads since this revision.
    said: list[tuple[str, Spoken]] = []  # What was said, each with the person.


class Nudge(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A message from one process to the others."""

    sender: str  # Id of the process.
    table: str
    position: tuple[int, int] | None = None  # Revision and ply of the table as the sender has it; None: look it up.
    actions: list[ActionRow] | None = None  # Actions that the sender has saved.
    here: list[int] | None = None  # Seats whose players are connected to the sender; None: unchanged.
    said: Said | None = None  # Something said at the table.
    control: bool = False  # Whether the host has decided something for the whole site.
    signed_out: tuple[str, int] | None = None  # A person, and the first generation of the cookie that is valid.
    reader: str | None = None  # A person who has muted somebody, or no longer does.
    held: tuple[str, int] | None = None  # An address that takes no new people, as `Newcomers` has it, and until when.
    asks: bool = False  # Whether the sender has loaded the table, so those who have it should answer with `here`.
    gone: bool = False  # Whether the sender no longer has the table in memory.
    review: ReviewNews | None = None  # News about a shared review; `table` is then empty.


Listener = Callable[[Nudge], None]

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(list[Nudge]).decode


class Bus(Protocol):
    """Transport of nudges."""

    async def start(self, listener: Listener, process: str) -> None:
        """Listen as this process; return when nudges are heard, or when the bus does not answer."""

    def publish(self, nudge: Nudge, to: Iterable[str] | None = None) -> None:
        """Send a nudge soon to some processes, or to all; never fails and never waits."""

    async def close(self) -> None:
        """Stop."""


class NoBus:
    """Sends nothing: a single process has nobody to nudge."""

    async def start(self, listener: Listener, process: str) -> None:
        """Do nothing."""

    def publish(self, nudge: Nudge, to: Iterable[str] | None = None) -> None:
        """Do nothing."""

    async def close(self) -> None:
        """Do nothing."""


class _QueuedBus:
    """A bus with a queue; tasks send and receive, and reconnect when the connection is lost."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._outgoing: dict[str, list[bytes]] = {}  # By channel.
        self._has_queued = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._listener: Listener = lambda nudge: None
        self._channels = [CHANNEL]  # Those to listen to.
        self._complained_at = -math.inf  # When the last failure was logged.
        self._has_tried = asyncio.Event()  # Whether it listens, or has failed to.

    async def start(self, listener: Listener, process: str) -> None:
        self._listener = listener
        self._channels = [CHANNEL, _channel_of(process)]
        self._tasks = [asyncio.create_task(self._keep_running(work)) for work in (self._send, self._receive)]
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(START_SECONDS):
                await self._has_tried.wait()

    def publish(self, nudge: Nudge, to: Iterable[str] | None = None) -> None:
        data = _encode(nudge)
        for channel in [CHANNEL] if to is None else map(_channel_of, to):
            queued = self._outgoing.setdefault(channel, [])
            if len(queued) < MOST_QUEUED:
                queued.append(data)
        self._has_queued.set()

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
        if not isinstance(error, TimeoutError):  # A slow bus is tried again while the server starts; see START_SECONDS.
            self._has_tried.set()
        now = time.monotonic()
        if now >= self._complained_at + COMPLAIN_SECONDS:
            self._complained_at = now
            log.warning("the bus does not answer: %s", type(error).__name__)

    async def _send(self) -> None:
        raise NotImplementedError

    async def _receive(self) -> None:
        raise NotImplementedError

    async def _next_batch(self) -> list[tuple[str, bytes]]:
        """Wait for nudges; return the whole queue as channels and messages."""
        await self._has_queued.wait()
        self._has_queued.clear()
        queued, self._outgoing = self._outgoing, {}
        return [(channel, message) for channel, nudges in queued.items() for message in _messages(nudges)]

    def _heard(self, message: bytes | str) -> None:
        with contextlib.suppress(msgspec.DecodeError):
            for nudge in _decode(message):
                self._listener(nudge)


def _channel_of(process: str) -> str:
    return f"{CHANNEL}_{process}"


def _messages(nudges: Iterable[bytes]) -> Iterator[bytes]:
    """Join nudges to messages that are not too long; one that is too long itself is dropped, and polling helps."""
    some: list[bytes] = []
    size = 0
    for nudge in dict.fromkeys(nudges):  # The same nudge twice says nothing new.
        if len(nudge) > MOST_BYTES - 2:
            continue
        if size + len(nudge) > MOST_BYTES - 2:
            yield b"[%b]" % b",".join(some)
            some, size = [], 0
        some.append(nudge)
        size += len(nudge) + 1
    if some:
        yield b"[%b]" % b",".join(some)


class NotifyBus(_QueuedBus):
    """PostgreSQL's own NOTIFY."""

    async def _connect(self) -> Any:
        import psycopg

        return await psycopg.AsyncConnection.connect(self._url, autocommit=True)

    async def _send(self) -> None:
        statement = (
            "SELECT pg_notify(channel, message) FROM unnest(%s::text[], %s::text[]) AS all_of (channel, message)"
        )
        async with await self._connect() as connection, connection.cursor() as cursor:
            while True:
                batch = await self._next_batch()
                channels, messages = [channel for channel, _ in batch], [message.decode() for _, message in batch]
                await cursor.execute(statement, (channels, messages), prepare=True)

    async def _receive(self) -> None:
        async with await self._connect() as connection:
            for channel in self._channels:
                await connection.execute(f"LISTEN {channel}")
            loop, wire = asyncio.get_running_loop(), connection.pgconn
            lost: asyncio.Future[None] = loop.create_future()

            def read() -> None:
                """Read what has arrived; psycopg's own `notifies()` takes ten times as long for each message."""
                try:
                    wire.consume_input()
                    while (notice := wire.notifies()) is not None:
                        self._heard(notice.extra)
                except Exception as error:
                    if not lost.done():
                        lost.set_exception(error)

            read()
            loop.add_reader(wire.socket, read)
            self._has_tried.set()
            try:
                await lost
            finally:
                loop.remove_reader(wire.socket)


class NatsBus(_QueuedBus):
    """NATS, for a large site."""

    async def _connect(self, closed: asyncio.Event) -> Any:
        import nats

        async def complain(error: Exception) -> None:
            self._complain(error)

        async def close() -> None:
            closed.set()

        return await nats.connect(
            self._url, error_cb=complain, closed_cb=close, connect_timeout=CONNECT_SECONDS, max_reconnect_attempts=-1
        )

    async def _send(self) -> None:
        connection = await self._connect(asyncio.Event())
        try:
            while True:
                for channel, message in await self._next_batch():
                    await connection.publish(channel, message)
        finally:
            await connection.close()

    async def _receive(self) -> None:
        closed = asyncio.Event()
        connection = await self._connect(closed)

        async def heard(message: Any) -> None:
            self._heard(message.data)

        try:
            for channel in self._channels:
                await connection.subscribe(channel, cb=heard)
            await connection.flush()
            self._has_tried.set()
            await closed.wait()
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
