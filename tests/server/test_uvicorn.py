"""The parts of uvicorn that it does not promise to keep, and that `server/wire.py` is built on.

A new version of uvicorn is tried here first: if these tests pass, its limit in pyproject.toml can be raised.
"""

from __future__ import annotations

import asyncio
import tomllib
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from packaging.requirements import Requirement
from uvicorn.server import ServerState

from heliodor.server.run import _uvicorn_options
from heliodor.server.wire import Wire
from tests.server.harness import run

REQUEST = (
    b"GET /api/socket?watch=1 HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
    b"sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nsec-websocket-version: 13\r\n\r\n"
)


def changed(what: str, where: str) -> str:
    """Return the sentence with which a test fails."""
    return f"uvicorn {uvicorn.__version__}: {what} has changed, and {where} in server/wire.py uses it"


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Do nothing."""


class StandIn(asyncio.Protocol):
    """Stands where the wire stands, and records how uvicorn uses it."""

    made: list[StandIn]

    def __init__(self, **given: Any) -> None:
        self.given = given
        self.calls: list[tuple[str, Any]] = []
        StandIn.made.append(self)

    def connection_made(self, transport: Any) -> None:
        self.calls.append(("connection_made", transport))

    def data_received(self, data: bytes) -> None:
        self.calls.append(("data_received", data))


class Line(asyncio.Transport):
    """A transport without a network."""

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return default

    def set_protocol(self, protocol: Any) -> None:
        protocol.calls.append(("set_protocol", self))


def loaded(**options: Any) -> uvicorn.Config:
    config = uvicorn.Config(application, **{**_uvicorn_options("127.0.0.1", 0), **options})
    config.load()
    return config


def test_uvicorn_has_a_highest_version_and_the_installed_one_is_not_above_it() -> None:
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    [allowed] = [found for line in project["dependencies"] if (found := Requirement(line)).name == "uvicorn"]
    assert "<" in {limit.operator for limit in allowed.specifier}, "server/wire.py uses what uvicorn may change"
    assert uvicorn.__version__ in allowed.specifier, "raise the limit in pyproject.toml when the tests below pass"


def test_uvicorn_hands_an_upgrade_to_the_wire_as_it_expects() -> None:
    async def main() -> None:
        StandIn.made = []
        state, line = ServerState(), Line()
        config = loaded(ws=StandIn)
        http = config.http_protocol_class(config=config, server_state=state, app_state={"site": 1})  # type: ignore[call-arg,operator]
        http.connection_made(line)
        http.data_received(REQUEST)
        assert len(StandIn.made) == 1, changed("the choice of the WebSocket protocol", "Wire")
        [wire] = StandIn.made
        assert wire.given == {"config": config, "server_state": state, "app_state": {"site": 1}}, changed(
            "what a WebSocket protocol is created with", "Wire.__init__"
        )
        assert [name for name, _ in wire.calls] == ["connection_made", "data_received", "set_protocol"], changed(
            "how a connection passes from HTTP to WebSocket", "Wire.connection_made"
        )
        assert wire.calls[0][1] is line, changed("the transport it passes on", "Wire.connection_made")
        assert wire.calls[1][1] == REQUEST, changed("the form of the request it passes on", "Wire._read_handshake")
        assert http not in state.connections, changed("who is in ServerState.connections", "Wire.connection_made")

    run(main())


def test_uvicorn_finds_the_wire_by_its_name() -> None:
    assert loaded().ws_protocol_class is Wire, changed("the option `ws`", "Wire")


@pytest.mark.parametrize(
    ("name", "expected", "where"),
    [
        ("root_path", "", "Wire._scope"),
        ("asgi_version", "3.0", "Wire._scope"),
        ("loaded_app", application, "Wire._ask_application"),
    ],
)
def test_uvicorns_settings_have_what_the_wire_asks_for(name: str, expected: object, where: str) -> None:
    value = getattr(loaded(proxy_headers=False), name, None)
    assert value == expected, changed(f"Config.{name}", where)


@pytest.mark.parametrize("name", ["connections", "tasks"])
def test_uvicorns_state_has_what_the_wire_adds_itself_to(name: str) -> None:
    assert getattr(ServerState(), name, None) == set(), changed(f"ServerState.{name}", "Wire.__init__")


def test_uvicorn_tells_every_wire_to_shut_down_and_waits_for_it() -> None:
    class Connection:
        is_told = is_gone = False

        def shutdown(self) -> None:
            self.is_told = True
            asyncio.get_running_loop().call_later(0.2, self.go)

        def go(self) -> None:
            self.is_gone = True
            server.server_state.connections.discard(self)  # type: ignore[arg-type]

    server = uvicorn.Server(loaded(lifespan="off"))
    connection = Connection()

    async def main() -> None:
        server.servers = []
        server.lifespan = server.config.lifespan_class(server.config)
        server.server_state.connections.add(connection)  # type: ignore[arg-type]
        await server.shutdown()

    run(main())
    assert connection.is_told, changed("how connections are told to shut down", "Wire.shutdown")
    assert connection.is_gone, changed("that it waits for ServerState.connections", "Wire.connection_lost")
