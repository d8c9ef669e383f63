"""Our own games keep every promise of heliodor.testing."""

from __future__ import annotations

import pytest

from heliodor import get_game
from heliodor.games import GAME_IDS
from heliodor.testing import BrokenPromise, Promise, promises
from tests.contract.configurations import ALL_COMBINATIONS, SMALLEST_AND_LARGEST
from tests.contract.facts import facts_of

# One test for each configuration: every worker would collect 3,700 tests otherwise, and play the same walks.
PROMISES: dict[str, list[Promise]] = {}
for game_id in GAME_IDS:
    for promise in promises(get_game(game_id), facts_of(game_id)):
        PROMISES.setdefault(str(promise.configuration), []).append(promise)
# Without compiler each game has its largest table only: golden files and perft counts show that the bytes are the same
# as those of compiled rules, which keep their promises in every configuration.
CHECKED = list(PROMISES) if ALL_COMBINATIONS else [str(configuration) for configuration in SMALLEST_AND_LARGEST]


def check_all(kept: list[Promise]) -> None:
    """Check every promise, even after one that is broken; the error has them all."""
    broken = []
    for promise in kept:
        try:
            promise.check()
        except BrokenPromise as error:
            broken.append(error)
    if broken:
        raise ExceptionGroup(f"{len(broken)} of {len(kept)} promises are broken", broken)


@pytest.mark.parametrize("configuration", CHECKED)
def test_every_game_keeps_its_promises(configuration: str) -> None:
    check_all(PROMISES[configuration])


def test_every_broken_promise_is_named() -> None:
    def nothing_is_wrong(_configuration: object) -> None: ...

    def all_cards_are_red(_configuration: object) -> None:
        raise AssertionError("one is blue")

    def nobody_waits(_configuration: object) -> None:
        raise ValueError("somebody does")

    configuration = PROMISES[next(iter(PROMISES))][0].configuration
    checks = (all_cards_are_red, nothing_is_wrong, nobody_waits)
    with pytest.raises(ExceptionGroup, match="2 of 3") as raised:
        check_all([Promise(check, configuration) for check in checks])
    assert [str(error) for error in raised.value.exceptions] == [
        f"broken: all cards are red ({configuration}): one is blue",
        f"broken: nobody waits ({configuration}): ValueError: somebody does",
    ]
