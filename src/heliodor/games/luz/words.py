"""English words for Luz; other languages fill the same facts into their own sentences."""

from __future__ import annotations

from heliodor.core.words import number
from heliodor.games.luz.rules import NUM_VALUES

COLOUR_NAMES = ("red", "yellow", "green", "blue", "purple")


def card_name(card: int) -> str:
    """Return "red 4"."""
    return f"{COLOUR_NAMES[card // NUM_VALUES]} {card % NUM_VALUES + 1}"


def tricks_taken(count: int) -> str:
    """Return "none" or "three"."""
    return number(count) if count else "none"


def signed(points: int) -> str:
    """Return "+10", "−5" or "0"."""
    return f"{'+' if points > 0 else '−' if points < 0 else ''}{abs(points)}"
