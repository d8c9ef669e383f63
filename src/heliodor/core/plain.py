"""A state as plain Python values, for the modules that read many fields of it at once.

Reading a field of a NumPy record takes a microsecond, and each element of it a tenth; a view reads hundreds. Taken out
in one go, all fields of a state cost a few microseconds together.
"""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

PlainState = Any  # Has the fields of the record: ints, and lists of them.


def plain(states: Any, index: int) -> PlainState:
    """Return a copy of one state whose fields are ints and (nested) lists."""
    fields = dict(zip(states.dtype.names, states.item(index), strict=True))
    for name in _list_names(states.dtype):
        fields[name] = fields[name].tolist()
    return SimpleNamespace(**fields)


@cache
def _list_names(dtype: np.dtype[Any]) -> list[str]:
    return [name for name in dtype.names or () if dtype[name].shape]
