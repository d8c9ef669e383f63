"""Start one server process, or several."""

from __future__ import annotations

import errno
import gc
import logging
import os
import socket
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

import msgspec
import uvicorn
from starlette.applications import Starlette

from heliodor.core.errors import HeliodorError
from heliodor.server.app import make_app
from heliodor.server.bus import make_bus
from heliodor.server.config import Config
from heliodor.server.logs import set_up_logs
from heliodor.server.metrics import WORKERS_FOLDER, workers_served
from heliodor.store import open_engine, sole_server

log = logging.getLogger("heliodor.run")

GRACEFUL_SECONDS = 10
PORTS_TRIED = 20
# A full collection over a thousand tables takes as long as hundreds of actions and finds nothing. Young objects are
# collected often: each socket handshake leaves a reference cycle.
GC_THRESHOLDS = (5_000, 20, 50)
SWITCH_SECONDS = 0.001  # The writer's thread should not wait 5 ms for its turn.


def serve(config: Config, host: str, port: int, *, workers: int = 1) -> None:
    """Serve until a signal arrives; several workers need a database that they can share."""
    if workers > 1 and config.database.startswith("sqlite"):
        raise HeliodorError("several workers need PostgreSQL: SQLite serves one process (--database postgresql://…)")
    _check(config, host, port)
    set_up_process(config)
    if workers > 1:
        # The parent serves the metrics of all workers.
        msgspec.structs.replace(config, metrics_port=None).to_environment()
        with _metrics_folder(), workers_served(config.metrics_host, config.metrics_port):
            options = _uvicorn_options(host, port)
            uvicorn.run("heliodor.server.run:make_worker_app", factory=True, workers=workers, **options)
    else:
        with _sole(config.database, host, port):
            uvicorn.Server(uvicorn.Config(make_app(config), **_uvicorn_options(host, port))).run()


def set_up_process(config: Config) -> None:
    """Set up logs, garbage collection and thread switching; every process that serves calls this once."""
    set_up_logs(config.log_level)
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.set_threshold(*GC_THRESHOLDS)
    log.info("process set up", extra={"pid": os.getpid(), "gc": gc.get_threshold(), "switch": sys.getswitchinterval()})


def make_worker_app() -> Starlette:
    """Set up a worker process and return its application; the configuration comes from the environment."""
    config = Config.from_environment()
    set_up_process(config)
    return make_app(config)


@contextmanager
def _metrics_folder() -> Iterator[None]:
    """Make the folder through which workers share their metrics, and remove it at the end."""
    if WORKERS_FOLDER in os.environ:  # The host has chosen one.
        yield
        return
    with tempfile.TemporaryDirectory(prefix="heliodor-metrics-") as folder:
        os.environ[WORKERS_FOLDER] = folder
        try:
            yield
        finally:
            del os.environ[WORKERS_FOLDER]


def _sole(database: str, host: str, port: int) -> AbstractContextManager[None]:
    return sole_server(database, address_at(host, port)) if database.startswith("sqlite") else nullcontext()


def address_at(host: str, port: int) -> str:
    """Return the address at which a browser on this machine finds this server."""
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{name}:{port}/"


def free_port(host: str, first: int) -> int:
    """Return the first free port from `first` on; `first` itself if none of the next few is free."""
    return next((port for port in range(first, first + PORTS_TRIED) if _why_taken(host, port) is None), first)


def lan_address() -> str | None:
    """Return the address of this machine in its local network, or None if there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as trial:
        try:
            # Reserved for documentation. Nothing is sent; the route to it gives the address.
            trial.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(trial.getsockname()[0])


def _check(config: Config, host: str, port: int) -> None:
    """Refuse bad settings with a clear message before they fail deep inside."""
    engine = open_engine(config.database)
    is_shared = engine.dialect.name != "sqlite"
    engine.dispose()
    make_bus(config.bus, config.database, is_shared)
    _check_address(host, port, "--host", "--port")
    if config.metrics_port is not None:
        if config.metrics_port == port:
            raise HeliodorError("--metrics-port and --port are the same; metrics need a separate port")
        _check_address(config.metrics_host, config.metrics_port, "--metrics-host", "--metrics-port")


def _check_address(host: str, port: int, host_option: str, port_option: str) -> None:
    """Refuse an address that cannot be bound, naming the option to change."""
    if error := _why_taken(host, port):
        is_port_at_fault = error.errno in (errno.EADDRINUSE, errno.EACCES)
        advice = f"try another {port_option}" if is_port_at_fault else f"{host_option} takes an address of this machine"
        raise HeliodorError(f"cannot listen on {host}, port {port}: {error.strerror}; {advice}")


def _why_taken(host: str, port: int) -> OSError | None:
    """Return the error of binding to this address, or None if it is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((host, port))
        except OSError as error:
            return error
    return None


def open_browser_soon(url: str) -> None:
    """Open the browser once the server has had a moment to start."""
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
