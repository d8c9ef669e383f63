"""A decision as its seat sees it: a hidden record, and imagined worlds in which actions are tried."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property
from typing import Any

import msgspec

from heliodor.bots import LEVELS, Generator, get_bot, has_brain, search_kernels
from heliodor.bots.brain_bots import brain_of, move_steps
from heliodor.bots.search import SearchKernels
from heliodor.bots.seating import generator_from
from heliodor.core.contract import NOBODY, Game, States
from heliodor.core.errors import BadOption, HeliodorError
from heliodor.core.kernels import OK
from heliodor.games import get_game
from heliodor.hints.contract import Advice, advice_of
from heliodor.hints.playouts import PlayoutKernels

Steps = Sequence[int]


class Position:
    """A decision of the seat to act; every answer depends only on what that seat knows, and on the seed."""

    def __init__(self, game: Game, states: States, index: int = 0, seed: int = 0) -> None:
        self.game = game
        self.seat = int(game.kernels.to_act(states, index))
        if self.seat == NOBODY:
            raise HeliodorError("the match is over: there is nothing to decide")
        # Hidden here, not only by the caller, so nothing else can be read.
        self.hidden: States = states[index : index + 1].copy()
        game.kernels.hide(self.hidden, 0, self.seat)
        if unfinished := self.advice.unfinished(self.hidden):
            raise HeliodorError(f"{unfinished} is not finished; hints are for whole actions")
        self.seed = seed
        self.memory: dict[Any, Any] = {}  # Cached results of play in imagined worlds, by question.

    @cached_property
    def players(self) -> int:
        """Number of players."""
        return int(self.hidden[0].players)

    @cached_property
    def advice(self) -> Advice:
        """The hooks of the game."""
        return advice_of(self.game)

    @cached_property
    def search(self) -> SearchKernels:
        """The compiled search."""
        return search_kernels(self.game)

    @cached_property
    def playouts(self) -> PlayoutKernels:
        """The compiled playouts."""
        return playout_kernels(self.game.id)

    def generator(self, purpose: str, number: int = 0) -> Generator:
        """Return a random generator for a purpose; the same arguments give the same generator."""
        return generator_from(msgspec.json.encode([purpose, self.seed, number]))

    def is_forced(self) -> bool:
        """Return whether there is only one legal step."""
        legal = int(self.game.kernels.legal_actions(self.hidden, 0))
        return legal & (legal - 1) == 0

    def texts(self, steps: Steps) -> list[str]:
        """Return steps as the texts of whole actions."""
        return self.game.notation.action_texts(self.hidden, 0, steps)

    def after(self, steps: Steps) -> States:
        """Return the hidden record after steps that reveal nothing, such as shifts and their payments."""
        states = self.hidden.copy()
        self._play(states, steps)
        return states

    def worlds(self, count: int, steps: Steps = ()) -> Iterator[tuple[States, Generator]]:
        """Yield `count` imagined worlds in which the steps have been played; the worlds are the same for all steps."""
        for number in range(count):
            states = self.hidden.copy()
            gen = self.generator("world", number)
            self.playouts.imagine(states, 0, self.seat, gen)
            self._play(states, steps)
            yield states, gen

    def quick_move(self, states: States) -> list[int]:
        """Return the steps of the quick policy for the seat to act, in a world or on this seat's turn."""
        return move_steps(self.search, states, 0, self.playouts.first_move(states, 0))

    def _play(self, states: States, steps: Steps) -> None:
        for step in steps:
            if self.game.kernels.step(states, 0, int(step)) != OK:
                raise HeliodorError(f"step {step} of {list(steps)} is not legal here")


@cache
def playout_kernels(game_id: str) -> PlayoutKernels:
    """Return the compiled playouts of a game."""
    game = get_game(game_id)
    return PlayoutKernels(game, brain_of(game))


def has_hints(game: Game) -> bool:
    """Return whether Heliodor can advise players of the game: it needs a brain for that."""
    return has_brain(game)


def check_hints(game: Game) -> None:
    """Raise BadOption if there are no hints for the game."""
    if not has_hints(game):
        raise BadOption(f"there are no hints for {game.title}: no bot knows how to play it well")


def entrances(game: Game) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield the compiled functions that hints need besides the bots': a name, and how to build or load it."""
    if not has_hints(game):
        return
    yield "hints, ask", lambda: playout_kernels(game.id).ask
    yield from advice_of(game).entrances()


def load_kernels(game: Game) -> None:
    """Compile or load everything that hints need, so that no player waits for it later."""
    check_hints(game)
    get_bot(LEVELS[0], game)  # All levels share their compiled code.
    for _name, load in entrances(game):
        load()
