"""Decisions at a table: the host's, and those on pausing, resuming and stopping, which need all players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from heliodor.core.contract import NOBODY
from heliodor.protocol.messages import Offered
from heliodor.protocol.requests import Matter
from heliodor.protocol.settings import with_coach
from heliodor.server.clocks import timekeeper
from heliodor.server.refusal import Refusal
from heliodor.server.results import stopped
from heliodor.server.terms import why_no_coach
from heliodor.store.matches import LIVE
from heliodor.store.rows import SeatRow

if TYPE_CHECKING:
    from heliodor.server.table import Table

PATIENCE = 300_000  # Milliseconds without an action after which a bot may cover a player, where there is no clock.


def consequences(table: Table, after: Sequence[SeatRow]) -> dict[str, Any]:
    """Return what else changes with these seats: a new host, no coach, an offer that all have now agreed to."""
    changes: dict[str, Any] = {}
    if table.settings.coach and why_no_coach(table.game, table.settings, after):
        changes["settings"] = with_coach(table.row.settings, False)  # Nobody is coached against other people.
    host = table.row.host
    if _plays(table.seats, host) and not _plays(after, host) and (heir := _heir(table, after)) is not None:
        changes["host"] = heir
    for offer in table.offers:
        if _is_agreed(offer, after) and not _shuts_out(table, offer, after):
            return changes | outcome(offer.what, table.site.now())
    return changes


# --- Together -----------------------------------------------------------------------------------------------------


def agree(table: Table, what: Matter, seats: Sequence[int]) -> dict[str, Any]:
    """Return the changes when somebody offers something, or agrees: it takes effect if all players agree."""
    offers = [offer for offer in table.offers if offer.what != what or offer.declined is None]
    offer = next((offer for offer in offers if offer.what == what), None)
    if offer is None:
        offer = Offered(what=what, by=seats[0], agreed=[])
        offers.append(offer)
    offer.agreed = sorted({*offer.agreed, *seats})
    if _shuts_out(table, offer, table.seats):
        raise Refusal(
            "rated_needs_all", "a rated match cannot be paused while a bot plays for somebody; play on, or stop it"
        )
    if _is_agreed(offer, table.seats) or not _deciders(table.seats):
        return outcome(what, table.site.now())
    return {"offers": msgspec.json.encode(offers).decode()}


def decline(table: Table, what: Matter, seat: int) -> dict[str, Any]:
    """Return the changes when somebody disagrees: everybody sees who, and nothing happens."""
    offers = table.offers
    for offer in offers:
        if offer.what == what and offer.declined is None:
            offer.declined = seat
    return {"offers": msgspec.json.encode(offers).decode()}


def outcome(what: Matter, now: int) -> dict[str, Any]:
    """Return the changes when all have agreed."""
    return stopped(now) if what == "stop" else {"status": "paused" if what == "pause" else "playing", "offers": "[]"}


def _is_agreed(offer: Offered, seats: Sequence[SeatRow]) -> bool:
    deciders = _deciders(seats)
    return offer.declined is None and bool(deciders) and deciders <= set(offer.agreed)


def _shuts_out(table: Table, offer: Offered, seats: Sequence[SeatRow]) -> bool:
    """Return whether an offer would keep somebody from coming back to a rated match.

    Otherwise a player who is about to lose could pause it forever while the other's connection is lost. Stopping is
    allowed: then a player who was away so long that a bot plays has lost.
    """
    return offer.what == "pause" and table.is_rated and any(seat.person and seat.covered for seat in seats)


def is_asked(table: Table, seats: Sequence[int]) -> bool:
    """Return whether one of these seats is asked; where bots play for everybody, all of them are."""
    deciders = _deciders(table.seats)
    return not deciders or bool(deciders & set(seats))


def _deciders(seats: Sequence[SeatRow]) -> set[int]:
    """Return the seats whose people vote: not those for whom a bot plays."""
    return {seat.seat for seat in seats if seat.person is not None and not seat.covered}


# --- The host -----------------------------------------------------------------------------------------------------


def _plays(seats: Sequence[SeatRow], person: str) -> bool:
    return any(seat.person == person and not seat.covered for seat in seats)


def _heir(table: Table, seats: Sequence[SeatRow]) -> str | None:
    """Return the next host after the present one: the next person in turn, preferably one who is here."""
    host = table.row.host
    start = next((seat.seat for seat in table.seats if seat.person == host), 0)
    inherit = [
        seat
        for seat in (*seats[start:], *seats[:start])
        if seat.kind == "person" and seat.person not in (None, host) and not seat.covered
    ]
    here = [seat for seat in inherit if table.is_here(seat.seat)]
    return next((seat.person for seat in here or inherit), None)


def misses_host(table: Table) -> bool:
    """Return whether the host is away while another candidate is here."""
    if table.row.status not in LIVE or any(receiver.person == table.row.host for receiver in table.receivers):
        return False
    if any(table.is_here(seat) for seat in table.seats_of(table.row.host)):
        return False
    heir = _heir(table, table.seats)
    return heir is not None and any(table.is_here(seat) for seat in table.seats_of(heir))


async def replace_host(table: Table) -> None:
    """Make the next person host, unless the host has come back."""
    if misses_host(table):
        await table.change({"host": _heir(table, table.seats)})


def check_absent(table: Table, seat: SeatRow) -> None:
    """Refuse a bot for a player who is here, or may still come back, unless their time is up."""
    now, clock = table.site.now(), table.clock
    if table.to_act == seat.seat != NOBODY:
        if clock is None and now - max(table.moved_at, table.site.up_since) >= PATIENCE:
            return
        if clock is not None and clock.running == seat.seat and clock.remaining(now) <= 0:
            return
    if table.vacation_of(seat.seat) is not None:
        raise Refusal("on_vacation", "this player is on vacation; the clock stands still until then")
    if table.is_here(seat.seat):
        raise Refusal(
            "still_here", "this player is here; a bot covers for somebody who is away, or has not acted for a long time"
        )
    if table.is_rated and not _is_long_away(table, seat, now):
        raise Refusal(
            "away_briefly",
            "this player has lost the connection; in a rated match a bot covers only after a fair time to come back",
        )


def _is_long_away(table: Table, seat: SeatRow, now: int) -> bool:
    """Return whether a player has been away for the whole allowance; with days per turn, only the clock decides."""
    if seat.away_since is None or table.settings.clock.kind == "days":
        return False
    return now - max(seat.away_since, table.site.up_since) >= timekeeper.allowance(table)


def absences(table: Table, now: int) -> list[SeatRow]:
    """Return the seats of a rated match whose players have left or come back, if that is not saved yet."""
    if not table.is_rated or table.row.status not in ("playing", "paused"):
        return []
    gone = [
        msgspec.structs.replace(seat, away_since=now)
        for seat in table.seats
        if seat.kind == "person" and seat.away_since is None and not table.is_here(seat.seat)
    ]
    back = [
        msgspec.structs.replace(seat, away_since=None)
        for seat in table.seats
        if seat.away_since is not None and table.is_here(seat.seat)
    ]
    return gone + back
