"""`heliodor bench` prints what was measured; the measurement itself takes minutes and is replaced here."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

import heliodor.bench
from heliodor.bench import Figure, Report

from .conftest import Run

FIGURES = [
    Figure("random play", "luz", 5_000_000.0, "steps/s", 45.5, 40.0, False),
    Figure("state size", "luz", 600.0, "bytes", None, 512.0, True),
]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Replace the measurement by a report; return how it was called."""
    asked: list[bool] = []

    def run(quick: bool, on_progress: Callable[[str], None]) -> Report:
        asked.append(quick)
        on_progress("measuring")
        return Report(FIGURES, "oh_hell", 100_000.0, {"cores": "2"}, {"numba": "0.68"})

    monkeypatch.setattr(heliodor.bench, "run", run)
    return asked


def test_the_table_shows_which_targets_are_met(run: Run, quick: list[bool]) -> None:
    code, out, err = run("bench")
    assert (code, err) == (0, "")
    (speed,) = [line for line in out.splitlines() if "random play" in line]
    (size,) = [line for line in out.splitlines() if "state size" in line]
    assert speed.split() == ["random", "play", "luz", "5,000,000", "steps/s", "45.5×", "≥", "40×", "✓"]
    assert size.split() == ["state", "size", "luz", "600", "bytes", "≤", "512", "bytes", "missed"]
    assert quick == [False]


def test_json(run: Run, quick: list[bool]) -> None:
    report = json.loads(run("bench", "--json", "--quick").out)
    assert report["figures"][0]["ratio"] == 45.5
    assert report["versions"] == {"numba": "0.68"}
    assert quick == [True]
