"""Many matches in one array do what each of them would do alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from heliodor import SPECTATOR, BadOption, Batch, HeliodorError, IllegalAction, new_match
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


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_every_seat_and_a_spectator_can_observe(game_id: str) -> None:
    batch = batch_of(game_id, 2)
    match = new_match(game_id, 3, seed=5)
    for seat in (SPECTATOR, 0, 1, 2):
        assert np.array_equal(batch.observe(seat)[0], match.observe(seat))
    assert np.array_equal(batch.observe(np.array([2, 0]))[1], batch.observe(0)[1])
    assert np.array_equal(batch.numbers(1) * batch.game.encoding.SCALE, batch.observe(1))
    with pytest.raises(HeliodorError, match="there is no seat 3; the seats are 0 to 2"):
        batch.observe(3)


def short_batch(count: int, **options: Any) -> Batch:
    """Return matches that end after a few steps."""
    return Batch("pearl", count, players=3, seed=5, stall_limit=2, **options)


def test_a_finished_match_is_dealt_again_and_its_last_state_kept() -> None:
    batch, plain = short_batch(4, auto_reset=True), short_batch(4)
    dealt = 4
    while dealt < 8:
        actions = batch.random_actions()
        live = np.flatnonzero(~plain.over)
        plain.step(np.where(plain.over, NO_ACTION, actions))
        batch.step(actions)
        first_time = np.intersect1d(np.flatnonzero(batch.done), live)
        for place in first_time:
            assert batch.last_states[place].tobytes() == plain.states[place].tobytes()
        for place in np.flatnonzero(batch.done):
            fresh = Batch("pearl", dealt + 1, players=3, seed=5, stall_limit=2)
            assert batch.states[place].tobytes() == fresh.states[dealt].tobytes()
            dealt += 1
        assert not batch.over.any()


def test_winners_share_a_reward_and_the_sum_is_nothing() -> None:
    batch = short_batch(30)
    while not batch.over.all():
        batch.step(batch.random_actions())
        won = batch.winners()
        for place in range(30):
            if batch.done[place]:
                expected = won[place] / won[place].sum() - 1 / 3
                assert np.allclose(batch.rewards[place], expected)
            else:
                assert not batch.rewards[place].any()
    batch.step(np.full(30, NO_ACTION))
    assert not batch.done.any()
    assert not batch.rewards.any()


def test_the_reward_of_scores_is_what_a_step_has_gained(scale: Scale) -> None:
    batch = Batch("luz", 3, players=3, seed=5, reward="score", auto_reset=True)
    total = np.zeros((3, 3))
    for _ in range(scale(130)):
        batch.step(batch.random_actions())
        total += batch.rewards
        final = batch.game.new_states(1, batch.options)
        for place in np.flatnonzero(batch.done):
            batch.game.kernels.copy(final, 0, batch.last_states, int(place))
            assert total[place].tolist() == batch.game.scores(final, 0)
            total[place] = 0
    assert np.array_equal(total, batch.scores())


def test_alone_the_reward_is_the_score_and_a_packed_score_cannot_be_one() -> None:
    assert Batch("nizam", 1, players=1).reward == "score"
    assert Batch("nizam", 1, players=2).reward == "win"
    with pytest.raises(BadOption, match="a score in Speedy Gnomes is not one number"):
        Batch("gnomes", 1, players=2, reward="score")
    with pytest.raises(BadOption, match="there is no reward 'money'; the rewards are win and score"):
        Batch("luz", 1, players=3, reward="money")


def test_a_clone_goes_on_by_itself() -> None:
    batch = short_batch(3, auto_reset=True)
    batch.step(batch.random_actions())
    twin = batch.clone()
    before = batch.states.tobytes()
    for _ in range(5):
        twin.step(twin.random_actions())
    assert batch.states.tobytes() == before
    for _ in range(5):
        batch.step(batch.random_actions())
    assert batch.states.tobytes() == twin.states.tobytes()
    assert np.array_equal(batch.rewards, twin.rewards)


def test_one_match_can_be_taken_out_and_put_in() -> None:
    batch = batch_of("luz", 3)
    batch.step(batch.random_actions())
    kept = batch.copy_out(1)
    batch.step(batch.random_actions())
    batch.copy_in(2, kept)
    assert batch.states[2].tobytes() == kept[0].tobytes()
    match = new_match("luz", 3, seed=8)
    batch.copy_in(0, match.states)
    assert np.array_equal(batch.observe(0)[0], match.observe(0))
    with pytest.raises(HeliodorError, match="there is no match 3"):
        batch.copy_in(3, kept)
    with pytest.raises(HeliodorError, match="one state of Luz is needed"):
        batch.copy_in(0, batch_of("nizam", 1).states)
    with pytest.raises(HeliodorError, match="the matches have 3 players, and the state has 4"):
        batch.copy_in(0, new_match("luz", 4, seed=1).states)


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
