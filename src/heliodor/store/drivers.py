"""Drivers: which process runs the bots and clocks of a table, and which processes are alive."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Connection, Select, and_, delete, func, insert, or_, select, update

from heliodor.store import schema
from heliodor.store.people import set_setting

_M, _P, _C = schema.matches, schema.processes, schema.settings

_UP_UNTIL, _UP_SINCE = "up_until", "up_since"

KEPT_MS = 7 * 86_400_000


def record_heartbeat(connection: Connection, process: str, now: int) -> None:
    """Record a heartbeat of this process."""
    if connection.execute(update(_P).where(_P.c.id == process).values(seen_at=now)).rowcount == 0:
        connection.execute(insert(_P).values(id=process, seen_at=now))


def living_processes(connection: Connection, since: int) -> set[str]:
    """Return the processes with a heartbeat since then."""
    return set(connection.execute(select(_P.c.id).where(_P.c.seen_at >= since)).scalars())


def orphans(connection: Connection, living: Sequence[str], limit: int) -> list[str]:
    """Return tables that need a driver and have no living one."""
    return list(connection.execute(_orphans(living).limit(limit)).scalars())


def take_over(connection: Connection, living: Sequence[str], process: str, limit: int) -> list[str]:
    """Become the driver of tables that need one and have no living one; each table goes to one process only."""
    # A second process waits for the locked rows, and by then they have a driver; so the condition is checked again.
    taken = (
        update(_M)
        .where(_M.c.id.in_(_orphans(living).limit(limit)), _is_orphan(living))
        .values(driver=process)
        .returning(_M.c.id)
    )
    return list(connection.execute(taken).scalars())


def _orphans(living: Sequence[str]) -> Select[str]:
    return select(_M.c.id).where(_is_orphan(living))


def _is_orphan(living: Sequence[str]) -> ColumnElement[bool]:
    return and_(
        _M.c.needs_driver == 1,
        _M.c.status == "playing",
        or_(_M.c.driver.is_(None), _M.c.driver.not_in(living)),
    )


def begin(connection: Connection, process: str, now: int, dead_after: int) -> tuple[int | None, int]:
    """Record the first heartbeat of a process; return when the last gap in service began and when it ended.

    There was a gap if no process had a heartbeat for `dead_after` milliseconds.
    """
    last = connection.execute(select(func.max(_P.c.seen_at))).scalar_one_or_none()
    if last is None or last < now - dead_after:
        for name, value in ((_UP_UNTIL, last), (_UP_SINCE, now)):
            set_setting(connection, name, "" if value is None else str(value))
    record_heartbeat(connection, process, now)
    found = dict(connection.execute(select(_C.c.name, _C.c.value).where(_C.c.name.in_([_UP_UNTIL, _UP_SINCE]))).all())
    return int(found[_UP_UNTIL]) if found.get(_UP_UNTIL) else None, int(found.get(_UP_SINCE, now))


def release_all(connection: Connection, process: str, now: int) -> None:
    """Give up all tables, with a last heartbeat; delete old heartbeats."""
    connection.execute(update(_M).where(_M.c.driver == process).values(driver=None))
    connection.execute(delete(_P).where(_P.c.seen_at < now - KEPT_MS))
    # The tables are free at once, but the time of the last heartbeat stays.
    connection.execute(update(_P).where(_P.c.id == process).values(id=f"{process}-stopped", seen_at=now))
