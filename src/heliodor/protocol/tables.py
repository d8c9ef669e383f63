"""What is told about a table, in lists, after HTTP requests and in socket messages."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from heliodor.protocol.settings import TableSettings


class SeatInfo(msgspec.Struct, kw_only=True):
    """A seat as everybody sees it."""

    seat: int  # Counted from 0.
    kind: Literal["open", "person", "device", "bot"]
    name: str  # Of the person or the bot; empty while the seat is open.
    level: str  # Of the bot, or of the one that would cover.
    covered: bool  # Whether a bot plays for the person at present.
    connected: bool  # Whether the person is here now; bots always are.
    has_pin: bool  # Whether a PIN is asked for before the seat's cards are shown.
    seeded: bool  # Whether the person has added a seed to the chance.
    yours: bool  # Whether it is yours, or another person's at your device.
    host: bool  # Whether the host sits here: who starts the match, and frees seats before it.


class Result(msgspec.Struct, kw_only=True):
    """How a match ended."""

    scores: list[Any]  # By seat: numbers, in Speedy Gnomes lists of six numbers.
    winners: list[int]  # Seats; empty if the match was stopped.


class ClockState(msgspec.Struct, kw_only=True):
    """The clocks at one moment."""

    left: list[int]  # By seat: milliseconds.
    running: int  # The seat whose time runs, or −1.
    held: bool  # Whether it stands still because the player is not here, or a bot plays.
    away: list[int]  # By seat: milliseconds for which clocks still wait when connections are lost, in the whole match.
    waits: bool  # Whether the running clock waits for a lost connection; that uses up `away`.
    grace: list[bool]  # By seat: whether the one grace is still there that comes when time is up.


class TableInfo(msgspec.Struct, kw_only=True):
    """A table as one person sees it."""

    id: str
    game: str
    version: int  # Of the game's rules.
    options: dict[str, Any]  # `players`, and the game's options that differ from their defaults in its newest version.
    settings: TableSettings
    status: Literal["open", "playing", "paused", "over", "stopped"]
    seats: list[SeatInfo]
    no_hints: str | None  # Why no hints are given here: the key of a refusal; null: they can be asked for.
    rated: bool  # Whether the result will move ratings.
    to_act: int | None  # Seat that decided next when this was told, −1 for nobody; null: nobody has been here for long.
    host: bool  # Whether you are the host.
    commitment: str  # SHA-256 of the server's seed, in hex.
    deal: str | None  # If many tables play the same deal: its id.
    rematch: str | None  # The table where it goes on.
    result: Result | None  # When it is over.
    join_token: str | None  # For the link that lets others sit down; null for who has no seat here.
    watch_token: str | None  # For the link that lets others watch; null for who has no seat here.
    created_at: int  # Milliseconds since 1970.
