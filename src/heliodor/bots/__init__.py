"""Players for a seat: random, greedy, five levels that search, and third-party bots."""

from heliodor.bots.characters import CHARACTER_LEVELS, CHARACTERS, split_name
from heliodor.bots.contract import Bot, Generator
from heliodor.bots.external import BotError
from heliodor.bots.registry import (
    BOT_NAMES,
    CHARACTER_NAMES,
    LEVELS,
    PLAIN_NAMES,
    SLOW_LEVELS,
    characters_of,
    get_bot,
    has_brain,
    levels_of,
    nearest_level,
    search_kernels,
)
from heliodor.bots.strength import Strength

__all__ = [
    "BOT_NAMES",
    "CHARACTERS",
    "CHARACTER_LEVELS",
    "CHARACTER_NAMES",
    "LEVELS",
    "PLAIN_NAMES",
    "SLOW_LEVELS",
    "Bot",
    "BotError",
    "Generator",
    "Strength",
    "characters_of",
    "get_bot",
    "has_brain",
    "levels_of",
    "nearest_level",
    "search_kernels",
    "split_name",
]
