"""Several processes on one PostgreSQL: any of them serves any table, and any of them can be killed."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from typing import Any, cast

import msgspec
import pytest

from heliodor import fairness
from heliodor.client import ME, OPEN, Client, LiveTable, bot
from heliodor.match import Match
from heliodor.protocol.requests import Act
from heliodor.protocol.settings import Clock, TableSettings
from heliodor.server import bus as bus_module
from heliodor.server.bus import MOST_BYTES, NotifyBus, Nudge, _messages, make_bus
from heliodor.server.table import Table
from tests.server.harness import (
    MOST_SECONDS,
    ServerProcess,
    Time,
    choose,
    cut,
    play_on,
    quick_options,
    run,
    serving,
    table_of,
    until,
)


@pytest.mark.parametrize("bus", ["notify", "nats"])
def test_two_processes_serve_one_table(request: pytest.FixtureRequest, postgresql: str, bus: str) -> None:
    url = request.getfixturevalue("nats_url") if bus == "nats" else None

    async def main() -> None:
        # Without polling, only the bus can have told the other process.
        config = {"bus": url, "poll": 1000.0}
        async with serving(postgresql, **config) as here, serving(postgresql, **config) as there:
            people = [await Client.arrive(here.url, "Olha"), await Client.arrive(here.url, "Ihor")]
            info = await table_of(people, "gnomes", [ME, OPEN])
            elsewhere = Client(there.url, people[1].cookie)
            async with people[0].open(info.id) as one, elsewhere.open(info.id) as two:
                await one.until(lambda: all(seat.connected for seat in one.info.seats))  # type: ignore[union-attr]
                await two.until(lambda: all(seat.connected for seat in two.info.seats))  # type: ignore[union-attr]
                await two.chat("Добрий день")
                await one.until(lambda: bool(one.said))
                assert one.said[0].text == "Добрий день"
                await asyncio.gather(play_on(one, random.Random(1)), play_on(two, random.Random(2)))
                assert one.over and two.over
                assert one.view["scores"] == two.view["scores"]
            record = await elsewhere.record(info.id)
            Match.from_record(record)
            assert fairness.check(record)

    run(main())


@pytest.mark.parametrize("bus", ["notify", "nats"])
def test_a_server_that_is_ready_hears_nudges(request: pytest.FixtureRequest, postgresql: str, bus: str) -> None:
    url = request.getfixturevalue("nats_url") if bus == "nats" else None

    async def main() -> None:
        one, two = (cast(NotifyBus, make_bus(url, postgresql, is_shared=True)) for _ in range(2))
        connect = two._connect

        async def connect_late(*arguments: Any) -> Any:
            await asyncio.sleep(0.3)
            return await connect(*arguments)

        two._connect = connect_late  # type: ignore[method-assign]
        heard: list[Nudge] = []
        await one.start(lambda nudge: None, "one")
        await two.start(heard.append, "two")
        sent = Nudge(sender="one", table="T")
        one.publish(sent)
        await until(lambda: bool(heard))
        assert heard == [sent]
        await asyncio.gather(one.close(), two.close())

    run(main())


def test_a_server_waits_for_a_bus_that_is_slow_to_answer(nats_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bus_module, "CONNECT_SECONDS", 0.2)

    async def main() -> None:
        tried = 0

        async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            """Leave the first two connections without an answer; pass the others on to NATS."""
            nonlocal tried
            tried += 1
            if tried <= 2:
                await reader.read()
                writer.close()
                return
            there = await asyncio.open_connection(*nats_url.removeprefix("nats://").split(":"))
            await asyncio.gather(copy(reader, there[1]), copy(there[0], writer))

        async def copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            with contextlib.suppress(OSError):
                while data := await reader.read(1 << 16):
                    writer.write(data)
            writer.close()

        proxy = await asyncio.start_server(pass_on, "127.0.0.1")
        port = proxy.sockets[0].getsockname()[1]
        slow, quick = (make_bus(url, "", is_shared=True) for url in (f"nats://127.0.0.1:{port}", nats_url))
        heard: list[Nudge] = []
        await slow.start(heard.append, "slow")
        await quick.start(lambda nudge: None, "quick")
        sent = Nudge(sender="quick", table="T")
        quick.publish(sent)
        await until(lambda: bool(heard))
        assert heard == [sent]
        await asyncio.gather(slow.close(), quick.close())
        proxy.close()

    run(main())


def test_a_player_who_comes_before_the_other_process_answers_is_seen_there(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with serving(postgresql, poll=1000.0) as here, serving(postgresql, poll=1000.0) as there:
            people = [await Client.arrive(here.url, "Olha"), await Client.arrive(here.url, "Ihor")]
            info = await table_of(people, "gnomes", [ME, OPEN])
            late: list[tuple[Nudge, Any]] = []
            publish = here.site.bus.publish
            async with people[0].open(info.id) as one:
                monkeypatch.setattr(here.site.bus, "publish", lambda nudge, to=None: late.append((nudge, to)))
                async with Client(there.url, people[1].cookie).open(info.id) as two:
                    await until(lambda: any(nudge.here is not None for nudge, _to in late))
                    for nudge, to in late:
                        publish(nudge, to)
                    monkeypatch.undo()
                    await both_here(two)
                    await both_here(one)

    run(main())


def test_of_two_actions_at_the_same_ply_one_is_played(postgresql: str) -> None:
    """Two tabs of one person, at two processes, act at the same moment."""

    async def main() -> None:
        async with serving(postgresql) as here, serving(postgresql) as there:
            person = await Client.arrive(here.url)
            info = await table_of([person], "nizam", [ME])
            async with person.open(info.id) as one, Client(there.url, person.cookie).open(info.id) as two:
                chance = random.Random(5)
                for _ in range(30):
                    if one.over:
                        break
                    await asyncio.gather(one.until(lambda: one.ply >= two.ply), two.until(lambda: two.ply >= one.ply))
                    action = choose(one.view, chance)
                    answers = await asyncio.gather(one.act([action]), two.act([action]), return_exceptions=True)
                    accepted = [answer for answer in answers if isinstance(answer, int)]
                    refused = [answer for answer in answers if not isinstance(answer, int)]
                    assert len(accepted) == 1, answers
                    assert getattr(refused[0], "key", None) in ("stale", "table_over"), answers

    run(main())


def test_a_killed_process_is_taken_over_and_the_match_goes_on(postgresql: str) -> None:
    async def main() -> None:
        first, second = ServerProcess(postgresql, bot_pace=0.05), ServerProcess(postgresql, bot_pace=0.05)
        await asyncio.gather(first.ready(), second.ready())
        try:
            people = [await Client.arrive(first.url, "Olha"), await Client.arrive(first.url, "Ihor")]
            info = await table_of(people, "luz", [ME, OPEN, bot("random")], **quick_options("luz"))
            there = [Client(second.url, person.cookie) for person in people]
            async with people[0].open(info.id) as lost:
                async with there[1].open(info.id) as two:
                    for _ in range(4):
                        table = lost if lost.is_my_turn else two
                        await asyncio.wait_for(
                            asyncio.gather(lost.until(lambda: lost.is_my_turn or two.is_my_turn)), MOST_SECONDS
                        )
                        table = lost if lost.is_my_turn else two
                        await play_on(table, random.Random(1), 1)
                        await two.until(lambda: two.ply >= lost.ply)
                    seen = two.ply
                    await asyncio.to_thread(first.kill)
                    async with there[0].open(info.id) as one:
                        assert one.ply >= seen
                        chances = (random.Random(3), random.Random(4))
                        playing = [play_on(one, chances[0]), play_on(two, chances[1])]
                        await asyncio.wait_for(asyncio.gather(*playing), MOST_SECONDS)
                        assert one.over and two.over
                        assert one.view["scores"] == two.view["scores"]
            Match.from_record(await there[0].record(info.id))
        finally:
            first.process.kill()
            await asyncio.to_thread(second.stop)

    run(main())


def test_a_bot_of_a_killed_process_moves_again_within_five_seconds(postgresql: str) -> None:
    async def main() -> None:
        first = ServerProcess(postgresql, bot_pace=3.0)
        second = ServerProcess(postgresql, bot_pace=0.05)
        await asyncio.gather(first.ready(), second.ready())
        try:
            person = await Client.arrive(first.url)
            info = await table_of([person], "nizam", [ME, bot("random"), bot("random")])
            async with Client(second.url, person.cookie).open(info.id) as table:
                if table.is_my_turn:
                    await play_on(table, random.Random(1), 1)
                    while table.is_my_turn:
                        await play_on(table, random.Random(1), 1)
                seen = table.ply
                await asyncio.to_thread(first.kill)
                began = time.monotonic()
                await asyncio.wait_for(table.until(lambda: table.ply > seen), MOST_SECONDS)
                assert time.monotonic() - began < 5.0
        finally:
            first.process.kill()
            await asyncio.to_thread(second.stop)

    run(main())


def test_polling_makes_up_for_lost_nudges(postgresql: str) -> None:
    async def main() -> None:
        # A bus without subscribers: nudges are lost, and only polling notices the change.
        config = {"bus": "nats://127.0.0.1:1", "poll": 0.2}
        async with serving(postgresql, **config) as here, serving(postgresql, **config) as there:
            person = await Client.arrive(here.url)
            info = await table_of([person], "nizam", [ME])
            async with person.open(info.id) as one, Client(there.url, person.cookie).open(info.id) as two:
                await play_on(one, random.Random(1), 3)
                await asyncio.wait_for(two.until(lambda: two.ply == one.ply), MOST_SECONDS)
                assert two.view == one.view

    run(main())


def test_nudges_bring_actions_to_the_processes_that_have_the_table(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with serving(postgresql, poll=1000.0) as here, serving(postgresql, poll=1000.0) as there:
            sent: list[Nudge] = []
            publish = here.site.bus.publish
            monkeypatch.setattr(
                here.site.bus, "publish", lambda nudge, to=None: (sent.append(nudge), publish(nudge, to))
            )
            person = await Client.arrive(here.url)
            info = await table_of([person], "nizam", [ME])
            async with person.open(info.id) as one:
                await play_on(one, random.Random(1), 3)
                assert not [nudge for nudge in sent if nudge.actions], "nobody else has the table"
                async with Client(there.url, person.cookie).open(info.id) as two:
                    await until(lambda: there.site.process in here.site.tables[info.id].remote)
                    live = there.site.tables[info.id]
                    await until(lambda: live.jobs.are_done)
                    read: list[str] = []
                    monkeypatch.setattr(
                        there.site.store, "read", lambda function, *args: read.append(function.__name__)
                    )
                    await play_on(one, random.Random(1), 3)
                    await two.until(lambda: two.ply == one.ply)
                    assert two.view == one.view
                    assert not {"read_match", "actions_from"} & set(read)
                    monkeypatch.undo()
                await until(lambda: live.is_idle)
                monkeypatch.setattr("heliodor.server.site.IDLE_SECONDS", 0.0)
                await there.site._unload_idle()
                await until(lambda: not here.site.tables[info.id].remote)

    run(main())


def test_a_process_whose_question_was_lost_is_known_after_the_next_poll(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with serving(postgresql) as here, serving(postgresql, poll=0.2) as there:
            person = await Client.arrive(here.url)
            info = await table_of([person], "nizam", [ME])
            with monkeypatch.context() as lost:
                lost.setattr(there.site.bus, "publish", lambda nudge, to=None: None)
                table = await there.site.table(info.id)
                assert table is not None
            async with person.open(info.id) as one:
                while there.site.process not in here.site.tables[info.id].remote:
                    await play_on(one, random.Random(1), 1)
                    await until(lambda: table.ply == one.ply)

    run(main())


def test_a_process_that_pauses_between_two_nudges_reads_what_it_has_missed(postgresql: str) -> None:
    async def main() -> None:
        async with serving(postgresql, poll=1000.0) as here, serving(postgresql, poll=1000.0) as there:
            person = await Client.arrive(here.url)
            info = await table_of([person], "nizam", [ME])
            async with person.open(info.id) as one, Client(there.url, person.cookie).open(info.id) as two:
                here_table = here.site.tables[info.id]
                await until(lambda: there.site.process in here_table.remote)
                known, here_table.remote = here_table.remote, {}
                await play_on(one, random.Random(1), 2)  # Its nudges are lost.
                here_table.remote = known
                await play_on(one, random.Random(1), 1)
                await two.until(lambda: two.ply == one.ply)
                assert two.view == one.view

    run(main())


def test_a_request_that_a_dead_process_has_saved_is_answered_by_another_one(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with serving(postgresql, poll=1000.0) as here, serving(postgresql, poll=1000.0) as there:
            person = await Client.arrive(here.url)
            info = await table_of([person], "nizam", [ME])
            async with person.open(info.id) as one, Client(there.url, person.cookie).open(info.id) as two:
                monkeypatch.setattr(here.site.bus, "publish", lambda nudge, to=None: None)  # It dies before its nudge.
                play = Act(request="same", ply=0, actions=[choose(one.view, random.Random(1))], anyway=True)
                saved = await one.ask(play)
                assert there.site.tables[info.id].ply == 0
                assert await two.ask(play) == saved
                await two.until(lambda: two.ply == saved.ply == 1)

    run(main())


def test_a_process_reads_what_it_has_missed_when_somebody_knows_more(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with serving(postgresql, poll=1000.0) as here, serving(postgresql, poll=1000.0) as there:
            person = await Client.arrive(here.url)
            info = await table_of([person], "nizam", [ME])
            async with person.open(info.id) as one, Client(there.url, person.cookie).open(info.id) as two:
                monkeypatch.setattr(here.site.bus, "publish", lambda nudge, to=None: None)  # It dies before its nudges.
                await play_on(one, random.Random(1), 2)
                assert there.site.tables[info.id].ply == 0
                one._url = two._url
                assert one._socket is not None
                one._socket.transport.abort()
                await play_on(one, random.Random(1), 1)
                await two.until(lambda: two.ply == one.ply == 3)
                assert two.view == one.view

    run(main())


def test_a_process_that_drives_a_table_moves_its_bots_though_nobody_is_connected_there(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with serving(postgresql) as driving, serving(postgresql) as serving_it:
            person = await Client.arrive(driving.url)
            info = await table_of([person], "nizam", [ME, bot("random")])
            monkeypatch.setattr("heliodor.server.site.IDLE_SECONDS", 0.0)
            await asyncio.sleep(0.01)
            await driving.site._unload_idle()
            async with Client(serving_it.url, person.cookie).open(info.id) as table:
                assert serving_it.site.tables[info.id].row.driver == driving.site.process
                await asyncio.wait_for(play_on(table, random.Random(1)), MOST_SECONDS)
                assert table.over

    run(main())


def test_nudges_that_wait_are_sent_together_in_messages_that_fit() -> None:
    nudges = [b'"%d%b"' % (number, b"x" * 500) for number in range(100)]
    messages = list(_messages([*nudges, nudges[0], b"y" * MOST_BYTES]))
    assert [nudge for message in messages for nudge in msgspec.json.decode(message)] == [
        msgspec.json.decode(nudge) for nudge in nudges
    ]
    assert all(len(message) <= MOST_BYTES for message in messages)
    assert len(messages) < 10


# --- Clocks ---------------------------------------------------------------------------------------------------------

STEADY = {"heartbeat": 1000.0, "start_grace": 0.0}  # The test moves the clock, which must not make a process look dead.


async def both_here(table: LiveTable) -> None:
    await table.until(lambda: table.info is not None and all(seat.connected for seat in table.info.seats))


async def clock_is(mode: str, table: Table) -> None:
    """Wait for a mode of the clock, and until it is saved: other processes read it from there."""
    await until(lambda: table.clock is not None and table.clock.mode == mode and table.jobs.are_done)


@pytest.mark.parametrize("kind", ["turn", "bank"])
def test_to_come_back_by_another_process_gives_no_time_back(postgresql: str, kind: str) -> None:
    async def main() -> None:
        now = Time()
        async with serving(postgresql, now, **STEADY) as here, serving(postgresql, now, **STEADY) as there:
            people = [await Client.arrive(here.url, name) for name in ("Olha", "Ihor")]
            settings = TableSettings(clock=Clock(kind=kind, seconds=60))  # type: ignore[arg-type]
            info = await table_of(people, "gnomes", [ME, OPEN], settings)
            async with people[0].open(info.id) as one, people[1].open(info.id) as two:
                await both_here(one)
                seat = one.view["to_act"]
                stays, goes = (two, one) if seat == 0 else (one, two)
                live = here.site.tables[info.id]
                await clock_is("runs", live)
                now.now += 25_000
                await cut(goes)
                await clock_is("waits", live)
                now.now += 30_000  # Away: this comes off the allowance.
                async with Client(there.url, people[seat].cookie).open(info.id) as back:
                    await back.until(lambda: back.clock is not None and not back.clock.held)
                    assert back.clock is not None
                    assert (back.clock.left[seat], back.clock.away[seat]) == (35_000, 90_000)
                    await clock_is("runs", there.site.tables[info.id])
                    await clock_is("runs", live)
                    now.now += 5_000
                    chance = random.Random(1)
                    await back.act([choose(back.view, chance)])  # Draws: the turn goes on, here and there.
                    await stays.until(lambda: stays.ply == back.ply)
                    assert stays.clock is not None and stays.clock.left[seat] == 30_000
                    now.now += 5_000
                    while back.is_my_turn:
                        await back.act([choose(back.view, chance)])
                    await stays.until(lambda: stays.ply == back.ply)
                    assert stays.clock is not None and stays.clock.left[seat] == 25_000

    run(main())


def test_another_process_knows_for_whom_the_clock_has_waited_since_the_turn_began(postgresql: str) -> None:
    async def main() -> None:
        now = Time()
        async with serving(postgresql, now, **STEADY) as here, serving(postgresql, now, **STEADY) as there:
            people = [await Client.arrive(here.url, name) for name in ("Olha", "Ihor")]
            settings = TableSettings(clock=Clock(kind="turn", seconds=60))
            info = await table_of(people, "gnomes", [ME, OPEN], settings)
            async with people[0].open(info.id) as one, people[1].open(info.id) as two:
                await both_here(one)
                seat = one.view["to_act"]
                plays, away = (one, two) if seat == 0 else (two, one)
                await cut(away)
                while plays.is_my_turn:
                    await plays.act([choose(plays.view, random.Random(1))])
                live = here.site.tables[info.id]
                await until(lambda: live.clock.waits and live.row.clock is not None)  # type: ignore[union-attr]
                now.now += 100_000
                async with Client(there.url, people[1 - seat].cookie).open(info.id) as back:
                    await back.until(lambda: back.clock is not None and not back.clock.held)
                    assert back.clock is not None
                    assert (back.clock.left[1 - seat], back.clock.away[1 - seat]) == (60_000, 20_000)

    run(main())


def test_an_interrupted_turn_begins_again_once_for_all_processes(postgresql: str) -> None:
    async def main() -> None:
        now = Time()
        async with serving(postgresql, now) as server:
            people = [await Client.arrive(server.url, name) for name in ("Olha", "Ihor")]
            info = await table_of(people, "nizam", [ME, OPEN], TableSettings(clock=Clock(kind="turn", seconds=100)))
            now.now += 20_000
        now.now += 3_600_000  # No server is there.
        async with serving(postgresql, now, **STEADY) as here:
            async with Client(here.url, people[0].cookie).open(info.id) as one:
                assert one.clock is not None and one.clock.left == [100_000, 100_000]
                seat, live = one.view["to_act"], here.site.tables[info.id]
                mine = Client(here.url, people[seat].cookie)
                async with mine.open(info.id):
                    await until(lambda: not live.clock.held and live.row.clock is not None)  # type: ignore[union-attr]
                    await until(lambda: '"runs"' in (live.row.clock or ""))
                    now.now += 30_000
                    async with serving(postgresql, now, **STEADY) as there:
                        async with Client(there.url, people[seat].cookie).open(info.id) as two:
                            await two.until(lambda: two.clock is not None and not two.clock.held)
                            assert two.clock is not None and two.clock.left[seat] == 70_000

    run(main())


def test_the_process_that_takes_a_table_over_goes_on_with_its_clock(postgresql: str) -> None:
    async def main() -> None:
        first, second = ServerProcess(postgresql), ServerProcess(postgresql)
        await asyncio.gather(first.ready(), second.ready())
        try:
            people = [await Client.arrive(first.url, name) for name in ("Olha", "Ihor")]
            info = await table_of(people, "gnomes", [ME, OPEN], TableSettings(clock=Clock(kind="turn", seconds=600)))
            async with people[0].open(info.id) as one:
                seat = one.view["to_act"]
                async with people[seat].open(info.id) as lost:
                    while lost.clock is None or lost.clock.left[seat] > 594_000:  # More than a take-over gives.
                        await asyncio.sleep(0.1)
                        await lost.refresh()
                    await asyncio.to_thread(first.kill)
                    async with Client(second.url, people[seat].cookie).open(info.id) as back:
                        for _ in range(40):
                            await back.refresh()
                            assert back.clock is not None and back.clock.left[seat] < 600_000 - 2_000
                            await asyncio.sleep(0.1)
        finally:
            first.process.kill()
            await asyncio.to_thread(second.stop)

    run(main())
