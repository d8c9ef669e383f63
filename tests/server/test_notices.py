"""Notices by Web Push, against a push service that decrypts them: nothing lost, nothing sent twice, nothing secret."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from sqlalchemy import select

from heliodor.client import ME, OPEN, Client
from heliodor.protocol.http import Done, PushInfo, PushKinds, PushLook, SignOut
from heliodor.protocol.settings import Clock, TableSettings
from heliodor.protocol.tables import TableInfo
from heliodor.server import notices, push
from heliodor.store.schema import metadata
from tests.server.harness import Served, ServerProcess, Time, play_on, run, serving, table_of, until
from tests.server.push_service import Browser, PushService
from tests.server.test_tables import arrive, refusal

DAYS = TableSettings(clock=Clock(kind="days", days=2))
MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000


@pytest.fixture
def service() -> Iterator[PushService]:
    opened = PushService()
    yield opened
    opened.close()
    assert opened.faults == []


@contextlib.asynccontextmanager
async def notifying(database: str, service: PushService, now: Time) -> AsyncIterator[Served]:
    """Serve with notices at once; the test says when they are sent."""
    config: dict[str, Any] = {"push_services": [service.origin], "push_delay": 0.0, "push_poll": 3600.0}
    async with serving(database, now, **config) as server:
        service.site_key = (await Client(server.url).get("/api/push", PushInfo)).key or ""
        yield server


async def subscribed(service: PushService, person: Client, name: str, *kinds: str) -> Browser:
    browser = service.browser(name)
    await person.post("/api/me/push", browser.wanted(*kinds), Done)
    return browser


async def days_table(people: list[Client], settings: TableSettings = DAYS) -> tuple[TableInfo, int]:
    """Return a table of people who are all away, and the seat to act."""
    info = await table_of(people, "nizam", [ME, OPEN], settings)
    assert info.to_act is not None
    return info, info.to_act


async def queued(server: Served, count: int) -> None:
    """Wait until that many notices are in the outbox."""
    table = metadata.tables["notices"]

    def number() -> int:
        with server.site.store.engine.connect() as connection:
            return len(connection.execute(select(table.c.id)).all())

    await until(lambda: number() >= count)
    assert number() == count


def test_a_person_who_is_away_is_sent_their_turn_once_and_no_secret(sqlite: str, service: PushService) -> None:
    async def main() -> None:
        now = Time()
        async with notifying(sqlite, service, now) as server:
            people = await arrive(server, "Olha", "Ihor")
            browsers = [await subscribed(service, person, f"b{n}", "turn") for n, person in enumerate(people)]
            silent = await subscribed(service, people[0], "silent", "invitation")
            info, seat = await days_table(people)
            await queued(server, 1)
            for _ in range(3):  # Later looks send nothing more.
                await server.site.notices.deliver()
                now.now += MINUTE
            assert browsers[seat].messages == [{"kind": "turn", "table": info.id, "game": "nizam"}]
            assert browsers[1 - seat].messages == silent.messages == []
            async with people[seat].open(info.id) as live:
                await play_on(live, random.Random(1), 1)
                while live.info is not None and live.is_my_turn:
                    await live.act(["draw" if "draw" in live.view["legal"] else live.view["legal"][0]])
            await queued(server, 2)
            await server.site.notices.deliver()
            assert len(browsers[1 - seat].messages) == 1
            assert len(browsers[seat].messages) == 1

    run(main())


def test_somebody_at_the_table_gets_no_notice_until_they_leave_it(sqlite: str, service: PushService) -> None:
    async def main() -> None:
        now = Time()
        async with notifying(sqlite, service, now) as server:
            people = await arrive(server, "Olha", "Ihor")
            browsers = [await subscribed(service, person, f"b{n}", "turn") for n, person in enumerate(people)]
            info = await table_of(people, "nizam", [ME, OPEN], start=False)
            async with people[0].open(info.id), people[1].open(info.id):
                started = await people[0].start(info.id)
                await queued(server, 0)
            await queued(server, 1)
            await server.site.notices.deliver()
            assert started.to_act is not None
            assert len(browsers[started.to_act].messages) == 1

    run(main())


def test_short_time_and_an_invitation_are_sent(sqlite: str, service: PushService) -> None:
    async def main() -> None:
        now = Time()
        async with notifying(sqlite, service, now) as server:
            people = await arrive(server, "Olha", "Ihor")
            browsers = [
                await subscribed(service, person, f"b{n}", "time", "invitation") for n, person in enumerate(people)
            ]
            info, seat = await days_table(people)
            driver = server.site.tables[info.id].driver
            now.now += 2 * DAY - 5 * HOUR
            for _ in range(2):
                driver._on_time()
                await queued(server, 1)
            await server.site.notices.deliver()
            assert [message["kind"] for message in browsers[seat].messages] == ["time"]
            async with people[0].open(info.id) as one, people[1].open(info.id) as two:
                await one.offer("stop")
                await two.accept("stop")
                await one.until(lambda: one.info is not None and one.info.status == "stopped")
            again = await people[0].rematch(info.id)
            await people[1].rematch(info.id)
            await queued(server, 2)
            await server.site.notices.deliver()
            assert browsers[1].messages[-1] == {"kind": "invitation", "table": again.id, "game": "nizam"}
            assert all(message["kind"] != "invitation" for message in browsers[0].messages)

    run(main())


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_service_in_trouble_is_asked_again_later_and_nothing_is_lost(
    status: int, sqlite: str, service: PushService
) -> None:
    async def main() -> None:
        now = Time()
        async with notifying(sqlite, service, now) as server:
            people = await arrive(server, "Olha", "Ihor")
            browsers = [await subscribed(service, person, f"b{n}", "turn") for n, person in enumerate(people)]
            _info, seat = await days_table(people)
            await queued(server, 1)
            mine = browsers[seat]
            mine.answer = status
            if status == 429:
                mine.headers = {"retry-after": "600"}
            await server.site.notices.deliver()
            await server.site.notices.deliver()  # Not before the pause is over.
            assert mine.requests == 1
            now.now += 31_000
            await server.site.notices.deliver()
            assert mine.requests == (1 if status == 429 else 2)
            mine.answer = 201
            now.now += 10 * MINUTE
            await server.site.notices.deliver()
            await server.site.notices.deliver()
            assert len(mine.messages) == 1

    run(main())


def test_a_service_that_is_down_and_a_server_that_restarts_lose_nothing(sqlite: str, service: PushService) -> None:
    async def main() -> None:
        now = Time()
        async with notifying(sqlite, service, now) as server:
            people = await arrive(server, "Olha", "Ihor")
            browsers = [await subscribed(service, person, f"b{n}", "turn") for n, person in enumerate(people)]
            _info, seat = await days_table(people)
            await queued(server, 1)
            assert server.site.notices.push is not None
            server.site.notices.push.post = lambda *_args: push.Answer(0)  # type: ignore[method-assign]
            await server.site.notices.deliver()
            assert browsers[seat].messages == []
        now.now += MINUTE
        async with notifying(sqlite, service, now) as server:
            await server.site.notices.deliver()
            assert len(browsers[seat].messages) == 1
            await server.site.notices.deliver()
            await queued(server, 1)  # The same turn, seen by a new process, is the same notice.
            assert len(browsers[seat].messages) == 1

    run(main())


@pytest.mark.parametrize("status", [404, 410, 403])
def test_a_subscription_that_is_gone_or_of_another_key_is_forgotten(
    status: int, sqlite: str, service: PushService
) -> None:
    async def main() -> None:
        now = Time()
        async with notifying(sqlite, service, now) as server:
            people = await arrive(server, "Olha", "Ihor")
            browsers = [await subscribed(service, person, f"b{n}", "turn") for n, person in enumerate(people)]
            _info, seat = await days_table(people)
            await queued(server, 1)
            if status == 403:
                service.site_key = "another"  # The service refuses the signature.
            else:
                browsers[seat].answer = status
            await server.site.notices.deliver()
            look = PushLook(endpoint=browsers[seat].endpoint)
            assert (await people[seat].post("/api/me/push/look", look, PushKinds)).kinds == []
            now.now += HOUR
            await server.site.notices.deliver()
            assert browsers[seat].requests == 1

    run(main())


def test_a_notice_is_dropped_once_the_person_has_acted(sqlite: str, service: PushService) -> None:
    async def main() -> None:
        now = Time()
        async with notifying(sqlite, service, now) as server:
            people = await arrive(server, "Olha", "Ihor")
            browsers = [await subscribed(service, person, f"b{n}", "turn") for n, person in enumerate(people)]
            info, seat = await days_table(people)
            await queued(server, 1)
            async with people[seat].open(info.id) as live:
                await play_on(live, random.Random(1), 1)
            await server.site.notices.deliver()
            assert browsers[seat].messages == [] or browsers[seat].messages[0]["kind"] == "turn"
            assert browsers[seat].requests <= 1

    run(main())


def test_only_known_services_and_real_keys_are_taken_and_signing_out_keeps_this_browser(
    sqlite: str, service: PushService
) -> None:
    async def main() -> None:
        now = Time()
        async with notifying(sqlite, service, now) as server:
            [olha] = await arrive(server, "Olha")
            good = service.browser("good").wanted("turn")
            for change in (
                {"endpoint": "https://example.org/push/1"},
                {"endpoint": "http://fcm.googleapis.com/x"},
                {"endpoint": "https://fcm.googleapis.com.evil.org/x"},
                {"endpoint": "https://user@fcm.googleapis.com:99/x"},
                {"p256dh": "AAAA"},
                {"auth": "AAAA"},
            ):
                assert await refusal(olha.post("/api/me/push", {**good, **change}, Done)) == "bad_subscription"
            browsers = [await subscribed(service, olha, name, "turn", "time") for name in ("one", "two")]
            await olha.post("/api/me/sign-out", SignOut(endpoint=browsers[0].endpoint), Done)
            found = [
                (await olha.post("/api/me/push/look", PushLook(endpoint=each.endpoint), PushKinds)).kinds
                for each in browsers
            ]
            assert found == [["time", "turn"], []]
            await olha.post("/api/me/push", browsers[0].wanted(), Done)
            look = PushLook(endpoint=browsers[0].endpoint)
            assert (await olha.post("/api/me/push/look", look, PushKinds)).kinds == []

    run(main())


def test_without_the_extra_a_site_offers_no_notices(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        monkeypatch.setattr(notices, "is_installed", lambda: False)
        async with serving(sqlite) as server:
            olha = await Client.arrive(server.url, "Olha")
            assert (await olha.get("/api/push", PushInfo)).key is None
            body = {"endpoint": "https://fcm.googleapis.com/x", "p256dh": "", "auth": "", "kinds": ["turn"]}
            assert await refusal(olha.post("/api/me/push", body, Done)) == "no_push"

    run(main())


def test_two_processes_send_each_notice_once(postgresql: str, service: PushService) -> None:
    async def main() -> None:
        config: dict[str, Any] = {"push_services": [service.origin], "push_delay": 0.0, "push_poll": 0.02}
        servers = [ServerProcess(postgresql, **config) for _ in range(2)]
        try:
            await asyncio.gather(*(server.ready() for server in servers))
            service.site_key = (await Client(servers[1].url).get("/api/push", PushInfo)).key or ""
            people = [await Client.arrive(servers[0].url, name) for name in ("Olha", "Ihor")]
            browsers = [await subscribed(service, person, f"b{n}", "turn") for n, person in enumerate(people)]
            tables = [await days_table(people) for _ in range(6)]
            wanted = [sum(seat == n for _info, seat in tables) for n in range(2)]
            await until(lambda: [len(browser.messages) for browser in browsers] == wanted)
            await asyncio.sleep(0.3)  # Many looks of both.
            assert [browser.requests for browser in browsers] == wanted
        finally:
            for server in servers:
                server.kill()

    run(main())
