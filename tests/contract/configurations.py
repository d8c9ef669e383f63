"""Every way to set up a match: all games, all player counts, all values of all options."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle, islice, product
from typing import Any

import pytest

from heliodor import Match, get_game, new_match
from heliodor.core.contract import Game, Option, OptionValue
from heliodor.games import GAME_IDS
from tests.conftest import SCALE

# A run that plays few matches does not play every combination, but still every player count and every value.
ALL_COMBINATIONS = SCALE >= 0.1


@dataclass(frozen=True)
class Configuration:
    """A game, a number of players and a value for each option."""

    game_id: str
    players: int
    chosen: tuple[tuple[str, OptionValue], ...]

    def __str__(self) -> str:
        return "-".join([self.game_id, str(self.players), *(f"{name}={value}" for name, value in self.chosen)])

    @property
    def game(self) -> Game:
        return get_game(self.game_id)

    @property
    def options(self) -> dict[str, OptionValue]:
        return {"players": self.players, **dict(self.chosen)}

    def new_match(self, seed: int | None, **more: Any) -> Match:
        return new_match(self.game_id, self.players, seed=seed, **dict(self.chosen), **more)

    def new_states(self, count: int) -> Any:
        return self.game.new_states(count, self.game.check_options(self.options))


def values_of(option: Option) -> tuple[OptionValue, ...]:
    """Return all values of an option, or a few where there are too many."""
    if option.choices:
        return option.choices
    assert type(option.default) is int
    return (option.at_least, option.at_least + 19, option.default)


def configurations_of(game_id: str, every: bool = ALL_COMBINATIONS) -> Iterator[Configuration]:
    """Yield the configurations of a game: every one, or so few that each value is there."""
    game = get_game(game_id)
    names = [option.name for option in game.options]
    combinations = [tuple(zip(names, values, strict=True)) for values in product(*map(values_of, game.options))]
    pairs: Any = product(game.players, combinations)
    if not every:
        count = max(len(game.players), len(combinations))
        pairs = islice(zip(cycle(game.players), cycle(combinations), strict=False), count)
    return (Configuration(game_id, players, chosen) for players, chosen in pairs)


CONFIGURATIONS = [configuration for game_id in GAME_IDS for configuration in configurations_of(game_id)]

every_configuration = pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=str)
every_game = pytest.mark.parametrize("game_id", GAME_IDS)


def smallest_and_largest(game_id: str) -> tuple[Configuration, Configuration]:
    """Return the game with the fewest and with the most players; options have values that make short matches."""
    game = get_game(game_id)
    chosen = tuple((option.name, values_of(option)[1 if not option.choices else 0]) for option in game.options)
    return (
        Configuration(game_id, game.min_players, chosen),
        Configuration(game_id, game.max_players, chosen),
    )


SMALLEST_AND_LARGEST = [configuration for game_id in GAME_IDS for configuration in smallest_and_largest(game_id)]

smallest_and_largest_of_every_game = pytest.mark.parametrize("configuration", SMALLEST_AND_LARGEST, ids=str)
