"""`heliodor warm`."""

from __future__ import annotations

import re

from heliodor.bots import search_kernels
from heliodor.core.kernels import NAMES
from heliodor.games import GAME_IDS, get_game
from heliodor.warm import count_entrances, warm_game

from .conftest import Run


def test_everything_is_ready_afterwards(run: Run) -> None:
    code, out, err = run("warm")
    assert (code, err) == (0, "")
    found = re.match(r"(\d+) compiled, (\d+) loaded, [0-9.]+ CPU seconds; stored in ", out)
    assert found is not None
    assert int(found[1]) + int(found[2]) == count_entrances()
    for game in map(get_game, GAME_IDS):
        assert set(NAMES) <= set(vars(game.kernels))
        assert all("compiled" in vars(question) for question in game.questions)
        assert set(search_kernels(game).names) <= set(vars(search_kernels(game)))


def test_progress_is_called_for_every_entrance() -> None:
    game = get_game("nizam")
    heard: list[str] = []
    warmed = warm_game(game, heard.append)
    assert heard[0] == "Nizam: seed"
    assert heard[-1] == "Nizam: hints, list_turns"
    assert len(heard) == len(NAMES) + len(game.questions) + 5 == warmed.compiled + warmed.loaded
