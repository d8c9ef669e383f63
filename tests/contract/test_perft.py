"""The number of legal sequences from given positions is unchanged (tests/contract/perft.py)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.contract.configurations import every_game
from tests.contract.perft import count_sequences, position, read

QUICK = 40_000  # Sequences; larger counts are for the nightly run.


def check_counts(game_id: str, least: int, most: int) -> None:
    checked = 0
    for configuration, seed, after, depth, count in read(game_id):
        if least <= count <= most:
            states = position(configuration, seed, after)
            before = states.tobytes()
            found = count_sequences(configuration.game, states, depth)
            assert found == count, f"{configuration}, seed {seed}, after {after}, depth {depth}"
            assert states.tobytes() == before
            checked += 1
    assert checked > 0, f"tests/perft/{game_id}.perft has no count from {least} to {most}"


@every_game
def test_the_number_of_short_sequences_is_unchanged(game_id: str, scale: Callable[[int], int]) -> None:
    check_counts(game_id, 0, scale(QUICK))


@pytest.mark.nightly
@every_game
def test_the_number_of_long_sequences_is_unchanged(game_id: str) -> None:
    check_counts(game_id, 0, 10**12)  # The short ones, too: a small game has no others.
