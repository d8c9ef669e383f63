"""The notebooks of docs/notebooks run as they stand and print what they show."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted(path.stem for path in (ROOT / "docs/notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_runs_and_prints_what_it_shows(name: str) -> None:
    command = [sys.executable, str(ROOT / "docs/make_notebooks.py"), "--check", name]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.stdout, done.returncode) == (f"{name}: ok\n", 0), done.stderr


def test_there_are_three_of_them() -> None:
    assert NOTEBOOKS == ["design-study", "first-match", "train-and-evaluate"]
