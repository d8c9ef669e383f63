"""Reviews: moments, logs and analyses of matches that have ended and of record files."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import msgspec
import pytest

from heliodor import Match, new_match
from heliodor.client import Client, RequestRefused
from heliodor.core import record as records
from heliodor.core.contract import EVERYTHING, SPECTATOR
from heliodor.hints import analyse, outlook, shifting
from heliodor.protocol.http import PuzzleTried, Replay
from heliodor.protocol.review import AnalysisNow, NewReview, ReviewInfo, ReviewPlan, ReviewStory
from heliodor.server.reviews import FILE_PREFIX, analysis_info
from heliodor.server.thinkers import Thinkers
from heliodor.store.analyses import FILES_PER_PERSON
from tests.hints.positions import EVERY_TABLE, bot_match
from tests.server.harness import run, serving
from tests.server.test_tables import ME, arrive, bot, play_on, refusal, table_of

LEVEL = "novice"


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compared here does not depend on how many worlds are sampled."""
    monkeypatch.setitem(outlook.WORLDS, LEVEL, 4)
    monkeypatch.setattr(shifting, "NEXT_WORLDS", 2)


def text_of(match: Match) -> str:
    return records.encode(match.record()).decode()


async def drop(client: Client, match: Match) -> ReviewInfo:
    return await client.post("/api/reviews", NewReview(record=text_of(match)), ReviewInfo)


async def whole(client: Client, review: str) -> AnalysisNow:
    """Ask until the analysis is complete; what comes meanwhile only grows."""
    done = 0
    while True:
        now = await client.get(f"/api/reviews/{review}/analysis", AnalysisNow)
        assert now.done >= done
        done = now.done
        if now.total and now.done == now.total:
            assert now.analysis is not None
            return now
        await asyncio.sleep(0.02)


def test_the_review_of_every_game_has_the_numbers_of_the_command_line(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            server.site.reviews.level = LEVEL
            [reader] = await arrive(server, "Olha")
            for game, players in EVERY_TABLE:
                match = bot_match(game, players, 3, "greedy")
                info = await drop(reader, match)
                assert (info.game, info.plies, info.over, info.analysis) == (game, match.ply, True, True)
                now = await whole(reader, info.id)
                # `heliodor record analyse --json` prints what `analyse` returns.
                assert now.analysis == analysis_info(analyse(match, level=LEVEL)), (game, players)

    run(main())


@pytest.mark.parametrize("game", ["nizam", "luz"])
def test_every_moment_and_every_log_leave_through_hide(sqlite: str, game: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            [reader] = await arrive(server, "Olha")
            match = bot_match(game, 3, 2, "random")
            info = await drop(reader, match)
            path = f"/api/reviews/{info.id}"
            assert info.views == [0, 1, 2]
            for ply in (0, 5, match.ply // 2, match.ply):
                for view, query in ((EVERYTHING, ""), (0, "&view=0"), (2, "&view=2")):
                    moment = await reader.get(f"{path}/moment?ply={ply}{query}", Replay)
                    past = match.at(ply)
                    assert (moment.ply, moment.viewer) == (ply, view)
                    assert moment.view == msgspec.to_builtins(past.view(view))
                    if ply:
                        told = list(past.story(view))[-1]
                        assert [each.facts for each in moment.events] == msgspec.to_builtins(
                            [each.facts for each in told.events]
                        )
            story = await reader.get(f"{path}/story?view=1", ReviewStory)
            expected = [each for told in match.story(1) for each in told.events]
            assert [(each.key, each.facts) for each in story.events] == [
                (each.key, msgspec.to_builtins(each.facts)) for each in expected
            ]
            assert await refusal(reader.get(f"{path}/moment?ply=1&view=3", Replay)) == "no_view"
            assert await refusal(reader.get(f"{path}/moment?ply=x", Replay)) == "no_ply"

    run(main())


def test_a_better_turn_is_tried_as_its_seat_saw_the_table(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            server.site.reviews.level = LEVEL
            [reader] = await arrive(server, "Olha")
            match = bot_match("nizam", 2, 2, "random")
            info = await drop(reader, match)
            found = (await whole(reader, info.id)).analysis
            assert found is not None
            decision = next(each for each in found.decisions if each.line and each.best.actions != each.actions)
            assert decision.line is not None
            # The end of the turn reveals cards.
            plan = ReviewPlan(ply=decision.ply, actions=decision.line.actions[:-1])
            tried = await reader.post(f"/api/reviews/{info.id}/try", plan, PuzzleTried)
            assert (tried.played, tried.refused) == (len(plan.actions), None)
            assert tried.view["points_now"] == decision.line.points
            assert tried.view["seat"] == decision.seat
            late = ReviewPlan(ply=match.ply, actions=["draw"])
            assert await refusal(reader.post(f"/api/reviews/{info.id}/try", late, PuzzleTried)) == "no_ply"

    run(main())


def test_a_match_that_was_stopped_is_as_open_in_its_review_as_in_its_record(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            host, stranger = await arrive(server, "Olha", "Eve")
            info = await table_of([host], "gnomes", [ME, bot("random")])
            path = f"/api/reviews/{info.id}"
            assert await refusal(host.get(path, ReviewInfo)) == "not_over"
            async with host.open(info.id) as table:
                await play_on(table, random.Random(1), 3)
                await table.offer("stop")
                await table.until(lambda: table.over)
            match = server.site.tables[info.id].match
            assert match is not None
            for reader in (host, stranger):
                dealt = Match.from_record(await reader.record(info.id)).at(2)
                seen = await reader.get(path, ReviewInfo)
                assert (seen.over, seen.analysis, seen.views) == (False, False, [0, 1])
                for address in (f"{path}/moment", f"/api/tables/{info.id}/replay"):
                    moment = await reader.get(f"{address}?ply=2", Replay)
                    assert moment.view == msgspec.to_builtins(dealt.view(EVERYTHING))
                moment = await reader.get(f"{path}/moment?ply=2&view=1", Replay)
                assert moment.view == msgspec.to_builtins(dealt.view(1))
                assert await refusal(reader.get(f"{path}/analysis", AnalysisNow)) == "not_over"

    run(main())


def test_of_an_unfinished_record_file_readers_see_what_everybody_may_see(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            [reader] = await arrive(server, "Olha")
            match = new_match("gnomes", 2, seed=3)
            for _ in range(3):
                match.act(match.legal()[0])
            dropped = await drop(reader, match)
            path = f"/api/reviews/{dropped.id}"
            assert (dropped.over, dropped.views) == (False, [])
            moment = await reader.get(f"{path}/moment?ply=2", Replay)
            assert moment.view == msgspec.to_builtins(match.at(2).view(SPECTATOR))
            assert await refusal(reader.get(f"{path}/moment?view=1", Replay)) == "no_view"
            assert await refusal(reader.get(f"{path}/story?view=1", ReviewStory)) == "no_view"

    run(main())


def test_a_finished_match_is_analysed_once_and_the_work_survives_a_restart(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            server.site.reviews.level = LEVEL
            [host] = await arrive(server, "Olha")
            info = await table_of([host], "nizam", [ME, bot("random")])
            async with host.open(info.id) as table:
                await play_on(table, random.Random(1))
            match = server.site.tables[info.id].match
            assert match is not None
            path = f"/api/reviews/{info.id}/analysis"
            while (now := await host.get(path, AnalysisNow)).analysis is None:
                await asyncio.sleep(0.01)
            cookie = host.cookie
        async with serving(sqlite) as server:
            server.site.reviews.level = LEVEL
            again = Client(server.url, cookie=cookie)
            first = await again.get(path, AnalysisNow)
            while first.total == 0:
                first = await again.get(path, AnalysisNow)
            assert first.done >= len(now.analysis.curve), "the curve was saved"
            found = await whole(again, info.id)
            assert found.analysis == analysis_info(analyse(match, level=LEVEL))
            monkeypatch.setattr(Thinkers, "study", None)  # From now on nothing is computed.
            assert await again.get(path, AnalysisNow) == found

    run(main())


def test_a_damaged_record_is_refused_in_one_sentence(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            [reader] = await arrive(server, "Olha")
            good: dict[str, Any] = msgspec.json.decode(text_of(bot_match("gnomes", 2, 3, "greedy")))
            exchanged = [good["shuffles"][0][1], *good["shuffles"][0][1:]]  # A card is there twice instead of another.
            for damaged in (
                "hello",
                "",
                '{"a": "\\u0000"}',
                "\0",
                msgspec.json.encode({**good, "game": "chess"}).decode(),
                msgspec.json.encode({**good, "actions": good["actions"][:-1]}).decode(),
                msgspec.json.encode({**good, "shuffles": [exchanged, *good["shuffles"][1:]]}).decode(),
                msgspec.json.encode({**good, "result": {**good["result"], "winners": [0, 1]}}).decode(),
            ):
                with pytest.raises(RequestRefused) as refused:
                    await reader.post("/api/reviews", NewReview(record=damaged), ReviewInfo)
                assert refused.value.key == "bad_record"
                assert "\n" not in str(refused.value)

    run(main())


def test_the_last_files_of_a_person_are_kept_and_the_same_one_is_kept_once(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            one, two = await arrive(server, "Olha", "Ihor")
            theirs = await drop(two, bot_match("nizam", 1, 99, "random"))
            matches = [bot_match("nizam", 1, seed, "random") for seed in range(FILES_PER_PERSON + 1)]
            found = [await drop(one, match) for match in matches]
            assert all(each.id.startswith(FILE_PREFIX) for each in found)
            assert await drop(one, matches[-1]) == found[-1]
            server.site.reviews._files.clear()
            assert await refusal(one.get(f"/api/reviews/{found[0].id}", ReviewInfo)) == "not_found"
            assert await one.get(f"/api/reviews/{found[1].id}", ReviewInfo) == found[1]
            assert await one.get(f"/api/reviews/{theirs.id}", ReviewInfo) == theirs, "a link can be shared"

    run(main())


def test_a_study_waits_for_moves_and_advice() -> None:
    async def main() -> None:
        thinkers = Thinkers(1)
        order: list[str] = []
        try:
            await asyncio.gather(
                thinkers.study(lambda: order.append("first piece")),  # Nothing else is waiting yet.
                thinkers.study(lambda: order.append("second piece")),
                thinkers.consider("Olha", lambda: order.append("advice")),
                thinkers._move(lambda: order.append("move")),
            )
        finally:
            thinkers.close()
        assert order == ["first piece", "move", "advice", "second piece"]

    run(main())
