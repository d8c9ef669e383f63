"""Where shuffles come from, and the two errors that a game raises."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Protocol


class Refused(Exception):
    """An action against the rules (G5); the state is unchanged."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(f"{rule}: {message}")
        self.rule = rule
        self.message = message


class BadShuffle(Exception):
    """A recorded shuffle that is missing or holds other cards than it should."""


class ShuffleSource(Protocol):
    """Puts cards in an order, the top card first, and remembers it in `used`."""

    used: list[list[str]]

    def shuffle(self, cards: Sequence[str], what: str) -> list[str]:
        """Return `cards` in a new order; `what` describes them for error messages."""
        ...


class Recorded:
    """Returns the shuffles of a record, and checks that each has the right cards."""

    def __init__(self, shuffles: list[list[str]]) -> None:
        self.coming = [list(shuffle) for shuffle in shuffles]
        self.used: list[list[str]] = []

    def shuffle(self, cards: Sequence[str], what: str) -> list[str]:
        number = len(self.used) + 1
        if not self.coming:
            raise BadShuffle(f"shuffle {number} ({what}) is missing")
        if Counter(self.coming[0]) != Counter(cards):
            raise BadShuffle(f"shuffle {number} is not {what}")
        order = self.coming.pop(0)
        self.used.append(order)
        return list(order)


class Random:
    """Shuffles at random."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.used: list[list[str]] = []

    def shuffle(self, cards: Sequence[str], what: str) -> list[str]:
        order = list(cards)
        self.rng.shuffle(order)
        self.used.append(order)
        return list(order)
