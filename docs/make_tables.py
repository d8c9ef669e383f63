"""Write docs/tables.md from the code: the actions, options and observation numbers of every game.

Also writes the settings of a server into docs/hosting.md, and the columns of exported records into
docs/records-as-tables.md, between two comments.

`python docs/make_tables.py` writes the pages; with `--check` it only checks that they are up to date.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from heliodor.cli.app import make_app
from heliodor.cli.serve import SOURCES
from heliodor.core.contract import Game, Option
from heliodor.games import GAME_IDS, get_game
from heliodor.study.export import COLUMNS

PAGE = Path(__file__).with_name("tables.md")
HOSTING = Path(__file__).with_name("hosting.md")
COLUMN_TYPES = {"name": "text", "float": "32-bit float"}  # Words of a schema -> words of the page.
RECORDS = Path(__file__).with_name("records-as-tables.md")


def main() -> int:
    """Write or check the pages; return the exit code."""
    stale = 0
    pages = {
        PAGE: "\n".join(_page()) + "\n",
        HOSTING: _with_table(HOSTING, "settings", _settings()),
        RECORDS: _with_table(RECORDS, "columns", _columns()),
    }
    for page, text in pages.items():
        if "--check" in sys.argv[1:]:
            fresh = page.exists() and page.read_text(encoding="utf-8") == text
            print(f"{page.name} is {'fresh' if fresh else 'stale: run make docs'}")
            stale |= not fresh
        else:
            page.write_text(text, encoding="utf-8")
    return int(stale)


def _with_table(page: Path, name: str, table: Iterator[str]) -> str:
    """Return a page with a fresh table between the two comments of this name."""
    begin, end = f"<!-- {name}: made from the code by make docs -->", f"<!-- end of {name} -->"
    before, rest = page.read_text(encoding="utf-8").split(begin)
    after = rest.split(end)[1]
    return "\n".join([before + begin, "", *table, "", end + after])


def _columns() -> Iterator[str]:
    yield "| column | type | meaning |"
    yield "| --- | --- | --- |"
    for name, kind, meaning in COLUMNS:
        yield f"| `{name}` | {COLUMN_TYPES.get(kind, kind)} | {meaning} |"


def _settings() -> Iterator[str]:
    yield "| flag | variable | key in a file | default | meaning |"
    yield "| --- | --- | --- | --- | --- |"
    for setting in SOURCES.described(make_app()["serve"].assemble_argument_collection()):
        default = f"`{setting.default}`" if setting.default.strip('"') else ""
        yield f"| `{setting.flag}` | `{setting.variable}` | `{setting.key}` | {default} | {setting.help} |"


def _page() -> Iterator[str]:
    yield "# Actions, options and observations"
    yield ""
    yield "This page is generated from the code by `make docs`. An action is an int; `legal_actions` returns a set of"
    yield "them as one int with a bit for each. An observation is a row of 8-bit ints (`Batch.numbers`)."
    yield "As 32-bit floats (`Match.observe`, `Batch.observe`) they are divided by the numbers in the third column."
    for game_id in GAME_IDS:
        yield from _game(get_game(game_id))


def _game(game: Game) -> Iterator[str]:
    yield from ("", f"## {game.title} (`{game.id}`, version {game.version})", "")
    yield f"{game.min_players} to {game.max_players} players; a state takes {game.dtype.itemsize} bytes."
    yield from _options("option", game.options)
    if game.table_settings:
        yield from _options("setting of a table", game.table_settings)
    yield from ("", "| action | written | meaning |", "| --- | --- | --- |")
    for first, count, (written, _, meaning) in _ranges(game.notation.ACTION_TABLE):
        yield f"| {_span(first, count)} | `{written}` | {meaning} |"
    size = game.encoding.SIZE
    yield from ("", f"An observation has {size} numbers:", "")
    yield from ("| numbers | name | divided by | meaning |", "| --- | --- | --- | --- |")
    for first, count, block in _ranges(game.encoding.LAYOUT):
        yield f"| {_span(first, count)} | `{block.name}` | {block.divisor} | {block.meaning} |"


def _options(kind: str, options: tuple[Option, ...]) -> Iterator[str]:
    yield from ("", f"| {kind} | values | default | rule | meaning |", "| --- | --- | --- | --- | --- |")
    for option in options:
        yield f"| `{option.name}` | {option.allowed()} | {option.default} | {option.rule} | {option.summary} |"


def _ranges(table: Sequence[Any]) -> Iterator[tuple[int, int, Any]]:
    first = 0
    for row in table:
        yield first, row[1], row
        first += row[1]


def _span(first: int, count: int) -> str:
    return str(first) if count == 1 else f"{first}–{first + count - 1}"


if __name__ == "__main__":
    sys.exit(main())
