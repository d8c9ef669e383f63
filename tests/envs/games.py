"""Every game with every number of players, as short as its options make it."""

from __future__ import annotations

from typing import Any

import pytest

from heliodor.games import GAME_IDS, get_game

ALL = [
    pytest.param(game_id, players, id=f"{game_id}-{players}")
    for game_id in GAME_IDS
    for players in get_game(game_id).players
]
SMALLEST = [pytest.param(game_id, get_game(game_id).min_players, id=game_id) for game_id in GAME_IDS]


def short(game_id: str) -> dict[str, Any]:
    """Return options that make matches short."""
    return {"stall_limit": 8} if game_id == "pearl" else {}
