"""Challenges: anybody with the link plays the deal of a finished match from the same seat, against the same bots.

People's seats other than the challenger's are played by bots. Everybody who sat in the match, or looks at it while the
challenge is open, knows its cards and can only practise.
"""

from __future__ import annotations

import msgspec

from heliodor.bots import nearest_level
from heliodor.protocol.http import ChallengeInfo, ChallengeResult, ChallengeSeat
from heliodor.protocol.settings import DEFAULT_LEVEL, SeatPlan
from heliodor.protocol.tables import Result
from heliodor.server import tries
from heliodor.server.identity import new_id
from heliodor.server.refusal import Refusal, not_found
from heliodor.server.site import Site
from heliodor.server.table import Table
from heliodor.store import challenges as challenge_store
from heliodor.store import daily as daily_store
from heliodor.store import matches as match_store
from heliodor.store.daily import Tried
from heliodor.store.rows import ChallengeRow, DealResultRow, DealRow, Person

OPEN_FOR = 30 * 86_400_000  # Milliseconds.
MOST_RESULTS = 100


async def challenge(site: Site, person: Person, table: Table) -> ChallengeInfo:
    """Make a challenge of a person's finished match; return the one that there is already."""
    if table.row.deal is not None:
        found = await site.store.read(challenge_store.read_challenge, table.row.deal)
        if found is None:
            raise _impossible()
        return await look(site, found.deal, person.id)
    mine = next((seat for seat in table.seats if seat.person == person.id and seat.kind == "person"), None)
    if table.row.status != "over" or table.match is None or table.row.beginning is not None:
        raise _impossible()
    if mine is None or mine.covered:
        raise _impossible()
    before = await site.store.read(challenge_store.challenge_from, table.id, mine.seat)
    if before is not None and (deal := await _deal(site, before)).closes_at > site.now():
        return await look(site, deal.id, person.id)
    now = site.now()
    deal = DealRow(
        id=new_id(),
        game=table.row.game,
        options=table.row.options,
        server_seed=table.row.server_seed,
        host=person.id,
        closes_at=now + OPEN_FOR,
        created_at=now,
        version=table.row.version,
        kind="challenge",
    )
    levels = [seat.level if seat.kind == "bot" else nearest_level(DEFAULT_LEVEL, table.game) for seat in table.seats]
    row = ChallengeRow(
        deal=deal.id,
        match_id=table.id,
        seat=mine.seat,
        seats=msgspec.json.encode(levels).decode(),
        seeds=msgspec.json.encode([seat.seed for seat in table.seats]).decode(),
        created_at=now,
    )
    people = {seat.person for seat in table.seats if seat.person is not None}
    score = int(table.game.kernels.score_of(table.match.states, 0, mine.seat))
    to_beat = DealResultRow(deal.id, person.id, table.id, score, "[]", table.row.finished_at or now)
    await site.store.write(challenge_store.create_challenge, row, deal, sorted(people), to_beat)
    return await look(site, deal.id, person.id)


async def look(site: Site, deal_id: str, person: str | None) -> ChallengeInfo:
    """Return a challenge; its results only to people who know the cards, until it is closed."""
    row, deal = await _find(site, deal_id)
    did = Tried(None, None, None) if person is None else await site.store.read(daily_store.tried, deal_id, person)
    found = await site.store.read(challenge_store.results, deal_id, MOST_RESULTS)
    state = tries.state_of(did)
    is_told = state in ("played", "practice") or site.now() >= deal.closes_at
    levels: list[str] = msgspec.json.decode(row.seats)
    results = [_result(row, name, result, each, person) for name, result, each in found]
    return ChallengeInfo(
        id=deal.id,
        game=deal.game,
        options=msgspec.json.decode(deal.options),
        seats=[
            ChallengeSeat(seat=seat, level=None if seat == row.seat else level) for seat, level in enumerate(levels)
        ],
        name=next((result.name for result in results if result.first), ""),
        closes_at=deal.closes_at,
        state=state,
        table=did.live,
        players=len(results),
        results=results if is_told else None,
    )


async def play(site: Site, person: Person, deal_id: str) -> Table:
    """Return the table where a person plays a challenge."""
    row, deal = await _find(site, deal_id)
    levels: list[str] = msgspec.json.decode(row.seats)
    plans = [
        SeatPlan(kind="me") if seat == row.seat else SeatPlan(kind="bot", level=level)  # type: ignore[arg-type]
        for seat, level in enumerate(levels)
    ]
    return await tries.begin(site, person, deal, plans, msgspec.json.decode(row.seeds))


def _result(row: ChallengeRow, name: str, result: str, each: DealResultRow, person: str | None) -> ChallengeResult:
    match = msgspec.json.decode(result, type=Result)
    return ChallengeResult(
        name=name,
        score=match.scores[row.seat],
        won=row.seat in match.winners,
        yours=each.person == person,
        first=each.match_id == row.match_id,
    )


async def _find(site: Site, deal_id: str) -> tuple[ChallengeRow, DealRow]:
    row = await site.store.read(challenge_store.read_challenge, deal_id)
    if row is None:
        raise not_found("challenge")
    return row, await _deal(site, row)


async def _deal(site: Site, row: ChallengeRow) -> DealRow:
    deal = await site.store.read(match_store.read_deal, row.deal)
    assert deal is not None
    return deal


def _impossible() -> Refusal:
    return Refusal("no_challenge", "only a finished match that you have played yourself can be sent as a challenge")
