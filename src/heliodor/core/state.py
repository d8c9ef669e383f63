"""The record type of a state: one block of bytes, each of which belongs to a field.

So equal states are equal byte for byte, and states can be hashed, compared and sent as bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np


def state_type(fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """Return the record type with these fields, aligned as the compiler wants them.

    The gaps between them become fields, too: NumPy does not copy gaps, so equal states could have different bytes.
    """
    aligned = np.dtype(list(fields), align=True)
    without_gaps: list[tuple[Any, ...]] = []
    end = 0
    for field in fields:
        part, start = aligned.fields[field[0]][:2]  # type: ignore[index]
        without_gaps += _gap(end, start)
        without_gaps.append(field)
        end = start + part.itemsize
    without_gaps += _gap(end, aligned.itemsize)
    return np.dtype((np.record, np.dtype(without_gaps, align=True)))


def _gap(start: int, end: int) -> list[tuple[Any, ...]]:
    return [(f"unused_{start}", np.int8, (end - start,))] if end > start else []
