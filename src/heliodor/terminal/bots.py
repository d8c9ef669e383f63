"""Opponents of a person in the terminal."""

from __future__ import annotations

import numpy as np

from heliodor.bots import Bot
from heliodor.bots.seating import Player, choose_actions
from heliodor.match import Match

DEFAULT_BOT = "casual"


class Opponent:
    """A bot in a seat of one match, with its own random generator."""

    def __init__(self, bot: Bot, seed: int) -> None:
        self._player = Player(bot, np.array([seed], np.uint64))

    def choose(self, match: Match) -> list[str]:
        """Return the actions of the seat to act, one or several; raise BotError if they are not legal."""
        return choose_actions(match.game, self._player, match.states, "terminal", match.ply)
