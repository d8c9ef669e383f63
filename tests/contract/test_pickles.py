"""Matches and batches can be pickled and copied in the middle; all continue alike, and share nothing."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import heliodor
from heliodor import Batch, Match
from heliodor.core.record import encode
from heliodor.games import GAME_IDS
from heliodor.testing.walks import random_texts
from tests.contract.configurations import (
    Configuration,
    every_game,
    smallest_and_largest,
    smallest_and_largest_of_every_game,
)

pytestmark = pytest.mark.once

Duplicate = Callable[[Any], Any]

WAYS: dict[str, Duplicate] = {
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}
every_way = pytest.mark.parametrize("duplicate", WAYS.values(), ids=WAYS)


def begun(configuration: Configuration, plies: int) -> Match:
    """Return a match after `plies` random actions."""
    match = configuration.new_match(3, names=[f"Name {seat}" for seat in range(configuration.players)])
    for text in random_texts(match, 3, most=plies):
        match.act(text)
    return match


def play_on(match: Match, plies: int) -> Match:
    """Play the last legal action `plies` times."""
    for _ in range(plies):
        if not match.over:
            match.act(match.legal()[-1])
    return match


@every_way
@smallest_and_largest_of_every_game
def test_a_match_and_its_duplicate_continue_alike(configuration: Configuration, duplicate: Duplicate) -> None:
    match = begun(configuration, 25)
    before = encode(match.record()), match.states.tobytes()
    twin = duplicate(match)
    assert isinstance(twin, Match) and twin.game is match.game
    assert (encode(twin.record()), twin.states.tobytes()) == before
    assert (twin.names, twin.options, twin.version) == (match.names, match.options, match.version)
    play_on(twin, 60)
    assert (encode(match.record()), match.states.tobytes()) == before, "they share something"
    play_on(match, 60)
    assert (encode(twin.record()), twin.states.tobytes()) == (encode(match.record()), match.states.tobytes())
    assert list(twin.story()) == list(match.story())


@every_way
def test_the_version_and_missing_names_are_kept(duplicate: Duplicate) -> None:
    match = heliodor.new_match("gnomes", 3, seed=1, version=1, deck="six_shapes")
    assert encode(duplicate(match).record()) == encode(match.record())
    assert b"names" not in encode(duplicate(match).record())


@every_way
def test_what_the_table_shows_is_kept(duplicate: Duplicate) -> None:
    match = heliodor.new_match("luz", 3, seed=1)
    match.display(taken_tricks="open")
    assert duplicate(match).shown.settings == {"taken_tricks": "open"}


@every_way
@every_game
def test_a_batch_and_its_duplicate_continue_alike(game_id: str, duplicate: Duplicate) -> None:
    configuration = smallest_and_largest(game_id)[0]
    batch = Batch(game_id, 6, configuration.players, seed=4, **dict(configuration.chosen))
    for _ in range(15):
        batch.step(batch.random_actions())
    batch.deal([2])
    before = batch.states.tobytes()
    twin = duplicate(batch)
    assert isinstance(twin, Batch) and (len(twin), twin.options, twin.seed) == (6, batch.options, 4)
    assert twin.states.tobytes() == before
    for one in (twin, batch):
        if one is batch:
            assert batch.states.tobytes() == before, "they share something"
        for _ in range(15):
            one.step(one.random_actions())
        one.deal([0, 5])
    assert twin.states.tobytes() == batch.states.tobytes()
    assert np.array_equal(twin.observe(), batch.observe())


def played_elsewhere(things: list[Match | Batch]) -> list[Match | Batch]:
    """Play on in another process."""
    for thing in things:
        if isinstance(thing, Batch):
            thing.step(thing.random_actions())
        else:
            play_on(thing, 20)
    return things


def test_matches_and_batches_pass_between_processes() -> None:
    matches = [begun(smallest_and_largest(game_id)[0], 12) for game_id in GAME_IDS]
    batches = [Batch(match.game.id, 2, match.players, seed=2) for match in matches]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        back = pool.apply(played_elsewhere, ([*matches, *batches],))
    here = played_elsewhere([*matches, *batches])
    assert [thing.states.tobytes() for thing in back] == [thing.states.tobytes() for thing in here]
    assert [match.actions for match in back[: len(matches)]] == [match.actions for match in matches]
