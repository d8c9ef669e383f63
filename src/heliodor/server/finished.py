"""Matches that have ended: all their cards may be shown."""

from __future__ import annotations

from heliodor.server import known_deals, lobby
from heliodor.server.refusal import Refusal, not_found
from heliodor.server.reviews import FILE_PREFIX, Subject
from heliodor.server.site import Site
from heliodor.server.table import Table
from heliodor.store import matches as match_store


async def finished_table(site: Site, match_id: str, person: str | None = None) -> Table:
    """Return a match that is over or was stopped, unless others still play the same deal.

    Of a match that others are challenged to play, it is recorded that `person` has seen the cards.
    """
    table = await lobby.find_table(site, match_id)
    if table.row.status not in ("over", "stopped") or table.match is None:
        raise Refusal("not_over", "the match is not over yet")
    if table.row.deal is not None:
        deal = await site.store.read(match_store.read_deal, table.row.deal)
        if deal is None:
            raise not_found("deal")
        if not await known_deals.is_opened(site, deal):
            raise Refusal("deal_open", "others still play this deal; its cards are shown when it is closed")
    elif not await known_deals.may_see(site, table.row, person):
        if person is None:
            raise Refusal("nobody", "say who you are first: POST /api/me", status=401)
        raise Refusal("deal_played", "you play this deal at another table, so you cannot look at it here")
    return table


async def subject_of(site: Site, review: str, person: str | None) -> Subject:
    """Return what a review shows to a person: the match of a table that has ended, or of a record file."""
    if review.startswith(FILE_PREFIX):
        return await site.reviews.file(review)
    table = await finished_table(site, review, person)
    assert table.match is not None
    yours = table.seats_of(person)
    is_over = table.row.status == "over"
    return Subject(table.id, table.id, table.match, is_over, True, yours, table.settings.talk)
