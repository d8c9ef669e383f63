"""Analyses of matches, as far as they are, and record files that people look at."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select, text

from heliodor.store import schema
from heliodor.store.rows import AnalysisRow, RecordFileRow

_A, _F = schema.analyses, schema.record_files

FILES_PER_PERSON = 4  # The newest are kept,
FILE_DAYS = 7  # and not longer than this.
_DAY = 86_400_000

# An analysis only grows: of two processes that work on the same one, the further one is kept.
_SAVE = text(
    "INSERT INTO analyses (subject, level, seed, done, total, content) "
    "VALUES (:subject, :level, :seed, :done, :total, :content) "
    "ON CONFLICT (subject) DO UPDATE SET level = excluded.level, seed = excluded.seed, done = excluded.done, "
    "total = excluded.total, content = excluded.content "
    "WHERE analyses.done < excluded.done OR analyses.level <> excluded.level OR analyses.seed <> excluded.seed"
)


def read_analysis(connection: Connection, subject: str) -> AnalysisRow | None:
    """Return the analysis of a match or of a record file, as far as it is."""
    found = connection.execute(select(_A).where(_A.c.subject == subject)).first()
    return None if found is None else AnalysisRow(*found)


def save_analysis(connection: Connection, row: AnalysisRow, is_file: bool) -> None:
    """Save an analysis, unless its match or its file is gone, or another process is further."""
    table = _F if is_file else schema.matches
    if connection.execute(select(table.c.id).where(table.c.id == row.subject)).first() is not None:
        connection.execute(
            _SAVE,
            {
                "subject": row.subject,
                "level": row.level,
                "seed": row.seed,
                "done": row.done,
                "total": row.total,
                "content": row.content,
            },
        )


def keep_file(connection: Connection, row: RecordFileRow) -> None:
    """Keep a record file for its person, instead of the oldest one if there are too many."""
    connection.execute(insert(_F).values(id=row.id, person=row.person, text=row.text, created_at=row.created_at))
    newest = select(_F.c.id).where(_F.c.person == row.person).order_by(_F.c.created_at.desc(), _F.c.id)
    _remove(connection, list(connection.execute(newest).scalars())[FILES_PER_PERSON:])


def read_file(connection: Connection, file_id: str) -> RecordFileRow | None:
    """Return a record file, or None."""
    found = connection.execute(select(_F).where(_F.c.id == file_id)).first()
    return None if found is None else RecordFileRow(*found)


def file_of(connection: Connection, person: str, content: str) -> str | None:
    """Return the id of a person's file with this content, or None."""
    return connection.execute(select(_F.c.id).where(_F.c.person == person, _F.c.text == content)).scalar()


def remove_files_of(connection: Connection, person: str) -> None:
    """Remove the files of a person, with their analyses."""
    _remove(connection, list(connection.execute(select(_F.c.id).where(_F.c.person == person)).scalars()))


def remove_old_files(connection: Connection, now: int) -> None:
    """Remove the files that have been kept long enough, with their analyses."""
    old = select(_F.c.id).where(_F.c.created_at < now - FILE_DAYS * _DAY)
    _remove(connection, list(connection.execute(old).scalars()))


def _remove(connection: Connection, ids: list[str]) -> None:
    connection.execute(delete(_A).where(_A.c.subject.in_(ids)))
    connection.execute(delete(_F).where(_F.c.id.in_(ids)))
