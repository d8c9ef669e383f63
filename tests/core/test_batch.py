"""Many matches in one array do what each of them would do alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from heliodor import BadOption, Batch, HeliodorError, IllegalAction, new_match
from heliodor.batch import NO_ACTION
from heliodor.games import GAME_IDS, get_game

Scale = Callable[[int], int]


def batch_of(game_id: str, count: int, seed: int = 5) -> Batch:
    return Batch(game_id, count, players=3, seed=seed)


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_batch_plays_to_the_end(game_id: str, scale: Scale) -> None:
    options = {"stall_limit": 5} if game_id == "pearl" else {}
    batch = Batch(game_id, scale(20), players=3, seed=5, **options)
    assert not batch.over.any()
    assert not batch.winners().any()
    while not batch.over.all():
        batch.step(batch.random_actions())
    assert (batch.to_act == -1).all()
    assert batch.winners().any(axis=1).all()
    for index, scores in enumerate(batch.scores()):
        expected = [batch.game.kernels.score_of(batch.states, index, seat) for seat in range(3)]
        assert scores.tolist() == expected
        won = [seat for seat in range(3) if batch.winners()[index, seat]]
        assert won == batch.game.winners(batch.states, index)


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_match_of_a_batch_is_the_one_of_its_seed(game_id: str) -> None:
    batch = batch_of(game_id, 4)
    assert batch.states[0].tobytes() == new_match(game_id, 3, seed=5).states[0].tobytes()
    assert batch.states[:2].tobytes() == batch_of(game_id, 2).states.tobytes()
    assert len({state.tobytes() for state in batch.states}) == 4


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_matches_dealt_later_are_the_next_of_the_seed(game_id: str) -> None:
    batch, larger = batch_of(game_id, 2), batch_of(game_id, 4)
    batch.deal([1, 0])
    assert batch.states[1].tobytes() == larger.states[2].tobytes()
    assert batch.states[0].tobytes() == larger.states[3].tobytes()


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_legal_sets_and_masks_agree_with_the_match(game_id: str, scale: Scale) -> None:
    batch = batch_of(game_id, 5)
    for _ in range(scale(40)):
        legal, mask = batch.legal(), batch.legal_mask()
        assert mask.shape == (5, get_game(game_id).num_actions)
        for index in range(5):
            assert legal[index] == batch.game.kernels.legal_actions(batch.states, index)
            assert [action for action in range(mask.shape[1]) if legal[index] >> action & 1] == mask[index].nonzero()[
                0
            ].tolist()
            assert batch.to_act[index] == batch.game.kernels.to_act(batch.states, index)
        batch.step(batch.random_actions())


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_each_match_is_observed_by_its_seat_to_act(game_id: str) -> None:
    batch = batch_of(game_id, 3)
    batch.step(batch.random_actions())
    observed = batch.observe()
    assert observed.shape == (3, batch.game.encoding.SIZE)
    for index in range(3):
        hidden = batch.states[index : index + 1].copy()
        seat = int(batch.to_act[index])
        batch.game.kernels.hide(hidden, 0, seat)
        alone = np.zeros(batch.game.encoding.SIZE, np.float32)
        batch.game.kernels.encode(hidden, 0, seat, alone)
        assert np.array_equal(observed[index], alone)


def test_one_illegal_action_stops_all() -> None:
    batch = batch_of("nizam", 3)
    before = batch.states.tobytes()
    for wrong in (1, 2, 62, 63, 64, 10**12):
        with pytest.raises(IllegalAction, match=f"action {wrong} is not legal in match 1"):
            batch.step(np.array([0, wrong, 0]))
        assert batch.states.tobytes() == before


def test_no_action_leaves_a_match_as_it_is() -> None:
    batch = batch_of("nizam", 3)
    before = [state.tobytes() for state in batch.states]
    batch.step(np.array([0, NO_ACTION, 0]))
    assert [state.tobytes() == old for state, old in zip(batch.states, before, strict=True)] == [False, True, False]


@pytest.mark.parametrize("actions", [np.zeros(2, np.int64), np.zeros(4, np.int64), np.zeros((3, 1), np.int64)])
def test_there_is_an_action_for_each_match(actions: Any) -> None:
    with pytest.raises(HeliodorError, match="3 actions are needed"):
        batch_of("nizam", 3).step(actions)


def test_a_match_outside_the_batch_cannot_be_dealt() -> None:
    batch = batch_of("nizam", 3)
    before = batch.states.tobytes()
    for wrong in (-1, 3, 10**6):
        with pytest.raises(HeliodorError, match=f"there is no match {wrong}; the matches are 0 to 2"):
            batch.deal([0, wrong])
    assert batch.states.tobytes() == before


@pytest.mark.parametrize("count", [0, -1, True, 2.0, "3"])
def test_a_batch_holds_at_least_one_match(count: Any) -> None:
    with pytest.raises(HeliodorError, match="a batch holds one match or more"):
        Batch("nizam", count, players=2)


def test_the_options_of_a_batch_are_checked() -> None:
    with pytest.raises(BadOption):
        Batch("nizam", 2, players=9)
    with pytest.raises(BadOption):
        Batch("nizam", 2, players=2, seed=-1)
    with pytest.raises(BadOption):
        Batch("luz", 2, players=3, bead_supply="none")
