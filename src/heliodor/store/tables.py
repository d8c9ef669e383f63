"""Changes of a table that touch several SQL tables, each in one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection

from heliodor.store.daily import add_result
from heliodor.store.matches import change_match
from heliodor.store.ratings import Placed, rate
from heliodor.store.rows import DealResultRow, SaidRow, SeatRow
from heliodor.store.talk import say


def change_table(
    connection: Connection,
    match_id: str,
    revision: int,
    changes: dict[str, Any],
    game: str,
    seats: Sequence[SeatRow] = (),
    notices: Sequence[SaidRow] = (),
    placed: Placed = (),
    result: DealResultRow | None = None,
) -> None:
    """Change a match and its seats, add notices to its log, rate the people placed, keep the result of a deal.

    Raise Conflict if the match has changed since `revision`.
    """
    change_match(connection, match_id, revision, changes, seats)
    rate(connection, game, placed, changes.get("finished_at", 0))
    if result is not None:
        add_result(connection, result)
    for notice in notices:
        say(connection, match_id, notice)
