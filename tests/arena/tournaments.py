"""Small tournaments for tests: jobs, made-up outcomes, and command lines in a separate process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from heliodor.arena.play import Job, Outcome
from heliodor.games import get_game

EXAMPLES = Path(__file__).parents[2] / "examples"
# How long a test waits for an event. It is long, because a slow machine is not a failure; the event ends the wait.
MOST_SECONDS = 600.0
TIMES = ("decisions_per_second", "cpu_ms_per_decision")  # Figures that differ from run to run.


def job_of(*bots: str, game: str = "nizam", players: int = 2, seed: int = 1, time_limit: float = 10.0) -> Job:
    """Return a job; a bot is NAME or NAME=BOT."""
    options = get_game(game).check_options({"players": players})
    named = tuple((bot.partition("=")[0], bot.partition("=")[2] or bot) for bot in bots)
    return Job(game, tuple(options.items()), seed, named, time_limit)


def outcome(deal: int, seats: str, scores: list[int], winners: list[int] | None = None) -> Outcome:
    """Return a made-up outcome; seats are single letters, and the best score wins."""
    best = [seat for seat, score in enumerate(scores) if score == max(scores)]
    idle = [0] * len(seats)
    return Outcome(
        deal, tuple(seats), scores, best if winners is None else winners, idle, [0.0] * len(seats), [0.0] * len(seats)
    )


def arena_command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "heliodor", "arena", *map(str, arguments)]


def run_arena(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run `heliodor arena` in a separate process."""
    return subprocess.run(
        arena_command(*arguments), capture_output=True, text=True, timeout=MOST_SECONDS, env=os.environ | environment
    )


def figures(report: Mapping[str, Any] | str) -> dict[str, Any]:
    """Return the figures of a report without times and places; equal tournaments have equal figures."""
    found = dict(json.loads(report) if isinstance(report, str) else report)
    for name in ("seconds", "place", "command", "resumed"):
        del found[name]
    found["bots"] = [{key: value for key, value in bot.items() if key not in TIMES} for bot in found["bots"]]
    return found


def journal_matches(path: Path) -> list[tuple[int, tuple[str, ...]]]:
    """Return which matches a journal holds, in its order."""
    entries = [json.loads(line) for line in path.read_bytes().split(b"\n")[:-1]]
    return [(entry["deal"], tuple(entry["seats"])) for entry in entries if entry["type"] == "match"]


def wait_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + MOST_SECONDS
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


def descendants_of(pid: int) -> list[int]:
    """Return the processes that a process has started, and those that they have started."""
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    parents = {int(child): int(parent) for child, parent in (line.split() for line in listed.splitlines())}
    found = [pid]
    for ancestor in found:
        found += [child for child, parent in parents.items() if parent == ancestor]
    return found[1:]


def is_alive(pid: int) -> bool:
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True).stdout
    return bool(state.strip()) and not state.startswith("Z")
