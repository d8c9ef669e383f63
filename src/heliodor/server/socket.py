"""One socket at one table, lesson or shared review: reads requests, writes messages. It knows nothing about games."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, MutableMapping
from typing import TYPE_CHECKING, Any, get_args

import msgspec

from heliodor.core.contract import SPECTATOR
from heliodor.protocol.messages import Failed, Reason, Refused
from heliodor.protocol.requests import Chat, Hint, Learn, Open, Phrase, Preview, Report, Request, Review, Together
from heliodor.server import commands, lessons, shared_requests
from heliodor.server.codes import BAD_MESSAGE, NOT_FOUND, REMOVED, TOO_SLOW
from heliodor.server.lessons import LessonTable
from heliodor.server.refusal import Refusal
from heliodor.server.security import address_of, cookie_of, is_own_origin
from heliodor.server.shared_reviews import SharedReview
from heliodor.server.viewers import encode
from heliodor.server.wire import FAULT, SCOPE_KEY, Wire

if TYPE_CHECKING:
    from heliodor.server.site import Site
    from heliodor.server.table import Table

log = logging.getLogger("heliodor.socket")

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

OPEN_SECONDS = 10.0  # The first message has to come within this time.
COUNTED: dict[Any, str] = {
    Preview: "think",
    Hint: "think",
    Review: "think",
    Phrase: "talk",
    Chat: "talk",
    Report: "report",
}

_decode = msgspec.json.Decoder(Request).decode
_TAGS: dict[Any, str] = {kind: str(kind.__struct_config__.tag) for kind in get_args(Request)}


async def serve_socket(site: Site, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
    """Accept a socket, or refuse it."""
    address = address_of(scope)
    await receive()  # websocket.connect
    if not is_own_origin(scope, site.config.origins) or not site.limits.allows("socket", address):
        await send({"type": "websocket.close", "code": REMOVED})
        return
    person, generation = site.signer.person_of(cookie_of(scope)) or (None, 0)
    if not site.control.is_signed_in(person, generation):
        person = None
    site.control.met(person, address)
    Connection(site, person, generation, address, scope[SCOPE_KEY])


class Connection:
    """One socket at one table, from its handshake to its end."""

    __slots__ = (
        "_is_closed",
        "_opening",
        "_wire",
        "address",
        "generation",
        "muted",
        "person",
        "seat",
        "seats",
        "site",
        "table",
        "watches",
    )

    def __init__(self, site: Site, person: str | None, generation: int, address: str, wire: Wire) -> None:
        self.site = site
        self.person = person
        self.generation = generation  # Of the cookie.
        self.muted: frozenset[str] = frozenset()
        self.address = address
        self.seats: list[int] = []
        self.seat = SPECTATOR
        self.watches = False
        self.table: Table | LessonTable | SharedReview | None = None
        self._wire = wire
        self._is_closed = False
        self._opening: asyncio.TimerHandle | None = asyncio.get_running_loop().call_later(OPEN_SECONDS, self._give_up)
        site.sockets.add(self)
        site.count_connections(1)
        wire.accept(self)

    # --- For the table ----------------------------------------------------------------------------------------------

    def post(self, message: bytes) -> None:
        """Send a message soon, in order; a reader that is too far behind is cut off."""
        if self._is_closed:
            return
        site, wire = self.site, self._wire
        site.metrics.num_sent_bytes += len(message)
        if wire.keep(message):
            site.outbox.add(wire)
        if wire.is_behind:
            self.end(TOO_SLOW)

    def end(self, code: int) -> None:
        """Close the socket after pending messages; nothing more is sent after that."""
        if not self._is_closed:
            self._is_closed = True
            self._wire.close(code)

    # --- For the wire -----------------------------------------------------------------------------------------------

    def received(self, message: bytes) -> None:
        """Handle a request."""
        request: Any = self._read(message)
        if request is None:
            return
        table, kind = self.table, type(request)
        if table is None:
            self._open(request)
            return
        site = self.site
        site.metrics.num_messages[_TAGS[kind]] += 1
        if kind in (Open, Learn, Together):
            self._fail("open_once", "a socket serves one table; open another one", BAD_MESSAGE)
            return
        who = self.person or self.address
        counted = COUNTED.get(kind)
        if not site.limits.allows("message", who) or (counted and not site.limits.allows(counted, who)):
            reason = Reason(key="slow_down", text="too many requests; wait a little")
            self.post(encode(Refused(request=request.request, reason=reason, ply=table.ply)))
            return
        if isinstance(table, LessonTable):
            table.submit(lambda: lessons.run(self, table, request))
        elif isinstance(table, SharedReview):
            table.submit(lambda: shared_requests.run(self, table, request))
        else:
            table.submit(lambda: commands.run(self, table, request))

    def lost(self) -> None:
        """Leave the table."""
        self._is_closed = True
        self._stop_waiting()
        self.site.sockets.discard(self)
        self.site.count_connections(-1)
        if self.table is not None:
            self.table.leave(self)

    # --- Opening ----------------------------------------------------------------------------------------------------

    def _open(self, request: Any) -> None:
        self._stop_waiting()
        if not isinstance(request, Open | Learn | Together):
            self._fail("open_first", "the first message has to be open, learn or together", BAD_MESSAGE)
            return
        self._wire.hold()  # Further messages are read once there is a table to handle them.
        self.site.in_background(self._find(request))

    async def _find(self, request: Open | Learn | Together) -> None:
        try:
            if isinstance(request, Learn):
                found: Table | LessonTable | SharedReview = await lessons.open_lesson(self, request)
            elif isinstance(request, Together):
                found = await shared_requests.open_review(self, request)
            else:
                found = await self._find_table(request)
        except Refusal as refusal:
            self._fail(refusal.reason.key, refusal.reason.text, NOT_FOUND)
        except Exception:
            self.site.metrics.faults.inc()
            log.exception("a table could not be opened", extra=_place_of(request))
            self.end(FAULT)
        else:
            if self._is_closed:
                found.leave(self)  # It left while the table was being loaded.
            else:
                self.table = found
        self._wire.go_on()

    async def _find_table(self, request: Open) -> Table:
        table = await self.site.table(request.table)
        if table is None:
            raise Refusal("not_found", "there is no such table")
        await table.run(lambda: commands.open_table(self, table, request))
        return table

    def _give_up(self) -> None:
        self._opening = None
        self.end(BAD_MESSAGE)

    def _stop_waiting(self) -> None:
        if self._opening is not None:
            self._opening.cancel()
            self._opening = None

    def _read(self, message: bytes) -> Any:
        try:
            return _decode(message)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._fail("bad_message", f"this message cannot be read: {str(error)[:200]}", BAD_MESSAGE)
            return None

    def _fail(self, key: str, text: str, code: int) -> None:
        self.post(encode(Failed(reason=Reason(key=key, text=text))))
        self.end(code)


def _place_of(request: Open | Learn | Together) -> dict[str, str]:
    """Return what a log line may say about an opening."""
    if isinstance(request, Together):
        return {"match": request.review}
    return {"game": request.game} if isinstance(request, Learn) else {"match": request.table}
