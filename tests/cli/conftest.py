"""Command lines run in this process: what they print, and the exit code."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from heliodor.cli import main

RECORDS = Path(__file__).parents[1] / "data" / "records"


class Outcome(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Outcome]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command line: `run("rules", "luz", stdin="…")`."""
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "FORCE_COLOR", "HELIODOR_TRACEBACK"):
        monkeypatch.delenv(name, raising=False)

    def run_command(*tokens: object, stdin: str | bytes = b"") -> Outcome:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        capsys.readouterr()
        code = main([str(token) for token in tokens])
        return Outcome(code, *capsys.readouterr())

    return run_command


@pytest.fixture
def refused(run: Run) -> Callable[..., str]:
    """Run a command line that must be refused with one sentence; return the sentence."""

    def run_refused(*tokens: object, stdin: str | bytes = b"") -> str:
        code, out, err = run(*tokens, stdin=stdin)
        assert code == 2
        assert out == ""
        assert err.startswith("heliodor: ")
        assert err.count("\n") == 1, f"more than one line: {err}"
        return err.removeprefix("heliodor: ").rstrip("\n")

    return run_refused
