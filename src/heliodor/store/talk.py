"""Phrases and chat of a table, people whose words somebody does not want to read, and private notes."""

from __future__ import annotations

import secrets

from sqlalchemy import Connection, bindparam, delete, insert, select

from heliodor.store import schema
from heliodor.store.rows import SaidRow

_S, _N, _Q = schema.said, schema.notes, schema.mutes

# Statements needed for every connection are built once: building one takes longer than running it.
_SAID = (
    select(_S.c.seat, _S.c.kind, _S.c.text, _S.c.ply, _S.c.at)
    .where(_S.c.match_id == bindparam("match_id"))
    .order_by(_S.c.at.desc(), _S.c.id)
    .limit(bindparam("most"))
)
_MUTED = select(_Q.c.muted).where(_Q.c.person == bindparam("person"))
_NOTE = select(_N.c.text).where(_N.c.match_id == bindparam("match_id"), _N.c.seat == bindparam("seat"))


def say(connection: Connection, match_id: str, row: SaidRow) -> None:
    """Store a phrase or a chat text."""
    connection.execute(
        insert(_S).values(
            id=secrets.token_hex(12),
            match_id=match_id,
            seat=row.seat,
            kind=row.kind,
            text=row.text,
            ply=row.ply,
            at=row.at,
        )
    )


def said_at(connection: Connection, match_id: str, limit: int) -> list[SaidRow]:
    """Return the latest phrases and chat of a table, in order."""
    rows = connection.execute(_SAID, {"match_id": match_id, "most": limit})
    return [SaidRow(*row) for row in rows][::-1]


def set_note(connection: Connection, match_id: str, seat: int, text: str) -> None:
    """Replace the private note of a seat."""
    connection.execute(delete(_N).where(_N.c.match_id == match_id, _N.c.seat == seat))
    if text:
        connection.execute(insert(_N).values(match_id=match_id, seat=seat, text=text))


def talk_for(
    connection: Connection, match_id: str, seat: int, person: str | None, limit: int
) -> tuple[list[SaidRow], str, frozenset[str]]:
    """Return the latest phrases and chat of a table, the private note of a seat, and whom the reader has muted."""
    note = connection.execute(_NOTE, {"match_id": match_id, "seat": seat}).scalar()
    muted = frozenset[str]() if person is None else muted_by(connection, person)
    return said_at(connection, match_id, limit), note or "", muted


def muted_by(connection: Connection, person: str) -> frozenset[str]:
    """Return the people whose words a person does not want to read."""
    return frozenset(connection.execute(_MUTED, {"person": person}).scalars())


def mute(connection: Connection, person: str, muted: str, now: int) -> None:
    """Let a person not read what another one says."""
    unmute(connection, person, muted)
    connection.execute(insert(_Q).values(person=person, muted=muted, created_at=now))


def unmute(connection: Connection, person: str, muted: str) -> None:
    """Let a person read another one again."""
    connection.execute(delete(_Q).where(_Q.c.person == person, _Q.c.muted == muted))
