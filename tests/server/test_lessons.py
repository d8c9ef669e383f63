"""Lessons over the socket: every wrong path is answered and changes nothing, and progress follows the person."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from heliodor import get_game
from heliodor.client import Client, LiveTable, RequestRefused, TableClosed
from heliodor.games import GAME_IDS
from heliodor.lessons import Run, Script, Step, lessons_of
from heliodor.lessons.script import script_of
from heliodor.lessons.texts import spoken
from heliodor.protocol import requests
from heliodor.protocol.http import LessonInfo, RecoveryCode
from heliodor.store.control import READ_ONLY, ControlRow
from tests.server.harness import run, serving

LESSONS = [(game_id, lesson.id) for game_id in GAME_IDS for lesson in lessons_of(get_game(game_id)).lessons]


async def progress(person: Client, game: str = "nizam", lesson: str = "first") -> LessonInfo:
    return next(each for each in (await person.lessons()).lessons if (each.game, each.lesson) == (game, lesson))


def wrong_moves(script: Script, step: Step, number: int) -> Iterator[tuple[list[str], str]]:
    """Yield decisions that begin as taught and go on otherwise: one for each answer of the step, and one other."""
    here, names = Run(script, number), set()
    for place, text in enumerate(step.do):
        for legal in script.game.notation.legal_texts(here.states, 0):
            answer = here.judge([legal])
            if not answer.played and answer.wrong not in names:
                names.add(answer.wrong)
                yield [*step.do[:place], legal], answer.wrong
        here.decide([text])
    assert names >= set(step.wrong), "an expected wrong move that nobody can make"


async def refused_key(table: LiveTable, actions: list[str]) -> str:
    with pytest.raises(RequestRefused) as caught:
        await table.act(actions)
    return caught.value.key


async def walk(table: LiveTable, script: Script) -> None:
    """Try every wrong path of every step, then do what is taught."""
    texts = lessons_of(script.game).texts["en"].lessons[script.lesson.id]
    for number, step in enumerate(script.lesson.steps):
        assert table.lesson is not None and table.lesson.step == number and table.lesson.taught == step.do
        view, ply = dict(table.view), table.ply
        for actions, name in wrong_moves(script, step, number):
            assert await refused_key(table, actions) == "lesson"
            told = texts.steps[step.key]
            expected = told.wrong[name] if name else told.other or texts.other
            assert table.lesson.answer is not None and table.lesson.answer["en"] == spoken(expected)
            assert (table.view, table.ply, table.lesson.step) == (view, ply, number)
            previewed = await table.preview(actions)
            assert previewed.refused is not None and previewed.refused.key == "lesson" and previewed.view == view
        await table.act(step.do)
        await table.until(lambda after=number + 1: table.lesson is not None and table.lesson.step == after)  # type: ignore[misc]
        assert table.lesson.answer is None
        assert (table.lesson.result is None) == (not texts.steps[step.key].result)
    assert table.lesson is not None and table.lesson.task is None
    assert table.lesson.end == {
        language: spoken(each.lessons[script.lesson.id].end) for language, each in lessons_of(script.game).texts.items()
    }


def test_every_wrong_path_of_every_lesson_is_answered_and_the_taught_one_leads_to_its_end(sqlite: str) -> None:
    async def test() -> None:
        async with serving(sqlite) as server:
            person = await Client.arrive(server.url)
            for game, lesson in LESSONS:
                script = script_of(game, lesson)
                assert script is not None
                async with person.learn(game, lesson) as table:
                    await table.until(lambda table=table: table.lesson is not None)  # type: ignore[misc]
                    await walk(table, script)
                mine = await progress(person, game, lesson)
                assert (mine.step, mine.done) == (script.num_steps, True)

    run(test())


def test_progress_follows_the_person_and_a_restart_loses_nothing(sqlite: str) -> None:
    async def test() -> None:
        async with serving(sqlite) as server:
            person = await Client.arrive(server.url)
            async with person.learn("nizam", "first") as table:
                await table.until(lambda: table.lesson is not None)
                await table.act(["2>"])  # Half a step is not one.
                assert table.lesson is not None and table.lesson.taught == ["done"]
                assert (await progress(person)).step == 0
                await table.act(["done"])
                assert (await progress(person)).step == 1, "an acknowledged step is saved"
            code = await person.post("/api/me/code", None, RecoveryCode)
        async with serving(sqlite) as server:
            other_device = await Client.recover(server.url, code.code)
            async with other_device.learn("nizam", "first") as table:
                await table.until(lambda: table.lesson is not None)
                assert table.lesson is not None and table.lesson.step == 1
                assert table.ply == 3 and table.view["scores"] == [3, 0]
                await table.go(5)
                await table.act(["draw"])
                assert (await progress(other_device)).done
                assert await refused_key(table, ["draw"]) == "lesson_over"
                await table.go(0)
                assert table.ply == 0 and table.view["scores"] == [0, 0]
                again = await progress(other_device)
                assert (again.step, again.done) == (0, True), "a lesson that was done stays done"

    run(test())


def test_a_lesson_can_do_only_what_it_teaches(sqlite: str) -> None:
    async def test() -> None:
        async with serving(sqlite) as server:
            nobody = Client(server.url)
            assert {(each.game, each.lesson) for each in (await nobody.lessons()).lessons} >= set(LESSONS)
            async with nobody.learn("nizam", "first", step=1) as table:
                await table.until(lambda: table.lesson is not None)
                assert await refused_key(table, ["done"]) == "no_shift_yet", "an illegal action gets the usual reason"
                assert await refused_key(table, ["draw", "draw"]) == "turn_over"
                previewed = await table.preview(["done"])
                assert previewed.refused is not None and previewed.refused.rule == "N9"
                with pytest.raises(RequestRefused) as caught:
                    await table.act(["draw"], ply=0)
                assert caught.value.key == "stale"
                for other in (
                    requests.Hint(request="h", ply=table.ply),
                    requests.Note(request="n", text="x"),
                    requests.Phrase(request="p", key="well_played"),
                    requests.Offer(request="o", what="stop"),
                ):
                    with pytest.raises(RequestRefused) as caught:
                        await table.ask(other)
                    assert caught.value.key == "in_lesson"
                await table.refresh()
                await table.act(["draw"])  # Without a cookie it works, and nothing is stored.
            for game, lesson in (("nizam", "tenth"), ("chess", "first")):
                with pytest.raises(TableClosed) as closed:
                    async with nobody.learn(game, lesson):
                        pass
                assert closed.value.key == "not_found"

    run(test())


def test_a_read_only_site_teaches_without_storing(sqlite: str) -> None:
    async def test() -> None:
        async with serving(sqlite) as server:
            person = await Client.arrive(server.url)
            async with person.learn("nizam", "first") as table:
                await table.until(lambda: table.lesson is not None)
                server.site.control._row = ControlRow(mode=READ_ONLY)
                await table.act(["2>", "done"])
                assert (await progress(person)).step == 0

    run(test())
