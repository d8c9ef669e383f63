"""A WebSocket in uvicorn: the `websockets` library speaks the protocol, messages do not pass through ASGI.

A table sends four messages for one that it receives, all of them small. Through ASGI each would pass six functions and
three awaits that hardly ever block, and every socket would keep a task with all their frames. So the connection is
called when a message arrives, and it writes to the transport directly. The library reads every frame, answers pings
and close frames and enforces the limits; only the two to ten bytes before a message that is sent are made here
(decision 7 has the figures).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import MutableMapping
from typing import Any, Protocol
from urllib.parse import unquote

from websockets.frames import CTRL_OPCODES, CloseCode, Frame
from websockets.http11 import Request, Response
from websockets.protocol import SEND_EOF, Event, Side, State
from websockets.protocol import Protocol as WebSocketProtocol
from websockets.server import ServerProtocol

log = logging.getLogger("heliodor.wire")

SCOPE_KEY = "heliodor.wire"  # Key under which the application finds the wire to accept.
LARGEST_MESSAGE = 16 * 1024
MOST_WAITING = 256 * 1024  # Bytes that a slow reader may be behind; then it has to reconnect.
MOST_AT_ONCE = 2 * 1024  # Bytes read from one socket before others get their turn.
# A wire is dead after 8 to 12 seconds of silence. Pages send a ping every 5 seconds, so few wires need one from here.
SILENT_SECONDS = 4.0  # Interval of the checks for silence; a silent wire gets a ping,
DOUBT_SECONDS = 4.0  # to be answered within this time. If this process was paused, unread answers count, too.
CLOSE_SECONDS = 5.0  # How long the other side may take to answer a close frame.

FAULT, RESTARTING = CloseCode.INTERNAL_ERROR, CloseCode.SERVICE_RESTART
_WHOLE_TEXT = 0x81  # First byte of a frame that is a whole text message.
_TWO_BYTES, _EIGHT_BYTES = 126, 127  # Length codes: the real length follows.
_SHORT_HEADS = [bytes((_WHOLE_TEXT, size)) for size in range(_TWO_BYTES)]


class Listener(Protocol):
    """The receiver of a wire's messages."""

    def received(self, message: bytes) -> None:
        """Handle a message."""

    def lost(self) -> None:
        """Handle the loss of the wire; called once."""


class Wire(asyncio.Protocol):
    """One WebSocket; uvicorn creates it for each upgrade request."""

    __slots__ = (
        "_closing",
        "_config",
        "_connections",
        "_frames",
        "_handshake",
        "_has_heard",
        "_is_full",
        "_is_held",
        "_kept",
        "_listener",
        "_loop",
        "_parts",
        "_protocol",
        "_response",
        "_state",
        "_tasks",
        "_ticking",
        "_transport",
        "_unread",
    )

    def __init__(
        self, config: Any, server_state: Any, app_state: dict[str, Any], _loop: asyncio.AbstractEventLoop | None = None
    ) -> None:
        self._config = config
        self._connections = server_state.connections
        self._tasks = server_state.tasks
        self._state = app_state
        self._loop = _loop or asyncio.get_event_loop()
        self._transport: asyncio.Transport = None  # type: ignore[assignment]
        # The handshake keeps the whole request, 3 kB; so a new protocol object replaces it.
        self._handshake: ServerProtocol | None = ServerProtocol()
        self._protocol: WebSocketProtocol = None  # type: ignore[assignment]
        self._response: Response | None = None  # To the handshake, until it is sent.
        self._listener: Listener | None = None
        self._unread = b""  # Received, but not parsed yet.
        self._frames: list[Event] = []  # Read, but not yet passed on.
        self._parts = bytearray()  # Of a message in several frames.
        self._kept = b""  # Frames to be sent together.
        self._is_held = False  # Whether reading is paused.
        self._is_full = False  # Whether the transport's buffer is full.
        self._has_heard = True  # Whether anything has arrived since the last check.
        self._ticking: asyncio.TimerHandle | None = None
        self._closing: asyncio.TimerHandle | None = None  # Ends a close handshake that is not answered.

    # --- For the listener -------------------------------------------------------------------------------------------

    def accept(self, listener: Listener) -> None:
        """Answer the handshake; from now on the listener is called."""
        handshake, response = self._handshake, self._response
        assert handshake is not None and response is not None
        self._handshake = self._response = None
        if self._transport.is_closing():
            listener.lost()
            return
        self._listener = listener
        handshake.send_response(response)
        self._transport.write(b"".join(handshake.data_to_send()))
        self._protocol = WebSocketProtocol(Side.SERVER, max_size=LARGEST_MESSAGE)
        self._ticking = self._loop.call_later(SILENT_SECONDS, self._tick)
        self.go_on()

    def keep(self, message: bytes) -> bool:
        """Queue a text message for `flush`. Return True if the queue was empty."""
        size = len(message)
        if size < _TWO_BYTES:
            head = _SHORT_HEADS[size]
        elif size < 1 << 16:
            head = bytes((_WHOLE_TEXT, _TWO_BYTES)) + size.to_bytes(2, "big")
        else:
            head = bytes((_WHOLE_TEXT, _EIGHT_BYTES)) + size.to_bytes(8, "big")
        is_first = not self._kept
        self._kept += head + message
        return is_first

    def flush(self) -> None:
        """Send the queued messages."""
        frames, self._kept = self._kept, b""
        if frames and not self._transport.is_closing():
            self._transport.write(frames)

    @property
    def is_behind(self) -> bool:
        """Whether the other side reads too slowly."""
        return self._is_full and self._transport.get_write_buffer_size() > MOST_WAITING

    def close(self, code: int) -> None:
        """Send a close frame after pending writes and stop reading."""
        if self._closing is None and not self._transport.is_closing():
            if self._protocol.state is State.OPEN:
                self._protocol.send_close(code)
            self._answer()
            self._closing = self._loop.call_later(CLOSE_SECONDS, self._transport.abort)

    def hold(self) -> None:
        """Pause reading."""
        if not self._is_held and not self._transport.is_closing():
            self._is_held = True
            self._transport.pause_reading()

    def go_on(self) -> None:
        """Resume reading, starting with buffered data."""
        if self._is_held and not self._transport.is_closing():
            self._is_held = False
            self._transport.resume_reading()
            unread, self._unread = self._unread, b""
            self._read(unread)

    # --- For the transport and for uvicorn --------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the transport over from HTTP."""
        self._transport = transport  # type: ignore[assignment]
        self._connections.add(self)

    def connection_lost(self, error: Exception | None) -> None:
        """Notify the listener and release everything."""
        self._connections.discard(self)
        for timer in (self._ticking, self._closing):
            if timer is not None:
                timer.cancel()
        self._ticking, self._unread, self._frames, self._parts = None, b"", [], bytearray()
        listener, self._listener = self._listener, None
        if listener is not None:
            self._protocol.parser.close()  # It and the protocol refer to each other, and cycles stay for hours.
            listener.lost()

    def data_received(self, data: bytes) -> None:
        """Read the handshake, or frames."""
        self._has_heard = True
        if self._is_held:
            self._unread += data
        elif self._handshake is not None:
            self._read_handshake(data)
        else:
            self._read(data)

    def eof_received(self) -> None:
        """Let the transport close itself."""

    def pause_writing(self) -> None:
        """Record that the other side reads slowly."""
        self._is_full = True

    def resume_writing(self) -> None:
        """Record that it has caught up."""
        self._is_full = False

    def shutdown(self) -> None:
        """Tell the client that the server stops."""
        if self._listener is not None:
            self.close(RESTARTING)
        self._transport.close()

    # --- The handshake ----------------------------------------------------------------------------------------------

    def _read_handshake(self, data: bytes) -> None:
        handshake = self._handshake
        assert handshake is not None
        handshake.receive_data(data)
        request = next((event for event in handshake.events_received() if isinstance(event, Request)), None)
        if request is None:
            self._transport.close()
            return
        self._response = handshake.accept(request)
        if self._response.status_code != 101:
            self._refuse(self._response)
            return
        self.hold()  # Until the application has decided.
        task = self._loop.create_task(self._ask_application(self._scope(request)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _scope(self, request: Request) -> MutableMapping[str, Any]:
        path, _, query = request.path.partition("?")
        root = self._config.root_path
        is_secure = self._transport.get_extra_info("sslcontext") is not None
        return {
            "type": "websocket",
            "asgi": {"version": self._config.asgi_version, "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "wss" if is_secure else "ws",
            "server": self._transport.get_extra_info("sockname"),
            "client": self._transport.get_extra_info("peername"),
            "root_path": root,
            "path": root + unquote(path),
            "raw_path": root.encode("ascii") + path.encode("ascii"),
            "query_string": query.encode("ascii"),
            "headers": [
                (name.lower().encode(), value.encode("latin-1")) for name, value in request.headers.raw_items()
            ],
            "subprotocols": [],
            "state": self._state.copy(),
            SCOPE_KEY: self,
        }

    async def _ask_application(self, scope: MutableMapping[str, Any]) -> None:
        """Let the application accept the wire; otherwise the handshake is refused."""

        async def receive() -> MutableMapping[str, Any]:
            return {"type": "websocket.connect"}

        async def send(message: MutableMapping[str, Any]) -> None:
            """Ignore a refusal: a wire that has not been accepted is refused anyway."""

        status = 403
        try:
            await self._config.loaded_app(scope, receive, send)
        except Exception:
            log.exception("a handshake failed")
            status = 500
        if self._handshake is not None and not self._transport.is_closing():
            self._refuse(self._handshake.reject(status, ""))

    def _refuse(self, response: Response) -> None:
        assert self._handshake is not None
        self._handshake.send_response(response)
        self._transport.write(b"".join(self._handshake.data_to_send()))
        self._transport.close()

    # --- Frames -----------------------------------------------------------------------------------------------------

    def _read(self, data: bytes) -> None:
        """Pass on the messages of the complete frames, and answer pings and close frames."""
        if len(data) > MOST_AT_ONCE:
            data, self._unread = data[:MOST_AT_ONCE], data[MOST_AT_ONCE:]
        self._protocol.receive_data(data)
        self._frames += self._protocol.events_received()
        while self._frames and not self._is_held:
            self._take_frame(self._frames.pop(0))
        if self._is_held:
            return  # The rest is read when the listener goes on.
        self._answer()
        if self._unread:
            self.hold()
            self._loop.call_soon(self.go_on)

    def _answer(self) -> None:
        """Send the protocol's own frames after the queued messages; close the transport if they are the last."""
        data = self._protocol.data_to_send()
        if data and not self._transport.is_closing():
            self.flush()
            self._transport.write(b"".join(data))
            if data[-1] == SEND_EOF:
                self._transport.close()

    def _take_frame(self, frame: Event) -> None:
        assert isinstance(frame, Frame)
        if frame.opcode in CTRL_OPCODES:
            return  # The protocol answers them.
        message = bytes(frame.data)
        if not frame.fin:
            self._parts += message
            return
        if self._parts:
            message, self._parts = bytes(self._parts) + message, bytearray()
        if self._listener is not None and self._closing is None:
            self._listener.received(message)

    def _tick(self) -> None:
        """Ping a silent wire; if the ping is not answered, the wire is dead."""
        if self._has_heard:
            self._has_heard = False
            self._ticking = self._loop.call_later(SILENT_SECONDS, self._tick)
        else:
            self._protocol.send_ping(b"")
            self._answer()
            self._ticking = self._loop.call_later(DOUBT_SECONDS, self._end_doubt)

    def _end_doubt(self) -> None:
        if self._has_heard:
            self._tick()
        else:
            self._transport.abort()


class Outbox:
    """Wires with frames to send, flushed after everything that is ready now.

    Sending is the most expensive part of an action, and cheaper in a row: the reader is woken once.
    """

    def __init__(self) -> None:
        self._wires: list[Wire] = []

    def add(self, wire: Wire) -> None:
        """Flush a wire soon."""
        if not self._wires:
            asyncio.get_running_loop().call_soon(self._flush)
        self._wires.append(wire)

    def _flush(self) -> None:
        wires, self._wires = self._wires, []
        for wire in wires:
            wire.flush()
