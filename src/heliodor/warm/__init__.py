"""Compile or load everything in advance, so that nobody waits for the compiler later."""

from heliodor.warm.here import Warmed, count_entrances, warm_all, warm_game
from heliodor.warm.preparation import Preparation
from heliodor.warm.together import warm_together

__all__ = ["Preparation", "Warmed", "count_entrances", "warm_all", "warm_game", "warm_together"]
