"""The end of a match: the result is saved and ratings are updated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from heliodor.match import Match
from heliodor.protocol.tables import Result
from heliodor.store import Conflict
from heliodor.store.rows import DealResultRow, SeatRow
from heliodor.store.tables import change_table

if TYPE_CHECKING:
    from heliodor.server.table import Table


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
    result_of_deal = _result_of_deal(table, scores)
    try:
        await table.site.store.write(
            change_table, table.id, table.row.revision, changes, table.game.id, placed=placed, result=result_of_deal
        )
    except Conflict:
        await table.refresh()
        return
    table.row = msgspec.structs.replace(table.row, revision=table.row.revision + 1, **changes)
    table.driver.stop()
    table.tell_table()
    table.site.nudge(table)


async def stop(table: Table) -> None:
    """End a match without a result, if it has not ended yet."""
    if table.row.status in ("playing", "paused"):
        await table.change(stopped(table.site.now()))


def placed_when_stopped(table: Table, seats: Sequence[SeatRow]) -> list[tuple[str | None, int]]:
    """Return people and their places in a stopped rated match: those who have left have lost, the others are tied.

    If nobody has left, all have agreed to stop, and nobody is rated.
    """
    has_leavers = any(seat.kind == "person" and seat.covered for seat in seats)
    return _placed(seats, [0] * len(seats)) if table.is_rated and has_leavers else []


def stopped(now: int) -> dict[str, object]:
    """Return the changes when a match ends without a result."""
    return {"status": "stopped", "offers": "[]", "finished_at": now, "needs_driver": 0, "driver": None}


def _placed(seats: Sequence[SeatRow], places: Sequence[int]) -> list[tuple[str | None, int]]:
    """Return people and their places, without bots.

    A person who has left, or let the clock run out, and is not back at the end has lost, whatever the bot achieved.
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


def _result_of_deal(table: Table, scores: Sequence[int]) -> DealResultRow | None:
    """Return the result of a finished match of a deal that one person has played; the store keeps first tries only."""
    people = [seat for seat in table.seats if seat.person is not None]
    if table.row.deal is None or len(people) != 1 or people[0].kind != "person" or people[0].covered:
        return None
    assert table.match is not None and people[0].person is not None
    return DealResultRow(
        deal=table.row.deal,
        person=people[0].person,
        match_id=table.id,
        score=scores[people[0].seat],
        turns=msgspec.json.encode(_points_of_turns(table.match)).decode(),
        finished_at=table.site.now(),
    )


def _points_of_turns(match: Match) -> list[int]:
    """Return the points of each turn of a match alone; empty if the game does not say what ends a turn."""
    board = match.game.daily
    if board is None or match.players != 1:
        return []
    turns, last = [], 0
    for text, states in zip(match.actions, list(match.positions())[1:], strict=True):
        if text in board.turn_ends:
            score = int(match.game.kernels.score_of(states, 0, 0))
            turns.append(score - last)
            last = score
    return turns
