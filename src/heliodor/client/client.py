"""A person with a cookie, and the HTTP requests that lead to a table."""

from __future__ import annotations

import asyncio
import http.client
import secrets
from collections.abc import Sequence
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec

from heliodor.client.live import LiveTable
from heliodor.core.errors import HeliodorError
from heliodor.core.record import Record
from heliodor.protocol import http as bodies
from heliodor.protocol import requests
from heliodor.protocol.settings import Level, SeatPlan, TableSettings, WantedSettings
from heliodor.protocol.tables import TableInfo

T = TypeVar("T")

ME = SeatPlan(kind="me")
OPEN = SeatPlan(kind="open")
SECONDS = 180.0  # For one HTTP request; a new table may have to wait until its game is compiled.


def bot(level: Level = "casual") -> SeatPlan:
    """Return a seat for a bot."""
    return SeatPlan(kind="bot", level=level)


def device(name: str, pin: str | None = None) -> SeatPlan:
    """Return a seat for another person at this device."""
    return SeatPlan(kind="device", name=name, pin=pin)


class RequestRefused(HeliodorError):
    """The server refused the request."""

    def __init__(self, status: int, key: str, text: str) -> None:
        super().__init__(text)
        self.status = status  # Of HTTP; 0 if it was a socket request.
        self.key = key


class Client:
    """One person at one server."""

    def __init__(self, url: str, cookie: str | None = None) -> None:
        self.url = url.rstrip("/")
        self.cookie = cookie  # "heliodor=…": identifies this person.

    @classmethod
    async def arrive(cls, url: str, name: str = "Guest", language: str = "en") -> Client:
        """Arrive at a server as a new person."""
        client = cls(url)
        await client.post("/api/me", bodies.PersonChange(name=name, language=language), bodies.Me)
        return client

    @classmethod
    async def recover(cls, url: str, code: str) -> Client:
        """Arrive at a server as the person with a recovery code."""
        client = cls(url)
        await client.post("/api/me/recover", bodies.Recovery(code=code), bodies.Me)
        return client

    async def me(self) -> bodies.Me:
        """Return this person; call `arrive` or `recover` first."""
        return await self.get("/api/me", bodies.Me)

    async def create_table(
        self,
        game: str,
        seats: Sequence[SeatPlan],
        settings: TableSettings | None = None,
        deal: str | None = None,
        **options: Any,
    ) -> TableInfo:
        """Create a table; if the caller has a seat there, add a seed to its shuffles."""
        asked = WantedSettings(**msgspec.structs.asdict(settings or TableSettings()))
        wanted = bodies.NewTable(game=game, options=options, seats=list(seats), settings=asked, deal=deal)
        info = await self.post("/api/tables", wanted, TableInfo)
        return await self.give_seed(info) if any(seat.yours for seat in info.seats) else info

    async def join(self, table: str, token: str | None = None, seat: int | None = None) -> TableInfo:
        """Sit down, and add a new seed."""
        return await self.give_seed(
            await self.post(f"/api/tables/{table}/join", bodies.Join(token=token, seat=seat), TableInfo)
        )

    async def give_seed(self, info: TableInfo) -> TableInfo:
        """Add a seed to the shuffles of a table where the caller has a seat, in answer to its commitment."""
        wanted = bodies.Join(seed=secrets.token_hex(16), commitment=info.commitment)
        return await self.post(f"/api/tables/{info.id}/join", wanted, TableInfo)

    async def start(self, table: str) -> TableInfo:
        """Deal the cards."""
        return await self.post(f"/api/tables/{table}/start", None, TableInfo)

    async def leave(self, table: str) -> None:
        """Leave the seat."""
        await self.post(f"/api/tables/{table}/leave", None, bodies.Done)

    async def change_seat(self, table: str, seat: int, to: str, level: str = "casual") -> TableInfo:
        """Give a seat to a bot, back to its person, or open it."""
        wanted = bodies.SeatChange(to=to, level=level)  # type: ignore[arg-type]
        return await self.post(f"/api/tables/{table}/seats/{seat}", wanted, TableInfo)

    async def rematch(self, table: str) -> TableInfo:
        """Play again with the same people."""
        return await self.post(f"/api/tables/{table}/rematch", None, TableInfo)

    async def practise(self, wanted: bodies.NewPractice) -> TableInfo:
        """Play on against bots from a moment of a finished match, or from an answered puzzle; the table has started."""
        return await self.post("/api/practice", wanted, TableInfo)

    async def table(self, table: str) -> TableInfo:
        """Return the description of a table."""
        return await self.get(f"/api/tables/{table}", TableInfo)

    async def record(self, table: str) -> Record:
        """Return the record of a finished match."""
        return await self.get(f"/api/tables/{table}/record", Record)

    def open(self, table: str, watch: str | None = None) -> LiveTable:
        """Return a live table, to be used with `async with`."""
        # The server does not read the query; a proxy may send all sockets of a table to one process by it.
        url = "ws" + self.url.removeprefix("http") + f"/api/socket?table={table}"
        return LiveTable(url, self.cookie, table, watch)

    def learn(self, game: str, lesson: str, step: int | None = None) -> LiveTable:
        """Return a lesson as a live table, to be used with `async with`; without a step where it was left."""
        opening = requests.Learn(game=game, lesson=lesson, step=step)
        return LiveTable("ws" + self.url.removeprefix("http") + "/api/socket", self.cookie, lesson, learn=opening)

    async def lessons(self) -> bodies.Lessons:
        """Return all lessons, and how far this person is."""
        return await self.get("/api/lessons", bodies.Lessons)

    # --- HTTP -------------------------------------------------------------------------------------------------------

    async def get(self, path: str, kind: type[T]) -> T:
        """Send a GET request."""
        return await self._request("GET", path, None, kind)

    async def post(self, path: str, body: msgspec.Struct | None, kind: type[T]) -> T:
        """Send a POST request."""
        return await self._request("POST", path, body, kind)

    async def _request(self, method: str, path: str, body: msgspec.Struct | None, kind: type[T]) -> T:
        data = None if body is None else msgspec.json.encode(body)
        status, answer, cookie = await asyncio.to_thread(self._exchange, method, path, data)
        if cookie is not None:
            self.cookie = cookie.partition(";")[0]
        if status != 200:
            problem = msgspec.json.decode(answer, type=bodies.Problem)
            raise RequestRefused(status, problem.key, problem.text)
        return msgspec.json.decode(answer, type=kind)

    def _exchange(self, method: str, path: str, data: bytes | None) -> tuple[int, bytes, str | None]:
        parts = urlsplit(self.url)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        connection = kind(parts.netloc, timeout=SECONDS)
        headers = {"Content-Type": "application/json"}
        if self.cookie is not None:
            headers["Cookie"] = self.cookie
        try:
            connection.request(method, parts.path + path, data, headers)
            response = connection.getresponse()
            return response.status, response.read(), response.getheader("Set-Cookie")
        finally:
            connection.close()
