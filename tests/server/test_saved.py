"""Acknowledged means saved: the server is killed at random moments, and nothing that it has acknowledged is lost."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import TypeVar

import pytest

from heliodor.client import ME, OPEN, Client, LiveTable, RequestRefused, bot
from heliodor.store import Store, matches, open_engine
from tests.server.harness import ServerProcess, choose, run, table_of

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
        except OSError:
            await asyncio.sleep(0.05)
        except RequestRefused as refused:
            if refused.key != "already_started":
                raise
            await asyncio.sleep(0.05)


async def log_of(database: str, match_id: str) -> list[str]:
    """Return the actions that are on disk, read beside the server."""
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
        # Those who have been here all the time see what the log says, and so does a newcomer.
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
