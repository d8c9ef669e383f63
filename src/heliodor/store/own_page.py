"""What a person's own page shows: finished matches, results against others, and whom they have muted."""

from __future__ import annotations

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, func, select

from heliodor.store import schema
from heliodor.store.rows import PuzzleRatingRow

_M, _S, _P, _Q = schema.matches, schema.seats, schema.people, schema.mutes

MOST_COMPARED = 500  # The latest matches that count for the results against others.


class Rival(msgspec.Struct):
    """How a person has done against somebody, or against the bots of one strength."""

    name: str  # Their present name; of a bot: its level.
    is_bot: bool
    matches: int = 0
    won: int = 0  # Won by the person, not by the other,
    lost: int = 0  # and the reverse. The rest somebody else has won, or both.


def created_at(connection: Connection, person: str) -> int:
    """Return when a person first came."""
    return int(connection.execute(select(_P.c.created_at).where(_P.c.id == person)).scalar_one())


def _ended(person: str) -> ColumnElement[bool]:
    seated = select(_S.c.match_id).where(_S.c.person == person)
    return and_(_M.c.id.in_(seated), _M.c.status.in_(("over", "stopped")), _M.c.secret.is_not(None))


def num_ended(connection: Connection, person: str) -> int:
    """Return how many matches of a person have ended."""
    return int(connection.execute(select(func.count()).select_from(_M).where(_ended(person))).scalar_one())


def ended_matches(connection: Connection, person: str, skip: int, limit: int) -> list[str]:
    """Return matches of a person that have ended, the latest first."""
    newest = select(_M.c.id).where(_ended(person)).order_by(_M.c.finished_at.desc(), _M.c.id)
    return list(connection.execute(newest.offset(skip).limit(limit)).scalars())


def rivals(connection: Connection, person: str) -> list[Rival]:
    """Return the results against people and bots, those who were met most often first."""
    mine = select(_S.c.match_id).where(_S.c.person == person, _S.c.kind == "person")
    is_over = and_(_M.c.id.in_(mine), _M.c.status == "over", _M.c.result.is_not(None))
    latest = select(_M.c.id, _M.c.result).where(is_over).order_by(_M.c.finished_at.desc()).limit(MOST_COMPARED)
    winners: dict[str, list[int]] = {
        row.id: msgspec.json.decode(row.result)["winners"] for row in connection.execute(latest)
    }
    seats: dict[str, list[tuple[int, str, str | None, str]]] = {}
    for row in connection.execute(
        select(_S.c.match_id, _S.c.seat, _S.c.kind, _S.c.person, _S.c.level)
        .where(_S.c.match_id.in_(winners))
        .order_by(_S.c.match_id, _S.c.seat)
    ):
        seats.setdefault(row[0], []).append((row[1], row[2], row[3], row[4]))
    found: dict[tuple[bool, str], Rival] = {}
    for match_id, won in winners.items():
        me = next(seat for seat, kind, who, _level in seats[match_id] if who == person and kind == "person")
        met: dict[tuple[bool, str], bool] = {}  # Several bots of one strength count as one; whether one has won.
        for seat, kind, who, level in seats[match_id]:
            if kind == "bot":
                key = (True, level.partition(":")[0])  # Whatever its character.
            elif kind == "person" and who is not None and who != person:
                key = (False, who)
            else:
                continue  # Removed, or at somebody's device.
            met[key] = met.get(key, False) or seat in won
        for key, has_won in met.items():
            rival = found.setdefault(key, Rival(key[1], key[0]))
            rival.matches += 1
            rival.won += me in won and not has_won
            rival.lost += has_won and me not in won
    people = [who for is_bot, who in found if not is_bot]
    names: dict[str, str] = dict(connection.execute(select(_P.c.id, _P.c.name).where(_P.c.id.in_(people))).all())
    for (is_bot, who), rival in found.items():
        rival.name = who if is_bot else names[who]
    return sorted(found.values(), key=lambda rival: (rival.is_bot, -rival.matches, rival.name))


def muted_by(connection: Connection, person: str) -> list[tuple[str, str]]:
    """Return ids and names of the people whom a person has muted."""
    rows = select(_P.c.id, _P.c.name).join(_Q, _Q.c.muted == _P.c.id).where(_Q.c.person == person)
    return [(row.id, row.name) for row in connection.execute(rows.order_by(_P.c.name, _P.c.id))]


def puzzle_ratings(connection: Connection, person: str) -> list[PuzzleRatingRow]:
    """Return a person's ratings at puzzles, by game."""
    table = schema.puzzle_ratings
    rows = connection.execute(select(table).where(table.c.person == person).order_by(table.c.game))
    return [PuzzleRatingRow(*row) for row in rows]
