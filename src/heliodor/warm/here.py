"""Compile or load games in this process."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import msgspec

from heliodor.core.code_files import check_cache, forget_old_caches
from heliodor.core.contract import Game
from heliodor.core.jit import came_from_disk
from heliodor.games import game_ids, get_game
from heliodor.warm.parts import PARTS, Entrance, entrances, rules


class Warmed(msgspec.Struct):
    """Counts and time of a warm-up."""

    compiled: int = 0  # Entrances that the compiler had to build.
    loaded: int = 0  # Entrances that were on disk.
    cpu_seconds: float = 0.0


def count_entrances(rules_only: bool = False) -> int:
    """Return the number of entrances of all games, their bots and their hints."""
    return sum(len(list(_chosen(get_game(game_id), rules_only))) for game_id in game_ids())


def warm_all(progress: Callable[[str], None] = lambda what: None, rules_only: bool = False) -> Warmed:
    """Prepare every entrance of every game and delete old compiled code; `progress` is called with the next name.

    Raises DamagedCache if the cache cannot be written: the work would be lost.
    """
    check_cache()
    began = time.process_time()
    total = Warmed()
    for game_id in game_ids():
        warmed = warm_game(get_game(game_id), progress, rules_only)
        total.compiled += warmed.compiled
        total.loaded += warmed.loaded
    forget_old_caches()
    total.cpu_seconds = time.process_time() - began
    return total


def warm_game(game: Game, progress: Callable[[str], None] = lambda what: None, rules_only: bool = False) -> Warmed:
    """Prepare every entrance of one game, of its bots and of its hints."""
    began = time.process_time()
    warmed = Warmed()
    for entrance in _chosen(game, rules_only):
        progress(f"{game.title}: {entrance.name}")
        if came_from_disk(entrance.load()):
            warmed.loaded += 1
        else:
            warmed.compiled += 1
    warmed.cpu_seconds = time.process_time() - began
    return warmed


def _chosen(game: Game, rules_only: bool) -> Iterator[Entrance]:
    if rules_only:
        yield from rules(game)
    else:
        for part in PARTS:
            yield from entrances(game, part)
