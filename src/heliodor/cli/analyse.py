"""`heliodor record analyse`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from heliodor.cli.inputs import MAX_SEED, File, Json, whole_number
from heliodor.cli.record import read_match

if TYPE_CHECKING:
    from rich.console import Console


def analyse(
    file: File,
    /,
    *,
    match: Annotated[int, Parameter(converter=whole_number(1), help="Which match of the file, counted from 1.")] = 1,
    seat: Annotated[
        int | None, Parameter(converter=whole_number(0), help="Only the decisions of this seat. [all]")
    ] = None,
    level: Annotated[
        str | None, Parameter(help="How hard the bot thinks: novice, casual, skilled, expert or master. [skilled]")
    ] = None,
    seed: Annotated[int, Parameter(converter=whole_number(0, MAX_SEED), help="Seed of the sampled worlds.")] = 0,
    as_json: Json = False,
) -> None:
    """Compare each decision of a finished match with a bot's choice, and print how much was given away.

    A decision is judged only by what its player could know at the time. Ratings are best, fine, inaccuracy
    and mistake; docs/analysis.md gives their limits. Decisions are numbered as in `record show`.
    """
    from rich.console import Console

    from heliodor.hints import DEFAULT_LEVEL
    from heliodor.hints.analysis import analyse as analyse_match

    chosen = read_match(file, match)
    with _bar(Console(stderr=True)) as on_progress:
        found = analyse_match(chosen, seat=seat, level=level or DEFAULT_LEVEL, seed=seed, on_progress=on_progress)
    if as_json:
        import msgspec

        sys.stdout.write(msgspec.json.format(msgspec.json.encode(found), indent=2).decode() + "\n")
        return
    from heliodor.terminal.analysis import print_analysis

    console = Console(highlight=False)
    console.soft_wrap = not console.is_terminal
    print_analysis(console, found, match)


@contextmanager
def _bar(console: Console) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar on a terminal; yield the function that advances it."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("analysing", total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
