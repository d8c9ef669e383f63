"""What a host can set."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

ENVIRONMENT = "HELIODOR_SERVER"  # How a worker process is told its configuration.


class Config(msgspec.Struct, kw_only=True):
    """The settings of a server process."""

    database: str  # SQLAlchemy's URL.
    bus: str | None = None  # "nats://host:port"; None: NOTIFY on PostgreSQL, nothing on SQLite.
    origins: list[str] = []  # Pages of other addresses that may open sockets, like "https://play.example".
    bot_pace: float = 0.3  # Seconds between the decisions of a bot: whole multiples, whatever the cards are.
    bot_threads: int = 2
    limits: bool = True  # Whether requests are counted per person and address.
    page: str | None = None  # Folder of the built page; None: the one that was installed, if any.
    secure: bool = False  # Whether the site is reached by https only, so that cookies may say so.
    preload: bool = False  # Load all games before the first request is served.
    drop_grace: float = 60.0  # Seconds after which the next person is host, when the host's connection is lost.
    drop_allowance: float = 120.0  # Seconds for which clocks wait for a person's lost connections in a match; or a day.
    start_grace: float = 60.0  # Seconds after a start of the server for which this waiting costs nothing.
    cover_grace: float = 30.0  # Seconds from "time is up" until a bot plays on, once a match; with days, two hours.
    heartbeat: float = 0.5  # Seconds between signs of life, when processes share a database.
    poll: float = 2.0  # Seconds after which lost nudges are made up for.
    log_level: str = "info"
    metrics_host: str = "127.0.0.1"
    base_path: str = ""  # Where the site lies under its host, like "/heliodor"; empty: at the top.
    metrics_port: int | None = None  # Where Prometheus reads, apart from the public port; None: nowhere.

    def to_environment(self) -> None:
        """Leave the configuration to the worker processes that will be started."""
        os.environ[ENVIRONMENT] = msgspec.json.encode(self).decode()

    @classmethod
    def from_environment(cls) -> Config:
        """Return what `to_environment` left."""
        return msgspec.json.decode(os.environ[ENVIRONMENT], type=cls)

    @property
    def page_folder(self) -> Path | None:
        """Where the built page lies, if there is one."""
        folder = Path(self.page) if self.page else Path(__file__).parent.parent / "web"
        return folder if (folder / "index.html").is_file() else None
