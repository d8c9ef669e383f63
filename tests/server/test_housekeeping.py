"""A site removes what is old by itself, once a day in one of its processes, and on a host's order."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from heliodor.client import ME, OPEN, Client
from heliodor.protocol.http import Me, Privacy
from heliodor.server import housekeeping
from heliodor.server.administration import orders
from heliodor.store import audit
from heliodor.store.retention import DAY, Retention
from tests.server.harness import Time, run, serving, table_of, until
from tests.server.test_administration import order, refusal, run_folder  # noqa: F401


def test_of_two_processes_one_prunes_and_both_forget_the_table(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(housekeeping, "PAUSE_SECONDS", 0.0)

    async def main() -> None:
        time = Time()
        async with (
            serving(postgresql, time, heartbeat=1000.0) as one,
            serving(postgresql, time, heartbeat=1000.0) as two,
        ):
            person = await Client.arrive(one.url, "Olha")
            lobby = await person.create_table("nizam", [ME, OPEN])
            await Client(two.url, person.cookie).table(lobby.id)
            assert lobby.id in one.site.tables and lobby.id in two.site.tables
            time.now += 24 * DAY
            await asyncio.gather(*(housekeeping.prune_daily(each.site) for each in (one, two)))
            ends = time.now + 7 * DAY
            await until(lambda: all(each.site.tables[lobby.id].row.expires_at == ends for each in (one, two)))
            time.now = ends
            runs: list[Any] = []
            prune = housekeeping.prune

            async def counted(*args: Any) -> dict[str, int]:
                runs.append(args)
                return await prune(*args)

            monkeypatch.setattr(housekeeping, "prune", counted)
            await asyncio.gather(*(housekeeping.prune_daily(each.site) for each in (one, two)))
            assert len(runs) == 1
            await until(lambda: lobby.id not in one.site.tables and lobby.id not in two.site.tables)

    run(main())


def test_a_read_only_site_prunes_nothing(sqlite: str) -> None:
    async def main() -> None:
        time = Time()
        async with serving(sqlite, time) as server:
            person = await Client.arrive(server.url, "Olha")
            lobby = await person.create_table("nizam", [ME, OPEN])
            time.now += 31 * DAY
            await order(server, orders.SetMode(mode="read-only"))
            await housekeeping.prune_daily(server.site)
            assert (await person.table(lobby.id)).id == lobby.id

    run(main())


def test_a_host_prunes_at_once_and_it_is_logged(sqlite: str) -> None:
    async def main() -> None:
        time = Time()
        async with serving(sqlite, time) as server:
            person = await Client.arrive(server.url, "Olha")
            info = await table_of([person], "nizam", [ME])
            lobbies = [await person.create_table("nizam", [ME, OPEN]) for _ in range(3)]
            time.now += 2 * DAY
            retention = Retention(matches=None, lobbies=1, idle=1, people=None, talk=None, logs=None)
            assert await order(server, orders.Prune(retention=retention)) == {"lobbies": 3, "idle": 1}
            await until(lambda: server.site.tables[info.id].row.status == "stopped")
            assert await refusal(person.table(lobbies[0].id)) == "not_found"
            entries = await server.site.store.read(audit.entries, 10)
            assert sorted(entry.action for entry in entries) == ["expire"] * 4 + ["prune"]
            assert [entry.detail for entry in entries if entry.action == "prune"] == [
                '{"days":{"lobbies":1,"idle":1},"removed":{"lobbies":3,"idle":1}}'
            ]

    run(main())


def test_a_match_nobody_comes_back_to_is_not_finished_and_not_rated_unless_a_player_comes(sqlite: str) -> None:
    async def main() -> None:
        time = Time()
        async with serving(sqlite, time, retention=Retention(people=None)) as server:
            people = [await Client.arrive(server.url, name) for name in ("Olha", "Ihor")]
            left, kept = [await table_of(people, "nizam", [ME, OPEN]) for _ in range(2)]
            assert left.rated
            time.now += 84 * DAY
            await housekeeping.prune_daily(server.site)
            ends = time.now + 7 * DAY
            await until(lambda: server.site.tables[left.id].row.expires_at == ends)
            async with Client(server.url).open(left.id, left.watch_token) as spectator:
                assert spectator.info is not None and spectator.info.expires_at == ends, "a spectator keeps nothing"
            async with people[1].open(kept.id) as live:
                await live.until(lambda: live.info is not None and live.info.expires_at is None)
            time.now = ends
            await housekeeping.prune_daily(server.site)
            await until(lambda: server.site.tables[left.id].row.status == "stopped")
            ended, going = [await people[0].table(info.id) for info in (left, kept)]
            assert (ended.status, ended.result, ended.expires_at) == ("stopped", None, ends)
            assert (going.status, going.expires_at) == ("playing", None)
            assert (await people[0].get("/api/me", Me)).ratings == []
            entries = await server.site.store.read(audit.entries, 10)
            assert [(entry.action, entry.match_id) for entry in entries] == [("expire", left.id)]

    run(main())


def test_everybody_can_read_how_long_this_server_keeps_what(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite, retention=Retention(matches=7)) as server:
            kept = await Client(server.url).get("/api/privacy", Privacy)
            assert (kept.matches, kept.lobbies, kept.talk, kept.announced) == (7, 30, 90, 7)

    run(main())
