"""Leaving, covering, voting, losing the line and coming back in any order: each request is answered, nothing breaks."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from heliodor.client import ME, OPEN, Client, LiveTable, RequestRefused, TableClosed
from heliodor.protocol import requests
from heliodor.protocol.settings import Clock, TableSettings
from tests.server.harness import MOST_SECONDS, Served, Time, choose, cut, run, serving, table_of

STEPS = 60


class Crowd:
    """Three people who do anything at any moment; every refusal of the server must have a known reason."""

    def __init__(self, server: Served, time: Time, people: list[Client], table: str, chance: random.Random) -> None:
        self.server, self.time, self.people, self.table, self.chance = server, time, people, table, chance
        self.opened: dict[int, LiveTable] = {}
        self.keys: set[str] = set()  # Reasons of refusals.

    async def step(self) -> None:
        """Let somebody do something."""
        who = self.chance.randrange(len(self.people))
        person, what = self.people[who], self.chance.choice(["pause", "resume", "stop"])
        things: list[Callable[[], Awaitable[Any]]] = [
            lambda: person.leave(self.table),
            lambda: person.change_seat(self.table, who, "person"),
            lambda: person.change_seat(self.table, self.chance.randrange(3), "bot", "random"),
            lambda: person.change_seat(self.table, self.chance.randrange(3), self.chance.choice(["person", "open"])),
            lambda: person.rematch(self.table),
            lambda: self._reconnect(who),
            lambda: self._cut(who),
            lambda: self._pass_time(),
        ]
        if (live := self.opened.get(who)) is not None:
            things += [
                lambda: live.offer(what),  # type: ignore[arg-type]
                lambda: live.accept(what),  # type: ignore[arg-type]
                lambda: live.ask(requests.Decline(request=live.new_id(), what=what)),  # type: ignore[arg-type]
                lambda: self._act(live),
                lambda: self._act(live),
                lambda: self._act(live),
            ]
        try:
            await asyncio.wait_for(self.chance.choice(things)(), MOST_SECONDS)
        except RequestRefused as refused:
            assert refused.key != "fault" and refused.status < 500
            self.keys.add(refused.key)

    async def _act(self, live: LiveTable) -> None:
        if live.view is not None and live.view["legal"]:
            await live.act([choose(live.view, self.chance)])

    async def _reconnect(self, who: int) -> None:
        await self._cut(who)
        live = self.people[who].open(self.table)
        await live.__aenter__()
        self.opened[who] = live

    async def _cut(self, who: int) -> None:
        if (live := self.opened.pop(who, None)) is not None:
            await cut(live)

    async def _pass_time(self) -> None:
        self.time.now += self.chance.choice([1_000, 30_000, 130_000])
        live = self.server.site.tables[self.table]
        await live.run(live.driver._time_passed)


@pytest.mark.parametrize("clock", [Clock(), Clock(kind="turn", seconds=30), Clock(kind="bank", seconds=60)])
@pytest.mark.parametrize("seed", range(2))
def test_people_may_do_anything_at_any_moment(
    sqlite: str, monkeypatch: pytest.MonkeyPatch, seed: int, clock: Clock
) -> None:
    monkeypatch.setattr("heliodor.server.table.ABSENCE_SECONDS", 0.01)

    async def main() -> None:
        time = Time()
        async with serving(sqlite, time, start_grace=0.0, drop_grace=0.05) as server:
            people = [await Client.arrive(server.url, name) for name in ("Olha", "Ihor", "Mira")]
            info = await table_of(people, "gnomes", [ME, OPEN, OPEN], TableSettings(clock=clock))
            crowd = Crowd(server, time, people, info.id, random.Random(seed))
            for _ in range(STEPS):
                await crowd.step()
            for who in range(3):
                with contextlib.suppress(TableClosed):
                    await crowd._cut(who)
            assert server.site.metrics.faults._value.get() == 0
            now = await people[0].table(info.id)
            ratings = [(await person.me()).ratings for person in people]
            if now.status in ("playing", "paused"):
                assert ratings == [[], [], []]
            assert all(rating.matches == 1 for each in ratings for rating in each)
            if now.status == "playing":  # It can be played on, to its end.
                for seat, person in enumerate(people):
                    await person.change_seat(info.id, seat, "person")
                await asyncio.gather(*(_finish(person, info.id) for person in people))
                assert (await people[0].table(info.id)).status == "over"
                assert [len((await person.me()).ratings) for person in people] == [1, 1, 1]

    async def _finish(person: Client, table: str) -> None:
        chance = random.Random(seed)
        async with person.open(table) as live:
            while await live.my_turn():
                with contextlib.suppress(RequestRefused):  # Time was up, and a bot was first.
                    await live.act([choose(live.view, chance)])

    run(main())


def test_a_request_cancelled_in_the_moment_of_its_answer_stays_cancelled() -> None:
    """Else a player who leaves in that moment would go on playing."""

    async def main() -> None:
        table = LiveTable("ws://nowhere", None, "table", None)
        asking = asyncio.create_task(table.refresh())
        await asyncio.sleep(0)
        [(request, future)] = table._pending.values()
        future.set_result(request)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking

    run(main())
