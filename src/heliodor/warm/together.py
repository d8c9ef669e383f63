"""Compile or load all games, several at a time."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable

from heliodor.core.code_files import check_cache, forget_old_caches
from heliodor.games import game_ids, get_game
from heliodor.warm.here import Warmed, count_entrances
from heliodor.warm.parts import PARTS
from heliodor.warm.preparation import Preparation


def warm_together(progress: Callable[[str], None] = lambda what: None) -> Warmed:
    """Prepare every entrance of every game, in a child process for each core; delete old compiled code.

    `progress` is called with the name of each entrance that a child has done. Raises DamagedCache if the cache cannot
    be written: the work would be lost.
    """
    check_cache()
    before = os.times()
    warmed = Warmed()

    def note(line: str) -> None:
        origin, name = line.split(" ", 1)
        warmed.compiled += origin == "compiled"
        progress(name)

    async def prepare() -> None:
        preparation = Preparation(PARTS, os.cpu_count() or 1, note)
        preparation.begin(map(get_game, game_ids()))
        try:
            await preparation.finished()
        finally:
            await preparation.close()

    asyncio.run(prepare())
    forget_old_caches()
    warmed.loaded = count_entrances() - warmed.compiled
    warmed.cpu_seconds = sum(os.times()[:4]) - sum(before[:4])
    return warmed
