"""`pytest --cpu`: how many CPU seconds each test took, together with every process that it started or used.

The wall time of a test says little on a busy machine, and nothing about a server or a browser beside it. The sum of
this table is what the machine has to work: divided by the number of cores, it is the shortest time of a run.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

MOST_TESTS = 40
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
# Whose time it is, by a part of the command line; the first that fits counts.
ROLES = {
    "tests.page.serve": "server",
    "--type=renderer": "page",
    "--type=": "browser",
    "--headless": "browser",
    "playwright": "driver",
}
OWN = "test"  # The role of the process that runs the tests.
KEY = "cpu"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("heliodor")
    group.addoption("--cpu", action="store_true", help="print CPU seconds of tests, their servers and browsers (Linux)")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--cpu"):
        if not Path("/proc/self/stat").is_file():
            raise pytest.UsageError("--cpu needs /proc, which only Linux has")
        config.pluginmanager.register(Meter(), "heliodor-cpu")


class Meter:
    """Measures tests in each worker, and prints the table where the results come together."""

    def __init__(self) -> None:
        self._spent: dict[str, dict[str, float]] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        item.stash[BEFORE] = used_by_family()
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
        report = yield
        if call.when == "teardown":
            report.user_properties.append((KEY, difference(item.stash[BEFORE], used_by_family())))
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        spent = dict(report.user_properties).get(KEY) if report.when == "teardown" else None
        if isinstance(spent, dict):
            self._spent[report.nodeid] = spent

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        for line in table(self._spent):
            terminalreporter.write_line(line)


BEFORE = pytest.StashKey[dict[str, float]]()


def used_by_family() -> dict[str, float]:
    """Return the CPU seconds of this process and all below it, those that have ended included, by role."""
    below: dict[int, list[int]] = defaultdict(list)
    seconds: dict[int, float] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:  # It ended in this moment.
                continue
            below[int(fields[1])].append(int(folder.name))
            # Its own time and that of its children that have ended, in the program and in the kernel.
            seconds[int(folder.name)] = sum(map(int, fields[11:15])) / TICKS
    spent: dict[str, float] = defaultdict(float)
    for process, role in family(os.getpid(), OWN, below):
        spent[role] += seconds.get(process, 0.0)
    return spent


def difference(before: dict[str, float], after: dict[str, float]) -> dict[str, float]:
    """Return what was used in between.

    When a process has ended, its parent has its time: that is not counted again. Where nobody waited for it, as at the
    end of a browser, what it used in its last test is lost.
    """
    spent = {role: after.get(role, 0.0) - before.get(role, 0.0) for role in {*before, *after}}
    for role, seconds in spent.items():
        if seconds < 0:
            spent[role] = 0.0
            spent[OWN] = max(0.0, spent[OWN] + seconds)
    return spent


def family(process: int, role: str, below: dict[int, list[int]]) -> Iterator[tuple[int, str]]:
    """Yield a process and all below it with their roles; one without a role of its own has that of its parent."""
    yield process, role
    for child in below[process]:
        try:
            command = Path(f"/proc/{child}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            command = ""
        yield from family(child, next((name for part, name in ROLES.items() if part in command), role), below)


def table(spent: dict[str, dict[str, float]]) -> Iterator[str]:
    """Yield lines: the most expensive tests, all files, and the sum."""
    roles = sorted({role for parts in spent.values() for role in parts})
    files: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    everything: dict[str, float] = defaultdict(float)
    for test, parts in spent.items():
        for role, seconds in parts.items():
            files[test.partition("::")[0]][role] += seconds
            everything[role] += seconds

    def line(name: str, parts: dict[str, float]) -> str:
        return (
            "".join(f"{figure:9.2f}" for figure in (sum(parts.values()), *(parts.get(role, 0.0) for role in roles)))
            + f"  {name}"
        )

    def sorted_by_sum(rows: dict[str, Any]) -> list[tuple[str, dict[str, float]]]:
        return sorted(rows.items(), key=lambda row: -sum(row[1].values()))

    yield "CPU seconds" + f"{'of the ' + str(MOST_TESTS) + ' most expensive tests':>40}"
    yield "".join(f"{name:>9}" for name in ("all", *roles))
    yield from (line(test, parts) for test, parts in sorted_by_sum(spent)[:MOST_TESTS])
    yield "CPU seconds of files"
    yield from (line(f"{name}", parts) for name, parts in sorted_by_sum(files))
    yield line(f"together, {len(spent)} tests", everything)
