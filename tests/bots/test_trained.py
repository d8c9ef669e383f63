"""Trained weights: read with care, used by the search, and nothing hidden reaches them."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
from pathlib import Path

import msgspec
import numpy as np
import pytest

from heliodor import games
from heliodor.bots import get_bot, search_kernels
from heliodor.bots.brain_bots import SearchBot, brain_of, strength_of
from heliodor.bots.trained import FORMAT, LARGEST, SHIPPED, Weights, read_weights, shipped_weights
from heliodor.core.contract import NOBODY, RANDOM_FIRST
from heliodor.core.errors import BadOption, HeliodorError
from heliodor.games import get_game
from tests import pebbles

from .shifting_turns import another_world, hidden
from .test_registry import play_out

GAMES = ("nizam", "pearl", "gnomes", "luz")  # Whose brains can be trained.
RATED_ALIKE = [("nizam", 3), ("pearl", 3), ("gnomes", 3), ("gnomes", 2)]  # Weights of Luz rate the match, not the deal.
FILES = sorted(SHIPPED.glob("*.json"))

pytestmark = pytest.mark.jit


def some_weights(game_id: str, players: int = 2) -> Weights:
    """Return the weights with which a trained bot rates and plays on as an untrained one."""
    game = get_game(game_id)
    brain = brain_of(game)
    worths = {name: worth.start for name, worth in brain.first_worths(players).items()}
    early, late = brain.first_model(list(worths.values()), players)
    return Weights(
        format=FORMAT,
        game=game_id,
        version=game.version,
        players=players,
        worths=worths,
        inputs=list(brain.INPUTS),
        early=early,
        late=late,
        matches=0,
        positions=0,
        generation=0,
        seed=0,
        heliodor="",
        command="",
    )


def written(path: Path, weights: Weights) -> Path:
    path.write_bytes(msgspec.json.encode(weights))
    return path


@pytest.mark.parametrize(("game_id", "players"), RATED_ALIKE)
def test_weights_that_change_nothing_rate_as_the_brain_does(game_id: str, players: int) -> None:
    game, weights = get_game(game_id), some_weights(game_id, players)
    strength = msgspec.structs.replace(strength_of(game, "expert"), rounds=40, is_trained=False)
    plain = SearchBot(game, search_kernels(game), "plain", strength)
    trained = SearchBot(game, search_kernels(game), "trained", strength, weights=weights.as_array())
    other = msgspec.structs.replace(weights, early=[3.0] + [0.5] * (len(brain_of(game).INPUTS) - 1))
    odd = SearchBot(game, search_kernels(game), "odd", strength, weights=other.as_array())
    kernels = game.kernels
    states = game.new_states(1, game.check_options({"players": players}))
    kernels.seed(states, 0, 5, 0)
    kernels.set_up(states, 0, RANDOM_FIRST)
    looked, changed = 0, 0
    while kernels.to_act(states, 0) != NOBODY and looked < 12:
        seen = hidden(game, states)
        ways = [bot.evaluate(seen, 0, np.array([looked + 1], np.uint64)) for bot in (plain, trained, odd)]
        one, two, three = ({value.move: value.mean for value in values} for values in ways)
        assert one == pytest.approx(two, abs=1e-9)
        changed += len(one) > 1 and one != pytest.approx(three, abs=1e-3)
        for step in plain.choose(seen, 0, int(kernels.legal_actions(states, 0)), np.array([looked + 1], np.uint64)):
            kernels.step(states, 0, step)
        looked += 1
    assert looked == 12 and changed > 3


@pytest.mark.parametrize("game_id", GAMES)
def test_a_trained_bot_plays_to_the_end(game_id: str, tmp_path: Path) -> None:
    path = written(tmp_path / "weights.json", some_weights(game_id, 3))
    play_out(game_id, f"trained:{path}", 3)
    with pytest.raises(HeliodorError, match=r"the weights of trained:.* are for 3 players, not for 4$"):
        play_out(game_id, f"trained:{path}", 4)


def test_weights_of_luz_rate_a_deal_by_the_match() -> None:
    """Behind by more than a deal can bring, a seat gains little by points; without weights, points are all it wants."""
    game = get_game("luz")
    strength = msgspec.structs.replace(strength_of(game, "expert"), rounds=1000)
    weights = some_weights("luz", 3).as_array()
    states = game.new_states(1, game.check_options({"players": 3}))
    game.kernels.seed(states, 0, 5, 0)
    game.kernels.set_up(states, 0, RANDOM_FIRST)
    states[0].deal = 2
    states[0].opener[1] = states[0].leader
    seat = int(game.kernels.to_act(states, 0))
    best = []
    for behind in (0, 300):
        states[0].score[:] = behind
        states[0].score[seat] = 0
        seen = hidden(game, states)
        bots = [
            SearchBot(game, search_kernels(game), "bot", strength, weights=weights if is_trained else None)
            for is_trained in (False, True)
        ]
        best.append([max(value.mean for value in bot.evaluate(seen, 0, np.ones(1, np.uint64))) for bot in bots])
    (plain, trained), (plain_behind, trained_behind) = best
    assert plain == plain_behind
    assert trained_behind < 0.5 * trained


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_shipped_weights_say_what_made_them_and_were_better(path: Path) -> None:
    game_id, players = path.stem.split("-")
    game = get_game(game_id)
    weights = read_weights(path, game, brain_of(game))
    assert weights.players == int(players)
    assert weights.command.startswith(f"heliodor train {game_id} --players {players} --seed {weights.seed} ")
    assert weights.gate is not None and weights.gate.low > 1 / weights.players
    assert path.stat().st_size < 10_000


@pytest.mark.parametrize("table", [*(path.stem for path in FILES), "pearl-4", "pearl-5"])
def test_hidden_cards_change_no_choice_of_master(table: str) -> None:
    game_id, players = table.split("-")
    game = get_game(game_id)
    strength = msgspec.structs.replace(strength_of(game, "master"), rounds=60)
    assert strength.is_trained and shipped_weights(game, brain_of(game), int(players)) is not None
    bot = SearchBot(game, search_kernels(game), "master", strength)
    kernels = game.kernels
    states = game.new_states(1, game.check_options({"players": int(players)}))
    kernels.seed(states, 0, 9, 0)
    kernels.set_up(states, 0, RANDOM_FIRST)
    for number in range(10):
        gen = np.array([number + 1], np.uint64)
        other = another_world(game, states, number)
        legal = int(kernels.legal_actions(states, 0))
        steps = bot.choose(hidden(game, states), 0, legal, gen.copy())
        assert bot.choose(hidden(game, other), 0, legal, gen.copy()) == steps
        for step in steps:
            kernels.step(states, 0, step)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"format": "heliodor-weights/9"}, "have the format 'heliodor-weights/9', not 'heliodor-weights/1'"),
        ({"game": "pearl"}, "are for pearl, version 1, not for nizam, version 1"),
        ({"version": 7}, "are for nizam, version 7, not for nizam, version 1"),
        ({"players": 9}, "are damaged: Nizam is not for 9 players"),
        ({"inputs": ["stars"]}, "are for other bots: train them again"),
        ({"worths": {"a card": 1.0}}, "are for other bots: train them again"),
        ({"early": [1.0]}, "are damaged: a number is missing or not finite"),
    ],
)
def test_wrong_weights_are_refused_in_one_sentence(change: dict[str, object], sentence: str, tmp_path: Path) -> None:
    path = written(tmp_path / "weights.json", msgspec.structs.replace(some_weights("nizam"), **change))
    with pytest.raises(HeliodorError) as caught:
        get_bot(f"trained:{path}", get_game("nizam"))
    assert str(caught.value) == f"the weights {path} {sentence}"


def test_damaged_missing_and_large_files_are_refused_in_one_sentence(tmp_path: Path) -> None:
    game, path = get_game("nizam"), tmp_path / "weights.json"
    with pytest.raises(HeliodorError, match=r"the weights .* cannot be read: No such file or directory$"):
        get_bot(f"trained:{path}", game)
    whole = msgspec.json.encode(some_weights("nizam"))
    for text in (
        b"",
        whole[:-20],
        b"{}",
        whole.replace(b"1.0", b"1e999"),
        whole.replace(b'"early":[1.0', b'"early":["x"'),
    ):
        path.write_bytes(text)
        with pytest.raises(HeliodorError, match=r"the weights .* are damaged: [^\n]+$"):
            get_bot(f"trained:{path}", game)
    path.write_bytes(b" " * (LARGEST + 1))
    with pytest.raises(HeliodorError, match="is too large for weights"):
        get_bot(f"trained:{path}", game)


def test_bots_without_weights_say_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path / "weights.json", some_weights("nizam"))
    pebbles.use(tmp_path / "package", monkeypatch)
    game = get_game("pebbles")
    with pytest.raises(BadOption, match=r"Pebbles has no trained:.* bot yet"):
        get_bot(f"trained:{path}", game)
    clever = dataclasses.replace(game, id="clever_pebbles", brain="tests.pebbles_mind")
    monkeypatch.setitem(games._loaded, clever.id, clever)
    with pytest.raises(HeliodorError, match="the bots of Pebbles take no weights"):
        get_bot(f"trained:{path}", clever)
    with pytest.raises(BadOption, match="there is no bot 'trained'"):
        get_bot("trained", get_game("nizam"))


def test_weights_load_without_the_training_extra(tmp_path: Path) -> None:
    path = written(tmp_path / "weights.json", some_weights("nizam"))
    code = (
        "import sys; sys.modules['cma'] = None\n"
        "from heliodor.bots import get_bot\n"
        "from heliodor.games import get_game\n"
        f"get_bot('trained:{path}', get_game('nizam')); get_bot('master', get_game('nizam'))\n"
        "assert not any(name.startswith('heliodor.training') for name in sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
