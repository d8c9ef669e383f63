"""What the host has decided for the whole site: its mode, an announcement, and who is banned; and who is signed out.

Every process looks for a new revision each second, and reads the rest only if there is one.
"""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, delete, select

from heliodor.store import schema
from heliodor.store.bans import active_bans
from heliodor.store.people import set_setting
from heliodor.store.rows import BanRow

_C, _P = schema.settings, schema.people
_REVISION, _MODE, _ANNOUNCEMENT = "control_revision", "mode", "announcement"

OPEN, READ_ONLY, DRAIN = "open", "read-only", "drain"


class Announcement(msgspec.Struct, frozen=True):
    """A message of the host to everybody."""

    texts: dict[str, str]  # By language.
    until: int  # When it ends.


class ControlRow(msgspec.Struct, frozen=True):
    """The decisions, at one revision."""

    revision: int = 0
    mode: str = OPEN
    announcement: Announcement | None = None
    bans: dict[str, BanRow] = {}  # By person.
    generations: dict[str, int] = {}  # Of the cookies of people who have signed out other devices.


def read_revision(connection: Connection) -> int:
    """Return the number of decisions so far."""
    found = connection.execute(select(_C.c.value).where(_C.c.name == _REVISION)).scalar_one_or_none()
    return int(found or 0)


def read_control(connection: Connection, now: int) -> ControlRow:
    """Return the present decisions."""
    names = (_REVISION, _MODE, _ANNOUNCEMENT)
    found = dict(connection.execute(select(_C.c.name, _C.c.value).where(_C.c.name.in_(names))).all())
    told = found.get(_ANNOUNCEMENT)
    announcement = None if told is None else msgspec.json.decode(told, type=Announcement)
    if announcement is not None and announcement.until <= now:
        announcement = None
    bans = {row.person: row for row in active_bans(connection, now)}
    signed_out = select(_P.c.id, _P.c.generation).where(_P.c.generation > 0)
    generations: dict[str, int] = dict(connection.execute(signed_out).all())
    return ControlRow(int(found.get(_REVISION, 0)), found.get(_MODE, OPEN), announcement, bans, generations)


def raise_revision(connection: Connection) -> None:
    """Have every process read the decisions again."""
    set_setting(connection, _REVISION, str(read_revision(connection) + 1))


def set_mode(connection: Connection, mode: str) -> None:
    """Open the site, make it read-only, or drain it."""
    set_setting(connection, _MODE, mode)
    raise_revision(connection)


def announce(connection: Connection, announcement: Announcement | None) -> None:
    """Set the message to everybody, or end it."""
    if announcement is None:
        connection.execute(delete(_C).where(_C.c.name == _ANNOUNCEMENT))
    else:
        set_setting(connection, _ANNOUNCEMENT, msgspec.json.encode(announcement).decode())
    raise_revision(connection)
