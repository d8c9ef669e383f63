"""Creating tables, sitting down, leaving, starting, playing again: permissions and effects."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Any, TypeVar

import msgspec

from heliodor import fairness
from heliodor.bots import nearest_level
from heliodor.core.contract import OptionValue
from heliodor.core.errors import HeliodorError
from heliodor.games import get_game
from heliodor.match import changed_options
from heliodor.protocol.http import Join, NewTable, SeatChange
from heliodor.protocol.settings import DEFAULT_LEVEL, Clock, SeatPlan, TableSettings, stored_settings
from heliodor.server import decisions, known_deals, names
from heliodor.server.identity import new_id, new_token
from heliodor.server.refusal import Refusal, forbidden, not_found
from heliodor.server.site import Site, check_version
from heliodor.server.table import Table
from heliodor.server.terms import why_no_coach
from heliodor.store import matches as match_store
from heliodor.store.rows import DealRow, MatchRow, Person, SeatRow, bot_name

T = TypeVar("T")
ATTEMPTS = 5  # Retries when another process changes the same table at the same time.


async def create_table(site: Site, person: Person, wanted: NewTable) -> Table:
    """Create a table; the host gets the seats of kind me and device."""
    deal = await _deal_for(site, wanted)
    version = None if deal is None else deal.version
    if wanted.seed is not None:
        raise _too_early()
    options = _checked_options(wanted.game, {**wanted.options, "players": len(wanted.seats)}, version)
    _check_clock(wanted.settings.clock)
    settings = checked_settings(wanted.game, wanted.settings)
    if sum(plan.kind == "me" for plan in wanted.seats) > 1:
        raise Refusal(
            "two_seats", "you can have one seat yourself; the others at your device have the kind device", status=422
        )
    if deal is not None:
        _check_deal(deal, options)
    if any(plan.kind in ("me", "device") for plan in wanted.seats):
        await known_deals.check_sitting(site, wanted.deal, person.id, "")
    row = new_row(site, wanted.game, options, settings, person.id, deal)
    seats: list[SeatRow] = []
    for number, plan in enumerate(wanted.seats):
        seat = planned_seat(site, row, number, plan, person)
        seats.append(msgspec.structs.replace(seat, name=names.unique(seat.name, _names_of_people(seats))))
    if settings.coach and (refusal := why_no_coach(get_game(wanted.game), settings, seats)):
        raise refusal
    await site.store.write(match_store.create_match, row, seats)
    return await find_table(site, row.id)


async def find_table(site: Site, match_id: str) -> Table:
    """Return a table, or refuse."""
    table = await site.table(match_id)
    if table is None:
        raise not_found("table")
    return table


async def join(site: Site, table: Table, person: Person, wanted: Join) -> None:
    """Sit down on an open seat; a person who already has one only gives a new seed."""
    if table.row.deal is not None:
        wanted = msgspec.structs.replace(wanted, seed=None)  # Everybody gets the same cards, so nobody adds to them.
    if wanted.seed is not None and wanted.commitment != fairness.commitment_to(table.row.server_seed):
        raise _too_early()

    async def sit_down() -> None:
        is_invited = wanted.token == table.row.join_token or bool(table.seats_of(person.id))
        if not is_invited and not table.row.is_public:
            raise not_found("table")
        if not is_invited and person.id in _removed(table):
            raise Refusal("removed", "the host has removed you from this table; ask for the new link", status=403)
        mine = [seat for seat in table.seats if seat.person == person.id]
        if table.row.status != "open":
            if mine and wanted.seed is not None:
                return  # The cards were dealt while the seed was on its way; the answer says so.
            raise Refusal("already_started", "the match has started already")
        if mine:
            changed = [msgspec.structs.replace(seat, seed=wanted.seed or seat.seed, away_since=None) for seat in mine]
            if changed != mine:
                await table.change({}, changed)
            return
        await known_deals.check_sitting(site, table.row.deal, person.id, table.id)
        free = [seat for seat in table.seats if seat.kind == "open" and wanted.seat in (None, seat.seat)]
        if not free:
            raise Refusal("no_seat", "there is no open seat" if wanted.seat is None else "this seat is taken")
        name = names.unique(names.safe(person.name), _names_of_people(table.seats))
        taken = msgspec.structs.replace(free[0], kind="person", person=person.id, name=name, seed=wanted.seed)
        await table.change({}, [taken])

    await with_retries(table, sit_down)


def _too_early() -> Refusal:
    """Refuse a seed that comes before the commitment: the server could choose its own seed to fit it."""
    return Refusal("seed_too_early", "send your seed after the table's commitment, both with join", status=422)


async def leave(table: Table, person: Person) -> None:
    """Leave the seat: before the match it is open again, later a bot covers it until the person is back."""

    async def stand_up() -> None:
        mine = [seat for seat in table.seats if seat.person == person.id]
        if not mine:
            raise forbidden("you have no seat here")
        if table.row.status == "open":
            await table.change(*_without(table, {person.id}))
        elif table.row.status in ("playing", "paused"):
            covered = [msgspec.structs.replace(seat, covered=1) for seat in mine]
            await table.change({"needs_driver": 1}, covered)

    await with_retries(table, stand_up)


async def start(table: Table, person: Person) -> None:
    """Deal the match; only the host may, when every seat is taken."""

    async def begin() -> None:
        if table.row.host != person.id:
            raise forbidden("only the host can start the match")
        if table.row.status != "open":
            raise Refusal("already_started", "the match has started already")
        if any(seat.kind == "open" for seat in table.seats):
            raise Refusal("seats_open", "there are open seats; give them to bots or wait for people")
        if table.is_rated and any(seat.away_since is not None for seat in table.seats):
            # Otherwise a rematch could be won against people who do not know about it.
            raise Refusal("not_come", "a rated match begins when all its players have come to the table")
        if people_who_know := await known_deals.begin(table):
            await table.change(*_without(table, people_who_know))
            raise Refusal(
                "deal_known_here",
                "somebody has seen the cards of this deal at another table in the meantime; that seat is free again",
            )
        await table.start()

    await with_retries(table, begin)


async def change_seat(table: Table, person: Person, number: int, wanted: SeatChange) -> None:
    """Give a seat to a bot, back to its person, or open it."""

    async def change() -> None:
        if number >= len(table.seats):
            raise not_found("seat")
        seat = table.seats[number]
        is_host, is_own = table.row.host == person.id, seat.person == person.id
        if not (is_host or is_own or _covers_host(table, person, seat, wanted)):
            raise forbidden("only the host or the player in a seat can change it")
        if table.row.status not in match_store.LIVE:
            raise Refusal(f"table_{table.row.status}", f"the table is {table.row.status}")
        is_open = table.row.status == "open"
        if wanted.to == "person" and table.is_rated and not is_own:
            # Otherwise a friend could save a player who has left from the loss.
            raise forbidden("in a rated match only the person can take the seat back")
        level = nearest_level(wanted.level, table.game)
        new = _changed_seat(seat, wanted.to, level, is_open, is_host)
        is_others = seat.person is not None and not is_own
        if is_others and new.covered and not seat.covered:
            decisions.check_absent(table, seat)
        if new.kind == "bot" or new.covered:
            table.site.ready_bot(table.game, new.level)
        changes: dict[str, Any] = {"needs_driver": table.needs_driver_with([new])} if table.match else {}
        if is_others and is_open and new.person is None:
            removed = msgspec.json.encode([*_removed(table), seat.person]).decode()
            changes |= {"join_token": new_token(), "removed": removed}
        await table.change(changes, [new])

    await with_retries(table, change)


def _covers_host(table: Table, person: Person, seat: SeatRow, wanted: SeatChange) -> bool:
    """Return whether a player asks for a bot to cover for the host, who would not ask for it."""
    is_hosts = seat.person == table.row.host and table.match is not None
    return is_hosts and wanted.to == "bot" and bool(table.seats_of(person.id))


def _changed_seat(seat: SeatRow, to: str, level: str, is_open: bool, is_host: bool) -> SeatRow:
    if to == "person":
        if seat.person is None:
            raise Refusal("no_person", "nobody has left this seat to a bot")
        return msgspec.structs.replace(seat, covered=0)
    if to == "open":
        if not is_host:
            raise forbidden("only the host can remove somebody")
        if not is_open:
            raise Refusal("not_in_match", "players cannot be removed from a match; a bot can cover for an absent one")
        return _emptied(seat)
    if is_open or seat.person is None:
        if not is_host:
            raise forbidden("only the host can seat a bot")
        return _bot_seat(seat, level)
    return msgspec.structs.replace(seat, covered=1, level=level)


async def rematch(site: Site, table: Table, person: Person) -> Table:
    """Return the table where the same people play again; the first request creates it."""

    async def make() -> str:
        if not table.seats_of(person.id):
            raise forbidden("you have no seat here")
        if table.row.status not in ("over", "stopped"):
            raise Refusal("not_over", "the match is not over yet")
        if table.row.rematch is not None:
            return table.row.rematch
        options = _checked_options(table.row.game, msgspec.json.decode(table.row.options))
        row = new_row(site, table.row.game, options, table.settings, person.id)
        row = msgspec.structs.replace(row, settings=table.row.settings)  # With fields that only a newer process knows.
        seats = []
        for seat in table.seats:
            away_since = site.now() if seat.kind == "person" and seat.person != person.id else None  # Until they join.
            fresh = fresh_seat(seat, row.id)
            if seat.kind != "bot" and seat.person is None:
                fresh = _emptied(fresh)  # The host of the site has removed this person.
            seats.append(msgspec.structs.replace(fresh, away_since=away_since))
        await site.store.write(match_store.create_match, row, seats)
        await table.change({"rematch": row.id})
        return row.id

    was = table.row.rematch
    again = await find_table(site, await with_retries(table, make))
    if was is None:
        site.notices.invite(again, person.id)
    return again


async def create_deal(site: Site, person: Person, game: str, options: dict[str, OptionValue], hours: int) -> DealRow:
    """Create a deal that many tables can play."""
    checked, version = _checked_options(game, options), get_game(game).version
    now = site.now()
    row = DealRow(
        id=new_id(),
        game=game,
        options=_stored(game, checked, version),
        server_seed=fairness.new_seed(),
        host=person.id,
        closes_at=now + hours * 3_600_000,
        created_at=now,
        version=version,
    )
    await site.store.write(match_store.create_deal, row)
    return row


async def with_retries(table: Table, job: Callable[[], Awaitable[T]]) -> T:
    """Run a job at the table; retry when another process has changed the table in the meantime."""
    for _ in range(ATTEMPTS - 1):
        try:
            return await table.run(job)
        except Refusal as refusal:
            if not refusal.stale:
                raise
    return await table.run(job)


async def _deal_for(site: Site, wanted: NewTable) -> DealRow | None:
    """Return the deal of a new table; refuse one that it cannot play."""
    if wanted.deal is None:
        return None
    deal = await site.store.read(match_store.read_deal, wanted.deal)
    if deal is None or deal.kind != "shared":  # The others are played alone, by their own requests.
        raise not_found("deal")
    if site.now() >= deal.closes_at:
        raise Refusal("deal_closed", "this deal is closed")
    if deal.game != wanted.game:
        raise _other_deal()
    check_version(get_game(deal.game), deal.version)
    return deal


def _check_deal(deal: DealRow, options: dict[str, OptionValue]) -> None:
    """Refuse options that do not match the deal."""
    if changed_options(get_game(deal.game), options, deal.version) != msgspec.json.decode(deal.options):
        raise _other_deal()


def _other_deal() -> Refusal:
    return Refusal("other_deal", "this deal is for another game, number of players or options", status=422)


def new_row(
    site: Site,
    game: str,
    options: dict[str, OptionValue],
    settings: TableSettings,
    host: str,
    deal: DealRow | None = None,
) -> MatchRow:
    """Return the row of a new table in the lobby; options and settings have been checked."""
    # All tables of a deal use its version of the rules, so that their results can be compared.
    version = get_game(game).version if deal is None else deal.version
    return MatchRow(
        id=new_id(),
        revision=1,
        status="open",
        game=game,
        version=version,
        options=_stored(game, options, version),
        settings=stored_settings(settings),
        host=host,
        is_public=int(settings.public),
        join_token=new_token(),
        watch_token=new_token(),
        server_seed=fairness.new_seed() if deal is None else deal.server_seed,
        secret=None,
        deal=None if deal is None else deal.id,
        rematch=None,
        result=None,
        offers="[]",
        needs_driver=0,
        driver=None,
        created_at=site.now(),
        started_at=None,
        finished_at=None,
    )


def planned_seat(site: Site, match: MatchRow, seat: int, plan: SeatPlan, host: Person) -> SeatRow:
    """Return a seat as the host has planned it."""
    level = nearest_level(plan.level, get_game(match.game))
    row = SeatRow(match.id, seat, "open", None, "", level, 0, None, None)
    if plan.kind == "bot":
        return _bot_seat(row, level)
    if plan.kind in ("me", "device"):
        name = names.checked(plan.name) if plan.name else names.safe(host.name) if plan.kind == "me" else names.GUEST
        pin = None if plan.pin is None else site.signer.hash_pin(match.id, seat, plan.pin)
        kind = "person" if plan.kind == "me" else "device"
        return msgspec.structs.replace(row, kind=kind, person=host.id, name=name, pin_hash=pin)
    return row


def fresh_seat(seat: SeatRow, match_id: str) -> SeatRow:
    """Return a seat as it is at the beginning of another match."""
    return msgspec.structs.replace(seat, match_id=match_id, covered=0, seed=None, away_ms=0, graced=0, away_since=None)


def _names_of_people(seats: Sequence[SeatRow]) -> list[str]:
    return [seat.name for seat in seats if seat.kind in ("person", "device")]


def _bot_seat(seat: SeatRow, level: str) -> SeatRow:
    return SeatRow(seat.match_id, seat.seat, "bot", None, bot_name(level), level, 0, seat.seed, None)


def _removed(table: Table) -> list[str]:
    """Return the people whom the host has removed from the lobby."""
    return msgspec.json.decode(table.row.removed, type=list[str])


def _without(table: Table, gone: Collection[str]) -> tuple[dict[str, Any], list[SeatRow]]:
    """Return the changes at a table in the lobby when some people leave; the last one closes it."""
    emptied = [_emptied(seat) for seat in table.seats if seat.person in gone]
    left = [seat.person for seat in table.seats if seat.person is not None and seat.person not in gone]
    return {} if left else {"status": "stopped"}, emptied


def _emptied(seat: SeatRow) -> SeatRow:
    return SeatRow(seat.match_id, seat.seat, "open", None, "", DEFAULT_LEVEL, 0, None, None)


def _stored(game: str, options: dict[str, OptionValue], version: int) -> str:
    """Return checked options in their stored form: those that differ from their defaults in this version."""
    return msgspec.json.encode(changed_options(get_game(game), options, version)).decode()


def _checked_options(game: str, options: dict[str, OptionValue], version: int | None = None) -> dict[str, OptionValue]:
    try:
        return get_game(game).check_options(options, version)
    except HeliodorError as error:
        raise Refusal("bad_option", str(error), status=422) from None


def checked_settings(game: str, settings: TableSettings) -> TableSettings:
    """Return the settings with every setting of this game filled in."""
    try:
        return msgspec.structs.replace(settings, game=get_game(game).check_table_settings(settings.game))
    except HeliodorError as error:
        raise Refusal("bad_option", str(error), status=422) from None


def _check_clock(clock: Clock) -> None:
    if clock.kind in ("turn", "bank") and clock.seconds < 5:
        raise Refusal("bad_clock", "a clock needs at least five seconds", status=422)
    if clock.kind == "days" and clock.days < 1:
        raise Refusal("bad_clock", "a clock of days needs at least one day", status=422)
