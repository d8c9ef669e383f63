"""A bot in a seat: its answer is checked before it is played."""

from __future__ import annotations

import hashlib
import os
import textwrap
import traceback
from collections.abc import Sequence
from operator import index
from typing import Any

import numpy as np

from heliodor.bots.contract import Bot, Generator
from heliodor.bots.external import BotError, LineBot
from heliodor.core.contract import Game, States
from heliodor.core.errors import BadAction
from heliodor.core.kernels import OK

LONGEST_MESSAGE = 200  # Characters of a bot's message.


class Player:
    """A bot in its seat, with its own generator."""

    def __init__(self, bot: Bot, gen: Generator) -> None:
        self._bot = bot
        self._program = bot if isinstance(bot, LineBot) else None
        self._gen = gen

    def choose(self, hidden: States, legal: int, match_id: str, decision: int) -> list[int]:
        """Return the steps that the bot wants to play; raise BotError if it names none. They may still be illegal."""
        if self._program is not None:
            self._program.situate(match_id, decision)
        return ask(self._bot, hidden, legal, self._gen)


def choose_actions(game: Game, player: Player, states: States, match_id: str, decision: int) -> list[str]:
    """Return the whole actions that a bot plays for the seat to act; raise BotError if they are not legal.

    A bot may name one step at a time: then it is asked until its action is complete. Nothing is hidden in `states`; the
    bot gets a copy that is hidden from its seat.
    """
    seat, scratch = int(game.kernels.to_act(states, 0)), states.copy()
    steps: list[int] = []
    while True:
        hidden = scratch.copy()
        game.kernels.hide(hidden, 0, seat)
        chosen = player.choose(hidden, int(game.kernels.legal_actions(scratch, 0)), match_id, decision)
        play_steps(game, scratch, seat, chosen)
        steps += chosen
        texts = game.notation.action_texts(states, 0, steps)
        if _are_whole(game, states, texts, steps):
            return texts


def _are_whole(game: Game, states: States, texts: Sequence[str], steps: Sequence[int]) -> bool:
    """Return whether the last action is complete: a bot may choose a shift, and then its payment card by card."""
    scratch = states.copy()
    parsed: list[int] = []
    try:
        for text in texts:
            of_text = game.notation.parse_action(scratch, 0, text)
            for step in of_text:
                game.kernels.apply_action(scratch, 0, step)
            parsed += of_text
    except BadAction:
        return False
    return parsed == steps


def ask(bot: Bot, hidden: States, legal: int, gen: Generator) -> list[int]:
    """Return the steps that a bot wants to play; raise BotError if it names none. They may still be illegal."""
    try:
        steps = bot.choose(hidden, 0, legal, gen)
    except BotError:
        raise
    except (Exception, SystemExit) as error:
        raise BotError("crash", _describe(error)) from None
    return _whole_numbers(steps)


def play_steps(game: Game, states: States, seat: int, steps: Sequence[int]) -> None:
    """Play what a bot has chosen; raise BotError at the first step that it may not play. Changes `states`."""
    for number, step in enumerate(steps):
        if number > 0 and game.kernels.to_act(states, 0) != seat:
            raise BotError("illegal", f"it chose {len(steps)} steps, but its turn was over after {number}")
        if not 0 <= step < game.num_actions or game.kernels.step(states, 0, step) != OK:
            chosen = steps[0] if len(steps) == 1 else f"{step}, number {number + 1} of {list(steps)},"
            raise BotError("illegal", f"it chose step {chosen} which is not legal")


def generator_from(text: bytes) -> Generator:
    """Return a generator derived from a text; it says nothing about cards, which have another key."""
    return np.frombuffer(hashlib.blake2b(text).digest()[:8], "<u8").astype(np.uint64)


def _whole_numbers(steps: Any) -> list[int]:
    try:
        numbers = [index(step) for step in steps]
    except TypeError:
        raise BotError("nonsense", f"it returned {_shortened(steps)} instead of a list of steps") from None
    if not numbers:
        raise BotError("nonsense", "it returned an empty list instead of one step or more")
    return numbers


def _describe(error: BaseException) -> str:
    """Return an exception and where it came from as one line."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    return f"it raised {type(error).__name__}: {_shortened(error)} ({os.path.basename(where.filename)}:{where.lineno})"


def _shortened(value: object) -> str:
    return textwrap.shorten(str(value), LONGEST_MESSAGE, placeholder="…")
