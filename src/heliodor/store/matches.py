"""Matches, their seats and their actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, case, delete, func, insert, or_, select, update

from heliodor.store import schema
from heliodor.store.rows import ActionRow, DealRow, MatchRow, SeatRow
from heliodor.store.writer import Conflict

_M, _S, _A = schema.matches, schema.seats, schema.actions
LIVE = ("open", "playing", "paused")

# Statements needed for every table after a restart are built once: building one takes longer than running it.
_MATCH = select(_M).where(_M.c.id == bindparam("match_id"))
_SEATS = select(_S).where(_S.c.match_id == bindparam("match_id")).order_by(_S.c.seat)
_ACTIONS = (
    select(_A.c.ply, _A.c.seat, _A.c.text, _A.c.request, _A.c.left_ms, _A.c.at)
    .where(_A.c.match_id == bindparam("match_id"), _A.c.ply >= bindparam("from_ply"))
    .order_by(_A.c.ply)
)
# For each table one look into the index: its size does not matter.
_LAST_PLY = select(func.max(_A.c.ply)).where(_A.c.match_id == _M.c.id).scalar_subquery()
_POSITIONS = select(_M.c.id, _M.c.revision, _LAST_PLY).where(_M.c.id.in_(bindparam("match_ids", expanding=True)))


def create_match(connection: Connection, row: MatchRow, seats: Sequence[SeatRow]) -> None:
    """Insert a new table."""
    connection.execute(insert(_M), msgspec.structs.asdict(row))
    connection.execute(insert(_S), [msgspec.structs.asdict(seat) for seat in seats])


def change_match(
    connection: Connection, match_id: str, revision: int, changes: dict[str, Any], seats: Sequence[SeatRow] = ()
) -> None:
    """Change a table that is still at this revision, and some of its seats; otherwise raise Conflict."""
    done = connection.execute(
        update(_M).where(_M.c.id == match_id, _M.c.revision == revision).values(revision=revision + 1, **changes)
    )
    if done.rowcount != 1:
        raise Conflict("the table has changed in the meantime")
    for seat in seats:
        connection.execute(delete(_S).where(_S.c.match_id == match_id, _S.c.seat == seat.seat))
        connection.execute(insert(_S), msgspec.structs.asdict(seat))


def read_match(connection: Connection, match_id: str) -> tuple[MatchRow, list[SeatRow]] | None:
    """Return a table and its seats in order, or None."""
    found = connection.execute(_MATCH, {"match_id": match_id}).first()
    if found is None:
        return None
    return MatchRow(*found), seats_of(connection, match_id)


def seats_of(connection: Connection, match_id: str) -> list[SeatRow]:
    """Return the seats of a table in order."""
    return [SeatRow(*row) for row in connection.execute(_SEATS, {"match_id": match_id})]


def actions_from(connection: Connection, match_id: str, ply: int) -> list[ActionRow]:
    """Return the actions from a ply on."""
    rows = connection.execute(_ACTIONS, {"match_id": match_id, "from_ply": ply})
    return [ActionRow(*row) for row in rows]


def whole_match(connection: Connection, match_id: str) -> tuple[MatchRow, list[SeatRow], list[ActionRow]] | None:
    """Return a table, its seats and all its actions, or None."""
    found = read_match(connection, match_id)
    if found is None:
        return None
    return *found, actions_from(connection, match_id, 0) if found[0].secret is not None else []


def match_by_token(connection: Connection, token: str) -> tuple[str, bool] | None:
    """Return the table that a link leads to, and whether the link is for playing rather than watching."""
    row = connection.execute(
        select(_M.c.id, _M.c.join_token).where(or_(_M.c.join_token == token, _M.c.watch_token == token))
    ).first()
    return None if row is None else (row.id, row.join_token == token)


def public_matches(connection: Connection, limit: int) -> list[str]:
    """Return the public tables that can be joined or watched, open ones first, newest first."""
    rows = connection.execute(
        select(_M.c.id)
        .where(_M.c.is_public == 1, _M.c.status.in_(LIVE))
        .order_by(_M.c.status, _M.c.created_at.desc())
        .limit(limit)
    )
    return list(rows.scalars())


def matches_of_person(connection: Connection, person: str, limit: int) -> list[str]:
    """Return the tables where a person has a seat: live ones first, then by age, newest first."""
    is_over = case((_M.c.status.in_(LIVE), 0), else_=1)
    rows = connection.execute(
        select(_M.c.id)
        .where(_M.c.id.in_(select(_S.c.match_id).where(_S.c.person == person)))
        .order_by(is_over, _M.c.created_at.desc())
        .limit(limit)
    )
    return list(rows.scalars())


def seats_to_leave(connection: Connection, person: str) -> list[str]:
    """Return the live tables where a person sits and no bot covers for them."""
    rows = connection.execute(
        select(_M.c.id)
        .join(_S, _S.c.match_id == _M.c.id)
        .where(_M.c.status.in_(LIVE), _S.c.person == person, _S.c.covered == 0)
        .distinct()
        .order_by(_M.c.id)
    )
    return list(rows.scalars())


def positions(connection: Connection, match_ids: Sequence[str]) -> dict[str, tuple[int, int]]:
    """Return the revision and the number of actions of some tables."""
    rows = connection.execute(_POSITIONS, {"match_ids": match_ids})
    return {match_id: (revision, 0 if last is None else last + 1) for match_id, revision, last in rows}


# --- Deals that many tables play ----------------------------------------------------------------------------------


def create_deal(connection: Connection, row: DealRow) -> None:
    """Insert a new deal."""
    connection.execute(insert(schema.deals), msgspec.structs.asdict(row))


def read_deal(connection: Connection, deal: str) -> DealRow | None:
    """Return a deal, or None."""
    found = connection.execute(select(schema.deals).where(schema.deals.c.id == deal)).first()
    return None if found is None else DealRow(*found)


def playing_deal(connection: Connection, deal: str) -> list[str]:
    """Return the tables that play a deal now."""
    rows = connection.execute(select(_M.c.id).where(_M.c.deal == deal, _M.c.status.in_(("playing", "paused"))))
    return list(rows.scalars())


def matches_of_deal(connection: Connection, deal: str) -> list[tuple[MatchRow, list[SeatRow]]]:
    """Return the tables that play or have played a deal, in order of creation."""
    rows = connection.execute(select(_M).where(_M.c.deal == deal).order_by(_M.c.created_at)).all()
    return [(MatchRow(*row), seats_of(connection, row.id)) for row in rows]
