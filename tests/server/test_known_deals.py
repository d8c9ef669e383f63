"""A person who knows a deal never plays it against one who does not: ways to cheat, over HTTP and sockets."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from heliodor import fairness
from heliodor.client import ME, OPEN, Client, RequestRefused, TableClosed, bot, device
from heliodor.protocol.http import ChallengeInfo, DealInfo, NewDeal
from heliodor.protocol.settings import TableSettings
from heliodor.protocol.tables import TableInfo
from heliodor.server.known_deals import OVERTIME
from tests.server.harness import Served, play_on, run, serving
from tests.server.test_tables import arrive, refusal

Test = Callable[[Served], Coroutine[Any, Any, None]]
PUBLIC = TableSettings(public=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def served(request: pytest.FixtureRequest) -> Callable[[Test], None]:
    """Run a test with a server on each database."""
    database = request.getfixturevalue(request.param)

    def run_served(test: Test) -> None:
        async def main() -> None:
            async with serving(database) as server:
                await test(server)

        run(main())

    return run_served


async def new_deal(maker: Client, players: int = 2) -> str:
    wanted = NewDeal(game="gnomes", options={"players": players}, hours=1)
    return (await maker.post("/api/deals", wanted, DealInfo)).id


async def play_to_the_end(person: Client, table: str, seed: int = 1) -> None:
    async with person.open(table) as live:
        await play_on(live, random.Random(seed))


async def sit_with(host: Client, guest: Client, deal: str, settings: TableSettings | None = None) -> TableInfo:
    """Return a table of the deal in its lobby, with two people."""
    info = await host.create_table("gnomes", [ME, OPEN], settings, deal=deal)
    return await guest.join(info.id, info.join_token)


def test_a_person_who_has_played_a_deal_alone_gets_no_seat_at_another_table_of_it(
    served: Callable[[Test], None],
) -> None:
    async def test(server: Served) -> None:
        cheat, victim = await arrive(server, "Olha", "Ihor")
        deal = await new_deal(cheat)
        alone = await cheat.create_table("gnomes", [ME, bot("random")], deal=deal)
        await cheat.start(alone.id)
        await play_to_the_end(cheat, alone.id)
        assert (await cheat.get(f"/api/deals/{deal}", DealInfo)).known
        # In their own seat, for somebody at the same device, by the link, or from the list: no seat.
        assert await refusal(cheat.create_table("gnomes", [ME, OPEN], deal=deal)) == "deal_known"
        assert await refusal(cheat.create_table("gnomes", [OPEN, device("Mira")], deal=deal)) == "deal_known"
        table = await victim.create_table("gnomes", [ME, OPEN], PUBLIC, deal=deal)
        assert await refusal(cheat.join(table.id, table.join_token)) == "deal_known"
        assert await refusal(cheat.join(table.id)) == "deal_known"
        # Nor does the record or the replay tell what is still played.
        assert await refusal(cheat.record(alone.id)) == "deal_open"

    served(test)


def test_a_deal_that_was_only_begun_is_known(served: Callable[[Test], None]) -> None:
    async def test(server: Served) -> None:
        cheat, victim = await arrive(server, "Olha", "Ihor")
        deal = await new_deal(cheat)
        begun = await cheat.create_table("gnomes", [ME, bot("random")], deal=deal)
        table = await victim.create_table("gnomes", [ME, OPEN], deal=deal)
        await cheat.join(table.id, table.join_token)  # In a lobby nobody has seen a card yet.
        await cheat.leave(table.id)
        await cheat.start(begun.id)
        await cheat.leave(begun.id)
        assert await refusal(cheat.join(table.id, table.join_token)) == "deal_known"

    served(test)


def test_of_two_tables_of_a_deal_where_somebody_sits_only_one_begins(served: Callable[[Test], None]) -> None:
    async def test(server: Served) -> None:
        cheat, one, two = await arrive(server, "Olha", "Ihor", "Mira")
        deal = await new_deal(cheat)
        first = await sit_with(one, cheat, deal)
        second = await sit_with(two, cheat, deal)
        await one.start(first.id)
        assert await refusal(two.start(second.id)) == "deal_known_here"
        seats = (await two.table(second.id)).seats
        assert [(seat.kind, seat.name) for seat in seats] == [("person", "Mira"), ("open", "")]
        await two.change_seat(second.id, 1, "bot", "random")
        assert (await two.start(second.id)).status == "playing"

    served(test)


def test_of_two_tables_that_begin_at_the_same_moment_in_two_processes_one_is_refused(postgresql: str) -> None:
    async def main() -> None:
        async with serving(postgresql) as here, serving(postgresql) as there:
            [cheat] = await arrive(here, "Olha")
            deal = await new_deal(cheat)
            tables = [await cheat.create_table("gnomes", [ME, bot("random")], deal=deal) for _ in range(2)]
            elsewhere = Client(there.url, cheat.cookie)
            begun = await asyncio.gather(
                cheat.start(tables[0].id), elsewhere.start(tables[1].id), return_exceptions=True
            )
            refused = [answer for answer in begun if isinstance(answer, RequestRefused)]
            assert [answer.key for answer in refused] == ["deal_known_here"]
            assert [answer.status for answer in begun if isinstance(answer, TableInfo)] == ["playing"]

    run(main())


def test_a_person_who_has_watched_a_deal_gets_no_seat_at_it(served: Callable[[Test], None]) -> None:
    async def test(server: Served) -> None:
        player, early, late, host = await arrive(server, "Olha", "Ihor", "Mira", "Taras")
        deal = await new_deal(player)
        table = await player.create_table("gnomes", [ME, bot("random")], PUBLIC, deal=deal)
        async with early.open(table.id) as waiting:
            await player.start(table.id)
            await waiting.until(lambda: waiting.view is not None)  # From the lobby on.
        async with late.open(table.id, table.watch_token) as watching:
            assert watching.seat == -1 and watching.view is not None
        other = await host.create_table("gnomes", [ME, OPEN], deal=deal)
        for spectator in (early, late):
            assert await refusal(spectator.join(other.id, other.join_token)) == "deal_known"

    served(test)


def test_a_person_who_sits_at_a_table_of_a_deal_cannot_watch_another_that_is_ahead(
    served: Callable[[Test], None],
) -> None:
    async def test(server: Served) -> None:
        cheat, friend = await arrive(server, "Olha", "Ihor")
        deal = await new_deal(cheat)
        ahead = await friend.create_table("gnomes", [ME, bot("random")], PUBLIC, deal=deal)
        await friend.start(ahead.id)
        mine = await cheat.create_table("gnomes", [ME, bot("random")], deal=deal)
        for begins in (False, True):
            if begins:
                await cheat.start(mine.id)
            with pytest.raises(TableClosed) as refused:
                async with cheat.open(ahead.id) as watching:
                    await watching.until(lambda: watching.view is not None)
            assert refused.value.key == "deal_played"
        await play_to_the_end(cheat, mine.id)
        async with cheat.open(ahead.id) as watching:  # Now there is nothing left to win by it.
            assert watching.view is not None

    served(test)


def test_a_spectator_in_the_lobby_who_plays_the_deal_elsewhere_is_disconnected_when_it_begins(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            cheat, friend = await arrive(server, "Olha", "Ihor")
            deal = await new_deal(cheat)
            ahead = await friend.create_table("gnomes", [ME, bot("random")], PUBLIC, deal=deal)
            async with cheat.open(ahead.id) as watching:
                heard: list[bytes] = []
                watching.on_message = heard.append
                mine = await cheat.create_table("gnomes", [ME, bot("random")], deal=deal)
                await cheat.start(mine.id)
                await friend.start(ahead.id)
                with pytest.raises(TableClosed) as refused:
                    await watching.until(lambda: watching.view is not None)
                assert refused.value.key == "deal_played"
                assert not any(b'"view":{' in message or b'"changes"' in message for message in heard)

    run(main())


def test_nobody_watches_a_deal_without_a_cookie(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            [player] = await arrive(server, "Olha")
            deal = await new_deal(player)
            table = await player.create_table("gnomes", [ME, bot("random")], PUBLIC, deal=deal)
            with pytest.raises(TableClosed) as refused:
                async with Client(server.url).open(table.id):
                    pass
            assert refused.value.key == "nobody"

    run(main())


def test_playing_again_is_another_deal(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            [player] = await arrive(server, "Olha")
            deal = await new_deal(player)
            table = await player.create_table("gnomes", [ME, bot("random")], deal=deal)
            await player.start(table.id)
            await play_to_the_end(player, table.id)
            again = await player.rematch(table.id)
            assert (table.deal, again.deal) == (deal, None)
            assert again.commitment != table.commitment

    run(main())


def test_seeds_and_records_stay_closed_while_a_table_plays_the_deal(sqlite: str) -> None:
    time = 1_000_000_000

    async def main() -> None:
        nonlocal time
        async with serving(sqlite, now=lambda: time) as server:
            quick, slow, late = await arrive(server, "Olha", "Ihor", "Mira")
            deal = await new_deal(quick)
            tables = [await person.create_table("gnomes", [ME, bot("random")], deal=deal) for person in (quick, slow)]
            waiting = await late.create_table("gnomes", [ME, bot("random")], deal=deal)
            for person, table in zip((quick, slow), tables, strict=True):
                await person.start(table.id)
            await play_to_the_end(quick, tables[0].id)
            time += 3_600_000
            path = f"/api/deals/{deal}"
            # Its time is up, but the seed would reveal all cards of the other table.
            assert (await slow.get(path, DealInfo)).server_seed is None
            assert await refusal(slow.record(tables[0].id)) == "deal_open"
            assert await refusal(late.start(waiting.id)) == "deal_closed"
            await play_to_the_end(slow, tables[1].id, 2)
            assert (await slow.get(path, DealInfo)).server_seed is not None
            record = await slow.record(tables[0].id)
            assert fairness.check(record)
            assert record.fairness["deal"] == deal  # So that a reader of the record knows it too.

    run(main())


def test_the_cards_of_a_stopped_match_are_open_only_where_nobody_can_meet_them_again(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            olha, ihor = await arrive(server, "Olha", "Ihor")
            deal = await new_deal(olha)
            for shared in (deal, None):
                info = await olha.create_table("gnomes", [ME, bot("random")], deal=shared)
                await olha.start(info.id)
                async with olha.open(info.id) as table:
                    await play_on(table, random.Random(1), 1)
                    await table.offer("stop")
                    await table.until(lambda: table.over)
                if shared is None:
                    assert fairness.check(await ihor.record(info.id)), "the deal can be proven"
                    impossible = olha.post(f"/api/tables/{info.id}/challenge", None, ChallengeInfo)
                    assert await refusal(impossible) == "no_challenge"
                else:
                    for path in (f"tables/{info.id}/record", f"tables/{info.id}/replay", f"reviews/{info.id}"):
                        assert await refusal(ihor.get(f"/api/{path}", dict)) == "deal_open"

    run(main())


def test_a_table_that_plays_a_closed_deal_for_ever_is_stopped(sqlite: str) -> None:
    time = 1_000_000_000

    async def main() -> None:
        nonlocal time
        async with serving(sqlite, now=lambda: time) as server:
            [player] = await arrive(server, "Olha")
            deal = await new_deal(player)
            table = await player.create_table("gnomes", [ME, bot("random")], deal=deal)
            await player.start(table.id)
            time += 3_600_000 + OVERTIME - 1
            assert (await player.get(f"/api/deals/{deal}", DealInfo)).server_seed is None
            time += 1
            assert (await player.get(f"/api/deals/{deal}", DealInfo)).server_seed is not None
            assert (await player.table(table.id)).status == "stopped"

    run(main())


def test_a_deal_that_many_tables_play_is_never_rated(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            people = await arrive(server, "Olha", "Ihor")
            deal = await new_deal(people[0])
            table = await sit_with(*people, deal)
            await people[0].start(table.id)
            await asyncio.gather(*(play_to_the_end(person, table.id, seed) for seed, person in enumerate(people)))
            assert (await people[0].table(table.id)).status == "over"
            assert [(await person.me()).ratings for person in people] == [[], []]

    run(main())
