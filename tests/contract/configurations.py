"""Every way to set up a match of our own games, for tests of all of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from heliodor import get_game
from heliodor.games import GAME_IDS
from heliodor.testing import Configuration, configurations
from tests.contract.facts import facts_of

ALL_COMBINATIONS = configurations.ALL_COMBINATIONS


def configurations_of(game_id: str, every: bool = ALL_COMBINATIONS) -> Iterator[Configuration]:
    """Yield the configurations of a game: every one, or few with which each value occurs."""
    return configurations.configurations_of(get_game(game_id), facts_of(game_id), every)


def smallest_and_largest(game_id: str) -> tuple[Configuration, Configuration]:
    """Return the game with the fewest and with the most players; options have values that make short matches."""
    return configurations.smallest_and_largest(get_game(game_id), facts_of(game_id))


CONFIGURATIONS = [configuration for game_id in GAME_IDS for configuration in configurations_of(game_id)]
# Without compiler a match takes long; what differs between few and many players is tried by the compiled run.
SMALLEST_AND_LARGEST = [
    configuration
    for game_id in GAME_IDS
    for configuration in smallest_and_largest(game_id)[0 if ALL_COMBINATIONS else 1 :]
]

every_configuration = pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=str)
every_game = pytest.mark.parametrize("game_id", GAME_IDS)
smallest_and_largest_of_every_game = pytest.mark.parametrize("configuration", SMALLEST_AND_LARGEST, ids=str)
