"""What every test may use: how many random matches to play, golden files, and which run a test belongs to."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import hypothesis
import pytest

TESTS = Path(__file__).parent
GOLDEN = TESTS / "golden"

# Whatever executes rules runs with checked indices, too, and, unless it searches, without compiler.
PLAIN_FOLDERS = ("core", "games", "contract")
BOUNDS_FOLDERS = (*PLAIN_FOLDERS, "bots")
# The folders that the Makefile names for these runs; hints has single tests that are marked.
COLLECTED = {"plain": PLAIN_FOLDERS, "boundscheck": (*BOUNDS_FOLDERS, "hints")}

# Tests that start whole sites, build wheels, kill processes, compile, or send thousands of requests: more than a third
# of the time of the compiled run. They are part of `make test` and left out of `make test-quick`.
SYSTEM = (
    "arena/test_command.py",
    "arena/test_ray.py",
    "arena/test_tournament.py",
    "cli/test_doctor.py",
    "cli/test_serve.py",
    "cli/test_settings.py",
    "contract/test_faults.py",
    "core/test_jit.py",
    "deploy/",
    "docs/test_notebooks.py",
    "docs/test_tours.py",
    "package/",
    "server/test_endpoints.py",
    "server/test_preparing.py",
    "server/test_saved.py",
)

SCALE = float(os.environ.get("HELIODOR_TEST_SCALE", "1"))
COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")

pytest.register_assert_rewrite("heliodor.testing")  # Its checks are asserts, too.

hypothesis.settings.register_profile(
    "heliodor",
    deadline=None,  # The first example may have to compile.
    derandomize="CI" in os.environ,  # A change is judged by the same examples each time.
    max_examples=max(5, round(100 * SCALE)),
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("heliodor")


def scaled(count: int) -> int:
    """Return how many of `count` random cases this run plays: all, or fewer where each takes long."""
    return max(1, round(count * SCALE))


@pytest.fixture(scope="session")
def scale() -> Callable[[int], int]:
    return scaled


@pytest.fixture
def golden() -> Callable[[str, str], None]:
    """Compare a text with a file of tests/golden; `make golden` writes the file instead."""

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        if os.environ.get("HELIODOR_UPDATE_GOLDEN"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
            return
        assert path.is_file(), f"{path} is missing; `make golden` writes it"
        assert text == path.read_text(encoding="utf-8"), f"{path} differs; `make golden` rewrites it"

    return compare


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        place = item.path.relative_to(TESTS).as_posix() if item.path.is_relative_to(TESTS) else ""
        folder = place.partition("/")[0]
        if place.startswith(SYSTEM):
            item.add_marker("system")
        needs_compiler = item.get_closest_marker("jit") is not None
        once = item.get_closest_marker("once") is not None
        if needs_compiler and not COMPILED:
            item.add_marker(pytest.mark.skip(reason="needs compiled code"))
        if folder in BOUNDS_FOLDERS and not once and item.get_closest_marker("cache") is None:
            item.add_marker("boundscheck")
        if folder in PLAIN_FOLDERS and not once and not needs_compiler:
            item.add_marker("plain")
        for run, folders in COLLECTED.items():
            if item.get_closest_marker(run) is not None and folder not in folders:
                raise pytest.UsageError(f"{item.nodeid} is marked {run}, but that run does not collect {folder}")
        if "golden" in getattr(item, "fixturenames", ()):
            item.add_marker("golden")
