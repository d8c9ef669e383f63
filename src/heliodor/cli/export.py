"""`heliodor record export`."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from heliodor.cli.inputs import File, check_writable, counted


def export(
    *files: File,
    out: Annotated[str, Parameter(help="The Parquet file to write, such as games.parquet.")],
    observations: Annotated[bool, Parameter(help="Add what the seat saw as numbers (docs/tables.md).")] = False,
) -> None:
    """Write the decisions of records as a Parquet table, one row each, for Polars, pandas and others."""
    from rich.console import Console

    from heliodor.cli.progress import counter
    from heliodor.study.export import export_records

    check_writable(out)
    with counter(Console(stderr=True), "decisions") as advance:
        matches, decisions = export_records(files, out, observations=observations, on_match=advance)
    print(f"{out}: {counted(decisions, 'decision')} of {counted(matches, 'match', 'matches')}")
