"""The games: Heliodor's own, and those of installed packages.

Importing this module loads none of them; `get_game` loads one on demand.
"""

from __future__ import annotations

import importlib
import logging
import re
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING

from heliodor.core.errors import UnknownGame

if TYPE_CHECKING:
    from heliodor.core.contract import Game

GAME_IDS = ("nizam", "pearl", "gnomes", "luz")  # Heliodor's own.
ENTRY_POINTS = "heliodor.games"  # Entry point group through which a package offers games.

_ID = re.compile(r"[a-z][a-z0-9_]*")
_loaded: dict[str, Game] = {}


def get_game(game_id: str) -> Game:
    """Return the game with this id; raise UnknownGame if there is none, or if its package is broken."""
    if game_id not in _loaded:
        if game_id in GAME_IDS:
            _loaded[game_id] = importlib.import_module(f"heliodor.games.{game_id}").GAME
        elif found := _installed_games().get(game_id):
            _loaded[game_id] = _game_from_package(found)
        else:
            known = ", ".join([*GAME_IDS, *_installed_games()])
            raise UnknownGame(f"there is no game {game_id!r}; the games are {known}")
    return _loaded[game_id]


def game_ids() -> tuple[str, ...]:
    """Return the ids of all games that can be played: Heliodor's own, then those of packages.

    A package whose game cannot be loaded is left out; a warning says why.
    """
    return (*GAME_IDS, *(game_id for game_id in _installed_games() if _can_be_loaded(game_id)))


@cache
def _installed_games() -> dict[str, EntryPoint]:
    """Return the games that installed packages offer; a name that is already taken is left out with a warning."""
    found: dict[str, EntryPoint] = {}
    for point in entry_points(group=ENTRY_POINTS):
        if point.name in GAME_IDS or found.get(point.name, point) != point:
            _warn(f"game {point.name} ({point.value}) is left out: there is a game of this name already")
        else:
            found[point.name] = point
    return found


@cache
def _can_be_loaded(game_id: str) -> bool:
    try:
        get_game(game_id)
    except UnknownGame as error:
        _warn(f"{error}; it is left out")
        return False
    return True


def _game_from_package(point: EntryPoint) -> Game:
    from heliodor.core.contract import Game

    named = f"game {point.name} ({point.value})"
    try:
        game = point.load()
    except Exception as error:
        raise UnknownGame(f"{named} cannot be loaded: {type(error).__name__}: {error}") from error
    if not isinstance(game, Game):
        raise UnknownGame(f"{named} is not a game: the entry point names a {type(game).__name__}, not a Game")
    if game.id != point.name or not _ID.fullmatch(game.id):
        raise UnknownGame(f"{named} calls itself {game.id!r}; the entry point's name is the id, in small letters")
    return game


def _warn(sentence: str) -> None:
    logging.getLogger(__name__).warning(sentence)
