"""`heliodor bench`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from heliodor.cli.inputs import Json

if TYPE_CHECKING:
    from heliodor.bench import Figure, Report


def bench(
    *,
    as_json: Json = False,
    quick: Annotated[bool, Parameter(help="Do a tenth of the work: a smoke test, not a measurement.")] = False,
) -> None:
    """Measure the speed of rules and environments against OpenSpiel, pgx and RLCard, in one run on this machine."""
    from rich.console import Console

    from heliodor.bench import run, to_json

    with Console(stderr=True).status("") as status:
        report = run(quick=quick, on_progress=lambda what: status.update(f"{what} …"))
    if as_json:
        sys.stdout.write(to_json(report) + "\n")
    else:
        _print_table(report)


def _print_table(report: Report) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for heading in ("figure", "game"):
        table.add_column(heading, no_wrap=True)
    for heading in ("measured", "ratio", "target"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("")
    for figure in report.figures:
        table.add_row(*_cells(figure))
    console = Console()
    console.print(table)
    console.print(f"Ratios are to OpenSpiel's {report.peer}, or as named: {report.peer_steps_per_second:,.0f} steps/s.")
    machine = ", ".join(f"{name} {value}" for name, value in report.machine.items())
    versions = ", ".join(f"{name} {value}" for name, value in report.versions.items())
    console.print(f"{machine}; {versions}", style="dim", highlight=False)


def _cells(figure: Figure) -> list[str]:
    ratio = "" if figure.ratio is None else f"{figure.ratio:.1f}×"
    sign, unit = ("≤", f" {figure.unit}") if figure.at_most else ("≥", "×")
    measured = f"{figure.measured:,.0f}" if figure.measured >= 100 else f"{figure.measured:.2f}"
    met = "[green]✓[/]" if figure.met else "[red]missed[/]"
    return [figure.name, figure.game, f"{measured} {figure.unit}", ratio, f"{sign} {figure.target:g}{unit}", met]
