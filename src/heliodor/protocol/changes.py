"""The difference between two views, as paths and values; and how a client applies it."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import astuple

MOST_PARTS = 6  # A list with more changed parts is sent as a whole.


def changes_between(old: msgspec.Struct, new: msgspec.Struct) -> dict[str, Any]:
    """Return path -> value for everything that differs; lists of a different length are replaced."""
    changes: dict[str, Any] = {}
    _compare_structs(old, new, "", changes)
    return changes


def _compare_structs(old: msgspec.Struct, new: msgspec.Struct, path: str, changes: dict[str, Any]) -> None:
    names = new.__struct_fields__
    for place, (before, after) in enumerate(zip(astuple(old), astuple(new), strict=True)):
        if before != after:
            compare(before, after, path + names[place], changes)


def compare(old: Any, new: Any, path: str, changes: dict[str, Any]) -> None:
    """Add to `changes` how two different values at a path differ."""
    if isinstance(new, list) and isinstance(old, list) and len(old) == len(new):
        places = [place for place, after in enumerate(new) if old[place] != after]
        if len(places) > MOST_PARTS:
            changes[path] = new
            return
        for place in places:
            compare(old[place], new[place], f"{path}/{place}", changes)
    elif isinstance(new, msgspec.Struct) and type(old) is type(new):
        _compare_structs(old, new, f"{path}/", changes)
    else:
        changes[path] = new


def apply_changes(view: Any, changes: dict[str, Any]) -> None:
    """Apply changes to a view parsed from JSON. Changes `view`."""
    for path, value in changes.items():
        *way, last = path.split("/")
        part = view
        for step in way:
            part = part[int(step)] if isinstance(part, list) else part[step]
        if isinstance(part, list):
            part[int(last)] = value
        else:
            part[last] = value
