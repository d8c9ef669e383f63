"""Practice: a private table against bots that goes on from a moment of another match.

The past is as it was: every seat sees what it saw then. What comes is new: the cards left in the deck lie in another
order (`Match.branch`), and later shuffles come from the table's own seed. Nobody else can sit down, nothing is rated,
and nothing is claimed of the deal, because the person may have seen the cards of the match before.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import UNSET

from heliodor import fairness
from heliodor.core.errors import BadAction
from heliodor.match import Match, changed_options
from heliodor.protocol.settings import Clock, SeatPlan, TableSettings
from heliodor.protocol.tables import Practice
from heliodor.server import lobby
from heliodor.server.beginnings import Beginning, beginning_of
from heliodor.server.plans import refusal_of
from heliodor.server.refusal import Refusal, forbidden
from heliodor.server.site import Site
from heliodor.server.table import Table
from heliodor.server.terms import why_no_coach
from heliodor.store import matches as match_store
from heliodor.store.rows import MatchRow, Person, SeatRow


async def begin(
    site: Site,
    person: Person,
    played: Match,
    source: Practice,
    *,
    seat: int | None = None,
    actions: Sequence[str] = (),
    level: str = "casual",
    settings: TableSettings | None = None,
) -> Table:
    """Return a new table that goes on from `played` at the ply of `source`; it has started.

    `seat` is the person's, by default the seat to act. `actions` are played at once, all or none. The caller has
    checked that this person may know the position as the seat sees it.
    """
    if source.ply > played.ply:
        raise Refusal("no_ply", f"there are plies 0 to {played.ply}", status=422)
    match = played.branch(source.ply)
    _check_runs(match)
    mine = match.to_act if seat is None else seat
    if mine >= match.players:
        raise Refusal("no_seat", f"the seats are 0 to {match.players - 1}", status=422)
    if actions:
        try:
            match.act_all(actions)
        except BadAction as error:
            raise refusal_of(error) from None
        _check_runs(match)
    wanted = msgspec.structs.replace(settings or TableSettings(), public=False, clock=Clock())
    checked = lobby.checked_settings(match.game.id, wanted)
    row = _row(site, person, match, checked, source)
    plans = [SeatPlan(kind="me" if each == mine else "bot", level=level) for each in range(match.players)]  # type: ignore[arg-type]
    seats = [lobby.planned_seat(site, row, number, plan, person) for number, plan in enumerate(plans)]
    if checked.coach and (refusal := why_no_coach(match.game, checked, seats)):
        raise refusal
    return await _made(site, row, seats)


async def again(site: Site, table: Table, person: Person) -> Table:
    """Return a table where the same practice begins once more, with a new order of the deck."""

    async def make() -> str:
        beginning = beginning_of(table.row)
        assert beginning is not None
        if not table.seats_of(person.id):
            raise forbidden("you have no seat here")
        if table.row.status not in ("over", "stopped"):
            raise Refusal("not_over", "the match is not over yet")
        if table.row.rematch is None:
            first = Match.from_record(beginning.record)
            row = _row(site, person, first.branch(first.ply), table.settings, beginning.source)
            seats = [lobby.fresh_seat(seat, row.id) for seat in table.seats]
            await _made(site, row, seats)
            await table.change({"rematch": row.id})
            return row.id
        return table.row.rematch

    return await lobby.find_table(site, await lobby.with_retries(table, make))


def _check_runs(match: Match) -> None:
    if match.over:
        raise Refusal("practice_over", "the match is over there; go on from an earlier moment", status=422)


def _row(site: Site, person: Person, match: Match, settings: TableSettings, source: Practice) -> MatchRow:
    """Return the row of a table that has started."""
    options = changed_options(match.game, match.options, match.version)
    row = lobby.new_row(site, match.game.id, match.options, settings, person.id)
    record = msgspec.structs.replace(match.record(), names=UNSET)  # The table has its own.
    return msgspec.structs.replace(
        row,
        status="playing",
        version=match.version,
        options=msgspec.json.encode(options).decode(),
        secret=fairness.secret_of(row.server_seed, []).hex(),
        driver=site.process if site.store.is_shared else None,
        needs_driver=1,
        started_at=row.created_at,
        beginning=msgspec.json.encode(Beginning(record, source)).decode(),
    )


async def _made(site: Site, row: MatchRow, seats: Sequence[SeatRow]) -> Table:
    await site.store.write(match_store.create_match, row, seats)
    return await lobby.find_table(site, row.id)
