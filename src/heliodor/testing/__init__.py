"""What every game promises, as checks that any game can run.

>>> from heliodor import get_game
>>> from heliodor.testing import promises
>>> print(promises(get_game("luz"))[0])
the same steps give the same bytes (luz-3-bead_supply=unlimited)

`check_game` runs all checks and raises BrokenPromise at the first that fails. To have one test for each check:

    @pytest.mark.parametrize("promise", promises(GAME, FACTS), ids=str)
    def test_the_game_keeps_its_promises(promise):
        promise.check()

HELIODOR_TEST_SCALE=0.02 plays fewer random matches, for rules that are not compiled (NUMBA_DISABLE_JIT=1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from heliodor import games
from heliodor.core.contract import Game
from heliodor.testing import (
    compiled,
    copies,
    determinism,
    determinize,
    hidden,
    notation,
    own_fields,
    parts,
    random_matches,
    record_dtype,
    records,
    refusals,
    translations,
)
from heliodor.testing.configurations import Configuration, configurations_of, smallest_and_largest
from heliodor.testing.facts import NO_FACTS, Check, Facts

__all__ = [
    "BrokenPromise",
    "Configuration",
    "Facts",
    "Promise",
    "check_game",
    "configurations_of",
    "promises",
    "registered",
]

# Checked for every number of players and every option; simple checks come first, so that they fail first.
OF_EVERY_CONFIGURATION: tuple[Check, ...] = (
    *determinism.PROMISES_FIRST,
    *notation.PROMISES,
    *random_matches.PROMISES,
    *refusals.PROMISES,
    *hidden.PROMISES,
    *determinize.PROMISES,
    *determinism.PROMISES,
    *records.PROMISES,
    *copies.PROMISES,
    *own_fields.PROMISES,
    *parts.PROMISES,
    *translations.PROMISES,
)
# Checked with the fewest and with the most players.
OF_FEW_CONFIGURATIONS: tuple[Check, ...] = (*notation.PROMISES_OF_FEW, *refusals.PROMISES_OF_FEW)
# Checked once.
OF_GAME: tuple[Check, ...] = (*record_dtype.PROMISES_OF_FEW, *compiled.PROMISES_OF_GAME)


class BrokenPromise(AssertionError):
    """A game breaks a promise; the message says which one, and in which configuration."""


class Promise(NamedTuple):
    """One check of one configuration."""

    keep: Check
    configuration: Configuration

    def __str__(self) -> str:
        return f"{self.keep.__name__.replace('_', ' ')} ({self.configuration})"

    def check(self) -> None:
        """Raise BrokenPromise unless the promise is kept."""
        with registered(self.configuration.game):
            try:
                self.keep(self.configuration)
            except Exception as error:
                reason = str(error) if isinstance(error, AssertionError) else f"{type(error).__name__}: {error}"
                raise BrokenPromise(f"broken: {self}{reason and ': '}{reason}") from error


def promises(game: Game, facts: Facts = NO_FACTS) -> list[Promise]:
    """Return the checks of a game; a check that needs a fact that is not stated is left out."""
    few = smallest_and_largest(game, facts)
    chosen = (
        (OF_EVERY_CONFIGURATION, list(configurations_of(game, facts))),
        (OF_FEW_CONFIGURATIONS, few),
        (OF_GAME, few[:1]),
    )
    return [
        Promise(check, configuration)
        for checks, configurations in chosen
        for check in checks
        if all(getattr(facts, name) is not None for name in getattr(check, "needs", ()))
        for configuration in configurations
    ]


def check_game(
    game: Game, facts: Facts = NO_FACTS, on_progress: Callable[[Promise], None] = lambda promise: None
) -> None:
    """Check everything that a game promises; raise BrokenPromise at the first fault."""
    for promise in promises(game, facts):
        on_progress(promise)
        promise.check()


@contextmanager
def registered(game: Game) -> Iterator[None]:
    """Make the registry return this game for its id, even if its package is not installed."""
    before = games._loaded.get(game.id)
    games._loaded[game.id] = game
    try:
        yield
    finally:
        if before is None:
            del games._loaded[game.id]
        else:
            games._loaded[game.id] = before
