"""What the host decides for the whole site: a message to everybody, read-only and draining, in every process."""

from __future__ import annotations

import random
from typing import Any

import pytest

from heliodor.client import ME, OPEN, Client, RequestRefused, bot
from heliodor.protocol.http import Me, PersonChange
from heliodor.protocol.messages import SiteInfo
from heliodor.protocol.settings import Clock, TableSettings
from heliodor.server.administration import caller, orders
from heliodor.store.control import Announcement
from tests.server.harness import Served, Time, play_on, run, serving, table_of, until
from tests.server.test_administration import order, refusal, run_folder  # noqa: F401

TEXTS = {"en": "The server restarts soon.", "uk": "Сервер невдовзі перезапуститься."}


def message_until(end: int) -> orders.Announce:
    return orders.Announce(announcement=Announcement(TEXTS, end))


async def told(server: Served) -> SiteInfo:
    return await Client(server.url).get("/api/site", SiteInfo)


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_a_message_reaches_every_table_those_who_come_later_and_the_first_page_until_it_ends(
    request: pytest.FixtureRequest, database: str
) -> None:
    url = request.getfixturevalue(database)

    async def main() -> None:
        now = Time()
        async with serving(url, now) as server:
            person = await Client.arrive(server.url, "Olha")
            info = await table_of([person], "nizam", [ME])
            async with person.open(info.id) as here:
                assert here.site == SiteInfo()
                await order(server, message_until(now() + 60_000))
                await here.until(lambda: here.site.announcement is not None)
                assert here.site.announcement is not None and here.site.announcement.texts == TEXTS
            async with person.open(info.id) as later:
                assert later.site == here.site == await told(server)
            now.now += 60_000
            assert await told(server) == SiteInfo()
            async with person.open(info.id) as late:
                assert late.site == SiteInfo()
            await order(server, message_until(now() + 60_000))
            assert (await told(server)).announcement is not None
            await order(server, orders.Silence())
            assert await told(server) == SiteInfo()

    run(main())


def test_all_processes_obey_soon_without_any_nudge(postgresql: str) -> None:
    async def main() -> None:
        async with serving(postgresql) as one, serving(postgresql) as two:
            for server in (one, two):
                await server.site.admin.close()
            person = await Client.arrive(one.url, "Olha")
            info = await table_of([person], "nizam", [ME])
            async with person.open(info.id) as here, Client(two.url, person.cookie).open(info.id) as there:
                caller.carry_out(postgresql, orders.SetMode(mode="read-only"))
                # Each process looks every second; the test waits as long as a busy machine takes.
                await here.until(lambda: here.site.mode == "read-only")
                await there.until(lambda: there.site.mode == "read-only")
                for table in (here, there):
                    with pytest.raises(RequestRefused, match="read-only"):
                        await table.act(["draw"])

    run(main())


def test_a_read_only_site_lets_people_watch_and_look_back_and_nothing_else(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            person = await Client.arrive(server.url, "Olha")
            other = await Client.arrive(server.url, "Ihor")
            finished = await table_of([person], "gnomes", [ME, bot("random")])
            async with person.open(finished.id) as table:
                await play_on(table, random.Random(1))
            lobby = await person.create_table("nizam", [ME, OPEN])
            info = await table_of([person], "nizam", [ME, bot("random")])
            async with person.open(info.id) as table:
                await table.my_turn()
                await order(server, orders.SetMode(mode="read-only"))
                ply = table.ply
                for asked in (table.act(["draw"]), table.chat("Hello"), table.phrase("hello")):
                    assert await refusal(asked) == "read_only"
                requests: list[Any] = [
                    person.create_table("nizam", [ME]),
                    other.join(lobby.id, lobby.join_token),
                    person.leave(info.id),
                    person.rematch(finished.id),
                    other.post("/api/me", PersonChange(name="Igor"), Me),
                    Client.arrive(server.url, "Taras"),
                ]
                for asked in requests:
                    assert await refusal(asked) == "read_only"
                assert await person.record(finished.id)
                async with other.open(info.id, info.watch_token) as watching:
                    assert watching.site.mode == "read-only"
                assert table.ply == ply
                assert await Client(server.url).get("/readyz", dict[str, Any]) == {"ok": True, "mode": "read-only"}
                await order(server, orders.SetMode(mode="open"))
                await table.act(["draw"])

    run(main())


def test_while_the_site_is_read_only_clocks_and_bots_stand_still(sqlite: str) -> None:
    async def main() -> None:
        now = Time()
        async with serving(sqlite, now, start_grace=0.0) as server:
            people = [await Client.arrive(server.url, name) for name in ("Olha", "Ihor")]
            clock = TableSettings(clock=Clock(kind="bank", seconds=60))
            info = await table_of(people, "nizam", [ME, OPEN], clock)
            bots = await table_of(people[:1], "gnomes", [ME, bot("random")])
            async with people[0].open(info.id) as one, people[1].open(info.id), people[0].open(bots.id) as alone:
                live = server.site.tables[info.id]
                assert live.clock is not None
                seat = live.to_act
                await alone.my_turn()
                await order(server, orders.SetMode(mode="read-only"))
                await one.until(lambda: one.clock is not None and one.clock.held)
                await people[0].get("/readyz", dict)
                now.now += 3_600_000
                assert live.clock.state(now()).left[seat] == 60_000
                beside = server.site.tables[bots.id]
                beside.seats[0].covered = 1  # A bot could play now,
                beside.driver.consider()
                assert not beside.driver.is_busy  # but nobody acts.
                beside.seats[0].covered = 0
                await order(server, orders.SetMode(mode="open"))
                await one.until(lambda: one.clock is not None and not one.clock.held)
                now.now += 10_000
                assert live.clock.state(now()).left[seat] == 50_000

    run(main())


def test_a_read_only_site_stays_so_after_a_restart(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            person = await Client.arrive(server.url, "Olha")
        caller.carry_out(sqlite, orders.SetMode(mode="read-only"))
        async with serving(sqlite) as server:
            person.url = server.url
            assert await refusal(person.create_table("nizam", [ME])) == "read_only"

    run(main())


def test_a_draining_site_makes_no_new_tables_and_running_matches_go_on(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            person = await Client.arrive(server.url, "Olha")
            info = await table_of([person], "gnomes", [ME, bot("random")])
            visitor = Client(server.url)
            assert await visitor.get("/readyz/new", dict[str, Any]) == {"ok": True, "mode": "open"}
            await order(server, orders.SetMode(mode="drain"))
            assert await visitor.get("/readyz", dict[str, Any]) == {"ok": True, "mode": "drain"}
            assert await refusal(visitor.get("/readyz/new", dict[str, Any])) == "no_new_tables"
            assert await refusal(person.create_table("nizam", [ME])) == "draining"
            async with person.open(info.id) as table:
                assert table.site.mode == "drain"
                await play_on(table, random.Random(1))
                assert table.over
            assert await refusal(person.rematch(info.id)) == "draining"
            await until(lambda: server.site.tables[info.id].row.status == "over")

    run(main())
