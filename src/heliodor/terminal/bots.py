"""Opponents of a person in the terminal."""

from __future__ import annotations

import numpy as np

from heliodor.bots import Bot
from heliodor.bots.external import LineBot
from heliodor.bots.seating import ask, play_steps
from heliodor.core.errors import BadAction
from heliodor.match import Match

DEFAULT_BOT = "casual"


class Opponent:
    """A bot in a seat of one match, with its own random generator."""

    def __init__(self, bot: Bot, seed: int) -> None:
        self._bot = bot
        self._gen = np.array([seed], np.uint64)

    def choose(self, match: Match) -> list[str]:
        """Return the actions of the seat to act, one or several; raise BotError if they are not legal."""
        game, seat, scratch = match.game, match.to_act, match.states.copy()
        steps: list[int] = []
        while True:
            hidden = scratch.copy()
            game.kernels.hide(hidden, 0, seat)
            if isinstance(self._bot, LineBot):
                self._bot.situate("terminal", match.ply)
            chosen = ask(self._bot, hidden, int(game.kernels.legal_actions(scratch, 0)), self._gen)
            play_steps(game, scratch, seat, chosen)
            steps += chosen
            texts = game.notation.action_texts(match.states, 0, steps)
            if _are_whole(match, texts, steps):
                return texts


def _are_whole(match: Match, texts: list[str], steps: list[int]) -> bool:
    """Tell whether the last action is complete: a bot may choose a shift, and then its payment card by card."""
    played = match.states.copy()
    parsed: list[int] = []
    try:
        for text in texts:
            of_text = match.game.notation.parse_action(played, 0, text)
            for step in of_text:
                match.game.kernels.apply_action(played, 0, step)
            parsed += of_text
    except BadAction:
        return False
    return parsed == steps
