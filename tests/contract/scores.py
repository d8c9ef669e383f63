"""The possible scores of each game, in the form that records use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.contract.lookup import entry_of

NUM_GEMS = 58  # Of Speedy Gnomes, diamonds included.


def is_possible_score(game_id: str) -> Callable[[Any], bool]:
    """Return the function that checks whether one seat can have a score."""
    return entry_of(_CHECKS, game_id, "_CHECKS of tests/contract/scores.py")


def _is_nizam_score(score: Any) -> bool:
    return type(score) is int and score >= 0 and score not in (1, 2, 4)  # N10: 3, 5 or 7 at a time.


def _is_pearl_score(score: Any) -> bool:
    return type(score) is int and 0 <= score <= 8


def _is_gnomes_score(score: Any) -> bool:
    assert isinstance(score, list)
    assert len(score) == 6
    gems = sum(count * size for count, size in zip(score, (6, 5, 4, 3, 2, 1), strict=True))
    return all(type(count) is int and count >= 0 for count in score) and gems <= NUM_GEMS


def _is_luz_score(score: Any) -> bool:
    # Ten tricks missed in each of four deals; every bet met: 10 + 20 + 30 + 40.
    return type(score) is int and -200 <= score <= 100 and score % 5 == 0


_CHECKS: dict[str, Callable[[Any], bool]] = {
    "nizam": _is_nizam_score,
    "pearl": _is_pearl_score,
    "gnomes": _is_gnomes_score,
    "luz": _is_luz_score,
}
