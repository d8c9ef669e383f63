"""Bots by name: Heliodor's own, and those of packages."""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from heliodor.bots import BOT_NAMES, get_bot
from heliodor.bots.registry import check_bot, installed_bots
from heliodor.core.bits import members
from heliodor.core.contract import NOBODY, RANDOM_FIRST
from heliodor.core.errors import BadOption
from heliodor.games import GAME_IDS, get_game

EXAMPLE = Path(__file__).parents[2] / "examples" / "entry_point_bot"

Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Write a package with entry points as an installer would."""
    monkeypatch.syspath_prepend(tmp_path)

    def lay_out(package: str, source: str, **points: str) -> None:
        info = tmp_path / f"{package}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        lines = [f"{name} = {target}" for name, target in points.items()]
        (info / "entry_points.txt").write_text("\n".join(["[heliodor.bots]", *lines, ""]))
        (tmp_path / f"{package}.py").write_text(source)

    return lay_out


def play_out(game_id: str, name: str, players: int) -> None:
    """Let one bot play all seats, and check that its choices are legal."""
    game = get_game(game_id)
    bot = get_bot(name, game)
    states = game.new_states(1, game.check_options({"players": players}))
    game.kernels.seed(states, 0, 1, 0)
    game.kernels.set_up(states, 0, RANDOM_FIRST)
    gen = np.ones(1, np.uint64)
    while (seat := game.kernels.to_act(states, 0)) != NOBODY:
        hidden = states.copy()
        game.kernels.hide(hidden, 0, seat)
        for step in bot.choose(hidden, 0, game.kernels.legal_actions(states, 0), gen):
            assert step in members(game.kernels.legal_actions(states, 0))
            game.kernels.step(states, 0, step)


def test_a_name_is_checked_without_making_the_bot(install: Install) -> None:
    install("fragile", "raise RuntimeError('loaded')", fragile="fragile:make")
    for name in (*BOT_NAMES, "plain:3", "cmd:no-such-program", "fragile"):
        check_bot(name, get_game("luz"))
    for name in ("clever", "", "plain:", "plain:0", "plain:-1", "plain:x", "random:3"):
        with pytest.raises(BadOption, match="there is no bot"):
            check_bot(name, get_game("luz"))


@pytest.mark.parametrize("name", ["random", "plain:2"])
@pytest.mark.parametrize("game_id", GAME_IDS)
def test_bots_without_knowledge_play_every_game(game_id: str, name: str) -> None:
    play_out(game_id, name, get_game(game_id).max_players)


@pytest.mark.parametrize("name", ["grandmaster", "plain:", "plain:0", "plain:x", "plain:-1", "", "Random"])
def test_an_unknown_name_is_refused_with_the_known_ones(name: str) -> None:
    with pytest.raises(BadOption) as caught:
        get_bot(name, get_game("nizam"))
    for known in (*BOT_NAMES, "plain:ROUNDS", "cmd:COMMAND"):
        assert known in str(caught.value)


def test_the_example_package_offers_its_bot_and_plays(install: Install, tmp_path: Path) -> None:
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text())["project"]
    install("heliodor_lookahead", "", **project["entry-points"]["heliodor.bots"])
    shutil.copy(EXAMPLE / "lookahead_bot.py", tmp_path)
    assert "lookahead" in installed_bots()
    play_out("nizam", "lookahead", 2)
    play_out("luz", "lookahead", 3)
    with pytest.raises(BadOption, match="lookahead"):  # The refusal of an unknown name lists it.
        get_bot("nobody", get_game("nizam"))


def test_a_package_cannot_take_one_of_our_names(install: Install) -> None:
    install("impostor", "def make(game): raise RuntimeError", random="impostor:make")
    assert "random" not in installed_bots()
    assert get_bot("random", get_game("nizam")).name == "random"


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("def make(game): raise RuntimeError('no weights')", "cannot be made: RuntimeError: no weights"),
        ("import not_installed_anywhere", "cannot be made: ModuleNotFoundError"),
        ("make = None", "cannot be made: TypeError"),
        ("other = 1", "cannot be made: AttributeError"),
        ("def make(game): return 'me'", "is not a bot: what its factory returns has no `choose`"),
    ],
)
def test_a_bot_that_cannot_be_made_is_refused_in_one_sentence(install: Install, source: str, reason: str) -> None:
    package = f"broken_{abs(hash(source))}"
    install(package, source, broken=f"{package}:make")
    with pytest.raises(BadOption, match=r"bot broken \(") as caught:
        get_bot("broken", get_game("nizam"))
    assert reason in str(caught.value)
