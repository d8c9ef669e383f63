"""What is kept for how long, and removing what is older, in small batches."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, delete, or_, select, text, update

from heliodor.store import expiry, leads, notices, schema, vacations
from heliodor.store.analyses import remove_old_files
from heliodor.store.bans import is_active
from heliodor.store.people import NOBODY
from heliodor.store.removal import remove_person, remove_tables

_M, _S, _P, _B, _D = schema.matches, schema.seats, schema.people, schema.bans, schema.deals
DAY = 86_400_000
_RUN_AT = "retention_at"


class Retention(msgspec.Struct, kw_only=True, frozen=True):
    """After how many days something is removed; None: it is kept."""

    matches: int | None = None  # Finished matches, since their end.
    # Tables whose match has not begun, since a player was last there; and deals that nobody plays.
    lobbies: int | None = 30
    # Matches that nobody comes back to, since the last action or visit: they are stopped, not removed.
    idle: int | None = 90
    people: int | None = 365  # People without a seat at any table that is kept, since their last visit.
    talk: int | None = 90  # What was said at tables, since then; and notes, since the end of the match.
    logs: int | None = 365  # Resolved reports and the audit.
    # How many days before its end a table is announced; None: not at all. At most half of `lobbies` or `idle`.
    announced: int | None = 7


class Pruned(msgspec.Struct, kw_only=True):
    """What one batch has removed."""

    counts: dict[str, int] = {}  # By the names of Retention.
    tables: list[str] = []  # Tables that are gone or have changed.

    @property
    def is_nothing(self) -> bool:
        """Whether there was nothing to remove or to announce."""
        return not self.tables and not any(self.counts.values())


def prune(connection: Connection, retention: Retention, now: int, limit: int) -> Pruned:
    """Remove at most `limit` things of each kind that are older than they are kept."""
    pruned = Pruned()
    notices.prune(connection, now)
    for days, announce, status in (
        (retention.lobbies, expiry.announce_lobbies, expiry.LOBBIES),
        (retention.idle, expiry.announce_matches, expiry.MATCHES),
    ):
        if days is not None:
            notice = min((retention.announced or 0) * DAY, days * DAY // 2)
            pruned.tables += expiry.keep_played(connection, status, notice, limit)
            pruned.tables += announce(connection, now - days * DAY + notice, now, notice, limit)
    for kind, function in (
        ("matches", _finished),
        ("lobbies", _lobbies),
        ("idle", _idle),
        ("talk", _talk),
        ("logs", _logs),
        ("people", _people),
    ):
        days = getattr(retention, kind)
        if days is not None:
            count, tables = function(connection, now - days * DAY, now, limit)
            pruned.counts[kind] = count
            pruned.tables += tables
    remove_old_files(connection, now)
    leads.prune(connection, now)
    vacations.prune(connection, now)
    return pruned


_Removed = tuple[int, Sequence[str]]  # How many, and the tables that have changed.


def _finished(connection: Connection, before: int, now: int, limit: int) -> _Removed:
    over = and_(_M.c.status.in_(("over", "stopped")), _M.c.secret.is_not(None), _M.c.finished_at < before)
    # The tables of a deal go when it is closed: until then they tell who knows its cards.
    is_closed = or_(_M.c.deal.is_(None), _M.c.deal.in_(select(_D.c.id).where(_D.c.closes_at < now)))
    return _remove_tables(connection, and_(over, is_closed), limit)


def _lobbies(connection: Connection, before: int, now: int, limit: int) -> _Removed:
    expired = expiry.end(connection, expiry.LOBBIES, now, limit)
    left = and_(_M.c.status == "stopped", _M.c.secret.is_(None), _M.c.created_at < before)  # Nobody sits there.
    tables = remove_tables(connection, [*expired, *_some(connection, _M.c.id, left, limit)])
    count = len(tables)
    is_played = select(_M.c.id).where(_M.c.deal == _D.c.id).exists()
    deals = _some(connection, _D.c.id, and_(_D.c.created_at < before, _D.c.closes_at < now, ~is_played), limit)
    for table in (schema.challenges, schema.known_deals, schema.deal_results):  # Of challenges that nobody has taken.
        connection.execute(delete(table).where(table.c.deal.in_(deals)))
    connection.execute(delete(_D).where(_D.c.id.in_(deals)))
    return count + len(deals), tables


def _remove_tables(connection: Connection, condition: ColumnElement[bool], limit: int) -> _Removed:
    removed = remove_tables(connection, _some(connection, _M.c.id, condition, limit))
    return len(removed), removed


def _idle(connection: Connection, before: int, now: int, limit: int) -> _Removed:
    stopped = expiry.end(connection, expiry.MATCHES, now, limit)
    return len(stopped), stopped


def _talk(connection: Connection, before: int, now: int, limit: int) -> _Removed:
    said, notes = schema.said, schema.notes
    words = _some(connection, said.c.id, and_(said.c.at < before, said.c.kind != "notice"), limit)
    connection.execute(delete(said).where(said.c.id.in_(words)))
    over = select(_M.c.id).where(_M.c.finished_at < before)
    kept = _some(connection, notes.c.match_id, notes.c.match_id.in_(over), limit)
    gone = connection.execute(delete(notes).where(notes.c.match_id.in_(kept))).rowcount
    return len(words) + gone, ()


def _logs(connection: Connection, before: int, now: int, limit: int) -> _Removed:
    reports, audit = schema.reports, schema.audit
    resolved = _some(connection, reports.c.id, reports.c.resolved_at < before, limit)
    connection.execute(delete(reports).where(reports.c.id.in_(resolved)))
    entries = _some(connection, audit.c.id, audit.c.at < before, limit)
    connection.execute(delete(audit).where(audit.c.id.in_(entries)))
    return len(resolved) + len(entries), ()


def _people(connection: Connection, before: int, now: int, limit: int) -> _Removed:
    sits = select(_S.c.seat).where(_S.c.person == _P.c.id).exists()
    banned = select(_B.c.person).where(_B.c.person == _P.c.id, is_active(now)).exists()
    gone = _some(connection, _P.c.id, and_(_P.c.id != NOBODY, _P.c.seen_at < before, ~sits, ~banned), limit)
    tables = [match_id for person in gone for match_id in remove_person(connection, person)]
    return len(gone), tables


def _some(connection: Connection, column: ColumnElement[str], condition: ColumnElement[bool], limit: int) -> list[str]:
    return list(connection.execute(select(column).where(condition).distinct().order_by(column).limit(limit)).scalars())


# --- Once a day -----------------------------------------------------------------------------------------------------

_FIRST = text("INSERT INTO settings (name, value) VALUES (:name, '0') ON CONFLICT DO NOTHING")


def claim(connection: Connection, now: int) -> bool:
    """Return whether this process prunes today: nobody has in the last day, and no other process claims it now."""
    settings = schema.settings
    connection.execute(_FIRST, {"name": _RUN_AT})
    last = connection.execute(select(settings.c.value).where(settings.c.name == _RUN_AT)).scalar_one()
    if now - int(last) < DAY:
        return False
    # A second process waits for this row, and finds another value in it.
    place = (settings.c.name == _RUN_AT, settings.c.value == last)
    return connection.execute(update(settings).where(*place).values(value=str(now))).rowcount == 1
