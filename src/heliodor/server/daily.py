"""The board and the puzzle of the day: the same for everybody, and known to nobody before midnight in UTC.

Both follow from the site's own key and the date by HMAC, so every process finds the same. They are written down when
somebody first asks for them. A board that was missed can be played until noon of the next day.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import secrets
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Literal, NamedTuple

import msgspec
from msgspec import UNSET

from heliodor import fairness
from heliodor.bots import nearest_level
from heliodor.core.contract import Game
from heliodor.games import game_ids, get_game
from heliodor.match import Match, changed_options
from heliodor.protocol.http import (
    BestLine,
    DailyBoard,
    DailyInfo,
    DailyPuzzle,
    DayResult,
    EarlierBoard,
    LineTurn,
    ScoreCount,
)
from heliodor.protocol.messages import EventInfo
from heliodor.protocol.settings import SeatPlan, TableSettings
from heliodor.protocol.tables import Result
from heliodor.puzzles import shipped_set
from heliodor.puzzles.sets import has_shipped_set
from heliodor.server import known_deals, lobby, puzzles, tries
from heliodor.server.plain_board import plain_board
from heliodor.server.refusal import Refusal
from heliodor.server.site import Site
from heliodor.server.table import Table
from heliodor.server.thinkers import Busy, Waiting
from heliodor.server.viewers import infos
from heliodor.store import daily as daily_store
from heliodor.store import matches as match_store
from heliodor.store import people as people_store
from heliodor.store.daily import BOARD, PUZZLE
from heliodor.store.people import NOBODY
from heliodor.store.rows import DailyRow, DealRow, NewAction, Person, SeatRow, bot_name

log = logging.getLogger("heliodor.daily")

DAY = 86_400_000
GRACE = DAY // 2  # After its day a board can be played until noon.
EXPERT = "expert"
BUSY_SECONDS = 2.0  # Until the expert bot asks again for a thread.
EARLIER = 3  # Boards before today's that may be the latest one that is over.
WEEK = 7


async def look(site: Site, person: str | None) -> DailyInfo:
    """Return the board and the puzzle of today, and how this person has done."""
    today = _date(site.now())
    day = today.isoformat()
    rows = await _day(site, today)
    results = {} if person is None else await site.store.read(daily_store.history, person)
    puzzle = rows.get(PUZZLE)
    return DailyInfo(
        day=day,
        ends_at=_midnight(today + timedelta(days=1)),
        board=None if BOARD not in rows else await _board(site, rows[BOARD], person),
        missed=await _missed(site, today, person, results),
        puzzle=None if puzzle is None else await _puzzle(site, puzzle, person),
        earlier=await _earlier(site, today, person, results),
        streak=streak(results, today, site.now() < _midnight(today) + GRACE),
        longest=longest(results),
        record=max(results.values(), default=None),
        week=[DayResult(day=each, score=results.get(each)) for each in _last_days(today)],
    )


async def play(site: Site, person: Person, day: str) -> Table:
    """Return the table where a person plays the board of a day: today's, or one that is still in its grace."""
    today = _date(site.now())
    if day not in (today.isoformat(), _ago(today, 1)):
        raise Refusal("no_board", "this board cannot be played; look for today's", status=404)
    rows = await _day(site, today) if day == today.isoformat() else await site.store.read(daily_store.day_of, day)
    if BOARD not in rows:
        raise Refusal("no_board", "this board cannot be played; look for today's", status=404)
    deal = await _deal(site, rows[BOARD])
    return await tries.begin(site, person, deal, [SeatPlan(kind="me")], [None])


async def best_line(site: Site, person: str | None, day: str) -> BestLine:
    """Return the best match of a board, turn by turn: when its day is over, and to nobody who can still play it."""
    board = (await site.store.read(daily_store.day_of, day)).get(BOARD)
    if board is None:
        raise Refusal("no_board", "there was no board on this day", status=404)
    deal = await _deal(site, board)
    is_over = day < _date(site.now()).isoformat()
    if not is_over or not (await _is_open(site, deal) or await _is_through(site, deal, person)):
        raise Refusal("deal_open", "others still play this deal; its cards are shown when it is closed")
    best = await _best(site, board, person)
    if best is None:
        raise Refusal("no_board", "nobody has played this board to its end", status=404)
    table = await lobby.find_table(site, best.table)
    assert table.match is not None
    turns = await asyncio.to_thread(_turns, table.match)
    return BestLine(day=day, game=board.game, score=best.score, by=best.by, turns=turns)


def _turns(match: Match) -> list[LineTurn]:
    """Return a match turn by turn, as its player saw it."""
    game, seat = match.game, 0
    assert game.daily is not None
    turns, actions, events = [_line_turn(match.at(0), [], [], 0)], list[str](), list[EventInfo]()
    for told in match.story(seat):
        actions.append(told.action)
        events += infos(game, told.events, told.ply)
        if told.action in game.daily.turn_ends or told.ply == match.ply - 1:
            score = int(game.kernels.score_of(match.at(told.ply + 1).states, 0, seat))
            turns.append(_line_turn(match.at(told.ply), actions, events, score))
            actions, events = [], []
    return turns


def _line_turn(shown: Match, actions: list[str], events: list[EventInfo], score: int) -> LineTurn:
    view = shown.view(0)
    plain = UNSET if shown.game.has_board else plain_board(shown.game, view)
    return LineTurn(actions=actions, events=events, score=score, view=view, plain=plain)


# --- Days ---------------------------------------------------------------------------------------------------------


async def _day(site: Site, today: date) -> dict[str, DailyRow]:
    """Return the board and the puzzle of today; the first request of the day writes them down."""
    day = today.isoformat()
    rows = await site.store.read(daily_store.day_of, day)
    if not rows:
        key = bytes.fromhex(await site.store.write(people_store.setting, "daily_key", secrets.token_hex(32)))
        new, deals = made(key, today, site.now())
        rows = await site.store.write(daily_store.begin_day, new, deals)
    board = rows.get(BOARD)
    if board is not None and board.expert_score is None and day not in site.experts_at:
        site.experts_at.add(day)
        site.in_background(_let_expert_play(site, board))
    return rows


def made(key: bytes, today: date, now: int) -> tuple[list[DailyRow], list[DealRow]]:
    """Return what a day has, from the site's key; games and puzzles come from the packages on this server."""
    day = today.isoformat()
    rows, deals = [], []
    boards = [game for game in map(get_game, game_ids()) if game.daily is not None]
    if boards:
        game = boards[today.toordinal() % len(boards)]
        assert game.daily is not None
        options = changed_options(game, game.check_options(game.daily.options), game.version)
        deal = DealRow(
            id=_derived(key, "board id", day).hex()[:20],
            game=game.id,
            options=msgspec.json.encode(options).decode(),
            server_seed=_derived(key, "board", day).hex(),
            host=NOBODY,
            closes_at=_midnight(today + timedelta(days=1)) + GRACE,
            created_at=now,
            version=game.version,
            kind="daily",
        )
        rows.append(DailyRow(day, BOARD, game.id, deal.id))
        deals.append(deal)
    # First a game, so that a large set does not crowd out the others.
    games = [game_id for game_id in game_ids() if has_shipped_set(game_id)]
    if games:
        chosen = games[today.toordinal() % len(games)]
        ids = sorted(puzzle.id for puzzle in shipped_set(chosen))
        number = int.from_bytes(_derived(key, "puzzle", day), "big")
        rows.append(DailyRow(day, PUZZLE, chosen, ids[number % len(ids)]))
    return rows, deals


def _derived(key: bytes, what: str, day: str) -> bytes:
    return hmac.digest(key, f"{what}:{day}".encode(), "sha256")


def _date(now: int) -> date:
    return datetime.fromtimestamp(now / 1000, UTC).date()


def _midnight(day: date) -> int:
    """Return when a day begins in UTC, in milliseconds since 1970."""
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) * 1000


def _ago(day: date, days: int) -> str:
    return (day - timedelta(days=days)).isoformat()


def _last_days(today: date) -> list[str]:
    return [_ago(today, back) for back in range(WEEK - 1, -1, -1)]


def streak(results: Mapping[str, int], today: date, has_grace: bool) -> int:
    """Return how many days in a row have a result; a day that can still be played does not end it."""
    back = 0
    while back <= 1 + has_grace and _ago(today, back) not in results:
        back += 1
    if back == 2 and not has_grace:
        return 0
    count = 0
    while _ago(today, back + count) in results:
        count += 1
    return count


def longest(results: Mapping[str, int]) -> int:
    """Return the longest run of days with a result."""
    best = run = 0
    before: date | None = None
    for day in sorted(map(date.fromisoformat, results)):
        run = run + 1 if before is not None and day - before == timedelta(days=1) else 1
        best, before = max(best, run), day
    return best


# --- Parts --------------------------------------------------------------------------------------------------------


async def _deal(site: Site, board: DailyRow) -> DealRow:
    deal = await site.store.read(match_store.read_deal, board.item)
    assert deal is not None
    return deal


async def _board(site: Site, board: DailyRow, person: str | None) -> DailyBoard:
    deal = await _deal(site, board)
    did = daily_store.Tried(None, None, None)
    if person is not None:
        did = await site.store.read(daily_store.tried, deal.id, person)
    counts = await site.store.read(daily_store.counts, deal.id)
    state = tries.state_of(did)
    knows_result = state in ("played", "practice")
    return DailyBoard(
        day=board.day,
        game=board.game,
        options=msgspec.json.decode(deal.options),
        deal=deal.id,
        closes_at=deal.closes_at,
        state=state,
        table=did.live,
        score=None if did.result is None else did.result.score,
        turns=[] if did.result is None else msgspec.json.decode(did.result.turns),
        played_at=None if did.result is None else did.result.match_id,
        players=sum(count for _score, count in counts),
        counts=[ScoreCount(score=score, people=people) for score, people in counts] if knows_result else None,
        expert=board.expert_score if knows_result else None,
    )


async def _missed(site: Site, today: date, person: str | None, results: Mapping[str, int]) -> DailyBoard | None:
    yesterday = _ago(today, 1)
    if person is None or yesterday in results or site.now() >= _midnight(today) + GRACE:
        return None
    rows = await site.store.read(daily_store.day_of, yesterday)
    if BOARD not in rows:
        return None
    board = await _board(site, rows[BOARD], person)
    return board if board.state in ("new", "playing") else None


async def _puzzle(site: Site, row: DailyRow, person: str | None) -> DailyPuzzle:
    right = None
    if person is not None:
        right = await site.store.read(daily_store.puzzle_answer, person, row.game, row.item)
    question, solved = None, None
    game = get_game(row.game)
    if site.preparation.is_ready(game, "hints"):
        question, solved = await puzzles.question_of(site, row.game, row.item)
    else:  # The question is about a position, which has to be replayed; nobody waits for that here.
        site.in_background(site.preparation.ready(game, "hints"))
    return DailyPuzzle(game=row.game, puzzle=row.item, question=question, solved=solved, right=right)


async def _earlier(site: Site, today: date, person: str | None, results: Mapping[str, int]) -> EarlierBoard | None:
    """Return the latest board whose best line this person may see."""
    for board in await site.store.read(daily_store.boards_before, today.isoformat(), EARLIER):
        deal = await _deal(site, board)
        is_open = await _is_open(site, deal)
        if not is_open and not await _is_through(site, deal, person):
            continue
        best = await _best(site, board, person)
        return EarlierBoard(
            day=board.day,
            game=board.game,
            score=results.get(board.day),
            best=None if best is None else best.score,
            by="expert" if best is None else best.by,
            table=best.table if best is not None and is_open else None,
        )
    return None


async def _is_open(site: Site, deal: DealRow) -> bool:
    """Return whether nobody can play a board any more; tables that still do when its time is up are stopped."""
    if site.now() < deal.closes_at:
        return False
    if await site.store.read(match_store.playing_deal, deal.id):
        site.in_background(_close(site, deal))
        return False
    return True


async def _is_through(site: Site, deal: DealRow, person: str | None) -> bool:
    """Return whether a person has a result of a board, or can no longer get one."""
    if person is None:
        return False
    return tries.state_of(await site.store.read(daily_store.tried, deal.id, person)) in ("played", "practice")


class _Best(NamedTuple):
    """The best match of a board."""

    score: int
    by: Literal["expert", "player", "you"]
    table: str


async def _best(site: Site, board: DailyRow, person: str | None) -> _Best | None:
    """Return the best match of a board, as far as it is known: a first try, or the expert's."""
    best = await site.store.read(daily_store.best_result, board.item)
    if best is not None and (board.expert_score is None or best.score > board.expert_score):
        return _Best(best.score, "you" if best.person == person else "player", best.match_id)
    if board.expert_score is None or board.expert_table is None:
        return None
    return _Best(board.expert_score, "expert", board.expert_table)


async def _close(site: Site, deal: DealRow) -> None:
    """Stop the tables that still play a board whose time is up."""
    await known_deals.is_opened(site, deal)


# --- The expert ---------------------------------------------------------------------------------------------------


async def _let_expert_play(site: Site, board: DailyRow) -> None:
    """Let an expert bot play the board of a day, when no bot at a table needs the thread."""
    try:
        deal = await _deal(site, board)
        game = get_game(deal.game)
        await site.preparation.ready(game)
        match = await _played_by_expert(site, game, deal)
        await _keep(site, board, deal, match)
    except Exception:
        log.exception("the expert bot did not play the board of the day", extra={"day": board.day})
    finally:
        site.experts_at.discard(board.day)


async def _played_by_expert(site: Site, game: Game, deal: DealRow) -> Match:
    secret = fairness.secret_of(deal.server_seed, [None])
    keys = fairness.ActionKeys(secret)
    match = Match(game, game.check_options(msgspec.json.decode(deal.options), deal.version), version=deal.version)
    fairness.deal(match, secret)
    while not match.over:
        hidden = match.hidden_states(match.to_act)  # It knows no more than its seat.
        try:
            actions = await site.thinkers.decide_later(f"daily {deal.id}", game, EXPERT, hidden)
        except (Busy, Waiting):
            await asyncio.sleep(BUSY_SECONDS)
            continue
        match.act_all(actions, keys.of)
    return match


async def _keep(site: Site, board: DailyRow, deal: DealRow, match: Match) -> None:
    """Save the expert's match as a finished table, for the replay of the next day."""
    now = site.now()
    settings = lobby.checked_settings(deal.game, TableSettings())
    row = msgspec.structs.replace(
        lobby.new_row(site, deal.game, match.options, settings, NOBODY, deal),
        status="over",
        secret=fairness.secret_of(deal.server_seed, [None]).hex(),
        result=msgspec.json.encode(Result(scores=match.scores, winners=match.winners)).decode(),
        started_at=now,
        finished_at=now,
    )
    level = nearest_level(EXPERT, match.game)
    seat = SeatRow(row.id, 0, "bot", None, bot_name(level), level, 0, None, None)
    record = match.record()
    actions = [NewAction(row.id, ply, 0, text, None, None, now) for ply, text in enumerate(record.actions)]
    score = int(match.game.kernels.score_of(match.states, 0, 0))
    await site.store.write(daily_store.keep_expert, board.day, row, [seat], actions, score)
