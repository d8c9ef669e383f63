"""The game of an installed package at a live table."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from heliodor.client import ME, Client, RequestRefused, bot
from heliodor.protocol.http import Games
from heliodor.protocol.requests import Hint
from tests import pebbles
from tests.server.harness import play_on, run, serving, table_of


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pebbles.use(tmp_path / "site-packages", monkeypatch)


def test_it_is_listed_with_the_bots_that_play_it(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            listed = await Client(server.url).get("/api/games", Games)
        assert [game.id for game in listed.games] == ["nizam", "pearl", "gnomes", "luz", "pebbles"]
        assert listed.games[-1].levels == ["random", "plain"]
        assert listed.games[0].levels[-1] == "master"
        assert listed.games[0].characters[0] == "casual:bold"
        assert len(listed.games[0].characters) == 6
        assert listed.games[-1].characters == []

    run(main())


def test_it_is_played_to_its_end_against_bots(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            person = await Client.arrive(server.url)
            # It has no casual bot: the nearest that plays it sits down.
            info = await table_of([person], "pebbles", [ME, bot("casual"), bot("random")])
            assert [seat.level for seat in info.seats[1:]] == ["plain", "random"]
            assert info.seats[1].name == "Plain bot"
            async with person.open(info.id) as table:
                with pytest.raises(RequestRefused, match="there are no hints for Pebbles"):
                    await table.ask(Hint(request="h", ply=0))
                await play_on(table, random.Random(1))
                assert table.view["over"]
                assert table.view["winners"]

    run(main())
