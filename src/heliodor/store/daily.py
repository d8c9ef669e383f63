"""Boards and puzzles of the day, and the results of first tries at deals that people play alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, func, insert, select, text, update

from heliodor.store import schema
from heliodor.store.matches import LIVE, create_match
from heliodor.store.rows import DailyRow, DealResultRow, DealRow, MatchRow, NewAction, SeatRow

_D, _R, _K, _M, _S = schema.daily, schema.deal_results, schema.known_deals, schema.matches, schema.seats
BOARD, PUZZLE = "board", "puzzle"

# Of two processes that begin a day, the second adds nothing: both would add the same.
_ADD = text(
    "INSERT INTO daily (day, kind, game, item) VALUES (:day, :kind, :game, :item) ON CONFLICT (day, kind) DO NOTHING"
)


def day_of(connection: Connection, day: str) -> dict[str, DailyRow]:
    """Return the board and the puzzle of a day, by kind; empty if nobody has asked for them yet."""
    return {row.kind: DailyRow(*row) for row in connection.execute(select(_D).where(_D.c.day == day))}


def begin_day(connection: Connection, rows: Sequence[DailyRow], deals: Sequence[DealRow]) -> dict[str, DailyRow]:
    """Write what a day has, unless it is there; return it."""
    for deal in deals:
        if connection.execute(select(schema.deals.c.id).where(schema.deals.c.id == deal.id)).first() is None:
            connection.execute(insert(schema.deals), msgspec.structs.asdict(deal))
    for row in rows:
        connection.execute(_ADD, {"day": row.day, "kind": row.kind, "game": row.game, "item": row.item})
    return day_of(connection, rows[0].day) if rows else {}


def boards_before(connection: Connection, day: str, limit: int) -> list[DailyRow]:
    """Return the latest boards before a day, newest first."""
    rows = connection.execute(
        select(_D).where(_D.c.day < day, _D.c.kind == BOARD).order_by(_D.c.day.desc()).limit(limit)
    )
    return [DailyRow(*row) for row in rows]


class Tried(NamedTuple):
    """What a person has done at a deal."""

    first: str | None  # The table where they first saw the cards; None: they have not seen them.
    live: str | None  # A table where they play it now.
    result: DealResultRow | None  # Of the first try.


def tried(connection: Connection, deal: str, person: str) -> Tried:
    """Return what a person has done at a deal."""
    first = connection.execute(select(_K.c.match_id).where(_K.c.deal == deal, _K.c.person == person)).scalar()
    live = connection.execute(
        select(_M.c.id)
        .join(_S, _S.c.match_id == _M.c.id)
        .where(_M.c.deal == deal, _M.c.status.in_(LIVE), _S.c.person == person)
        .order_by(_M.c.created_at.desc())
        .limit(1)
    ).scalar()
    found = connection.execute(select(_R).where(_R.c.deal == deal, _R.c.person == person)).first()
    return Tried(first, live, None if found is None else DealResultRow(*found))


def begin_try(connection: Connection, row: MatchRow, seats: Sequence[SeatRow], person: str) -> None:
    """Create a table that has started; if the person sees the cards for the first time, this try counts."""
    create_match(connection, row, seats)
    connection.execute(
        text(
            "INSERT INTO known_deals (deal, person, match_id) VALUES (:deal, :person, :match_id) ON CONFLICT DO NOTHING"
        ),
        {"deal": row.deal, "person": person, "match_id": row.id},
    )


def add_result(connection: Connection, row: DealResultRow) -> None:
    """Keep the result of a match, if it was the person's first sight of the cards and no bot has helped out."""
    first = connection.execute(select(_K.c.match_id).where(_K.c.deal == row.deal, _K.c.person == row.person)).scalar()
    said = schema.said
    helped = connection.execute(
        select(said.c.id).where(said.c.match_id == row.match_id, said.c.kind == "notice").limit(1)
    ).first()
    if first == row.match_id and helped is None:
        connection.execute(insert(_R), msgspec.structs.asdict(row))


def counts(connection: Connection, deal: str) -> list[tuple[int, int]]:
    """Return how many people have reached each score in their first try, ascending."""
    rows = connection.execute(
        select(_R.c.score, func.count()).where(_R.c.deal == deal).group_by(_R.c.score).order_by(_R.c.score)
    )
    return [(int(score), int(count)) for score, count in rows]


def best_result(connection: Connection, deal: str) -> DealResultRow | None:
    """Return the best first try; of several, the earliest."""
    row = connection.execute(
        select(_R).where(_R.c.deal == deal).order_by(_R.c.score.desc(), _R.c.finished_at).limit(1)
    ).first()
    return None if row is None else DealResultRow(*row)


def history(connection: Connection, person: str) -> dict[str, int]:
    """Return a person's results on boards of the day, by day."""
    rows = connection.execute(
        select(_D.c.day, _R.c.score).join(_R, _R.c.deal == _D.c.item).where(_D.c.kind == BOARD, _R.c.person == person)
    )
    return {str(day): int(score) for day, score in rows}


def puzzle_answer(connection: Connection, person: str, game: str, puzzle: str) -> bool | None:
    """Return whether a person's first answer to a puzzle was right; None: they have not answered."""
    answers = schema.puzzle_answers.c
    right = connection.execute(
        select(answers.is_right).where(answers.person == person, answers.game == game, answers.puzzle == puzzle)
    ).scalar()
    return None if right is None else bool(right)


def keep_expert(
    connection: Connection, day: str, row: MatchRow, seats: Sequence[SeatRow], actions: Sequence[NewAction], score: int
) -> None:
    """Keep the match that an expert bot has played on the board of a day, unless another process was first."""
    is_mine = update(_D).where(_D.c.day == day, _D.c.kind == BOARD, _D.c.expert_score.is_(None))
    if connection.execute(is_mine.values(expert_table=row.id, expert_score=score)).rowcount == 1:
        create_match(connection, row, seats)
        connection.execute(insert(schema.actions), [action._asdict() for action in actions])
