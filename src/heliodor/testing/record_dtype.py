"""A state is one small record of plain numbers, and nothing but its bytes."""

from __future__ import annotations

import numpy as np

from heliodor.core.deck import deck_fields
from heliodor.testing.configurations import Configuration

MOST_BYTES = 512
WIDE_FIELDS = ("score", "points")  # Scores of one seat can pass 127.


def a_state_is_small(configuration: Configuration) -> None:
    assert configuration.game.dtype.itemsize <= MOST_BYTES


def a_state_is_an_aligned_record(configuration: Configuration) -> None:
    dtype = configuration.game.dtype
    assert dtype.type is np.record
    assert dtype.isalignedstruct


def no_field_is_named_like_a_method_of_a_record(configuration: Configuration) -> None:
    names = configuration.game.dtype.names
    assert names
    assert set(names).isdisjoint(dir(np.record))


def a_field_holds_whole_numbers(configuration: Configuration) -> None:
    dtype = configuration.game.dtype
    for name in dtype.names or ():
        assert dtype[name].base.kind in "iu", name


def scores_are_wide(configuration: Configuration) -> None:
    dtype = configuration.game.dtype
    for name in dtype.names or ():
        if name in WIDE_FIELDS:
            assert dtype[name].base.itemsize >= 2, name


def every_byte_belongs_to_a_field(configuration: Configuration) -> None:
    # NumPy does not copy bytes outside of fields, so equal states could have different bytes.
    dtype = configuration.game.dtype
    used = np.zeros(dtype.itemsize, np.int64)
    for name in dtype.names or ():
        field, offset = dtype.fields[name][:2]  # type: ignore[index]
        used[offset : offset + field.itemsize] += 1
    assert (used == 1).all()


def a_state_begins_with_the_deck_fields(configuration: Configuration) -> None:
    dtype = configuration.game.dtype
    size = dtype["deck"].shape[0]
    names = [name for name in dtype.names or () if not name.startswith("unused_")]
    fields = deck_fields(size)
    assert names[: len(fields)] == [field[0] for field in fields]
    assert size <= 127  # deck_pos is an int8.
    assert {"players", "first"} < set(names)


def actions_fit_into_a_legal_set(configuration: Configuration) -> None:
    game = configuration.game
    assert 0 < game.num_actions <= 63


PROMISES_OF_FEW = (
    a_state_is_small,
    a_state_is_an_aligned_record,
    no_field_is_named_like_a_method_of_a_record,
    a_field_holds_whole_numbers,
    scores_are_wide,
    every_byte_belongs_to_a_field,
    a_state_begins_with_the_deck_fields,
    actions_fit_into_a_legal_set,
)
