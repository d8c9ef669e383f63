"""Leaders of shared reviews, and their places. One row for a review, so of several people exactly one leads."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, case, delete, select, text, update

from heliodor.store import schema
from heliodor.store.rows import LeadRow

_L = schema.review_leads
_DAY = 86_400_000

# The lead is free if nobody has it, or if its holder was not connected for a while.
_CLAIM = text(
    "INSERT INTO review_leads (review, person, place, revision, seen_at) "
    "VALUES (:review, :person, :place, :revision, :now) "
    "ON CONFLICT (review) DO UPDATE SET person = excluded.person, place = excluded.place, "
    "revision = CASE WHEN review_leads.revision >= excluded.revision THEN review_leads.revision + 1 "
    "ELSE excluded.revision END, seen_at = excluded.seen_at "
    "WHERE review_leads.seen_at < :before OR review_leads.person = excluded.person"
)


def read_leads(connection: Connection, reviews: Sequence[str]) -> dict[str, LeadRow]:
    """Return who leads, by review."""
    rows = connection.execute(select(_L).where(_L.c.review.in_(reviews)))
    return {row.review: LeadRow(*row) for row in rows}


def claim(
    connection: Connection, review: str, person: str, place: str, revision: int, now: int, before: int
) -> LeadRow:
    """Give a person the lead, unless somebody has it who was connected at `before` or later; return who leads."""
    values = {"review": review, "person": person, "place": place, "revision": revision, "now": now, "before": before}
    connection.execute(_CLAIM, values)
    return LeadRow(*connection.execute(select(_L).where(_L.c.review == review)).one())


def move(
    connection: Connection, review: str, person: str, changes: dict[str, str], revision: int, now: int
) -> LeadRow | None:
    """Change the place of a leader, or who leads; return None if this person does not lead."""
    grown = case((_L.c.revision >= revision, _L.c.revision + 1), else_=revision)
    mine = (_L.c.review == review, _L.c.person == person)
    if not connection.execute(update(_L).where(*mine).values(**changes, revision=grown, seen_at=now)).rowcount:
        return None
    return LeadRow(*connection.execute(select(_L).where(_L.c.review == review)).one())


def release(connection: Connection, review: str, person: str, before: int | None = None) -> bool:
    """End a lead, or only one whose holder was not connected at `before` or later; return whether it has ended."""
    mine = [_L.c.review == review, _L.c.person == person]
    if before is not None:
        mine.append(_L.c.seen_at < before)
    return connection.execute(delete(_L).where(*mine)).rowcount > 0


def note_seen(connection: Connection, leads: Sequence[tuple[str, str]], now: int) -> None:
    """Record that these leaders, by review and person, are connected."""
    for review, person in leads:
        connection.execute(update(_L).where(_L.c.review == review, _L.c.person == person).values(seen_at=now))


def prune(connection: Connection, now: int) -> None:
    """Remove what killed processes have left behind."""
    connection.execute(delete(_L).where(_L.c.seen_at < now - _DAY))
