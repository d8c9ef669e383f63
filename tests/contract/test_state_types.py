"""The typed state of each game, which views and stories read, has the fields of its record."""

from __future__ import annotations

from importlib import import_module
from typing import Any, get_type_hints

from heliodor import get_game
from tests.contract.configurations import every_game


@every_game
def test_the_typed_fields_of_a_state_are_those_of_the_record(game_id: str) -> None:
    dtype = get_game(game_id).dtype
    listed = get_type_hints(import_module(f"heliodor.games.{game_id}.state").State)
    fields = {name: type_of(dtype[name].ndim) for name in dtype.names or () if not name.startswith("unused_")}
    assert listed == fields


def type_of(dimensions: int) -> Any:
    return int if dimensions == 0 else list[type_of(dimensions - 1)]  # type: ignore[misc]
