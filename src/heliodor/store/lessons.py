"""How far people are in the lessons."""

from __future__ import annotations

from sqlalchemy import Connection, select, text

from heliodor.store import schema
from heliodor.store.rows import LessonRow

_L = schema.lessons
# A lesson that was done once stays done; nothing is stored for a person who has just been removed.
_SET = text(
    "INSERT INTO lessons (person, game, lesson, step, done)"
    " SELECT id, :game, :lesson, :step, :done FROM people WHERE id = :person"
    " ON CONFLICT (person, game, lesson) DO UPDATE"
    " SET step = excluded.step, done = CASE WHEN lessons.done = 1 THEN 1 ELSE excluded.done END"
)


def set_progress(connection: Connection, row: LessonRow) -> None:
    """Store how far a person is in a lesson."""
    values = {"person": row.person, "game": row.game, "lesson": row.lesson, "step": row.step, "done": row.done}
    connection.execute(_SET, values)


def progress_of(connection: Connection, person: str) -> list[LessonRow]:
    """Return how far a person is in every lesson that they have begun."""
    rows = connection.execute(select(_L).where(_L.c.person == person).order_by(_L.c.game, _L.c.lesson))
    return [LessonRow(*row) for row in rows]


def step_of(connection: Connection, person: str, game: str, lesson: str) -> int:
    """Return the step at which a person goes on with a lesson."""
    place = (_L.c.person == person, _L.c.game == game, _L.c.lesson == lesson)
    return connection.execute(select(_L.c.step).where(*place)).scalar() or 0
