"""A person's own page, devices and data: ratings over time, signing out, mutes, export and removal."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from heliodor.client import ME, OPEN, Client, LiveTable, RequestRefused, bot
from heliodor.protocol.http import Done, Export, Matches, Me, Mute, MyPage, RecoveryCode, Removal, SignOut, Unmute
from tests.server.harness import Served, ServerProcess, play_on, run, serving, table_of, until
from tests.server.test_tables import arrive, refusal


async def finished(people: list[Client]) -> str:
    """Play a match of two people and a bot to its end."""
    info = await table_of(people, "gnomes", [ME, OPEN, bot("casual:bold")])
    async with people[0].open(info.id) as one, people[1].open(info.id) as two:
        await asyncio.gather(play_on(one, random.Random(1)), play_on(two, random.Random(2)))
        await one.until(lambda: one.over)
    return info.id


def test_my_page_has_ratings_over_time_and_results_and_my_matches(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            olha, ihor = await arrive(server, "Olha", "Ihor")
            matches = [await finished([olha, ihor]) for _ in range(2)]
            pages = [await person.get("/api/me/page", MyPage) for person in (olha, ihor)]
            for page, other in zip(pages, ("Ihor", "Olha"), strict=True):
                [curve] = page.ratings
                assert (curve.matches, len(curve.points), page.matches) == (2, 2, 2)
                assert curve.points[-1].rating == curve.rating == 1500 + curve.change
                assert [(rival.name, rival.is_bot, rival.matches) for rival in page.rivals] == [
                    (other, False, 2),
                    ("casual", True, 2),
                ]
            assert (pages[0].rivals[0].won, pages[0].rivals[0].lost) == (
                pages[1].rivals[0].lost,
                pages[1].rivals[0].won,
            )
            assert sum(page.ratings[0].change for page in pages) == pytest.approx(0, abs=1)
            mine = await olha.get("/api/my/matches?skip=0", Matches)
            assert ([table.id for table in mine.tables], mine.total) == (matches[::-1], 2)
            assert all(table.result and table.finished_at for table in mine.tables)
            assert [table.id for table in (await olha.get("/api/my/matches?skip=1", Matches)).tables] == matches[:1]
            assert await refusal(olha.get("/api/my/matches?skip=x", Matches)) == "bad_request"

    run(main())


def test_the_code_can_be_shown_again_and_signing_out_ends_it_and_every_other_device(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            olha = await Client.arrive(server.url, "Olha")
            info = await table_of([olha], "nizam", [ME, bot("random")])
            codes = [(await olha.post("/api/me/code/show", None, RecoveryCode)).code for _ in range(2)]
            assert codes[0] == codes[1]
            other = await Client.recover(server.url, codes[0])
            async with other.open(info.id) as live:
                socket = live._socket
                assert socket is not None
                await olha.post("/api/me/sign-out", SignOut(), Done)
                await asyncio.wait_for(socket.wait_closed(), 60)
                assert socket.close_code == 4401
            assert (await olha.me()).name == "Olha"
            assert await other.get("/api/me", object) is None
            assert await refusal(other.get("/api/my/tables", object)) == "nobody"
            assert await refusal(Client.recover(server.url, codes[0])) == "no_code"
            fresh = (await olha.post("/api/me/code/show", None, RecoveryCode)).code
            assert fresh != codes[0]
            assert (await (await Client.recover(server.url, fresh)).me()).name == "Olha"

    run(main())


def test_signing_out_reaches_every_process_of_a_site(postgresql: str) -> None:
    async def main() -> None:
        servers = [ServerProcess(postgresql) for _ in range(2)]
        try:
            await asyncio.gather(*(server.ready() for server in servers))
            olha = await Client.arrive(servers[0].url, "Olha")
            info = await table_of([olha], "nizam", [ME, OPEN], start=False)
            stolen = Client(servers[1].url, olha.cookie)
            async with stolen.open(info.id) as live:
                socket = live._socket
                assert socket is not None
                await olha.post("/api/me/sign-out", SignOut(), Done)
                await asyncio.wait_for(socket.wait_closed(), 60)
            assert await stolen.get("/api/me", object) is None
        finally:
            for server in servers:
                server.kill()

    run(main())


async def said_to(live: LiveTable, count: int) -> list[str]:
    await live.until(lambda: len(live.said) >= count)
    return [each.text for each in live.said]


def test_a_muted_person_is_not_read_at_any_table_and_can_be_heard_again(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            olha, ihor, mira = await arrive(server, "Olha", "Ihor", "Mira")
            info = await table_of([olha, ihor, mira], "gnomes", [ME, OPEN, OPEN])
            async with olha.open(info.id) as one, ihor.open(info.id) as two, mira.open(info.id) as three:
                await two.phrase("hello")
                assert await said_to(one, 1) == ["hello"]
                await olha.post(f"/api/tables/{info.id}/seats/1/mute", Mute(muted=True), Done)
                await until(lambda: not one.said)  # At once, and what was said before, too.
                await two.chat("rude words")
                await three.phrase("thanks")
                assert await said_to(one, 1) == ["thanks"]
                assert await said_to(three, 3) == ["hello", "rude words", "thanks"]
            page = await olha.get("/api/me/page", MyPage)
            assert [muted.name for muted in page.muted] == ["Ihor"]
            assert (await ihor.me()).id not in page.muted[0].key
            again = await table_of([olha, ihor], "nizam", [ME, OPEN])
            async with olha.open(again.id) as one, ihor.open(again.id) as two:
                await two.phrase("hello")
                await olha.post("/api/me/unmute", Unmute(key=page.muted[0].key), Done)
                assert await said_to(one, 1) == ["hello"]
            for seat, key in ((0, "nobody_there"), (9, "nobody_there")):
                assert (
                    await refusal(olha.post(f"/api/tables/{info.id}/seats/{seat}/mute", Mute(muted=True), Done)) == key
                )
            stranger = await Client.arrive(server.url, "Sam")
            path = f"/api/tables/{info.id}/seats/1/mute"
            assert await refusal(stranger.post(path, Mute(muted=True), Done)) == "not_found"

    run(main())


def test_a_copy_of_everything_and_the_removal_of_everything(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            olha, ihor = await arrive(server, "Olha", "Ihor")
            match = await finished([olha, ihor])
            running = await table_of([olha, ihor], "nizam", [ME, OPEN])
            lobby = await table_of([olha], "luz", [ME, OPEN, OPEN], start=False)
            copy = await olha.get("/api/me/export", Export)
            tables = {row["table"] for row in copy.rows}
            assert {"people", "seats", "matches", "actions", "ratings", "rating_history"} <= tables
            assert "Ihor" not in str(copy.rows)
            assert await refusal(olha.post("/api/me/remove", Removal(name="Ihor"), Done)) == "other_name"
            assert (await olha.me()).name == "Olha"
            cookie = olha.cookie
            async with ihor.open(running.id) as live:
                async with olha.open(running.id) as mine:
                    socket = mine._socket
                    assert socket is not None
                    await olha.post("/api/me/remove", Removal(name=" Olha "), Done)
                    await asyncio.wait_for(socket.wait_closed(), 60)
                # The others play on against a bot, and nobody there is called Olha any more.
                await live.until(lambda: live.info is not None and live.info.seats[0].kind == "bot")
            assert await Client(server.url, cookie).get("/api/me", object) is None
            seats = (await ihor.table(match)).seats
            assert [seat.name for seat in seats[:2]] == ["Guest", "Ihor"]
            assert await refusal(ihor.table(lobby.id)) == "not_found"
            assert _traces(server, "Olha") == []

    run(main())


def _traces(server: Served, text: str) -> list[str]:
    from sqlalchemy import select

    from heliodor.store.schema import metadata

    with server.site.store.engine.connect() as connection:
        rows: list[tuple[str, Any]] = [
            (table.name, row) for table in metadata.sorted_tables for row in connection.execute(select(table))
        ]
    return [f"{name}: {row}" for name, row in rows if text in str(row)]


def test_a_person_who_was_removed_can_come_back_as_somebody_new(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            olha = await Client.arrive(server.url, "Olha")
            was = await olha.me()
            await olha.post("/api/me/remove", Removal(name="Olha"), Done)
            with pytest.raises(RequestRefused):
                await olha.create_table("nizam", [ME])
            again = await olha.post("/api/me", {"name": "Olha"}, Me)
            assert again.id != was.id

    run(main())
