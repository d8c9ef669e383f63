"""A tournament: every match of a schedule, each played once."""

from __future__ import annotations

import os
import sys
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import closing, redirect_stdout
from itertools import islice
from pathlib import Path
from typing import NamedTuple, Protocol

from heliodor.arena.cluster import Cluster
from heliodor.arena.journal import Journal
from heliodor.arena.play import Job, Outcome
from heliodor.arena.processes import Processes, dismiss_host, play_matches, prepare_host
from heliodor.arena.report import Circumstances, Report, make_report
from heliodor.arena.schedule import Fixture, Mode, Seats, arrangements, default_mode, fixtures

TASK_SECONDS = 0.5  # Target duration of a task: submitting one costs a millisecond, and progress stays visible.
LARGEST_TASK = 1000  # Matches.
TASKS_AHEAD = 2  # Tasks submitted for each slot, so that none is idle.
TRIAL_SECONDS = 1.5  # A shorter tournament is played in this process: starting others takes about as long.

Note = Callable[[list[Outcome]], None]


class Plan(NamedTuple):
    """All matches of a tournament."""

    job: Job
    mode: Mode
    seated: list[Seats]
    deals: int

    @property
    def num_matches(self) -> int:
        """Number of matches."""
        return self.deals * len(self.seated)


def plan_tournament(job: Job, deals: int, mode: Mode | None = None) -> Plan:
    """Return the schedule of a tournament; refuse bots that cannot be seated."""
    names = [name for name, _ in job.bots]
    players = int(dict(job.options)["players"])
    chosen = default_mode(len(names), players) if mode is None else mode
    return Plan(job, chosen, arrangements(names, players, chosen), deals)


def hold_tournament(
    plan: Plan,
    *,
    journal: str | Path,
    workers: int | None = None,
    ray: str | None = None,
    command: str = "",
    note: Note = lambda outcomes: None,
) -> Report:
    """Play the matches that the journal lacks, in processes of this machine or on a Ray cluster; report on all.

    `note` is called with outcomes as they come, including those from the journal. The figures are the same wherever the
    matches are played, apart from times.
    """
    began = time.perf_counter()
    with closing(Journal(journal, plan.job)) as book:
        wanted = list(fixtures(plan.seated, plan.deals))
        outcomes = [book.outcomes[fixture] for fixture in wanted if fixture in book.outcomes]
        resumed = len(outcomes)
        if resumed:
            note(outcomes)

        def keep(new: list[Outcome]) -> None:
            book.add(new)
            outcomes.extend(new)
            note(new)

        left = [fixture for fixture in wanted if fixture not in book.outcomes]
        place = ""
        if left and ray is not None:
            place = play_on_cluster(plan.job, left, ray, keep)
        elif left:
            place = play_here(plan.job, left, workers or num_cores(), keep)
    about = Circumstances(
        mode=plan.mode,
        deals=plan.deals,
        arrangements=len(plan.seated),
        seconds=time.perf_counter() - began,
        resumed=resumed,
        place=place,
        command=command,
    )
    return make_report(plan.job, outcomes, about)


def num_cores() -> int:
    """Return the number of cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


# --- Backends -----------------------------------------------------------------------------------------------------


class Backend(Protocol):
    """A place to play matches."""

    @property
    def slots(self) -> int:
        """Number of matches that can be played at a time."""

    def submit(self, fixtures: Sequence[Fixture]) -> None:
        """Submit some matches."""

    def collect(self) -> tuple[list[Outcome], float]:
        """Wait for some matches; return their outcomes and the seconds they took."""


def play_here(job: Job, left: Sequence[Fixture], workers: int, note: Note) -> str:
    """Play matches on this machine in a number of processes; return a description of the place.

    The first ones are played in this process, which is enough for a short tournament.
    """
    waiting = deque(left)
    try:
        prepare_host(job)
        began = time.perf_counter()
        while waiting and (workers == 1 or time.perf_counter() - began < TRIAL_SECONDS):
            note(play_matches(job, [waiting.popleft()])[0])
    finally:
        dismiss_host()
    if not waiting:
        return "one process"
    with closing(Processes(job, min(workers, len(waiting)))) as processes:
        play_on(processes, waiting, note)
        return f"{processes.slots} processes"


def play_on_cluster(job: Job, left: Sequence[Fixture], address: str, note: Note) -> str:
    """Play matches on a Ray cluster; return a description of the place."""
    # Ray prints events of its nodes, which must not end up between the lines of the report.
    with redirect_stdout(sys.stderr), closing(Cluster(job, address)) as cluster:
        place = f"a Ray cluster with room for {cluster.slots} at a time"
        play_on(cluster, left, note)
        return place


def play_on(backend: Backend, left: Sequence[Fixture], note: Note) -> None:
    """Play matches on a backend, in tasks sized by the duration of matches."""
    waiting = iter(left)
    num_waiting = len(left)
    running = played = 0
    seconds = 0.0
    size = 1
    while True:
        while running < TASKS_AHEAD * backend.slots and (task := list(islice(waiting, size))):
            backend.submit(task)
            running += 1
            num_waiting -= len(task)
        if running == 0:
            return
        outcomes, took = backend.collect()
        running -= 1
        note(outcomes)
        played += len(outcomes)
        seconds += took
        # Towards the end tasks get small, so that all slots finish at about the same time.
        fair = num_waiting // (TASKS_AHEAD * backend.slots)
        size = max(1, min(LARGEST_TASK, fair, int(TASK_SECONDS * played / max(seconds, 1e-9))))
