"""Shared deals: nobody who has seen one, at any table, sits down at another table of it.

A person sees a deal when a match at their table begins, or when they watch one. Both are recorded before the first
card is sent: `begin` when the cards are dealt, `may_watch` before a table is shown. Seeds, records and replays stay
closed until no table plays the deal any more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from heliodor.server.refusal import Refusal
from heliodor.server.results import stop
from heliodor.store import challenges as challenge_store
from heliodor.store import known_deals as known_store
from heliodor.store import matches as match_store
from heliodor.store.rows import DealRow, MatchRow

if TYPE_CHECKING:
    from heliodor.server.site import Site
    from heliodor.server.table import Table

OVERTIME = 7 * 86_400_000  # Tables that still play a deal are stopped this many milliseconds after it closes.


async def check_sitting(site: Site, deal: str | None, person: str, match_id: str) -> None:
    """Refuse a seat to somebody who has seen the deal at another table."""
    if deal is None:
        return
    people_who_know = await site.store.read(known_store.people_who_know, deal, [person], match_id)
    if people_who_know:
        raise Refusal("deal_known", "you have seen the cards of this deal at another table, so you cannot play it")


async def begin(table: Table) -> set[str]:
    """Record that the players see the deal now; return those who saw it elsewhere: then the match cannot begin."""
    deal = table.row.deal
    if deal is None:
        return set()
    row = await table.site.store.read(match_store.read_deal, deal)
    if row is None or table.site.now() >= row.closes_at:
        raise Refusal("deal_closed", "this deal is closed")
    people = {seat.person for seat in table.seats if seat.person is not None}
    return await table.site.store.write(known_store.begin, deal, people, table.id)


async def may_watch(table: Table, person: str | None) -> bool:
    """Return whether a spectator may see the cards on the table, and record that they have seen them."""
    return await may_see(table.site, table.row, person)


async def may_see(site: Site, row: MatchRow, person: str | None) -> bool:
    """Return whether a person may see the cards of a match, and record that they have seen them."""
    deals = [row.deal] if row.deal is not None else []
    if row.status == "over" and row.deal is None:
        deals = await site.store.read(challenge_store.open_challenges, row.id, site.now())
    if not deals:
        return True
    if person is None:
        return False
    seen = [await site.store.write(known_store.watch, deal, person, row.id) for deal in deals]
    return all(seen)


async def is_opened(site: Site, deal: DealRow) -> bool:
    """Return whether a deal can be revealed: its time is up, and no table plays it any more."""
    if site.now() < deal.closes_at:
        return False
    playing = await site.store.read(match_store.playing_deal, deal.id)
    overtime = 0 if deal.kind == "daily" else OVERTIME  # Every day's cards are shown on the next one.
    if playing and site.now() >= deal.closes_at + overtime:
        for match_id in playing:
            table = await site.table(match_id)
            assert table is not None
            await table.run(lambda table=table: stop(table))  # type: ignore[misc]
        return True
    return not playing
