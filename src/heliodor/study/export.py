"""Records as a table, one row a decision, for Polars, pandas and everything else that reads Parquet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from heliodor import __version__
from heliodor.core import record as records
from heliodor.core.errors import BadRecord, HeliodorError
from heliodor.core.record import Record
from heliodor.match import Match
from heliodor.study.parquet import Column, Table

# docs/records-as-tables.md shows this table.
COLUMNS: tuple[Column, ...] = (
    ("match", "int64", "number of the match, counted from 0 over all files"),
    ("game", "name", "id of the game"),
    ("version", "int16", "version of its rules"),
    ("players", "int8", "number of players"),
    ("options", "name", "all options as JSON"),
    ("first", "int8", "the seat that started (`first` of the record)"),
    ("ply", "int32", "number of the decision, counted from 0"),
    ("seat", "int8", "the seat that decided"),
    ("legal", "list of text", "every legal action, as in records"),
    ("chosen", "int32", "index of the chosen action in `legal`"),
    ("action", "text", "the chosen action, as in records"),
    ("score", "list of int64", "the seat's final score: one number, or several; null if the match is not over"),
    ("won", "float", "the seat's share of the win: 0, 1, or a part if several won; null if the match is not over"),
)
OBSERVATION: Column = ("observation", "list of float", "what the seat saw as numbers (docs/tables.md)")


def export_records(
    files: Sequence[str],
    out: str | Path,
    *,
    observations: bool = False,
    on_match: Callable[[int], None] = lambda rows: None,
) -> tuple[int, int]:
    """Write every decision of the files' records to a Parquet file; return the numbers of matches and decisions.

    Each record is replayed by the rules. Raises BadRecord at the first bad one; `on_match` gets the number of rows of
    each match. One match and one group of rows are in memory at a time.
    """
    if not files:
        raise HeliodorError("no file given; name files of records, or - for standard input")
    columns = (*COLUMNS, OBSERVATION) if observations else COLUMNS
    matches = decisions = 0
    with Table(out, columns, {"heliodor": __version__, "format": records.FORMAT}) as table:
        for file in files:
            for line, text in records.read_lines(file):
                try:
                    rows = list(decisions_of(records.decode(text), matches, observations))
                except BadRecord as error:
                    error.line = line
                    raise
                table.add(rows)
                matches += 1
                decisions += len(rows)
                on_match(len(rows))
    return matches, decisions


def decisions_of(record: Record, number: int, observations: bool) -> Iterator[tuple[Any, ...]]:
    """Replay a record once, and yield its decisions as rows, with the values of COLUMNS."""
    decided: list[tuple[Any, ...]] = []  # For each decision the seat, its legal actions and perhaps its observation.

    def note(match: Match) -> None:
        if match.over:
            return  # One action too many: `from_record` refuses it.
        seat = match.to_act
        found: tuple[Any, ...] = (seat, match.legal())
        decided.append((*found, match.observe(seat)) if observations else found)

    match = Match.from_record(record, note)
    head = (
        number,
        match.game.id,
        match.version,
        match.players,
        msgspec.json.encode(match.options).decode(),
        match.first,
    )
    winners = match.winners
    scores = [np.atleast_1d(score).tolist() if match.over else None for score in match.scores]
    won = [(seat in winners) / len(winners) if winners else None for seat in range(match.players)]
    for ply, (action, (seat, legal, *seen)) in enumerate(zip(match.actions, decided, strict=True)):
        yield (*head, ply, seat, legal, legal.index(action), action, scores[seat], won[seat], *seen)
