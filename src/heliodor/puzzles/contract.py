"""Kinds of puzzles: what a game offers so that its positions can be asked about.

`Game.puzzles` names a module with `KINDS`, a tuple of Kind. A game without it has no puzzles. Everything a kind says
is computed from a Position, so from what the seat to act knows and nothing else.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Literal

import msgspec

from heliodor.bots.brain_bots import SearchBot
from heliodor.bots.contract import Generator
from heliodor.core.contract import Event, Game, OptionValue
from heliodor.core.errors import BadOption, TurnOver
from heliodor.core.kernels import OK
from heliodor.hints import Position

Facts = dict[str, Any]  # What a question is about, as JSON values.
Means = Literal["actions", "values"]


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """An answer to a puzzle: actions of the seat's turn, or chosen values."""

    actions: list[str] = []  # In the notation of records, in the order they are played.
    values: list[int] = []  # Ascending.


class Verdict(msgspec.Struct, frozen=True):
    """The judgement of an answer."""

    right: bool
    said: list[Event]  # Right: why. Wrong: what the answer reaches, never the solution.


class Proof(msgspec.Struct, frozen=True):
    """Why the solution is the only good answer."""

    method: str  # "planner": all turns enumerated; "deduction" and "solver": exact; "search": see rounds and seeds.
    solution: Answer  # One right answer.
    best: float  # What it is worth, in `unit`,
    next: float  # and the best answer that is not right.
    unit: str  # "points", "tasks", "reward" or "values".
    rounds: int = 0  # Of each search.
    seeds: int = 0  # How many searches agree, with the seeds 0, 1, 2, …

    @property
    def margin(self) -> float:
        """By how much the solution is better than any other answer."""
        return self.best - self.next


class Kind:
    """One kind of puzzle; a game derives its own."""

    id: str  # Unique in its game.
    means: Means = "actions"  # How the question is answered.
    least_margin: float  # A solution must be better than other answers by at least this.
    settings: ClassVar[Mapping[str, OptionValue]] = MappingProxyType({})  # Of the table that shows it, if they differ.
    apart = 6  # Plies between two puzzles of this kind from one match, so that they differ.

    def find(self, position: Position) -> Iterator[Facts]:
        """Yield the questions of this kind that a position may be worth; quick, and without proof."""
        raise NotImplementedError

    def prove(self, position: Position, facts: Facts) -> Proof | None:
        """Return the proof of a question; None if no answer is clearly the best."""
        raise NotImplementedError

    def judge(self, position: Position, facts: Facts, solution: Answer, answer: Answer) -> Verdict:
        """Judge an answer; raise BadAction or BadOption if it is not one."""
        raise NotImplementedError

    def question(self, position: Position, facts: Facts) -> Event:
        """Return the question as a sentence."""
        raise NotImplementedError

    def choices(self, position: Position, facts: Facts) -> list[int]:
        """Return the values to choose from; empty if the answer is actions."""
        return []

    def attempt(self, position: Position, facts: Facts, bot: SearchBot, gen: Generator) -> Answer:
        """Return the answer of a bot, which sees what the seat sees."""
        return Answer(actions=position.texts(bot.choose(position.hidden, 0, 0, gen)))

    def is_whole(self, position: Position, steps: Sequence[int]) -> bool:
        """Return whether legal steps are a whole answer, or the player has still something to decide."""
        return bool(steps)

    def entrances(self) -> Iterator[tuple[str, Callable[[], Any]]]:
        """Yield the compiled functions that this kind needs: a name, and how to build or load it."""
        yield from ()


def has_puzzles(game: Game) -> bool:
    """Return whether the game's package offers puzzles."""
    return bool(game.puzzles)


def kinds_of(game: Game) -> dict[str, Kind]:
    """Return the kinds of puzzles of a game by their ids; raise BadOption if it has none."""
    if not has_puzzles(game):
        raise BadOption(f"there are no puzzles for {game.title}")
    kinds: Sequence[Kind] = importlib.import_module(game.puzzles).KINDS
    return {kind.id: kind for kind in kinds}


def entrances(game: Game) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield the compiled functions that puzzles need besides those of hints: a name, and how to build or load it."""
    if has_puzzles(game):
        seen = set()
        for kind in kinds_of(game).values():
            for name, load in kind.entrances():
                if name not in seen:
                    seen.add(name)
                    yield name, load


def read_steps(position: Position, texts: Sequence[str]) -> list[int]:
    """Return the steps of some actions of the seat to act.

    Raises BadNotation for a text that is not an action, IllegalAction for an illegal one, and TurnOver if the turn ends
    before the last of them. They are tried in a sampled world, so nothing is learned from it.
    """
    game, seat = position.game, position.seat
    (states, _gen) = next(position.worlds(1))
    steps: list[int] = []
    for text in texts:
        if game.kernels.to_act(states, 0) != seat:
            raise TurnOver("the turn is over before the last action of the list")
        before = states.copy()
        of_text = game.notation.parse_action(states, 0, text)
        for step in of_text:
            if game.kernels.step(states, 0, step) != OK:
                raise game.refusals.explain(before, 0, of_text, text)
        steps += of_text
    return steps
