"""Puzzles of Nizam: the turn with the most points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heliodor.core.contract import Event
from heliodor.core.shifting.rules import DONE, DRAW, PASS
from heliodor.hints import Position
from heliodor.hints.nizam import lister, points_of
from heliodor.hints.shifting import shifts_of
from heliodor.hints.turns import WORTH, list_turns
from heliodor.puzzles.contract import Answer, Facts, Kind, Proof, Verdict, read_steps
from heliodor.puzzles.proof import expert_choice

KEY = "nizam.puzzle"
LEAST_POINTS = 5  # Two more than a combination of three.


class MostPoints(Kind):
    """Find the turn worth k points: all turns are enumerated."""

    id = "points"
    least_margin = 2.0

    def find(self, position: Position) -> Iterator[Facts]:
        """Ask where the best turn stands out and expert plays it, too: it must be good play, not only many points."""
        turns = list_turns(position, lister)
        if not turns or turns[0].gain < LEAST_POINTS * WORTH or self._margin(position) < self.least_margin:
            return
        points = turns[0].gain // WORTH
        steps, _margin = expert_choice(position)
        if shifts_of(steps) and points_of(position, steps) == points:
            yield {"points": points}

    def prove(self, position: Position, facts: Facts) -> Proof | None:
        """Return the most points of any turn, and those of the best turn with another result."""
        turns = list_turns(position, lister)
        if not turns or points_of(position, turns[0].steps) != facts["points"]:
            return None
        best = turns[0].gain // WORTH
        return Proof("planner", Answer(position.texts(turns[0].steps)), best, best - self._margin(position), "points")

    def _margin(self, position: Position) -> float:
        turns = list_turns(position, lister)
        other = turns[1].gain if len(turns) > 1 else 0
        return (turns[0].gain - other) // WORTH

    def question(self, position: Position, facts: Facts) -> Event:
        """Return "Find the turn worth 9 points"."""
        return Event(f"{KEY}.points", position.seat, facts, f"Find the turn worth {facts['points']} points")

    def judge(self, position: Position, facts: Facts, solution: Answer, answer: Answer) -> Verdict:
        """A turn is right if it scores that many points."""
        steps = read_steps(position, answer.actions)
        points = 0 if not steps or steps[0] in (DRAW, PASS) else points_of(position, steps)
        if points >= facts["points"]:
            shifts = [step for step in steps if step != DONE]
            return Verdict(True, position.advice.explain(position, [*shifts, DONE], [])[:1])
        reached = {"points": points, "wanted": facts["points"]}
        return Verdict(False, [Event(f"{KEY}.less", position.seat, reached, f"{points} points. There is more.")])

    def is_whole(self, position: Position, steps: Sequence[int]) -> bool:
        """A turn ends with a draw, a pass, or the end of its shifts."""
        return bool(steps) and steps[-1] in (DONE, DRAW, PASS)


KINDS = (MostPoints(),)
