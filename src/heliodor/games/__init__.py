"""The games. Importing this module loads none of them; `get_game` does, when one is asked for."""

from __future__ import annotations

import importlib
from functools import cache
from typing import TYPE_CHECKING

from heliodor.core.errors import UnknownGame

if TYPE_CHECKING:
    from heliodor.core.contract import Game

GAME_IDS = ("nizam", "pearl", "gnomes", "luz")


@cache
def get_game(game_id: str) -> Game:
    """Return the game with this id."""
    if game_id not in GAME_IDS:
        raise UnknownGame(f"there is no game {game_id!r}; the games are {', '.join(GAME_IDS)}")
    game: Game = importlib.import_module(f"heliodor.games.{game_id}").GAME
    return game
