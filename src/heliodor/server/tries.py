"""Deals that each person plays alone, against the same bots: the first try counts, later ones are practice.

A person's first sight of the cards decides: the table where they begin the deal, or one that they have watched. Until
the deal is closed its records and replays stay closed, as for every shared deal (`known_deals`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from heliodor import fairness
from heliodor.games import get_game
from heliodor.protocol.settings import SeatPlan, TableSettings
from heliodor.server import lobby
from heliodor.server.refusal import Refusal
from heliodor.server.site import Site
from heliodor.server.table import Table
from heliodor.store import daily as daily_store
from heliodor.store.daily import Tried
from heliodor.store.rows import DealRow, Person

State = Literal["new", "playing", "played", "practice"]  # practice: the cards are known, but there is no result.


async def begin(
    site: Site, person: Person, deal: DealRow, plans: Sequence[SeatPlan], seeds: Sequence[str | None]
) -> Table:
    """Return the table where a person plays a deal: the one that they have begun, or a new one that has started.

    One seat of the plans is the person's, all others are bots; `seeds` are those of the seats.
    """
    before = await site.store.read(daily_store.tried, deal.id, person.id)
    if before.live is not None:
        return await lobby.find_table(site, before.live)
    if site.now() >= deal.closes_at:
        raise Refusal("deal_closed", "this deal is closed")
    game = get_game(deal.game)
    options = game.check_options(msgspec.json.decode(deal.options), deal.version)
    settings = lobby.checked_settings(deal.game, TableSettings(hints="never"))
    row = lobby.new_row(site, deal.game, options, settings, person.id, deal)
    row = msgspec.structs.replace(
        row,
        status="playing",
        secret=fairness.secret_of(deal.server_seed, seeds).hex(),
        driver=site.process if site.store.is_shared else None,
        needs_driver=int(len(plans) > 1),
        started_at=row.created_at,
    )
    seats = [
        msgspec.structs.replace(lobby.planned_seat(site, row, number, plan, person), seed=seed)
        for number, (plan, seed) in enumerate(zip(plans, seeds, strict=True))
    ]
    await site.store.write(daily_store.begin_try, row, seats, person.id)
    return await lobby.find_table(site, row.id)


def state_of(did: Tried) -> State:
    """Return how far a person is with a deal."""
    if did.result is not None:
        return "played"
    if did.first is None:
        return "new"
    return "playing" if did.live == did.first else "practice"
