"""English words that every game's sentences need; other languages fill the same facts into their own."""

from __future__ import annotations

from collections.abc import Sequence

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number(count: int) -> str:
    """Return "no", "three" or "12"."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def counted(count: int, noun: str) -> str:
    """Return "no cards", "one card" or "three cards"."""
    return f"{number(count)} {noun if count == 1 else noun + 's'}"


def joined(parts: Sequence[str], word: str = "and") -> str:
    """Return "a, b and c"."""
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}" if len(parts) > 1 else "".join(parts)


def with_article(name: str) -> str:
    """Return "a ruby" or "an onyx"."""
    return f"{'an' if name[0] in 'aeio' else 'a'} {name}"
