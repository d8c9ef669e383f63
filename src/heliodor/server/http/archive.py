"""Finished matches: records, replays, and deals that many tables play."""

from __future__ import annotations

from typing import Any, cast

import msgspec

from heliodor import fairness
from heliodor.core import record as records
from heliodor.core.record import Record
from heliodor.protocol.http import DealInfo, DealResult, NewDeal, Replay
from heliodor.protocol.tables import Result
from heliodor.server import known_deals, lobby
from heliodor.server.finished import finished_table, subject_of
from heliodor.server.http.endpoint import Call, Endpoint
from heliodor.server.refusal import not_found
from heliodor.store import known_deals as known_store
from heliodor.store import matches as match_store
from heliodor.store.rows import DealRow, MatchRow, SeatRow


async def record(call: Call) -> bytes:
    """Return the record of a finished match, with the seeds; a stopped match has no result."""
    table = await finished_table(call.site, call.part("table"), None if call.person is None else call.person.id)
    return records.encode(table.record())


async def replay(call: Call) -> Replay:
    """Return one moment of a match that has ended."""
    person = None if call.person is None else call.person.id
    subject = await subject_of(call.site, call.part("table"), person)
    return call.site.reviews.moment(subject, call.number("ply"), None)


async def create_deal(call: Call) -> DealInfo:
    """Create a deal."""
    call.count("create")
    wanted: NewDeal = call.body
    row = await lobby.create_deal(call.site, call.me, wanted.game, wanted.options, wanted.hours)
    return _deal_info(call, row, [], is_opened=False, is_known=False)


async def deal(call: Call) -> DealInfo:
    """Return a deal and the results of its tables."""
    row = await _deal(call, call.part("deal"))
    is_opened = await known_deals.is_opened(call.site, row)
    person = None if call.person is None else call.person.id
    is_known = person is not None and bool(
        await call.site.store.read(known_store.people_who_know, row.id, [person], "")
    )
    tables = await call.site.store.read(match_store.matches_of_deal, row.id) if row.kind == "shared" else []
    return _deal_info(call, row, tables, is_opened=is_opened, is_known=is_known)


async def _deal(call: Call, deal_id: str) -> DealRow:
    row = await call.site.store.read(match_store.read_deal, deal_id)
    if row is None:
        raise not_found("deal")
    return row


def _deal_info(
    call: Call, row: DealRow, tables: list[tuple[MatchRow, list[SeatRow]]], *, is_opened: bool, is_known: bool
) -> DealInfo:
    finished = [(match, seats) for match, seats in tables if match.status == "over"]
    person = None if call.person is None else call.person.id
    has_played = any(person is not None and seat.person == person for _match, seats in finished for seat in seats)
    return DealInfo(
        id=row.id,
        game=row.game,
        version=row.version,
        options=msgspec.json.decode(row.options),
        commitment=fairness.commitment_to(row.server_seed),
        closes_at=row.closes_at,
        known=is_known,
        played=len(finished),
        results=[_deal_result(*table) for table in finished] if has_played or is_opened else None,
        server_seed=row.server_seed if is_opened else None,
        kind=cast(Any, row.kind),
    )


def _deal_result(match: MatchRow, seats: list[SeatRow]) -> DealResult:
    result = msgspec.json.decode(match.result or "{}", type=Result)
    names = [seat.name for seat in seats]
    return DealResult(table=match.id, names=names, scores=result.scores, winners=result.winners)


ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/tables/{table}/record",
        "The record of a match that has ended.",
        record,
        Record,
        for_people=False,
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/replay",
        "One moment of a match that has ended; all cards are open if it was played to its end.",
        replay,
        Replay,
        for_people=False,
        query=("ply",),
    ),
    Endpoint(
        "POST",
        "/api/deals",
        "Create a deal that many tables can play.",
        create_deal,
        DealInfo,
        takes=NewDeal,
        effect="create",
    ),
    Endpoint("GET", "/api/deals/{deal}", "A deal and the results of its tables.", deal, DealInfo, for_people=False),
)
