"""The ranking in Speedy Gnomes, and which set decides it (S11)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


class Decision(msgspec.Struct):
    """Why the best sets beat the next best (S11): both have the sets in `equal`, then their next sets differ."""

    best: list[int]  # Seats with the best sets; if there are several, they share the win.
    next: list[int]  # Seats with the best sets of all others; empty if all are equal.
    equal: list[int]  # Sizes of the sets that all of them have, large ones first.
    against: list[int]  # Size of the next set of the best and of the next best, 0 for none; empty if all are equal.


def compare(scores: Sequence[list[int]]) -> tuple[list[int], Decision]:
    """Return the place of each seat, counted from 1, and what decides; tied seats have the same place.

    A score is the number of sets of six, five, …, one. S11 compares these numbers in order, which is the same as
    comparing all sets by size, the largest first.
    """
    places = [1 + sum(other > score for other in scores) for score in scores]
    best = [seat for seat, place in enumerate(places) if place == 1]
    behind = [seat for seat, place in enumerate(places) if place == 1 + len(best)]
    if not behind:
        return places, Decision(best, [], sizes_of(scores[best[0]]), [])
    more, fewer = sizes_of(scores[best[0]]), [*sizes_of(scores[behind[0]]), 0]
    differs = next(at for at, size in enumerate(more) if size != fewer[at])
    return places, Decision(best, behind, more[:differs], [more[differs], fewer[differs]])


def sizes_of(score: Sequence[int]) -> list[int]:
    """Return the sizes of all sets, large ones first."""
    return [size for size, count in zip(range(len(score), 0, -1), score, strict=True) for _ in range(count)]
