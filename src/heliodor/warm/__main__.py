"""`python -m heliodor.warm GAME PART…`: the child process in which `Preparation` compiles parts of a game.

It prints a line for each entrance that is done: whether it was compiled or on disk, the part, and the name.
"""

from __future__ import annotations

import os
import sys
from typing import cast

from heliodor.core.code_files import sole_compiler
from heliodor.core.jit import came_from_disk
from heliodor.games import get_game
from heliodor.warm.parts import Part, entrances

NICE = 5  # People who play come first.


def main(game_id: str, *parts: str) -> None:
    """Compile or load parts of a game."""
    os.nice(NICE)
    game = get_game(game_id)
    with sole_compiler(game.id):
        for part in parts:
            for entrance in entrances(game, cast(Part, part)):
                origin = "loaded" if came_from_disk(entrance.load()) else "compiled"
                print(origin, part, entrance.name, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
