"""How hard a bot thinks: the numbers behind a level."""

from __future__ import annotations

import msgspec


class Strength(msgspec.Struct, frozen=True):
    """How hard a bot thinks and how firmly it chooses."""

    rounds: int  # Rounds of search for one decision.
    softness: float  # Moves are chosen with weight exp(value / softness); 0: the best one.
    seconds: float  # CPU seconds after which a search stops, whatever its rounds.
    exploration: float = 0.5
    insight: int = 0  # How deep it looks for moves, where the game's brain makes a difference.
    width: int = 0  # Of the moves that the brain lists, how many it looks at, the best first; 0: all.
    trust: int = 10  # It does not choose a move if it has looked at another one more than so many times as often.
    trees: int = 1  # The rounds are shared out to so many trees,
    threads: int = 1  # of which so many grow at a time; that changes nothing but how long it takes.
