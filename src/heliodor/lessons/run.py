"""One person's way through a lesson: the taught decision is played, another legal one is answered, nothing changes.

A run holds nothing that its step does not give: any process that knows lesson and step can go on with it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import Any, NamedTuple

import msgspec

from heliodor.core.contract import States
from heliodor.core.errors import BadAction, TurnOver
from heliodor.core.plain import PlainState
from heliodor.core.replay import try_action
from heliodor.core.shown import Shown
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
        self.shown: Shown = _Offered(self)
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
    def off(self) -> list[str]:
        """The actions that are not offered yet, as patterns."""
        steps = self.script.lesson.steps
        step = min(bisect_right(self.script.plies, self.ply), len(steps)) - 1  # A complete one lies behind.
        return [] if self.is_done else steps[step].off

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
            try:
                steps = try_action(game, states, scratch, text)
            except BadAction:
                if (meant := self._not_offered(states, text)) is None:
                    raise
                return Answer([], self._name_of_answer(meant))
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
        return next((name for name, patterns in self.task.wrong.items() if fits(text, patterns)), "")

    def _not_offered(self, states: States, text: str) -> str | None:
        """Return the action that is not offered yet and begins like this: what a touch of something dimmed meant."""
        legal = self.script.game.notation.legal_texts(states, 0) if self.off and text else []
        return next((each for each in legal if each.startswith(text) and fits(each, self.off)), None)

    def _recorded(self, ply: int) -> Played:
        before, game = self.script.states(ply), self.script.game
        steps = game.notation.parse_action(before, 0, self.script.actions[ply])
        return Played(ply, steps, self.script.states(ply + 1))


class _Offered(Shown):
    """A lesson's table without the actions that are taught later."""

    __slots__ = ("_run",)

    def __init__(self, run: Run) -> None:
        super().__init__(run.script.game, run.script.match.shown.settings)
        self._run = run

    @property
    def is_limited(self) -> bool:
        return True

    def fields(self, fields: dict[str, Any], state: PlainState) -> dict[str, Any]:
        fields = super().fields(fields, state)
        return fields | {"legal": self._offered(fields["legal"])} if "legal" in fields else fields

    def view(self, states: States, index: int, seat: int) -> Any:
        view = super().view(states, index, seat)
        return msgspec.structs.replace(view, legal=self._offered(view.legal))

    def _offered(self, legal: list[str]) -> list[str]:
        return [text for text in legal if not fits(text, self._run.off)]


def fits(text: str, patterns: Sequence[str]) -> bool:
    """Return whether one of some patterns fits an action."""
    return any(fnmatchcase(text, pattern) for pattern in patterns)
