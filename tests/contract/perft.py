"""Counts of all sequences of `depth` steps from a position: any change of what is legal changes them.

A line of tests/perft/<game>.perft is `seed after players options depth count`: in the match of that seed, after
`after` random steps, there are `count` sequences of `depth` steps. `python -m tests.contract.perft luz` writes the
file of one game; without a name, it writes all files.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from heliodor.core.bits import members
from heliodor.core.contract import Game
from heliodor.games import GAME_IDS
from heliodor.testing.walks import random_steps
from tests.contract.configurations import Configuration, configurations_of

FOLDER = Path(__file__).parents[1] / "perft"
NO_OPTIONS = "-"
HEADER = "# seed after players options depth count"
LARGEST_COUNT = 3_000_000
STARTS = ((1, 0), (2, 25), (4, 60), (6, 90))  # Seeds, and steps played before counting.


def count_sequences(game: Game, states: Any, depth: int) -> int:
    """Return the number of legal sequences of exactly `depth` steps from state 0; the state is unchanged."""
    legal = game.kernels.legal_actions(states, 0)
    if depth == 1:
        return int(legal).bit_count()
    total = 0
    for step in members(legal):
        after = states.copy()
        game.kernels.apply_action(after, 0, step)
        total += count_sequences(game, after, depth - 1)
    return total


def position(configuration: Configuration, seed: int, after: int) -> Any:
    """Return the state after `after` random steps, or at the end of the match if that comes first."""
    states = configuration.new_states(1)
    configuration.game.kernels.seed(states, 0, seed, 0)
    configuration.game.kernels.set_up(states, 0, -1)
    for _ in random_steps(configuration.game, states, seed, after):
        pass
    return states


def options_text(configuration: Configuration) -> str:
    return ",".join(f"{name}={value}" for name, value in configuration.chosen) or NO_OPTIONS


def read(game_id: str) -> Iterator[tuple[Configuration, int, int, int, int]]:
    """Yield configuration, seed, after, depth and count of every line of a file."""
    known = {(c.players, options_text(c)): c for c in configurations_of(game_id, every=True)}
    path = FOLDER / f"{game_id}.perft"
    assert path.is_file(), f"{path} is missing; `python -m tests.contract.perft {game_id}` writes it"
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            seed, after, players, options, depth, count = line.split()
            yield known[int(players), options], int(seed), int(after), int(depth), int(count)


def write(game_id: str) -> None:
    """Count again and write a game's file."""
    lines = [HEADER]
    for configuration in configurations_of(game_id, every=True):
        game = configuration.game
        defaults = {tuple((option.name, option.default_in(v)) for option in game.options) for v in game.history}
        if configuration.chosen not in defaults or configuration.players not in (game.min_players, game.max_players):
            continue
        for seed, after in STARTS:
            states = position(configuration, seed, after)
            for depth in range(1, 7):
                count = count_sequences(configuration.game, states, depth)
                if count == 0 or count > LARGEST_COUNT:
                    break
                where = f"{seed} {after} {configuration.players} {options_text(configuration)}"
                lines.append(f"{where} {depth} {count}")
                if count > LARGEST_COUNT // 8:
                    break
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{game_id}.perft").write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    for game_id in sys.argv[1:] or GAME_IDS:
        write(game_id)
