"""English words for Luz; other languages fill the same facts into their own sentences."""

from __future__ import annotations

from collections.abc import Sequence

from heliodor.games.luz.rules import NUM_VALUES

COLOUR_NAMES = ("red", "yellow", "green", "blue", "purple")
_NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def card_name(card: int) -> str:
    """Return "red 4"."""
    return f"{COLOUR_NAMES[card // NUM_VALUES]} {card % NUM_VALUES + 1}"


def number(count: int) -> str:
    """Return "none", "three" or "12"."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def counted(count: int, noun: str) -> str:
    """Return "no tricks", "one trick" or "three tricks"."""
    return f"{number(count) if count else 'no'} {noun if count == 1 else noun + 's'}"


def joined(parts: Sequence[str], word: str = "and") -> str:
    """Return "a, b and c"."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {word} {parts[-1]}" if parts else ""


def signed(points: int) -> str:
    """Return "+10", "−5" or "0"."""
    return f"{'+' if points > 0 else '−' if points < 0 else ''}{abs(points)}"
