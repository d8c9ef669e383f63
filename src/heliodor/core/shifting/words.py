"""English words for cards, lines and shifts; other languages fill the same facts into their own sentences."""

from __future__ import annotations

from collections.abc import Sequence

from heliodor.core.shifting.notation import COLUMNS, ROWS
from heliodor.core.shifting.rules import PEARL, SIDE

KIND_NAMES = ("ruby", "carnelian", "topaz", "emerald", "turquoise", "sapphire", "amethyst", "onyx")
_PLURALS = ("rubies", "carnelians", "topazes", "emeralds", "turquoises", "sapphires", "amethysts", "onyxes")
_NUMBERS = ("no", "one", "two", "three", "four", "five")
_WAYS = ("to the left", "to the right", "up", "down")


def card_name(card: int) -> str:
    """Return "ruby" or "pearl"."""
    return "pearl" if card == PEARL else KIND_NAMES[card]


def with_article(card: int) -> str:
    """Return "a ruby" or "an onyx"."""
    name = card_name(card)
    return f"{'an' if name[0] in 'aeo' else 'a'} {name}"


def number_of(count: int, kind: int) -> str:
    """Return "four rubies"."""
    number = _NUMBERS[count] if count < len(_NUMBERS) else str(count)
    return f"{number} {KIND_NAMES[kind] if count == 1 else _PLURALS[kind]}"


def counted(count: int, noun: str) -> str:
    """Return "three cards" or "one card"."""
    number = _NUMBERS[count] if count < len(_NUMBERS) else str(count)
    return f"{number} {noun if count == 1 else noun + 's'}"


def joined(parts: Sequence[str]) -> str:
    """Return "a, b and c"."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}" if parts else ""


def line_name(line: int) -> str:
    """Return "row 3" or "column b"."""
    return f"row {ROWS[line]}" if line < SIDE else f"column {COLUMNS[line - SIDE]}"


def shift_name(shift: int) -> str:
    """Return "row 3 to the left"."""
    way, place = divmod(shift, SIDE)
    return f"{line_name(place if way < 2 else SIDE + place)} {_WAYS[way]}"
