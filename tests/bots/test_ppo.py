"""The bot `ppo`: it plays by the rules, sees no more than its seat, and refuses files that are not weights."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from heliodor.bots import get_bot
from heliodor.bots.ppo import LARGEST, WEIGHTS, PpoBot, make_bot
from heliodor.core.contract import NOBODY, RANDOM_FIRST
from heliodor.core.errors import BadOption
from heliodor.games import GAME_IDS, get_game
from heliodor.simulate import simulate

from .test_registry import play_out

SHIPPED = sorted(path.stem for path in WEIGHTS.glob("*.npz"))

pytestmark = pytest.mark.jit


def test_weights_are_small_and_for_our_games() -> None:
    assert SHIPPED == ["nizam"] and set(SHIPPED) <= set(GAME_IDS)
    assert all(path.stat().st_size < LARGEST for path in WEIGHTS.iterdir())


@pytest.mark.parametrize("players", [1, 2, 5])
def test_it_plays_by_the_rules_to_the_end(players: int) -> None:
    play_out("nizam", "ppo", players)


def test_it_beats_random() -> None:
    game = get_game("nizam")
    options = game.check_options({"players": 2})
    summary = simulate(game, options, 20, 7, threads=1, bots=("ppo", "random"))
    assert summary.seats[0].wins > 0.6
    assert summary.seats == simulate(game, options, 20, 7, threads=1, bots=("ppo", "random")).seats


def test_hidden_cards_change_nothing() -> None:
    game, bot = get_game("nizam"), get_bot("ppo", get_game("nizam"))
    kernels, gen = game.kernels, np.ones(1, np.uint64)
    states = game.new_states(1, game.check_options({"players": 2}))
    kernels.seed(states, 0, 3, 0)
    kernels.set_up(states, 0, RANDOM_FIRST)
    differing = 0
    while (seat := int(kernels.to_act(states, 0))) != NOBODY:
        world = states.copy()
        kernels.hide(world, 0, seat)
        kernels.determinize(world, 0, seat, gen)
        differing += world.tobytes() != states.tobytes()
        legal, choices = int(kernels.legal_actions(states, 0)), []
        for seen in (states.copy(), world):
            kernels.hide(seen, 0, seat)
            choices.append(bot.choose(seen, 0, legal, gen))
        assert choices[0] == choices[1]
        kernels.step(states, 0, choices[0][0])
    assert differing > 10


def test_a_game_without_weights_is_refused_with_a_sentence() -> None:
    with pytest.raises(BadOption, match=r"no weights for Luz come with Heliodor; ppo:FILE plays"):
        get_bot("ppo", get_game("luz"))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"cannot read the weights .*none\.npz: No such file or directory"):
        get_bot(f"ppo:{tmp_path / 'none.npz'}", get_game("nizam"))


def test_weights_of_another_game_are_refused() -> None:
    with pytest.raises(BadOption, match="has weights for nizam, version 1, and not for pearl, version 1"):
        get_bot(f"ppo:{WEIGHTS / 'nizam.npz'}", get_game("pearl"))


Arrays = dict[str, Any]
DAMAGES: dict[str, Callable[[Arrays], object]] = {
    "an array is missing": lambda arrays: arrays.pop("trunk"),
    "a layer has another shape": lambda arrays: arrays.update(act=arrays["act"][:, :-1]),
    "a layer is not a number": lambda arrays: arrays.update(act=arrays["act"] * np.float32("nan")),
    "a layer has other numbers": lambda arrays: arrays.update(act=arrays["act"].astype(np.float64)),
    "a place is out of bounds": lambda arrays: arrays.update(rest=arrays["rest"] + 10_000),
    "a place is a fraction": lambda arrays: arrays.update(rest=arrays["rest"] / 2),
    "the kinds are one number": lambda arrays: arrays.update(of_kinds=np.int64(0)),
    "a layer is one number": lambda arrays: arrays.update(bias_1=np.float32(0)),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_damaged_arrays_are_refused_with_a_sentence(damage: Callable[[Arrays], object], tmp_path: Path) -> None:
    arrays = dict(np.load(WEIGHTS / "nizam.npz"))
    damage(arrays)
    np.savez(tmp_path / "weights.npz", **arrays)
    with pytest.raises(BadOption, match="is damaged, or is not a file of weights"):
        make_bot(get_game("nizam"), str(tmp_path / "weights.npz"))


def test_a_file_with_objects_is_refused_and_not_run(tmp_path: Path) -> None:
    arrays = dict(np.load(WEIGHTS / "nizam.npz"))
    arrays["game"] = np.array([print], dtype=object)
    np.savez(tmp_path / "weights.npz", **arrays)
    with pytest.raises(BadOption, match="is damaged"):
        make_bot(get_game("nizam"), str(tmp_path / "weights.npz"))


def test_damaged_bytes_never_give_a_traceback(tmp_path: Path) -> None:
    whole, rng = (WEIGHTS / "nizam.npz").read_bytes(), np.random.default_rng(1)
    path = tmp_path / "weights.npz"
    texts = [b"", b"not a zip", whole[:1000], whole[: len(whole) // 2], b"\0" * (LARGEST + 1)]
    for _ in range(40):
        damaged = bytearray(whole)
        for place in rng.integers(0, len(whole), 20):
            damaged[place] ^= 1 << int(rng.integers(8))
        texts.append(bytes(damaged))
    refused = 0
    for text in texts:
        path.write_bytes(text)
        try:
            assert isinstance(make_bot(get_game("nizam"), str(path)), PpoBot)
        except BadOption as error:
            refused += 1
            assert str(path) in str(error)
    assert refused > 40


def test_a_small_file_that_unpacks_to_much_is_refused(tmp_path: Path) -> None:
    arrays = dict(np.load(WEIGHTS / "nizam.npz"))
    arrays["act"] = np.zeros((10_000, 1_000), np.float32)
    np.savez_compressed(tmp_path / "weights.npz", **arrays)
    with pytest.raises(BadOption, match="is too large for weights"):
        make_bot(get_game("nizam"), str(tmp_path / "weights.npz"))
