"""OpenSpiel's own tests on every game, and what its searches and ours see."""

from __future__ import annotations

import hashlib
import importlib
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest

import heliodor
from heliodor.bots import get_bot
from heliodor.core.errors import BadOption
from heliodor.envs import openspiel
from heliodor.games import GAME_IDS, get_game
from heliodor.simulate import simulate
from tests import pebbles

pytestmark = pytest.mark.jit
SHORT = {"pearl": ",stall_limit=3"}  # Options of short matches.
TABLES = [(game_id, players) for game_id in GAME_IDS for players in get_game(game_id).players]


def load(game_id: str, players: int, more: str = "") -> Any:
    return pyspiel.load_game(f"heliodor_{game_id}(players={players}{SHORT.get(game_id, '')}{more})")


def deal(game: Any, seed: int) -> Any:
    state = game.new_initial_state()
    for byte in seed.to_bytes(4):
        state.apply_action(byte)
    return state


def play_randomly(state: Any, steps: int, chance: np.random.RandomState) -> None:
    for _ in range(steps):
        if not state.is_terminal():
            state.apply_action(int(chance.choice(state.legal_actions())))


@pytest.mark.parametrize(("game_id", "players"), TABLES)
def test_openspiels_own_simulations_accept_every_game_and_number_of_players(game_id: str, players: int) -> None:
    from open_spiel.python.tests import games_sim_test  # It imports all of SciPy, which every worker would wait for.

    game = load(game_id, players)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    games_sim_test.GamesSimTest().sim_game(game)


@pytest.mark.golden
@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_playthrough_stays_the_same(game_id: str, golden: Callable[[str, str], None]) -> None:
    from open_spiel.python.algorithms import generate_playthrough

    game = get_game(game_id)
    text = generate_playthrough.playthrough(
        f"heliodor_{game_id}(players={max(2, game.min_players)},deals=9)", [3], seed=1
    )
    digest = hashlib.sha256(text.encode()).hexdigest()
    shown = [line[:100].rstrip() for line in text.splitlines() if not re.match("Priv|Public|.*Tensor|◯", line)]
    golden(f"{game_id}/openspiel.txt", "\n".join([*shown[:90], f"all of it: {digest}", ""]))


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_seat_cannot_tell_a_resampled_world_from_the_true_one(game_id: str) -> None:
    game, chance = load(game_id, max(2, get_game(game_id).min_players)), np.random.RandomState(1)
    state = deal(game, 5)
    others = set()
    for _ in range(12):
        play_randomly(state, 3, chance)
        if state.is_terminal():
            break
        for seat in range(game.num_players()):
            world = state.resample_from_infostate(seat, chance.uniform)
            assert world.information_state_string(seat) == state.information_state_string(seat)
            assert world.observation_string(seat) == state.observation_string(seat)
            assert world.observation_tensor(seat) == state.observation_tensor(seat)
            assert world.current_player() == state.current_player()
            assert not world.history()  # Which would show the seed.
            others.add(str(world) == str(state))
    assert False in others  # Worlds differ in what the seat does not know.


def test_an_information_state_recalls_every_step_and_no_seed() -> None:
    game, chance = load("luz", 3), np.random.RandomState(2)
    state, other = deal(game, 0x7F010203), deal(game, 0x7F010203)
    known = []
    for _ in range(20):
        play_randomly(state, 1, chance)
        known.append(state.information_state_string(1))
    assert len(set(known)) == 20
    assert all("7f010203" not in text and "127" not in text for text in known)
    # The same cards, played by others in another order, are another information state.
    for action in state.history()[4:8]:
        other.apply_action(action)
    assert other.information_state_string(1) == known[3]


def test_a_seed_is_the_match_of_that_seed() -> None:
    state = deal(load("luz", 4), 70_000)
    match = heliodor.new_match("luz", 4, seed=70_000)
    assert state.states.tobytes() == match.states.tobytes()
    assert [state.action_to_string(action) for action in state.legal_actions()] == match.legal()


def test_an_observation_names_the_parts_of_the_encoding() -> None:
    from open_spiel.python.observation import make_observation

    state = deal(load("nizam", 2), 3)
    observation = make_observation(state.get_game())
    observation.set_from(state, 0)
    assert list(observation.dict) == [block.name for block in get_game("nizam").encoding.LAYOUT]
    expected = heliodor.new_match("nizam", 2, seed=3).observe(0)
    assert np.array_equal(observation.tensor, expected)


def test_our_bots_play_in_openspiel_and_repeat_themselves() -> None:
    game = load("luz", 3)
    results = [
        pyspiel.evaluate_bots(
            game.new_initial_state(),
            [openspiel.SeatBot(name, game, seat) for seat, name in enumerate(("greedy", "random", "novice"))],
            7,
        )
        for _ in range(2)
    ]
    assert results[0] == results[1] and sum(results[0]) == 0


def test_a_bot_plays_all_steps_of_the_action_that_it_has_chosen() -> None:
    game = load("nizam", 2)
    returns = pyspiel.evaluate_bots(
        game.new_initial_state(),
        [openspiel.SeatBot(name, game, seat) for seat, name in enumerate(("greedy", "random"))],
        3,
    )
    assert returns == [1.0, -1.0]


@pytest.mark.parametrize("bot", ["openspiel-ismcts:2", "openspiel-mcts:2"])
def test_openspiels_searches_play_in_our_arena(bot: str) -> None:
    game = get_game("luz")
    options = game.check_options({"players": 3})
    runs = [simulate(game, options, 1, 4, threads=1, bots=(bot, "random", "random")) for _ in range(2)]
    assert runs[0].seats == runs[1].seats


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_compiled_playout_ends_as_the_match_does(game_id: str) -> None:
    from heliodor.envs.openspiel_bots import Rollouts

    game = get_game(game_id)
    state = deal(load(game_id, game.max_players), 5)
    rollouts = [Rollouts(game, np.random.RandomState(seed)) for seed in (1, 1, *range(2, 12))]
    before = state.states.tobytes()
    ends = [tuple(each.evaluate(state)) for each in rollouts]
    assert state.states.tobytes() == before
    assert all(abs(sum(end)) < 1e-9 for end in ends)
    assert ends[0] == ends[1]
    assert len(set(ends)) > 1 or set(ends[0]) == {0.0}  # A short match of Pearl that all have won.
    assert [step for step, _ in rollouts[0].prior(state)] == state.legal_actions()
    while not state.is_terminal():
        last = state.clone()
        play_randomly(state, 1, np.random.RandomState(3))
    # Before the last step there is often one outcome left; OpenSpiel's own playouts find the same ones.
    ours = {tuple(rollouts[0].evaluate(last)) for _ in range(20)}
    assert tuple(state.returns()) in ours
    assert {_returns_of_openspiels_playout(last, seed) for seed in range(20)} == ours


def _returns_of_openspiels_playout(state: Any, seed: int) -> tuple[float, ...]:
    from open_spiel.python.algorithms import mcts

    return tuple(mcts.RandomRolloutEvaluator(random_state=np.random.RandomState(seed)).evaluate(state))


def test_a_search_without_a_number_of_rounds_is_refused() -> None:
    with pytest.raises(BadOption, match="openspiel-mcts takes a number of rounds"):
        get_bot("openspiel-mcts:many", get_game("luz"))


def test_bad_parameters_are_refused_with_our_sentence() -> None:
    with pytest.raises(BadOption, match="Luz takes 3 to 5 players, not 9"):
        load("luz", 9)
    with pytest.raises(BadOption, match="deals is a number from 0"):
        load("luz", 3, ",deals=-1")


def test_without_openspiel_one_sentence_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "heliodor.envs.openspiel")
    with pytest.raises(heliodor.HeliodorError, match=r"needs OpenSpiel.*pip install 'heliodor\[openspiel\]'"):
        importlib.import_module("heliodor.envs.openspiel")


def test_a_game_of_a_package_is_registered_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pebbles.use(tmp_path, monkeypatch)
    assert openspiel.register("pebbles") == "heliodor_pebbles"
    pyspiel.random_sim_test(load("pebbles", 3, ",limit=15"), num_sims=3, serialize=True, verbose=False)
