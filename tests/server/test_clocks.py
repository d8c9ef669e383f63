"""Clocks: nobody loses time to a stop of the server or a lost connection, and nothing ends without a warning."""

from __future__ import annotations

import asyncio
import random

import pytest

from heliodor.client import ME, OPEN, Client, RequestRefused
from heliodor.protocol.settings import Clock, TableSettings
from heliodor.server.clocks import DAY, NOBODY, TableClock
from tests.server.harness import choose, play_on, run, serving, table_of


class Time:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 1_700_000_000_000

    def __call__(self) -> int:
        return self.now


# --- Arithmetic -----------------------------------------------------------------------------------------------------


def test_a_bank_is_charged_and_gets_its_increment() -> None:
    clock = TableClock(Clock(kind="bank", seconds=60, increment=5), 2)
    clock.begin(0, 0)
    assert clock.remaining(10_000) == 50_000
    clock.end_turn(10_000)
    clock.begin(1, 10_000)
    assert clock.state(12_000).left == [55_000, 58_000]


def test_a_turn_starts_with_its_whole_time() -> None:
    clock = TableClock(Clock(kind="turn", seconds=30), 2)
    clock.begin(0, 0)
    clock.end_turn(29_000)
    clock.begin(1, 29_000)
    clock.end_turn(30_000)
    clock.begin(0, 30_000)
    assert clock.remaining(30_000) == 30_000


def test_a_held_clock_stands_still() -> None:
    clock = TableClock(Clock(kind="turn", seconds=30), 2)
    clock.begin(0, 0)
    clock.hold(10_000)
    assert clock.remaining(500_000) == 20_000
    clock.release(500_000)
    assert clock.remaining(501_000) == 19_000
    clock.stop(501_000)
    assert (clock.running, clock.left[0]) == (NOBODY, 19_000)
    assert clock.state(900_000).left[0] == 19_000


def test_time_does_not_go_below_zero() -> None:
    clock = TableClock(Clock(kind="bank", seconds=5), 1)
    clock.begin(0, 0)
    assert clock.remaining(9_000) == -4_000
    assert clock.state(9_000).left == [0]
    clock.charge(9_000)
    assert clock.left == [0]


@pytest.mark.parametrize(
    ("clock", "short"),
    [
        (Clock(kind="turn", seconds=30), 7_500),
        (Clock(kind="bank", seconds=600), 20_000),
        (Clock(kind="days", days=1), DAY // 4),
        (Clock(kind="days", days=3), DAY // 4),
    ],
)
def test_the_warning_comes_in_time(clock: Clock, short: int) -> None:
    assert TableClock(clock, 2).short == short


# --- At the table -----------------------------------------------------------------------------------------------------


def test_time_that_runs_out_is_announced_and_then_a_bot_plays_on(sqlite: str) -> None:
    async def main() -> None:
        time = Time()
        async with serving(sqlite, now=time, cover_grace=10.0) as server:
            people = [await Client.arrive(server.url, name) for name in ("Olha", "Ihor")]
            settings = TableSettings(clock=Clock(kind="turn", seconds=60))
            info = await table_of(people, "nizam", [ME, OPEN], settings)
            async with people[0].open(info.id) as one, people[1].open(info.id) as two:
                live = server.site.tables[info.id]
                seat = one.view["to_act"]
                await asyncio.sleep(0.05)
                assert live.clock is not None and not live.clock.held

                async def pass_time(milliseconds: int) -> None:
                    time.now += milliseconds
                    await live.run(live.driver._time_passed)

                await pass_time(46_000)
                await pass_time(15_000)
                await two.until(lambda: len(two.warnings) == 2)
                assert [(warning.key, warning.seat, warning.next) for warning in two.warnings] == [
                    ("time_short", seat, "time_up"),
                    ("time_up", seat, "covered"),
                ]
                assert two.ply == 0, "nothing has happened yet"
                await pass_time(9_000)
                assert two.info is not None and not two.info.seats[seat].covered
                await pass_time(1_500)
                await two.until(lambda: two.info.seats[seat].covered)  # type: ignore[union-attr]
                await two.until(lambda: two.ply > 0)
                assert [warning.key for warning in one.warnings] == ["time_short", "time_up", "covered"]
                back = await people[seat].change_seat(info.id, seat, "person")
                assert not back.seats[seat].covered

    run(main())


def test_where_nobody_covers_the_table_waits_for_the_host(sqlite: str) -> None:
    async def main() -> None:
        time = Time()
        async with serving(sqlite, now=time, cover_grace=1.0) as server:
            person = await Client.arrive(server.url)
            settings = TableSettings(clock=Clock(kind="bank", seconds=10), cover=False)
            info = await table_of([person], "nizam", [ME], settings)
            async with person.open(info.id) as table:
                live = server.site.tables[info.id]
                time.now += 3_600_000
                await live.run(live.driver._time_passed)
                await table.until(lambda: bool(table.warnings))
                assert (table.warnings[0].key, table.warnings[0].next) == ("time_up", "waiting")
                assert table.info is not None and not table.info.seats[0].covered
                await play_on(table, random.Random(1), 1)

    run(main())


def test_a_lost_connection_costs_no_time_within_the_grace(sqlite: str) -> None:
    async def main() -> None:
        time = Time()
        async with serving(sqlite, now=time, drop_grace=60.0) as server:
            people = [await Client.arrive(server.url, name) for name in ("Olha", "Ihor")]
            settings = TableSettings(clock=Clock(kind="bank", seconds=100))
            info = await table_of(people, "nizam", [ME, OPEN], settings)
            async with people[0].open(info.id) as one, people[1].open(info.id) as two:
                seat = one.view["to_act"]
                stays = two if seat == 0 else one
                await stays.until(lambda: all(s.connected for s in stays.info.seats))  # type: ignore[union-attr]
                live = server.site.tables[info.id]
                goes = one if seat == 0 else two
                time.now += 10_000
                assert goes._reader is not None and goes._socket is not None
                goes._reader.cancel()
                await goes._socket.close()
                await stays.until(lambda: not stays.info.seats[seat].connected)  # type: ignore[union-attr]
                assert live.clock is not None and live.clock.held
                time.now += 50_000
                assert stays.clock is not None and stays.clock.held
                async with people[seat].open(info.id) as back:
                    await back.until(lambda: back.clock is not None and not back.clock.held)
                    assert back.clock is not None and back.clock.left[seat] == 90_000
                    await play_on(back, random.Random(1), 1)

    run(main())


@pytest.mark.parametrize("kind", ["bank", "turn"])
def test_a_restart_costs_nobody_time(sqlite: str, kind: str) -> None:
    async def main() -> None:
        time = Time()
        settings = TableSettings(clock=Clock(kind=kind, seconds=100))  # type: ignore[arg-type]
        async with serving(sqlite, now=time) as server:
            people = [await Client.arrive(server.url, name) for name in ("Olha", "Ihor")]
            info = await table_of(people, "nizam", [ME, OPEN], settings)
            async with people[0].open(info.id) as one, people[1].open(info.id) as two:
                seat = one.view["to_act"]
                actor = (one, two)[seat]
                await asyncio.sleep(0.1)
                time.now += 30_000
                while actor.is_my_turn:
                    await actor.act([choose(actor.view, random.Random(1))])
                time.now += 20_000  # The other one has thought for so long when the power goes.
        time.now += 86_400_000
        async with serving(sqlite, now=time) as server:
            people = [Client(server.url, person.cookie) for person in people]
            async with people[seat].open(info.id) as waiting:
                other = 1 - seat
                assert waiting.clock is not None and waiting.clock.held
                assert waiting.clock.left[other] == 100_000
                if kind == "bank":
                    assert waiting.clock.left[seat] == 70_000
                async with people[other].open(info.id) as back:
                    await back.until(lambda: back.clock is not None and not back.clock.held)
                    assert back.clock is not None and back.clock.left[other] == 100_000

    run(main())


def test_of_days_only_those_are_charged_that_the_server_was_there(sqlite: str) -> None:
    async def main() -> None:
        time = Time()
        settings = TableSettings(clock=Clock(kind="days", days=3))
        async with serving(sqlite, now=time) as server:
            person = await Client.arrive(server.url)
            info = await table_of([person], "nizam", [ME], settings)
            time.now += DAY
        time.now += 10 * DAY  # Nobody was there.
        async with serving(sqlite, now=time) as server:
            async with Client(server.url, person.cookie).open(info.id) as table:
                assert table.clock is not None
                assert table.clock.left == [2 * DAY]
                time.now += DAY
                await table.refresh()
                assert table.clock.left == [1 * DAY]

    run(main())


@pytest.mark.parametrize("clock", [Clock(kind="turn", seconds=1), Clock(kind="bank"), Clock(kind="days")])
def test_a_clock_without_time_is_refused(sqlite: str, clock: Clock) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            person = await Client.arrive(server.url)
            with pytest.raises(RequestRefused) as refused:
                await person.create_table("nizam", [ME], TableSettings(clock=clock))
            assert refused.value.key == "bad_clock"

    run(main())
