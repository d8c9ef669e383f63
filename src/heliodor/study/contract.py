"""What a game adds to its study: names of its phases, and how often its rules matter.

`Game.study` names a module with `NOTES`, the game's own `Notes`. Every hook has a default, so a game replaces only
those in which it differs.
"""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np

from heliodor.core.contract import Game, States


class Matter(NamedTuple):
    """A thing that a study counts."""

    key: str  # Name of its column in the table of matches.
    rule: str  # "N12".
    title: str  # What is counted, as the heading of a row.


class Pairs(NamedTuple):
    """Two numbers that a study compares, such as a bet and what came of it."""

    rule: str
    title: str
    said: str  # Heading of the first number.
    got: str  # Heading of the second one.
    names: tuple[str, ...] = ()  # Of the first numbers 0, 1, …, if they stand for something; a table shows them then.


class Notes:
    """Hooks of a game, with their defaults."""

    phases: ClassVar[
        Mapping[int, str]
    ] = {}  # Value of the record's field `phase` -> its name; empty: all steps are one phase.
    matters: Sequence[Matter] = ()
    pairs: ClassVar[Mapping[str, Pairs]] = {}  # Key in what `pairs_of` returns -> what it is.

    def count(self, states: States, step: int, found: Counter[str]) -> None:
        """Count what a step does in state 0 of `states`, before it is played. Changes `found`."""

    def finish(self, states: States, found: Counter[str]) -> None:
        """Count what the last state of a match shows. Changes `found`."""

    def pairs_of(self, states: States) -> Mapping[str, Sequence[tuple[int, int]]]:
        """Return the pairs of a finished match, by their key."""
        return {}

    def score_number(self, score: Any) -> int:
        """Return a score, in the form that records use, as one number for a distribution."""
        return int(np.atleast_1d(score)[0])

    score_title: str = "score"  # What `score_number` returns.


def notes_of(game: Game) -> Notes:
    """Return the notes that the game's package offers, or the defaults."""
    if not game.study:
        return Notes()
    found: Notes = importlib.import_module(game.study).NOTES
    return found
