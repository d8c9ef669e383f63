"""Removal and export of a person: the whole schema is walked, so that no new table is forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, Engine, Table, insert, select

from heliodor.store import (
    analyses,
    audit,
    bans,
    daily,
    export,
    leads,
    lessons,
    matches,
    notices,
    open_engine,
    people,
    ratings,
    removal,
    reports,
    talk,
    transaction,
    vacations,
)
from heliodor.store import puzzles as puzzle_store
from heliodor.store.rows import (
    BanRow,
    DealResultRow,
    DealRow,
    LessonRow,
    NewAction,
    Person,
    RatingRow,
    RecordFileRow,
    ReportRow,
    SaidRow,
    SeatRow,
    SubscriptionRow,
    VacationRow,
)
from heliodor.store.schema import metadata
from tests.store.test_store import a_match

WHO = "person-0f3a"  # Nothing else in the tests contains it.
NAME, WORDS, REASON = "Oksana", "see you at the well", "rude at two tables"
TRACES = (WHO, NAME, WORDS, REASON, "oksana-recovery", "oksana-pin", "oksana-key")


@pytest.fixture
def engine(database: str) -> Iterator[Engine]:
    opened = open_engine(database)
    yield opened
    opened.dispose()


def fill(connection: Connection) -> None:
    """Write a row that names the person, or shows what they wrote, into every table that can hold one."""
    people.create_person(connection, Person(WHO, NAME, "uk"), 1)
    people.create_person(connection, Person("ihor", "Ihor", "en"), 1)
    people.set_recovery(connection, WHO, 1, "oksana-recovery")
    matches.create_deal(connection, DealRow("d1", "nizam", "{}", "00", WHO, 9, 1, 1))
    for status in ("open", "playing", "over"):
        secret = None if status == "open" else "5e" * 32
        row = a_match(status, status=status, secret=secret, host=WHO, removed=f'["ihor","{WHO}"]')
        mine = SeatRow(status, 0, "person", WHO, NAME, "casual", 0, "ab", "oksana-pin")
        theirs = SeatRow(status, 1, "person", "ihor", "Ihor", "casual", 0, "cd", None)
        matches.create_match(connection, row, [mine, theirs])
        talk.say(connection, status, SaidRow(0, "chat", WORDS, 0, 1))
        talk.say(connection, status, SaidRow(1, "chat", "good evening", 0, 1))
        talk.set_note(connection, status, 0, WORDS)
        connection.execute(
            insert(metadata.tables["actions"]), [NewAction(status, 0, 0, "draw", "r", None, 1)._asdict()]
        )
    connection.execute(insert(metadata.tables["known_deals"]), {"deal": "d1", "person": WHO, "match_id": "over"})
    daily.add_result(connection, DealResultRow("d1", WHO, "over", 50, "[50]", 1))
    people.set_rating(connection, RatingRow(WHO, "nizam", 25.0, 8.0, 1))
    ratings.rate(connection, "luz", [(WHO, 0), ("ihor", 1)], 1)
    talk.mute(connection, WHO, "ihor", 1)
    talk.mute(connection, "ihor", WHO, 1)
    notices.subscribe(connection, SubscriptionRow("s1", WHO, "https://push/oksana", "oksana-key", "a", '["turn"]', 1))
    notices.queue(connection, WHO, "turn", "playing", 1, 1, 1)
    vacations.begin(connection, VacationRow(WHO, 1, 2))
    lessons.set_progress(connection, LessonRow(WHO, "nizam", "first", 2, 0))
    puzzle_store.answer(connection, WHO, "nizam", "0123abcd", (25.0, 2.0), True, 1)
    analyses.keep_file(connection, RecordFileRow("record-1", WHO, f'{{"names": ["{NAME}"]}}', 1))
    bans.ban(connection, BanRow(WHO, REASON, None, 1))
    reports.report(connection, ReportRow("r1", "over", 1, WHO, "ihor", "talk", WORDS, 1))
    reports.report(connection, ReportRow("r2", "over", 0, "ihor", WHO, "talk", "rude", 1))
    reports.report(connection, ReportRow("r3", None, None, WHO, "ihor", "talk", "", 1, None, "record-1", '["rude"]'))
    leads.claim(connection, "over", WHO, '{"ply":3}', 1, 1, 0)
    audit.note(connection, 1, "root", "ban", person=WHO)


def rows(connection: Connection, table: Table) -> list[dict[str, Any]]:
    return [dict(row._mapping) for row in connection.execute(select(table))]


def traces(connection: Connection) -> list[str]:
    """Return every place in the database with a trace of the person."""
    return [
        f"{table.name}.{column}: {value}"
        for table in metadata.sorted_tables
        for row in rows(connection, table)
        for column, value in row.items()
        if any(trace in str(value) for trace in TRACES)
    ]


def columns_that_name_people() -> set[str]:
    """Return the columns that refer to a person, by key or by name."""
    by_name = ("person", "host", "reporter", "muted")
    return {
        f"{table.name}.{column.name}"
        for table in metadata.sorted_tables
        for column in table.columns
        if column.name in by_name or any(key.column.table.name == "people" for key in column.foreign_keys)
    } | {"people.id"}


def test_the_example_has_the_person_in_every_column_that_can_name_one(engine: Engine) -> None:
    """A new table or column that names a person fails here, until `fill`, export and removal know it."""
    with transaction(engine) as connection:
        fill(connection)
        found = {place.partition(":")[0] for place in traces(connection)}
        assert columns_that_name_people() <= found
        silent = {table.name for table in metadata.sorted_tables if not rows(connection, table)}
        assert silent - set(export.IMPERSONAL) == set(), "a table that the example does not fill"


def test_a_removed_person_leaves_no_trace_and_others_keep_everything(engine: Engine) -> None:
    with transaction(engine) as connection:
        fill(connection)
        changed = removal.remove_person(connection, WHO)
        assert changed == ["open", "over", "playing"]
        assert traces(connection) == []
        words = [row["text"] for row in rows(connection, metadata.tables["said"])]
        assert words == ["good evening"] * 3
        assert len(rows(connection, metadata.tables["actions"])) == 3, "matches can still be replayed"
        found = {status: matches.read_match(connection, status) for status in changed}
        assert all(match is not None for match in found.values())
        seats = {status: match[1] for status, match in found.items() if match is not None}
        assert [(each.kind, each.name) for each in seats["open"]] == [("open", ""), ("person", "Ihor")]
        assert [(each.kind, each.name) for each in seats["playing"]] == [("bot", "Casual bot"), ("person", "Ihor")]
        assert [(each.kind, each.name) for each in seats["over"]] == [("person", "Guest"), ("person", "Ihor")]
        assert seats["over"][0].seed == "ab", "the record proves the deal by it"
        hosts = {status: match[0].host for status, match in found.items() if match is not None}
        assert hosts == {"open": "ihor", "playing": "ihor", "over": people.NOBODY}
        assert found["open"] is not None and msgspec.json.decode(found["open"][0].removed) == ["ihor"]


def test_a_table_that_only_the_removed_person_had_is_closed(engine: Engine) -> None:
    with transaction(engine) as connection:
        people.create_person(connection, Person(WHO, NAME, "uk"), 1)
        seats = [SeatRow("m1", seat, "device", WHO, name, "casual", 0, None, None) for seat, name in enumerate("ab")]
        matches.create_match(connection, a_match(host=WHO), seats)
        removal.remove_person(connection, WHO)
        found = matches.read_match(connection, "m1")
        assert found is not None and found[0].status == "stopped"
        assert [seat.name for seat in found[1]] == ["", ""]


def test_an_export_holds_every_row_about_a_person_and_no_secret_and_nobody_else(engine: Engine) -> None:
    with transaction(engine) as connection:
        fill(connection)
        about = list(export.about(connection, WHO))
        assert {row["table"] for row in about} == {*metadata.tables} - set(export.IMPERSONAL)
        text = msgspec.json.encode(about).decode()
        assert NAME in text and WORDS in text and REASON in text
        for secret in (
            "oksana-recovery",
            "oksana-pin",
            "oksana-key",
            "https://push",
            "5e" * 32,
            "00" * 32,
            "join-",
            "watch-",
            "good evening",
            "Ihor",
        ):
            assert secret not in text, secret
        everything = msgspec.json.encode(list(export.everything(connection))).decode()
        assert "good evening" in everything and "5e" * 32 not in everything and "oksana-pin" not in everything


@pytest.mark.parametrize("table", [table for table in metadata.sorted_tables if table.name not in export.IMPERSONAL])
def test_every_table_says_which_of_its_rows_concern_a_person(table: Table) -> None:
    assert export.concerns(table, WHO) is not None


def test_a_removed_table_leaves_no_row(engine: Engine) -> None:
    with transaction(engine) as connection:
        fill(connection)
        connection.execute(
            metadata.tables["matches"].update().where(metadata.tables["matches"].c.id == "over").values(rematch="open")
        )
        assert removal.remove_tables(connection, ["open", "nothing"]) == ["open"]
        left = [
            f"{table.name}.{column}"
            for table in metadata.sorted_tables
            for row in rows(connection, table)
            for column, value in row.items()
            if value == "open"
        ]
        assert left == []


def test_a_new_name_stands_at_every_table_and_differs_from_the_others_there(engine: Engine) -> None:
    with transaction(engine) as connection:
        fill(connection)
        removal.rename_person(connection, WHO, "Ihor", lambda name, others: f"{name} 2" if name in others else name)
        for status in ("open", "playing", "over"):
            found = matches.read_match(connection, status)
            assert found is not None
            assert (found[1][0].name, found[0].revision) == ("Ihor 2", 2)
