"""A live table as a player sees it: keeps the view up to date and reopens a lost socket."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import secrets
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from heliodor.core.errors import HeliodorError
from heliodor.protocol import messages, requests
from heliodor.protocol.changes import apply_changes
from heliodor.protocol.tables import ClockState, TableInfo

PAUSES = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0)  # Seconds before the first, second, … attempt to reconnect.
MOST_MESSAGE = 1 << 20

_decode = msgspec.json.Decoder(messages.Message).decode


class TableClosed(HeliodorError):
    """The server closed the connection for good, or there is no such table."""

    def __init__(self, key: str, text: str) -> None:
        super().__init__(text)
        self.key = key


class LiveTable:
    """One seat, or a spectator's place, at one table; made by `Client.open`."""

    def __init__(
        self,
        url: str,
        cookie: str | None,
        table: str,
        watch: str | None = None,
        learn: requests.Learn | None = None,
    ) -> None:
        self.id = table
        self.info: TableInfo | None = None
        self.view: Any = None  # The game's view as decoded JSON; None before the match.
        self.ply = 0
        self.seat = -1
        self.seats: list[int] = []
        self.clock: ClockState | None = None
        self.aid: Any = None  # The game's aid for this seat, as decoded JSON.
        self.note = ""
        self.events: list[messages.EventInfo] = []  # All events since this object was opened.
        self.said: list[messages.Said] = []
        self.warnings: list[messages.Warned] = []
        self.offers: list[messages.Offered] = []
        self.lesson: messages.LessonNow | None = None  # What the coach of a lesson says.
        self.site = messages.SiteInfo()  # What the host of the server tells everybody.
        self.reconnections = 0
        self.patience = 5.0  # Seconds after which an unanswered request is sent again.
        self.on_message: Callable[[bytes], None] = lambda data: None  # Called with every message as received.
        self._url, self._cookie, self._watch, self._learn = url, cookie, watch, learn
        self._socket: ClientConnection | None = None
        self._numbers = itertools.count()
        self._prefix = secrets.token_hex(6)
        self._pending: dict[str, tuple[msgspec.Struct, asyncio.Future[Any]]] = {}
        self._changed = asyncio.Event()
        self._has_seen = False
        self._failure: HeliodorError | None = None
        self._refreshing: asyncio.Task[Any] | None = None
        self._reader: asyncio.Task[None] | None = None

    # --- Life -------------------------------------------------------------------------------------------------------

    async def __aenter__(self) -> LiveTable:
        self._reader = asyncio.create_task(self._keep_reading())
        await self.until(lambda: self.info is not None)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for task in (self._reader, self._refreshing):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        if self._socket is not None:
            await self._socket.close()

    # --- Waiting ----------------------------------------------------------------------------------------------------

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until the condition holds; raise TableClosed if it never will."""
        while not condition():
            if self._failure is not None:
                raise self._failure
            self._changed.clear()
            await self._changed.wait()

    @property
    def over(self) -> bool:
        """Whether the match is over or was stopped."""
        return self.info is not None and self.info.status in ("over", "stopped")

    @property
    def is_my_turn(self) -> bool:
        """Whether the seat that is shown is to act."""
        return self.view is not None and not self.over and self.view["to_act"] == self.seat >= 0

    async def my_turn(self) -> bool:
        """Wait for the seat's turn; return False when the match is over."""
        await self.until(lambda: self.is_my_turn or self.over)
        return not self.over

    # --- Requests ---------------------------------------------------------------------------------------------------

    async def act(self, actions: Sequence[str], ply: int | None = None) -> int:
        """Play actions, all or none; return the ply after them. Raise RequestRefused with the reason.

        The coach does not ask; `ask` with an `Act` gets its question.
        """
        at = self.ply if ply is None else ply
        answer = await self.ask(requests.Act(request=self.new_id(), ply=at, actions=list(actions), anyway=True))
        while self.ply < answer.ply:
            try:
                async with asyncio.timeout(self.patience):
                    await self.until(lambda: self.ply >= answer.ply)
            except TimeoutError:
                await self.refresh()  # The update did not arrive.
        return int(answer.ply)

    async def go(self, step: int) -> None:
        """Go to a step of a lesson."""
        await self.ask(requests.Go(request=self.new_id(), step=step))
        await self.until(lambda: self.lesson is not None and self.lesson.step == step)

    async def preview(self, actions: Sequence[str]) -> messages.Previewed:
        """Try a plan."""
        answer = await self.ask(requests.Preview(request=self.new_id(), ply=self.ply, actions=list(actions)))
        assert isinstance(answer, messages.Previewed)
        return answer

    async def look(self, seat: int, pin: str | None = None) -> None:
        """Show another seat of this device."""
        await self.ask(requests.Look(request=self.new_id(), seat=seat, pin=pin))

    async def curtain(self) -> None:
        """Hide all cards until somebody looks."""
        await self.ask(requests.Curtain(request=self.new_id()))

    async def chat(self, text: str) -> None:
        """Say something."""
        await self.ask(requests.Chat(request=self.new_id(), text=text))

    async def phrase(self, key: str) -> None:
        """Say one of the phrases."""
        await self.ask(requests.Phrase(request=self.new_id(), key=key))

    async def write_note(self, text: str) -> None:
        """Store a private note."""
        await self.ask(requests.Note(request=self.new_id(), text=text))
        self.note = text

    async def offer(self, what: requests.Matter) -> None:
        """Offer to pause, resume or stop."""
        await self.ask(requests.Offer(request=self.new_id(), what=what))

    async def accept(self, what: requests.Matter) -> None:
        """Agree."""
        await self.ask(requests.Accept(request=self.new_id(), what=what))

    async def refresh(self) -> None:
        """Request a full snapshot of the table."""
        await self.ask(requests.Refresh(request=self.new_id(), seen=self.ply))

    async def ask(self, request: Any) -> Any:
        """Send a request and return its answer; after a lost connection the same request is sent again."""
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._pending[request.request] = (request, future)
        try:
            while True:
                await self._send(request)
                # Not wait_for: before Python 3.12 it loses a cancellation that comes together with the answer.
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(self.patience):
                        return await asyncio.shield(future)
        finally:
            self._pending.pop(request.request, None)

    def _ask_for_snapshot(self) -> None:
        if self._refreshing is None or self._refreshing.done():
            request = requests.Refresh(request=self.new_id(), seen=self.ply)
            self._refreshing = asyncio.create_task(self.ask(request))

    def new_id(self) -> str:
        """Return a unique id for a request."""
        return f"{self._prefix}-{next(self._numbers)}"

    async def _send(self, request: Any) -> None:
        if self._socket is not None and self._has_seen:
            with contextlib.suppress(WebSocketException, OSError):
                await self._socket.send(msgspec.json.encode(request).decode())

    # --- Reading ----------------------------------------------------------------------------------------------------

    async def _keep_reading(self) -> None:
        attempt = 0
        while self._failure is None:
            self._has_seen = False
            with contextlib.suppress(WebSocketException, OSError, EOFError, asyncio.TimeoutError):
                headers = {} if self._cookie is None else {"Cookie": self._cookie}
                async with connect(
                    self._url, additional_headers=headers, compression=None, max_size=MOST_MESSAGE, proxy=None
                ) as self._socket:
                    await self._socket.send(msgspec.json.encode(self._opening()).decode())
                    async for data in self._socket:
                        attempt = 0
                        await self._receive(data.encode() if isinstance(data, str) else data)
            self._socket = None
            self.reconnections += 1
            if self._failure is None:
                await asyncio.sleep(PAUSES[min(attempt, len(PAUSES) - 1)])
                attempt += 1

    def _opening(self) -> requests.Open | requests.Learn:
        if self._learn is not None:
            step = self._learn.step if self.lesson is None else self.lesson.step
            return msgspec.structs.replace(self._learn, step=step)
        seen = None if self.info is None else self.ply
        return requests.Open(table=self.id, watch=self._watch, seen=seen)

    async def _receive(self, data: bytes) -> None:
        self.on_message(data)
        message = _decode(data)
        if isinstance(message, messages.Snapshot):
            await self._take_snapshot(message)
        elif isinstance(message, messages.Failed):
            self._fail(TableClosed(message.reason.key, message.reason.text))
        elif isinstance(message, messages.Update):
            self._take_update(message)
        elif isinstance(message, messages.TableChanged):
            self.info, self.clock, self.offers = message.table, message.clock, message.offers
        elif isinstance(message, messages.SaidNow):
            self.said.append(message.said)
        elif isinstance(message, messages.Warned):
            self.warnings.append(message)
        elif isinstance(message, messages.LessonNow):
            self.lesson = message
        elif isinstance(message, messages.SiteChanged):
            self.site = message.site
        else:
            self._answer(message)
        self._changed.set()

    async def _take_snapshot(self, message: messages.Snapshot) -> None:
        is_stale = message.ply < self.ply and message.seat == self.seat and self._learn is None  # A lesson can go back.
        if not is_stale:
            self._show(message)
        if not self._has_seen:
            self._has_seen = True
            for request, _future in list(self._pending.values()):
                await self._send(request)

    def _show(self, message: messages.Snapshot) -> None:
        self.info, self.view, self.ply = message.table, message.view, message.ply
        self.seat, self.seats, self.aid = message.seat, message.seats, message.aid
        self.clock, self.note, self.said, self.offers = message.clock, message.note, message.said, message.offers
        self.events += message.events

    def _take_update(self, message: messages.Update) -> None:
        if self.view is None or message.ply <= self.ply:
            return  # Stale.
        if message.since != self.ply:
            self._ask_for_snapshot()  # Updates are missing.
            return
        apply_changes(self.view, message.changes)
        self.ply = message.ply
        self.events += message.events
        self.aid = message.aid
        self.clock = message.clock

    def _answer(self, message: Any) -> None:
        from heliodor.client.client import RequestRefused

        waiting = self._pending.get(message.request)
        if waiting is None or waiting[1].done():
            return
        if isinstance(message, messages.Refused):
            waiting[1].set_exception(RequestRefused(0, message.reason.key, message.reason.text))
        else:
            waiting[1].set_result(message)

    def _fail(self, error: HeliodorError) -> None:
        self._failure = error
        for _request, future in self._pending.values():
            if not future.done():
                future.set_exception(error)
