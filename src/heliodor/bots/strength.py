"""How hard a bot thinks: the numbers behind a level."""

from __future__ import annotations

import msgspec


class Strength(msgspec.Struct, frozen=True):
    """How hard a bot thinks and how firmly it chooses."""

    rounds: int  # Rounds of search for one decision.
    softness: float  # Moves are chosen with weight exp(value / softness); 0: the best one.
    seconds: float  # CPU seconds after which a search stops, whatever its rounds.
    exploration: float = 0.5
    insight: int = 0  # How deep the brain looks when it lists moves, if it uses that.
    width: int = 0  # How many of the brain's moves are considered, best first; 0: all.
    trust: int = 10  # A move is not chosen if another one was visited more than this many times as often.
    trees: int = 1  # The rounds are split over this many trees,
    threads: int = 1  # of which this many grow at a time; this changes only the time it takes.
    is_trained: bool = False  # Uses the weights that were fitted to the table, if there are any (bots/trained.py).
