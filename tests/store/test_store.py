"""The store on SQLite and PostgreSQL: the same code, the same answers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import asdict
from sqlalchemy import inspect, text

from heliodor.core.errors import HeliodorError
from heliodor.store import Conflict, Store, drivers, known_deals, matches, open_engine, people, talk
from heliodor.store import database as databases
from heliodor.store.rows import MatchRow, NewAction, Person, RatingRow, SaidRow, SeatRow
from heliodor.store.schema import metadata
from tests.store.conftest import Test, opened

WithStore = Callable[[Test], None]
OLHA = Person("olha", "Olha", "uk", seen_at=1)


def a_match(match_id: str = "m1", **changes: Any) -> MatchRow:
    values: dict[str, Any] = {
        "id": match_id,
        "revision": 1,
        "status": "open",
        "game": "nizam",
        "version": 1,
        "options": '{"players":2}',
        "settings": "{}",
        "host": "olha",
        "is_public": 1,
        "join_token": f"join-{match_id}",
        "watch_token": f"watch-{match_id}",
        "server_seed": "00" * 32,
        "secret": None,
        "deal": None,
        "rematch": None,
        "result": None,
        "offers": "[]",
        "needs_driver": 0,
        "driver": None,
        "created_at": 5,
        "started_at": None,
        "finished_at": None,
    }
    return MatchRow(**{**values, **changes})


def seats_of(match_id: str) -> list[SeatRow]:
    person = SeatRow(match_id, 0, "person", "olha", "Olha", "casual", 0, "ab", None)
    return [person, SeatRow(match_id, 1, "bot", None, "Bot", "casual", 0, None, None)]


def an_action(match_id: str, ply: int, text: str = "draw") -> NewAction:
    return NewAction(match_id, ply, 0, text, "r", None, 1)


async def with_match(store: Store, **changes: Any) -> MatchRow:
    row = a_match(**changes)
    await store.write(people.create_person, OLHA, 1)
    await store.write(matches.create_match, row, seats_of(row.id))
    return row


def test_the_migrations_make_the_schema(database: str) -> None:
    engine = open_engine(database)
    found = inspect(engine)
    assert set(found.get_table_names()) == {*metadata.tables, "migrations"}
    for name, table in metadata.tables.items():
        columns = {column["name"]: column for column in found.get_columns(name)}
        assert list(columns) == [column.name for column in table.columns], name
        for column in table.columns:
            expected = not column.nullable or column.primary_key
            assert columns[column.name]["nullable"] != expected or column.primary_key, (name, column.name)
        assert found.get_pk_constraint(name)["constrained_columns"] == [c.name for c in table.primary_key], name
    engine.dispose()


def test_a_match_of_the_first_schema_goes_on_and_keeps_its_pin(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from heliodor.server.identity import Signer

    signer = Signer("11" * 32)
    first_only = databases._migrations()[:1]
    with monkeypatch.context() as patched:
        patched.setattr(databases, "_migrations", lambda: first_only)
        engine = open_engine(database)
    row = a_match(status="playing", secret="5e" * 32)
    columns = [name for name in MatchRow.__struct_fields__ if not name.startswith("_")]
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO people (id, name, language, created_at) VALUES ('olha', 'Olha', 'uk', 1)"))
        known = {column["name"] for column in inspect(connection).get_columns("matches")}
        names = [name for name in columns if name in known]
        connection.execute(
            text(f"INSERT INTO matches ({', '.join(names)}) VALUES ({', '.join(':' + name for name in names)})"),
            {name: getattr(row, name) for name in names},
        )
        for seat in (0, 1):
            connection.execute(
                text(
                    "INSERT INTO seats (match_id, seat, kind, person, name, level, covered, pin_hash) "
                    "VALUES ('m1', :seat, 'device', 'olha', 'Olha', 'casual', 0, :pin)"
                ),
                {"seat": seat, "pin": signer._sign("pin", "m1:1:1234") if seat else None},
            )
    engine.dispose()

    async def main() -> None:
        async with opened(database) as store:
            found = await store.read(matches.read_match, "m1")
            assert found is not None and found[0].status == "playing"
            open_seat, guarded = found[1]
            assert open_seat.pin_hash is None and guarded.pin_hash is not None
            assert signer.is_pin(guarded.pin_hash, "1234") and not signer.is_pin(guarded.pin_hash, "1235")
            assert (guarded.away_ms, guarded.graced) == (0, 0)

    asyncio.run(main())


def test_opening_again_changes_nothing(database: str) -> None:
    async def main() -> None:
        async with opened(database) as store:
            await store.write(people.create_person, OLHA, 1)
        async with opened(database) as store:
            assert await store.read(people.read_person, "olha") == OLHA

    asyncio.run(main())


def test_people_of_a_database_of_the_first_schema_know_the_deals_they_have_begun(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        first = databases._migrations()[:1]
        before.setattr(databases, "_migrations", lambda: first)
        engine = open_engine(database)
        columns = {column["name"] for column in inspect(engine).get_columns("matches")}
        with engine.begin() as connection:
            for person in ("olha", "ihor"):
                connection.execute(
                    text("INSERT INTO people (id, name, language, created_at) VALUES (:id, :id, 'uk', 1)"),
                    {"id": person},
                )
            connection.execute(text("INSERT INTO processes VALUES ('p1', 77)"))
            connection.execute(
                text("INSERT INTO deals VALUES ('d1', 'nizam', :options, :seed, 'olha', 9, 1)"),
                {"options": '{"players":2}', "seed": "00" * 32},
            )
            # One table of the deal has begun, one waits, and one has nothing to do with it.
            for match_id, deal, secret in (("m1", "d1", "5e"), ("m2", "d1", None), ("m3", None, "5e")):
                row = asdict(a_match(match_id, deal=deal, secret=secret))
                known = {name: value for name, value in row.items() if name in columns}
                names, values = ", ".join(known), ", ".join(f":{name}" for name in known)
                connection.execute(text(f"INSERT INTO matches ({names}) VALUES ({values})"), known)
                person = {"m1": "olha", "m2": "ihor", "m3": "ihor"}[match_id]
                connection.execute(
                    text("INSERT INTO seats VALUES (:match_id, 0, 'person', :person, 'X', 'casual', 0, NULL, NULL)"),
                    {"match_id": match_id, "person": person},
                )
        engine.dispose()

    async def main() -> None:
        async with opened(database) as store:
            found = await store.read(matches.read_match, "m1")
            assert found is not None
            assert found[0] == a_match("m1", deal="d1", secret="5e")
            assert found[1][0].person == "olha"
            person = await store.read(people.read_person, "olha")
            assert person is not None and person.seen_at == 77, "last seen when a server was"
            assert await store.read(known_deals.people_who_know, "d1", ["olha", "ihor"], "") == {"olha"}
            await store.write(matches.change_match, "m2", 1, {"status": "stopped"})

    asyncio.run(main())


def test_a_match_is_read_as_it_was_written(with_store: WithStore) -> None:
    async def test(store: Store) -> None:
        row = await with_match(store)
        assert await store.read(matches.read_match, "m1") == (row, seats_of("m1"))
        assert await store.read(matches.read_match, "nothing") is None
        assert await store.read(matches.whole_match, "m1") == (row, seats_of("m1"), [])
        assert await store.read(matches.whole_match, "nothing") is None
        assert await store.read(matches.match_by_token, "join-m1") == ("m1", True)
        assert await store.read(matches.match_by_token, "watch-m1") == ("m1", False)
        assert await store.read(matches.match_by_token, "other") is None
        assert await store.read(matches.public_matches, 10) == ["m1"]
        assert await store.read(matches.matches_of_person, "olha", 10) == ["m1"]

    with_store(test)


def test_a_ply_is_played_once(with_store: WithStore) -> None:
    async def test(store: Store) -> None:
        await store.append_actions([an_action("m1", 0), an_action("m1", 1)])
        with pytest.raises(Conflict):
            await store.append_actions([an_action("m1", 2), an_action("m1", 1, "done")])
        rows = await store.read(matches.actions_from, "m1", 0)
        assert [(row.ply, row.text) for row in rows] == [(0, "draw"), (1, "draw")]
        assert [row.ply for row in await store.read(matches.actions_from, "m1", 1)] == [1]

    with_store(test)


def test_many_failures_in_a_batch_are_their_own(with_store: WithStore) -> None:
    """Psycopg prepares a statement that it has seen often, and after a rollback drops all prepared ones."""

    async def test(store: Store) -> None:
        taken = range(7, 60, 8)
        await asyncio.gather(*(store.append_actions([an_action(f"m{number}", 0)]) for number in taken))
        writes = [store.append_actions([an_action(f"m{number}", 0)]) for number in range(60)]
        results = await asyncio.gather(*writes, return_exceptions=True)
        assert [type(result) for result in results] == [
            Conflict if number in taken else type(None) for number in range(60)
        ]

    with_store(test)


def test_a_failure_in_a_batch_is_its_own(with_store: WithStore) -> None:
    async def test(store: Store) -> None:
        await store.append_actions([an_action("m0", 0)])
        writes = [store.append_actions([an_action(f"m{number}", 0)]) for number in range(20)]
        results = await asyncio.gather(*writes, return_exceptions=True)
        assert isinstance(results[0], Conflict)
        assert results[1:] == [None] * 19
        for number in range(20):
            assert len(await store.read(matches.actions_from, f"m{number}", 0)) == 1

    with_store(test)


def test_many_actions_share_a_commit(with_store: WithStore) -> None:
    async def test(store: Store) -> None:
        await asyncio.gather(*(store.append_actions([an_action(f"m{number}", 0)]) for number in range(200)))
        assert store.writer.operations == 200
        assert store.writer.batches < 100

    with_store(test)


def test_only_one_of_two_changes_from_the_same_revision_happens(with_store: WithStore) -> None:
    async def test(store: Store) -> None:
        await with_match(store)
        first = store.write(matches.change_match, "m1", 1, {"status": "playing"})
        second = store.write(matches.change_match, "m1", 1, {"status": "stopped"})
        results = await asyncio.gather(first, second, return_exceptions=True)
        assert results[0] is None
        assert isinstance(results[1], Conflict)
        row, _ = await store.read(matches.read_match, "m1")  # type: ignore[misc]
        assert (row.status, row.revision) == ("playing", 2)

    with_store(test)


def test_seats_change_with_the_match_or_not_at_all(with_store: WithStore) -> None:
    async def test(store: Store) -> None:
        await with_match(store)
        other = SeatRow("m1", 1, "person", "olha", "Olha", "casual", 0, None, None)
        with pytest.raises(Conflict):
            await store.write(matches.change_match, "m1", 7, {}, [other])
        await store.write(matches.change_match, "m1", 1, {}, [other])
        found = await store.read(matches.read_match, "m1")
        assert found is not None
        assert [seat.kind for seat in found[1]] == ["person", "person"]

    with_store(test)


def test_a_table_without_a_living_driver_is_taken_over_once(with_store: WithStore) -> None:
    async def test(store: Store) -> None:
        await with_match(store, status="playing", needs_driver=1, driver="dead")
        await store.write(drivers.record_heartbeat, "a", 1000)
        await store.write(drivers.record_heartbeat, "a", 2000)
        assert await store.read(drivers.living_processes, 1500) == {"a"}
        assert await store.read(drivers.orphans, ["a"], 10) == ["m1"]
        taken = [await store.write(drivers.take_over, ["a", "b"], who, 10) for who in ("a", "b")]
        assert taken == [["m1"], []]
        assert await store.read(drivers.orphans, ["a"], 10) == []
        await store.write(drivers.release_all, "a", 3000)
        assert await store.read(drivers.orphans, [], 10) == ["m1"]
        # The last heartbeat of "a" is stored; a process that starts soon after it finds no gap.
        assert await store.write(drivers.begin, "b", 9000, 5000) == (3000, 9000)
        assert await store.write(drivers.begin, "c", 9001, 5000) == (3000, 9000)

    with_store(test)


def test_people_codes_ratings_and_settings(with_store: WithStore) -> None:
    async def test(store: Store) -> None:
        await store.write(people.create_person, OLHA, 1)
        await store.write(people.change_person, Person("olha", "Оля", "uk"))
        await store.write(people.set_recovery, "olha", 1, "hash")
        found = await store.read(people.person_by_recovery, "hash")
        assert found == Person("olha", "Оля", "uk", seen_at=1, code_number=1)
        assert await store.read(people.person_by_recovery, "other") is None
        await store.write(people.set_rating, RatingRow("olha", "luz", 25.0, 8.0, 1))
        await store.write(people.set_rating, RatingRow("olha", "luz", 27.5, 7.0, 2))
        assert await store.read(people.ratings_of, "olha") == [RatingRow("olha", "luz", 27.5, 7.0, 2)]
        assert (await store.read(people.best_of, "luz", 5))[0][0] == "Оля"
        assert await store.write(people.setting, "key", "1") == "1"
        assert await store.write(people.setting, "key", "2") == "1"

    with_store(test)


def test_talk_and_notes(with_store: WithStore) -> None:
    async def test(store: Store) -> None:
        await with_match(store)
        rows = [SaidRow(0, "phrase", "hello", 0, 10), SaidRow(0, "chat", "Добрий день <b>", 1, 11)]
        for row in rows:
            await store.write(talk.say, "m1", row)
        assert await store.read(talk.said_at, "m1", 10) == rows
        assert await store.read(talk.said_at, "m1", 1) == rows[1:]
        await store.write(talk.set_note, "m1", 0, "r7?")
        await store.write(talk.set_note, "m1", 0, "r8?")
        assert await store.read(talk.talk_for, "m1", 0, None, 10) == (rows, "r8?", frozenset())
        assert await store.read(talk.talk_for, "m1", 1, None, 10) == (rows, "", frozenset())
        await store.write(talk.set_note, "m1", 0, "")
        assert await store.read(talk.talk_for, "m1", 0, None, 10) == (rows, "", frozenset())

    with_store(test)


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("nonsense", "the database URL cannot be read"),
        ("mysql://x/y", "the database must be sqlite or postgresql, not mysql"),
        ("sqlite://", "needs a file"),
        ("postgresql://nobody@127.0.0.1:1/none", "the database does not answer"),
        ("sqlite:////proc/nothing/here.sqlite3", "cannot create the folder"),
    ],
)
def test_a_bad_database_is_refused_in_a_sentence(url: str, reason: str) -> None:
    with pytest.raises(HeliodorError, match=reason):
        open_engine(url)
