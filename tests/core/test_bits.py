"""Sets of small numbers in one int do what Python's sets do."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from heliodor.core.bits import MAX_ACTIONS, bit, count_bits, has_bit, lowest_bit, members, nth_bit, write_bits

number_sets = st.sets(st.integers(0, MAX_ACTIONS - 1))


def as_int(numbers: set[int]) -> int:
    return sum(1 << number for number in numbers)


@given(number_sets)
def test_a_set_survives_as_an_int(numbers: set[int]) -> None:
    assert members(as_int(numbers)) == sorted(numbers)
    assert count_bits(as_int(numbers)) == len(numbers)
    assert [number for number in range(MAX_ACTIONS) if has_bit(as_int(numbers), number)] == sorted(numbers)


@given(number_sets.filter(bool))
def test_members_are_counted_from_the_smallest(numbers: set[int]) -> None:
    ascending = sorted(numbers)
    assert lowest_bit(as_int(numbers)) == ascending[0]
    assert [nth_bit(as_int(numbers), n) for n in range(len(ascending))] == ascending


@given(number_sets, st.integers(0, MAX_ACTIONS))
def test_a_set_is_written_as_ones_and_zeros(numbers: set[int], count: int) -> None:
    out = np.full(MAX_ACTIONS + 2, 7, np.int8)
    write_bits(as_int(numbers), count, out, 1)
    assert out.tolist() == [7, *(int(number in numbers) for number in range(count)), *[7] * (MAX_ACTIONS + 1 - count)]


def test_the_largest_number_fits() -> None:
    whole = (1 << MAX_ACTIONS) - 1
    assert count_bits(whole) == MAX_ACTIONS
    assert bit(MAX_ACTIONS - 1) == 1 << 62
    assert lowest_bit(bit(MAX_ACTIONS - 1)) == MAX_ACTIONS - 1
    assert nth_bit(whole, MAX_ACTIONS - 1) == MAX_ACTIONS - 1
    assert members(0) == []
    assert count_bits(0) == 0
