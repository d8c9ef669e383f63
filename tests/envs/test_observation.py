"""Observations mean what the layout says, stay what they are within a version, and tell no secret."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pytest

from heliodor import Batch, HeliodorError
from heliodor.core.observation import size_of, slices_of
from heliodor.envs import observation
from heliodor.games import GAME_IDS, get_game
from heliodor.match import new_match
from tests import pebbles

from .games import ALL

# Game and version -> hash of the layout and of the observations of some matches. If one changes, trained policies
# no longer fit: raise the game's version, and add a line.
STABLE = {
    ("nizam", 1): "ff8d393e024e0daf",
    ("pearl", 1): "b3f8251e79e04f74",
    ("gnomes", 2): "7b3b770f34356afb",
    ("luz", 1): "93198c3b9027eac0",
}


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_observations_change_only_with_the_version(game_id: str) -> None:
    game = get_game(game_id)
    digest = hashlib.sha256(repr([(block.name, block.size, block.divisor) for block in game.encoding.LAYOUT]).encode())
    for players in game.players:
        batch = Batch(game_id, 3, players=players, seed=3)
        for _ in range(60):
            batch.step(batch.random_actions())
            digest.update(batch.numbers().tobytes())
    assert digest.hexdigest()[:16] == STABLE[game_id, game.version], "observations differ; raise the version"


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_the_blocks_fill_an_observation_and_have_different_names(game_id: str) -> None:
    encoding = get_game(game_id).encoding
    assert size_of(encoding.LAYOUT) == encoding.SIZE == len(encoding.SCALE)
    assert len(slices_of(encoding.LAYOUT)) == len(encoding.LAYOUT)
    for block in encoding.LAYOUT:
        assert not block.shape or np.prod(block.shape) == block.size, block.name


def test_an_observation_can_be_read_back_from_ints_and_floats() -> None:
    match = new_match("luz", 4, seed=7)
    match.act("bid 3+")
    (numbers,) = Batch("luz", 1, players=4, seed=7).numbers()
    floats = match.observe(match.to_act)
    read = observation.decode("luz", floats)
    assert read["players"] == [0, 1, 0]
    assert read["bets"][3] == [10, 3, 10]
    assert [slot[7] for slot in read["hands"][0]] == [0] * 10, "one's own values are unknown"
    assert all(slot[7] for slot in read["hands"][1])
    again = observation.decode("luz", numbers)
    assert again == observation.decode("luz", numbers * observation.scale("luz"))
    where = observation.slices("luz")["bets"]
    assert np.array_equal(floats[where] * 10, np.ravel(read["bets"]))
    with pytest.raises(HeliodorError, match="numbers in one row"):
        observation.decode("luz", floats[:5])


@pytest.mark.parametrize(("game_id", "players"), ALL)
def test_two_worlds_that_a_seat_cannot_tell_apart_give_one_observation_and_one_mask(game_id: str, players: int) -> None:
    batch = Batch(game_id, 12, players=players, seed=4)
    kernels, gen = batch.game.kernels, np.array([9], np.uint64)
    for _ in range(8):
        for _ in range(7):
            batch.step(batch.random_actions())
        other = batch.clone()
        seats = batch.to_act
        for place in np.flatnonzero(seats >= 0):
            kernels.hide(other.states, place, seats[place])
            kernels.determinize(other.states, place, seats[place], gen)
        assert np.array_equal(batch.numbers(seats), other.numbers(seats))
        assert np.array_equal(batch.legal_mask(), other.legal_mask())
    assert players == 1 or other.states.tobytes() != batch.states.tobytes()


def test_a_game_of_a_package_is_observed_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pebbles.use(tmp_path, monkeypatch)
    batch = Batch("pebbles", 2, players=3, seed=1)
    assert observation.decode("pebbles", batch.observe()[0]) == observation.decode("pebbles", batch.numbers()[0])
