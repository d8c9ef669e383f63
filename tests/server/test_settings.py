"""Settings that only one game has: declared by the game, carried by the server, stored as they always were."""

from __future__ import annotations

import json
from typing import Any

import pytest

from heliodor.client import ME, Client, RequestRefused, bot
from heliodor.core.contract import OptionValue
from heliodor.games import GAME_IDS, get_game
from heliodor.protocol.http import Games
from heliodor.protocol.settings import Clock, TableSettings, read_settings, stored_settings
from tests.server.harness import run, serving

# As servers stored them while every game had the settings of Luz.
OLD = (
    '{"public":true,"clock":{"kind":"turn","seconds":60,"increment":0,"days":0},"spectators":true,"aid":"full",'
    '"taken_tricks":"last","talk":"phrases","hints":null,"cover":false}'
)


def test_settings_of_old_tables_are_read() -> None:
    common = {"public": True, "clock": Clock(kind="turn", seconds=60), "talk": "phrases", "cover": False}
    of_luz: dict[str, OptionValue] = {"aid": "full", "taken_tricks": "last"}
    assert read_settings(OLD, get_game("luz")) == TableSettings(**common, game=of_luz)  # type: ignore[arg-type]
    assert read_settings(OLD, get_game("nizam")) == TableSettings(**common)  # type: ignore[arg-type]


@pytest.mark.parametrize("stored", ["{}", '{"aid":"psychic","taken_tricks":7,"weather":"fine","clock":{"moon":1}}'])
def test_what_this_version_does_not_know_is_left_out_and_what_is_missing_is_as_usual(stored: str) -> None:
    game = get_game("luz")
    assert read_settings(stored, game) == TableSettings(game={"aid": "off", "taken_tricks": "closed"})


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_settings_are_stored_as_a_server_before_reads_them(game_id: str) -> None:
    game = get_game(game_id)
    chosen = {setting.name: setting.choices[-1] for setting in game.table_settings}
    settings = TableSettings(spectators=False, game=chosen)
    stored = json.loads(stored_settings(settings))
    assert {name: stored[name] for name in chosen} == chosen
    assert "game" not in stored
    assert read_settings(json.dumps(stored), game) == settings


def test_a_table_has_the_settings_of_its_game_and_no_others(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            host = await Client.arrive(server.url, "Olha")
            seats = [ME, bot("random"), bot("random")]

            async def refusal(game: str, **given: Any) -> str:
                with pytest.raises(RequestRefused) as refused:
                    await host.create_table(game, seats, TableSettings(game=given))
                assert refused.value.key == "bad_option"
                return str(refused.value)

            info = await host.create_table("luz", seats, TableSettings(game={"taken_tricks": "open"}))
            assert info.settings.game == {"aid": "off", "taken_tricks": "open"}
            assert (await host.create_table("gnomes", seats)).settings.game == {}
            assert "Speedy Gnomes has no table setting 'aid'; it has none" in await refusal("gnomes", aid="full")
            assert "Luz has no table setting 'aids'; it has aid, taken_tricks" in await refusal("luz", aids="full")
            assert "option taken_tricks cannot be" in await refusal("luz", taken_tricks="shut")

    run(main())


def test_the_list_of_games_says_which_settings_a_game_has(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            host = await Client.arrive(server.url, "Olha")
            games = {game.id: game for game in (await host.get("/api/games", Games)).games}
            assert [setting.name for setting in games["luz"].settings] == ["aid", "taken_tricks"]
            assert [games[game_id].aid for game_id in GAME_IDS] == [None, None, None, "aid"]
            assert games["nizam"].settings == []

    run(main())
