"""One person's way through a lesson: the taught decision is played, another legal one is answered, nothing changes.

A run holds nothing that its step does not give: any process that knows lesson and step can go on with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import NamedTuple

from heliodor.core.contract import States
from heliodor.core.errors import TurnOver
from heliodor.core.replay import try_action
from heliodor.lessons.book import Step
from heliodor.lessons.script import Script
from heliodor.match import Played


class Answer(NamedTuple):
    """What a decision leads to."""

    played: list[Played]  # The learner's actions, if they are taught; empty: another legal decision, nothing changes.
    wrong: str  # Otherwise the name of the answer that its step has for it; empty: the general one.


class Run:
    """A place in a lesson."""

    def __init__(self, script: Script, step: int = 0) -> None:
        self.script = script
        self.step = 0  # Number of steps done.
        self.made: list[str] = []  # The actions of this step that have been played.
        self.states: States = script.states(0)
        self.go(step)

    def go(self, step: int) -> None:
        """Go to the start of a step; the last one is the end of the lesson."""
        self.step = max(0, min(step, self.script.num_steps))
        self.made = []
        self.states = self.script.states(self.ply)

    @property
    def ply(self) -> int:
        """Number of actions played."""
        return self.script.plies[self.step] + len(self.made)

    @property
    def is_done(self) -> bool:
        """Whether all steps are done."""
        return self.step == self.script.num_steps

    @property
    def task(self) -> Step | None:
        """The step that is to be done; None at the end."""
        return None if self.is_done else self.script.lesson.steps[self.step]

    @property
    def taught(self) -> list[str]:
        """The actions that are still to be played in this step."""
        return self._ways()[0] if not self.is_done else []

    def decide(self, actions: Sequence[str]) -> Answer:
        """Play a decision if it is taught, or the beginning of one that is; otherwise say which answer it gets.

        Raises BadAction, as a match does, if it is not legal.
        """
        answer = self.judge(actions)
        if answer.played:
            self.made += [self.script.game.notation.canonical_text(text) for text in actions]
            self.states = answer.played[-1].after
            if self.task is not None and len(self.made) == len(self.task.do):
                self.states = self.script.states(self.script.ply_after(self.step))
        return answer

    def others(self) -> list[list[Played]]:
        """Go to the next step if this one is complete; return what the others play before it, action by action."""
        if self.task is None or self.taught:
            return []
        start, end = self.script.ply_after(self.step), self.script.plies[self.step + 1]
        self.go(self.step + 1)
        return [[self._recorded(ply)] for ply in range(start, end)]

    def judge(self, actions: Sequence[str]) -> Answer:
        """Return what `decide` would; changes nothing."""
        game, states, seat = self.script.game, self.states.copy(), self.script.lesson.seat
        scratch, ways = states.copy(), self._ways()
        played: list[Played] = []
        for number, text in enumerate(actions):
            if played and game.kernels.to_act(states, 0) != seat:
                raise TurnOver("the turn is over before the last action of the list")
            steps = try_action(game, states, scratch, text)
            text = game.notation.canonical_text(text)
            ways = [way for way in ways if number < len(way) and way[number] == text]
            if not ways:
                return Answer([], self._name_of_answer(text))
            game.kernels.copy(states, 0, scratch, 0)
            played.append(Played(self.ply + number, steps, states.copy()))
        if any(len(way) == len(actions) for way in ways):  # The step is complete: shuffles are those of the lesson.
            after = self.script.states(self.script.ply_after(self.step))
            played[-1] = played[-1]._replace(after=after)
        return Answer(played, "")

    def _ways(self) -> list[list[str]]:
        """Return what may still follow in this step; the taught way comes first, if it is still open."""
        assert self.task is not None
        made = len(self.made)
        return [way[made:] for way in [self.task.do, *self.task.ways] if way[:made] == self.made]

    def _name_of_answer(self, text: str) -> str:
        assert self.task is not None
        found = (
            name for name, patterns in self.task.wrong.items() if any(fnmatchcase(text, each) for each in patterns)
        )
        return next(found, "")

    def _recorded(self, ply: int) -> Played:
        before, game = self.script.states(ply), self.script.game
        steps = game.notation.parse_action(before, 0, self.script.actions[ply])
        return Played(ply, steps, self.script.states(ply + 1))
