"""`heliodor serve`: live tables for a club or a public site."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from cyclopts import Parameter

from heliodor.cli.inputs import whole_number
from heliodor.core.errors import BadOption

MOST_BOT_PACE = 60
ORIGIN = re.compile(r"https?://[A-Za-z0-9.-]+(:[0-9]+)?|https?://\[[0-9a-fA-F:]+\](:[0-9]+)?")
BASE_PATH = re.compile(r"(/(?!\.+(/|$))[A-Za-z0-9._~-]+)*")  # Browsers resolve `.` and `..`.

Days = Annotated[int, Parameter(converter=whole_number(0, 36_500))]
Port = Annotated[int, Parameter(converter=whole_number(0, 65535))]


def serve(
    *,
    database: Annotated[
        str | None, Parameter(help="postgresql://user@host/name or sqlite:///file. [a file in your data folder]")
    ] = None,
    bus: Annotated[
        str | None, Parameter(help="nats://host:port, for a large site; without it, PostgreSQL's NOTIFY.")
    ] = None,
    workers: Annotated[
        int, Parameter(converter=whole_number(1, 256), help="Number of processes; more than one needs PostgreSQL.")
    ] = 1,
    host: Annotated[str, Parameter(help="The address to listen on.")] = "127.0.0.1",
    port: Port = 8000,
    origin: Annotated[
        list[str] | None, Parameter(help="Another origin that may use this server, as in https://play.example.")
    ] = None,
    secure: Annotated[bool, Parameter(help="The site is reached by https only.")] = False,
    base_path: Annotated[str, Parameter(help="Path of the site on its host, like /heliodor. [at the top]")] = "",
    metrics_port: Annotated[
        int | None,
        Parameter(converter=whole_number(1, 65535), help="Serve /metrics for Prometheus on this port. [off]"),
    ] = None,
    metrics_host: Annotated[str, Parameter(help="The address of --metrics-port.")] = "127.0.0.1",
    bot_pace: Annotated[float, Parameter(help="Seconds between the decisions of a bot.")] = 0.3,
    keep_matches: Annotated[Days, Parameter(help="Days that finished matches are kept; 0: for ever.")] = 0,
    keep_lobbies: Annotated[Days, Parameter(help="Days until a table that has not begun is removed; 0: never.")] = 30,
    keep_idle: Annotated[Days, Parameter(help="Days until a match without actions is stopped; 0: never.")] = 90,
    keep_people: Annotated[
        Days, Parameter(help="Days until absent people without a match are removed; 0: never.")
    ] = 365,
    keep_talk: Annotated[Days, Parameter(help="Days that chat and notes are kept; 0: for ever.")] = 90,
    keep_logs: Annotated[Days, Parameter(help="Days that audit and resolved reports are kept; 0: for ever.")] = 365,
    log_level: Annotated[Literal["debug", "info", "warning", "error"], Parameter(help="How much is logged.")] = "info",
) -> None:
    """Serve live tables over HTTP and WebSocket until stopped."""
    from heliodor.server.config import Config
    from heliodor.server.run import serve as serve_tables
    from heliodor.store import default_url
    from heliodor.store.retention import Retention

    if not 0 < bot_pace <= MOST_BOT_PACE:
        raise BadOption(f"--bot-pace takes seconds above 0, up to {MOST_BOT_PACE}, not {bot_pace:g}")
    config = Config(
        database=database or default_url(),
        bus=bus,
        origins=[_checked_origin(each) for each in origin or []],
        bot_pace=bot_pace,
        secure=secure,
        preload=True,
        retention=Retention(
            matches=keep_matches or None,
            lobbies=keep_lobbies or None,
            idle=keep_idle or None,
            people=keep_people or None,
            talk=keep_talk or None,
            logs=keep_logs or None,
        ),
        log_level=log_level,
        metrics_host=metrics_host,
        metrics_port=metrics_port,
        base_path=_checked_base(base_path),
    )
    serve_tables(config, host, port, workers=workers)


def _checked_origin(origin: str) -> str:
    """Refuse an origin that no browser sends: such requests would be refused without a hint why."""
    if not ORIGIN.fullmatch(origin):
        raise BadOption(f"--origin is like https://play.example: without a path, not {origin!r}")
    return origin


def _checked_base(path: str) -> str:
    base = path.rstrip("/")
    if not BASE_PATH.fullmatch(base):
        raise BadOption(f"--base-path is like /heliodor: a slash and plain letters, not {path!r}")
    return base
