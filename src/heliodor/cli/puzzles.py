"""`heliodor puzzles`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from heliodor.cli.inputs import GameName, Json, Seed, check_writable, counted, shortened, whole_number
from heliodor.core.errors import BadOption, HeliodorError

if TYPE_CHECKING:
    from rich.console import Console

    from heliodor.core.contract import Game
    from heliodor.match import Match
    from heliodor.puzzles import Puzzle

MAX_GAMES = 100_000
NOT_PROVED = 1
PLAYER = "casual"  # Leaves more on the table than a stronger bot.
PART = ".part"  # Ending of the file that a run continues from.


def puzzles(
    game: GameName,
    /,
    *,
    games: Annotated[
        int | None, Parameter(converter=whole_number(1, MAX_GAMES), help="Search this many new matches for puzzles.")
    ] = None,
    out: Annotated[str | None, Parameter(help="Write the puzzles to this file; compressed if it ends in .xz.")] = None,
    players: Annotated[
        str | None, Parameter(help="Numbers of players of the matches, in turn, separated by commas. [the fewest]")
    ] = None,
    bots: Annotated[str | None, Parameter(help="The bot that plays the matches on every seat. [casual]")] = None,
    seed: Annotated[Seed, Parameter(help="Seed of the matches. [0]")] = None,
    kinds: Annotated[str | None, Parameter(help="Kinds of puzzles, separated by commas. [all]")] = None,
    most: Annotated[
        int | None,
        Parameter(
            converter=whole_number(1, MAX_GAMES), help="Keep at most this many, evenly over kinds and difficulty."
        ),
    ] = None,
    read: Annotated[
        str | None, Parameter(name="--from", help="A file of puzzles, instead of the set that comes with the package.")
    ] = None,
    prove: Annotated[bool, Parameter(help="Prove every puzzle again.")] = False,
    as_json: Json = False,
) -> int | None:
    """Search matches of bots for puzzles, prove a set of puzzles again, or print how hard it is.

    With --games, positions with one clearly best decision are written to --out, each with its proof. The same seed
    gives the same puzzles, and an interrupted run continues where it was. Otherwise the puzzles of a file, or those
    that come with the package, are counted, with the share that each level of bots solves.
    """
    from heliodor.games import get_game

    found = get_game(game)
    wanted = _kinds(found, kinds)
    if games is not None:
        _check_unused("cannot be used together with --games", {"from": read, "prove": prove or None})
        if out is None:
            raise BadOption("--out is missing: the file for the puzzles")
        chosen = _mine(found, games, out, _player_counts(found, players), bots or PLAYER, seed or 0, wanted, most)
    else:
        mining = {"out": out, "players": players, "bots": bots, "seed": seed, "most": most}
        _check_unused("is for new puzzles: add --games", mining)
        chosen = [puzzle for puzzle in _read(found, read) if not wanted or puzzle.kind in wanted]
        if prove and (failed := _prove(chosen)):
            for reason in failed:
                sys.stdout.write(f"{reason}\n")
            return NOT_PROVED
    _print_figures(found, chosen, prove, as_json)
    return None


def _check_unused(why: str, given: Mapping[str, object]) -> None:
    for name, value in given.items():
        if value is not None:
            raise BadOption(f"--{name} {why}")


def _player_counts(game: Game, text: str | None) -> list[int]:
    if text is None:
        return [max(game.min_players, 2)]
    counts = [part.strip() for part in text.split(",")]
    if not all(part.isascii() and part.isdigit() for part in counts):
        raise BadOption(f"--players takes numbers separated by commas, not {shortened(text)!r}")
    return [int(game.check_options({"players": int(part)})["players"]) for part in counts]


def _kinds(game: Game, text: str | None) -> list[str]:
    from heliodor.puzzles import kinds_of

    known = kinds_of(game)
    chosen = [] if text is None else [part.strip() for part in text.split(",")]
    if unknown := [kind for kind in chosen if kind not in known]:
        raise BadOption(
            f"there are no puzzles {shortened(unknown[0])!r} for {game.title}; there are {', '.join(known)}"
        )
    return chosen


def _read(game: Game, path: str | None) -> Sequence[Puzzle]:
    from heliodor.puzzles import read_set, shipped_set

    chosen = shipped_set(game.id) if path is None else read_set(path)
    if other := [puzzle.game for puzzle in chosen if puzzle.game != game.id]:
        raise BadOption(f"{path} has puzzles of {other[0]}")
    return chosen


# --- Mining -------------------------------------------------------------------------------------------------------


def _mine(
    game: Game, games: int, out: str, players: list[int], bots: str, seed: int, kinds: list[str], most: int | None
) -> Sequence[Puzzle]:
    """Search new matches, write the puzzles, and return them."""
    from rich.console import Console

    from heliodor.puzzles import mine, write_set
    from heliodor.puzzles.sets import spread

    check_writable(out)
    part = Path(out + PART)
    settings = {"game": game.id, "players": players, "bots": bots, "seed": seed, "kinds": kinds}
    found, done = _resume(part, settings)
    with _bar(Console(stderr=True), "searching", games, done) as advance:
        for number, new in mine(_matches(game, range(done, games), players, bots, seed), kinds):
            found += new
            _note(part, number, new)
            advance()
    chosen = found if most is None else spread(found, most)
    write_set(out, chosen)
    part.unlink(missing_ok=True)
    return chosen


def _matches(game: Game, numbers: range, players: list[int], bots: str, seed: int) -> Iterator[tuple[int, Match]]:
    """Yield matches with their numbers; each has its own seed, so a run can begin at any of them."""
    from heliodor.simulate import simulated_matches

    for number in numbers:
        options = game.check_options({"players": players[number % len(players)]})
        for match in simulated_matches(game, options, 1, seed + number, (bots,)):
            yield number, match


def _resume(part: Path, settings: dict[str, Any]) -> tuple[list[Puzzle], int]:
    """Return the puzzles of an interrupted run and how many matches it has searched; if there is none, begin one."""
    import msgspec

    from heliodor.puzzles import Puzzle

    if not part.exists():
        part.write_bytes(msgspec.json.encode(settings) + b"\n")
        return [], 0
    first, *lines = part.read_bytes().split(b"\n")
    try:
        known = msgspec.json.decode(first)
        noted = [msgspec.json.decode(line, type=tuple[int, list[Puzzle]]) for line in lines[:-1]]
    except msgspec.DecodeError:
        raise HeliodorError(f"{part} is damaged; delete it to start over") from None
    if known != settings:
        raise BadOption(f"{part} is from a run with other settings; delete it to start over")
    if lines and lines[-1]:  # A line that was not finished.
        part.write_bytes(b"\n".join([first, *lines[:-1]]) + b"\n")
    return [puzzle for _number, new in noted for puzzle in new], len(noted)


def _note(part: Path, number: int, new: list[Puzzle]) -> None:
    import msgspec

    with part.open("ab") as file:
        file.write(msgspec.json.encode((number, new)) + b"\n")


# --- Proofs and figures -------------------------------------------------------------------------------------------


def _prove(chosen: Sequence[Puzzle]) -> list[str]:
    """Prove puzzles again; return what is wrong with those that fail."""
    from rich.console import Console

    from heliodor.puzzles import check_proof
    from heliodor.puzzles.proof import Unproved

    failed = []
    with _bar(Console(stderr=True), "proving", len(chosen)) as advance:
        for puzzle in chosen:
            try:
                check_proof(puzzle)
            except Unproved as error:
                failed.append(str(error))
            advance()
    return failed


def _print_figures(game: Game, chosen: Sequence[Puzzle], proved: bool, as_json: bool) -> None:
    from heliodor.puzzles.figures import figures_of

    figures = figures_of(chosen)
    if as_json:
        import msgspec

        sys.stdout.write(msgspec.json.format(msgspec.json.encode(figures), indent=2).decode() + "\n")
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table

    from heliodor.puzzles.rating import LEVELS

    console = Console(highlight=False)
    console.print(f"[bold]{game.title}[/]: {counted(len(chosen), 'puzzle')}{', all proved again' if proved else ''}")
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("kind")
    for heading in ("puzzles", *LEVELS, "rating", "margin"):
        table.add_column(heading, justify="right")
    for row in figures:
        shares = [f"{row.solved[level]:.0%}" for level in LEVELS]
        table.add_row(row.kind, str(row.count), *shares, f"{row.easiest}–{row.hardest}", f"{row.least_margin:g}")
    console.print(table)


@contextmanager
def _bar(console: Console, what: str, total: int, done: int = 0) -> Iterator[Callable[[], None]]:
    """Show a progress bar on a terminal; yield the function that advances it by one."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(what, total=total, completed=done)
        yield lambda: progress.advance(task)
