"""Starting a server process, or several."""

from __future__ import annotations

import gc
import os
import socket
import sys
import tempfile
import threading
import webbrowser
from typing import Any

import uvicorn

from heliodor.core.errors import HeliodorError
from heliodor.server.app import make_app
from heliodor.server.bus import make_bus
from heliodor.server.config import Config
from heliodor.server.logs import set_up_logs
from heliodor.store import open_engine

GRACEFUL_SECONDS = 10
# Next to nothing here makes cycles, and a full pass over a thousand tables takes as long as hundreds of actions.
GC_THRESHOLDS = (50_000, 20, 50)
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
        uvicorn.Server(uvicorn.Config(make_app(config), **_uvicorn_options(host, port))).run()


def _check(config: Config, host: str, port: int) -> None:
    """Refuse in a sentence what would otherwise fail somewhere inside."""
    engine = open_engine(config.database)
    is_shared = engine.dialect.name != "sqlite"
    engine.dispose()
    make_bus(config.bus, config.database, is_shared)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((host, port))
        except OSError as error:
            raise HeliodorError(f"cannot listen at {host}, port {port}: {error.strerror}; try another --port") from None


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
