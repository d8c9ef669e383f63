"""Answers to puzzles, and the ratings of people at them, apart from those at games."""

from __future__ import annotations

from sqlalchemy import Connection, func, insert, select, text, update

from heliodor.store import schema
from heliodor.store.ratings import MU, SIGMA
from heliodor.store.rows import PuzzleRatingRow

_R, _A = schema.puzzle_ratings, schema.puzzle_answers

# Of two first answers at the same time, the second adds nothing.
_ADD = text(
    "INSERT INTO puzzle_answers (person, game, puzzle, is_right, answered_at) "
    "VALUES (:person, :game, :puzzle, :is_right, :answered_at) ON CONFLICT DO NOTHING"
)


def rating_of(connection: Connection, person: str, game: str) -> PuzzleRatingRow:
    """Return a person's rating; a newcomer's if there is none yet."""
    row = connection.execute(select(_R).where(_R.c.person == person, _R.c.game == game)).first()
    return PuzzleRatingRow(person, game, MU, SIGMA, 0, 0) if row is None else PuzzleRatingRow(*row)


def answered(connection: Connection, person: str, game: str) -> dict[str, int]:
    """Return when a person first answered each puzzle of a game."""
    rows = connection.execute(select(_A.c.puzzle, _A.c.answered_at).where(_A.c.person == person, _A.c.game == game))
    return {str(puzzle): int(at) for puzzle, at in rows}


def shares(connection: Connection, game: str, puzzle: str) -> tuple[int, int]:
    """Return how many people have answered a puzzle, and how many of them were right at once."""
    row = connection.execute(
        select(func.count(), func.coalesce(func.sum(_A.c.is_right), 0)).where(_A.c.game == game, _A.c.puzzle == puzzle)
    ).one()
    return int(row[0]), int(row[1])


def answer(
    connection: Connection,
    person: str,
    game: str,
    puzzle: str,
    difficulty: tuple[float, float],
    is_right: bool,
    now: int,
) -> tuple[PuzzleRatingRow, bool]:
    """Note an answer; return the person's rating after it, and whether it was the first, which alone changes it.

    `difficulty` is the puzzle's own rating, mean and deviation, which stays.
    """
    before = rating_of(connection, person, game)
    values = {"person": person, "game": game, "puzzle": puzzle, "is_right": int(is_right), "answered_at": now}
    if connection.execute(_ADD, values).rowcount == 0:
        return before, False
    from openskill.models import PlackettLuce  # Imported only when something is rated.

    model = PlackettLuce()
    teams = [[model.rating(mu=before.mu, sigma=before.sigma)], [model.rating(mu=difficulty[0], sigma=difficulty[1])]]
    ((mine,), _puzzle) = model.rate(teams, ranks=[0.0, 1.0] if is_right else [1.0, 0.0])
    after = PuzzleRatingRow(
        person,
        game,
        float(mine.mu),
        float(mine.sigma),
        before.answered + 1,
        before.streak + 1 if is_right else 0,
    )
    changed = {"mu": after.mu, "sigma": after.sigma, "answered": after.answered, "streak": after.streak}
    if before.answered:
        connection.execute(update(_R).where(_R.c.person == person, _R.c.game == game).values(changed))
    else:
        connection.execute(insert(_R).values(person=person, game=game, **changed))
    return after, True
