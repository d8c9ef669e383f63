"""The cards of Speedy Gnomes as data: kinds, decks, what each curse stops and what lifts it."""

from __future__ import annotations

import numpy as np

# --- Kinds ----------------------------------------------------------------------------------------------------------

# A card is represented by its kind: all cards of one kind are equal.
CAVE = 0
CAVE_IN = 1
FOG_0 = 2  # Orange, green, purple.
WIND_0 = 5  # Red, yellow, blue.
DIAMOND = 8
GEM_0 = 9  # Six shapes of rubies, six of heliodors, six of sapphires.

NUM_FOGS = 3
NUM_COLOURS = 3
NUM_SHAPES = 6
NUM_KINDS = GEM_0 + NUM_COLOURS * NUM_SHAPES
NUM_LAID_KINDS = NUM_KINDS - DIAMOND  # Gems in front of a player: the diamond and the coloured gems.

FOG_CODES = ("FO", "FG", "FP")
WIND_CODES = ("WR", "WY", "WB")
COLOUR_CODES = ("R", "H", "S")
SHAPE_CODES = ("o", "s", "t", "h", "d", "m")
GEM_CODES = tuple(colour + shape for colour in COLOUR_CODES for shape in SHAPE_CODES)
CARD_CODES = ("C", "K", *FOG_CODES, *WIND_CODES, "D", *GEM_CODES)

# --- Decks ----------------------------------------------------------------------------------------------------------

NUM_CARDS = 102
DECK_NAMES = ("three_shapes", "six_shapes")  # Option `deck`.
_SHAPES_AND_COPIES = ((3, 6), (6, 3))  # [deck] -> number of shapes, and of cards of each coloured gem.


def _copies(num_shapes: int, copies_of_gem: int) -> list[int]:
    gems = [copies_of_gem if shape < num_shapes else 0 for shape in range(NUM_SHAPES)]
    return [14, 6, 3, 3, 3, 5, 5, 5, 4, *gems * NUM_COLOURS]


COPIES = np.array([_copies(*deck) for deck in _SHAPES_AND_COPIES], np.int8)  # [deck, kind] -> cards of that kind.

# --- Curses ---------------------------------------------------------------------------------------------------------

# A fog is the mixture of two colours: 0 ruby red, 1 heliodor yellow, 2 sapphire blue. Winds come in the same order.
FOG_HIDES = ((0, 1), (1, 2), (0, 2))  # [fog] -> the colours whose gems it hides.
FOG_DRIVEN_OFF_BY = ((0, 1), (1, 2), (0, 2))  # [fog] -> the winds that drive it off.


def gem_of(colour: int, shape: int) -> int:
    """Return the kind of a coloured gem."""
    return GEM_0 + NUM_SHAPES * colour + shape


def _kinds(*kinds: int) -> int:
    return sum(1 << kind for kind in kinds)


def _gems_of(*colours: int) -> int:
    return _kinds(*(gem_of(colour, shape) for colour in colours for shape in range(NUM_SHAPES)))


GEM_KINDS = _kinds(DIAMOND) | _gems_of(0, 1, 2)  # Sets of kinds are bitsets.
CURSE_KINDS = _kinds(CAVE_IN, FOG_0, FOG_0 + 1, FOG_0 + 2)

# [curse kind] -> the kinds that cannot be laid under it (S4). A cave-in stops every gem (S6), no fog a diamond (S8).
STOPPED_BY = np.array([0, GEM_KINDS, *(_gems_of(*colours) for colours in FOG_HIDES)], np.int64)
# [curse kind] -> the kinds that lift it: a cave the cave-in (S6), winds the fogs (S4).
LIFTED_BY = np.array(
    [0, _kinds(CAVE), *(_kinds(*(WIND_0 + wind for wind in winds)) for winds in FOG_DRIVEN_OFF_BY)], np.int64
)
