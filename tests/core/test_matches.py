"""One compiled step of many matches, as environments use it: the same as single steps, in every run of the rules."""

from __future__ import annotations

import numpy as np
import pytest

from heliodor import Batch, get_game
from heliodor.core.stages import PENALTY
from heliodor.envs.matches import Matches
from heliodor.games import GAME_IDS


def matches_of(game_id: str, count: int, seat: int | None = None, reward: str | None = None) -> Matches:
    players = get_game(game_id).max_players
    return Matches(game_id, count, players, seat, "random", reward, threads=1, version=None, options={})


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_matches_are_played_as_in_a_batch_and_replaced_by_the_next_of_the_seed(game_id: str) -> None:
    count = 3
    matches = matches_of(game_id, count)
    matches.deal(4)
    batch = Batch(game_id, count, get_game(game_id).max_players, seed=4)
    for _ in range(40):
        assert np.array_equal(matches.states, batch.states)
        assert np.array_equal(matches.legal, batch.legal())
        assert np.array_equal(matches.to_act, batch.to_act)
        assert np.array_equal(matches.mask, batch.legal_mask())
        actions = matches.sample_actions()
        matches.step(actions)
        batch.step(actions)
        assert not matches.is_done.any()
    matches.step(np.full(count, 62))  # No game has this action.
    assert matches.broken_off.all()
    assert matches.earned.tolist() == [PENALTY] * count
    assert np.array_equal(matches.last_states, batch.states)
    later = Batch(game_id, 2 * count, get_game(game_id).max_players, seed=4)
    assert np.array_equal(matches.states, later.states[count:])


@pytest.mark.parametrize("game_id", [each for each in GAME_IDS if get_game(each).lead_noun])  # A score is one number.
def test_one_seat_against_random_bots_always_acts_itself_and_scores_add_up(game_id: str) -> None:
    matches = matches_of(game_id, 2, seat=1, reward="score")
    matches.deal(5)
    score_of, earned = matches.game.kernels.score_of, 0.0
    for _ in range(60):
        assert (matches.to_act == 1).all()
        matches.step(matches.sample_actions())
        earned += float(matches.earned[0])
        assert earned == score_of(matches.last_states if matches.is_done[0] else matches.states, 0, 1)
        if matches.is_done[0]:
            earned = 0.0
