"""Practice: a table that goes on from a finished match or a puzzle. The past is known, the future is new."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from heliodor.client import ME, Client, RequestRefused, bot
from heliodor.core.record import Record
from heliodor.games import GAME_IDS, get_game
from heliodor.match import Match
from heliodor.protocol.http import NewPractice, PuzzleAnswer, PuzzleInfo, PuzzleVerdict
from heliodor.protocol.settings import Clock, TableSettings
from heliodor.protocol.tables import Practice
from heliodor.puzzles import shipped_set
from heliodor.server.administration.turns import seat_to_act
from heliodor.store.export import about
from tests.server.harness import play_on, quick_options, run, serving, table_of


async def refusal_of(client: Client, **wanted: Any) -> str:
    with pytest.raises(RequestRefused) as refused:
        await client.practise(NewPractice(**wanted))
    return refused.value.key


async def finished(client: Client, game: str) -> tuple[str, Record]:
    """Play a match with a bot to its end."""
    info = await table_of(
        [client], game, [ME, *[bot("random")] * (get_game(game).min_players - 1)], **quick_options(game)
    )
    async with client.open(info.id) as table:
        await play_on(table, random.Random(5))
    return info.id, await client.record(info.id)


def as_json(view: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(view))


@pytest.mark.parametrize("game", GAME_IDS)
def test_a_finished_match_goes_on_as_every_seat_saw_it(sqlite: str, game: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            client = await Client.arrive(server.url)
            finished_id, record = await finished(client, game)
            played = Match.from_record(record)
            ply = played.ply // 2
            past = played.at(ply)
            for seat in range(played.players):
                level = "random" if game == "luz" else "novice"
                info = await client.practise(NewPractice(table=finished_id, ply=ply, seat=seat, level=level))
                assert (info.status, info.rated, info.commitment) == ("playing", False, "")
                assert info.practice == Practice(ply=ply, table=finished_id)
                assert [each.kind for each in info.seats] == [
                    "person" if s == seat else "bot" for s in range(played.players)
                ]
                beginning = msgspec.json.decode(server.site.tables[info.id].row.beginning or "")
                again = Match.from_record(msgspec.convert(beginning["record"], Record))
                assert as_json(again.view(seat)) == as_json(past.view(seat))
                assert again.actions == played.actions[:ply]
                async with client.open(info.id) as table:
                    if past.to_act == seat:
                        assert (table.ply, table.view) == (ply, as_json(past.view(seat)))
                    await play_on(table, random.Random(1), 3)

    run(main())


def test_a_match_for_practice_survives_a_restart_has_a_valid_record_and_can_begin_again(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            client = await Client.arrive(server.url)
            finished_id, record = await finished(client, "nizam")
            ply = len(record.actions) // 2  # The deck has many cards left, so two orders of it differ.
            info = await client.practise(NewPractice(table=finished_id, ply=ply, level="random"))
            async with client.open(info.id) as table:
                await play_on(table, random.Random(1), 2)
                kept = table.ply, table.view
        async with serving(sqlite) as server:
            client = Client(server.url, client.cookie)
            async with client.open(info.id) as table:
                await table.my_turn()
                assert table.ply >= kept[0] > ply
                row = server.site.tables[info.id].row
                assert await server.site.store.read(seat_to_act, info.id) == table.view["to_act"]
                await play_on(table, random.Random(2))
            done = await client.record(info.id)
            assert (done.practice, done.fairness) == (ply, UNSET)
            assert done.actions[:ply] == record.actions[:ply]
            assert Match.from_record(done).over
            again = await client.rematch(info.id)
            assert (again.status, again.practice) == ("playing", info.practice)
            assert (await client.rematch(info.id)).id == again.id
            assert row.beginning != server.site.tables[again.id].row.beginning  # Another order of the deck.
            me = (await client.me()).id
            rows = await server.site.store.read(lambda connection: list(about(connection, me)))
            assert "beginning" not in str(rows)  # It holds hidden cards.

    run(main())


def test_an_answered_puzzle_goes_on_before_or_after_the_answer(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            client = await Client.arrive(server.url)
            for game in GAME_IDS:
                puzzle = shipped_set(game)[0]
                wanted = {"game": game, "puzzle": puzzle.id, "level": "random"}
                assert await refusal_of(client, **wanted) == "puzzle_unanswered"
                path = f"/api/puzzles/{game}/{puzzle.id}"
                shown = await client.get(path, PuzzleInfo)
                answer = PuzzleAnswer(actions=puzzle.solution.actions, values=puzzle.solution.values)
                assert (await client.post(f"{path}/answer", answer, PuzzleVerdict)).right
                info = await client.practise(NewPractice(**wanted))
                assert info.practice == Practice(ply=shown.ply, puzzle=puzzle.id)
                async with client.open(info.id) as table:
                    assert (table.seat, table.ply, table.view["legal"]) == (shown.seat, shown.ply, shown.view["legal"])
                after = await client.practise(NewPractice(**wanted, actions=puzzle.solution.actions))
                async with client.open(after.id) as table:
                    assert table.seat == shown.seat
                    assert table.ply >= shown.ply + len(puzzle.solution.actions)

    run(main())


def test_bots_wait_at_a_match_that_begins_when_the_person_is_ready(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            client = await Client.arrive(server.url)
            begun = set()
            while begun != {"paused", "playing"}:
                settings = TableSettings(ready=True)
                info = await table_of([client], "nizam", [ME, bot("random")], settings)
                begun.add(info.status)
                async with client.open(info.id) as table:
                    if info.status == "paused":
                        assert (table.ply, table.view["to_act"]) == (0, 1)
                        await table.offer("resume")
                    assert await table.my_turn()

    run(main())


def test_what_cannot_be_practised_is_refused(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            client = await Client.arrive(server.url)
            live = await table_of([client], "nizam", [ME, bot("random")])
            assert await refusal_of(client, table=live.id, ply=0) == "not_over"
            table, record = await finished(client, "nizam")
            plies = len(record.actions)
            assert await refusal_of(client, table=table, ply=plies) == "practice_over"
            assert await refusal_of(client, table=table, ply=plies + 1) == "no_ply"
            assert await refusal_of(client, table=table, ply=0, seat=2) == "no_seat"
            assert await refusal_of(client, table="nowhere", ply=0) == "not_found"
            assert await refusal_of(client, table=table) == "bad_practice"
            assert await refusal_of(client, table=table, ply=0, game="nizam", puzzle="x") == "bad_practice"
            assert await refusal_of(client, game="nizam", puzzle="00000000") == "not_found"
            assert await refusal_of(client, table=table, ply=0, actions=["done"])
            strict = TableSettings(public=True, clock=Clock(kind="turn", seconds=30), coach=True)
            info = await client.practise(NewPractice(table=table, ply=0, settings=strict))
            assert (info.settings.public, info.settings.clock, info.settings.coach) == (False, Clock(), True)
            other = await Client.arrive(server.url, "Taras")
            with pytest.raises(RequestRefused):
                await other.join(info.id, info.join_token)

    run(main())
