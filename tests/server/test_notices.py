"""Notices by Web Push, against a push service that decrypts them: nothing lost, nothing sent twice, nothing secret."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from sqlalchemy import select

from heliodor.client import ME, OPEN, Client
from heliodor.protocol.http import Done, PushInfo, PushKinds, PushLook, SignOut, VacationInfo
from heliodor.protocol.settings import Clock, TableSettings
from heliodor.protocol.tables import TableInfo
from heliodor.server import housekeeping, notices, push
from heliodor.store import notices as notice_store
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


@dataclass
class Two:
    """Two people who are away from a new table of days and have asked for notices."""

    server: Served
    now: Time
    people: list[Client]
    browsers: list[Browser]

    async def table(self) -> tuple[TableInfo, int]:
        """Return a table of both, and the seat to act."""
        return await days_table(self.people)

    async def away(self, count: int = 1) -> tuple[TableInfo, int, Browser]:
        """Return a table, the seat to act and its browser, when that many notices wait in the outbox."""
        info, seat = await self.table()
        await queued(self.server, count)
        return info, seat, self.browsers[seat]

    async def deliver(self, times: int = 1) -> None:
        for _ in range(times):
            await self.server.site.notices.deliver()


@contextlib.asynccontextmanager
async def two_people(database: str, service: PushService, *kinds: str) -> AsyncIterator[Two]:
    """Serve two people, each with a browser that wants these kinds of notices: their turn, if none is named."""
    now = Time()
    async with notifying(database, service, now) as server:
        people = await arrive(server, "Olha", "Ihor")
        wanted = kinds or ("turn",)
        browsers = [await subscribed(service, person, f"b{n}", *wanted) for n, person in enumerate(people)]
        yield Two(server, now, people, browsers)


async def subscribed(service: PushService, person: Client, name: str, *kinds: str) -> Browser:
    browser = service.browser(name)
    await person.post("/api/me/push", browser.wanted(*kinds), Done)
    return browser


async def days_table(people: list[Client], settings: TableSettings = DAYS) -> tuple[TableInfo, int]:
    """Return a table of people who are all away, and the seat to act."""
    info = await table_of(people, "nizam", [ME, OPEN], settings)
    assert info.to_act is not None
    return info, info.to_act


async def end_turn(person: Client, info: TableInfo) -> None:
    """Let a person come to the table, play until it is the other one's turn, and leave."""
    async with person.open(info.id) as live:
        await play_on(live, random.Random(1), 1)
        while live.is_my_turn:
            await live.act(["draw" if "draw" in live.view["legal"] else live.view["legal"][0]])


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
        async with two_people(sqlite, service) as two:
            silent = await subscribed(service, two.people[0], "silent", "invitation")
            began = two.now.now
            info, seat, mine = await two.away()
            for _ in range(3):  # Later looks send nothing more.
                await two.deliver()
                two.now.now += MINUTE
            theirs = two.browsers[1 - seat]
            until = began + 2 * DAY
            assert mine.messages == [{"kind": "turn", "table": info.id, "game": "nizam", "until": until}]
            assert theirs.messages == silent.messages == []
            await end_turn(two.people[seat], info)
            await queued(two.server, 2)
            await two.deliver()
            assert (len(theirs.messages), len(mine.messages)) == (1, 1)

    run(main())


def test_somebody_at_the_table_gets_no_notice_until_they_leave_it(sqlite: str, service: PushService) -> None:
    async def main() -> None:
        async with two_people(sqlite, service) as two:
            one, other = two.people
            info = await table_of(two.people, "nizam", [ME, OPEN], start=False)
            async with one.open(info.id), other.open(info.id):
                started = await one.start(info.id)
                await queued(two.server, 0)
            await queued(two.server, 1)
            await two.deliver()
            assert started.to_act is not None
            assert len(two.browsers[started.to_act].messages) == 1

    run(main())


def test_short_time_and_an_invitation_are_sent(sqlite: str, service: PushService) -> None:
    async def main() -> None:
        async with two_people(sqlite, service, "time", "invitation") as two:
            info, seat = await two.table()
            driver = two.server.site.tables[info.id].driver
            two.now.now += 2 * DAY - 5 * HOUR
            for _ in range(2):
                driver._on_time()
                await queued(two.server, 1)
            await two.deliver()
            told = [(message["kind"], message["until"]) for message in two.browsers[seat].messages]
            assert told == [("time", two.now.now + 5 * HOUR)]
            async with two.people[0].open(info.id) as one, two.people[1].open(info.id) as other:
                await one.offer("stop")
                await other.accept("stop")
                await one.until(lambda: one.info is not None and one.info.status == "stopped")
            again = await two.people[0].rematch(info.id)
            await two.people[1].rematch(info.id)
            await queued(two.server, 2)
            await two.deliver()
            assert two.browsers[1].messages[-1] == {"kind": "invitation", "table": again.id, "game": "nizam"}
            assert all(message["kind"] != "invitation" for message in two.browsers[0].messages)

    run(main())


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_service_in_trouble_is_asked_again_later_and_nothing_is_lost(
    status: int, sqlite: str, service: PushService
) -> None:
    async def main() -> None:
        async with two_people(sqlite, service) as two:
            _info, _seat, mine = await two.away()
            mine.answer = status
            if status == 429:
                mine.headers = {"retry-after": "600"}
            await two.deliver(2)  # Not again before the pause is over.
            assert mine.requests == 1
            two.now.now += 31_000
            await two.deliver()
            assert mine.requests == (1 if status == 429 else 2)
            mine.answer = 201
            two.now.now += 10 * MINUTE
            await two.deliver(2)
            assert len(mine.messages) == 1

    run(main())


def test_a_service_that_is_down_and_a_server_that_restarts_lose_nothing(sqlite: str, service: PushService) -> None:
    async def main() -> None:
        async with two_people(sqlite, service) as two:
            _info, _seat, mine = await two.away()
            assert two.server.site.notices.push is not None
            two.server.site.notices.push.post = lambda *_args: push.Answer(0)  # type: ignore[method-assign]
            await two.deliver()
            assert mine.messages == []
        two.now.now += MINUTE
        async with notifying(sqlite, service, two.now) as server:
            await server.site.notices.deliver()
            assert len(mine.messages) == 1
            await server.site.notices.deliver()
            await queued(server, 1)  # The same turn, seen by a new process, is the same notice.
            assert len(mine.messages) == 1

    run(main())


def test_a_server_that_dies_before_it_has_noted_a_notice_repeats_it_in_place_of_the_first(
    sqlite: str, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with two_people(sqlite, service) as two:
            _info, _seat, mine = await two.away()

            def die(*_args: object) -> None:
                raise OSError("the power is out")

            with monkeypatch.context() as patched:
                patched.setattr(notice_store, "settle", die)
                with pytest.raises(OSError, match="power"):
                    await two.deliver()
            await two.deliver()
            assert mine.requests == 1, "until the lease ends it may still be noted"
        two.now.now += notices.LEASE
        async with notifying(sqlite, service, two.now) as server:
            for _ in range(3):
                await server.site.notices.deliver()
                two.now.now += notices.LEASE
            assert mine.requests == 2
            assert mine.messages[0] == mine.messages[1]
            assert len(mine.waiting) == 1, "the push service keeps one message for a topic"

    run(main())


@pytest.mark.parametrize("status", [404, 410, 403])
def test_a_subscription_that_is_gone_or_of_another_key_is_forgotten(
    status: int, sqlite: str, service: PushService
) -> None:
    async def main() -> None:
        async with two_people(sqlite, service) as two:
            phones = [await subscribed(service, person, f"p{n}", "turn") for n, person in enumerate(two.people)]
            info, seat, mine = await two.away(2)
            # The service refuses the signature for a browser that has subscribed with another key.
            mine.answer, mine.site_key = (201, "another") if status == 403 else (status, None)
            await two.deliver()
            look = PushLook(endpoint=mine.endpoint)
            assert (await two.people[seat].post("/api/me/push/look", look, PushKinds)).kinds == []
            two.now.now += HOUR
            await two.deliver()
            assert mine.requests == 1
            # Another browser of the person gets the notice, once; and so does this one after it has subscribed again.
            assert [message["table"] for message in phones[seat].messages] == [info.id]
            mine.answer, mine.site_key = 201, None
            await two.people[seat].post("/api/me/push", mine.wanted("turn"), Done)
            for player in (seat, 1 - seat):
                await end_turn(two.people[player], info)
            await queued(two.server, 5)
            await two.deliver(2)
            assert (len(mine.messages), len(phones[seat].messages)) == (1, 2)

    run(main())


def test_a_notice_is_dropped_once_the_person_has_acted(sqlite: str, service: PushService) -> None:
    async def main() -> None:
        async with two_people(sqlite, service) as two:
            info, seat, mine = await two.away()
            await end_turn(two.people[seat], info)
            await queued(two.server, 2)  # It is the turn of the other one.
            await two.deliver(2)
            assert mine.requests == 0
            assert [message["kind"] for message in two.browsers[1 - seat].messages] == ["turn"]

    run(main())


def test_a_person_on_vacation_is_sent_their_turn_when_it_is_over(sqlite: str, service: PushService) -> None:
    async def main() -> None:
        async with two_people(sqlite, service) as two:
            for person in two.people:
                await person.post("/api/me/vacation", {"days": 3}, VacationInfo)
            info, _seat, mine = await two.away(0)
            table = two.server.site.tables[info.id]
            two.now.now += 3 * DAY
            await table.run(table.driver._time_passed)
            await queued(two.server, 1)
            await two.deliver()
            assert [message["until"] for message in mine.messages] == [two.now.now + 2 * DAY]

    run(main())


def test_people_get_a_notice_before_their_table_expires_and_not_if_one_has_come_back(
    sqlite: str, service: PushService
) -> None:
    async def main() -> None:
        async with two_people(sqlite, service, "expiry") as two:
            lobbies = [await table_of(two.people, "nizam", [ME, OPEN], start=False) for _ in range(2)]
            two.now.now += 24 * DAY
            await housekeeping.prune_daily(two.server.site)
            ends = two.now.now + 7 * DAY
            assert [(await two.people[0].table(info.id)).expires_at for info in lobbies] == [ends, ends]
            async with two.people[1].open(lobbies[0].id) as live:
                await live.until(lambda: live.info is not None and live.info.expires_at is None)
            await two.deliver(2)
            told = {"kind": "expiry", "table": lobbies[1].id, "game": "nizam", "until": ends}
            assert [browser.messages for browser in two.browsers] == [[told], [told]]

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
