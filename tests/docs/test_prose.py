"""docs/check_prose.py finds stilted English, and only that."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


def _load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("check_prose", ROOT / "docs" / "check_prose.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["check_prose"] = module
    spec.loader.exec_module(module)
    return module


PROSE = _load()


@pytest.mark.parametrize("tic", PROSE.TICS, ids=lambda tic: tic.bad)
def test_every_pattern_finds_its_bad_example_and_passes_the_good_one(tic: object) -> None:
    assert tic.pattern.search(tic.bad)  # type: ignore[attr-defined]
    assert list(PROSE.tics(tic.good)) == []  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("a.py", '"""Do it.\n\nThen do it\nanew.\n"""\n', 4),
        ("a.py", "x = 1\n\n# Compiled\n# anew.\n", 4),
        ("a.py", "def test_it_is_compiled_anew(): ...\n", 1),
        ("a.md", "Fine.\n\nIt is drawn,\nby\nwho can.\n", 4),
        ("a.ts", 'const a = 1;\n// Drawn anew.\n', 2),
        ("a.ts", 'const a = "It is drawn anew.";\n', 1),
        ("a.ts", "const a = 'It is drawn anew.';\n", 1),
        ("a.svelte", "<p></p>\n<!-- Drawn anew. -->\n", 2),
        ("a.css", "p {}\n/* Drawn\n   anew. */\n", 3),
        ("a.sql", "select 1;\n-- Counted anew.\n", 2),
        ("Makefile", "all: ## Build anew\n", 1),
    ],
)  # fmt: skip
def test_a_tic_is_found_in_every_kind_of_file(tmp_path: Path, name: str, text: str, line: int) -> None:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    found = list(PROSE.places(file))
    assert found
    assert found[0].startswith(f"{file}:{line}: ")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.py", "# Drawn anew.  prose: allow\n"),
        ("a.py", "anew = who = 1\n"),
        ("a.md", "<!-- prose: off -->\nDrawn anew.\n<!-- prose: on -->\n"),
        ("a.md", "```\nDrawn anew.\n```\n\n`anew`\n"),
    ],
)
def test_code_and_what_is_allowed_pass(tmp_path: Path, name: str, text: str) -> None:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    assert list(PROSE.places(file)) == []


def test_the_command_fails_with_the_place_and_what_to_write(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text("Drawn anew.\n", encoding="utf-8")
    done = subprocess.run([sys.executable, ROOT / "docs/check_prose.py", file], capture_output=True, text=True)
    assert done.returncode == 1
    assert "a.md:1" in done.stdout
    assert "again" in done.stdout
