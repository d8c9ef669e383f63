"""How hard a set of puzzles is: what each level of bots solves."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean

import msgspec

from heliodor.puzzles.puzzle import Puzzle
from heliodor.puzzles.rating import LEVELS, shown_rating

ALL = "all"


class Figures(msgspec.Struct, frozen=True):
    """The puzzles of one kind, or all."""

    kind: str  # Or ALL.
    count: int
    solved: dict[str, float]  # By level: the share of attempts that were right.
    easiest: int  # The least rating, as people read it,
    hardest: int  # and the greatest.
    least_margin: float  # Of all proofs; in different units for different kinds.


def figures_of(puzzles: Iterable[Puzzle]) -> list[Figures]:
    """Return the figures of each kind, and of all puzzles if there are several kinds."""
    listed = list(puzzles)
    kinds = sorted({puzzle.kind for puzzle in listed})
    rows = [_figures(kind, [puzzle for puzzle in listed if puzzle.kind == kind]) for kind in kinds]
    return [*rows, _figures(ALL, listed)] if len(rows) > 1 else rows


def _figures(kind: str, puzzles: list[Puzzle]) -> Figures:
    ratings = [shown_rating(puzzle.rating) for puzzle in puzzles]
    return Figures(
        kind=kind,
        count=len(puzzles),
        solved={level: round(fmean(puzzle.solved[level] for puzzle in puzzles), 4) for level in LEVELS},
        easiest=min(ratings),
        hardest=max(ratings),
        least_margin=round(min(puzzle.proof.margin for puzzle in puzzles), 4),
    )
