"""The WebSocket itself: frames by RFC 6455, and clients that break it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from uvicorn.server import ServerState
from websockets.frames import CloseCode, Frame, Opcode

from heliodor.client import ME, Client
from heliodor.server import codes, wire
from tests.server.harness import Served, run, serving, table_of

TEXT, BINARY, CONTINUATION, CLOSE, PING, PONG = 1, 2, 0, 8, 9, 10
FIN = 0x80


def frame(payload: bytes, opcode: int = TEXT, *, fin: bool = True, masked: bool = True, reserved: int = 0) -> bytes:
    """Return a client's frame."""
    size, mask = len(payload), 0x80 if masked else 0
    if size < 126:
        length = bytes((mask | size,))
    elif size < 1 << 16:
        length = bytes((mask | 126,)) + size.to_bytes(2, "big")
    else:
        length = bytes((mask | 127,)) + size.to_bytes(8, "big")
    key = b"\x12\x34\x56\x78" if masked else b""
    body = bytes(byte ^ key[at % 4] for at, byte in enumerate(payload)) if masked else payload
    return bytes(((FIN if fin else 0) | reserved | opcode,)) + length + key + body


def ping_request(number: int) -> bytes:
    return json.dumps({"type": "ping", "request": str(number)}).encode()


class RawSocket:
    """A client that sends any bytes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def frame(self) -> tuple[int, bytes]:
        """Return the next frame: opcode and payload."""
        head, size = await self.reader.readexactly(2)
        if size >= 126:
            size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
        return head & 0x0F, await self.reader.readexactly(size)

    async def message(self) -> Any:
        """Return the next message, past pings."""
        while True:
            opcode, payload = await self.frame()
            if opcode == TEXT:
                return json.loads(payload)

    async def close_code(self) -> int:
        """Read to the end and return the code with which the server closes."""
        while True:
            opcode, payload = await self.frame()
            if opcode == CLOSE:
                return int.from_bytes(payload[:2], "big")


@contextlib.asynccontextmanager
async def raw_socket(server: Served, cookie: str | None) -> AsyncIterator[RawSocket]:
    host, _, port = server.url.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    lines = [
        "GET /api/socket HTTP/1.1",
        f"Host: {host}:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Version: 13",
        f"Cookie: {cookie}",
    ]
    writer.write("\r\n".join([*lines, "", ""]).encode())
    assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
    try:
        yield RawSocket(reader, writer)
    finally:
        writer.close()


@contextlib.asynccontextmanager
async def at_a_table(server: Served) -> AsyncIterator[RawSocket]:
    person = await Client.arrive(server.url)
    info = await table_of([person], "nizam", [ME])
    async with raw_socket(server, person.cookie) as raw:
        raw.writer.write(frame(json.dumps({"type": "open", "table": info.id}).encode()))
        assert (await raw.message())["type"] == "snapshot"
        assert (await raw.message())["type"] == "table"
        yield raw


def test_a_message_may_come_in_pieces_of_any_size(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server, at_a_table(server) as raw:
            data = ping_request(1)
            parts = [frame(data[:5], fin=False), frame(b"", CONTINUATION, fin=False), frame(data[5:], CONTINUATION)]
            sent = parts[0] + frame(b"between", PING) + parts[1] + parts[2]
            for byte in sent:  # One byte at a time.
                raw.writer.write(bytes((byte,)))
                await raw.writer.drain()
                await asyncio.sleep(0)
            assert await raw.frame() == (PONG, b"between")
            assert (await raw.message())["request"] == "1"
            raw.writer.write(frame(ping_request(2), BINARY))
            assert (await raw.message())["request"] == "2"

    run(main())


def test_many_messages_at_once_are_all_answered_in_order(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server, at_a_table(server) as raw:
            count = 5 * wire.MOST_AT_ONCE // len(frame(ping_request(0)))
            raw.writer.write(b"".join(frame(ping_request(number)) for number in range(count)))
            assert [(await raw.message())["request"] for _ in range(count)] == [str(n) for n in range(count)]

    run(main())


def test_what_follows_open_at_once_waits_for_the_table(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            person = await Client.arrive(server.url)
            info = await table_of([person], "nizam", [ME])
            async with raw_socket(server, person.cookie) as raw:
                opening = frame(json.dumps({"type": "open", "table": info.id}).encode())
                raw.writer.write(opening + frame(ping_request(1)) + frame(ping_request(2)))
                heard = [await raw.message() for _ in range(4)]
                assert [message["type"] for message in heard] == ["snapshot", "table", "accepted", "accepted"]

    run(main())


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (frame(b"{}", masked=False), CloseCode.PROTOCOL_ERROR),
        (frame(b"{}", reserved=0x40), CloseCode.PROTOCOL_ERROR),
        (frame(b"{}", 3), CloseCode.PROTOCOL_ERROR),
        (frame(b"{}", CONTINUATION), CloseCode.PROTOCOL_ERROR),
        (frame(b"{", fin=False) + frame(b"}"), CloseCode.PROTOCOL_ERROR),
        (frame(b"x" * 126, PING), CloseCode.PROTOCOL_ERROR),
        (frame(b"", PING, fin=False), CloseCode.PROTOCOL_ERROR),
        (frame(b"x" * (wire.LARGEST_MESSAGE + 1)), CloseCode.MESSAGE_TOO_BIG),
        (b"\x81\xff" + b"\x7f" * 8, CloseCode.MESSAGE_TOO_BIG),
        (frame(b"x" * 9000, fin=False) + frame(b"x" * 9000, CONTINUATION), CloseCode.MESSAGE_TOO_BIG),
        (frame(b"\xff\xfe"), codes.BAD_MESSAGE),
        (frame((4001).to_bytes(2, "big") + b"bye", CLOSE), 4001),
    ],
)
def test_a_client_that_breaks_the_protocol_is_closed_with_the_reason(sqlite: str, sent: bytes, code: int) -> None:
    async def main() -> None:
        async with serving(sqlite) as server, at_a_table(server) as raw:
            raw.writer.write(sent)
            assert await asyncio.wait_for(raw.close_code(), 10) == code
            assert server.site.metrics.faults._value.get() == 0

    run(main())


def test_a_client_that_says_nothing_is_disconnected(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        monkeypatch.setattr("heliodor.server.socket.OPEN_SECONDS", 0.05)
        async with serving(sqlite) as server, raw_socket(server, None) as raw:
            assert await asyncio.wait_for(raw.close_code(), 10) == codes.BAD_MESSAGE

    run(main())


def test_a_dead_wire_is_noticed_and_one_that_was_stopped_is_not_taken_for_dead(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        monkeypatch.setattr(wire, "SILENT_SECONDS", 0.1)
        monkeypatch.setattr(wire, "DOUBT_SECONDS", 0.3)
        async with serving(sqlite) as server, at_a_table(server) as raw:
            assert await raw.frame() == (PING, b"")
            raw.writer.write(frame(b"", PONG))
            time.sleep(0.5)  # The whole process stands still, and the answer waits to be read.
            assert await raw.frame() == (PING, b"")
            assert server.site.connections == 1
            end = time.monotonic() + 10
            while server.site.connections:  # Now it is not answered.
                assert time.monotonic() < end
                await asyncio.sleep(0.02)

    run(main())


class Timer:
    def __init__(self, at: float, callback: Callable[[], None]) -> None:
        self.at, self.callback, self.is_cancelled = at, callback, False

    def cancel(self) -> None:
        self.is_cancelled = True


class Clockwork:
    """A loop without a network; its timers go off when the test lets time pass."""

    def __init__(self) -> None:
        self.now = 0.0
        self.timers: list[Timer] = []

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Timer:
        self.timers.append(Timer(self.now + seconds, callback))
        return self.timers[-1]

    def pass_time(self, until: float) -> None:
        while due := [timer for timer in self.timers if timer.at <= until and not timer.is_cancelled]:
            timer = min(due, key=lambda timer: timer.at)
            self.timers.remove(timer)
            self.now = timer.at
            timer.callback()
        self.now = until


class Line(asyncio.Transport):
    """A transport that keeps what is written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.is_cut = False

    def write(self, data: Any) -> None:
        self.written += data

    def is_closing(self) -> bool:
        return self.is_cut

    def abort(self) -> None:
        self.is_cut = True

    def resume_reading(self) -> None:
        pass


class Ears:
    """A listener that does nothing."""

    def received(self, message: bytes) -> None:
        pass

    def lost(self) -> None:
        pass


def accepted_wire() -> tuple[wire.Wire, Line, Clockwork]:
    """Return a wire whose handshake has just been answered, what it writes to, and its time."""
    loop, line = Clockwork(), Line()
    accepted = wire.Wire(None, ServerState(), {}, loop)  # type: ignore[arg-type]
    accepted.connection_made(line)
    assert accepted._handshake is not None
    accepted._response = accepted._handshake.reject(200, "")
    accepted.accept(Ears())
    line.written = b""
    return accepted, line, loop


@pytest.mark.parametrize("heard_at", [0.0, 0.001, 1.9, 3.999])
def test_a_dead_connection_is_noticed_after_eight_to_twelve_seconds(heard_at: float) -> None:
    """It sends something `heard_at` seconds after a check, and then nothing more."""
    checked_at = 10 * wire.SILENT_SECONDS
    dead, line, loop = accepted_wire()
    for number in range(1, 11):  # Until then it is heard between any two checks.
        loop.pass_time(number * wire.SILENT_SECONDS - 1.0)
        dead.data_received(frame(b"", PONG))
    loop.pass_time(checked_at + heard_at)
    dead.data_received(frame(b"", PONG))
    last = loop.now
    assert not line.written, "no ping is needed"
    loop.pass_time(last + 7.9)
    assert not line.is_cut, "a page sends a ping every 5 seconds, and one may be late"
    loop.pass_time(last + 12.0)
    assert line.is_cut
    assert line.written == bytes((FIN | PING, 0))


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536])
def test_a_message_of_any_size_is_sent_in_the_frame_that_the_library_would_make(size: int) -> None:
    sender, line, _ = accepted_wire()
    message = b"x" * size
    assert sender.keep(message) and not sender.keep(b"{}")
    sender.flush()
    assert line.written == b"".join(Frame(Opcode.TEXT, data).serialize(mask=False) for data in (message, b"{}"))


def test_a_silent_client_that_answers_pings_stays(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "SILENT_SECONDS", 0.05)
    monkeypatch.setattr(wire, "DOUBT_SECONDS", 2.0)

    async def main() -> None:
        async with serving(sqlite) as server, at_a_table(server) as raw:
            for _ in range(5):
                assert await asyncio.wait_for(raw.frame(), 10) == (PING, b"")
                raw.writer.write(frame(b"", PONG))
            assert server.site.connections == 1

    run(main())


def test_a_client_that_does_not_read_is_disconnected(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        monkeypatch.setattr(wire, "MOST_WAITING", 100_000)
        monkeypatch.setattr(wire, "CLOSE_SECONDS", 0.1)
        async with serving(sqlite) as server, at_a_table(server) as raw:
            # The system keeps megabytes for a reader by itself; with small buffers the server has to.
            [live] = server.site.tables.values()
            [connection] = live.receivers
            sender = connection._wire._transport  # type: ignore[attr-defined]
            sender.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
            raw.writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            raw.writer.transport.pause_reading()  # type: ignore[attr-defined]
            request = frame(json.dumps({"type": "refresh", "request": "r", "seen": 0}).encode())
            while server.site.connections:
                with contextlib.suppress(ConnectionError):
                    raw.writer.write(request * 10)
                await asyncio.sleep(0.01)

    run(main())
