"""Bots around a table: whole matches between them, the same for the same seed on any machine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from heliodor.bots.brain_bots import SearchBot
from heliodor.bots.contract import Bot
from heliodor.bots.external import BotError, LineBot
from heliodor.bots.registry import get_bot
from heliodor.bots.seating import ask, generator_from, play_steps
from heliodor.core.contract import NOBODY, RANDOM_FIRST, Game, OptionValue, States

NO_LIMIT = float("inf")
NEEDED = ("copy", "hide", "legal_actions", "seed", "set_up", "step", "to_act")  # Of the kernels.


class Played(NamedTuple):
    """A match that is over."""

    states: States  # The last state.
    steps: list[int]  # All that was played, as the rules count.


class Table:
    """Bots on all seats of a game; match k of a seed depends on the seed, k and the bots alone."""

    def __init__(self, game: Game, options: Mapping[str, OptionValue], names: Sequence[str]) -> None:
        self._game = game
        self._template = game.new_states(1, options)
        self._bots = make_bots(game, names)
        self._names = names
        for name in NEEDED:
            getattr(game.kernels, name)  # Compiled or loaded now, and not by two threads at once.

    def play(self, seed: int, stream: int) -> Played:
        """Play one match; raise BotError, with the seat in its sentence, if a bot does not keep to the rules."""
        kernels = self._game.kernels
        states, hidden = self._template.copy(), self._template.copy()
        kernels.seed(states, 0, seed, stream)
        kernels.set_up(states, 0, RANDOM_FIRST)
        gens = [
            generator_from(msgspec.json.encode(["table", seed, stream, seat, name]))
            for seat, name in enumerate(self._names)
        ]
        steps: list[int] = []
        decisions = 0
        while (seat := int(kernels.to_act(states, 0))) != NOBODY:
            kernels.copy(hidden, 0, states, 0)
            kernels.hide(hidden, 0, seat)
            bot = self._bots[self._names[seat]]
            if isinstance(bot, LineBot):
                bot.situate(f"{seed}-{stream}", decisions)
            try:
                chosen = ask(bot, hidden, int(kernels.legal_actions(states, 0)), gens[seat])
                play_steps(self._game, states, seat, chosen)
            except BotError as error:
                message = f"{self._names[seat]} on seat {seat} spoilt match {stream} of seed {seed}: {error}"
                raise BotError(error.kind, message) from None
            steps += chosen
            decisions += 1
        return Played(states, steps)

    def close(self) -> None:
        """Let the bots go."""
        close_bots(self._bots.values())


def make_bots(game: Game, names: Iterable[str], *, with_clock: bool = False) -> dict[str, Bot]:
    """Return the bots of these names, each once, ready to play.

    Without a clock, those that search do all their rounds on a slow machine, too: the same chance, the same choice.
    """
    bots: dict[str, Bot] = {}
    try:
        for name in dict.fromkeys(names):
            bot = get_bot(name, game)
            bots[name] = bot if with_clock else without_clock(bot)
    except BaseException:
        close_bots(bots.values())
        raise
    return bots


def without_clock(bot: Bot) -> Bot:
    """Return the bot; if it searches, it now does all its rounds on a slow machine, too. Changes the bot."""
    if isinstance(bot, SearchBot):
        bot.strength = msgspec.structs.replace(bot.strength, seconds=NO_LIMIT)
    return bot


def close_bots(bots: Iterable[Bot]) -> None:
    """End the bots that are programs."""
    for bot in bots:
        if isinstance(bot, LineBot):
            bot.close()
