"""`heliodor serve`: live tables for a club or a public site."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from heliodor.cli.inputs import seconds, shortened, whole_number
from heliodor.cli.secrets import with_password
from heliodor.cli.settings import ConfigFile, PrintSettings, Sources
from heliodor.core.errors import BadOption
from heliodor.server.limits import ALLOWANCES, Allowance

if TYPE_CHECKING:
    from cyclopts import Token

MOST_BOT_PACE = 60
MOST_BOT_THREADS = 64
MOST_BAN_HOURS = 720
MOST_VACATION_DAYS = 366
A_DAY = 86_400
ORIGIN = re.compile(r"https?://[A-Za-z0-9.-]+(:[0-9]+)?|https?://\[[0-9a-fA-F:]+\](:[0-9]+)?")
BASE_PATH = re.compile(r"(/(?!\.+(/|$))[A-Za-z0-9._~-]+)*")  # Browsers resolve `.` and `..`.

SOURCES = Sources("serve")


def _origins(_type: type, tokens: Sequence[Token]) -> list[str]:
    """Refuse an origin that no browser sends: the server would refuse all its requests without saying why."""
    for token in tokens:
        if not ORIGIN.fullmatch(token.value):
            raise BadOption(
                f"{token.keyword} takes an origin like https://play.example, without a path, not {token.value!r}"
            )
    return [token.value for token in tokens]


def _base(_type: type, tokens: Sequence[Token]) -> str:
    base = tokens[0].value.rstrip("/")
    if not BASE_PATH.fullmatch(base):
        given = shortened(tokens[0].value)
        raise BadOption(f"{tokens[0].keyword} takes a path like /heliodor, a slash and plain letters, not {given!r}")
    return base


def _allowance(_type: type, tokens: Sequence[Token]) -> Allowance:
    if allowance := Allowance.parse(tokens[0].value):
        return allowance
    raise BadOption(
        f"{tokens[0].keyword} is like 200+20/s, 200 at once and then 20 a second (or /min, /h), or off; "
        f"not {shortened(tokens[0].value)!r}"
    )


_LIMIT = Parameter(converter=_allowance, n_tokens=1, accepts_keys=False, group="Limits", show_default=str)
_TIME = Parameter(converter=seconds(at_most=A_DAY), group="Waiting")
Days = Annotated[int, Parameter(converter=whole_number(0, 36_500))]
Port = Annotated[int, Parameter(converter=whole_number(0, 65535))]


def serve(
    *,
    config: ConfigFile = None,
    print_settings: PrintSettings = False,
    database: Annotated[
        str | None, Parameter(help="postgresql://user@host/name or sqlite:///file. [a file in your data folder]")
    ] = None,
    database_password_file: Annotated[
        str | None, Parameter(help="A file with the password of the PostgreSQL user, as containers mount them. [none]")
    ] = None,
    bus: Annotated[
        str | None, Parameter(help="nats://host:port, for a large site; without it, PostgreSQL's NOTIFY.")
    ] = None,
    workers: Annotated[
        int, Parameter(converter=whole_number(1, 256), help="Number of processes; more than one needs PostgreSQL.")
    ] = 1,
    host: Annotated[str, Parameter(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[Port, Parameter(help="The port to listen on.")] = 8000,
    origin: Annotated[
        list[str] | None,
        Parameter(converter=_origins, help="Another origin that may use this server, as in https://play.example."),
    ] = None,
    secure: Annotated[
        bool, Parameter(help="The site is reached by https only; sets the Secure flag on cookies.")
    ] = False,
    base_path: Annotated[
        str, Parameter(converter=_base, help="Path of the site on its host, like /heliodor. [at the top]")
    ] = "",
    metrics_port: Annotated[
        int | None,
        Parameter(converter=whole_number(1, 65535), help="Serve /metrics for Prometheus on this port. [off]"),
    ] = None,
    metrics_host: Annotated[str, Parameter(help="The address of --metrics-port.")] = "127.0.0.1",
    bot_pace: Annotated[
        float, Parameter(converter=seconds(0, MOST_BOT_PACE), help="Seconds between the decisions of a bot.")
    ] = 0.3,
    bot_threads: Annotated[
        int, Parameter(converter=whole_number(1, MOST_BOT_THREADS), help="Threads of each process in which bots think.")
    ] = 2,
    keep_matches: Annotated[Days, Parameter(help="Days that finished matches are kept; 0: for ever.")] = 0,
    keep_lobbies: Annotated[
        Days, Parameter(help="Days without a visit until a table that has not begun is removed; 0: never.")
    ] = 30,
    keep_idle: Annotated[
        Days, Parameter(help="Days without an action or a visit until a match is stopped; 0: never.")
    ] = 90,
    announce_days: Annotated[
        Days, Parameter(help="Days before that in which its players see it announced; 0: not at all.")
    ] = 7,
    keep_people: Annotated[
        Days, Parameter(help="Days until absent people without a match are removed; 0: never.")
    ] = 365,
    keep_talk: Annotated[Days, Parameter(help="Days that chat and notes are kept; 0: for ever.")] = 90,
    keep_logs: Annotated[Days, Parameter(help="Days that audit and resolved reports are kept; 0: for ever.")] = 365,
    ban_hours: Annotated[
        int,
        Parameter(
            converter=whole_number(0, MOST_BAN_HOURS),
            help="Hours that the address of a banned person takes no new people; 0: off.",
        ),
    ] = 24,
    vacation_days: Annotated[
        int,
        Parameter(
            converter=whole_number(0, MOST_VACATION_DAYS),
            help="Days a year that a person may stop their clocks at tables of days; 0: none.",
        ),
    ] = 30,
    log_level: Annotated[Literal["debug", "info", "warning", "error"], Parameter(help="How much is logged.")] = "info",
    drop_grace: Annotated[
        float, _TIME, Parameter(help="Seconds without connection after which another person becomes the host.")
    ] = 60.0,
    drop_allowance: Annotated[
        float, _TIME, Parameter(help="Seconds for which a person's clock waits for lost connections in a match.")
    ] = 120.0,
    start_grace: Annotated[
        float, _TIME, Parameter(help="Seconds after a start of the server in which clocks wait for all players.")
    ] = 60.0,
    cover_grace: Annotated[
        float, _TIME, Parameter(help="Seconds from the end of a person's time until a bot plays on, once a match.")
    ] = 30.0,
    push_contact: Annotated[
        str | None,
        Parameter(help="mailto: or https: address that push services ask if notices of this site cause trouble."),
    ] = None,
    limit_message: Annotated[Allowance, _LIMIT, Parameter(help="Messages of a person.")] = ALLOWANCES["message"],
    limit_think: Annotated[Allowance, _LIMIT, Parameter(help="Previews, hints and reviews of a person.")] = ALLOWANCES[
        "think"
    ],
    limit_talk: Annotated[Allowance, _LIMIT, Parameter(help="Phrases and chat of a person.")] = ALLOWANCES["talk"],
    limit_report: Annotated[Allowance, _LIMIT, Parameter(help="Reports of a person about others.")] = ALLOWANCES[
        "report"
    ],
    limit_wrong_pin: Annotated[Allowance, _LIMIT, Parameter(help="Wrong PINs of a seat.")] = ALLOWANCES["wrong_pin"],
    limit_http: Annotated[Allowance, _LIMIT, Parameter(help="HTTP requests of an address.")] = ALLOWANCES["http"],
    limit_socket: Annotated[Allowance, _LIMIT, Parameter(help="Sockets opened from an address.")] = ALLOWANCES[
        "socket"
    ],
    limit_create: Annotated[Allowance, _LIMIT, Parameter(help="New tables and deals of an address.")] = ALLOWANCES[
        "create"
    ],
    limit_person: Annotated[Allowance, _LIMIT, Parameter(help="New people of an address.")] = ALLOWANCES["person"],
    limit_recover: Annotated[Allowance, _LIMIT, Parameter(help="Recovery codes tried from an address.")] = ALLOWANCES[
        "recover"
    ],
) -> None:
    """Serve live tables over HTTP and WebSocket until stopped.

    Each option is also a variable (HELIODOR_BOT_PACE) and a key in the table [serve] of a --config file (bot_pace).
    """
    from heliodor.server.config import Config
    from heliodor.server.run import serve as serve_tables
    from heliodor.store import default_url
    from heliodor.store.retention import Retention

    database = database or default_url()
    settings = Config(
        database=with_password(database, database_password_file) if database_password_file else database,
        bus=bus,
        origins=origin or [],
        bot_pace=bot_pace,
        bot_threads=bot_threads,
        allowances={
            "message": limit_message,
            "think": limit_think,
            "talk": limit_talk,
            "http": limit_http,
            "create": limit_create,
            "person": limit_person,
            "recover": limit_recover,
            "report": limit_report,
            "wrong_pin": limit_wrong_pin,
            "socket": limit_socket,
        },
        secure=secure,
        preload=True,
        drop_grace=drop_grace,
        drop_allowance=drop_allowance,
        start_grace=start_grace,
        cover_grace=cover_grace,
        push_contact=push_contact,
        retention=Retention(
            matches=keep_matches or None,
            lobbies=keep_lobbies or None,
            idle=keep_idle or None,
            people=keep_people or None,
            talk=keep_talk or None,
            logs=keep_logs or None,
            announced=announce_days or None,
        ),
        ban_hours=ban_hours,
        vacation_days=vacation_days,
        log_level=log_level,
        metrics_host=metrics_host,
        metrics_port=metrics_port,
        base_path=base_path,
    )
    if print_settings:
        sys.stdout.write(SOURCES.as_toml({"database": database}))
        return
    serve_tables(settings, host, port, workers=workers)
