"""`heliodor simulate`."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from heliodor.cli.inputs import (
    GameName,
    Json,
    Options,
    Players,
    Seed,
    bot_names,
    check_writable,
    counted,
    given_options,
    whole_number,
)
from heliodor.cli.progress import bar
from heliodor.core.errors import BadOption, HeliodorError

if TYPE_CHECKING:
    from rich.console import Console

    from heliodor.core.contract import Game, OptionValue
    from heliodor.simulate import SeatSummary, Spread, Summary, Traces, Work

MAX_GAMES = 10_000_000  # Half a gigabyte of results.
MAX_THREADS = 1024


def simulate(
    game: GameName,
    /,
    *,
    players: Players = None,
    games: Annotated[int, Parameter(converter=whole_number(1, MAX_GAMES), help="Number of matches.")] = 1000,
    bots: Annotated[
        str,
        Parameter(
            help="The bots, one for all seats or one for each, separated by commas: random, greedy, novice, "
            'casual, skilled, expert, master, plain:ROUNDS, a bot of an installed package, "cmd:COMMAND" for a program.'
        ),
    ] = "random",
    seed: Annotated[Seed, Parameter(help="Seed of all randomness. [a new one]")] = None,
    option: Options = None,
    records: Annotated[str | None, Parameter(help="Write the record of every match to this file.")] = None,
    as_json: Json = False,
    threads: Annotated[
        int | None, Parameter(converter=whole_number(1, MAX_THREADS), help="Number of threads. [one per core]")
    ] = None,
    ray: Annotated[str | None, Parameter(help="Play on the Ray cluster at this address.")] = None,
) -> None:
    """Play many matches of a game and print their length, scores and wins; the same seed plays the same matches."""
    import random

    from rich.console import Console

    import heliodor.simulate as simulation
    from heliodor.games import get_game

    found = get_game(game)
    options = given_options(found, players, option)
    names = simulation.check_bots(found, bot_names(bots), int(options["players"]))
    if records is not None:
        check_writable(records)
    if seed is None:
        seed = random.SystemRandom().randrange(10**9)  # Short enough to type.
    progress = Console(stderr=True)
    traces: Traces | None = {} if records is not None else None
    with _place(ray, threads) as (work, slots), bar(progress, games, "playing") as advance:
        summary = simulation.simulate(found, options, games, seed, slots, names, advance, traces, work)
    if records is not None:
        _write_records(progress, records, found, options, games, seed, names, traces)
    if as_json:
        import msgspec

        sys.stdout.write(msgspec.json.format(msgspec.json.encode(summary), indent=2).decode() + "\n")
    else:
        _print_summary(found, summary)


@contextmanager
def _place(address: str | None, threads: int | None) -> Iterator[tuple[Work | None, int | None]]:
    """Yield what plays matches on a cluster, or None for this machine; and how many are played at a time."""
    if address is None:
        yield None, threads
        return
    if threads is not None:
        raise BadOption("--threads is for this machine; on a cluster, each processor plays a match at a time")
    if sys.platform == "win32":
        raise HeliodorError("--ray needs Linux or macOS; on Windows, run it in WSL")
    from heliodor.arena.places import num_slots, place

    with place(1, address) as work:
        import ray

        yield work, num_slots(ray)


def _write_records(
    console: Console,
    path: str,
    game: Game,
    options: Mapping[str, OptionValue],
    games: int,
    seed: int,
    bots: tuple[str, ...],
    traces: Traces | None,
) -> None:
    from heliodor.core.record import encode
    from heliodor.simulate import simulated_matches

    try:
        with open(path, "wb") as file, bar(console, games, "writing records") as advance:
            for match in simulated_matches(game, options, games, seed, bots, traces):
                file.write(encode(match.record()) + b"\n")
                advance(1)
    except OSError as error:
        raise HeliodorError(f"cannot write {path}: {error.strerror}") from None


def _print_summary(game: Game, summary: Summary) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    from heliodor.match import changed_options

    changed = changed_options(game, summary.options)
    options = ", ".join(f"{name} {value}" for name, value in changed.items() if name != "players")
    console = Console(highlight=False)
    console.print(
        f"[bold]{game.title}[/], {counted(len(summary.seats), 'player')}{f' ({options})' if options else ''}: "
        f"{counted(summary.games, 'game')}, seed {summary.seed}"
    )
    console.print(f"length: {_spread(summary.length)} steps")
    rate = summary.steps / max(summary.seconds, 1e-9)
    console.print(
        f"[dim]{summary.steps:,} steps in {summary.seconds:.2f} s by {counted(summary.threads, 'thread')}: "
        f"{rate:,.0f} steps/s[/]"
    )
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    if len(summary.seats[0].score) > 1:
        console.print("score: the mean number of sets of each size")
    table.add_column("seat", justify="right")
    table.add_column("bot")
    for heading in (*_score_headings(summary.seats[0]), "wins", "alone", "shared"):
        table.add_column(heading, justify="right")
    for seat in summary.seats:
        shares = [f"{seat.wins:.1%}", f"{seat.wins_alone:,}", f"{seat.wins_shared:,}"]
        table.add_row(str(seat.seat), seat.bot, *_score_cells(seat), *shares)
    console.print(table)


def _spread(spread: Spread) -> str:
    around = f"mean {spread.mean:.1f}, standard deviation {spread.deviation:.1f}"
    return f"{around}, from {spread.least:g} to {spread.most:g}"


def _score_headings(seat: SeatSummary) -> list[str]:
    if len(seat.score) == 1:
        return ["mean score", "std dev", "least", "most"]
    return [f"of {size}" for size in range(len(seat.score), 0, -1)]


def _score_cells(seat: SeatSummary) -> list[str]:
    """Return the score's spread, or, of a score with several numbers, their means."""
    if len(seat.score) > 1:
        return [f"{spread.mean:.2f}" for spread in seat.score]
    score = seat.score[0]
    return [f"{score.mean:.2f}", f"{score.deviation:.2f}", f"{score.least:g}", f"{score.most:g}"]
