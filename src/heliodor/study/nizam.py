"""What a study of Nizam counts."""

from __future__ import annotations

from collections import Counter

from heliodor.core.contract import States
from heliodor.core.shifting.rules import DONE
from heliodor.games.nizam.view import find_combinations
from heliodor.study.contract import Matter
from heliodor.study.shifting import ShiftingNotes


class NizamNotes(ShiftingNotes):
    """Runs that score, and those that the rule about unchanged runs refuses."""

    score_title = "points"
    matters = (
        *ShiftingNotes.matters,
        Matter("runs_scored", "N10", "runs that score at the end of a turn"),
        Matter("runs_refused", "N12", "runs refused because they were there before, unchanged"),
    )

    def count(self, states: States, step: int, found: Counter[str]) -> None:
        """Count the runs on the board when shifts end."""
        super().count(states, step, found)
        if step == DONE:
            for combination in find_combinations(states, 0):
                found["runs_scored" if combination.scores else "runs_refused"] += 1


NOTES = NizamNotes()
