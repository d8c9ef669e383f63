"""Vacations: while a person is on one, their clocks at tables of days stand still.

A vacation is a row with its beginning and its end. Every process counts from these rows, so all of them agree. Each day
that has begun counts as a whole one, in the year (in UTC) in which it began; a person has the same number each year.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from heliodor.store import schema
from heliodor.store.rows import VacationRow

_V, _P, _M, _S = schema.vacations, schema.people, schema.matches, schema.seats

DAY = 86_400_000
KEPT_MS = 400 * DAY  # How long a vacation is remembered: a year's count, and running turns, need it.
MOST_DAYS = 366


def of_person(connection: Connection, person: str) -> list[VacationRow]:
    """Return the vacations of a person, in order."""
    rows = connection.execute(select(_V).where(_V.c.person == person).order_by(_V.c.from_at))
    return [VacationRow(*row) for row in rows]


def at_table(connection: Connection, match_id: str) -> dict[str, list[tuple[int, int]]]:
    """Return when the people of a table are or were on vacation: beginnings and ends by person."""
    people = select(_S.c.person).where(_S.c.match_id == match_id, _S.c.person.is_not(None))
    found: dict[str, list[tuple[int, int]]] = {}
    for row in connection.execute(select(_V).where(_V.c.person.in_(people)).order_by(_V.c.person, _V.c.from_at)):
        found.setdefault(row.person, []).append((row.from_at, row.until))
    return found


def present(rows: Iterable[VacationRow], now: int) -> VacationRow | None:
    """Return the vacation that somebody is on."""
    return next((row for row in rows if row.from_at <= now < row.until), None)


def days_used(rows: Iterable[VacationRow]) -> Counter[int]:
    """Return how many days vacations have taken or will take, by year."""
    return Counter(
        _year(row.from_at + number * DAY)
        for row in rows
        for number in range(max(1, math.ceil((row.until - row.from_at) / DAY)))
    )


def days_left(rows: Iterable[VacationRow], bank: int, now: int) -> int:
    """Return how many days of the present year a person has left."""
    return max(0, bank - days_used(rows)[_year(now)])


def most_days(rows: Iterable[VacationRow], from_at: int, bank: int) -> int:
    """Return how long a vacation from a moment on can last, beside others."""
    used, most = days_used(rows), 0
    while most < MOST_DAYS and used[year := _year(from_at + most * DAY)] < bank:
        used[year] += 1
        most += 1
    return most


def _year(at: int) -> int:
    return datetime.fromtimestamp(at / 1000, UTC).year


def lock(connection: Connection, person: str) -> None:
    """Let other processes wait that want to change the vacations of the same person."""
    connection.execute(update(_P).where(_P.c.id == person).values(seen_at=_P.c.seen_at))


def begin(connection: Connection, row: VacationRow) -> list[str]:
    """Store a vacation; return the tables whose clocks it touches."""
    connection.execute(delete(_V).where(_V.c.person == row.person, _V.c.from_at == row.from_at))
    connection.execute(insert(_V).values(msgspec.structs.asdict(row)))
    return _touch_tables(connection, row.person, row.until)


def change_end(connection: Connection, row: VacationRow, until: int) -> list[str]:
    """Let a vacation end at another time; return the tables whose clocks it touches."""
    connection.execute(update(_V).where(_V.c.person == row.person, _V.c.from_at == row.from_at).values(until=until))
    return _touch_tables(connection, row.person, until)


def _touch_tables(connection: Connection, person: str, until: int) -> list[str]:
    """Have every process read a person's running tables of days again; none of them expires meanwhile."""
    seated = select(_S.c.match_id).where(_S.c.person == person)
    running = select(_M.c.id, _M.c.settings).where(_M.c.id.in_(seated), _M.c.status.in_(("playing", "paused")))
    found = [row.id for row in connection.execute(running.order_by(_M.c.id)) if has_days(row.settings)]
    kept = {"revision": _M.c.revision + 1, "visited_at": until, "expires_at": None}
    connection.execute(update(_M).where(_M.c.id.in_(found)).values(kept))
    return found


def has_days(settings: str) -> bool:
    """Return whether stored settings of a table give days for each turn."""
    return bool(msgspec.json.decode(settings).get("clock", {}).get("kind") == "days")


def prune(connection: Connection, now: int) -> None:
    """Remove vacations that no longer count."""
    connection.execute(delete(_V).where(_V.c.until < now - KEPT_MS))
