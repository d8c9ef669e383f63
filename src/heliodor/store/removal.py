"""Removing a person or a table with everything that belongs to it, and renaming a person.

Each function returns the tables that it has changed, so that processes which have them in memory can read them again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from sqlalchemy import Connection, delete, select, update

from heliodor.store import schema
from heliodor.store.analyses import remove_files_of
from heliodor.store.matches import LIVE, seats_of
from heliodor.store.notices import forget, subscriptions_of
from heliodor.store.people import NOBODY
from heliodor.store.rows import SeatRow, bot_name

_M, _S, _A = schema.matches, schema.seats, schema.actions

ANONYMOUS = "Guest"  # Name of a removed person in matches that stay.
OPEN_LEVEL = "casual"  # Strength of the bot that could take an open seat.


def remove_person(connection: Connection, person: str) -> list[str]:
    """Remove a person and everything that names them.

    Finished matches stay, with an anonymous name. In a lobby the seat is free again; in a running match a bot plays on.
    """
    mine = _seats_of_person(connection, person)
    tables = sorted({seat.match_id for seat in mine})
    for seat in mine:
        here = (schema.said.c.match_id == seat.match_id, schema.said.c.seat == seat.seat)
        connection.execute(delete(schema.said).where(*here, schema.said.c.kind != "notice"))
        connection.execute(
            delete(schema.notes).where(schema.notes.c.match_id == seat.match_id, schema.notes.c.seat == seat.seat)
        )
    for match_id in tables:
        _leave(connection, match_id, person)
    hosted = list(connection.execute(select(_M.c.id).where(_M.c.host == person)).scalars())
    for match_id in hosted:
        connection.execute(update(_M).where(_M.c.id == match_id).values(host=NOBODY, revision=_M.c.revision + 1))
    connection.execute(update(schema.deals).where(schema.deals.c.host == person).values(host=NOBODY))
    _forget_removal_from_lobbies(connection, person)
    remove_files_of(connection, person)
    progress = (schema.ratings, schema.rating_history, schema.lessons, schema.puzzle_ratings, schema.puzzle_answers)
    others = (schema.vacations, schema.bans, schema.review_leads)
    for table in (schema.known_deals, schema.deal_results, *progress, *others):
        connection.execute(delete(table).where(table.c.person == person))
    forget(connection, [row.id for row in subscriptions_of(connection, person)])
    mutes, reports = schema.mutes, schema.reports
    connection.execute(delete(mutes).where((mutes.c.person == person) | (mutes.c.muted == person)))
    connection.execute(delete(reports).where((reports.c.person == person) | (reports.c.reporter == person)))
    connection.execute(update(schema.audit).where(schema.audit.c.person == person).values(person=None))
    connection.execute(delete(schema.people).where(schema.people.c.id == person))
    return sorted({*tables, *hosted})


def _seats_of_person(connection: Connection, person: str) -> list[SeatRow]:
    rows = connection.execute(select(_S).where(_S.c.person == person).order_by(_S.c.match_id, _S.c.seat))
    return [SeatRow(*row) for row in rows]


def _leave(connection: Connection, match_id: str, person: str) -> None:
    """Take a person out of one table; the next person there is host."""
    match = connection.execute(select(_M.c.status, _M.c.host).where(_M.c.id == match_id)).one()
    seats = seats_of(connection, match_id)
    others = [seat.person for seat in seats if seat.person not in (None, person)]
    changes: dict[str, object] = {}
    if match.host == person and others and match.status in LIVE:
        changes["host"] = others[0]
    if match.status == "open":
        values: Callable[[SeatRow], dict[str, object]] = _free
        changes |= {} if others else {"status": "stopped"}
    elif match.status in LIVE:
        values = _bot
        changes["needs_driver"] = 1
    else:
        values = _nameless
    for seat in seats:
        if seat.person == person:
            place = (_S.c.match_id == match_id, _S.c.seat == seat.seat)
            connection.execute(update(_S).where(*place).values(values(seat)))
    connection.execute(update(_M).where(_M.c.id == match_id).values(revision=_M.c.revision + 1, **changes))


def _free(seat: SeatRow) -> dict[str, object]:
    gone: dict[str, object] = {"kind": "open", "person": None, "name": "", "level": OPEN_LEVEL, "covered": 0}
    return gone | {"seed": None, "pin_hash": None, "away_ms": 0, "graced": 0, "away_since": None}


def _bot(seat: SeatRow) -> dict[str, object]:
    # The seed stays: it is part of the deal, and the record proves the deal by it.
    return {
        "kind": "bot",
        "person": None,
        "name": bot_name(seat.level),
        "covered": 0,
        "pin_hash": None,
        "away_since": None,
    }


def _nameless(seat: SeatRow) -> dict[str, object]:
    return {"person": None, "name": ANONYMOUS, "pin_hash": None, "away_since": None}


def _forget_removal_from_lobbies(connection: Connection, person: str) -> None:
    rows = connection.execute(
        select(_M.c.id, _M.c.removed).where(_M.c.removed.contains(f'"{person}"', autoescape=True))
    ).all()
    for match_id, removed in rows:
        left = [each for each in msgspec.json.decode(removed, type=list[str]) if each != person]
        text = msgspec.json.encode(left).decode()
        connection.execute(update(_M).where(_M.c.id == match_id).values(removed=text, revision=_M.c.revision + 1))


def remove_tables(connection: Connection, match_ids: Sequence[str]) -> list[str]:
    """Remove tables with their matches, analyses, talk, notes and reports; return those that existed."""
    found = list(connection.execute(select(_M.c.id).where(_M.c.id.in_(match_ids))).scalars())
    for table in (
        _A,
        _S,
        schema.said,
        schema.notes,
        schema.reports,
        schema.known_deals,
        schema.deal_results,
        schema.challenges,
        schema.notices,
    ):
        connection.execute(delete(table).where(table.c.match_id.in_(found)))
    connection.execute(delete(schema.analyses).where(schema.analyses.c.subject.in_(found)))
    connection.execute(delete(schema.review_leads).where(schema.review_leads.c.review.in_(found)))
    connection.execute(update(_M).where(_M.c.rematch.in_(found)).values(rematch=None))
    daily = schema.daily
    connection.execute(update(daily).where(daily.c.expert_table.in_(found)).values(expert_table=None))
    connection.execute(delete(_M).where(_M.c.id.in_(found)))
    return found


def rename_person(
    connection: Connection, person: str, name: str, unique: Callable[[str, Sequence[str]], str]
) -> list[str]:
    """Rename a person, also at their tables; `unique` makes a name differ from the others at a table."""
    connection.execute(update(schema.people).where(schema.people.c.id == person).values(name=name))
    changed = []
    for seat in _seats_of_person(connection, person):
        if seat.kind != "person":
            continue  # The name of somebody else at this person's device.
        others = [
            other.name
            for other in seats_of(connection, seat.match_id)
            if other.seat != seat.seat and other.kind in ("person", "device")
        ]
        place = (_S.c.match_id == seat.match_id, _S.c.seat == seat.seat)
        connection.execute(update(_S).where(*place).values(name=unique(name, others)))
        connection.execute(update(_M).where(_M.c.id == seat.match_id).values(revision=_M.c.revision + 1))
        changed.append(seat.match_id)
    return changed
