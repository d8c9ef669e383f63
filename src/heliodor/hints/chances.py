"""The chance to win of every seat, as an onlooker sees it who knows what every seat may know.

One view for all seats and all moments: a chance changes because something has happened at the table, not because
another seat looks. A result is certain only at the end; an estimate is never 0 or 1.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from heliodor.bots import Generator
from heliodor.bots.seating import generator_from
from heliodor.core.contract import SPECTATOR, Game, States
from heliodor.hints.contract import advice_of
from heliodor.hints.outlook import DEFAULT_LEVEL, WORLDS, check_level
from heliodor.hints.playouts import PlayoutKernels
from heliodor.hints.position import check_hints, playout_kernels


class Chances(msgspec.Struct, frozen=True):
    """The chance to win of every seat; they add up to 1."""

    shares: list[float]  # [seat].
    is_certain: bool  # The match is over: these are the parts of the win.


class Onlooker:
    """A moment of a match as somebody sees it who has no seat, and imagined worlds that fit it."""

    def __init__(self, game: Game, states: States, index: int = 0, seed: int = 0) -> None:
        self.game = game
        self.players = int(states[index].players)
        self.hidden: States = states[index : index + 1].copy()
        game.kernels.hide(self.hidden, 0, SPECTATOR)
        self.seed = seed

    @property
    def playouts(self) -> PlayoutKernels:
        """The compiled playouts."""
        return playout_kernels(self.game.id)

    def worlds(self, count: int) -> Iterator[tuple[States, Generator]]:
        """Yield imagined worlds; whole actions have been played in them."""
        for number in range(count):
            states = self.hidden.copy()
            gen = generator_from(msgspec.json.encode(["onlooker", self.seed, number]))
            self.game.kernels.determinize(states, 0, SPECTATOR, gen)
            yield states, gen


def chances(game: Game, states: States, index: int = 0, *, level: str = DEFAULT_LEVEL, seed: int = 0) -> Chances:
    """Return the chance to win of every seat at the end of a decision; hidden cards change nothing.

    `level` sets the number of sampled worlds. The same position, level and seed give the same chances.
    """
    check_level(level)
    check_hints(game)
    players = int(states[index].players)
    if game.kernels.is_over(states, index):
        winners = game.winners(states, index)
        return Chances([1.0 / len(winners) if seat in winners else 0.0 for seat in range(players)], True)
    if players == 1:
        return Chances([1.0], False)
    onlooker, advice = Onlooker(game, states, index, seed), advice_of(game)
    shares = advice.shares(onlooker.hidden, advice.rewards(onlooker, WORLDS[level]))
    return Chances([float(share) for share in shares], False)
