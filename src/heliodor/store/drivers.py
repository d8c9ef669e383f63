"""Which process moves the bots and clocks of a table, and which processes are alive."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, func, insert, or_, select, update

from heliodor.store import schema

_M, _P = schema.matches, schema.processes

KEPT_MS = 7 * 86_400_000


def sign_of_life(connection: Connection, process: str, now: int) -> None:
    """Say that this process is alive."""
    if connection.execute(update(_P).where(_P.c.id == process).values(seen_at=now)).rowcount == 0:
        connection.execute(insert(_P).values(id=process, seen_at=now))


def living_processes(connection: Connection, since: int) -> set[str]:
    """Return the processes that have given a sign of life since then."""
    return set(connection.execute(select(_P.c.id).where(_P.c.seen_at >= since)).scalars())


def orphans(connection: Connection, living: Sequence[str], limit: int) -> list[tuple[str, str | None]]:
    """Return tables that need a driver and have none that lives, with the driver that they had."""
    rows = connection.execute(
        select(_M.c.id, _M.c.driver)
        .where(
            _M.c.needs_driver == 1,
            _M.c.status == "playing",
            or_(_M.c.driver.is_(None), _M.c.driver.not_in(living)),
        )
        .limit(limit)
    )
    return [(row.id, row.driver) for row in rows]


def take_over(connection: Connection, match_id: str, former: str | None, process: str) -> bool:
    """Become the driver of a table, unless somebody else has been faster than this process."""
    was = _M.c.driver.is_(None) if former is None else _M.c.driver == former
    return connection.execute(update(_M).where(_M.c.id == match_id, was).values(driver=process)).rowcount == 1


def last_sign_of_life(connection: Connection) -> int | None:
    """Return when any process was alive last."""
    return connection.execute(select(func.max(_P.c.seen_at))).scalar_one_or_none()


def release_all(connection: Connection, process: str, now: int) -> None:
    """Give up all tables, with a last sign of life; those of long ago are forgotten."""
    connection.execute(update(_M).where(_M.c.driver == process).values(driver=None))
    connection.execute(delete(_P).where(_P.c.seen_at < now - KEPT_MS))
    # The tables are free at once, but the time that was served is still known.
    connection.execute(update(_P).where(_P.c.id == process).values(id=f"{process}-stopped", seen_at=now))
