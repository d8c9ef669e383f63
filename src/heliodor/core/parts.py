"""A view in parts: some of its fields each, with the fields of the record that they are made from.

After an action most of a view is what it was. Whoever keeps a view up to date makes only the parts anew whose sources
have changed; whoever wants a view makes all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec
import numpy as np

from heliodor.core.plain import plain

ViewType = TypeVar("ViewType", bound=msgspec.Struct)

ANY_FIELD = "*"  # As sources: the part may change with any field of the record.


class Part(NamedTuple):
    """Some fields of a view."""

    sources: str  # Names of the record's fields, with spaces between them; or ANY_FIELD.
    make: Callable[[Any, int], dict[str, Any]]  # From a state that has been hidden from a seat, and the seat.


def render_parts(view: type[ViewType], parts: Sequence[Part], states: Any, index: int, seat: int) -> ViewType:
    """Return the whole view of a state that has been hidden from the seat."""
    state = plain(states, index)
    fields: dict[str, Any] = {}
    for part in parts:
        fields |= part.make(state, seat)
    return view(**fields)


def source_bits(dtype: np.dtype[Any], sources: str) -> int:
    """Return sources as the set of their places in the record, as `Kernels.follow` tells what has changed."""
    names = dtype.names or ()
    if sources == ANY_FIELD:
        return (1 << len(names)) - 1
    return sum(1 << names.index(name) for name in sources.split())


def field_bounds(dtype: np.dtype[Any]) -> np.ndarray:
    """Return where each field of the record begins and ends, in bytes, one after another."""
    bounds = []
    for name in dtype.names or ():
        part, start = dtype.fields[name][:2]  # type: ignore[index]
        bounds += [start, start + part.itemsize]
    return np.array(bounds, np.int64)
