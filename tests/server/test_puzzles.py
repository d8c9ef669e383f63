"""Puzzles over HTTP: the next one near a rating, plans, answers, streaks; nothing that the seat may not know."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest
from sqlalchemy import select

from heliodor.client import Client, RequestRefused
from heliodor.games import GAME_IDS, get_game
from heliodor.protocol.http import (
    Games,
    Me,
    PuzzleAnswer,
    PuzzleInfo,
    PuzzleTried,
    PuzzleVerdict,
    Recovery,
    RecoveryCode,
)
from heliodor.puzzles import Puzzle, kinds_of, position_of, shipped_set
from heliodor.store import schema
from heliodor.store.export import about
from heliodor.store.removal import remove_person
from tests.server.harness import Served, run, serving

ONE_OF_EACH = {
    (game_id, kind): next(puzzle for puzzle in shipped_set(game_id) if puzzle.kind == kind)
    for game_id in GAME_IDS
    for kind in kinds_of(get_game(game_id))
}


def answer_of(puzzle: Puzzle) -> PuzzleAnswer:
    return PuzzleAnswer(actions=puzzle.solution.actions, values=puzzle.solution.values)


def wrong_for(puzzle: Puzzle) -> PuzzleAnswer:
    if puzzle.solution.values:
        return PuzzleAnswer(values=puzzle.solution.values[1:])
    legal = get_game(puzzle.game).notation.legal_texts(position_of(puzzle).hidden, 0)
    return PuzzleAnswer(
        actions=["draw" if "draw" in legal else next(a for a in legal if a != puzzle.solution.actions[0])]
    )


async def arrive(server: Served, name: str = "Olha") -> Client:
    return await Client.arrive(server.url, name)


async def answer(client: Client, puzzle: Puzzle, wanted: PuzzleAnswer) -> PuzzleVerdict:
    return await client.post(f"/api/puzzles/{puzzle.game}/{puzzle.id}/answer", wanted, PuzzleVerdict)


def test_every_kind_is_shown_tried_and_judged(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            client = await arrive(server)
            games = (await client.get("/api/games", Games)).games
            assert {game.id: game.puzzles for game in games if game.id in GAME_IDS} == dict.fromkeys(GAME_IDS, True)
            for (game_id, kind), puzzle in ONE_OF_EACH.items():
                path = f"/api/puzzles/{game_id}/{puzzle.id}"
                info = await client.get(path, PuzzleInfo)
                position = position_of(puzzle)
                assert (info.kind, info.seat, info.ply, info.is_new) == (kind, position.seat, len(puzzle.actions), True)
                assert info.question.key == f"{game_id}.puzzle.{kind}"
                assert info.view["to_act"] == info.seat
                assert bool(info.choices) == (kinds_of(get_game(game_id))[kind].means == "values")
                assert (info.aid is not None) == (kind == "bet")
                wrong = await answer(client, puzzle, wrong_for(puzzle))
                assert (wrong.whole, wrong.right, wrong.counted, wrong.solution) == (True, False, True, None)
                assert wrong.said
                right = await answer(client, puzzle, answer_of(puzzle))
                assert (right.right, right.counted, right.change) == (True, False, 0)
                assert right.said
                assert not (await client.get(path, PuzzleInfo)).is_new

    run(main())


def test_a_turn_in_parts_is_judged_when_it_is_whole(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            client = await arrive(server)
            for key in (("nizam", "points"), ("pearl", "tasks")):
                puzzle = ONE_OF_EACH[key]
                first = puzzle.solution.actions[:1]
                part = await answer(client, puzzle, PuzzleAnswer(actions=first))
                assert (part.whole, part.counted, part.said, part.score.answered) == (
                    False,
                    False,
                    [],
                    len(key) - 2 + GAMES_DONE[key],
                )
                path = f"/api/puzzles/{puzzle.game}/{puzzle.id}/try"
                tried = await client.post(path, PuzzleAnswer(actions=first), PuzzleTried)
                assert (tried.played, tried.wall, tried.refused) == (1, False, None)
                assert tried.view == part.view
                refused = await client.post(path, PuzzleAnswer(actions=["pass"]), PuzzleTried)
                assert refused.refused is not None
                assert refused.refused.rule
                assert (await answer(client, puzzle, answer_of(puzzle))).right

    GAMES_DONE = {("nizam", "points"): 0, ("pearl", "tasks"): 0}
    run(main())


def test_only_the_first_answer_changes_the_rating_and_the_answer_shown_counts_as_wrong(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            client = await arrive(server)
            some = shipped_set("luz")[:4]
            first = await answer(client, some[0], answer_of(some[0]))
            assert first.right
            assert first.counted
            assert first.change > 0
            assert (first.score.rating, first.score.answered, first.score.streak) == (1500 + first.change, 1, 1)
            again = await answer(client, some[0], wrong_for(some[0]))
            assert (again.right, again.counted, again.score) == (False, False, first.score)
            second = await answer(client, some[1], answer_of(some[1]))
            assert (second.score.streak, second.score.answered) == (2, 2)
            shown = await client.post(f"/api/puzzles/luz/{some[2].id}/show", None, PuzzleVerdict)
            assert (shown.right, shown.counted, shown.score.streak, shown.score.answered) == (False, True, 0, 3)
            assert shown.change < 0
            assert shown.solution is not None
            assert shown.solution.values == some[2].solution.values
            assert shown.said
            late = await answer(client, some[2], answer_of(some[2]))
            assert (late.right, late.counted, late.score) == (True, False, shown.score)
            # Two first answers at the same time are one.
            both = await asyncio.gather(
                answer(client, some[3], answer_of(some[3])),
                answer(client, some[3], answer_of(some[3])),
                return_exceptions=True,
            )
            counted = [verdict for verdict in both if isinstance(verdict, PuzzleVerdict) and verdict.counted]
            assert len(counted) == 1
            assert counted[0].score.answered == 4
            # Apart from the ratings of games, and of other games' puzzles.
            assert (await client.me()).ratings == []
            assert (await client.get("/api/puzzles/nizam", PuzzleInfo)).score.answered == 0

    run(main())


def test_the_next_puzzle_is_near_the_rating_and_new_while_there_are_some(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            client = await arrive(server)
            puzzles = shipped_set("nizam")
            newcomer = await client.get("/api/puzzles/nizam", PuzzleInfo)
            distances = sorted(abs(puzzle.rating - 25.0) for puzzle in puzzles)
            offered = next(puzzle for puzzle in puzzles if puzzle.id == newcomer.id)
            assert abs(offered.rating - 25.0) <= distances[11]
            me = (await client.me()).id

            def write_all(connection: Any) -> None:
                for number, puzzle in enumerate(puzzles):
                    if puzzle.id not in (puzzles[3].id, puzzles[7].id):
                        row = {"person": me, "game": "nizam", "puzzle": puzzle.id, "is_right": 1, "answered_at": number}
                        connection.execute(schema.puzzle_answers.insert().values(row))

            await server.site.store.write(write_all)
            seen = set()
            for _ in range(2):
                info = await client.get("/api/puzzles/nizam", PuzzleInfo)
                assert info.is_new
                seen.add(info.id)
                await answer(
                    client, next(puzzle for puzzle in puzzles if puzzle.id == info.id), PuzzleAnswer(actions=["draw"])
                )
            assert seen == {puzzles[3].id, puzzles[7].id}
            oldest = await client.get("/api/puzzles/nizam", PuzzleInfo)
            assert (oldest.id, oldest.is_new) == (puzzles[0].id, False)

    run(main())


def test_ratings_move_with_a_person_and_go_with_them(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            client = await arrive(server)
            puzzle = shipped_set("luz")[0]
            verdict = await answer(client, puzzle, answer_of(puzzle))
            code = (await client.post("/api/me/code", None, RecoveryCode)).code
            other = Client(server.url)
            me = await other.post("/api/me/recover", Recovery(code=code), Me)
            assert (await other.get("/api/puzzles/luz", PuzzleInfo)).score == verdict.score
            rows = await server.site.store.read(lambda connection: list(about(connection, me.id)))
            assert {row["table"] for row in rows} == {"people", "puzzle_ratings", "puzzle_answers"}
            await server.site.store.write(remove_person, me.id)
            for table in (schema.puzzle_ratings, schema.puzzle_answers):
                assert (
                    await server.site.store.read(lambda connection, t=table: connection.execute(select(t)).all()) == []
                )

    run(main())


@pytest.mark.parametrize(
    ("path", "body", "status", "key"),
    [
        ("/api/puzzles/chess", None, 404, "not_found"),
        ("/api/puzzles/luz/none", None, 404, "not_found"),
        ("/api/puzzles/luz/none/answer", PuzzleAnswer(), 404, "not_found"),
    ],
)
def test_what_is_not_there_is_refused(sqlite: str, path: str, body: PuzzleAnswer | None, status: int, key: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            client = await arrive(server)
            with pytest.raises(RequestRefused) as refused:
                await (client.get(path, object) if body is None else client.post(path, body, object))
            assert (refused.value.status, refused.value.key) == (status, key)
            for wanted, reason in ((["castle"], "no_action"), (["done"], None), (["draw", "draw"], "turn_over")):
                puzzle = ONE_OF_EACH["nizam", "points"]
                with pytest.raises(RequestRefused) as refused:
                    await answer(client, puzzle, PuzzleAnswer(actions=wanted))
                assert reason in (None, refused.value.key)
            with pytest.raises(RequestRefused) as refused:
                await answer(client, ONE_OF_EACH["luz", "values"], PuzzleAnswer(values=[90]))
            assert refused.value.status == 422
            with pytest.raises(RequestRefused) as refused:
                await Client(server.url).get("/api/puzzles/luz", PuzzleInfo)
            assert refused.value.status == 401

    run(main())


def test_no_message_holds_a_hidden_card(sqlite: str) -> None:
    """Everything sent about a puzzle is the same in another world that the seat cannot tell from this one."""
    from heliodor.server import puzzles as served

    for puzzle in ONE_OF_EACH.values():
        here = served._position(puzzle.game, puzzle.id)
        seat, kernels = here.position.seat, here.position.game.kernels
        hidden = here.position.hidden.copy()
        kernels.hide(hidden, 0, seat)
        assert hidden.tobytes() == here.position.hidden.tobytes(), "nothing is left to hide"
        view = msgspec.json.encode(served._view(here, here.position.hidden))
        assert view == msgspec.json.encode(served._view(here, hidden))
