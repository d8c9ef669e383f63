"""Tables: create, list, join, leave, start, change seats, play again."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any, cast

from heliodor import rulebook
from heliodor.bots import CHARACTER_NAMES, levels_of, nearest_level
from heliodor.core.contract import Option
from heliodor.games import game_ids, get_game
from heliodor.hints import has_hints
from heliodor.languages import LANGUAGES
from heliodor.protocol.http import (
    Done,
    GameInfo,
    Games,
    GameWords,
    Invitation,
    Invited,
    Join,
    Matches,
    Mute,
    NewReport,
    NewTable,
    OptionInfo,
    Rulebook,
    SeatChange,
    Tables,
)
from heliodor.protocol.messages import SiteInfo
from heliodor.protocol.phrases import PHRASES
from heliodor.protocol.requests import MAX_REPORT
from heliodor.protocol.settings import read_settings
from heliodor.protocol.tables import TableInfo
from heliodor.puzzles.sets import has_shipped_set
from heliodor.server import lobby, practice
from heliodor.server.descriptions import table_info
from heliodor.server.http.endpoint import Call, Endpoint
from heliodor.server.identity import clean_text, new_id
from heliodor.server.names import LONGEST_NAME
from heliodor.server.refusal import Refusal, not_found
from heliodor.server.site import Site
from heliodor.server.table import Table
from heliodor.store import matches as match_store
from heliodor.store import own_page as page_store
from heliodor.store import reports as report_store
from heliodor.store import talk as talk_store
from heliodor.store.people import NOBODY
from heliodor.store.rows import MatchRow, ReportRow, SeatRow

MOST_LISTED = 100
NO_SEAT = -1  # Of a report about the deal.
MOST_MATCHES = 20  # Of those that have ended, at once.


async def site(call: Call) -> SiteInfo:
    """Return what holds for the whole site."""
    return call.site.control.info


async def games(call: Call) -> Games:
    """Return the games."""
    return Games(
        games=[_game_info(call.site, game_id) for game_id in game_ids()],
        phrases=list(PHRASES),
        longest_name=LONGEST_NAME,
    )


def _game_info(site: Site, game_id: str) -> GameInfo:
    game = get_game(game_id)
    return GameInfo(
        id=game.id,
        title=game.title,
        version=game.version,
        min_players=game.min_players,
        max_players=game.max_players,
        options=[_option(option) for option in game.options],
        settings=[_option(setting) for setting in game.table_settings],
        aid=None if game.aid is None else game.aid.SETTING.name,
        levels=list(levels_of(game)),
        characters=[name for name in CHARACTER_NAMES if nearest_level(name, game) == name],
        hints=has_hints(game),
        puzzles=has_shipped_set(game.id),
        preparing=site.preparation.seconds_left(game),
        words={} if game.has_board or game.rulebook is None else _words_of(game_id),
    )


def _option(option: Option) -> OptionInfo:
    return OptionInfo(
        name=option.name,
        default=option.default,
        choices=list(option.choices),
        at_least=option.at_least,
        rule=option.rule,
        summary=option.summary,
    )


def _words_of(game_id: str) -> dict[str, GameWords]:
    return {
        language: GameWords(
            title=rulebook.title(game_id, language),
            blurb=rulebook.introduction(game_id, language),
            minutes=rulebook.time_needed(game_id, language),
            options=rulebook.option_names(game_id, language),
        )
        for language in LANGUAGES
    }


async def rules(call: Call) -> Rulebook:
    """Return the rules of a game in a language."""
    game_id, language = call.part("game"), call.part("language")
    if game_id not in game_ids() or language not in LANGUAGES or get_game(game_id).rulebook is None:
        raise not_found("rulebook")
    return Rulebook(text=rulebook.read(game_id, language))


async def create(call: Call) -> TableInfo:
    """Create a table."""
    call.count("create")
    return (await lobby.create_table(call.site, call.me, call.body)).info_for(call.me.id)


async def public(call: Call) -> Tables:
    """Return public tables."""
    return await _listed(call, await call.site.store.read(match_store.public_matches, MOST_LISTED))


async def mine(call: Call) -> Tables:
    """Return the tables where you sit."""
    ids = await call.site.store.read(match_store.matches_of_person, call.me.id, MOST_LISTED)
    return await _listed(call, ids, wakes_shared=True)


async def my_matches(call: Call) -> Matches:
    """Return your matches that have ended."""
    skip = call.request.query_params.get("skip", "0")
    if not (skip.isascii() and skip.isdigit() and len(skip) < 8):
        raise Refusal("bad_request", "skip is a whole number", status=422)
    store, person = call.site.store, call.me.id
    ids = await store.read(page_store.ended_matches, person, int(skip), MOST_MATCHES)
    listed = await _listed(call, ids)
    return Matches(tables=listed.tables, total=await store.read(page_store.num_ended, person))


async def _listed(call: Call, ids: list[str], wakes_shared: bool = False) -> Tables:
    """Describe tables without loading all of them.

    `wakes_shared`: tables with several people are loaded, to say whose turn it is.
    """
    person = None if call.person is None else call.person.id
    tables = []
    for match_id in ids:
        live = call.site.tables.get(match_id)
        found = None if live is not None else await call.site.store.read(match_store.read_match, match_id)
        if wakes_shared and found is not None and _can_wake(call.site, *found):
            with contextlib.suppress(Refusal):  # Of other rules: then the turn is unknown.
                live = await call.site.table(match_id)
        if live is not None:
            tables.append(live.info_for(person))
        elif found is not None:
            settings = read_settings(found[0].settings, get_game(found[0].game))
            bots = {seat.seat for seat in found[1] if seat.kind == "bot"}  # Nobody else is connected.
            tables.append(table_info(*found, settings, person, bots.__contains__, to_act=None))
    return Tables(tables=tables)


def _can_wake(site: Site, row: MatchRow, seats: Sequence[SeatRow]) -> bool:
    """Return whether a table has several people and can be loaded without waiting for the compiler."""
    is_shared = len({seat.person for seat in seats if seat.person is not None}) > 1
    return row.status == "playing" and is_shared and site.preparation.seconds_left(get_game(row.game)) is None


async def look(call: Call) -> TableInfo:
    """Return a table that is public or where you sit."""
    table = await _table(call)
    person = None if call.person is None else call.person.id
    if not (table.row.is_public or table.seats_of(person) or table.row.host == person):
        raise not_found("table")
    return table.info_for(person)


async def follow_link(call: Call) -> Invited:
    """Return the table that a link leads to."""
    wanted: Invitation = call.body
    found = await call.site.store.read(match_store.match_by_token, wanted.token)
    if found is None:
        raise not_found("link")
    table = await lobby.find_table(call.site, found[0])
    host = next((seat.name for seat in table.seats if seat.person == table.row.host), "")
    person = None if call.person is None else call.person.id
    return Invited(
        table=found[0],
        play=found[1],
        game=table.row.game,
        host=host,
        status=cast(Any, table.row.status),
        yours=bool(table.seats_of(person)),
        watch=table.row.watch_token if table.settings.spectators else None,
    )


async def join(call: Call) -> TableInfo:
    """Sit down."""
    wanted: Join = call.body
    table = await _table(call)
    await lobby.join(call.site, table, call.me, wanted)
    return table.info_for(call.me.id)


async def leave(call: Call) -> Done:
    """Leave the seat."""
    await lobby.leave(await _table(call), call.me)
    return Done()


async def start(call: Call) -> TableInfo:
    """Deal."""
    table = await _table(call)
    await lobby.start(table, call.me)
    return table.info_for(call.me.id)


async def change_seat(call: Call) -> TableInfo:
    """Give a seat to a bot or back, or open it."""
    table = await _table(call)
    await lobby.change_seat(table, call.me, _seat_number(call), call.body)
    return table.info_for(call.me.id)


async def rematch(call: Call) -> TableInfo:
    """Play again with the same people."""
    call.count("create")
    table = await _table(call)
    play_again = lobby.rematch if table.row.beginning is None else practice.again
    return (await play_again(call.site, table, call.me)).info_for(call.me.id)


async def report(call: Call) -> Done:
    """Report a person or the deal at your table to the host of the server."""
    wanted: NewReport = call.body
    if not call.site.limits.allows("report", call.me.id):
        raise Refusal("slow_down", "too many requests; wait a little", status=429)
    table = await _table(call)
    if not table.seats_of(call.me.id):
        raise not_found("table")
    if (wanted.kind == "deal") != (wanted.seat is None):
        raise Refusal("bad_report", "a report names a seat, unless it is about the deal", status=422)
    person = NOBODY if wanted.seat is None else _other_seat(call, table, wanted.seat)
    seat = NO_SEAT if wanted.seat is None else wanted.seat
    text = clean_text(wanted.text, MAX_REPORT)
    row = ReportRow(new_id(), table.id, seat, call.me.id, person, wanted.kind, text, created_at=call.site.now())
    await call.site.store.write(report_store.report, row)
    return Done()


async def mute(call: Call) -> Done:
    """Hide or show what the person in a seat says."""
    wanted: Mute = call.body
    table = await _table(call)
    if not (table.row.is_public or table.seats_of(call.me.id)):
        raise not_found("table")
    seat = _other_seat(call, table, _seat_number(call))
    if wanted.muted:
        await call.site.store.write(talk_store.mute, call.me.id, seat, call.site.now())
    else:
        await call.site.store.write(talk_store.unmute, call.me.id, seat)
    call.site.mutes_changed(call.me.id)
    return Done()


def _other_seat(call: Call, table: Table, number: int) -> str:
    """Return the person in a seat of your table; refuse if there is nobody else."""
    seat = table.seats[number] if number < len(table.seats) else None
    if seat is None or seat.person is None or seat.person == call.me.id:
        raise Refusal("nobody_there", "there is nobody else in this seat", status=422)
    return seat.person


def _seat_number(call: Call) -> int:
    seat = call.part("seat")
    if not (seat.isascii() and seat.isdigit() and len(seat) < 3):
        raise not_found("seat")
    return int(seat)


async def _table(call: Call) -> Table:
    return await lobby.find_table(call.site, call.part("table"))


ENDPOINTS = (
    Endpoint("GET", "/api/site", "The site's mode, and the host's message.", site, SiteInfo, for_people=False),
    Endpoint("GET", "/api/games", "The games of this server.", games, Games, for_people=False),
    Endpoint(
        "GET",
        "/api/games/{game}/rules/{language}",
        "The rules of a game whose package has a rulebook.",
        rules,
        Rulebook,
        for_people=False,
    ),
    Endpoint("GET", "/api/tables", "Public tables.", public, Tables, for_people=False),
    Endpoint("POST", "/api/tables", "Create a table.", create, TableInfo, takes=NewTable, effect="create"),
    Endpoint("GET", "/api/my/tables", "The tables where you sit.", mine, Tables),
    Endpoint(
        "GET", "/api/my/matches", "Your matches that have ended, 20 at once.", my_matches, Matches, query=("skip",)
    ),
    Endpoint("GET", "/api/tables/{table}", "One table.", look, TableInfo, for_people=False),
    Endpoint("POST", "/api/link", "The table of a link.", follow_link, Invited, takes=Invitation, for_people=False),
    Endpoint(
        "POST",
        "/api/tables/{table}/join",
        "Sit down, or give another seed.",
        join,
        TableInfo,
        takes=Join,
        effect="play",
    ),
    Endpoint("POST", "/api/tables/{table}/leave", "Leave the seat.", leave, Done, effect="own"),
    Endpoint(
        "POST", "/api/tables/{table}/start", "Deal the cards; for the host only.", start, TableInfo, effect="play"
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/seats/{seat}",
        "Give a seat to a bot, back to its person, or remove its person.",
        change_seat,
        TableInfo,
        takes=SeatChange,
        effect="play",
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/seats/{seat}/mute",
        "Do not see what the person in a seat says, or see it again; at every table.",
        mute,
        Done,
        takes=Mute,
        effect="own",
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/rematch",
        "Play again with the same people.",
        rematch,
        TableInfo,
        effect="create",
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/reports",
        "Report a person or the deal at your table to the host of the server.",
        report,
        Done,
        takes=NewReport,
        effect="play",
    ),
)
