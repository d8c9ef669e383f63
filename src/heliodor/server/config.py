"""Configuration of a server."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from heliodor.server.limits import Allowance
from heliodor.server.push import SERVICES
from heliodor.store.retention import Retention

ENVIRONMENT = "HELIODOR_SERVER"  # Passes the configuration to worker processes.


class Config(msgspec.Struct, kw_only=True):
    """The settings of a server process."""

    database: str  # SQLAlchemy's URL.
    bus: str | None = None  # "nats://host:port"; None: NOTIFY on PostgreSQL, nothing on SQLite.
    origins: list[str] = []  # Other origins that may open sockets, like "https://play.example".
    bot_pace: float = 0.3  # Seconds between the decisions of a bot: always a multiple, so timing reveals no cards.
    bot_threads: int = 2
    limits: bool = True  # Whether requests are limited per person and address.
    allowances: dict[str, Allowance] = {}  # Kind of request -> another allowance than that of limits.ALLOWANCES.
    page: str | None = None  # Folder of the built page; None: the installed one, if any.
    secure: bool = False  # Whether the site is reached by https only; sets the Secure flag on cookies.
    preload: bool = False  # Get all games ready from the start, not only when somebody wants to play one.
    drop_grace: float = 60.0  # Seconds after the host's connection is lost until another person becomes host.
    lead_grace: float = 10.0  # Seconds for which the leader of a shared review may be away and still leads.
    drop_allowance: float = 120.0  # Seconds that clocks wait in a match for a person's lost connections; or a day.
    start_grace: float = 60.0  # Seconds after a server start in which this waiting is free.
    cover_grace: float = 30.0  # Seconds from "time is up" until a bot plays on, once per match; with days, two hours.
    heartbeat: float = 0.5  # Seconds between heartbeats, when processes share a database.
    poll: float = 2.0  # Seconds between polls, which make up for lost nudges.
    ban_hours: int = 24  # Hours that an address from which a banned person came takes no new people; 0: off.
    vacation_days: int = 30  # Days a year that a person may stop their clocks at tables of days; 0: none.
    retention: Retention = Retention()  # How long matches, talk and people are kept.
    push: bool = True  # Whether notices by Web Push are offered, if the extra is installed.
    push_contact: str | None = None  # "mailto:host@example.org": whom push services ask if something is wrong.
    push_services: tuple[str, ...] = SERVICES  # Hosts, or origins, to which notices are sent.
    push_delay: float = 60.0  # Seconds that somebody is away from their turn before the notice is sent.
    push_poll: float = 5.0  # Seconds between two looks into the outbox.
    log_level: str = "info"
    metrics_host: str = "127.0.0.1"
    base_path: str = ""  # Path of the site on its host, like "/heliodor"; empty: at the top.
    metrics_port: int | None = None  # Port for Prometheus, separate from the public port; None: off.

    def to_environment(self) -> None:
        """Store the configuration for the worker processes."""
        os.environ[ENVIRONMENT] = msgspec.json.encode(self).decode()

    @classmethod
    def from_environment(cls) -> Config:
        """Return the configuration that `to_environment` stored."""
        return msgspec.json.decode(os.environ[ENVIRONMENT], type=cls)

    @property
    def page_folder(self) -> Path | None:
        """Folder of the built page, if there is one."""
        folder = Path(self.page) if self.page else Path(__file__).parent.parent / "web"
        return folder if (folder / "index.html").is_file() else None
