"""English words for cards and sets; other languages fill the same facts into their own sentences."""

from __future__ import annotations

from collections.abc import Sequence

from heliodor.core import words
from heliodor.core.words import joined, number
from heliodor.games.gnomes.cards import (
    CAVE,
    CAVE_IN,
    DIAMOND,
    FOG_0,
    FOG_DRIVEN_OFF_BY,
    FOG_HIDES,
    GEM_0,
    NUM_SHAPES,
    WIND_0,
)
from heliodor.games.gnomes.standing import Decision

FOG_NAMES = ("orange fog", "green fog", "purple fog")
WIND_NAMES = ("red wind", "yellow wind", "blue wind")
GEM_NAMES = ("ruby", "heliodor", "sapphire")
GEM_PLURALS = ("rubies", "heliodors", "sapphires")
SHAPE_NAMES = ("round", "square", "triangular", "hexagonal", "drop-shaped", "marquise-cut")


def card_name(kind: int) -> str:
    """Return "orange fog" or "round ruby"."""
    if kind >= GEM_0:
        colour, shape = divmod(kind - GEM_0, NUM_SHAPES)
        return f"{SHAPE_NAMES[shape]} {GEM_NAMES[colour]}"
    if kind >= WIND_0:
        return "diamond" if kind == DIAMOND else WIND_NAMES[kind - WIND_0]
    if kind >= FOG_0:
        return FOG_NAMES[kind - FOG_0]
    return "cave" if kind == CAVE else "cave-in"


def with_article(kind: int) -> str:
    """Return "an orange fog" or "a round ruby"."""
    return words.with_article(card_name(kind))


def curse_effect(curse: int) -> str:
    """Return what cannot be laid under a curse: "rubies or heliodors"."""
    return "gems" if curse == CAVE_IN else joined([GEM_PLURALS[colour] for colour in FOG_HIDES[curse - FOG_0]], "or")


def curse_cure(curse: int) -> str:
    """Return what lifts a curse: "a red wind or a yellow wind"."""
    if curse == CAVE_IN:
        return "a cave"
    return joined([f"a {WIND_NAMES[wind]}" for wind in FOG_DRIVEN_OFF_BY[curse - FOG_0]], "or")


def score_text(score: Sequence[int]) -> str:
    """Return "two sets of six, one of five and three of one" for the numbers of sets of six, five, …, one."""
    parts: list[str] = []
    for size, count in zip(range(len(score), 0, -1), score, strict=True):
        if count:
            noun = ("set of" if count == 1 else "sets of") if not parts else "of"
            parts.append(f"{number(count)} {noun} {number(size)}")
    return joined(parts) or "no sets"


def decision_text(decision: Decision) -> str:
    """Return "{0} and {2} both have a six; the next set, four against three, decides."."""
    if not decision.next:
        return "All have the same sets."
    size, other = decision.against
    versus = f"{number(size)} against {number(other)}"
    if not decision.equal:
        return f"The largest set, {versus}, decides." if other else "Nobody else has a gem that counts."
    seats = sorted([*decision.best, *decision.next])
    who = f"{joined([f'{{{seat}}}' for seat in seats])} {'both' if len(seats) == 2 else 'all'} have"
    ending = f"the next set, {versus}, decides" if other else f"one set more, {_sizes_text([size])}, decides"
    return f"{who} {_sizes_text(decision.equal)}; {ending}."


_PLACES = ("1st", "2nd", "3rd", "4th", "5th", "6th")
_SINGLE_SETS = ("a single gem", "a two", "a three", "a four", "a five", "a six")
_MANY_SETS = ("single gems", "twos", "threes", "fours", "fives", "sixes")


def _sizes_text(sizes: Sequence[int]) -> str:
    """Return "two sixes and a four"."""
    parts = []
    for size in sorted(set(sizes), reverse=True):
        count = sizes.count(size)
        parts.append(_SINGLE_SETS[size - 1] if count == 1 else f"{number(count)} {_MANY_SETS[size - 1]}")
    return joined(parts)


def place_text(rank: int, is_shared: bool) -> str:
    """Return "1st", or "shared 1st" for tied seats."""
    return f"shared {_PLACES[rank - 1]}" if is_shared else _PLACES[rank - 1]
