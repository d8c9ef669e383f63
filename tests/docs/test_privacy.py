"""docs/privacy.md states the defaults of the code, and what it says of addresses is true."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import msgspec

from heliodor.cli.serve import serve
from heliodor.store.retention import Retention
from heliodor.store.schema import metadata

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "privacy.md").read_text(encoding="utf-8")
ROWS = {name: default for default, name in re.findall(r"^\| .* \| (.*) \| `--([\w-]+)` \|$", PAGE, re.MULTILINE)}
DEFAULTS = {
    "announce-days" if name == "announced" else f"keep-{name}": days
    for name, days in msgspec.structs.asdict(Retention()).items()
}


def test_the_note_states_every_default() -> None:
    assert set(ROWS) == set(DEFAULTS)
    for name, days in DEFAULTS.items():
        stated = re.search(r"(\d+) days", ROWS[name])
        assert (None if stated is None else int(stated[1])) == days, name
        assert (ROWS[name] == "kept") == (days is None), name


def test_a_server_without_options_keeps_to_them() -> None:
    given = inspect.signature(serve).parameters
    for name, days in DEFAULTS.items():
        assert (given[name.replace("-", "_")].default or None) == days, name


def test_no_column_can_hold_an_address_and_no_log_call_has_one() -> None:
    names = {column.name for table in metadata.sorted_tables for column in table.columns}
    assert not {name for name in names if re.search(r"addr|(^|_)ip(_|$)|client", name)}
    server = "\n".join(file.read_text(encoding="utf-8") for file in (ROOT / "src/heliodor/server").rglob("*.py"))
    logged = re.findall(r"log\.\w+\([^)]*extra=\{([^}]*)\}", server)
    assert len(logged) > 5
    assert not [fields for fields in logged if "address" in fields]
