"""Several processes on one PostgreSQL: any of them serves any table, and any of them can be killed."""

from __future__ import annotations

import asyncio
import random
import time

import pytest

from heliodor import fairness
from heliodor.client import ME, OPEN, Client, bot
from heliodor.match import Match
from tests.server.harness import ServerProcess, choose, play_on, quick_options, run, serving, table_of


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


def test_a_killed_process_is_taken_over_within_seconds(postgresql: str) -> None:
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
                            asyncio.gather(lost.until(lambda: lost.is_my_turn or two.is_my_turn)), 20
                        )
                        table = lost if lost.is_my_turn else two
                        await play_on(table, random.Random(1), 1)
                        await two.until(lambda: two.ply >= lost.ply)
                    seen = two.ply
                    await asyncio.to_thread(first.kill)
                    began = time.monotonic()
                    async with there[0].open(info.id) as one:
                        assert one.ply >= seen
                        chances = (random.Random(3), random.Random(4))
                        playing = [play_on(one, chances[0]), play_on(two, chances[1])]
                        await asyncio.wait_for(asyncio.gather(*playing), 90)
                        assert one.over and two.over
                        assert one.view["scores"] == two.view["scores"]
                    bot_moved = time.monotonic() - began
                    assert bot_moved < 90
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
                await asyncio.wait_for(table.until(lambda: table.ply > seen), 20)
                assert time.monotonic() - began < 5.0
        finally:
            first.process.kill()
            await asyncio.to_thread(second.stop)

    run(main())


def test_lost_nudges_are_made_up_for(postgresql: str) -> None:
    async def main() -> None:
        # A bus that nobody is at: nudges go nowhere, only the poll finds out.
        config = {"bus": "nats://127.0.0.1:1", "poll": 0.2}
        async with serving(postgresql, **config) as here, serving(postgresql, **config) as there:
            person = await Client.arrive(here.url)
            info = await table_of([person], "nizam", [ME])
            async with person.open(info.id) as one, Client(there.url, person.cookie).open(info.id) as two:
                await play_on(one, random.Random(1), 3)
                await asyncio.wait_for(two.until(lambda: two.ply == one.ply), 10)
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
            await driving.site._forget_idle()
            async with Client(serving_it.url, person.cookie).open(info.id) as table:
                assert serving_it.site.tables[info.id].row.driver == driving.site.process
                await asyncio.wait_for(play_on(table, random.Random(1)), 60)
                assert table.over

    run(main())
