"""Lessons: which there are, and how far a person is."""

from __future__ import annotations

import logging

from heliodor.games import game_ids, get_game
from heliodor.lessons import BadLesson, Book, lessons_of
from heliodor.protocol.http import LessonInfo, Lessons
from heliodor.server.http.endpoint import Call, Endpoint
from heliodor.server.lessons import in_all_languages
from heliodor.store import lessons as lesson_store

log = logging.getLogger("heliodor.http")


async def lessons(call: Call) -> Lessons:
    """Return all lessons, with the progress of the person of the cookie."""
    rows = [] if call.person is None else await call.site.store.read(lesson_store.progress_of, call.person.id)
    progress = {(row.game, row.lesson): row for row in rows}
    found = []
    for book in _books():
        for lesson in book.lessons:
            mine = progress.get((book.game, lesson.id))
            found.append(
                LessonInfo(
                    game=book.game,
                    lesson=lesson.id,
                    name=in_all_languages(book, lambda texts, lesson=lesson: texts.lessons[lesson.id].name),  # type: ignore[misc]
                    minutes=lesson.minutes,
                    steps=len(lesson.steps),
                    step=0 if mine is None else min(mine.step, len(lesson.steps)),
                    done=mine is not None and bool(mine.done),
                )
            )
    return Lessons(lessons=found)


def _books() -> list[Book]:
    books = []
    for game_id in game_ids():
        try:
            books.append(lessons_of(get_game(game_id)))
        except BadLesson as error:  # Of a package.
            log.warning("the lessons of %s are left out: %s", game_id, error)
    return books


ENDPOINTS = (Endpoint("GET", "/api/lessons", "All lessons, and how far you are.", lessons, Lessons, for_people=False),)
