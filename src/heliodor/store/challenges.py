"""Challenges: finished deals that others play from the same seat."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, insert, select

from heliodor.store import schema
from heliodor.store.rows import ChallengeRow, DealResultRow, DealRow

_C, _K, _R = schema.challenges, schema.known_deals, schema.deal_results
_M, _P = schema.matches, schema.people


def read_challenge(connection: Connection, deal: str) -> ChallengeRow | None:
    """Return a challenge by its deal, or None."""
    row = connection.execute(select(_C).where(_C.c.deal == deal)).first()
    return None if row is None else ChallengeRow(*row)


def challenge_from(connection: Connection, match_id: str, seat: int) -> ChallengeRow | None:
    """Return the latest challenge that came from a seat of a match, or None."""
    row = connection.execute(
        select(_C).where(_C.c.match_id == match_id, _C.c.seat == seat).order_by(_C.c.created_at.desc()).limit(1)
    ).first()
    return None if row is None else ChallengeRow(*row)


def open_challenges(connection: Connection, match_id: str, now: int) -> list[str]:
    """Return the deals of the challenges that came from a match and can still be played."""
    deals = schema.deals
    rows = connection.execute(
        select(_C.c.deal).join(deals, deals.c.id == _C.c.deal).where(_C.c.match_id == match_id, deals.c.closes_at > now)
    )
    return list(rows.scalars())


def create_challenge(
    connection: Connection, row: ChallengeRow, deal: DealRow, people: Sequence[str], score: DealResultRow
) -> None:
    """Write a challenge; the people of its match know the cards, and the result there is the one to beat."""
    connection.execute(insert(schema.deals), msgspec.structs.asdict(deal))
    connection.execute(insert(_C), msgspec.structs.asdict(row))
    known = [{"deal": deal.id, "person": person, "match_id": row.match_id} for person in sorted(people)]
    connection.execute(insert(_K), known)
    connection.execute(insert(_R), msgspec.structs.asdict(score))


def results(connection: Connection, deal: str, limit: int) -> list[tuple[str, str, DealResultRow]]:
    """Return the first tries at a deal with the players' names and the results of the matches, the best first."""
    rows = connection.execute(
        select(_P.c.name, _M.c.result, *_R.c)
        .join(_P, _P.c.id == _R.c.person)
        .join(_M, _M.c.id == _R.c.match_id)
        .where(_R.c.deal == deal)
        .order_by(_R.c.score.desc(), _R.c.finished_at)
        .limit(limit)
    )
    return [(str(row[0]), str(row[1]), DealResultRow(*row[2:])) for row in rows]
