"""The log of what the host has done."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select

from heliodor.store import schema
from heliodor.store.rows import AuditRow

_A = schema.audit


def note(
    connection: Connection,
    now: int,
    host_user: str,
    action: str,
    *,
    person: str | None = None,
    match_id: str | None = None,
    detail: dict[str, Any] | None = None,
) -> AuditRow:
    """Add an entry; `detail` holds no names and no secrets."""
    text = msgspec.json.encode(detail or {}).decode()
    row = AuditRow(secrets.token_hex(12), now, host_user, action, person, match_id, text)
    connection.execute(insert(_A).values(msgspec.structs.asdict(row)))
    return row


def entries(connection: Connection, limit: int) -> list[AuditRow]:
    """Return the latest entries, newest first."""
    rows = connection.execute(select(_A).order_by(_A.c.at.desc(), _A.c.id).limit(limit))
    return [AuditRow(*row) for row in rows]
