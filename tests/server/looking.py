"""Somebody in a shared review, for the tests: keeps what the server sends, and asks."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from types import TracebackType
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from heliodor.client import Client, RequestRefused
from heliodor.protocol import messages, requests

_decode = msgspec.json.Decoder(messages.Message).decode


class Looking:
    """One connection to a shared review, to be used with `async with`."""

    def __init__(self, client: Client, review: str) -> None:
        self.review = review
        self.now: messages.TogetherNow = None  # type: ignore[assignment]
        self.place: messages.PlaceInfo | None = None  # The leader's.
        self.said: list[messages.Spoken] = []
        self.failed: str | None = None
        self._url = "ws" + client.url.removeprefix("http") + f"/api/socket?table={review}"
        self._cookie = client.cookie
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()
        self._numbers = itertools.count()
        self._answers: dict[str, asyncio.Future[Any]] = {}

    async def __aenter__(self) -> Looking:
        headers = {} if self._cookie is None else {"Cookie": self._cookie}
        self._socket = await connect(self._url, additional_headers=headers, compression=None, proxy=None)
        await self._socket.send(msgspec.json.encode(requests.Together(review=self.review)).decode())
        self._reader = asyncio.create_task(self._read())
        await self.until(lambda: self.now is not None or self.failed is not None)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._socket is not None and self._reader is not None
        await self._socket.close()
        await asyncio.gather(self._reader, return_exceptions=True)

    async def cut(self) -> None:
        """Lose the connection, as a phone in a tunnel does."""
        assert self._socket is not None
        self._socket.transport.abort()
        await asyncio.gather(self._reader or asyncio.sleep(0), return_exceptions=True)

    async def until(self, condition: Callable[[], bool]) -> None:
        while not condition():
            self._changed.clear()
            await self._changed.wait()

    @property
    def names(self) -> list[str]:
        return [each.name for each in self.now.people]

    @property
    def leads(self) -> bool:
        return self.now.leader == self.now.you

    def key(self, name: str) -> str:
        return next(each.key for each in self.now.people if each.name == name)

    # --- Requests ---------------------------------------------------------------------------------------------------

    async def lead(self, ply: int) -> None:
        await self.ask(requests.Lead, place=requests.Place(ply=ply))

    async def move(self, ply: int, view: int | None = None) -> None:
        await self.ask(requests.Move, place=requests.Place(ply=ply, view=view))

    async def ask(self, message: type, /, **fields: Any) -> None:
        number = str(next(self._numbers))
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        assert self._socket is not None
        await self._socket.send(msgspec.json.encode(message(request=number, **fields)).decode())
        await answer

    async def _read(self) -> None:
        assert self._socket is not None
        async for data in self._socket:
            message = _decode(data)
            if isinstance(message, messages.TogetherNow):
                self.now, self.place, self.said = message, message.place, message.said
            elif isinstance(message, messages.Moved):
                self.place = message.place
            elif isinstance(message, messages.SpokenNow):
                self.said = [*self.said, message.said]
            elif isinstance(message, messages.Failed):
                self.failed = message.reason.key
            elif isinstance(message, messages.Accepted):
                self._answers[message.request].set_result(None)
            elif isinstance(message, messages.Refused):
                reason = message.reason
                self._answers[message.request].set_exception(RequestRefused(0, reason.key, reason.text))
            self._changed.set()
