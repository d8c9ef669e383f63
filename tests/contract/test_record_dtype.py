"""A state is one small record of plain numbers, and nothing but its bytes."""

from __future__ import annotations

from importlib import import_module
from typing import Any, get_type_hints

import numpy as np

from heliodor import get_game
from heliodor.core.deck import deck_fields
from tests.contract.configurations import every_game

MOST_BYTES = 512
WIDE_FIELDS = ("score", "points")  # Scores of one seat can pass 127.


@every_game
def test_a_state_is_small(game_id: str) -> None:
    assert get_game(game_id).dtype.itemsize <= MOST_BYTES


@every_game
def test_a_state_is_an_aligned_record(game_id: str) -> None:
    dtype = get_game(game_id).dtype
    assert dtype.type is np.record
    assert dtype.isalignedstruct


@every_game
def test_no_field_is_named_like_a_method_of_a_record(game_id: str) -> None:
    names = get_game(game_id).dtype.names
    assert names
    assert set(names).isdisjoint(dir(np.record))


@every_game
def test_a_field_holds_whole_numbers(game_id: str) -> None:
    dtype = get_game(game_id).dtype
    for name in dtype.names or ():
        assert dtype[name].base.kind in "iu", name


@every_game
def test_scores_are_wide(game_id: str) -> None:
    dtype = get_game(game_id).dtype
    for name in dtype.names or ():
        if name in WIDE_FIELDS:
            assert dtype[name].base.itemsize >= 2, name


@every_game
def test_every_byte_belongs_to_a_field(game_id: str) -> None:
    # NumPy leaves other bytes as they happen to be when it copies; then equal states would not be equal bytes.
    dtype = get_game(game_id).dtype
    used = np.zeros(dtype.itemsize, np.int64)
    for name in dtype.names or ():
        field, offset = dtype.fields[name][:2]  # type: ignore[index]
        used[offset : offset + field.itemsize] += 1
    assert (used == 1).all()


@every_game
def test_a_state_begins_with_what_chance_needs(game_id: str) -> None:
    dtype = get_game(game_id).dtype
    size = dtype["deck"].shape[0]
    names = [name for name in dtype.names or () if not name.startswith("unused_")]
    fields = deck_fields(size)
    assert names[: len(fields)] == [field[0] for field in fields]
    assert size <= 127  # deck_pos is an int8.
    assert {"players", "first"} < set(names)


@every_game
def test_actions_fit_into_a_legal_set(game_id: str) -> None:
    game = get_game(game_id)
    assert 0 < game.num_actions <= 63


@every_game
def test_the_typed_fields_of_a_state_are_those_of_the_record(game_id: str) -> None:
    dtype = get_game(game_id).dtype
    listed = get_type_hints(import_module(f"heliodor.games.{game_id}.state").State)
    fields = {name: type_of(dtype[name].ndim) for name in dtype.names or () if not name.startswith("unused_")}
    assert listed == fields


def type_of(dimensions: int) -> Any:
    return int if dimensions == 0 else list[type_of(dimensions - 1)]  # type: ignore[misc]
