"""Clocks: nobody loses time to a stop of the server or a lost connection, and nothing ends without a warning."""

from __future__ import annotations

import asyncio
import contextlib
import copy
import random
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from heliodor.client import ME, OPEN, Client, LiveTable, RequestRefused
from heliodor.protocol.settings import Clock, TableSettings
from heliodor.server.clocks import timekeeper
from heliodor.server.clocks.table_clock import DAY, NOBODY, TableClock
from heliodor.server.table import Table
from tests.server.harness import Served, Time, choose, cut, play_on, run, serving, table_of

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


def test_waiting_for_a_lost_connection_uses_up_one_allowance() -> None:
    clock = TableClock(Clock(kind="bank", seconds=30), 2, allowance=120_000)
    clock.begin(0, 0)
    clock.hold(10_000, waits=True)
    assert clock.state(60_000).away == [70_000, 120_000]
    clock.release(60_000)
    clock.hold(61_000, waits=True)
    assert (clock.remaining(100_000), clock.away_left(100_000)) == (19_000, 31_000)
    clock.release(200_000)
    assert clock.state(201_000).away == [0, 120_000]
    assert clock.state(201_000).left[0] == 18_000


def test_after_a_start_of_the_server_waiting_is_free_for_a_while() -> None:
    clock = TableClock(Clock(kind="bank", seconds=30), 1, allowance=120_000)
    clock.free_until = 60_000
    clock.begin(0, 0)
    clock.hold(0, waits=True)
    assert clock.state(59_000).away == [120_000]
    assert clock.state(61_000).away == [119_000]


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


class Game:
    """A match of two people with a clock, whose sockets can be cut; time passes when the test says so."""

    def __init__(self, server: Served, time: Time, people: list[Client], match: str) -> None:
        self.server, self.time, self.people, self.id = server, time, people, match
        self.chance = random.Random(1)
        self.opened: dict[int, LiveTable] = {}

    @property
    def live(self) -> Table:
        return self.server.site.tables[self.id]

    @property
    def clock(self) -> TableClock:
        assert self.live.clock is not None
        return self.live.clock

    async def connect(self, seat: int) -> LiveTable:
        """Let a player open the page."""
        table = self.people[seat].open(self.id)
        await table.__aenter__()
        self.opened[seat] = table
        await table.until(lambda: table.view is not None)
        await self.settled(lambda: self.live.is_here(seat))
        return table

    async def cut(self, seat: int) -> None:
        """Cut the socket of a player, as a lost line does."""
        await cut(self.opened.pop(seat))
        await self.settled(lambda: not self.live.is_here(seat))

    async def settled(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition holds and the table has nothing left to do."""
        end = asyncio.get_running_loop().time() + 20
        while not (condition() and self.live.jobs.are_done):
            assert asyncio.get_running_loop().time() < end
            await asyncio.sleep(0.005)

    async def pass_time(self, seconds: float) -> None:
        """Let time pass, and let the clock do what it does then."""
        self.time.now += int(1000 * seconds)
        await self.live.run(self.live.driver._time_passed)
        await self.settled(lambda: True)

    async def play(self, seat: int) -> None:
        """Play one whole turn for a seat that is connected."""
        table = self.opened[seat]
        await table.until(lambda: table.is_my_turn)
        while table.is_my_turn:
            await table.act([choose(table.view, self.chance)])

    async def aclose(self) -> None:
        for table in self.opened.values():
            await table.__aexit__(None, None, None)


@contextlib.asynccontextmanager
async def served_game(database: str, clock: Clock, **config: Any) -> AsyncIterator[Game]:
    """Serve a match of two connected people with this clock."""
    time = Time()
    async with serving(database, now=time, **config) as server:
        people = [await Client.arrive(server.url, name) for name in ("Olha", "Ihor")]
        info = await table_of(people, "gnomes", [ME, OPEN], TableSettings(clock=clock))
        async with contextlib.aclosing(Game(server, time, people, info.id)) as game:
            await game.connect(0)
            await game.connect(1)
            yield game


@contextlib.asynccontextmanager
async def served_again(database: str, before: Game, **config: Any) -> AsyncIterator[Game]:
    """Serve the same match by another server, to which nobody is connected yet."""
    async with serving(database, now=before.time, **config) as server:
        people = [Client(server.url, person.cookie) for person in before.people]
        async with contextlib.aclosing(Game(server, before.time, people, before.id)) as game:
            yield game


def test_time_that_runs_out_is_announced_and_then_a_bot_plays_on(sqlite: str) -> None:
    async def main() -> None:
        async with served_game(sqlite, Clock(kind="turn", seconds=60), cover_grace=10.0) as game:
            one, two, seat = game.opened[0], game.opened[1], game.live.to_act
            assert not game.clock.held
            await game.pass_time(46)
            await game.pass_time(15)
            await two.until(lambda: len(two.warnings) == 2)
            assert [(warning.key, warning.seat, warning.next) for warning in two.warnings] == [
                ("time_short", seat, "time_up"),
                ("time_up", seat, "covered"),
            ]
            assert two.ply == 0, "nothing has happened yet"
            await game.pass_time(9)
            assert two.info is not None and not two.info.seats[seat].covered
            await game.pass_time(1.5)
            await two.until(lambda: two.info.seats[seat].covered)  # type: ignore[union-attr]
            await two.until(lambda: two.ply > 0)
            await one.until(lambda: [warning.key for warning in one.warnings] == ["time_short", "time_up", "covered"])
            back = await game.people[seat].change_seat(game.id, seat, "person")
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


def test_drops_have_one_allowance_for_the_whole_match_and_it_is_saved(sqlite: str) -> None:
    async def main() -> None:
        async with served_game(sqlite, Clock(kind="bank", seconds=300), start_grace=0.0) as game:
            seat = game.live.to_act
            for seconds, away in ((50, 70_000), (60, 10_000)):
                await game.cut(seat)
                assert game.clock.waits
                await game.pass_time(seconds)
                table = await game.connect(seat)
                assert table.clock is not None and table.clock.away[seat] == away
                assert (table.clock.left[seat], table.clock.held) == (300_000, False)
            # The third drop is longer than the rest of the allowance: then the clock runs.
            await game.cut(seat)
            await game.pass_time(10)
            assert not game.clock.held
            await game.pass_time(100)
            table = await game.connect(seat)
            assert table.clock is not None
            assert (table.clock.left[seat], table.clock.away[seat]) == (200_000, 0)
            assert table.clock.away[1 - seat] == 120_000
            await game.cut(seat)  # And a fourth holds nothing.
            assert not game.clock.held
            await game.settled(lambda: game.live.seats[seat].away_ms == 120_000)
        async with served_again(sqlite, game, start_grace=0.0) as again:
            table = await again.connect(seat)
            assert table.clock is not None
            assert table.clock.away == [0 if each == seat else 120_000 for each in (0, 1)]

    run(main())


def test_a_stop_of_the_server_saves_what_an_absence_has_used_so_far(sqlite: str) -> None:
    async def main() -> None:
        async with served_game(sqlite, Clock(kind="turn", seconds=60), start_grace=0.0) as game:
            seat = game.live.to_act
            await game.cut(seat)
            await game.pass_time(90)
        game.time.now += 3_600_000  # Nobody was there: this hour costs nothing.
        async with served_again(sqlite, game, start_grace=60.0) as again:
            table = await again.connect(1 - seat)
            assert table.clock is not None
            assert (table.clock.away[seat], table.clock.left[seat]) == (30_000, 60_000)
            game.time.now += 59_000  # Players need a moment to find the server again.
            await table.refresh()
            assert (table.clock.away[seat], table.clock.held) == (30_000, True)
            game.time.now += 11_000
            await table.refresh()
            assert table.clock.away[seat] == 20_000

    run(main())


def test_there_is_one_grace_in_a_match_and_it_is_saved(sqlite: str) -> None:
    async def main() -> None:
        async with served_game(sqlite, Clock(kind="turn", seconds=10), cover_grace=30.0) as game:
            seat, other = game.live.to_act, 1 - game.live.to_act
            await game.pass_time(10)
            await game.opened[other].until(lambda: bool(game.opened[other].warnings))
            assert game.opened[other].warnings[-1].until == 30_000
            await game.pass_time(25)
            await game.play(seat)  # Within the grace.
            state = game.opened[other].clock
            assert state is not None and state.grace == [each != seat for each in (0, 1)]
            await game.play(other)
            await game.pass_time(10)
            assert game.live.seats[seat].covered, "the second time a bot plays on at once"
            await game.opened[other].until(lambda: game.opened[other].warnings[-1].key == "covered")
        async with served_again(sqlite, game) as again:
            table = await again.connect(0)
            assert table.clock is not None and table.clock.grace == [each != seat for each in (0, 1)]

    run(main())


def test_a_bank_of_ten_seconds_lasts_for_ten_seconds_and_the_grace(sqlite: str) -> None:
    async def main() -> None:
        async with served_game(sqlite, Clock(kind="bank", seconds=10), start_grace=0.0) as game:
            seat, used = game.live.to_act, 0
            while not game.live.seats[seat].covered:  # As slow as one can be.
                await game.pass_time(1)
                used += 1
                if used in (8, 9, 30):  # To act in time, and once in the grace, does not help later on.
                    await game.play(seat)
                    await game.play(1 - seat)
            assert used == 31  # Its own 9, the tenth and most of the grace, and nothing after that.

    run(main())


def test_leaving_for_a_moment_does_not_stop_ones_clock(sqlite: str) -> None:
    async def main() -> None:
        async with served_game(sqlite, Clock(kind="bank", seconds=100), bot_pace=30.0) as game:
            seat = game.live.to_act
            for _ in range(3):
                await game.people[seat].leave(game.id)
                game.time.now += 20_000
                await game.people[seat].change_seat(game.id, seat, "person")
            assert game.clock.remaining(game.time.now) == 40_000

    run(main())


def test_with_days_per_turn_the_allowance_of_a_day_is_used_when_the_days_are_over(sqlite: str) -> None:
    async def main() -> None:
        async with served_game(sqlite, Clock(kind="days", days=1), start_grace=0.0) as game:
            seat = game.live.to_act
            await game.cut(seat)
            await game.pass_time(86_400 - 60)
            assert not game.clock.held and game.clock.away[seat] == DAY
            await game.pass_time(61)
            assert game.clock.waits, "the power may be out: one day more, once in a match"
            await game.pass_time(86_400 / 2)
            table = await game.connect(seat)
            assert table.clock is not None
            assert (table.clock.left[seat], table.clock.away[seat]) == (0, DAY // 2)
            await game.pass_time(1)
            await table.until(lambda: bool(table.warnings))
            assert (table.warnings[-1].key, table.warnings[-1].until) == ("time_up", DAY // 12)
            await game.play(seat)

    run(main())


def test_a_player_who_disconnects_and_lets_the_clock_run_out_loses_a_rated_match(sqlite: str) -> None:
    async def main() -> None:
        async with served_game(sqlite, Clock(kind="turn", seconds=30), start_grace=0.0) as game:
            assert game.live.is_rated
            seat = game.live.to_act
            await game.cut(seat)
            for seconds in (120, 31, 31):  # The allowance, the time, the grace.
                assert not game.live.seats[seat].covered
                await game.pass_time(seconds)
            assert game.live.seats[seat].covered
            await play_on(game.opened[1 - seat], game.chance)
            [lost], [won] = [(await game.people[each].me()).ratings for each in (seat, 1 - seat)]
            assert lost.mu < 25.0 < won.mu

    run(main())


def test_a_lost_connection_costs_no_time_within_the_allowance(sqlite: str) -> None:
    async def main() -> None:
        async with served_game(sqlite, Clock(kind="bank", seconds=100), start_grace=0.0) as game:
            seat = game.live.to_act
            await game.pass_time(10)
            await game.cut(seat)
            stays = game.opened[1 - seat]
            await stays.until(lambda: not stays.info.seats[seat].connected)  # type: ignore[union-attr]
            assert stays.clock is not None and stays.clock.held
            game.time.now += 50_000
            back = await game.connect(seat)
            await back.until(lambda: back.clock is not None and not back.clock.held)
            assert back.clock is not None and back.clock.left[seat] == 90_000
            await game.play(seat)

    run(main())


def test_asking_what_of_a_clock_is_unsaved_changes_nothing(sqlite: str) -> None:
    async def main() -> None:
        async with served_game(sqlite, Clock(kind="bank", seconds=100), start_grace=0.0) as game:
            seat = game.live.to_act
            await game.cut(seat)
            game.time.now += 20_000
            game.clock.is_given = True
            before = copy.deepcopy(vars(game.clock))
            changes, rows = timekeeper.unsaved(game.live, game.time.now)
            assert changes and [(row.seat, row.away_ms) for row in rows] == [(seat, 20_000)]
            assert vars(game.clock) == before
            assert timekeeper.unsaved(game.live, game.time.now) == (changes, rows)

    run(main())


@pytest.mark.parametrize("kind", ["bank", "turn"])
def test_a_restart_costs_nobody_time(sqlite: str, kind: str) -> None:
    async def main() -> None:
        async with served_game(sqlite, Clock(kind=kind, seconds=100)) as game:  # type: ignore[arg-type]
            seat, other = game.live.to_act, 1 - game.live.to_act
            game.time.now += 30_000
            await game.play(seat)
            game.time.now += 20_000  # The other player has thought for 20 seconds when the power goes.
        game.time.now += 86_400_000
        async with served_again(sqlite, game) as again:
            waiting = await again.connect(seat)
            assert waiting.clock is not None and waiting.clock.held
            assert waiting.clock.left[other] == 100_000
            if kind == "bank":
                assert waiting.clock.left[seat] == 70_000
            back = await again.connect(other)
            await back.until(lambda: back.clock is not None and not back.clock.held)
            assert back.clock is not None and back.clock.left[other] == 100_000

    run(main())


def test_a_pause_gives_no_time_back_though_the_table_is_forgotten_meanwhile(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with served_game(sqlite, Clock(kind="turn", seconds=100), start_grace=0.0) as game:
            seat, people = game.live.to_act, game.people
            await game.pass_time(70)
            await game.opened[0].offer("pause")
            await game.opened[1].accept("pause")
            await game.settled(lambda: game.live.row.status == "paused" and game.live.row.clock is not None)
            for each in (0, 1):
                await game.cut(each)
            monkeypatch.setattr("heliodor.server.site.IDLE_SECONDS", 0.0)
            await game.server.site._unload_idle()
            assert game.id not in game.server.site.tables
            game.time.now += 3_600_000
            async with people[0].open(game.id) as one, people[1].open(game.id) as two:
                await one.offer("resume")
                await two.accept("resume")
                await one.until(lambda: one.clock is not None and one.clock.running == seat)
                assert one.clock is not None and (one.clock.left[seat], one.clock.away[seat]) == (30_000, 120_000)

    run(main())


def test_a_process_that_takes_a_table_over_in_the_grace_keeps_the_rest_of_it(sqlite: str) -> None:
    async def main() -> None:
        async with served_game(sqlite, Clock(kind="turn", seconds=10), cover_grace=30.0) as game:
            seat = game.live.to_act
            await game.pass_time(10)
            assert game.live.seats[seat].graced
            await game.pass_time(10)
            driver = game.live.driver
            driver.stop()
            driver = game.live.driver = type(driver)(game.live)  # It knows only what is in the database.
            await game.pass_time(10)
            assert not game.live.seats[seat].covered
            await game.pass_time(10)
            assert game.live.seats[seat].covered

    run(main())


def test_only_days_on_which_the_server_ran_are_charged(sqlite: str) -> None:
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
