"""The compiled functions of a game in three parts, so that a player waits for the first only."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal

from heliodor.bots import has_brain, search_kernels
from heliodor.core.contract import Game
from heliodor.core.kernels import NAMES
from heliodor.hints import entrances as hint_entrances
from heliodor.puzzles.contract import entrances as puzzle_entrances

Part = Literal["play", "batch", "hints"]
PARTS: tuple[Part, ...] = ("play", "batch", "hints")

# Of the contract's entrances, those for matches by the thousand and for learning; a table needs the others.
BATCH = (
    "encode",
    "legal_many",
    "step_many",
    "to_act_many",
    "deal_many",
    "observe_many",
    "scale_many",
    "advance_many",
    "play_random_many",
)

# How long compiling takes, in units of a small rule.
BOT_EFFORT = 10
HINT_EFFORT = 3


class Entrance:
    """One compiled function: its name, and how to get it."""

    def __init__(self, name: str, load: Callable[[], Any], effort: int = 1) -> None:
        self.name = name
        self.load = load  # Builds it, or loads it from disk.
        self.effort = effort


def entrances(game: Game, part: Part) -> Iterator[Entrance]:
    """Yield the entrances of a part."""
    if part == "play":
        yield from _contract(game, [name for name in NAMES if name not in BATCH])
        for question in game.questions:
            yield Entrance(question.__name__, lambda question=question: question.compiled)  # type: ignore[attr-defined,misc]
        bots = search_kernels(game)
        for name in bots.names if has_brain(game) else ("plain",):
            yield Entrance(f"bots, {name}", lambda name=name: getattr(bots, name), BOT_EFFORT)  # type: ignore[misc]
    elif part == "batch":
        yield from _contract(game, BATCH)
        if has_brain(game):
            yield Entrance("bots, greedy_many", lambda: search_kernels(game).greedy_many, BOT_EFFORT)
    else:
        for name, load in (*hint_entrances(game), *puzzle_entrances(game)):
            yield Entrance(name, load, HINT_EFFORT)


def rules(game: Game) -> Iterator[Entrance]:
    """Yield the entrances of all parts that need no bot."""
    for part in PARTS:
        yield from (each for each in entrances(game, part) if each.effort == 1)


def _contract(game: Game, names: Sequence[str]) -> Iterator[Entrance]:
    for name in names:
        yield Entrance(name, lambda name=name: getattr(game.kernels, name))  # type: ignore[misc]
