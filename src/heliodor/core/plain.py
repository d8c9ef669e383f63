"""A state as plain Python values, for the modules that read many fields of it.

Reading a field of a NumPy record takes microseconds, and each element of it a tenth of one; a view reads hundreds. Here
a field is taken out of the array in one go, when it is first asked for.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np


class PlainState:
    """One state whose fields are ints and (nested) lists; right as long as the array is not changed. See `plain`."""

    def __init__(self, states: Any, index: int) -> None:
        self.states = states  # For questions to the rules, which take an array and an index.
        self.index = index

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"a state of this game has no field {name}")


class _Number:
    """A field that is one number; once it has been read it is an attribute of the state like any other."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, state: PlainState, _type: type) -> Any:
        name = self._name
        value = state.states[name].item(state.index)
        setattr(state, name, value)
        return value


class _List(_Number):
    """A field that is an array."""

    def __get__(self, state: PlainState, _type: type) -> Any:
        name = self._name
        value = state.states[name][state.index].tolist()
        setattr(state, name, value)
        return value


def plain(states: Any, index: int) -> PlainState:
    """Return one state as plain values."""
    return _type_for(states.dtype)(states, index)


@cache
def _type_for(dtype: np.dtype[Any]) -> type[PlainState]:
    names = dtype.names or ()
    return type("PlainState", (PlainState,), {n: _List(n) if dtype[n].shape else _Number(n) for n in names})
