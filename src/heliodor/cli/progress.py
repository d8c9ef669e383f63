"""Progress bars on the error output, shown on a terminal only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console


@contextmanager
def bar(console: Console, total: int, what: str) -> Iterator[Callable[..., None]]:
    """Show how much of a total is done; yield the function that advances it, and may set total and text."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(what, total=total)

        def advance(done: int, new_total: int | None = None, now: str | None = None) -> None:
            progress.update(task, advance=done, total=new_total, description=now)

        yield advance


@contextmanager
def counter(console: Console, what: str) -> Iterator[Callable[[int], None]]:
    """Show a growing number of things, of which nobody knows how many there are; yield what adds to it."""
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.completed:,} {task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(what, total=None)
        yield lambda done: progress.advance(task, done)
