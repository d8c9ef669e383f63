"""The record type of a state has no byte outside its fields."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from heliodor.core.state import state_type

FIELDS: list[list[tuple[Any, ...]]] = [
    [("word", np.uint64)],
    [("small", np.int8), ("word", np.uint64), ("short", np.int16), ("end", np.int8)],
    [("small", np.int8, (3,)), ("number", np.int32, (2,)), ("table", np.int8, (2, 3))],
]


@pytest.mark.parametrize("fields", FIELDS)
def test_gaps_become_fields_and_nothing_moves(fields: list[tuple[Any, ...]]) -> None:
    plain, dtype = np.dtype(fields, align=True), state_type(fields)
    assert dtype.type is np.record
    assert dtype.isalignedstruct
    assert dtype.itemsize == plain.itemsize
    for field in fields:
        assert dtype.fields[field[0]][:2] == plain.fields[field[0]][:2]  # type: ignore[index]
    assert sum(dtype[name].itemsize for name in dtype.names or ()) == dtype.itemsize


@pytest.mark.parametrize("fields", FIELDS)
def test_a_copy_has_the_same_bytes(fields: list[tuple[Any, ...]]) -> None:
    states = np.zeros(3, state_type(fields))
    states.view(np.uint8)[:] = np.arange(states.nbytes) % 251
    assert states.copy().tobytes() == states.tobytes()
    other = np.zeros_like(states)
    other[:] = states
    assert other.tobytes() == states.tobytes()
    other[0] = states[2]
    assert other[0].tobytes() == states[2].tobytes()
