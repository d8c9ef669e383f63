"""Notices by Web Push: the browsers that asked for them, and the outbox.

A notice is one row for each browser, unique by kind, table and ply, so it is queued once however many processes notice
the same thing. A process claims a row before it sends it; a row whose process dies is due again after the lease.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, or_, select, text, update

from heliodor.store import schema
from heliodor.store.matches import LIVE
from heliodor.store.rows import NoticeRow, SubscriptionRow

_B, _N, _M, _A = schema.push_subscriptions, schema.notices, schema.matches, schema.actions

WAITING, SENT, DROPPED = "waiting", "sent", "dropped"
KEPT_MS = 30 * 86_400_000  # How long a notice is remembered, so that it is not sent again.

_ADD = text(
    "INSERT INTO notices (id, subscription, kind, match_id, ply, status, attempts, due_at, created_at, until) "
    "VALUES (:id, :subscription, :kind, :match_id, :ply, 'waiting', 0, :due_at, :created_at, :until) "
    "ON CONFLICT DO NOTHING"
)


class DueNotice(msgspec.Struct, frozen=True):
    """A notice that this process has claimed, with what it needs to be sent."""

    notice: NoticeRow
    subscription: SubscriptionRow
    game: str
    is_due_still: bool  # Otherwise the person has acted, or the table has ended.


# --- Subscriptions ------------------------------------------------------------------------------------------------


def subscribe(connection: Connection, row: SubscriptionRow) -> None:
    """Store a browser with the kinds that it wants; a browser belongs to the person who asked last."""
    found = connection.execute(select(_B.c.id, _B.c.person).where(_B.c.endpoint == row.endpoint)).first()
    if found is not None and found.person == row.person:
        changed = {"p256dh": row.p256dh, "auth": row.auth, "kinds": row.kinds}
        connection.execute(update(_B).where(_B.c.id == found.id).values(changed))
        return
    if found is not None:
        forget(connection, [found.id])
    connection.execute(insert(_B).values(msgspec.structs.asdict(row)))


def forget(connection: Connection, ids: Sequence[str]) -> None:
    """Remove subscriptions with their notices."""
    connection.execute(delete(_N).where(_N.c.subscription.in_(ids)))
    connection.execute(delete(_B).where(_B.c.id.in_(ids)))


def subscriptions_of(connection: Connection, person: str) -> list[SubscriptionRow]:
    """Return the browsers of a person."""
    rows = connection.execute(select(_B).where(_B.c.person == person).order_by(_B.c.created_at, _B.c.id))
    return [SubscriptionRow(*row) for row in rows]


def unsubscribe(connection: Connection, person: str, endpoint: str | None, *, others: bool = False) -> None:
    """Forget one browser of a person, or with `others` all but that one."""
    mine = subscriptions_of(connection, person)
    forget(connection, [row.id for row in mine if (row.endpoint == endpoint) != others])


# --- The outbox ---------------------------------------------------------------------------------------------------


def queue(
    connection: Connection,
    person: str,
    kind: str,
    match_id: str,
    ply: int,
    due_at: int,
    now: int,
    until: int | None = None,
) -> int:
    """Queue a notice for every browser of a person that wants this kind; return how many are new."""
    count = 0
    for row in subscriptions_of(connection, person):
        if kind in msgspec.json.decode(row.kinds, type=list[str]):
            values = {
                "kind": kind,
                "match_id": match_id,
                "ply": ply,
                "due_at": due_at,
                "created_at": now,
                "until": until,
            }
            new = {"id": secrets.token_hex(12), "subscription": row.id, **values}
            count += connection.execute(_ADD, new).rowcount
    return count


def has_due(connection: Connection, now: int) -> bool:
    """Return whether something has to be sent."""
    return connection.execute(select(_N.c.id).where(_is_due(now)).limit(1)).first() is not None


def claim(connection: Connection, now: int, lease_until: int, limit: int) -> list[DueNotice]:
    """Claim notices that are due; nobody else sends them before the end of the lease."""
    due = connection.execute(select(_N).where(_is_due(now)).order_by(_N.c.due_at, _N.c.id).limit(limit)).all()
    claimed = []
    for row in due:
        # A second process waits for this row, and finds another time in it.
        place = (_N.c.id == row.id, _N.c.due_at == row.due_at, _N.c.status == WAITING)
        taken = update(_N).where(*place).values(due_at=lease_until, attempts=row.attempts + 1)
        if connection.execute(taken).rowcount == 1:
            notice = msgspec.structs.replace(NoticeRow(*row), due_at=lease_until, attempts=row.attempts + 1)
            claimed.append(_with_all(connection, notice))
    return claimed


def _is_due(now: int) -> ColumnElement[bool]:
    return and_(_N.c.status == WAITING, _N.c.due_at <= now)


def _with_all(connection: Connection, notice: NoticeRow) -> DueNotice:
    subscription = SubscriptionRow(*connection.execute(select(_B).where(_B.c.id == notice.subscription)).one())
    wanted = select(_M.c.game, _M.c.status, _M.c.expires_at).where(_M.c.id == notice.match_id)
    match = connection.execute(wanted).one()
    plies = select(func.count()).select_from(_A).where(_A.c.match_id == notice.match_id)
    if notice.kind == "invitation":
        is_due_still = match.status == "open"
    elif notice.kind == "expiry":
        is_due_still = match.status in LIVE and match.expires_at == notice.until
    else:
        is_due_still = match.status == "playing" and connection.execute(plies).scalar_one() == notice.ply
    return DueNotice(notice, subscription, match.game, is_due_still)


def settle(connection: Connection, notice_id: str, status: str) -> None:
    """Note that a notice has been sent, or is no longer worth sending."""
    connection.execute(update(_N).where(_N.c.id == notice_id).values(status=status))


def postpone(connection: Connection, notice_id: str, due_at: int) -> None:
    """Send a notice later."""
    connection.execute(update(_N).where(_N.c.id == notice_id, _N.c.status == WAITING).values(due_at=due_at))


def prune(connection: Connection, now: int) -> int:
    """Remove notices of tables that have ended, and old ones."""
    live = select(_M.c.id).where(_M.c.status.in_(LIVE))
    old = or_(_N.c.match_id.not_in(live), _N.c.created_at < now - KEPT_MS)
    return int(connection.execute(delete(_N).where(old)).rowcount)
