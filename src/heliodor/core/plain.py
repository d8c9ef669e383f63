"""A state as plain Python values, for the modules that read many fields of it.

Reading a field of a NumPy record takes microseconds, and each of its elements 0.1 µs; a view reads hundreds. Here a
field is converted as a whole, on first use.
"""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar, overload

import numpy as np


class PlainState:
    """One state whose fields are ints and (nested) lists; valid until the array changes. See `plain`.

    These are the fields that every game has; a game adds its own (`games/<game>/state.py`).
    """

    rng: list[int]
    num_shuffles: int
    deck: list[int]
    deck_start: int
    deck_pos: int
    script_pos: int
    script_end: int
    players: int
    first: int

    def __init__(self, states: Any, index: int) -> None:
        self.states = states  # For questions to the rules, which take an array and an index.
        self.index = index


StateType = TypeVar("StateType", bound=PlainState)


class _Number:
    """A field that is one number. The first read replaces it with an ordinary attribute of the state."""

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


@overload
def plain(states: Any, index: int) -> PlainState: ...


@overload
def plain(states: Any, index: int, kind: type[StateType]) -> StateType: ...


def plain(states: Any, index: int, kind: type[PlainState] = PlainState) -> PlainState:
    """Return one state as plain values; `kind` is the game's class of typed fields."""
    return _type_for(states.dtype, kind)(states, index)  # type: ignore[arg-type]


@cache
def _type_for(dtype: np.dtype[Any], kind: type[PlainState]) -> type[PlainState]:
    names = dtype.names or ()
    return type(kind.__name__, (kind,), {n: _List(n) if dtype[n].shape else _Number(n) for n in names})
