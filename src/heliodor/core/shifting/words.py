"""English words for cards, lines and shifts; other languages fill the same facts into their own sentences."""

from __future__ import annotations

from functools import cache

from heliodor.core.shifting.notation import COLUMNS, ROWS
from heliodor.core.shifting.rules import PEARL, SIDE
from heliodor.core.words import number

KIND_NAMES = ("ruby", "carnelian", "topaz", "emerald", "turquoise", "sapphire", "amethyst", "onyx")
_PLURALS = ("rubies", "carnelians", "topazes", "emeralds", "turquoises", "sapphires", "amethysts", "onyxes")
_WAYS = ("to the left", "to the right", "up", "down")


def card_name(card: int) -> str:
    """Return "ruby" or "pearl"."""
    return "pearl" if card == PEARL else KIND_NAMES[card]


@cache
def number_of(count: int, kind: int) -> str:
    """Return "four rubies"."""
    return f"{number(count)} {KIND_NAMES[kind] if count == 1 else _PLURALS[kind]}"


def line_name(line: int) -> str:
    """Return "row 3" or "column b"."""
    return f"row {ROWS[line]}" if line < SIDE else f"column {COLUMNS[line - SIDE]}"


@cache
def shift_name(shift: int) -> str:
    """Return "row 3 to the left"."""
    way, place = divmod(shift, SIDE)
    return f"{line_name(place if way < 2 else SIDE + place)} {_WAYS[way]}"
