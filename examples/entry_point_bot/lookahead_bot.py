"""A bot that looks two steps ahead, as a separate package. It plays any game.

pip install ./examples/entry_point_bot
heliodor arena nizam --players 2 --bots random,lookahead --games 20
"""

from __future__ import annotations

import numpy as np

from heliodor.bots import Bot, Generator
from heliodor.core.bits import members
from heliodor.core.contract import Game, States

STEPS_AHEAD = 2


def make_bot(game: Game) -> Bot:
    """Return the bot; this is what the entry point names."""
    return LookaheadBot(game)


class LookaheadBot:
    """Tries every legal step, and every other one after it, and takes the one that gets its seat furthest ahead."""

    def __init__(self, game: Game) -> None:
        self.name = "lookahead"
        self._kernels = game.kernels

    def choose(self, states: States, index: int, legal: int, gen: Generator) -> list[int]:
        """Return one step, like every bot: `states[index]` is what the seat knows, `legal` the set of legal steps."""
        seat = self._kernels.to_act(states, index)
        # What the seat does not know is filled in as it might be; `gen` decides how, and is moved on by it.
        world = states[index : index + 1].copy()
        self._kernels.determinize(world, 0, seat, gen)
        steps = members(legal)
        leads = [self._lead_after(world, step, seat, STEPS_AHEAD) for step in steps]
        best = [step for step, lead in zip(steps, leads, strict=True) if lead == max(leads)]
        return [int(np.random.default_rng(int(gen[0])).choice(best))]

    def _lead_after(self, world: States, step: int, seat: int, depth: int) -> int:
        """Return how far a step gets the seat ahead of the best of the others, if it goes on well."""
        tried = world.copy()
        self._kernels.step(tried, 0, step)
        if depth > 1 and self._kernels.to_act(tried, 0) == seat:
            legal = self._kernels.legal_actions(tried, 0)
            return max(self._lead_after(tried, following, seat, depth - 1) for following in members(legal))
        scores = [self._kernels.score_of(tried, 0, other) for other in range(int(tried[0].players))]
        own = scores.pop(seat)
        return own - max(scores, default=0)
