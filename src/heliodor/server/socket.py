"""One WebSocket: reads requests, writes messages. It lives between two ASGI functions and knows no game."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Generator, MutableMapping
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from heliodor.core.contract import SPECTATOR
from heliodor.protocol.messages import Failed, Reason, Refused
from heliodor.protocol.requests import Chat, Hint, Open, Phrase, Preview, Request
from heliodor.server import commands
from heliodor.server.refusal import Refusal
from heliodor.server.security import address_of, cookie_of, is_own_origin
from heliodor.server.viewing import encode

if TYPE_CHECKING:
    from heliodor.server.site import Site
    from heliodor.server.table import Table

log = logging.getLogger("heliodor.socket")

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

MOST_WAITING = 500  # Messages that a slow reader may be behind; then it has to connect anew.
OPEN_SECONDS = 10.0  # The first message has to come within this time.
LAST_WORDS_SECONDS = 1.0
LARGEST_MESSAGE = 16 * 1024
GOING_AWAY, BAD_MESSAGE, TOO_SLOW, NOT_FOUND, REMOVED = 1001, 4400, 4408, 4404, 4403
COUNTED: dict[Any, str] = {Preview: "think", Hint: "think", Phrase: "talk", Chat: "talk"}

_decode = msgspec.json.Decoder(Request).decode


class Connection:
    """One socket at one table."""

    def __init__(self, site: Site, person: str | None, address: str, send: Send) -> None:
        self.site = site
        self.person = person
        self.address = address
        self.seats: list[int] = []
        self.seat = SPECTATOR
        self.watches = False
        self._send = send
        self._waiting: list[bytes] = []
        self._flushing: asyncio.Task[None] | None = None
        self._closing: asyncio.Task[None] | None = None
        self._is_closed = False

    def post(self, message: bytes) -> None:
        """Send a message soon, in order; a reader that is too far behind is cut off."""
        if self._is_closed:
            return
        if self._flushing is not None:
            self._waiting.append(message)
            if len(self._waiting) > MOST_WAITING:
                self.end(TOO_SLOW)
            return
        # Nearly always the line is free, and sending ends without a wait; a task for it would cost as much again.
        sending = self._sending(message)
        try:
            future = sending.send(None)
        except StopIteration:
            return
        except Exception:
            self._is_closed = True  # The other side has gone.
            return
        self._flushing = asyncio.create_task(self._flush(_Begun(sending, future)))

    def end(self, code: int) -> None:
        """Close the socket after what is waiting; nothing more is sent after it."""
        if not self._is_closed:
            self._is_closed = True
            self._closing = asyncio.create_task(self._close(code))

    async def finish(self) -> None:
        """Wait until the last words have been said; the server cuts the line when its function returns."""
        if self._closing is not None:
            await asyncio.wait([self._closing], timeout=LAST_WORDS_SECONDS)

    async def _sending(self, message: bytes) -> None:
        self.site.metrics.num_sent_bytes += len(message)
        await self._send({"type": "websocket.send", "text": message.decode()})

    async def _flush(self, begun: _Begun) -> None:
        try:
            await begun
            while self._waiting:
                waiting, self._waiting = self._waiting, []
                for message in waiting:
                    await self._sending(message)
        except Exception:
            self._is_closed = True  # The other side has gone.
        finally:
            self._flushing = None

    async def _close(self, code: int) -> None:
        try:
            if self._flushing is not None and code != TOO_SLOW:
                await asyncio.wait([self._flushing], timeout=LAST_WORDS_SECONDS)
            await self._send({"type": "websocket.close", "code": code})
        except Exception:
            return  # It is closed already.


class _Begun:
    """A coroutine that was begun by hand and now waits for a future; awaiting this goes on with it."""

    def __init__(self, coroutine: Coroutine[Any, Any, None], future: Any) -> None:
        self._coroutine = coroutine
        self._future = future

    def __await__(self) -> Generator[Any, Any, None]:
        waits_for = self._future
        while True:
            try:
                value = yield waits_for
            except BaseException as error:
                step = partial(self._coroutine.throw, error)
            else:
                step = partial(self._coroutine.send, value)
            try:
                waits_for = step()
            except StopIteration:
                return


async def serve_socket(site: Site, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
    """Serve one socket from its handshake to its end."""
    address = address_of(scope)
    await receive()  # websocket.connect
    if not is_own_origin(scope, site.config.origins) or not site.limits.allows("socket", address):
        await send({"type": "websocket.close", "code": 4403})
        return
    await send({"type": "websocket.accept"})
    connection = Connection(site, site.signer.person_of(cookie_of(scope)), address, send)
    site.connections += 1
    site.metrics.connections.set(site.connections)
    table: Table | None = None
    try:
        table = await _opened(site, connection, receive)
        if table is not None:
            await _listen(site, connection, table, receive)
    finally:
        site.connections -= 1
        site.metrics.connections.set(site.connections)
        if table is not None:
            table.leave(connection)
        await connection.finish()


async def _opened(site: Site, connection: Connection, receive: Receive) -> Table | None:
    """Wait for `open`; return the table, or None if there is none to be shown."""
    try:
        text = await asyncio.wait_for(_next_text(receive), OPEN_SECONDS)
    except TimeoutError:
        connection.end(BAD_MESSAGE)
        return None
    if text is None:
        return None
    request = _read(connection, text)
    if not isinstance(request, Open):
        if request is not None:
            _fail(connection, "open_first", "the first message is open", BAD_MESSAGE)
        return None
    table = await site.table(request.table)
    try:
        if table is None:
            raise Refusal("not_found", "there is no such table")
        found = table
        await found.run(lambda: commands.open_table(connection, found, request))
    except Refusal as refusal:
        _fail(connection, refusal.reason.key, refusal.reason.text, NOT_FOUND)
        return None
    return table


async def _listen(site: Site, connection: Connection, table: Table, receive: Receive) -> None:
    who = connection.person or connection.address
    while (text := await _next_text(receive)) is not None:
        request: Any = _read(connection, text)
        if request is None:
            return
        kind = type(request)
        site.metrics.num_messages[kind.__struct_config__.tag] += 1
        if kind is Open:
            _fail(connection, "open_once", "a socket serves one table; open another one", BAD_MESSAGE)
            return
        counted = COUNTED.get(kind)
        if not site.limits.allows("message", who) or (counted and not site.limits.allows(counted, who)):
            reason = Reason(key="slow_down", text="too many requests; wait a little")
            connection.post(encode(Refused(request=request.request, reason=reason, ply=table.ply)))
            continue
        table.submit(lambda request=request: commands.run(connection, table, request))  # type: ignore[misc]


async def _next_text(receive: Receive) -> str | bytes | None:
    """Return the next message, or None when the socket is closed."""
    event = await receive()
    if event["type"] != "websocket.receive":
        return None
    text: str | bytes | None = event.get("text")
    return text if text is not None else event.get("bytes", b"")


def _read(connection: Connection, text: str | bytes) -> Any:
    try:
        if len(text) > LARGEST_MESSAGE:
            raise msgspec.ValidationError(f"a message has at most {LARGEST_MESSAGE} bytes")
        return _decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        _fail(connection, "bad_message", f"this message cannot be read: {str(error)[:200]}", BAD_MESSAGE)
        return None


def _fail(connection: Connection, key: str, text: str, code: int) -> None:
    connection.post(encode(Failed(reason=Reason(key=key, text=text))))
    connection.end(code)
