"""The end of a match: the result is saved and ratings are updated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Connection

from heliodor.protocol.tables import Result
from heliodor.store import Conflict
from heliodor.store import matches as match_store
from heliodor.store import people as people_store
from heliodor.store.rows import RatingRow, SeatRow

if TYPE_CHECKING:
    from heliodor.server.table import Table

MU, SIGMA = 25.0, 25.0 / 3.0  # Rating of a newcomer, as in openskill.


async def finish(table: Table) -> None:
    """Save the result of the match, once; a second caller finds it done."""
    match = table.match
    assert match is not None
    result = Result(scores=match.scores, winners=match.winners)
    changes = {
        "status": "over",
        "result": msgspec.json.encode(result).decode(),
        "finished_at": table.site.now(),
        "needs_driver": 0,
        "driver": None,
        "offers": "[]",
    }
    scores = [int(match.game.kernels.score_of(match.states, 0, s)) for s in range(match.players)]
    placed = _placed(table.seats, _places(scores, match.winners)) if table.is_rated else []
    try:
        await table.site.store.write(_finish, table.id, table.row.revision, changes, table.game.id, placed)
    except Conflict:
        await table.refresh()
        return
    table.row = msgspec.structs.replace(table.row, revision=table.row.revision + 1, **changes)
    table.driver.stop()
    table.tell_table()
    table.site.nudge(table.id)


async def stop(table: Table) -> None:
    """End a match without a result, if it has not ended yet."""
    if table.row.status in ("playing", "paused"):
        await table.change(stopped(table.site.now()))


def placed_when_stopped(table: Table, seats: Sequence[SeatRow]) -> list[tuple[str | None, int]]:
    """Return people and their places in a rated match that stops: who has left it has lost, the others are equal.

    Where nobody has left, all have agreed to stop, and nobody is rated.
    """
    has_leavers = any(seat.kind == "person" and seat.covered for seat in seats)
    return _placed(seats, [0] * len(seats)) if table.is_rated and has_leavers else []


def stopped(now: int) -> dict[str, object]:
    """Return the changes when a match ends without a result."""
    return {"status": "stopped", "offers": "[]", "finished_at": now, "needs_driver": 0, "driver": None}


def _finish(
    connection: Connection,
    match_id: str,
    revision: int,
    changes: dict[str, object],
    game: str,
    placed: Sequence[tuple[str | None, int]],
) -> None:
    match_store.change_match(connection, match_id, revision, changes)
    rate(connection, game, placed)


def _placed(seats: Sequence[SeatRow], places: Sequence[int]) -> list[tuple[str | None, int]]:
    """Return people and their places: those in their own seats, not bots nor guests at somebody's device.

    A person who has left, or let the clock run out, and is not back at the end, has lost, whatever the bot achieved.
    """
    last = len(seats)
    return [
        (seat.person, last if seat.covered else place)
        for seat, place in zip(seats, places, strict=True)
        if seat.kind == "person"
    ]


def _places(scores: Sequence[int], winners: Sequence[int]) -> list[int]:
    """Return each seat's place: winners share the first, the others follow by score."""
    ranks = [(0 if seat in winners else 1, -score) for seat, score in enumerate(scores)]
    order = sorted({(0, 0) if seat in winners else rank for seat, rank in enumerate(ranks)})
    return [order.index((0, 0) if seat in winners else ranks[seat]) for seat in range(len(scores))]


def rate(connection: Connection, game: str, placed: Sequence[tuple[str | None, int]]) -> None:
    """Update the ratings of people who have played against each other, by openskill's Plackett-Luce."""
    people = [person for person, _place in placed if person is not None]
    if len(people) < 2 or len(set(people)) < len(people):
        return
    from openskill.models import PlackettLuce  # Imported only when a match is rated.

    model = PlackettLuce()
    before = [
        people_store.rating_of(connection, person, game) or RatingRow(person, game, MU, SIGMA, 0) for person in people
    ]
    teams = [[model.rating(mu=row.mu, sigma=row.sigma)] for row in before]
    after = model.rate(teams, ranks=[float(place) for _person, place in placed])
    for row, team in zip(before, after, strict=True):
        new = RatingRow(row.person, game, float(team[0].mu), float(team[0].sigma), row.matches + 1)
        people_store.set_rating(connection, new)
