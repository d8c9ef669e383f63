"""`heliodor record analyse`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from heliodor.cli.inputs import MAX_SEED, File, Json, whole_number
from heliodor.core.errors import BadRecord, HeliodorError

if TYPE_CHECKING:
    from rich.console import Console

    from heliodor.match import Match


def analyse(
    file: File,
    /,
    *,
    game: Annotated[int, Parameter(converter=whole_number(1), help="Which match of the file, counted from 1.")] = 1,
    seat: Annotated[
        int | None, Parameter(converter=whole_number(0), help="Only the decisions of this seat; without it, of all.")
    ] = None,
    level: Annotated[str, Parameter(help="How hard the bot thinks: novice, casual, skilled or expert.")] = "skilled",
    seed: Annotated[
        int, Parameter(converter=whole_number(0, MAX_SEED), help="A number that decides what worlds are imagined.")
    ] = 0,
    as_json: Json = False,
) -> None:
    """Say for each decision of a finished match what a bot would have done, and how much was given away.

    A decision is judged by what its player could know then, and by nothing else. A rating is best, fine, inaccuracy or
    mistake; docs/analysis.md says where they begin.
    """
    from rich.console import Console

    from heliodor.hints.analysis import analyse as analyse_match

    match, number, total = _chosen_match(file, game)
    with _bar(Console(stderr=True)) as on_progress:
        found = analyse_match(match, seat=seat, level=level, seed=seed, on_progress=on_progress)
    if as_json:
        import msgspec

        sys.stdout.write(msgspec.json.format(msgspec.json.encode(found), indent=2).decode() + "\n")
        return
    from heliodor.terminal.analysis import print_analysis

    console = Console(highlight=False)
    console.soft_wrap = not console.is_terminal
    print_analysis(console, found, f"match {number} of {total}" if total > 1 else "")


def _chosen_match(file: str, game: int) -> tuple[Match, int, int]:
    """Return a match of a file, its number, and how many there are."""
    from heliodor.core.record import decode, read_lines
    from heliodor.match import Match

    lines = list(read_lines(file))
    if game > len(lines):
        raise HeliodorError(f"{file} has {len(lines)} matches, so there is no match {game}")
    line, text = lines[game - 1]
    try:
        return Match.from_record(decode(text)), game, len(lines)
    except BadRecord as error:
        error.line = line
        raise


@contextmanager
def _bar(console: Console) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar, if somebody is there to see it; yield the function that moves it on."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("thinking again", total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
