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
    """A decision of the seat to act; whatever is asked of it depends on what that seat knows, and on the seed."""

    def __init__(self, game: Game, states: States, index: int = 0, seed: int = 0) -> None:
        self.game = game
        self.seat = int(game.kernels.to_act(states, index))
        if self.seat == NOBODY:
            raise HeliodorError("the match is over: there is nothing to decide")
        # Hidden here and not only by the caller: nothing else is ever looked at.
        self.hidden: States = states[index : index + 1].copy()
        game.kernels.hide(self.hidden, 0, self.seat)
        if begun := self.advice.begun(self.hidden):
            raise HeliodorError(f"{begun} has been begun; hints are for whole actions")
        self.seed = seed
        self.memory: dict[Any, Any] = {}  # What has been found out by playing in imagined worlds, by question.

    @cached_property
    def players(self) -> int:
        """How many play."""
        return int(self.hidden[0].players)

    @cached_property
    def advice(self) -> Advice:
        """What the game does differently."""
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
        """Return a source of chance for some purpose, the same whenever it is asked for."""
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
        """Return the steps of what the seat to act would do at once, in a world or if it is this seat's turn."""
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
        raise BadOption(f"there are no hints for {game.title}: no bot knows how it is played well")


def entrances(game: Game) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield the name of each compiled function that hints need beside the bots', and what builds or loads it."""
    if not has_hints(game):
        return
    yield "hints, ask", lambda: playout_kernels(game.id).ask
    yield from advice_of(game).entrances()


def load_kernels(game: Game) -> None:
    """Compile or load everything that hints need, so that nobody waits for it later."""
    check_hints(game)
    get_bot(LEVELS[0], game)  # All levels share their compiled code.
    for _name, load in entrances(game):
        load()
