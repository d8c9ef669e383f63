"""A match continues by the rules with which it began; a new match gets the newest rules."""

from __future__ import annotations

import json
import random

import pytest
from sqlalchemy import text

from heliodor import Match, fairness, get_game
from heliodor.client import ME, Client, bot
from heliodor.protocol.http import DealInfo, NewDeal, Replay, Tables
from heliodor.store import Store, open_engine
from tests.server.harness import play_on, run, serving, table_of

OLD_TABLE = "old-table"
SERVER_SEED = "0f" * 32
SETTINGS = '{"public":false,"clock":{"kind":"none","seconds":0,"increment":0,"days":0},"spectators":true,"aid":"off",'
SETTINGS += '"talk":"free","cover":true}'


def begun_match(actions: int) -> Match:
    """Return a match of Speedy Gnomes by the rules of version 1, dealt from the seed, some actions played."""
    game = get_game("gnomes")
    match = Match(game, game.check_options({"players": 3}, 1), version=1)
    secret = fairness.secret_of(SERVER_SEED, [None, None, None])
    fairness.deal(match, secret)
    chance = random.Random(3)
    while match.ply < actions or match.to_act != 0:
        match.rekey(fairness.action_key(secret, match.ply))
        match.act(chance.choice(match.legal()))
    return match


async def write_old_match(database: str, host: str) -> Match:
    """Write an unfinished match as a server of version 1 stored it, with only the options that differ from defaults."""
    match = begun_match(40)
    store = Store(open_engine(database))
    secret = fairness.secret_of(SERVER_SEED, [None, None, None]).hex()

    def write(connection):  # type: ignore[no-untyped-def]
        connection.execute(
            text(
                "INSERT INTO matches (id, revision, status, game, version, options, settings, host, is_public,"
                " join_token, watch_token, server_seed, secret, offers, needs_driver, created_at, started_at)"
                f" VALUES ('{OLD_TABLE}', 2, 'playing', 'gnomes', 1, :options, :settings, :host, 0, 'join-token',"
                " 'watch-token', :seed, :secret, '[]', 1, 5, 6)"
            ),
            {"options": '{"players":3}', "settings": SETTINGS, "host": host, "seed": SERVER_SEED, "secret": secret},
        )
        for seat, kind in enumerate(["person", "bot", "bot"]):
            connection.execute(
                text(
                    "INSERT INTO seats (match_id, seat, kind, person, name, level, covered)"
                    " VALUES (:match, :seat, :kind, :person, :name, 'random', 0)"
                ),
                {
                    "match": OLD_TABLE,
                    "seat": seat,
                    "kind": kind,
                    "person": host if seat == 0 else None,
                    "name": f"Name {seat}",
                },
            )
        for told in match.story():
            connection.execute(
                text("INSERT INTO actions (match_id, ply, seat, text, at) VALUES (:match, :ply, :seat, :text, 7)"),
                {"match": OLD_TABLE, "ply": told.ply, "seat": told.seat, "text": told.action},
            )

    await store.write(write)
    await store.close()
    return match


@pytest.mark.parametrize("database_kind", ["sqlite", "postgresql"])
def test_a_match_begun_by_version_1_goes_on_by_it_to_its_end(
    request: pytest.FixtureRequest, database_kind: str
) -> None:
    database = request.getfixturevalue(database_kind)

    async def main() -> None:
        async with serving(database) as server:
            person = await Client.arrive(server.url, "Olha")
            host = (await person.me()).id
        begun = await write_old_match(database, host)
        async with serving(database) as server:
            person = Client(server.url, person.cookie)
            info = await person.table(OLD_TABLE)
            # It is listed, because it differs from today's default.
            assert (info.version, info.options) == (1, {"players": 3, "last_round": "finish"})
            async with person.open(OLD_TABLE) as table:
                assert (table.ply, table.view["last_round"]) == (begun.ply, "finish")
                await play_on(table, random.Random(1))
            record = await person.record(OLD_TABLE)
            assert (record.version, record.options) == (1, {"players": 3})
            assert record.actions[: begun.ply] == begun.actions
            match = Match.from_record(record)
            assert match.over and fairness.check(record)
            # S9: 84 cards in the deck are 28 rounds of three; version 2 would play one more.
            assert match.ply == 2 * 84
            moment = await person.get(f"/api/tables/{OLD_TABLE}/replay?ply={match.ply}", Replay)
            assert moment.view["over"] and moment.view["last_round"] == "finish"
            again = await person.rematch(OLD_TABLE)
            assert (again.version, again.options) == (2, {"players": 3})
            assert server.site.metrics.faults._value.get() == 0

    run(main())


def test_tables_made_now_are_played_by_the_newest_version(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            person = await Client.arrive(server.url, "Olha")
            info = await table_of([person], "gnomes", [ME, bot("random"), bot("random")])
            assert (info.version, info.options) == (2, {"players": 3})
            async with person.open(info.id) as table:
                await play_on(table, random.Random(1))
            record = await person.record(info.id)
            assert (record.version, record.options, len(record.actions)) == (2, {"players": 3}, 2 * (84 + 3))
            assert fairness.check(record)
            short = await table_of([person], "gnomes", [ME, bot("random")], last_round="finish")
            assert short.options == {"players": 2, "last_round": "finish"}

    run(main())


def test_every_table_of_a_deal_is_played_by_the_version_that_the_deal_was_made_for(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            person = await Client.arrive(server.url, "Olha")
            wanted = NewDeal(game="gnomes", options={"players": 2}, hours=1)
            old, new = [await person.post("/api/deals", wanted, DealInfo) for _ in range(2)]
            assert (new.version, new.options) == (2, {"players": 2})
            await server.site.store.write(
                lambda connection: connection.execute(text(f"UPDATE deals SET version = 1 WHERE id = '{old.id}'"))
            )
            for deal, version, last_round in [(old, 1, "finish"), (new, 2, "full")]:
                info = await person.create_table("gnomes", [ME, bot("random")], deal=deal.id)
                info = await person.start(info.id)
                assert info.version == version
                async with person.open(info.id) as table:
                    assert table.view["last_round"] == last_round
                rows = await server.site.store.read(
                    lambda connection, match=info.id: connection.execute(
                        text(f"SELECT version, options FROM matches WHERE id = '{match}'")
                    ).one()
                )
                assert (rows[0], json.loads(rows[1])) == (version, {"players": 2})

    run(main())


@pytest.mark.parametrize("database_kind", ["sqlite", "postgresql"])
def test_a_table_with_settings_of_a_newer_version_is_played_and_keeps_them(
    request: pytest.FixtureRequest, database_kind: str
) -> None:
    database = request.getfixturevalue(database_kind)
    newer = '{"talk":"phrases","weather":"rain","clock":{"kind":"turn","seconds":600,"warnings":3}}'

    async def stored(store: Store, change: str | None = None) -> list[str]:
        def work(connection):  # type: ignore[no-untyped-def]
            if change is not None:
                connection.execute(text("UPDATE matches SET settings = :settings"), {"settings": change})
            return list(connection.execute(text("SELECT settings FROM matches")).scalars())

        return await store.write(work)

    async def main() -> None:
        async with serving(database) as server:
            person = await Client.arrive(server.url, "Olha")
            info = await person.create_table("nizam", [ME, bot("random")])
            await person.start(info.id)
        store = Store(open_engine(database))
        await stored(store, newer)
        async with serving(database) as server:
            person = Client(server.url, person.cookie)
            settings = (await person.table(info.id)).settings
            assert (settings.talk, settings.clock.seconds) == ("phrases", 600)
            async with person.open(info.id) as table:
                await play_on(table, random.Random(1))
            assert (await person.get("/api/my/tables", Tables)).tables[0].settings == settings
            await person.rematch(info.id)
            assert await stored(store) == [newer, newer]
            assert server.site.metrics.faults._value.get() == 0
        await store.close()

    run(main())
