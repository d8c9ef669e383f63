"""People with their recovery codes and ratings, and the site's own settings."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select, text, update

from heliodor.store import schema
from heliodor.store.rows import Person, RatingRow

_P, _R, _C = schema.people, schema.ratings, schema.settings
_PERSON = (_P.c.id, _P.c.name, _P.c.language, _P.c.seen_at, _P.c.generation, _P.c.code_number)
_SET = text(
    "INSERT INTO settings (name, value) VALUES (:name, :value) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)

NOBODY = "nobody"  # Id of the row that stands for removed people where a host is needed.


def create_person(connection: Connection, person: Person, now: int) -> None:
    """Insert a new person."""
    connection.execute(
        insert(_P).values(
            id=person.id,
            name=person.name,
            language=person.language,
            created_at=now,
            seen_at=now,
            generation=0,
            code_number=0,
        )
    )


def read_person(connection: Connection, person: str) -> Person | None:
    """Return a person, or None."""
    row = connection.execute(select(*_PERSON).where(_P.c.id == person)).first()
    return None if row is None else Person(*row)


def change_person(connection: Connection, person: Person) -> None:
    """Update name and language."""
    connection.execute(update(_P).where(_P.c.id == person.id).values(name=person.name, language=person.language))


def note_seen(connection: Connection, person: str, now: int) -> None:
    """Record that a person is here."""
    connection.execute(update(_P).where(_P.c.id == person).values(seen_at=now))


def set_recovery(connection: Connection, person: str, code_number: int, code_hash: str) -> None:
    """Set the code that moves a person to another device; the previous one expires."""
    values = {"recovery_hash": code_hash, "code_number": code_number}
    connection.execute(update(_P).where(_P.c.id == person).values(values))


def sign_out(connection: Connection, person: str) -> int:
    """Raise the generation of a person's cookie, and end the recovery code; return the new generation."""
    next_one = {"generation": _P.c.generation + 1, "code_number": _P.c.code_number + 1, "recovery_hash": None}
    connection.execute(update(_P).where(_P.c.id == person).values(next_one))
    return int(connection.execute(select(_P.c.generation).where(_P.c.id == person)).scalar_one())


def person_by_recovery(connection: Connection, code_hash: str) -> Person | None:
    """Return the person with this code, or None."""
    row = connection.execute(select(*_PERSON).where(_P.c.recovery_hash == code_hash)).first()
    return None if row is None else Person(*row)


# --- Ratings ------------------------------------------------------------------------------------------------------


def ratings_of(connection: Connection, person: str) -> list[RatingRow]:
    """Return a person's ratings, by game."""
    rows = connection.execute(select(_R).where(_R.c.person == person).order_by(_R.c.game))
    return [RatingRow(*row) for row in rows]


def rating_of(connection: Connection, person: str, game: str) -> RatingRow | None:
    """Return a person's rating at one game, or None."""
    row = connection.execute(select(_R).where(_R.c.person == person, _R.c.game == game)).first()
    return None if row is None else RatingRow(*row)


def set_rating(connection: Connection, row: RatingRow) -> None:
    """Write a rating."""
    connection.execute(delete(_R).where(_R.c.person == row.person, _R.c.game == row.game))
    connection.execute(
        insert(_R).values(person=row.person, game=row.game, mu=row.mu, sigma=row.sigma, matches=row.matches)
    )


def best_of(connection: Connection, game: str, limit: int) -> list[tuple[str, RatingRow]]:
    """Return the names and ratings of the strongest people, by the lower bound of the rating (mu − 3 sigma)."""
    rows = connection.execute(
        select(_P.c.name, _R)
        .join(_P, _P.c.id == _R.c.person)
        .where(_R.c.game == game)
        .order_by((_R.c.mu - 3 * _R.c.sigma).desc())
        .limit(limit)
    )
    return [(row[0], RatingRow(*row[1:])) for row in rows]


# --- Settings of the site -----------------------------------------------------------------------------------------


def setting(connection: Connection, name: str, new: str) -> str:
    """Return a setting of the site; the first process to read it sets it."""
    found = connection.execute(select(_C.c.value).where(_C.c.name == name)).scalar_one_or_none()
    if found is None:
        connection.execute(insert(_C).values(name=name, value=new))
        return new
    return str(found)


def set_setting(connection: Connection, name: str, value: str) -> None:
    """Write a setting of the site."""
    connection.execute(_SET, {"name": name, "value": value})
