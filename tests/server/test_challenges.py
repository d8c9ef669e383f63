"""Challenges: the deal of a finished match, for others from the same seat; people who know the cards only practise."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import msgspec

from heliodor import fairness
from heliodor.client import ME, OPEN, Client, bot
from heliodor.protocol.http import ChallengeInfo
from heliodor.protocol.tables import TableInfo
from tests.server.harness import Served, Time, play_on, run, serving, table_of
from tests.server.test_tables import arrive, refusal

DAY = 86_400_000


async def challenge(person: Client, table: str) -> ChallengeInfo:
    return await person.post(f"/api/tables/{table}/challenge", None, ChallengeInfo)


async def look(person: Client, deal: str) -> ChallengeInfo:
    return await person.get(f"/api/challenges/{deal}", ChallengeInfo)


async def begin(person: Client, deal: str) -> TableInfo:
    return await person.post(f"/api/challenges/{deal}/play", None, TableInfo)


async def play_out(person: Client, table: str, seed: int = 1) -> None:
    async with person.open(table) as live:
        await play_on(live, random.Random(seed))


async def finished_match(server: Served, person: Client, game: str = "luz") -> TableInfo:
    """Play a match against two bots, with a seed of the person."""
    info = await person.create_table(game, [bot("random"), ME, bot("random")])
    await person.give_seed(info)
    await person.start(info.id)
    await play_out(person, info.id)
    return info


def test_others_play_the_same_cards_from_the_same_seat_against_the_same_bots(sqlite: str) -> None:
    async def main() -> None:
        clock = Time()
        async with serving(sqlite, clock) as server:
            olha, ihor, mira = await arrive(server, "Olha", "Ihor", "Mira")
            source = await finished_match(server, olha)
            sent = await challenge(olha, source.id)
            assert (await challenge(olha, source.id)).id == sent.id
            assert [seat.level for seat in sent.seats] == ["random", None, "random"]
            assert sent.results and [(each.name, each.yours, each.first) for each in sent.results] == [
                ("Olha", True, True)
            ]
            # No result and no card is shown to others before they have played.
            for other in (ihor, Client(server.url)):
                told = await look(other, sent.id)
                assert (told.name, told.state, told.results) == ("Olha", "new", None)
                assert source.id.encode() not in msgspec.json.encode(told)
            table = await begin(ihor, sent.id)
            assert not table.rated and table.no_hints == "hints_off" and table.deal == sent.id
            dealt = [record.shuffles[0] for record in await records(server, source.id, table.id)]
            assert dealt[0] == dealt[1]
            assert [seat.kind for seat in table.seats] == ["bot", "person", "bot"]
            await play_out(ihor, table.id, 2)
            mine = await look(ihor, sent.id)
            assert mine.state == "played" and mine.results and {each.name for each in mine.results} == {"Olha", "Ihor"}
            # Again is practice, also for the person whose match it was.
            for person in (ihor, olha):
                again = await begin(person, sent.id)
                await play_out(person, again.id, 3)
                assert len((await look(person, sent.id)).results or []) == 2
            # A person who has looked at the match knows the cards; a stranger without a cookie cannot look.
            assert await refusal(Client(server.url).record(source.id)) == "nobody"
            await mira.record(source.id)
            assert (await look(mira, sent.id)).state == "practice"
            # Its own tables stay closed until it is over; then a record proves the deal by the first players' seeds.
            assert await refusal(ihor.record(table.id)) == "deal_open"
            clock.now += 31 * DAY
            record = await ihor.record(table.id)
            assert fairness.check(record) and fairness.num_seeds(record) == 1 and fairness.deal_of(record) == sent.id
            assert await refusal(begin(mira, sent.id)) == "deal_closed"

    run(main())


async def records(server: Served, *tables: str) -> list[Any]:
    """Return the records of tables as the server has them, hidden cards included."""
    found = [await server.site.table(table) for table in tables]
    return [table.match.record() for table in found if table is not None and table.match is not None]


def test_a_player_of_a_challenge_cannot_look_at_its_match_meanwhile(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            olha, ihor = await arrive(server, "Olha", "Ihor")
            source = await finished_match(server, olha)
            sent = await challenge(olha, source.id)
            await begin(ihor, sent.id)
            assert await refusal(ihor.record(source.id)) == "deal_played"
            assert (await look(ihor, sent.id)).state == "playing"

    run(main())


def test_people_of_the_match_know_its_cards_and_become_bots(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            olha, ihor, mira = await arrive(server, "Olha", "Ihor", "Mira")
            info = await table_of([olha, ihor], "gnomes", [ME, OPEN])
            await asyncio.gather(play_out(olha, info.id), play_out(ihor, info.id, 2))
            sent = await challenge(olha, info.id)
            assert [seat.level for seat in sent.seats] == [None, "casual"]
            assert (await look(ihor, sent.id)).state == "practice"
            assert await refusal(challenge(mira, info.id)) == "no_challenge"
            assert await refusal(mira.create_table("gnomes", [ME, OPEN], deal=sent.id)) == "not_found"
            begun = await mira.create_table("gnomes", [ME, bot("random")])
            await mira.start(begun.id)
            assert await refusal(challenge(mira, begun.id)) == "no_challenge"

    run(main())
