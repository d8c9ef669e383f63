"""Decisions at a table: the host and the successor, fair removal, and what needs everybody's consent."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable
from typing import Any

import pytest

from heliodor.client import ME, OPEN, Client, LiveTable, TableClosed, bot
from heliodor.protocol import requests
from heliodor.protocol.http import Invitation, Invited
from heliodor.protocol.settings import Clock, TableSettings
from heliodor.protocol.tables import TableInfo
from heliodor.server.decisions import PATIENCE
from tests.server.harness import Served, Time, play_on, run, serving, table_of, until
from tests.server.test_known_deals import Test
from tests.server.test_tables import arrive, refusal


@pytest.fixture(params=["sqlite", "postgresql"])
def served(request: pytest.FixtureRequest) -> Callable[[Test], None]:
    """Run a test with a server on each database."""
    database = request.getfixturevalue(request.param)

    def run_served(test: Test) -> None:
        async def main() -> None:
            async with serving(database, drop_grace=0.3) as server:
                await test(server)

        run(main())

    return run_served


def hosts(info: TableInfo | None) -> list[str]:
    assert info is not None
    return [seat.name for seat in info.seats if seat.host]


# --- The host -------------------------------------------------------------------------------------------------------


def test_a_host_who_leaves_the_lobby_leaves_it_to_the_next_person(served: Callable[[Test], None]) -> None:
    async def test(server: Served) -> None:
        host, one, two = await arrive(server, "Olha", "Ihor", "Mira")
        info = await host.create_table("luz", [OPEN, ME, OPEN])
        await one.join(info.id, info.join_token, seat=0)
        await two.join(info.id, info.join_token, seat=2)
        async with two.open(info.id) as table:
            assert (hosts(table.info), table.info.host) == (["Olha"], False)  # type: ignore[union-attr]
            await host.leave(info.id)
            await table.until(lambda: hosts(table.info) == ["Mira"])  # The next in turn.
            assert table.info.host  # type: ignore[union-attr]
        assert await refusal(one.change_seat(info.id, 1, "bot")) == "forbidden"
        await two.change_seat(info.id, 1, "bot", "random")
        assert (await two.start(info.id)).status == "playing"

    served(test)


def test_a_host_who_leaves_a_match_leaves_the_rights_to_somebody_who_plays(served: Callable[[Test], None]) -> None:
    async def test(server: Served) -> None:
        host, gone, stays = await arrive(server, "Olha", "Ihor", "Mira")
        info = await table_of([host, gone, stays], "luz", [ME, OPEN, OPEN])
        await gone.leave(info.id)
        await host.leave(info.id)
        assert hosts(await stays.table(info.id)) == ["Mira"]
        back = await host.change_seat(info.id, 0, "person")
        assert (back.seats[0].covered, back.host) == (False, False)
        await stays.leave(info.id)
        assert hosts(await host.table(info.id)) == ["Olha"]

    served(test)


def test_a_host_who_is_away_for_long_is_replaced_by_somebody_who_is_here(served: Callable[[Test], None]) -> None:
    async def test(server: Served) -> None:
        host, one, two = await arrive(server, "Olha", "Ihor", "Mira")
        info = await table_of([host, one, two], "luz", [ME, OPEN, OPEN], start=False)
        async with two.open(info.id) as table:
            async with host.open(info.id):
                await table.until(lambda: table.info.seats[0].connected)  # type: ignore[union-attr]
                assert hosts(table.info) == ["Olha"]
            await table.until(lambda: hosts(table.info) == ["Mira"])  # Ihor would be next, but is not here.
        assert (await two.start(info.id)).status == "playing"

    served(test)


def test_without_another_person_the_host_stays_host(served: Callable[[Test], None]) -> None:
    async def test(server: Served) -> None:
        [host] = await arrive(server, "Olha")
        info = await table_of([host], "nizam", [ME, bot("random")])
        await host.leave(info.id)
        assert (await host.table(info.id)).host

    served(test)


# --- Removal --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("to", ["open", "bot"])
def test_removal_from_the_lobby_renews_the_link(served: Callable[[Test], None], to: str) -> None:
    async def test(server: Served) -> None:
        host, guest, other = await arrive(server, "Olha", "Ihor", "Mira")
        info = await host.create_table("luz", [ME, OPEN, OPEN], TableSettings(spectators=False))
        await guest.join(info.id, info.join_token)
        assert await refusal(guest.change_seat(info.id, 0, "open")) == "forbidden"
        async with guest.open(info.id) as table:
            new = await host.change_seat(info.id, 1, to)
            with pytest.raises(TableClosed) as shown_out:
                await table.until(lambda: False)
            assert shown_out.value.key == "removed"
        assert new.seats[1].kind == to
        assert new.join_token and new.join_token != info.join_token
        for person in (guest, other):
            assert await refusal(person.join(info.id, info.join_token)) == "not_found"
        assert await refusal(other.post("/api/link", Invitation(token=info.join_token or ""), Invited)) == "not_found"
        assert any(seat.yours for seat in (await other.join(info.id, new.join_token)).seats)

    served(test)


def test_somebody_removed_from_a_public_table_needs_the_new_link(served: Callable[[Test], None]) -> None:
    async def test(server: Served) -> None:
        host, guest = await arrive(server, "Olha", "Ihor")
        info = await host.create_table("nizam", [ME, OPEN], TableSettings(public=True))
        await guest.join(info.id)
        new = await host.change_seat(info.id, 1, "open")
        assert await refusal(guest.join(info.id)) == "removed"
        assert await refusal(guest.join(info.id, info.join_token)) == "removed"
        assert (await guest.join(info.id, new.join_token)).seats[1].yours  # The host has thought better of it.

    served(test)


def test_nobody_is_removed_from_a_match_and_nobody_who_plays_is_covered(served: Callable[[Test], None]) -> None:
    async def test(server: Served) -> None:
        host, guest = await arrive(server, "Olha", "Ihor")
        info = await table_of([host, guest], "nizam", [ME, OPEN], TableSettings(hints="open"))
        async with host.open(info.id) as table:  # For an absent host the guest becomes host after a while.
            async with guest.open(info.id):
                await table.until(lambda: table.info.seats[1].connected)  # type: ignore[union-attr]
                assert await refusal(host.change_seat(info.id, 1, "open")) == "not_in_match"
                assert await refusal(host.change_seat(info.id, 1, "bot")) == "still_here"
            await table.until(lambda: not table.info.seats[1].connected)  # type: ignore[union-attr]
            covered = await host.change_seat(info.id, 1, "bot", "random")
            assert (covered.seats[1].kind, covered.seats[1].covered) == ("person", True)
            assert not (await guest.change_seat(info.id, 1, "person")).seats[1].covered

    served(test)


@pytest.mark.parametrize("clock", [Clock(), Clock(kind="bank", seconds=3600)])
def test_in_a_rated_match_an_absent_player_has_a_fair_time_to_come_back(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    monkeypatch.setattr("heliodor.server.table.ABSENCE_SECONDS", 0.01)

    async def main(database: str, num_processes: int) -> None:
        time = Time()
        config: dict[str, Any] = {"heartbeat": 1000.0, "start_grace": 0.0}
        async with contextlib.AsyncExitStack() as stack:
            servers = [await stack.enter_async_context(serving(database, time, **config)) for _ in range(num_processes)]
            host, guest = await arrive(servers[0], "Olha", "Ihor")
            info = await table_of([host, guest], "nizam", [ME, OPEN], TableSettings(clock=clock))
            assert info.rated
            elsewhere = Client(servers[-1].url, host.cookie)  # Requests may come to any process.
            assert await refusal(elsewhere.change_seat(info.id, 1, "bot")) == "away_briefly"
            async with host.open(info.id) as table:
                live = [server.site.tables[info.id] for server in servers]
                for _ in range(2):  # To come back in time is to be waited for again.
                    async with guest.open(info.id):
                        await until(lambda: all(each.seats[1].away_since is None for each in live))
                        await table.until(lambda: table.info.seats[1].connected)  # type: ignore[union-attr]
                    await until(lambda: all(each.seats[1].away_since is not None for each in live))
                    await until(lambda: not any(each.is_here(1) for each in live))
                    time.now += 119_000
                    assert await refusal(elsewhere.change_seat(info.id, 1, "bot")) == "away_briefly"
                time.now += 1_000
                covered = await elsewhere.change_seat(info.id, 1, "bot")
                assert covered.seats[1].covered
                await until(lambda: live[0].seats[1].covered)
                assert not (await guest.change_seat(info.id, 1, "person")).seats[1].covered

    run(main(request.getfixturevalue("sqlite"), 1))
    run(main(request.getfixturevalue("postgresql"), 2))


def test_the_time_without_a_server_is_not_an_absence(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heliodor.server.table.ABSENCE_SECONDS", 0.01)

    async def main() -> None:
        time = Time()
        async with serving(sqlite, time) as server:
            host, guest = await arrive(server, "Olha", "Ihor")
            info = await table_of([host, guest], "nizam", [ME, OPEN])
            async with host.open(info.id):
                live = server.site.tables[info.id]
                await until(lambda: live.seats[1].away_since is not None)
        time.now += 3_600_000
        async with serving(sqlite, time) as server:
            host = Client(server.url, host.cookie)
            assert await refusal(host.change_seat(info.id, 1, "bot")) == "away_briefly"
            time.now += 120_000
            assert (await host.change_seat(info.id, 1, "bot")).seats[1].covered

    run(main())


def test_somebody_who_does_not_act_for_long_can_be_covered_where_there_is_no_clock(sqlite: str) -> None:
    time = 1_000_000_000

    async def main() -> None:
        nonlocal time
        async with serving(sqlite, now=lambda: time) as server:
            people = await arrive(server, "Olha", "Ihor")
            info = await table_of(people, "nizam", [ME, OPEN])
            async with people[0].open(info.id) as one, people[1].open(info.id) as two:
                if one.is_my_turn:
                    while one.is_my_turn:
                        await play_on(one, random.Random(1), 1)
                await two.until(lambda: two.is_my_turn)
                time += PATIENCE - 1
                assert await refusal(people[0].change_seat(info.id, 1, "bot", "random")) == "still_here"
                time += 1
                covered = await people[0].change_seat(info.id, 1, "bot", "random")
                assert covered.seats[1].covered

    run(main())


def test_a_host_who_does_not_act_for_long_can_be_covered_by_another_player(sqlite: str) -> None:
    async def main() -> None:
        time = Time()
        async with serving(sqlite, time) as server:
            host, guest, spectator = await arrive(server, "Olha", "Ihor", "Mira")
            info = await table_of([host, guest], "nizam", [ME, OPEN], TableSettings(public=True))
            async with host.open(info.id) as one, guest.open(info.id) as two:
                while two.is_my_turn:
                    await play_on(two, random.Random(1), 1)
                await one.until(lambda: one.is_my_turn)
                time.now += PATIENCE - 1
                assert await refusal(guest.change_seat(info.id, 0, "bot")) == "still_here"
                time.now += 1
                assert await refusal(spectator.change_seat(info.id, 0, "bot")) == "forbidden"
                covered = await guest.change_seat(info.id, 0, "bot")
                assert (covered.seats[0].covered, covered.host) == (True, True)

    run(main())


def test_when_a_bot_plays_for_somebody_the_others_can_stop(served: Callable[[Test], None]) -> None:
    async def test(server: Served) -> None:
        people = await arrive(server, "Olha", "Ihor", "Mira")
        not_rated = TableSettings(hints="open", game={"aid": "full"})
        info = await table_of(people, "luz", [ME, OPEN, OPEN], not_rated)
        async with people[0].open(info.id) as one, people[1].open(info.id) as two:
            await one.offer("stop")
            await two.accept("stop")
            await one.until(lambda: one.offers[0].agreed == [0, 1])
            assert one.info is not None and one.info.status == "playing"  # Mira has not been asked yet.
            await people[0].change_seat(info.id, 2, "bot", "random")  # She is away.
            await one.until(lambda: one.over)

    served(test)


def test_a_rated_match_can_be_stopped_without_those_who_have_left_and_they_have_lost(
    served: Callable[[Test], None],
) -> None:
    async def test(server: Served) -> None:
        people = await arrive(server, "Olha", "Ihor", "Mira")
        info = await table_of(people, "gnomes", [ME, OPEN, OPEN])
        assert info.rated
        await people[2].leave(info.id)
        async with people[0].open(info.id) as one, people[1].open(info.id) as two, people[2].open(info.id) as left:
            await one.offer("stop")
            assert status_of(one) == "playing", "Ihor plays, so he is asked"
            assert await refusal(left.ask(requests.Decline(request="no", what="stop"))) == "bot_plays"
            await two.accept("stop")
            await one.until(lambda: one.over)
            assert status_of(one) == "stopped"
        assert await ratings_of(people[2]) < 25.0
        assert await ratings_of(people[0]) == pytest.approx(await ratings_of(people[1]))
        assert await ratings_of(people[0]) > 25.0

    served(test)


def test_a_player_who_leaves_when_the_others_have_agreed_to_stop_has_lost(served: Callable[[Test], None]) -> None:
    async def test(server: Served) -> None:
        people = await arrive(server, "Olha", "Ihor")
        info = await table_of(people, "nizam", [ME, OPEN])
        async with people[0].open(info.id) as one:
            await one.offer("stop")
            await people[1].leave(info.id)
            await one.until(lambda: one.over)
        assert await ratings_of(people[1]) < 25.0 < await ratings_of(people[0])

    served(test)


def test_in_a_rated_match_only_the_person_takes_the_seat_back(served: Callable[[Test], None]) -> None:
    async def test(server: Served) -> None:
        people = await arrive(server, "Olha", "Ihor")
        for settings in (TableSettings(), TableSettings(hints="open")):
            info = await table_of(people, "nizam", [ME, OPEN], settings)
            await people[1].leave(info.id)
            if info.rated:  # The host must not spare a friend the loss.
                assert await refusal(people[0].change_seat(info.id, 1, "person")) == "forbidden"
                assert not (await people[1].change_seat(info.id, 1, "person")).seats[1].covered
            else:
                assert not (await people[0].change_seat(info.id, 1, "person")).seats[1].covered

    served(test)


def test_a_rated_match_that_all_agree_to_stop_moves_no_rating(served: Callable[[Test], None]) -> None:
    async def test(server: Served) -> None:
        people = await arrive(server, "Olha", "Ihor")
        info = await table_of(people, "nizam", [ME, OPEN])
        async with people[0].open(info.id) as one, people[1].open(info.id) as two:
            await one.offer("stop")
            await two.accept("stop")
            await one.until(lambda: one.over)
        assert [(await person.me()).ratings for person in people] == [[], []]

    served(test)


async def ratings_of(person: Client) -> float:
    [rating] = (await person.me()).ratings
    return rating.mu


# --- Offers ---------------------------------------------------------------------------------------------------------


def test_an_offer_names_who_made_it_and_a_refusal_is_shown(served: Callable[[Test], None]) -> None:
    async def test(server: Served) -> None:
        people = await arrive(server, "Olha", "Ihor", "Mira")
        info = await table_of(people, "luz", [ME, OPEN, OPEN])
        async with people[1].open(info.id) as one, people[2].open(info.id) as two:
            await one.offer("pause")
            await two.until(lambda: bool(two.offers))
            assert (two.offers[0].by, two.offers[0].agreed, two.offers[0].declined) == (1, [1], None)
            await two.ask(requests.Decline(request="no", what="pause"))
            await one.until(lambda: one.offers[0].declined == 2)
            assert await refusal(two.accept("pause")) == "no_offer"
            await two.offer("pause")  # It can be offered again.
            await one.until(lambda: (one.offers[0].by, one.offers[0].declined) == (2, None))
            assert len(one.offers) == 1

    served(test)


def test_a_pending_offer_is_counted_again_when_a_bot_takes_a_seat(served: Callable[[Test], None]) -> None:
    async def test(server: Served) -> None:
        people = await arrive(server, "Olha", "Ihor")
        info = await table_of(people, "nizam", [ME, OPEN])
        async with people[0].open(info.id) as one:
            async with people[1].open(info.id) as two:
                await one.offer("pause")
                await two.accept("pause")
                await one.until(lambda: status_of(one) == "paused")
            await one.offer("resume")
            await one.until(lambda: bool(one.offers))
            assert status_of(one) == "paused"
            await people[1].leave(info.id)
            await one.until(lambda: status_of(one) == "playing")
            assert one.offers == []

    served(test)


def status_of(table: LiveTable) -> str:
    assert table.info is not None
    return table.info.status


# --- The link after the start -----------------------------------------------------------------------------------


@pytest.mark.parametrize("spectators", [True, False])
def test_the_link_of_a_match_that_has_begun_says_so(served: Callable[[Test], None], spectators: bool) -> None:
    async def test(server: Served) -> None:
        host, guest, late = await arrive(server, "Olha", "Ihor", "Mira")
        settings = TableSettings(spectators=spectators)
        info = await table_of([host, guest], "nizam", [ME, OPEN], settings, start=False)
        link = Invitation(token=info.join_token or "")

        async def follow(person: Client) -> tuple[Any, ...]:
            led = await person.post("/api/link", link, Invited)
            return led.table, led.status, led.yours, led.watch

        watch = info.watch_token if spectators else None
        assert await follow(late) == (info.id, "open", False, watch)
        await host.start(info.id)
        assert await follow(guest) == (info.id, "playing", True, watch)
        assert await follow(late) == (info.id, "playing", False, watch)
        assert await refusal(late.join(info.id, info.join_token)) == "already_started"

    served(test)
