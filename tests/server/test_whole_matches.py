"""Whole matches over real sockets: every game at every number of players, people and bots at one table."""

from __future__ import annotations

import asyncio
import random

import pytest

from heliodor import fairness
from heliodor.client import ME, OPEN, Client, bot
from heliodor.games import GAME_IDS, get_game
from heliodor.match import Match
from tests.server.harness import play_on, quick_options, run, serving, table_of

CONFIGURATIONS = [(game, players) for game in GAME_IDS for players in get_game(game).players]


@pytest.mark.parametrize(("game", "players"), CONFIGURATIONS)
def test_a_match_is_played_to_its_end(sqlite: str, game: str, players: int) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            humans = min(players, 2)
            people = [await Client.arrive(server.url, f"Person {number}") for number in range(humans)]
            seats = [ME, *[OPEN] * (humans - 1), *[bot("random")] * (players - humans)]
            info = await table_of(people, game, seats, **quick_options(game))
            async with people[0].open(info.id) as first, people[-1].open(info.id) as last:
                views = (first, last)  # Two tabs of one person if there is only one.
                playing = views if humans == 2 else views[:1]
                await asyncio.gather(*(play_on(table, random.Random(table.seat)) for table in playing))
                await asyncio.gather(*(table.until(lambda table=table: table.view["over"]) for table in views))
                assert first.ply == last.ply
                assert first.view["scores"] == last.view["scores"]
                for table in views:
                    assert [event.ply for event in table.events] == sorted(event.ply for event in table.events)
            record = await people[0].record(info.id)
            match = Match.from_record(record)
            assert match.over
            assert match.names == [seat.name for seat in info.seats]
            assert fairness.check(record)
            finished = await people[0].table(info.id)
            assert finished.status == "over"
            assert finished.result is not None
            assert (finished.result.scores, finished.result.winners) == (match.scores, match.winners)

    run(main())


@pytest.mark.parametrize("game", GAME_IDS)
def test_what_a_client_keeps_by_changes_is_what_a_newcomer_is_shown(sqlite: str, game: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            players = get_game(game).min_players
            person = await Client.arrive(server.url)
            seats = [ME, *[bot("random")] * (players - 1)]
            info = await table_of([person], game, seats, **quick_options(game))
            chance = random.Random(3)
            async with person.open(info.id) as table:
                for _ in range(12):
                    await play_on(table, chance, 1)
                    if table.over or not await table.my_turn():
                        break
                    async with person.open(info.id) as newcomer:
                        assert newcomer.ply == table.ply
                        assert newcomer.view == table.view
                        assert newcomer.aid == table.aid

    run(main())


@pytest.mark.parametrize("level", ["greedy", "novice"])
def test_bots_that_think_play_through_the_same_entrance(sqlite: str, level: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            person = await Client.arrive(server.url)
            info = await table_of([person], "nizam", [ME, bot(level)])  # type: ignore[arg-type]
            async with person.open(info.id) as table:
                await play_on(table, random.Random(1), 5)
                assert table.ply > 5

    run(main())
