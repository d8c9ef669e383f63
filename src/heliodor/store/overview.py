"""Lists and figures for the host: people, tables, statistics."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy import ColumnElement, Connection, false, func, or_, select, text

from heliodor.store import schema
from heliodor.store.bans import is_active
from heliodor.store.matches import LIVE
from heliodor.store.people import NOBODY
from heliodor.store.rows import BanRow, RatingRow

_P, _M, _S, _A, _B = schema.people, schema.matches, schema.seats, schema.actions, schema.bans


class PersonSummary(msgspec.Struct, kw_only=True):
    """A person as the host sees them."""

    id: str
    name: str
    language: str
    created_at: int
    seen_at: int
    tables: int  # Tables and matches where they have a seat.
    live: int  # Of these, those that have not ended.
    banned_until: int | None  # When a ban ends; None: not banned, or for good.
    banned: bool


class PersonDetails(msgspec.Struct, kw_only=True):
    """All the host may want to know of one person."""

    person: PersonSummary
    names: list[str]  # Every name they have at a table.
    tables: list[str]  # The latest ones first.
    ratings: list[RatingRow]
    ban: BanRow | None
    reports_made: int
    reports_against: int


class TableSummary(msgspec.Struct, kw_only=True):
    """A table as the host sees it."""

    id: str
    game: str
    status: str
    created_at: int
    started_at: int | None
    acted_at: int | None  # The latest action.
    actions: int
    names: list[str]  # By seat; empty where nobody sits.
    people: list[str | None]  # Their ids.


class Statistics(msgspec.Struct, kw_only=True):
    """Figures of the site."""

    people: int
    seen_this_week: int
    banned: int
    tables: dict[str, int]  # By status.
    matches: dict[str, int]  # Started ones, by game.
    actions: int
    actions_today: int  # In the last 24 hours.
    open_reports: int
    bytes: int  # Size of the database.


def people(connection: Connection, now: int, search: str, limit: int) -> list[PersonSummary]:
    """Return people whose name or id contains a text, those seen last first."""
    found = select(_P.c.id).where(_P.c.id != NOBODY)
    if search:
        found = found.where(or_(_named_like(search), _P.c.id == search))
    ids = list(connection.execute(found.order_by(_P.c.seen_at.desc(), _P.c.id).limit(limit)).scalars())
    return summaries(connection, now, ids)


def _named_like(search: str) -> ColumnElement[bool]:
    """Match a part of a name as typed, in lower case and with a capital: SQLite folds only Latin letters by itself."""
    forms = {search, search.lower(), search.upper(), search.capitalize(), search.title()}
    return or_(false(), *(_P.c.name.contains(form, autoescape=True) for form in sorted(forms)))


def people_called(connection: Connection, who: str) -> list[str]:
    """Return the person with this id; otherwise everybody with this name, here or at a table."""
    if connection.execute(select(_P.c.id).where(_P.c.id == who, _P.c.id != NOBODY)).first() is not None:
        return [who]
    rows = connection.execute(select(_P.c.id).where(_P.c.name == who, _P.c.id != NOBODY).order_by(_P.c.id))
    if found := list(rows.scalars()):
        return found
    seated = select(_S.c.person).where(_S.c.name == who, _S.c.person.is_not(None), _S.c.kind == "person")
    return sorted({str(person) for person in connection.execute(seated).scalars()})


def summaries(connection: Connection, now: int, ids: Sequence[str]) -> list[PersonSummary]:
    """Return what the host sees of some people, in this order."""
    rows = {row.id: row for row in connection.execute(select(_P).where(_P.c.id.in_(ids)))}
    seats = select(_S.c.person, func.count(_S.c.match_id.distinct())).where(_S.c.person.in_(ids)).group_by(_S.c.person)
    num_tables: dict[str | None, int] = dict(connection.execute(seats).all())
    live: dict[str | None, int] = dict(
        connection.execute(seats.where(_S.c.match_id.in_(select(_M.c.id).where(_M.c.status.in_(LIVE))))).all()
    )
    bans = dict(connection.execute(select(_B.c.person, _B.c.until).where(_B.c.person.in_(ids), is_active(now))).all())
    return [
        PersonSummary(
            id=each,
            name=rows[each].name,
            language=rows[each].language,
            created_at=rows[each].created_at,
            seen_at=rows[each].seen_at,
            tables=num_tables.get(each, 0),
            live=live.get(each, 0),
            banned_until=bans.get(each),
            banned=each in bans,
        )
        for each in ids
        if each in rows
    ]


def person_details(connection: Connection, now: int, person: str, limit: int) -> PersonDetails:
    """Return what the host sees of one person, who must exist."""
    mine = select(_S.c.match_id).where(_S.c.person == person)
    names = select(_S.c.name).where(_S.c.person == person).distinct().order_by(_S.c.name)
    newest = select(_M.c.id).where(_M.c.id.in_(mine)).order_by(_M.c.created_at.desc()).limit(limit)
    ratings = select(schema.ratings).where(schema.ratings.c.person == person).order_by(schema.ratings.c.game)
    ban = connection.execute(select(_B).where(_B.c.person == person, is_active(now))).first()
    reports = schema.reports
    return PersonDetails(
        person=summaries(connection, now, [person])[0],
        names=list(connection.execute(names).scalars()),
        tables=list(connection.execute(newest).scalars()),
        ratings=[RatingRow(*row) for row in connection.execute(ratings)],
        ban=None if ban is None else BanRow(*ban),
        reports_made=_count(connection, reports.c.reporter == person),
        reports_against=_count(connection, reports.c.person == person),
    )


def tables(connection: Connection, statuses: Sequence[str], limit: int) -> list[TableSummary]:
    """Return tables in these states, the newest first."""
    wanted = select(_M).where(_M.c.status.in_(statuses)).order_by(_M.c.created_at.desc(), _M.c.id).limit(limit)
    found = connection.execute(wanted).all()
    ids = [row.id for row in found]
    seats: dict[str, list[tuple[str, str | None]]] = {each: [] for each in ids}
    for row in connection.execute(select(_S).where(_S.c.match_id.in_(ids)).order_by(_S.c.match_id, _S.c.seat)):
        seats[row.match_id].append((row.name, row.person))
    acted = {
        row[0]: (row[1], row[2])
        for row in connection.execute(
            select(_A.c.match_id, func.count(), func.max(_A.c.at)).where(_A.c.match_id.in_(ids)).group_by(_A.c.match_id)
        )
    }
    return [
        TableSummary(
            id=row.id,
            game=row.game,
            status=row.status,
            created_at=row.created_at,
            started_at=row.started_at,
            acted_at=acted.get(row.id, (0, None))[1],
            actions=acted.get(row.id, (0, None))[0],
            names=[name for name, _person in seats[row.id]],
            people=[person for _name, person in seats[row.id]],
        )
        for row in found
    ]


def statistics(connection: Connection, now: int) -> Statistics:
    """Return the figures of the site."""
    day = 86_400_000
    by_status = select(_M.c.status, func.count()).group_by(_M.c.status).order_by(_M.c.status)
    by_game = select(_M.c.game, func.count()).where(_M.c.secret.is_not(None)).group_by(_M.c.game).order_by(_M.c.game)
    return Statistics(
        people=_count(connection, _P.c.id != NOBODY),
        seen_this_week=_count(connection, (_P.c.id != NOBODY) & (_P.c.seen_at >= now - 7 * day)),
        banned=_count(connection, _B.c.person.is_not(None) & is_active(now)),
        tables=dict(connection.execute(by_status).all()),
        matches=dict(connection.execute(by_game).all()),
        actions=_count(connection, _A.c.ply >= 0),
        actions_today=_count(connection, _A.c.at >= now - day),
        open_reports=_count(connection, schema.reports.c.id.is_not(None) & schema.reports.c.resolved_at.is_(None)),
        bytes=_size(connection),
    )


def _count(connection: Connection, condition: ColumnElement[bool]) -> int:
    return int(connection.execute(select(func.count()).where(condition)).scalar_one())


def _size(connection: Connection) -> int:
    """Return the size of the database; the one question that each database answers in its own way."""
    if connection.dialect.name == "sqlite":
        question = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
    else:
        question = "SELECT pg_database_size(current_database())"
    return int(connection.execute(text(question)).scalar_one())
