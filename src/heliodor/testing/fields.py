"""Compares two states field by field, because a failed test should name fields, not bytes."""

from __future__ import annotations

from typing import Any


def differences(one: Any, other: Any) -> str:
    """Return the fields in which state 0 of two arrays differ, with both values; empty if all bytes are equal."""
    names = one.dtype.names or ()
    found = [name for name in names if one[name].tobytes() != other[name].tobytes()]
    return "; ".join(f"{name}: {one[name][0].tolist()} or {other[name][0].tolist()}" for name in found)
