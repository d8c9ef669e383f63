"""What a study of Pearl of the East counts."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

from heliodor.core.contract import States
from heliodor.core.shifting.rules import Phase
from heliodor.games.pearl.questions import kinds_in_runs
from heliodor.games.pearl.rules import TASK_0
from heliodor.study.contract import Matter
from heliodor.study.shifting import ShiftingNotes


class PearlNotes(ShiftingNotes):
    """Tasks, and those for which the pearl stands in."""

    score_title = "tasks fulfilled"
    phases: ClassVar = {**ShiftingNotes.phases, Phase.TASKS: "laying tasks"}
    matters = (
        *ShiftingNotes.matters,
        Matter("tasks", "P8", "tasks fulfilled"),
        Matter("pearl_used", "P6", "tasks for which the pearl stands in"),
        Matter("stalled", "P12", "matches that end because no task is fulfilled any more"),
    )

    def count(self, states: States, step: int, found: Counter[str]) -> None:
        """Count tasks, and those whose kind has no run without the pearl."""
        super().count(states, step, found)
        if step >= TASK_0:
            found["tasks"] += 1
            without_pearl, _ = kinds_in_runs(states, 0)
            found["pearl_used"] += not without_pearl >> step - TASK_0 & 1

    def finish(self, states: States, found: Counter[str]) -> None:
        """Count a match that ended at the stall limit."""
        found["stalled"] += int(states["stall"][0] >= states["stall_limit"][0])


NOTES = PearlNotes()
