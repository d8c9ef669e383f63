"""How hard a bot thinks: the numbers behind a level."""

from __future__ import annotations

import msgspec


class Strength(msgspec.Struct, frozen=True):
    """How hard a bot thinks and how firmly it chooses."""

    rounds: int  # Rounds of search for one decision.
    softness: float  # Moves are chosen with weight exp(value / softness); 0: the best one.
    seconds: float  # CPU seconds after which a search stops, whatever its rounds.
    exploration: float = 0.5
    insight: int = 0  # Search depth for moves, where the game's brain uses it.
    width: int = 0  # How many of the moves listed by the brain it considers, best first; 0: all.
    trust: int = 10  # It does not choose a move if another one was visited more than this many times as often.
    trees: int = 1  # The rounds are split over this many trees,
    threads: int = 1  # of which this many grow at a time; that only changes the time.
