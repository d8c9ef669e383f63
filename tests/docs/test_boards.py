"""The page has a board for exactly those games that say so: the others are sent what the plain board shows."""

from __future__ import annotations

import re
from pathlib import Path

from heliodor.games import GAME_IDS, get_game

REGISTRY = Path(__file__).parents[2] / "web/src/games/registry.ts"


def test_games_with_a_board_are_those_of_the_pages_registry() -> None:
    (listed,) = re.findall(r"REGISTRY = \{ (.*?) \};", REGISTRY.read_text(encoding="utf-8"))
    assert listed.split(", ") == [game_id for game_id in GAME_IDS if get_game(game_id).has_board]
