"""Small numbers written many at a time: observations and masks are rows of bytes.

Byte by byte the compiler cannot join the writes, because the source might lie within the row. These functions tell it
that it does not. With checked indices, and in plain Python, they are loops that can be checked.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, config, types
from numba.extending import intrinsic
from numpy.typing import NDArray

from heliodor.core.jit import COMPILED, rule

WORD = 8  # Numbers in a word.
# `x & NOT_NEGATIVE` is x, if it is small and not negative: then the compiler need not count it from the end.
NOT_NEGATIVE = 255

_BYTE, _MASK, _SIGN = 8, 255, 128


def words_of(table: NDArray[np.int8]) -> NDArray[np.int64]:
    """Return a table with rows of eight numbers as words for `write_word`."""
    return np.ascontiguousarray(table).view("<i8").reshape(table.shape[:-1]).astype(np.int64)


@intrinsic  # type: ignore[untyped-decorator]
def _store_word(typing_context: Any, out: Any, at: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, args[0])
        place = builder.bitcast(builder.gep(array.data, [args[1]]), ir.IntType(64).as_pointer())
        builder.store(args[2], place).align = 1
        return context.get_dummy_value()

    return types.void(out, types.int64, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _copy_bytes(typing_context: Any, out: Any, at: Any, source: Any, count: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        row = context.make_array(signature.args[0])(context, builder, args[0])
        given = context.make_array(signature.args[2])(context, builder, args[2])
        cgutils.raw_memcpy(builder, builder.gep(row.data, [args[1]]), given.data, args[3], 1)
        return context.get_dummy_value()

    return types.void(out, types.int64, source, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _clear_bytes(typing_context: Any, out: Any, at: Any, count: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        row = context.make_array(signature.args[0])(context, builder, args[0])
        cgutils.memset(builder, builder.gep(row.data, [args[1]]), args[2], 0)
        return context.get_dummy_value()

    return types.void(out, types.int64, types.int64), generate


def _write_word(out, at, word):
    """Write the eight bytes of a word, the lowest first, from out[at] on. Changes `out`."""
    x = int(word)
    for n in range(WORD):
        byte = (x >> (_BYTE * n)) & _MASK
        out[at + n] = byte - 2 * (byte & _SIGN)


def _copy_numbers(out, at, source, count):
    """Write the first numbers of `source`, which are bytes as well, from out[at] on. Changes `out`."""
    for n in range(count):
        out[at + n] = source[n]


def _clear_numbers(out, at, count):
    """Write zeros from out[at] on; a constant `count` is fastest. Changes `out`."""
    for n in range(count):
        out[at + n] = 0


def _write_word_at_once(out, at, word):
    """Write the eight bytes of a word, the lowest first, from out[at] on. Changes `out`."""
    _store_word(out, at, word)


def _copy_numbers_at_once(out, at, source, count):
    """Write the first numbers of `source`, which are bytes as well, from out[at] on. Changes `out`."""
    _copy_bytes(out, at, source, count)


def _clear_numbers_at_once(out, at, count):
    """Write zeros from out[at] on; a constant `count` is fastest. Changes `out`."""
    _clear_bytes(out, at, count)


_AT_ONCE = COMPILED and not config.BOUNDSCHECK and sys.byteorder == "little"
write_word = rule(_write_word_at_once if _AT_ONCE else _write_word)
copy_numbers = rule(_copy_numbers_at_once if _AT_ONCE else _copy_numbers)
clear_numbers = rule(_clear_numbers_at_once if _AT_ONCE else _clear_numbers)
