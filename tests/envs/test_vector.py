"""Many matches at once do what each of them would do alone, and lose nothing."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import heliodor.envs
from heliodor import BadOption, HeliodorError
from heliodor.core.stages import BROKEN_OFF
from heliodor.envs import pettingzoo, vector
from tests import pebbles

from .games import ALL, SMALLEST, short


@pytest.mark.parametrize("settings", [{}, {"seat": 0}, {"mask_in": "info", "dtype": "float32"}], ids=str)
@pytest.mark.parametrize(("game_id", "players"), ALL)
def test_what_it_gives_is_in_its_spaces(game_id: str, players: int, settings: Any) -> None:
    envs = vector.make(game_id, num_envs=5, players=players, **settings, **short(game_id))
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    observations, infos = envs.reset(seed=1)
    assert observations in envs.observation_space
    for _ in range(40):
        actions = envs.sample_actions()
        assert actions in envs.action_space
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        assert observations in envs.observation_space
        assert rewards.shape == terminations.shape == truncations.shape == infos["to_act"].shape == (5,)
        assert rewards.dtype == np.float32 and terminations.dtype == truncations.dtype == np.bool_
        assert not infos["illegal_action"].any()
        if "final_obs" in infos:
            assert infos["final_obs"] in envs.observation_space
    envs.close()


@pytest.mark.parametrize(("game_id", "players"), ALL)
def test_it_agrees_with_the_single_environment_step_by_step(game_id: str, players: int) -> None:
    single = pettingzoo.raw_env(game_id, players=players, dtype="int8", **short(game_id))
    envs = vector.make(game_id, num_envs=1, players=players, **short(game_id))
    single.reset(seed=11)
    observations, infos = envs.reset(seed=11)
    terminated = False
    while not terminated:
        agent = f"player_{infos['to_act'][0]}"
        assert agent == single.agent_selection
        seen = single.observe(agent)
        assert np.array_equal(observations["observation"][0], seen["observation"])
        assert np.array_equal(observations["action_mask"][0], seen["action_mask"])
        actions = envs.sample_actions()
        single.step(actions[0])
        observations, rewards, (terminated,), _, infos = envs.step(actions)
        assert infos["rewards"][0].tolist() == pytest.approx([*single.rewards.values()])
        assert rewards[0] == pytest.approx(single.rewards[agent])
    assert all(single.terminations.values())
    last = single.observe(agent)["observation"]
    assert np.array_equal(infos["final_obs"]["observation"][0], last), "the last observation is lost"


@pytest.mark.parametrize("bots", ["random", "greedy", "novice"])
@pytest.mark.parametrize(("game_id", "players"), SMALLEST)
def test_one_seat_against_bots_agrees_with_the_single_environment(game_id: str, players: int, bots: str) -> None:
    players = max(players, 2)
    settings = {"players": players, "seat": 1, "bots": bots, "dtype": "int8", **short(game_id)}
    single = heliodor.envs.gymnasium.SeatEnv(game_id, **settings)
    envs = vector.make(game_id, num_envs=1, **settings)
    envs.np_random  # noqa: B018 (its seed is that of the match)
    observations, _ = envs.reset(seed=2)
    single.table.deal(envs.matches._seed)
    single._gen[0] = np.random.SeedSequence(envs.matches._seed).generate_state(1, np.uint64)[0]
    single._play_bots()
    for _ in range(25):
        assert np.array_equal(observations["observation"][0], single.table.observation(1)["observation"])
        assert np.array_equal(observations["action_mask"][0], single.table.observation(1)["action_mask"])
        action = int(np.flatnonzero(observations["action_mask"][0])[0])
        seen, reward, ended, _, _ = single.step(action)
        observations, rewards, terminations, _, infos = envs.step(np.array([action]))
        assert (rewards[0], terminations[0]) == (pytest.approx(reward), ended)
        if ended:
            assert np.array_equal(infos["final_obs"]["observation"][0], seen["observation"])
            break
    envs.close()


def test_the_results_do_not_depend_on_the_number_of_threads() -> None:
    results = []
    for threads in (1, 2, 3):
        envs = vector.make("luz", num_envs=7, players=3, threads=threads, copy=True)
        played = [envs.reset(seed=5)[0]["observation"]]
        for _ in range(130):
            played.append(envs.step(envs.sample_actions())[0]["observation"])
        results.append(np.array(played))
        envs.close()
    assert np.array_equal(results[0], results[1])
    assert np.array_equal(results[0], results[2])
    assert len({match.tobytes() for match in results[0][-1]}) == 7


def test_bots_in_threads_and_compiled_ones_play_alike() -> None:
    """A mixed table thinks match by match; each of its bots does what it does alone."""
    mixed = vector.make("nizam", num_envs=6, players=3, seat=0, bots=["greedy", "random"], threads=2, copy=True)
    again = vector.make("nizam", num_envs=6, players=3, seat=0, bots=["greedy", "random"], threads=1, copy=True)
    for envs in (mixed, again):
        envs.reset(seed=3)
    for _ in range(12):
        actions = mixed.sample_actions().copy()
        assert np.array_equal(actions, again.sample_actions())
        one, other = mixed.step(actions), again.step(actions)
        assert np.array_equal(one[0]["observation"], other[0]["observation"])
        assert np.array_equal(one[1], other[1])
    mixed.close()
    again.close()


def test_an_illegal_action_ends_its_match_with_a_penalty_and_the_others_go_on() -> None:
    envs = vector.make("nizam", num_envs=3, players=2, copy=True)
    _, infos = envs.reset(seed=1)
    for wrong in (1, 62, 63, -1, 10**9):
        actions = envs.sample_actions().copy()
        actions[1] = wrong
        actor = infos["to_act"][1]
        _, rewards, terminations, _, infos = envs.step(actions)
        assert terminations.tolist() == infos["illegal_action"].tolist() == [False, True, False]
        assert rewards[1] == infos["rewards"][1, actor] == -1
        assert envs.matches.done[1] == BROKEN_OFF
        assert envs.matches.legal[1]


def test_arrays_are_reused_unless_copies_are_asked_for() -> None:
    for copy in (False, True):
        envs = vector.make("nizam", num_envs=2, players=2, copy=copy)
        first, _ = envs.reset(seed=1)
        kept = first["observation"].copy()
        envs.step(envs.sample_actions())
        assert np.array_equal(first["observation"], kept) == copy


def test_gymnasium_makes_it_by_name() -> None:
    envs = gymnasium.make_vec("heliodor/luz-v1", num_envs=4, players=3, seat=2, bots="greedy")
    assert isinstance(envs, vector.MatchesEnv)
    recorded = gymnasium.wrappers.vector.RecordEpisodeStatistics(envs)
    recorded.reset(seed=1)
    for _ in range(45):
        *_, infos = recorded.step(envs.sample_actions())
    assert infos["to_act"].tolist() == [2] * 4


def test_it_goes_on_in_another_process_as_a_pickle() -> None:
    envs = vector.make("luz", num_envs=3, players=3, seat=0, bots="greedy", threads=2)
    envs.reset(seed=5)
    twin = pickle.loads(pickle.dumps(envs))
    for _ in range(50):
        one, other = envs.step(envs.sample_actions()), twin.step(twin.sample_actions())
        assert np.array_equal(one[0]["observation"], other[0]["observation"])
        assert np.array_equal(one[0]["action_mask"], other[0]["action_mask"])
    envs.close()
    twin.close()


def test_a_game_of_a_package_is_played_by_the_thousand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pebbles.use(tmp_path, monkeypatch)
    envs = vector.make("pebbles", num_envs=1000, players=4, seat=3)
    envs.reset(seed=1)
    ended = 0
    for _ in range(30):
        _, _, terminations, _, infos = envs.step(envs.sample_actions())
        ended += int(terminations.sum())
        assert (infos["to_act"] == 3).all()
    assert ended > 1000


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"num_envs": 0}, "an environment holds one match or more, not 0"),
        ({"threads": 0}, "one thread or more is needed, not 0"),
        ({"seat": 3}, "there is no seat 3; the seats are 0 to 2"),
        ({"render_mode": "human"}, "many matches cannot be drawn"),
    ],
)
def test_a_wrong_setting_is_refused_in_one_sentence(settings: Any, sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        vector.make("luz", **{"num_envs": 2, "players": 3, **settings})


def test_there_is_an_action_for_each_match() -> None:
    envs = vector.make("luz", num_envs=2, players=3)
    envs.reset(seed=1)
    with pytest.raises(HeliodorError, match="2 actions are needed"):
        envs.step(np.zeros(3, np.int64))
