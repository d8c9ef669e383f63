"""Every way to set up a match of a game: all player counts, all values of all options."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle, islice, product
from typing import Any

from heliodor.core.contract import Game, Option, OptionValue
from heliodor.match import Match, new_match
from heliodor.testing.facts import NO_FACTS, Facts
from heliodor.testing.scale import SCALE

# A run that plays few matches does not play every combination, but still every player count and every value.
ALL_COMBINATIONS = SCALE >= 0.1


@dataclass(frozen=True, eq=False)
class Configuration:
    """A game, a number of players and a value for each option."""

    game: Game
    players: int
    chosen: tuple[tuple[str, OptionValue], ...]
    facts: Facts = NO_FACTS

    def __str__(self) -> str:
        return "-".join([self.game.id, str(self.players), *(f"{name}={value}" for name, value in self.chosen)])

    @property
    def game_id(self) -> str:
        """The game's id."""
        return self.game.id

    @property
    def options(self) -> dict[str, OptionValue]:
        """The number of players and every option."""
        return {"players": self.players, **dict(self.chosen)}

    def new_match(self, seed: int | None, **more: Any) -> Match:
        """Deal a match."""
        options: dict[str, Any] = dict(self.chosen)
        return new_match(self.game_id, self.players, seed=seed, **options, **more)

    def new_states(self, count: int) -> Any:
        """Allocate states; they are not set up yet."""
        return self.game.new_states(count, self.game.check_options(self.options))


def values_of(option: Option) -> tuple[OptionValue, ...]:
    """Return all values of an option, or a few if there are too many."""
    if option.choices:
        return option.choices
    assert type(option.default) is int
    return (option.at_least, option.at_least + 19, option.default)


def configurations_of(game: Game, facts: Facts = NO_FACTS, every: bool = ALL_COMBINATIONS) -> Iterator[Configuration]:
    """Yield the configurations of a game: all of them, or a few in which each value occurs."""
    names = [option.name for option in game.options]
    combinations = [tuple(zip(names, values, strict=True)) for values in product(*map(values_of, game.options))]
    pairs: Any = product(game.players, combinations)
    if not every:
        count = max(len(game.players), len(combinations))
        pairs = islice(zip(cycle(game.players), cycle(combinations), strict=False), count)
    return (Configuration(game, players, chosen, facts) for players, chosen in pairs)


def smallest_and_largest(game: Game, facts: Facts = NO_FACTS) -> tuple[Configuration, Configuration]:
    """Return the game with the fewest and with the most players; options have values that make short matches."""
    chosen = tuple((option.name, values_of(option)[1 if not option.choices else 0]) for option in game.options)
    return (
        Configuration(game, game.min_players, chosen, facts),
        Configuration(game, game.max_players, chosen, facts),
    )
