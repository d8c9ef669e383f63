"""Sets of small numbers as one int: bit `n` is set when `n` is in the set.

A legal set is such an int (actions 0 to 62). Returning it allocates nothing, and testing, joining and sampling take a
few machine instructions.
"""

import numpy as np

from heliodor.core.jit import rule
from heliodor.core.packing import words_of, write_word

MAX_ACTIONS = 63  # The sign bit of an int64 stays clear.

_BYTE = 8
_BYTE_MASK = 255
_SPREAD = words_of((np.arange(256)[:, None] >> np.arange(_BYTE) & 1).astype(np.int8))  # [byte] -> its bits as numbers.


@rule
def bit(number: int) -> int:
    """Return the set that holds just this number."""
    return 1 << int(number)


@rule
def has_bit(numbers: int, number: int) -> bool:
    """Return whether the number is in the set."""
    return (int(numbers) >> int(number)) & 1 == 1


@rule
def count_bits(numbers: int) -> int:
    """Return how many numbers the set holds."""
    x = int(numbers)
    x = x - ((x >> 1) & 0x5555555555555555)
    x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((x * 0x0101010101010101) >> 56) & 0xFF


@rule
def lowest_bit(numbers: int) -> int:
    """Return the smallest number of a set that is not empty."""
    x = int(numbers)
    return count_bits((x & -x) - 1)


@rule
def nth_bit(numbers: int, n: int) -> int:
    """Return the n-th smallest number of the set, counted from 0; the set must hold more than n."""
    x = int(numbers)
    for _ in range(n):
        x &= x - 1
    return lowest_bit(x)


@rule
def write_bits(numbers: int, count: int, out, at: int) -> None:
    """Write for each number from 0 to count − 1 whether it is in the set, from out[at] on. Changes `out`."""
    x = int(numbers)
    if count < _BYTE:
        for n in range(count):
            out[at + n] = (x >> n) & 1
        return
    for start in range(0, count - _BYTE + 1, _BYTE):
        write_word(out, at + start, _SPREAD[(x >> start) & _BYTE_MASK])
    if count % _BYTE != 0:
        last = count - _BYTE  # The last eight, of which some are written already.
        write_word(out, at + last, _SPREAD[(x >> last) & _BYTE_MASK])


def members(numbers: int) -> list[int]:
    """Return the numbers of the set in ascending order."""
    found = []
    while numbers:
        lowest = numbers & -numbers
        found.append(lowest.bit_length() - 1)
        numbers ^= lowest
    return found
