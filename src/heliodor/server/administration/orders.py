"""The orders of a host that change something. Reading needs no order: `heliodor admin` asks the database."""

from __future__ import annotations

from typing import Literal

import msgspec

from heliodor.store.control import Announcement
from heliodor.store.retention import Retention

Mode = Literal["open", "read-only", "drain"]


class _Order(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, tag_field="order"):
    """Every order has its name."""


class Ban(_Order, tag="ban"):
    """Ban a person: they cannot act, create, sit or talk, and have left their running matches."""

    who: str  # Id, or a name that only one person has.
    reason: str  # Shown to them.
    until: int | None  # None: for good.


class Unban(_Order, tag="unban"):
    """End a ban."""

    who: str


class Rename(_Order, tag="rename"):
    """Give a person another name, also at their tables."""

    who: str
    name: str


class RemovePerson(_Order, tag="remove-person"):
    """Remove a person and everything that names them."""

    who: str


class RemoveTable(_Order, tag="remove-table"):
    """Remove a table and its match."""

    table: str


class Resolve(_Order, tag="resolve"):
    """Mark a report as dealt with."""

    report: str


class Announce(_Order, tag="announce"):
    """Show everybody a message; it replaces the previous one."""

    announcement: Announcement


class Silence(_Order, tag="silence"):
    """End the message."""


class SetMode(_Order, tag="mode"):
    """Open the site, make it read-only, or drain it."""

    mode: Mode


class Prune(_Order, tag="prune"):
    """Remove what is older than these days, at once: nothing of it is announced."""

    retention: Retention

    def __post_init__(self) -> None:
        """Leave out the announcement, which is for what a site removes by itself."""
        self.retention = msgspec.structs.replace(self.retention, announced=None)


Order = Ban | Unban | Rename | RemovePerson | RemoveTable | Resolve | Announce | Silence | SetMode | Prune


class Answer(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What a server answers: the result of an order, or why there is none."""

    done: dict[str, str | int | None] | None = None
    refused: str | None = None
