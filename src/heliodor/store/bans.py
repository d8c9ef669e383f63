"""People whom the host has banned, with the reason and the end of the ban."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, delete, insert, or_, select

from heliodor.store import schema
from heliodor.store.rows import BanRow

_B = schema.bans


def ban(connection: Connection, row: BanRow) -> None:
    """Ban a person, or change the ban."""
    unban(connection, row.person)
    values = {"person": row.person, "reason": row.reason, "until": row.until, "created_at": row.created_at}
    connection.execute(insert(_B).values(values))


def unban(connection: Connection, person: str) -> bool:
    """End a ban; return whether there was one."""
    return connection.execute(delete(_B).where(_B.c.person == person)).rowcount > 0


def active_bans(connection: Connection, now: int) -> list[BanRow]:
    """Return the bans that have not ended."""
    return [BanRow(*row) for row in connection.execute(select(_B).where(is_active(now)).order_by(_B.c.person))]


def is_active(now: int) -> ColumnElement[bool]:
    """Return the condition for a ban that has not ended."""
    return or_(_B.c.until.is_(None), _B.c.until > now)
