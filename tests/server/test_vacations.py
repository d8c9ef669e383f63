"""Vacations: clocks of days stand still for whole days out of a bank, and nothing else does."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from heliodor.client import ME, OPEN, Client
from heliodor.protocol.http import VacationInfo
from heliodor.protocol.settings import Clock, TableSettings
from heliodor.server.clocks.table_clock import DAY, TableClock
from heliodor.server.table import Table
from tests.server.harness import Time, run, serving, table_of, until
from tests.server.test_clocks import Game, served_again, served_game
from tests.server.test_tables import refusal

DAYS = Clock(kind="days", days=2)
HOUR = DAY // 24


async def take(person: Client, days: int) -> VacationInfo:
    return await person.post("/api/me/vacation", {"days": days}, VacationInfo)


async def on_vacation(game: Game, seat: int, days: int) -> VacationInfo:
    """Let a player take vacation, and wait until the table has heard of it."""
    info = await take(game.people[seat], days)
    await game.settled(lambda: game.live.vacation_of(seat) == info.until)
    return info


def test_a_clock_of_days_stands_still_for_a_vacation_unless_it_has_run_out() -> None:
    clock = TableClock(DAYS, 2)
    clock.vacations[0] = [(DAY, 4 * DAY)]
    clock.begin(0, 0)
    assert (clock.remaining(DAY), clock.remaining(3 * DAY), clock.remaining(5 * DAY)) == (DAY, DAY, 0)
    assert (clock.rests(0), clock.rests(DAY), clock.rests(4 * DAY)) == (0, 3 * DAY, 0)
    clock.charge(2 * DAY)  # In the middle of it.
    assert clock.remaining(4 * DAY + HOUR) == DAY - HOUR
    late = TableClock(DAYS, 2)
    late.begin(0, 0)
    late.vacations[0] = [(2 * DAY + 1, 9 * DAY)]
    assert (late.remaining(3 * DAY), late.rests(3 * DAY)) == (-1, 0)


def test_the_clock_stands_still_others_see_until_when_and_it_goes_on_by_itself(sqlite: str) -> None:
    async def main() -> None:
        async with served_game(sqlite, DAYS) as game:
            seat = game.live.to_act
            other = game.opened[1 - seat]
            await game.pass_time(86_400)
            began = game.time.now
            info = await on_vacation(game, seat, 3)
            assert info == VacationInfo(bank=30, left=27, days=3, most=30, until=began + 3 * DAY)
            await other.until(lambda: other.info is not None and other.info.seats[seat].vacation is not None)
            assert other.info is not None and other.info.seats[seat].vacation == began + 3 * DAY
            assert other.info.seats[1 - seat].vacation is None
            assert other.info.deadline == began + 4 * DAY
            await game.pass_time(2 * 86_400)
            await other.refresh()
            assert other.clock is not None
            assert (other.clock.left[seat], other.clock.rests) == (DAY, DAY)
            assert await refusal(game.people[0].change_seat(game.id, 1, "bot")) in ("on_vacation", "still_here")
            await game.pass_time(86_400)
            await other.until(lambda: other.info is not None and other.info.seats[seat].vacation is None)
            await game.pass_time(86_400 - 3600)
            await other.until(lambda: [warning.key for warning in other.warnings] == ["time_short"])
            await game.pass_time(3601)
            await other.until(lambda: [warning.key for warning in other.warnings] == ["time_short", "time_up"])
            after = await game.people[seat].get("/api/me/vacation", VacationInfo)
            assert (after.left, after.days, after.until) == (27, 0, None)

    run(main())


def test_after_a_change_the_next_answer_shows_it(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read = Table.refresh

    async def slow(table: Table) -> None:
        await asyncio.sleep(0.05)
        await read(table)

    async def main() -> None:
        async with served_game(sqlite, DAYS) as game:
            monkeypatch.setattr(Table, "refresh", slow)
            seat = game.live.to_act
            for days in (3, 5, 0):
                told = await take(game.people[seat], days)
                assert (await game.people[1 - seat].table(game.id)).seats[seat].vacation == told.until

    run(main())


def test_an_hour_costs_a_whole_day_and_an_empty_bank_gives_none(sqlite: str) -> None:
    async def main() -> None:
        async with served_game(sqlite, DAYS, vacation_days=2) as game:
            seat = game.live.to_act
            person = game.people[seat]
            for left in (1, 0):
                await on_vacation(game, seat, 1)
                game.time.now += HOUR
                ended = await take(person, 0)
                assert (ended.left, ended.until) == (left, None)
                await game.settled(lambda: game.live.vacation_of(seat) is None)
                assert game.clock.remaining(game.time.now) == 2 * DAY, "an hour was gained for each"
            assert (await person.get("/api/me/vacation", VacationInfo)).most == 0
            assert await refusal(take(person, 1)) == "no_vacation_left"
            assert (await take(person, 0)).days == 0, "not on vacation: nothing happens"
            game.time.now += 366 * DAY
            assert (await person.get("/api/me/vacation", VacationInfo)).left == 2

    run(main())


def test_a_vacation_can_be_made_longer_and_shorter(sqlite: str) -> None:
    async def main() -> None:
        async with served_game(sqlite, DAYS, vacation_days=5) as game:
            seat, began = game.live.to_act, game.time.now
            await on_vacation(game, seat, 2)
            game.time.now += DAY + HOUR
            assert await refusal(take(game.people[seat], 6)) == "no_vacation_left"
            assert await refusal(take(game.people[seat], 1)) == "vacation_past"
            longer = await on_vacation(game, seat, 5)
            assert (longer.until, longer.left, longer.most) == (began + 5 * DAY, 0, 5)
            assert (await on_vacation(game, seat, 2)).left == 3

    run(main())


def test_a_clock_that_has_run_out_is_out(sqlite: str) -> None:
    async def main() -> None:
        async with served_game(sqlite, DAYS, start_grace=0.0) as game:
            seat = game.live.to_act
            await game.pass_time(2 * 86_400 + 1)
            await on_vacation(game, seat, 5)
            assert (game.clock.remaining(game.time.now), game.clock.rests(game.time.now)) == (-1000, 0)
            await game.pass_time(2 * 3600)
            assert game.live.seats[seat].covered, "the grace of two hours is over"

    run(main())


@pytest.mark.parametrize("clock", [Clock(kind="turn", seconds=60), Clock(kind="bank", seconds=60)])
def test_live_tables_are_not_affected(sqlite: str, clock: Clock) -> None:
    async def main() -> None:
        async with served_game(sqlite, clock) as game:
            seat = game.live.to_act
            await take(game.people[seat], 3)
            await game.pass_time(30)
            info = await game.people[seat].table(game.id)
            assert info.seats[seat].vacation is None
            assert game.clock.remaining(game.time.now) == 30_000

    run(main())


def test_a_restart_in_a_vacation_costs_nobody_time(sqlite: str) -> None:
    async def main() -> None:
        async with served_game(sqlite, DAYS) as game:
            seat = game.live.to_act
            await game.pass_time(86_400)
            await on_vacation(game, seat, 4)
            game.time.now += DAY
        game.time.now += DAY  # No server.
        async with served_again(sqlite, game) as later:
            async with later.people[1 - seat].open(game.id) as other:
                assert other.clock is not None
                assert (other.clock.left[seat], other.clock.rests) == (DAY, 2 * DAY)
                later.time.now += 2 * DAY + HOUR
                await other.refresh()
                assert other.clock.left[seat] == DAY - HOUR

    run(main())


def test_processes_agree_and_two_requests_take_one_vacation(postgresql: str) -> None:
    async def main() -> None:
        time = Time()
        config: dict[str, Any] = {"heartbeat": 1000.0, "vacation_days": 3}
        async with serving(postgresql, time, **config) as one, serving(postgresql, time, **config) as two:
            people = [await Client.arrive(one.url, name) for name in ("Olha", "Ihor")]
            info = await table_of(people, "nizam", [ME, OPEN], TableSettings(clock=DAYS))
            assert info.to_act is not None
            person = people[info.to_act]
            again = Client(two.url, person.cookie)
            await again.table(info.id)  # Both have the table in memory.
            taken = await asyncio.gather(take(person, 2), take(again, 2), return_exceptions=True)
            assert [each.left for each in taken if isinstance(each, VacationInfo)] == [1, 1]
            seat = info.to_act
            tables = [server.site.tables[info.id] for server in (one, two)]
            await until(lambda: all(table.vacation_of(seat) == time.now + 2 * DAY for table in tables))
            time.now += DAY
            assert [table.clock_state().left[seat] for table in tables] == [2 * DAY] * 2  # type: ignore[union-attr]
            await take(again, 0)
            await until(lambda: all(table.vacation_of(seat) is None for table in tables))
            time.now += HOUR
            assert [table.clock_state().left[seat] for table in tables] == [  # type: ignore[union-attr]
                2 * DAY - HOUR
            ] * 2

    run(main())
