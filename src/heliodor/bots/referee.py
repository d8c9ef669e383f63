"""Whole matches between bots: each sees what its seat sees, and every answer is checked before it is played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from heliodor.bots.brain_bots import SearchBot
from heliodor.bots.contract import Bot
from heliodor.bots.external import DEFAULT_TIME_LIMIT, BotError, LineBot
from heliodor.bots.registry import get_bot
from heliodor.bots.seating import Player, play_steps
from heliodor.core.contract import NOBODY, RANDOM_FIRST, Game, OptionValue, States

NO_LIMIT = float("inf")
NEEDED = ("copy", "hide", "legal_actions", "seed", "set_up", "step", "to_act")  # Of the kernels.


class Failure(NamedTuple):
    """A bot that broke the rules."""

    seat: int
    error: BotError


class Played(NamedTuple):
    """A match as far as it was played: to its end, unless a bot failed."""

    states: States  # The last state.
    steps: list[int]  # All steps that were played.
    failure: Failure | None


class Referee:
    """Plays matches of one game with these options, one at a time."""

    def __init__(self, game: Game, options: Mapping[str, OptionValue]) -> None:
        self._game = game
        self._template = game.new_states(1, options)
        self._hidden = self._template.copy()
        for name in NEEDED:
            getattr(game.kernels, name)  # Compiled or loaded now, and not by two threads at once.

    def play(self, seed: int, stream: int, players: Sequence[Player], match_id: str) -> Played:
        """Play match number `stream` of the seed, to its end or until a bot fails.

        External programs get `match_id` as the match's id.
        """
        kernels, states, hidden = self._game.kernels, self._template.copy(), self._hidden
        kernels.seed(states, 0, seed, stream)
        kernels.set_up(states, 0, RANDOM_FIRST)
        steps: list[int] = []
        decisions = 0
        while (seat := int(kernels.to_act(states, 0))) != NOBODY:
            kernels.copy(hidden, 0, states, 0)
            kernels.hide(hidden, 0, seat)
            try:
                chosen = players[seat].choose(hidden, int(kernels.legal_actions(states, 0)), match_id, decisions)
                play_steps(self._game, states, seat, chosen)
            except BotError as error:
                return Played(states, steps, Failure(seat, error))
            steps += chosen
            decisions += 1
        return Played(states, steps, None)


def make_bots(
    game: Game, bots: Mapping[str, str], *, time_limit: float = DEFAULT_TIME_LIMIT, with_clock: bool = False
) -> dict[str, Bot]:
    """Return a bot for each name here, ready to play; `bots` maps it to the name for `get_bot`.

    Without a clock, a search does all its rounds even on a slow machine, so the same seed gives the same choice.
    """
    made: dict[str, Bot] = {}
    try:
        for name, known_as in bots.items():
            bot = get_bot(known_as, game, time_limit)
            made[name] = bot if with_clock else without_clock(bot)
    except BaseException:
        close_bots(made.values())
        raise
    return made


def without_clock(bot: Bot) -> Bot:
    """Return the bot; if it searches, it now does all its rounds even on a slow machine. Changes the bot."""
    if isinstance(bot, SearchBot):
        bot.strength = msgspec.structs.replace(bot.strength, seconds=NO_LIMIT)
    return bot


def close_bots(bots: Iterable[Bot]) -> None:
    """End the bots that are programs."""
    for bot in bots:
        if isinstance(bot, LineBot):
            bot.close()
