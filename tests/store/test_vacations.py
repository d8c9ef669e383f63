"""The days of vacation that a person has: whole days, by the year in which they begin."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import select

from heliodor.store import Store, matches, people, vacations
from heliodor.store.retention import Retention, prune
from heliodor.store.rows import Person, SeatRow, VacationRow
from heliodor.store.schema import metadata
from heliodor.store.vacations import DAY
from tests.store.conftest import Callable, Test
from tests.store.test_store import a_match


def at(year: int, month: int, day: int, hour: int = 0) -> int:
    return int(1000 * datetime(year, month, day, hour, tzinfo=UTC).timestamp())


def taken(from_at: int, days: float) -> VacationRow:
    return VacationRow("olha", from_at, from_at + int(days * DAY))


def test_every_day_that_has_begun_counts_as_a_whole_one() -> None:
    june = at(2027, 6, 1, 18)
    for length, counted in ((0.0, 1), (0.01, 1), (1.0, 1), (1.01, 2), (7.0, 7)):
        assert vacations.days_left([taken(june, length)], 30, june) == 30 - counted, length
    assert vacations.days_left([taken(june, 20), taken(june + 40 * DAY, 20)], 30, june) == 0


def test_a_day_belongs_to_the_year_in_which_it_begins() -> None:
    new_year = taken(at(2027, 12, 30, 12), 4)  # Two days of it begin in each year.
    assert vacations.days_left([new_year], 10, at(2027, 12, 31)) == 8
    assert vacations.days_left([new_year], 10, at(2028, 1, 1)) == 8


def test_a_vacation_is_as_long_as_the_days_of_each_year_allow() -> None:
    assert vacations.most_days([], at(2027, 3, 1), 30) == 30
    assert vacations.most_days([taken(at(2027, 1, 1), 28)], at(2027, 3, 1), 30) == 2
    assert vacations.most_days([taken(at(2027, 1, 1), 30)], at(2027, 3, 1), 30) == 0
    # 2 days are left until the year ends, and then there are 30 new ones.
    assert vacations.most_days([taken(at(2027, 1, 1), 28)], at(2027, 12, 30, 12), 30) == 32
    assert vacations.most_days([], at(2027, 3, 1), 0) == 0


def test_only_running_tables_of_days_are_read_again_and_old_vacations_go(
    with_store: Callable[[Test], None],
) -> None:
    async def test(store: Store) -> None:
        def fill(connection: vacations.Connection) -> list[str]:
            people.create_person(connection, Person("olha", "Olha", "uk"), 1)
            for match_id, status, kind in (
                ("days", "playing", "days"),
                ("turn", "playing", "turn"),
                ("over", "over", "days"),
                ("paused", "paused", "days"),
            ):
                row = a_match(match_id, status=status, host="olha", settings=f'{{"clock":{{"kind":"{kind}"}}}}')
                matches.create_match(
                    connection, row, [SeatRow(match_id, 0, "person", "olha", "Olha", "casual", 0, None, None)]
                )
            return vacations.begin(connection, taken(5, 3))

        assert await store.write(fill) == ["days", "paused"]
        assert await store.read(vacations.at_table, "days") == {"olha": [(5, 5 + 3 * DAY)]}
        later = 5 + 3 * DAY + vacations.KEPT_MS + 1
        await store.write(lambda connection: prune(connection, Retention(idle=None), later, 10))
        table = metadata.tables["vacations"]
        assert await store.read(lambda connection: connection.execute(select(table)).all()) == []

    with_store(test)
