"""Some matches of a study, played and counted: the work of one process."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from heliodor.core.contract import NOBODY, RANDOM_FIRST, Game, OptionValue
from heliodor.games import get_game
from heliodor.simulate import steps_of_matches
from heliodor.study.contract import Notes, notes_of

ONE_PHASE = "all"


class Task(msgspec.Struct, frozen=True):
    """Some matches of a seed."""

    game: str
    options: tuple[tuple[str, OptionValue], ...]  # All of them.
    bots: tuple[str, ...]  # By seat.
    seed: int
    start: int
    stop: int
    challenger: str = ""  # A bot that takes the place of another: seat k of match k, modulo the number of players.


class Played(msgspec.Struct):
    """What one match shows; the lists are by seat."""

    first: int
    steps: int
    scores: list[Any]  # As records write them.
    winners: list[int]
    matters: dict[str, int]  # Key of a matter -> how often.


class Counted(msgspec.Struct):
    """What the matches of a task show."""

    matches: list[Played]
    choices: dict[str, dict[int, int]]  # Phase -> number of legal actions -> how many steps.
    pairs: dict[str, dict[str, int]]  # Key of pairs -> "said got" -> how often.


def count_matches(task: Task) -> Counted:
    """Play the matches of a task, again if need be, and count."""
    game, options = get_game(task.game), dict(task.options)
    notes = notes_of(game)
    found = Counted([], {}, {})
    for stream, steps in _steps(game, options, task):
        _count(game, options, notes, task.seed, stream, steps, found)
    return found


def _steps(game: Game, options: Mapping[str, OptionValue], task: Task) -> list[tuple[int, list[int]]]:
    streams = range(task.start, task.stop)
    if not task.challenger:
        return list(zip(streams, steps_of_matches(game, options, task.bots, task.seed, streams), strict=True))
    found: list[tuple[int, list[int]]] = []
    for seat in range(len(task.bots)):
        bots = (*task.bots[:seat], task.challenger, *task.bots[seat + 1 :])
        own = [stream for stream in streams if stream % len(bots) == seat]
        found += zip(own, steps_of_matches(game, options, bots, task.seed, own), strict=True)
    return sorted(found)


def _count(
    game: Game,
    options: Mapping[str, OptionValue],
    notes: Notes,
    seed: int,
    stream: int,
    steps: list[int],
    found: Counted,
) -> None:
    """Play a match again, step by step, and count. Changes `found`."""
    kernels, states = game.kernels, _template(game.id, tuple(options.items())).copy()
    kernels.seed(states, 0, seed, stream)
    kernels.set_up(states, 0, RANDOM_FIRST)
    first, phases, matters = int(states["first"][0]), notes.phases, Counter[str]()
    counts, apply = notes.count, kernels.apply_action
    for step in steps:
        phase = phases.get(int(states["phase"][0]), ONE_PHASE) if phases else ONE_PHASE
        branches = int(kernels.legal_actions(states, 0)).bit_count()
        in_phase = found.choices.setdefault(phase, {})
        in_phase[branches] = in_phase.get(branches, 0) + 1
        counts(states, step, matters)
        apply(states, 0, step)
    assert kernels.to_act(states, 0) == NOBODY
    notes.finish(states, matters)
    for key, pairs in notes.pairs_of(states).items():
        seen = found.pairs.setdefault(key, {})
        for said, got in pairs:
            seen[f"{said} {got}"] = seen.get(f"{said} {got}", 0) + 1
    found.matches.append(
        Played(
            first, len(steps), game.scores(states, 0), game.winners(states, 0), {k: int(n) for k, n in matters.items()}
        )
    )


@cache
def _template(game_id: str, options: tuple[tuple[str, OptionValue], ...]) -> Any:
    return get_game(game_id).new_states(1, dict(options))
