"""`heliodor train`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from heliodor.cli.inputs import GameName, Json, Players, Seed, check_writable, given_options, whole_number
from heliodor.core.errors import BadOption, HeliodorError

if TYPE_CHECKING:
    from rich.console import Console

    from heliodor.training.learning import Verdict

MOST = 1_000_000
NOT_BETTER = 1
FOLDER = ".work"  # Ending of the folder that a run goes on from.


def train(
    game: GameName,
    /,
    *,
    players: Players = None,
    out: Annotated[str | None, Parameter(help="Write the weights to this file.")] = None,
    seed: Annotated[Seed, Parameter(help="Seed of all randomness. [0]")] = None,
    budget: Annotated[float | None, Parameter(help="Stop after this many hours; the same command goes on.")] = None,
    ray: Annotated[
        str | None, Parameter(help="Play on the Ray cluster at this address; the gate is played here.")
    ] = None,
    workers: Annotated[
        int | None, Parameter(converter=whole_number(1, 1024), help="Number of processes. [one per core]")
    ] = None,
    generations: Annotated[
        int, Parameter(converter=whole_number(1, 100), help="How often worths and model are improved.")
    ] = 2,
    steps: Annotated[int, Parameter(converter=whole_number(0, MOST), help="Steps of the evolution of worths.")] = 20,
    policies: Annotated[int, Parameter(converter=whole_number(4, MOST), help="Policies tried in each step.")] = 12,
    quick_deals: Annotated[int, Parameter(converter=whole_number(1, MOST), help="Deals on which each is tried.")] = 500,
    matches: Annotated[
        int, Parameter(converter=whole_number(0, MOST), help="Matches that the model is fitted to.")
    ] = 400,
    rounds: Annotated[int, Parameter(converter=whole_number(1, MOST), help="Rounds of search that end them.")] = 80,
    positions: Annotated[int, Parameter(converter=whole_number(1, MOST), help="Positions of each match.")] = 8,
    gate_deals: Annotated[
        int, Parameter(converter=whole_number(2, MOST), help="Deals of the gate, each played once for every seat.")
    ] = 60,
    as_json: Json = False,
) -> int | None:
    """Train the bots of a game for a number of players, and write the weights if they are better.

    Bots play each other, numbers are fitted to their matches, and the arena compares the result with the bots before,
    on new deals. The same command finds the same weights; an interrupted one goes on from the folder beside the file.
    `trained:FILE` is a bot that plays by the weights.
    """
    from rich.console import Console

    from heliodor.games import get_game
    from heliodor.training.learning import Course, Stopped, check_course, write_weights
    from heliodor.training.learning import train as training

    found = get_game(game)
    options = given_options(found, players, None)
    if out is None:
        raise BadOption("--out is missing: the file for the weights")
    if budget is not None and not budget > 0:
        raise BadOption(f"--budget takes hours above 0, not {budget:g}")
    if ray is not None and sys.platform == "win32":
        raise HeliodorError("--ray needs Linux or macOS; on Windows, run it in WSL")
    course = Course(
        found.id,
        found.version,
        options,
        seed or 0,
        generations,
        steps,
        policies,
        quick_deals,
        matches,
        rounds,
        positions,
        gate_deals,
    )
    check_course(course)
    _check_file(Path(out))
    is_better = False
    with _place(workers, ray) as (work, count), _bar(Console(stderr=True)) as progress:
        folder, hours = Path(out + FOLDER), float("inf") if budget is None else budget
        try:
            for verdict in training(course, folder, work, count, hours, progress):
                if verdict.is_better:
                    is_better = True
                    write_weights(Path(out), verdict.weights)
                _print(verdict, as_json)
        except Stopped as stopped:
            Console(stderr=True, highlight=False).print(f"{stopped}", soft_wrap=True)
    return None if is_better else NOT_BETTER


def _check_file(path: Path) -> None:
    """Refuse a file that cannot be written; leave no empty one behind, because the weights may be no better."""
    is_there = path.exists()
    check_writable(str(path))
    if not is_there:
        path.unlink()


def _print(verdict: Verdict, as_json: bool) -> None:
    if as_json:
        import msgspec

        sys.stdout.write(msgspec.json.encode(verdict).decode() + "\n")
    else:
        gate = verdict.weights.gate
        assert gate is not None
        share = f"{gate.share:.1%} ({gate.low:.1%} to {gate.high:.1%}) of {gate.matches} matches"
        taken = "taken" if verdict.is_better else "not taken"
        sys.stdout.write(f"generation {verdict.weights.generation} against {gate.against}: {share}, {taken}\n")
    sys.stdout.flush()


@contextmanager
def _place(workers: int | None, ray: str | None) -> Iterator[tuple[Callable[..., Iterator[object]], int]]:
    """Yield what plays matches, here or on a cluster, and the number of processes on this machine."""
    from heliodor.arena.places import place
    from heliodor.arena.tournament import num_cores

    count = workers or num_cores()
    with place(count, ray) as work:
        yield work, count


@contextmanager
def _bar(console: Console) -> Iterator[Callable[[str, int, int], None]]:
    """Show what is done; yield the function that says how much of it."""
    from heliodor.cli.progress import bar

    with bar(console, 1, "training") as advance:
        shown = 0

        def progress(what: str, done: int, total: int) -> None:
            nonlocal shown
            advance(done - shown, total, what)
            shown = done

        yield progress
