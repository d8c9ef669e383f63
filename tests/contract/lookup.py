"""Tables by game: facts that the contract tests need about each game, with a clear message where one is missing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import pytest

Entry = TypeVar("Entry")


def entry_of(table: Mapping[str, Entry], game_id: str, where: str) -> Entry:
    """Return a game's entry of a table; fail with what to add, and where, if there is none."""
    if game_id not in table:
        pytest.fail(f"{where} has no entry for {game_id!r}: add one (docs/adding-a-game.md, step 7)", pytrace=False)
    return table[game_id]
