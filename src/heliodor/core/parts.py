"""The parts of a view: each has some of its fields, and names the fields of the record they depend on.

After an action most of a view is unchanged. To update a view, rebuild only the parts whose sources have changed; to
make one from scratch, build all of them.
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
    make: Callable[[Any, int], dict[str, Any]]  # (state hidden from a seat, seat) -> fields.


def render_parts(view: type[ViewType], parts: Sequence[Part], states: Any, index: int, seat: int) -> ViewType:
    """Return the whole view of a state that has been hidden from the seat."""
    state = plain(states, index)
    fields: dict[str, Any] = {}
    for part in parts:
        fields |= part.make(state, seat)
    return view(**fields)


def source_bits(dtype: np.dtype[Any], sources: str) -> int:
    """Return sources as a set of places in the record, the form in which `Kernels.follow` reports changes."""
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
