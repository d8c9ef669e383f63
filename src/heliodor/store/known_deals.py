"""People who have seen the cards of a shared deal: each plays it at one table only, and never after watching it."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, select, text

from heliodor.store import schema
from heliodor.store.matches import LIVE

_K, _M, _S = schema.known_deals, schema.matches, schema.seats

# The second of two concurrent inserts waits for the first, and adds nothing.
_ADD = text(
    "INSERT INTO known_deals (deal, person, match_id) VALUES (:deal, :person, :match_id) ON CONFLICT DO NOTHING"
)


def people_who_know(connection: Connection, deal: str, people: Collection[str], except_at: str) -> set[str]:
    """Return those of these people who have seen a deal at another table."""
    rows = connection.execute(
        select(_K.c.person).where(_K.c.deal == deal, _K.c.person.in_(people), _K.c.match_id != except_at)
    )
    return set(rows.scalars())


def begin(connection: Connection, deal: str, people: Collection[str], match_id: str) -> set[str]:
    """Record that people see a deal at a table from now on, unless some of them have seen it elsewhere.

    Return those who have seen it elsewhere.
    """
    found = people_who_know(connection, deal, people, match_id)
    if found:
        return found
    for person in sorted(people):  # In sorted order, so two tables never deadlock.
        connection.execute(_ADD, {"deal": deal, "person": person, "match_id": match_id})
    return people_who_know(connection, deal, people, match_id)


def watch(connection: Connection, deal: str, person: str, match_id: str) -> bool:
    """Record that a person watches a deal; return False and record nothing if they play it at another table.

    A person who has been removed may still have a cookie; they watch nothing either.
    """
    elsewhere = select(_M.c.id).where(_M.c.deal == deal, _M.c.id != match_id, _M.c.status.in_(LIVE))
    sits = connection.execute(select(_S.c.seat).where(_S.c.person == person, _S.c.match_id.in_(elsewhere)))
    is_gone = connection.execute(select(schema.people.c.id).where(schema.people.c.id == person)).first() is None
    if is_gone or sits.first() is not None:
        return False
    connection.execute(_ADD, {"deal": deal, "person": person, "match_id": match_id})
    return True
