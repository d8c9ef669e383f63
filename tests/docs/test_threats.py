"""docs/threats.md names a test for every threat that it says is stopped, and each of these tests exists."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "threats.md").read_text(encoding="utf-8")


def test_every_test_that_the_threats_name_exists() -> None:
    named = re.findall(r"`((?:tests|src)/[\w/]+\.py)::(\w+)`", TEXT)
    assert len(named) > 30
    sources = {file: (ROOT / file).read_text(encoding="utf-8") for file, _name in named}
    missing = [f"{file}::{name}" for file, name in named if not re.search(rf"^def {name}\(", sources[file], re.M)]
    assert not missing


def test_every_threat_that_is_stopped_names_its_test() -> None:
    rows = [line for line in TEXT.splitlines() if line.startswith("| ") and not line.startswith(("| ---", "| what "))]
    assert rows
    assert [row for row in rows if "::" not in row.split(" | ")[-1]] == []
