"""Starting a server process, or several."""

from __future__ import annotations

import gc
import os
import socket
import sys
import tempfile
import threading
import webbrowser
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import uvicorn

from heliodor.core.errors import HeliodorError
from heliodor.server.app import make_app
from heliodor.server.bus import make_bus
from heliodor.server.config import Config
from heliodor.server.logs import set_up_logs
from heliodor.store import open_engine, sole_server

GRACEFUL_SECONDS = 10
PORTS_TRIED = 20
# A full pass over a thousand tables takes as long as hundreds of actions, and what they are made of is no garbage. What
# is young is looked at soon, though: a socket leaves its handshake behind, in a circle of references.
GC_THRESHOLDS = (5_000, 20, 50)
SWITCH_SECONDS = 0.001  # The writer's thread should not wait 5 ms for its turn.


def serve(config: Config, host: str, port: int, *, workers: int = 1, log_level: str = "info") -> None:
    """Serve until a signal comes; with several workers, on a database that they can share."""
    if workers > 1 and config.database.startswith("sqlite"):
        raise HeliodorError("several workers need PostgreSQL: SQLite serves one process (--database postgresql://…)")
    _check(config, host, port)
    set_up_logs(log_level)
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.set_threshold(*GC_THRESHOLDS)
    if workers > 1:
        config.to_environment()
        os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", tempfile.mkdtemp(prefix="heliodor-metrics-"))
        options = _uvicorn_options(host, port)
        uvicorn.run("heliodor.server.app:make_worker_app", factory=True, workers=workers, **options)
    else:
        with _sole(config.database, host, port):
            uvicorn.Server(uvicorn.Config(make_app(config), **_uvicorn_options(host, port))).run()


def _sole(database: str, host: str, port: int) -> AbstractContextManager[None]:
    return sole_server(database, address_at(host, port)) if database.startswith("sqlite") else nullcontext()


def address_at(host: str, port: int) -> str:
    """Return where a browser on this machine finds a server that listens there."""
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{name}:{port}/"


def free_port(host: str, first: int) -> int:
    """Return the first port from `first` on that nobody listens at; `first` itself if all of some are taken."""
    return next((port for port in range(first, first + PORTS_TRIED) if _why_taken(host, port) is None), first)


def house_address() -> str | None:
    """Return the address of this machine in its local network, or None if there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as trial:
        try:
            # Set aside for documentation. Nothing is sent; the route there tells the address.
            trial.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(trial.getsockname()[0])


def _check(config: Config, host: str, port: int) -> None:
    """Refuse in a sentence what would otherwise fail somewhere inside."""
    engine = open_engine(config.database)
    is_shared = engine.dialect.name != "sqlite"
    engine.dispose()
    make_bus(config.bus, config.database, is_shared)
    if why := _why_taken(host, port):
        raise HeliodorError(f"cannot listen at {host}, port {port}: {why}; try another --port")


def _why_taken(host: str, port: int) -> str | None:
    """Return why nobody can listen there, or None if it is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((host, port))
        except OSError as error:
            return error.strerror
    return None


def open_browser_soon(url: str) -> None:
    """Open the browser when the server has had a moment to start."""
    timer = threading.Timer(1.0, webbrowser.open, [url])
    timer.daemon = True
    timer.start()


def _uvicorn_options(host: str, port: int) -> dict[str, Any]:
    return {
        "host": host,
        "port": port,
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "ws": "heliodor.server.wire:Wire",
        "timeout_graceful_shutdown": GRACEFUL_SECONDS,
    }
