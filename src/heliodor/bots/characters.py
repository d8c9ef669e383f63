"""Characters: what a bot likes to do when several moves look about equally good.

A level without a character chooses by the values of its search alone. A character adds a little to the value of moves
of its kind. How much a move is of each kind is known to the game's brain (`traits_of`), and so is how much each
character adds (`CHARACTERS`). A brain may have neither: then the bots of that game have no characters.
"""

from __future__ import annotations

import msgspec

from heliodor.bots.search import MoveValue, SearchKernels
from heliodor.core.contract import States

CHARACTERS = ("bold", "careful", "mean")  # In the order in which a brain writes the traits of a move.
CHARACTER_LEVELS = ("casual", "skilled")  # Weaker ones play odd moves anyway, and stronger ones choose the best.
WHOLE = 100.0  # A trait of this is the whole weight of a character.


class Leaning(msgspec.Struct, frozen=True):
    """A character's preference for moves of its kind."""

    trait: int  # Which of a move's traits it likes.
    weight: float  # Added to the reward of a move that has the trait wholly.

    def of(self, kernels: SearchKernels, states: States, index: int, values: list[MoveValue]) -> list[MoveValue]:
        """Return the moves with the values that they have for this character."""
        scale = self.weight / WHOLE
        return [
            value._replace(mean=value.mean + scale * kernels.traits_of(states, index, value.move)[self.trait])
            for value in values
        ]


def split_name(name: str) -> tuple[str, str]:
    """Return level and character of `casual:bold`; no character if there is none."""
    level, _, character = name.partition(":")
    return (level, character) if level in CHARACTER_LEVELS and character in CHARACTERS else (name, "")
