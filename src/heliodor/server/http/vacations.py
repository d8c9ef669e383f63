"""Vacations: days on which a person's clocks at tables of days stand still."""

from __future__ import annotations

from sqlalchemy import Connection

from heliodor.protocol.http import VacationInfo, VacationWanted
from heliodor.server.http.endpoint import Call, Endpoint
from heliodor.server.refusal import Refusal
from heliodor.store import vacations as vacation_store
from heliodor.store.rows import VacationRow
from heliodor.store.vacations import DAY


async def my_vacation(call: Call) -> VacationInfo:
    """Return the vacation that this person is on, and the days left."""
    rows = await call.site.store.read(vacation_store.of_person, call.me.id)
    return _info(rows, call.site.config.vacation_days, call.site.now())


async def change_vacation(call: Call) -> VacationInfo:
    """Begin a vacation, let it last for another number of days, or end it."""
    wanted: VacationWanted = call.body
    site = call.site
    tables = await site.store.write(_change, call.me.id, wanted.days, site.config.vacation_days, site.now())
    await site.read_changed(tables)
    return await my_vacation(call)


def _change(connection: Connection, person: str, days: int, bank: int, now: int) -> list[str]:
    """Change the vacation of a person in one transaction; return the tables whose clocks it touches."""
    vacation_store.lock(connection, person)
    rows = vacation_store.of_person(connection, person)
    present = vacation_store.present(rows, now)
    if days == 0:
        return [] if present is None else vacation_store.change_end(connection, present, now)
    others = [row for row in rows if row != present]
    from_at = now if present is None else present.from_at
    if days > vacation_store.most_days(others, from_at, bank):
        raise Refusal("no_vacation_left", "you do not have that many days of vacation left", status=422)
    until = from_at + days * DAY
    if present is None:
        return vacation_store.begin(connection, VacationRow(person, from_at, until))
    if until <= now:
        raise Refusal("vacation_past", "these days are over; end the vacation instead", status=422)
    return vacation_store.change_end(connection, present, until)


def _info(rows: list[VacationRow], bank: int, now: int) -> VacationInfo:
    present = vacation_store.present(rows, now)
    others = [row for row in rows if row != present]
    from_at = now if present is None else present.from_at
    return VacationInfo(
        bank=bank,
        left=vacation_store.days_left(rows, bank, now),
        days=0 if present is None else round((present.until - present.from_at) / DAY),
        most=vacation_store.most_days(others, from_at, bank),
        until=None if present is None else present.until,
    )


ENDPOINTS = (
    Endpoint("GET", "/api/me/vacation", "Your vacation, and the days left.", my_vacation, VacationInfo),
    Endpoint(
        "POST",
        "/api/me/vacation",
        "Begin a vacation, change its length, or end it.",
        change_vacation,
        VacationInfo,
        takes=VacationWanted,
        effect="own",
    ),
)
