"""Tables that nobody comes back to: their end is announced, and a player who comes back keeps the table."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Connection, and_, func, select, update

from heliodor.store import audit, notices, schema

_M, _S, _A = schema.matches, schema.seats, schema.actions

DAY = 86_400_000
SERVER = "server"  # Stands in the audit for what no host has ordered.
LOBBIES, MATCHES = ("open",), ("playing", "paused")


def announce_lobbies(connection: Connection, quiet_since: int, now: int, notice: int, limit: int) -> list[str]:
    """Announce the end of tables that have not begun and had no visit for long; return them."""
    waiting = and_(_M.c.status.in_(LOBBIES), _M.c.created_at < quiet_since)
    return _announce(connection, waiting, quiet_since, now, notice, limit)


def announce_matches(connection: Connection, quiet_since: int, now: int, notice: int, limit: int) -> list[str]:
    """Announce the end of matches without actions and visits for long; return them."""
    running = and_(_M.c.status.in_(MATCHES), _M.c.started_at < quiet_since, ~_has_acted(quiet_since))
    return _announce(connection, running, quiet_since, now, notice, limit)


def _has_acted(since: int | ColumnElement[int]) -> ColumnElement[bool]:
    return select(_A.c.ply).where(_A.c.match_id == _M.c.id, _A.c.at >= since).exists()


def _announce(
    connection: Connection, which: ColumnElement[bool], quiet_since: int, now: int, notice: int, limit: int
) -> list[str]:
    quiet = and_(which, _M.c.expires_at.is_(None), func.coalesce(_M.c.visited_at, 0) < quiet_since)
    announced = []
    for match_id in connection.execute(select(_M.c.id).where(quiet).order_by(_M.c.id).limit(limit)).scalars().all():
        # A second process waits for this row, and finds it announced.
        told = update(_M).where(_M.c.id == match_id, quiet).values(expires_at=now + notice, revision=_M.c.revision + 1)
        if connection.execute(told).rowcount == 1:
            announced.append(match_id)
            if notice:
                _notify(connection, match_id, now + notice, now)
    return announced


def _notify(connection: Connection, match_id: str, expires_at: int, now: int) -> None:
    """Queue a notice for everybody at a table."""
    people = select(_S.c.person).where(_S.c.match_id == match_id, _S.c.person.is_not(None)).distinct()
    for person in connection.execute(people.order_by(_S.c.person)).scalars().all():
        day = expires_at // DAY  # The same table may be announced again, after somebody has come back.
        notices.queue(connection, person, "expiry", match_id, day, now, now, until=expires_at)


def keep_played(connection: Connection, statuses: Sequence[str], notice: int, limit: int) -> list[str]:
    """Keep tables where somebody has acted since the announcement; return them."""
    acted = and_(_M.c.status.in_(statuses), _M.c.expires_at.is_not(None), _has_acted(_M.c.expires_at - notice))
    kept = list(connection.execute(select(_M.c.id).where(acted).order_by(_M.c.id).limit(limit)).scalars())
    connection.execute(update(_M).where(_M.c.id.in_(kept)).values(expires_at=None, revision=_M.c.revision + 1))
    return kept


def end(connection: Connection, statuses: Sequence[str], now: int, limit: int) -> list[str]:
    """Stop tables whose announced end has come, without a result and without ratings; return them.

    Each of them is noted in the audit. A table that a player comes back to in this moment stays.
    """
    over = and_(_M.c.status.in_(statuses), _M.c.expires_at <= now)
    stopped = {"status": "stopped", "finished_at": now, "needs_driver": 0, "driver": None, "offers": "[]"}
    ended = []
    for row in connection.execute(select(_M.c.id, _M.c.status).where(over).order_by(_M.c.id).limit(limit)).all():
        # A second process waits for this row, and finds it stopped.
        here = update(_M).where(_M.c.id == row.id, over).values(revision=_M.c.revision + 1, **stopped)
        if connection.execute(here).rowcount == 1:
            audit.note(connection, now, SERVER, "expire", match_id=row.id, detail={"status": row.status})
            ended.append(row.id)
    return ended
