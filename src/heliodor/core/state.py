"""The record that a state is: one block of bytes, each of which belongs to a field.

So a state is its bytes: equal states are equal byte for byte, and can be hashed, compared and sent as such.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np


def state_type(fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """Return the record with these fields, aligned as the compiler wants them.

    Gaps between them become fields, too: NumPy would leave them as they happen to be when it copies a state.
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
