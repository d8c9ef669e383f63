"""The public description of a table, for lists, HTTP responses and socket messages."""

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
    has_pin: bool  # Whether a PIN is required before the seat's cards are shown.
    seeded: bool  # Whether the person has added a seed to the shuffles.
    yours: bool  # Whether it is yours, or another person's on your device.
    host: bool  # Whether the host sits here: the host starts the match, and frees seats before it.
    # With days per turn, when the person's vacation ends, in milliseconds since 1970; null: they are not on one.
    vacation: int | None = None


class Result(msgspec.Struct, kw_only=True):
    """How a match ended."""

    scores: list[Any]  # By seat: numbers, in Speedy Gnomes lists of six numbers.
    winners: list[int]  # Seats; empty if the match was stopped.


class Practice(msgspec.Struct, kw_only=True, frozen=True):
    """The beginning of a match for practice: a moment of another match."""

    ply: int  # Number of actions that had been played.
    table: str | None = None  # The finished match, or
    puzzle: str | None = None  # the puzzle that it goes on from.


class ClockState(msgspec.Struct, kw_only=True):
    """The clocks at one moment."""

    left: list[int]  # By seat: milliseconds.
    running: int  # The seat whose time is running, or −1.
    held: bool  # Whether it is paused because the player is away, or a bot plays.
    away: list[int]  # By seat: milliseconds that clocks still wait for lost connections, in the whole match.
    waits: bool  # Whether the running clock waits for a lost connection; that uses up `away`.
    rests: int = 0  # Milliseconds that the running clock still stands because its player is on vacation.
    grace: list[bool]  # By seat: whether its one grace after "time is up" is still available.


class TableInfo(msgspec.Struct, kw_only=True):
    """A table as one person sees it."""

    id: str
    game: str
    version: int  # Of the game's rules.
    options: dict[str, Any]  # `players`, and the game's options that differ from their defaults in its newest version.
    settings: TableSettings
    status: Literal["open", "playing", "paused", "over", "stopped"]
    seats: list[SeatInfo]
    no_hints: str | None  # Why there are no hints here: the key of a refusal; null: hints are allowed.
    no_coach: str | None  # Why the coach cannot be switched on here: the key of a refusal; null: it can.
    rated: bool  # Whether the result will change ratings.
    to_act: int | None  # Seat to act when this was sent, −1 for nobody; null: the table is not in use now.
    host: bool  # Whether you are the host.
    commitment: str  # SHA-256 of the server's seed, in hex; empty for practice, whose cards no seed has dealt.
    deal: str | None  # If many tables play the same deal: its id.
    practice: Practice | None  # If it is for practice: where it began. It is never rated.
    rematch: str | None  # The table of the rematch.
    result: Result | None  # When it is over.
    join_token: str | None  # For the link that lets others sit down; null for people without a seat here.
    watch_token: str | None  # For the link that lets others watch; null for people without a seat here.
    created_at: int  # Milliseconds since 1970.
    finished_at: int | None  # The same; null: it has not ended.
    deadline: int | None  # When the time of the seat to act is up, the same; null: no clock runs.
    # When the table ends if none of its players comes back, the same; null: it stays. Of a stopped match: it ended so.
    expires_at: int | None = None
