"""`heliodor warm`."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter


def warm(
    *,
    rules: Annotated[bool, Parameter(help="Compile only the rules, without bots and hints.")] = False,
    native: Annotated[
        bool, Parameter(help="Compile for this machine's processor, even what the package brings for most processors.")
    ] = False,
) -> None:
    """Compile all games and their bots, or load what is already compiled, so that no player has to wait."""
    import os

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from heliodor.core.code_files import NATIVE
    from heliodor.core.folders import cache_root
    from heliodor.warm import count_entrances, warm_all, warm_together

    if native:
        os.environ[NATIVE] = "1"
    console = Console(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=count_entrances(rules))

        def show(what: str) -> None:
            bar.update(task, advance=1, description=what)

        warmed = warm_all(show, rules_only=True) if rules else warm_together(show)
    print(
        f"{warmed.compiled} compiled, {warmed.loaded} loaded, {warmed.cpu_seconds:.1f} CPU seconds; "
        f"stored in {cache_root()}"
    )
