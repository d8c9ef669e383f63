"""Reports of people about others at their table, or in a shared review."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from heliodor.store import schema
from heliodor.store.rows import ReportRow

_R = schema.reports


def report(connection: Connection, row: ReportRow) -> None:
    """Store a report; a second one of the same person about the same seat, or the same other person, replaces it."""
    if row.review is None:
        same = (_R.c.match_id == row.match_id, _R.c.seat == row.seat)
    else:
        same = (_R.c.review == row.review, _R.c.person == row.person)
    connection.execute(delete(_R).where(*same, _R.c.reporter == row.reporter))
    connection.execute(insert(_R).values(msgspec.structs.asdict(row)))


def list_reports(connection: Connection, limit: int, *, resolved: bool = False) -> list[ReportRow]:
    """Return reports, the latest first; those that are resolved only if they are wanted."""
    wanted = select(_R).order_by(_R.c.created_at.desc(), _R.c.id).limit(limit)
    rows = connection.execute(wanted if resolved else wanted.where(_R.c.resolved_at.is_(None)))
    return [ReportRow(*row) for row in rows]


def resolve(connection: Connection, report_id: str, now: int) -> ReportRow | None:
    """Mark a report as dealt with; return it, or None if there is no such report."""
    connection.execute(update(_R).where(_R.c.id == report_id, _R.c.resolved_at.is_(None)).values(resolved_at=now))
    row = connection.execute(select(_R).where(_R.c.id == report_id)).first()
    return None if row is None else ReportRow(*row)
