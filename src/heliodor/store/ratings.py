"""Ratings of people per game, by openskill's Plackett-Luce model."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, insert, select

from heliodor.store import schema
from heliodor.store.people import rating_of, set_rating
from heliodor.store.rows import RatingPoint, RatingRow

_H = schema.rating_history

MU, SIGMA = 25.0, 25.0 / 3.0  # Rating of a newcomer, as in openskill.
Placed = Sequence[tuple[str | None, int]]  # People and their places in a match; None: somebody without an account.


def rate(connection: Connection, game: str, placed: Placed, at: int) -> None:
    """Update the ratings of people who have played against each other, and note them with the time."""
    found = [(person, place) for person, place in placed if person is not None]
    people = [person for person, _place in found]
    if len(people) < 2 or len(set(people)) < len(people):
        return
    from openskill.models import PlackettLuce  # Imported only when a match is rated.

    model = PlackettLuce()
    before = [rating_of(connection, person, game) or RatingRow(person, game, MU, SIGMA, 0) for person in people]
    teams = [[model.rating(mu=row.mu, sigma=row.sigma)] for row in before]
    after = model.rate(teams, ranks=[float(place) for _person, place in found])
    for row, team in zip(before, after, strict=True):
        new = RatingRow(row.person, game, float(team[0].mu), float(team[0].sigma), row.matches + 1)
        set_rating(connection, new)
        point = {"matches": new.matches, "mu": new.mu, "sigma": new.sigma, "at": at}
        connection.execute(insert(_H).values(person=new.person, game=game, **point))


def history_of(connection: Connection, person: str, limit: int) -> dict[str, list[RatingPoint]]:
    """Return a person's ratings over time by game, at most the latest `limit` of each."""
    columns = (_H.c.game, _H.c.matches, _H.c.mu, _H.c.sigma, _H.c.at)
    found: dict[str, list[RatingPoint]] = {}
    for row in connection.execute(select(*columns).where(_H.c.person == person).order_by(_H.c.game, _H.c.matches)):
        found.setdefault(row.game, []).append(RatingPoint(*row))
    return {game: points[-limit:] for game, points in found.items()}
