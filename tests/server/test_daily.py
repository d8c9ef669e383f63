"""The board and the puzzle of the day, over HTTP and sockets, with a clock that the test moves."""

from __future__ import annotations

import asyncio
import random
from datetime import date, timedelta
from typing import Any

import msgspec
import pytest
from sqlalchemy import select

from heliodor.client import ME, Client
from heliodor.core.contract import EVERYTHING
from heliodor.core.record import Record
from heliodor.fairness import commitment_to
from heliodor.games import get_game
from heliodor.match import Match
from heliodor.protocol.http import BestLine, DailyInfo, DailyTry, DealInfo, ScoreCount
from heliodor.protocol.tables import TableInfo
from heliodor.server import daily
from heliodor.store import daily as daily_store
from heliodor.store import schema
from heliodor.store.rows import DealRow
from tests.server.harness import Served, Time, play_on, run, serving
from tests.server.test_tables import arrive, refusal

HOUR = 3_600_000
DAY = 24 * HOUR


async def look(person: Client) -> DailyInfo:
    return await person.get("/api/daily", DailyInfo)


async def begin(person: Client, day: str | None = None) -> TableInfo:
    wanted = DailyTry(day=day or (await look(person)).day)
    return await person.post("/api/daily/board", wanted, TableInfo)


async def play(person: Client, day: str | None = None, seed: int = 1) -> TableInfo:
    """Play a board to its end."""
    info = await begin(person, day)
    async with person.open(info.id) as live:
        await play_on(live, random.Random(seed))
    return info


async def rows_of(server: Served, table: Any) -> list[Any]:
    return await server.site.store.read(lambda connection: list(connection.execute(select(table)).all()))


async def expert_is_done(server: Served) -> None:
    while server.site.experts_at:
        await asyncio.sleep(0.02)


async def line(person: Client, day: str) -> BestLine:
    return await person.get(f"/api/daily/{day}/line", BestLine)


async def check_line(found: BestLine, record: Record) -> None:
    """A line has every action of the match, what it scored, and only what its player saw."""
    match = Match.from_record(record)
    assert [action for turn in found.turns for action in turn.actions] == record.actions
    assert found.turns[0].actions == [] and found.turns[0].score == 0
    assert found.turns[-1].score == found.score == match.scores[0]
    ply = 0
    for turn in found.turns:
        past = match.at(max(0, ply + len(turn.actions) - 1))
        assert turn.view == msgspec.to_builtins(past.view(0)) != msgspec.to_builtins(past.view(EVERYTHING))
        assert all(event.ply in range(ply, ply + len(turn.actions)) for event in turn.events)
        ply += len(turn.actions)


def at_noon() -> Time:
    clock = Time()
    clock.now -= clock.now % DAY - 12 * HOUR
    return clock


@pytest.fixture
def quick_expert(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a bot that does not think be the expert, where its strength is not the question."""
    monkeypatch.setattr(daily, "EXPERT", "greedy")


@pytest.mark.usefixtures("quick_expert")
def test_a_day_is_the_same_for_everybody_and_another_one_tomorrow(sqlite: str) -> None:
    async def main() -> None:
        clock = at_noon()
        async with serving(sqlite, clock) as server:
            olha, ihor = await arrive(server, "Olha", "Ihor")
            stranger = Client(server.url)
            found = [await look(person) for person in (olha, ihor, stranger)]
            assert (
                len({(each.day, each.board.deal, each.puzzle.puzzle) for each in found if each.board and each.puzzle})
                == 1
            )
            first, second = await begin(olha), await begin(ihor)
            views = []
            for person, info in ((olha, first), (ihor, second)):
                async with person.open(info.id) as live:
                    views.append((live.view["board"], live.view["hands"][0]))
            assert first.id != second.id and views[0] == views[1]
            clock.now += DAY
            tomorrow = await look(olha)
            assert tomorrow.board and found[0].board and tomorrow.board.deal != found[0].board.deal
            third = await begin(olha)
            async with olha.open(third.id) as live:
                assert (live.view["board"], live.view["hands"][0]) != views[0]
            await expert_is_done(server)

    run(main())


@pytest.mark.usefixtures("quick_expert")
def test_before_midnight_nothing_of_tomorrow_exists_anywhere(sqlite: str) -> None:
    async def main() -> None:
        clock = at_noon()
        clock.now += 12 * HOUR - 1  # The last millisecond of the day.
        async with serving(sqlite, clock) as server:
            olha = (await arrive(server, "Olha"))[0]
            today = await look(olha)
            tomorrow = (date.fromisoformat(today.day) + timedelta(days=1)).isoformat()
            assert today.ends_at == clock.now + 1
            assert await refusal(begin(olha, tomorrow)) == "no_board"
            sent = msgspec.json.encode(today) + msgspec.json.encode(await begin(olha))
            before = {str(row) for table in (schema.daily, schema.deals) for row in await rows_of(server, table)}
            clock.now += 1
            after = await look(olha)
            assert after.day == tomorrow and after.board and after.puzzle
            deal = await server.site.store.read(
                lambda connection: DealRow(
                    *connection.execute(select(schema.deals).where(schema.deals.c.id == after.board.deal)).one()
                )
            )
            # No id, seed or commitment of it was in the database or in an answer.
            for secret in (deal.id, deal.server_seed, commitment_to(deal.server_seed)):
                assert secret.encode() not in sent
                assert not any(secret in row for row in before)
            # They follow from the site's key and the date, and from neither alone.
            day = date.fromisoformat(tomorrow)
            [_board, _puzzle], [made] = daily.made(b"k" * 32, day, 0)
            assert made.id != deal.id and made.server_seed != deal.server_seed
            assert daily.made(b"k" * 32, day, 0)[1] == [made]
            assert daily.made(b"k" * 32, day + timedelta(days=1), 0)[1] != [made]
            await expert_is_done(server)

    run(main())


@pytest.mark.usefixtures("quick_expert")
def test_the_first_try_counts_and_later_ones_are_practice(sqlite: str) -> None:
    async def main() -> None:
        clock = at_noon()
        async with serving(sqlite, clock) as server:
            olha, ihor, mira = await arrive(server, "Olha", "Ihor", "Mira")
            new = await look(olha)
            assert new.board and (new.board.state, new.board.counts, new.board.expert) == ("new", None, None)
            begun = await begin(olha)
            assert begun.no_hints == "hints_off" and not begun.rated
            assert (await begin(olha)).id == begun.id, "a table that was begun goes on"
            mine = await look(olha)
            assert mine.board and (mine.board.state, mine.board.table) == ("playing", begun.id)
            table = await play(olha)
            await expert_is_done(server)
            mine = await look(olha)
            assert mine.board and mine.board.state == "played" and mine.board.score is not None
            assert mine.board.counts == [ScoreCount(score=mine.board.score, people=1)] and mine.board.players == 1
            assert sum(mine.board.turns) == mine.board.score and mine.board.expert is not None
            assert (mine.streak, mine.record, mine.week[-1].score) == (1, mine.board.score, mine.board.score)
            # Again, as often as they like, but not for a result.
            again = await play(olha, seed=2)
            assert again.id != table.id
            after = await look(olha)
            assert after.board and (after.board.score, after.board.counts) == (mine.board.score, mine.board.counts)
            # Others learn the results only when they have their own.
            before = await look(ihor)
            assert before.board and (before.board.players, before.board.counts) == (1, None)
            # Records stay closed, the deal cannot be had in another way, and who has watched it only practises.
            assert await refusal(olha.record(table.id)) == "deal_open"
            deal = after.board.deal
            assert await refusal(ihor.create_table("nizam", [ME], deal=deal)) == "not_found"
            info = await ihor.get(f"/api/deals/{deal}", DealInfo)
            assert (info.kind, info.results, info.server_seed) == ("daily", None, None)
            async with mira.open(table.id, table.watch_token):
                pass
            await play(mira)
            watched = await look(mira)
            assert watched.board and (watched.board.state, watched.board.score) == ("practice", None)
            # A bot that helps out gets no result for anybody.
            helped = await begin(ihor)
            await ihor.post(f"/api/tables/{helped.id}/leave", None, Any)
            while (await look(ihor)).board.state == "playing":  # type: ignore[union-attr]
                await asyncio.sleep(0.05)
            final = await look(ihor)
            assert final.board and (final.board.state, final.board.players) == ("practice", 1)

    run(main())


@pytest.mark.usefixtures("quick_expert")
def test_a_missed_board_can_be_played_until_noon_and_is_shown_afterwards(sqlite: str) -> None:
    async def main() -> None:
        clock = at_noon()
        async with serving(sqlite, clock) as server:
            olha, ihor = await arrive(server, "Olha", "Ihor")
            day = (await look(olha)).day
            await play(olha)
            await begin(ihor)
            await expert_is_done(server)
            clock.now += 20 * HOUR  # 8 o'clock on the next day.
            late = await look(ihor)
            assert late.day != day and late.missed and (late.missed.day, late.missed.state) == (day, "playing")
            assert late.earlier is None and (await look(olha)).missed is None
            # Those with a result see the best line when the day is over; those who can still play the board do not.
            through = (await look(olha)).earlier
            assert through is not None and (through.day, through.table) == (day, None)
            assert (await line(olha, day)).score == through.best
            for person in (ihor, Client(server.url)):
                assert await refusal(line(person, day)) == "deal_open"
            clock.now += 4 * HOUR  # Noon: what is still played is stopped.
            while (info := await look(ihor)).earlier is None:
                await asyncio.sleep(0.02)
            assert info.earlier.day == day and info.missed is None
            assert info.earlier.best == max(info.earlier.best or 0, info.earlier.score or 0)
            assert info.earlier.table is not None
            record = await ihor.record(info.earlier.table)
            await check_line(await line(Client(server.url), day), record)
            assert record.actions and get_game(record.game).daily is not None
            assert await refusal(begin(ihor, day)) == "deal_closed"
            await expert_is_done(server)

    run(main())


@pytest.mark.usefixtures("quick_expert")
def test_no_line_leaves_before_the_day_is_over(sqlite: str) -> None:
    async def main() -> None:
        clock = at_noon()
        async with serving(sqlite, clock) as server:
            olha, ihor, mira = await arrive(server, "Olha", "Ihor", "Mira")
            day = (await look(olha)).day
            tomorrow = (date.fromisoformat(day) + timedelta(days=1)).isoformat()
            table = await play(olha)
            await expert_is_done(server)
            clock.now += 12 * HOUR - 1  # The last millisecond of the day.
            for person in (olha, ihor, Client(server.url)):
                assert await refusal(line(person, day)) == "deal_open"
                assert await refusal(line(person, tomorrow)) == "no_board"
                assert await refusal(line(person, "2026-02-31")) == "no_board"
                assert (await look(person)).earlier is None
            async with mira.open(table.id, table.watch_token):
                pass
            clock.now += 1
            # It opens nothing else: seeds, records and reviews of the board stay closed until noon.
            found = await line(olha, day)
            assert found.turns and found.day == day
            assert await refusal(olha.record(table.id)) == "deal_open"
            assert await refusal(olha.get(f"/api/reviews/{table.id}", Any)) == "deal_open"
            assert await line(mira, day), "who has watched it can only practise, and may see it"
            assert await refusal(line(ihor, day)) == "deal_open"
            # Playing it late opens the line only with the result.
            late = await begin(ihor, day)
            assert await refusal(line(ihor, day)) == "deal_open"
            async with ihor.open(late.id) as live:
                await play_on(live, random.Random(3))
            assert (await line(ihor, day)).score >= found.score
            await expert_is_done(server)

    run(main())


@pytest.mark.usefixtures("quick_expert")
def test_an_expert_is_given_what_its_seat_sees(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with serving(sqlite, at_noon()) as server:
            seen: list[Any] = []
            decide = server.site.thinkers.decide_later

            async def watched(asker: str, game: Any, level: str, hidden: Any) -> list[str]:
                again = hidden.copy()
                game.kernels.hide(again, 0, int(game.kernels.to_act(hidden, 0)))
                seen.append(again.tobytes() == hidden.tobytes())
                return await decide(asker, game, level, hidden)

            monkeypatch.setattr(server.site.thinkers, "decide_later", watched)
            await look(Client(server.url))
            await expert_is_done(server)
            assert seen and all(seen)
            [row] = [row for row in await rows_of(server, schema.daily) if row.kind == daily_store.BOARD]
            assert row.expert_score is not None

    run(main())


def test_a_streak_outlives_a_day_that_can_still_be_played() -> None:
    today = date(2026, 11, 18)
    days = {(today - timedelta(days=back)).isoformat(): 50 for back in (2, 3, 4)}
    assert daily.streak(days, today, has_grace=True) == 3
    assert daily.streak(days, today, has_grace=False) == 0
    assert daily.streak({**days, "2026-11-17": 40}, today, has_grace=False) == 4
    assert daily.streak({**days, "2026-11-18": 40}, today, has_grace=False) == 1
    assert daily.streak({}, today, has_grace=True) == 0
    assert daily.longest({**days, "2026-11-18": 40, "2026-11-01": 30}) == 3
