"""Acknowledged means saved: the server is killed at random moments, and no acknowledged action is lost."""

from __future__ import annotations

import asyncio
import http.client
import random
from collections.abc import Awaitable, Callable
from typing import TypeVar

import pytest
from sqlalchemy import update

from heliodor.client import ME, OPEN, Client, LiveTable, RequestRefused, TableClosed, bot
from heliodor.games import get_game
from heliodor.store import Store, matches, open_engine, schema
from tests.server.harness import ServerProcess, choose, play_on, run, serving, table_of

T = TypeVar("T")

KILLS = 50
GAMES = ("nizam", "gnomes", "luz", "pearl")


class Witness:
    """Plays a seat and remembers every action that was acknowledged, with its ply."""

    def __init__(self, table: LiveTable, seed: int, count: Callable[[], None]) -> None:
        self.table = table
        self._count = count
        self.acknowledged: dict[int, str] = {}
        self._chance = random.Random(seed)

    async def play(self) -> None:
        while await self.table.my_turn():
            action = choose(self.table.view, self._chance)
            try:
                ply = await self.table.act([action])
            except RequestRefused as refused:
                assert refused.key in ("stale", "not_your_turn", "table_over"), refused.key
                continue
            self.acknowledged[ply - 1] = action
            self._count()


async def persistently(attempt: Callable[[], Awaitable[T]]) -> T:
    """Try again while the server is away."""
    while True:
        try:
            return await attempt()
        except (OSError, http.client.HTTPException):
            await asyncio.sleep(0.02)
        except RequestRefused as refused:
            if refused.key != "already_started":
                raise
            await asyncio.sleep(0.05)


async def log_of(database: str, match_id: str) -> list[str]:
    """Return the actions that are on disk, without asking the server."""
    store = Store(open_engine(database))
    try:
        return [row.text for row in await store.read(matches.actions_from, match_id, 0)]
    finally:
        await store.close()


async def new_table(people: list[Client], game: str) -> str:
    """Make and start a table with a server that may be away at any moment."""

    async def attempt() -> str:
        return (await table_of(people, game, [ME, OPEN, bot("random")])).id

    return await persistently(attempt)


async def play_one_match(
    database: str, people: list[Client], game: str, seed: int, is_done: Callable[[], bool], count: Callable[[], None]
) -> int:
    """Play a match to its end, or until no more kills come; return how often somebody had to connect again."""
    match_id = await new_table(people, game)
    async with people[0].open(match_id) as one, people[1].open(match_id) as two:
        witnesses = [Witness(one, seed, count), Witness(two, seed + 1, count)]
        playing = [asyncio.create_task(witness.play()) for witness in witnesses]
        while not is_done() and not all(task.done() for task in playing):
            await asyncio.sleep(0.02)
        for task in playing:
            task.cancel()
        for result in await asyncio.gather(*playing, return_exceptions=True):
            assert result is None or isinstance(result, asyncio.CancelledError), result
        log = await log_of(database, match_id)
        for witness in witnesses:
            for ply, action in witness.acknowledged.items():
                assert log[ply] == action, f"{game}: {action} at ply {ply} was acknowledged"
        # Players who have been here all the time see what the log says, and so does a newcomer.
        async with people[0].open(match_id) as newcomer:
            await asyncio.gather(*(table.until(lambda t=table: t.ply >= newcomer.ply) for table in (one, two)))
            await newcomer.until(lambda: newcomer.ply >= max(one.ply, two.ply))
            if newcomer.ply == one.ply:
                assert newcomer.view == one.view
        return one.reconnections + two.reconnections


@pytest.mark.parametrize("database_kind", ["sqlite", "postgresql"])
def test_a_server_killed_at_random_moments_loses_nothing(request: pytest.FixtureRequest, database_kind: str) -> None:
    database = request.getfixturevalue(database_kind)
    kills = KILLS if database_kind == "sqlite" else KILLS // 5

    async def main() -> None:
        chance = random.Random(7)
        server = ServerProcess(database, heartbeat=0.2)
        await server.ready()
        people = [await Client.arrive(server.url, f"Person {number}") for number in range(2)]
        is_done = False
        acknowledged = 0

        def count() -> None:
            nonlocal acknowledged
            acknowledged += 1

        async def kill_now_and_then() -> None:
            nonlocal is_done
            for _ in range(kills):
                # In the middle of play: some actions after the last restart, and at any moment of the next one.
                some = acknowledged + chance.randrange(1, 8)
                while acknowledged < some:
                    await asyncio.sleep(0.005)
                await asyncio.sleep(chance.uniform(0.0, 0.03))
                await asyncio.to_thread(server.kill)
                server.restart()
                await server.ready()
            is_done = True

        killer = asyncio.create_task(kill_now_and_then())
        reconnections = number = 0
        while not is_done:
            game = GAMES[number % len(GAMES)]
            reconnections += await play_one_match(database, people, game, number, lambda: is_done, count)
            number += 1
        await killer
        await asyncio.to_thread(server.stop)
        assert acknowledged > kills
        assert reconnections >= kills // 2

    run(main(), seconds=600)


class SetUp:
    """Sets tables up; every answer must stay true, whatever happens to the server meanwhile."""

    def __init__(self, host: Client, guest: Client) -> None:
        self.host, self.guest = host, guest
        self.answers = 0

    async def answered(self, attempt: Callable[[], Awaitable[T]]) -> T:
        result = await persistently(attempt)
        self.answers += 1
        return result

    async def go_through(self, game: str) -> None:
        host, guest = self.host, self.guest
        made = await self.answered(lambda: host.create_table(game, [ME, OPEN, bot("random")]))
        found = await self.answered(lambda: host.table(made.id))
        assert (found.status, found.join_token, found.commitment) == ("open", made.join_token, made.commitment)
        await self.answered(lambda: guest.join(made.id, made.join_token))
        found = await self.answered(lambda: guest.table(made.id))
        assert [seat.yours for seat in found.seats] == [False, True, False]
        await self.start(made.id)
        assert (await self.answered(lambda: guest.table(made.id))).status == "playing"
        async with host.open(made.id) as one, guest.open(made.id) as two:
            assert one.view["players"] == two.view["players"] == 3

    async def start(self, table: str) -> None:
        has_been_cut_off = False
        while True:
            try:
                await self.host.start(table)
                self.answers += 1
                return
            except (OSError, http.client.HTTPException):
                has_been_cut_off = True
                await asyncio.sleep(0.02)
            except RequestRefused as refused:
                # "Already started" is right only for a person whose request got no answer.
                assert refused.key == "already_started" and has_been_cut_off
                return


@pytest.mark.parametrize("database_kind", ["sqlite", "postgresql"])
def test_a_server_killed_while_tables_are_set_up_loses_nothing(
    request: pytest.FixtureRequest, database_kind: str
) -> None:
    database = request.getfixturevalue(database_kind)
    kills = KILLS // 2 if database_kind == "sqlite" else KILLS // 5

    async def main() -> None:
        chance = random.Random(8)
        server = ServerProcess(database, heartbeat=0.2)
        await server.ready()
        set_up = SetUp(await Client.arrive(server.url, "Olha"), await Client.arrive(server.url, "Ihor"))

        async def kill_now_and_then() -> None:
            for _ in range(kills):
                some = set_up.answers + chance.randrange(1, 5)
                while set_up.answers < some:
                    await asyncio.sleep(0.001)
                await asyncio.sleep(chance.uniform(0.0, 0.02))
                await asyncio.to_thread(server.kill)
                server.restart()
                await server.ready()

        killer = asyncio.create_task(kill_now_and_then())
        number = 0
        while not killer.done():
            await set_up.go_through(GAMES[number % len(GAMES)])
            number += 1
        await killer
        await asyncio.to_thread(server.stop)

    run(main(), seconds=600)


async def _change_version(database: str, match_id: str) -> None:
    store = Store(open_engine(database))
    await store.write(
        lambda connection: (
            connection.execute(
                update(schema.matches).where(schema.matches.c.id == match_id).values(version=99)
            ).rowcount
        )
    )
    await store.close()


@pytest.mark.parametrize("database_kind", ["sqlite", "postgresql"])
def test_a_match_of_other_rules_is_refused_in_a_sentence_and_hinders_nobody(
    request: pytest.FixtureRequest, database_kind: str
) -> None:
    database = request.getfixturevalue(database_kind)

    async def main() -> None:
        async with serving(database, bot_pace=30.0) as server:
            person = await Client.arrive(server.url)
            old, good = [await table_of([person], "nizam", [ME, bot("random")]) for _ in range(2)]
            waiting = await table_of([person], "pearl", [ME, bot("random")], start=False)
        for match_id in (old.id, waiting.id):
            await _change_version(database, match_id)
        async with serving(database, bot_pace=0.01) as server:
            person = Client(server.url, person.cookie)
            with pytest.raises(RequestRefused) as refused:
                await person.table(old.id)
            assert refused.value.status == 409 and refused.value.key == "other_version"
            with pytest.raises(TableClosed, match="version 99 of the rules of Nizam"):
                async with person.open(old.id):
                    pass
            async with person.open(good.id) as table:
                await play_on(table, random.Random(1), 2)
            # What has not been dealt is played by the rules of today.
            info = await person.start(waiting.id)
            assert info.version == get_game("pearl").version
            assert server.site.metrics.faults._value.get() == 0

    run(main())
