"""Matches in processes of this machine.

Processes rather than threads: the search of Heliodor's own bots releases the GIL, but the play around it, cheap bots
and most third-party bots do not (docs/decisions/0006-arena-statistics.md has the figures).
"""

from __future__ import annotations

import contextlib
import fcntl
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool

from heliodor.arena.play import Host, Job, Outcome
from heliodor.arena.schedule import Fixture
from heliodor.core.errors import HeliodorError
from heliodor.core.folders import cache_root
from heliodor.core.interrupts import deferred_interrupts

_host: tuple[Job, Host] | None = None  # Reused in this process: making a host takes longer than many matches.


def play_matches(job: Job, fixtures: Sequence[Fixture]) -> tuple[list[Outcome], float]:
    """Play some matches in this process; return the outcomes and the seconds they took."""
    host = prepare_host(job)
    began = time.perf_counter()
    # A bot's output must not end up between the lines of the report.
    with contextlib.redirect_stdout(sys.stderr):
        outcomes = [host.play(fixture) for fixture in fixtures]
    return outcomes, time.perf_counter() - began


def prepare_host(job: Job) -> Host:
    """Return the host of a tournament in this process, with its bots ready to play."""
    global _host
    if _host is None or _host[0] != job:
        dismiss_host()
        with only_one_compiles():
            _host = (job, Host(job))
    return _host[1]


def dismiss_host() -> None:
    """Release the bots of this process."""
    global _host
    if _host is not None:
        _host[1].close()
        _host = None


@contextlib.contextmanager
def only_one_compiles() -> Iterator[None]:
    """Make the other processes of this machine wait, so that they find the compiled code of this one on disk."""
    try:
        cache_root().mkdir(parents=True, exist_ok=True)
        lock = open(cache_root() / "arena.lock", "ab")
    except OSError:  # The cache cannot be written: each process compiles for itself.
        yield
        return
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def make_pool(workers: int) -> ProcessPoolExecutor:
    """Return a pool of processes that end with this one."""
    # Forked from a process with the compiler loaded but without threads: fast to start, and safe.
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    return ProcessPoolExecutor(workers, context, initializer=_prepare_process)


class Processes:
    """Plays matches in a number of processes, which end when this one ends for any reason."""

    def __init__(self, job: Job, workers: int) -> None:
        self.slots = workers
        self._job = job
        self._pool = make_pool(workers)
        self._running: set[Future[tuple[list[Outcome], float]]] = set()

    def submit(self, fixtures: Sequence[Fixture]) -> None:
        """Submit some matches."""
        # This may start a process; an interrupt there would leave it behind.
        with deferred_interrupts():
            self._running.add(self._pool.submit(play_matches, self._job, fixtures))

    def collect(self) -> tuple[list[Outcome], float]:
        """Wait for some matches; return their outcomes and the seconds they took."""
        done = next(iter(wait(self._running, return_when=FIRST_COMPLETED).done))
        self._running.remove(done)
        try:
            return done.result()
        except BrokenProcessPool:
            raise HeliodorError(
                "a process that plays matches has ended unexpectedly; either it ran out of memory or a bot crashed it"
            ) from None

    def close(self) -> None:
        """End the processes without waiting for running matches."""
        if self._running:
            for process in list((self._pool._processes or {}).values()):
                process.terminate()
        # Waits for the pool's own thread as well: Python would write to its closed pipe when the program exits.
        self._pool.shutdown(wait=True, cancel_futures=True)


def _prepare_process() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # The parent handles the interrupt and ends its children.
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
