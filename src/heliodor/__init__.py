"""Heliodor: four table games as fast, exact rules for Python.

>>> import heliodor
>>> match = heliodor.new_match("nizam", players=2, seed=7)
>>> match.act("draw")
>>> match.ply
1
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from heliodor.batch import Batch
    from heliodor.core.contract import EVERYTHING, SPECTATOR, Event, Game
    from heliodor.core.errors import (
        BadAction,
        BadNotation,
        BadOption,
        BadRecord,
        HeliodorError,
        IllegalAction,
        UnknownGame,
    )
    from heliodor.games import GAME_IDS, game_ids, get_game
    from heliodor.match import Match, load, new_match

__version__ = "0.1.0"

# Names are loaded when they are first used, so that `heliodor --help` does not wait for the compiler.
_HOMES = {
    "Batch": "heliodor.batch",
    "EVERYTHING": "heliodor.core.contract",
    "SPECTATOR": "heliodor.core.contract",
    "Event": "heliodor.core.contract",
    "Game": "heliodor.core.contract",
    "BadAction": "heliodor.core.errors",
    "BadNotation": "heliodor.core.errors",
    "BadOption": "heliodor.core.errors",
    "BadRecord": "heliodor.core.errors",
    "HeliodorError": "heliodor.core.errors",
    "IllegalAction": "heliodor.core.errors",
    "UnknownGame": "heliodor.core.errors",
    "GAME_IDS": "heliodor.games",
    "game_ids": "heliodor.games",
    "get_game": "heliodor.games",
    "Match": "heliodor.match",
    "load": "heliodor.match",
    "new_match": "heliodor.match",
}

__all__ = [
    "EVERYTHING",
    "GAME_IDS",
    "SPECTATOR",
    "BadAction",
    "BadNotation",
    "BadOption",
    "BadRecord",
    "Batch",
    "Event",
    "Game",
    "HeliodorError",
    "IllegalAction",
    "Match",
    "UnknownGame",
    "game_ids",
    "get_game",
    "load",
    "new_match",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'heliodor' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
