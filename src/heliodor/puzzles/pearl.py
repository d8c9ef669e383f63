"""Puzzles of Pearl of the East: several tasks in one turn, and the turn that blocks the leader."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import msgspec

from heliodor.bots.brain_bots import SearchBot
from heliodor.bots.brains.pearl import brain
from heliodor.bots.contract import Generator
from heliodor.core.contract import Event, States
from heliodor.core.shifting.rules import DONE, DRAW, PASS, Phase
from heliodor.core.words import counted, number
from heliodor.games.pearl import GAME
from heliodor.games.pearl.questions import blocked_kinds
from heliodor.games.pearl.rules import ALL_KINDS, TASK_0
from heliodor.hints import Position
from heliodor.hints.shifting import shifts_of
from heliodor.hints.turns import Turn, list_turns, turn_lister
from heliodor.puzzles.contract import Answer, Facts, Kind, Proof, Verdict, read_steps
from heliodor.puzzles.proof import IsSame, expert_choice, moves_of_expert, prove_by_search

KEY = "pearl.puzzle"
LEADER_TASKS = 4  # A leader worth blocking has at least this many.
FILTER_MARGIN = 0.05  # Of expert's quick look, before ten times its rounds are spent.
REASONS = ("pearl.hint.tasks", "pearl.hint.blocks", "pearl.hint.ends")


@cache
def lister() -> Any:
    """Return the compiled enumeration of turns."""
    return turn_lister(GAME, brain)


class PearlKind(Kind):
    """What both kinds share: a whole turn with its tasks is the answer."""

    def attempt(self, position: Position, facts: Facts, bot: SearchBot, gen: Generator) -> Answer:
        """Return a bot's turn and the tasks that it lays then."""
        steps: list[int] = []
        while True:
            states = position.after(steps)
            if steps and not _must_lay(position, states):
                return Answer(position.texts(steps))
            steps += bot.choose(states, 0, 0, gen)
            if steps[0] in (DRAW, PASS):
                return Answer(position.texts(steps))

    def is_whole(self, position: Position, steps: Sequence[int]) -> bool:
        """A turn ends with a draw or a pass, or when no task must be laid any more."""
        if not steps or steps[0] in (DRAW, PASS):
            return bool(steps)
        return DONE in steps and not _must_lay(position, position.after(steps))

    def reasons(self, position: Position, steps: list[int]) -> list[Event]:
        """Return what a whole turn fulfils and blocks."""
        turn = [step for step in steps if step < TASK_0]
        told = position.advice.explain(position, turn, [])
        return [reason for reason in told if reason.key in REASONS]

    def entrances(self) -> Iterator[tuple[str, Callable[[], Any]]]:
        """Yield the enumeration."""
        yield "puzzles, list_turns", lister


class SeveralTasks(PearlKind):
    """Finish k tasks in this turn: all turns are enumerated."""

    id = "tasks"
    least_margin = 1.0

    def find(self, position: Position) -> Iterator[Facts]:
        """Ask where only one turn fulfils two tasks or more, and expert plays it, too."""
        turns = list_turns(position, lister)
        tasks = _tasks(turns[0]) if turns else 0
        if tasks < 2 or (len(turns) > 1 and _tasks(turns[1]) >= tasks):
            return
        steps, _margin = expert_choice(position)
        if shifts_of(steps) and len(fulfilled(position, finish(position, steps))) >= tasks:
            yield {"tasks": tasks}

    def prove(self, position: Position, facts: Facts) -> Proof | None:
        """Return the most tasks of any turn, and those of the best turn with another result."""
        turns = list_turns(position, lister)
        if not turns:
            return None
        best, other = _tasks(turns[0]), _tasks(turns[1]) if len(turns) > 1 else 0
        steps = finish(position, turns[0].steps)
        if best != facts["tasks"] or len(fulfilled(position, steps)) < best:
            return None
        return Proof("planner", Answer(position.texts(steps)), best, other, "tasks")

    def question(self, position: Position, facts: Facts) -> Event:
        """Return "Fulfil two tasks this turn"."""
        text = f"Fulfil {number(facts['tasks'])} tasks this turn"
        return Event(f"{KEY}.tasks", position.seat, facts, text)

    def judge(self, position: Position, facts: Facts, solution: Answer, answer: Answer) -> Verdict:
        """A turn is right if it fulfils that many tasks."""
        steps = finish(position, read_steps(position, answer.actions))
        tasks = len(fulfilled(position, steps))
        if tasks >= facts["tasks"]:
            return Verdict(True, self.reasons(position, steps))
        reached = {"tasks": tasks, "wanted": facts["tasks"]}
        text = f"{counted(tasks, 'task').capitalize()}. There is more."
        return Verdict(False, [Event(f"{KEY}.less", position.seat, reached, text)])


class BlockLeader(PearlKind):
    """Block the leader: the task that ends on top of the pile is one that the leader still needs.

    The planner finds all kinds that can be blocked; the search must agree that blocking is the best turn.
    """

    id = "block"
    least_margin = 0.025  # Of the whole win.

    def find(self, position: Position) -> Iterator[Facts]:
        """Ask where one opponent leads, and expert blocks that player."""
        leader = leader_of(position)
        if leader is None or len({_does_block(position, steps, leader) for steps in moves_of_expert(position)}) < 2:
            return
        steps, margin = expert_choice(position, _alike(position, leader))
        if margin >= FILTER_MARGIN and _does_block(position, steps, leader):
            yield {"player": leader, "tasks": int(position.hidden[0].num_fulfilled[leader])}

    def prove(self, position: Position, facts: Facts) -> Proof | None:
        """Return the search's values of the best turn that blocks the leader, and of the best that does not."""
        leader = facts["player"]
        if leader != leader_of(position):
            return None
        proof = prove_by_search(position, self.least_margin, _alike(position, leader))
        if proof is None:
            return None
        steps = finish(position, read_steps(position, proof.solution.actions))
        if not newly_blocked(position, steps, leader):
            return None
        return msgspec.structs.replace(proof, solution=Answer(position.texts(steps)))

    def question(self, position: Position, facts: Facts) -> Event:
        """Return "Block Olha"."""
        text = f"Block {{{facts['player']}}}"
        return Event(f"{KEY}.block", position.seat, facts, text)

    def judge(self, position: Position, facts: Facts, solution: Answer, answer: Answer) -> Verdict:
        """A turn is right if the leader can fulfil fewer kinds after it."""
        steps = finish(position, read_steps(position, answer.actions))
        if newly_blocked(position, steps, facts["player"]):
            return Verdict(True, self.reasons(position, steps))
        tasks = len(fulfilled(position, steps))
        text = f"This does not block {{{facts['player']}}}."
        return Verdict(False, [Event(f"{KEY}.free", position.seat, {**facts, "fulfilled": tasks}, text)])


KINDS = (BlockLeader(), SeveralTasks())  # The rarer one first: a position is asked about once.


def leader_of(position: Position) -> int | None:
    """Return the opponent with the most tasks, if it is one alone, has enough of them and is not behind the seat."""
    tasks = [int(position.hidden[0].num_fulfilled[seat]) for seat in range(position.players)]
    others = [seat for seat in range(position.players) if seat != position.seat]
    most = max(tasks[seat] for seat in others)
    leaders = [seat for seat in others if tasks[seat] == most]
    return leaders[0] if len(leaders) == 1 and most >= max(LEADER_TASKS, tasks[position.seat]) else None


def finish(position: Position, steps: list[int]) -> list[int]:
    """Return a turn with the tasks that must be laid yet, in the order of the quick policy."""
    if not steps or steps[0] in (DRAW, PASS):
        return steps
    whole = [*steps]
    if not any(step >= TASK_0 or step == DONE for step in whole):
        whole.append(DONE)
    while _must_lay(position, states := position.after(whole)):
        whole += position.quick_move(states)
    return whole


def fulfilled(position: Position, steps: list[int]) -> list[int]:
    """Return the kinds that a whole turn fulfils."""
    return [step - TASK_0 for step in steps if step >= TASK_0]


def newly_blocked(position: Position, steps: list[int], player: int) -> int:
    """Return the set of kinds that a player could fulfil before a whole turn and cannot after it."""
    if not fulfilled(position, steps):
        return 0
    after = position.after(steps)
    missing = ALL_KINDS & ~int(after[0].fulfilled[player])
    return missing & int(blocked_kinds(after, 0, player)) & ~int(blocked_kinds(position.hidden, 0, player))


def _does_block(position: Position, steps: list[int], player: int) -> bool:
    return bool(shifts_of(steps) and newly_blocked(position, finish(position, steps), player))


def _alike(position: Position, player: int) -> IsSame:
    """Return the comparison of two turns: both block the player, or neither does."""
    return lambda one, other: _does_block(position, one, player) == _does_block(position, other, player)


def _tasks(turn: Turn) -> int:
    return turn.gain % brain.WIN_WORTH // brain.TASK_WORTH


def _must_lay(position: Position, states: States) -> bool:
    return bool(states[0].phase == Phase.TASKS and position.game.kernels.to_act(states, 0) == position.seat)
