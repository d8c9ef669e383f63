"""No silent desync: a proxy drops, delays, doubles and reorders frames, and cuts connections; the views agree."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator

import pytest
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import WebSocketException

from heliodor.client import ME, OPEN, Client, RequestRefused
from heliodor.client.live import LiveTable
from heliodor.match import Match
from tests.server.harness import MOST_SECONDS, choose, quick_options, run, serving, table_of


class BadNetwork:
    """Stands between clients and the server."""

    def __init__(self, url: str, seed: int) -> None:
        self._url = "ws" + url.removeprefix("http") + "/api/socket"
        self._chance = random.Random(seed)
        self.dropped = self.doubled = self.delayed = self.cut = 0
        self.is_bad = True

    async def handle(self, client: ServerConnection) -> None:
        headers = {"Cookie": client.request.headers.get("Cookie", "")}  # type: ignore[union-attr]
        with contextlib.suppress(WebSocketException):
            async with connect(self._url, additional_headers=headers, compression=None, proxy=None) as server:
                ways = [
                    asyncio.create_task(self._carry(client, server)),
                    asyncio.create_task(self._carry(server, client)),
                ]
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
                for way in ways:
                    way.cancel()
                await asyncio.gather(*ways, return_exceptions=True)

    async def _carry(self, source: object, target: object) -> None:
        later: set[asyncio.Task[None]] = set()
        first = True
        async for frame in source:  # type: ignore[attr-defined]
            chance = 1.0 if first or not self.is_bad else self._chance.random()  # The opening and its snapshot arrive.
            first = False
            if chance < 0.01:
                self.cut += 1
                return
            if chance < 0.06:
                self.dropped += 1
                continue
            if chance < 0.16:
                self.delayed += 1
                task = asyncio.create_task(self._send_later(target, frame))
                later.add(task)
                task.add_done_callback(later.discard)
                continue
            await target.send(frame)  # type: ignore[attr-defined]
            if chance < 0.26:
                self.doubled += 1
                await target.send(frame)  # type: ignore[attr-defined]

    async def _send_later(self, target: object, frame: str) -> None:
        await asyncio.sleep(self._chance.uniform(0.0, 0.05))
        with contextlib.suppress(WebSocketException):
            await target.send(frame)  # type: ignore[attr-defined]


@contextlib.asynccontextmanager
async def bad_network(url: str, seed: int) -> AsyncIterator[tuple[BadNetwork, str]]:
    network = BadNetwork(url, seed)
    async with serve(network.handle, "127.0.0.1", 0, compression=None) as proxy:
        port = next(iter(proxy.sockets)).getsockname()[1]
        yield network, f"ws://127.0.0.1:{port}"


async def play_stubbornly(table: LiveTable, chance: random.Random, accepted: list[str]) -> None:
    while True:
        # The lost frame may be the one that says that it is our turn: ask from time to time.
        try:
            if not await asyncio.wait_for(table.my_turn(), 0.3):
                return
        except TimeoutError:
            await table.refresh()
            continue
        action = choose(table.view, chance)
        try:
            await table.act([action])
        except RequestRefused as refused:
            assert refused.key in ("stale", "not_your_turn", "table_over"), refused.key
        else:
            accepted.append(action)


@pytest.mark.parametrize("game", ["nizam", "gnomes", "luz"])
def test_views_agree_and_nothing_is_played_twice(sqlite: str, game: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            people = [await Client.arrive(server.url, name) for name in ("Olha", "Ihor", "Mira")]
            seats = [ME, OPEN, OPEN]
            info = await table_of(people, game, seats, **quick_options(game))
            async with bad_network(server.url, 11) as (network, url):
                tables = [LiveTable(url, person.cookie, info.id, None) for person in people]
                accepted: list[list[str]] = [[], [], []]
                for table in tables:
                    table.patience = 0.2
                async with tables[0], tables[1], tables[2]:
                    playing = [
                        play_stubbornly(table, random.Random(seat), accepted[seat]) for seat, table in enumerate(tables)
                    ]
                    await asyncio.wait_for(asyncio.gather(*playing), MOST_SECONDS)
                    network.is_bad = False
                    for table in tables:
                        await table.refresh()
                    assert len({table.ply for table in tables}) == 1
                    assert tables[0].view["scores"] == tables[1].view["scores"] == tables[2].view["scores"]
                    plies = tables[0].ply
            assert min(network.dropped, network.doubled, network.delayed) > 0
            record = await people[0].record(info.id)
            Match.from_record(record)
            assert len(record.actions) == plies == sum(map(len, accepted))

    run(main())


def test_a_resent_action_is_answered_and_not_played_again(sqlite: str) -> None:
    async def main() -> None:
        from heliodor.protocol.requests import Act

        async with serving(sqlite) as server:
            person = await Client.arrive(server.url)
            info = await table_of([person], "nizam", [ME])
            async with person.open(info.id) as table:
                request = Act(request="same", ply=0, actions=["draw"])
                first = await table.ask(request)
                await table.until(lambda: table.ply == 1)
                assert await table.ask(request) == first
                assert table.ply == 1
            server.site.tables.clear()  # As after a restart: the log remembers the request.
            async with person.open(info.id) as table:
                assert await table.ask(request) == first
                assert table.ply == 1
                with pytest.raises(RequestRefused) as refused:
                    await table.act(["draw"], ply=0)
                assert refused.value.key == "stale"

    run(main())


def test_a_client_that_was_away_is_sent_what_it_missed(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            people = [await Client.arrive(server.url, name) for name in ("Olha", "Ihor")]
            info = await table_of(people, "nizam", [ME, OPEN])
            chance = random.Random(2)
            async with people[0].open(info.id) as here, people[1].open(info.id) as away:
                for _ in range(6):
                    await asyncio.gather(here.until(lambda: here.is_my_turn or away.is_my_turn or here.over))
                    await asyncio.gather(
                        here.until(lambda: here.ply >= away.ply), away.until(lambda: away.ply >= here.ply)
                    )
                    actor = here if here.is_my_turn else away
                    if actor is here:
                        # The other client is cut off just before, and reconnects by itself.
                        assert away._socket is not None
                        await away._socket.close()
                    await actor.act([choose(actor.view, chance)])
                await away.until(lambda: away.ply == here.ply)
                assert away.view["board"] == here.view["board"]
                public = [(event.key, event.seat, event.ply) for event in here.events]
                assert [(event.key, event.seat, event.ply) for event in away.events] == public

    run(main())
