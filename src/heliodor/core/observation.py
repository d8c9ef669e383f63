"""The layout of observations: small whole numbers, by name, with what each block is divided by for learning.

A game's `encoding.py` writes an observation as 8-bit ints, which take little room and can be read back exactly. As
floats for a network they are divided block by block, so that most of them lie between −1 and 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Block(NamedTuple):
    """Some numbers of an observation that belong together."""

    name: str
    size: int  # How many numbers.
    divisor: int  # What they are divided by as floats.
    meaning: str
    shape: tuple[int, ...] = ()  # For reading them back; empty: a list.


Layout = Sequence[Block]


def size_of(layout: Layout) -> int:
    """Return how many numbers an observation has."""
    return sum(block.size for block in layout)


def scale_of(layout: Layout) -> NDArray[np.float32]:
    """Return the factor of every number as a float."""
    return np.repeat([1 / block.divisor for block in layout], [block.size for block in layout]).astype(np.float32)


def start_of(layout: Layout, name: str) -> int:
    """Return where a block begins."""
    return slices_of(layout)[name].start  # type: ignore[no-any-return]


def slices_of(layout: Layout) -> dict[str, slice]:
    """Return where each block lies."""
    return dict(_slices(layout))


def _slices(layout: Layout) -> Iterator[tuple[str, slice]]:
    start = 0
    for block in layout:
        yield block.name, slice(start, start + block.size)
        start += block.size
