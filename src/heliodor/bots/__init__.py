"""Players for a seat: random, greedy, four levels that search, and bots from elsewhere."""

from heliodor.bots.contract import Bot, Generator
from heliodor.bots.external import BotError
from heliodor.bots.registry import BOT_NAMES, LEVELS, get_bot, search_kernels
from heliodor.bots.strength import Strength

__all__ = ["BOT_NAMES", "LEVELS", "Bot", "BotError", "Generator", "Strength", "get_bot", "search_kernels"]
