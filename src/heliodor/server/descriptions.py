"""Database rows as public messages: nothing about the match, and tokens only for seated people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

import msgspec

from heliodor import fairness
from heliodor.fairness import Fairness
from heliodor.games import get_game
from heliodor.match import changed_options
from heliodor.protocol.messages import Said
from heliodor.protocol.settings import TableSettings
from heliodor.protocol.tables import Result, SeatInfo, TableInfo
from heliodor.server.beginnings import practice_of
from heliodor.server.terms import is_rated, why_no_coach, why_no_hints
from heliodor.store.rows import MatchRow, SaidRow, SeatRow


def table_info(
    row: MatchRow,
    seats: Sequence[SeatRow],
    settings: TableSettings,
    person: str | None,
    is_here: Callable[[int], bool],
    to_act: int | None,
    deadline: int | None = None,
    vacation_of: Callable[[int], int | None] = lambda _seat: None,
) -> TableInfo:
    """Return a table as a person sees it; `to_act` and `deadline` are None for a table that is not loaded."""
    game = get_game(row.game)
    no_hints, no_coach = why_no_hints(game, settings, seats), why_no_coach(game, settings, seats)
    is_host = person is not None and row.host == person
    is_seated = is_host or any(person is not None and seat.person == person for seat in seats)
    return TableInfo(
        id=row.id,
        game=row.game,
        version=rules_version(row),
        options=_shown_options(row),
        settings=settings,
        status=cast(Any, row.status),
        seats=[
            SeatInfo(
                seat=seat.seat,
                kind=cast(Any, seat.kind),
                name=seat.name,
                level=seat.level,
                covered=bool(seat.covered),
                connected=is_here(seat.seat),
                has_pin=seat.pin_hash is not None,
                seeded=seat.seed is not None,
                yours=person is not None and seat.person == person,
                host=seat.kind == "person" and seat.person == row.host,
                vacation=vacation_of(seat.seat),
            )
            for seat in seats
        ],
        no_hints=None if no_hints is None else no_hints.reason.key,
        no_coach=None if no_coach is None else no_coach.reason.key,
        rated=is_rated(game, row, settings, seats),
        to_act=to_act,
        host=is_host,
        commitment=fairness.commitment_to(row.server_seed) if row.beginning is None else "",
        deal=row.deal,
        practice=practice_of(row),
        rematch=row.rematch,
        result=None if row.result is None else msgspec.json.decode(row.result, type=Result),
        join_token=row.join_token if is_seated else None,
        watch_token=row.watch_token if is_seated else None,
        created_at=row.created_at,
        finished_at=row.finished_at,
        deadline=deadline,
        expires_at=None if row.status == "over" else row.expires_at,
    )


def rules_version(row: MatchRow) -> int:
    """Return the rules version of a table; before the cards are dealt, that is the newest one or the deal's."""
    is_fixed = row.secret is not None or row.deal is not None
    return row.version if is_fixed else get_game(row.game).version


def _shown_options(row: MatchRow) -> dict[str, Any]:
    """Return `players` and the options that differ from today's defaults, whatever the defaults were at the start."""
    game, given = get_game(row.game), msgspec.json.decode(row.options)
    version = rules_version(row)
    return changed_options(game, game.check_options(given, version)) if version in game.history else given


def said(row: SaidRow) -> Said:
    """Return a phrase or chat text as a message."""
    return Said(seat=row.seat, kind=cast(Any, row.kind), text=row.text, ply=row.ply, at=row.at)


def fairness_part(row: MatchRow, seats: Sequence[SeatRow]) -> Fairness:
    """Return all seeds: only for a finished match whose deal nobody plays any more."""
    return Fairness(
        scheme=fairness.SCHEME,
        commitment=fairness.commitment_to(row.server_seed),
        server_seed=row.server_seed,
        seat_seeds=[seat.seed for seat in seats],
        deal=row.deal,
    )
