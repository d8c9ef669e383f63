"""Matches on a Ray cluster, whose nodes may come and go.

The cluster's nodes need Heliodor and the bots installed. The matches of a node that dies are played again elsewhere;
its delivered outcomes are in the journal.
"""

from __future__ import annotations

import socket
from collections.abc import Sequence
from typing import Any

from heliodor.arena.play import Job, Outcome
from heliodor.arena.processes import play_matches
from heliodor.arena.schedule import Fixture
from heliodor.core.errors import HeliodorError

CONNECT_SECONDS = 5.0
RETRIES = 5  # Retries after the death of a node or process.


class Cluster:
    """Plays matches as tasks of a Ray cluster."""

    def __init__(self, job: Job, address: str) -> None:
        ray = connect(address)
        self._ray = ray
        self._job = job
        self._play = ray.remote(num_cpus=1, max_retries=RETRIES)(play_matches)
        self._running: list[Any] = []

    @property
    def slots(self) -> int:
        """Number of matches that can be played at a time; changes as nodes come and go."""
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def submit(self, fixtures: Sequence[Fixture]) -> None:
        """Submit some matches."""
        self._running.append(self._play.remote(self._job, list(fixtures)))

    def collect(self) -> tuple[list[Outcome], float]:
        """Wait for some matches; return their outcomes and the seconds they took."""
        [done], self._running = self._ray.wait(self._running, num_returns=1)
        try:
            played: tuple[list[Outcome], float] = self._ray.get(done)
        except self._ray.exceptions.RayTaskError as error:
            cause = error.cause if isinstance(error.cause, HeliodorError) else first_line(error.cause)
            raise HeliodorError(f"a node of the cluster cannot play: {cause}") from None
        except self._ray.exceptions.RayError as error:
            raise HeliodorError(
                f"matches were lost {RETRIES + 1} times together with the process that played them; {first_line(error)}"
            ) from None
        return played

    def close(self) -> None:
        """Leave the cluster without waiting for running matches."""
        for task in self._running:
            self._ray.cancel(task)
        self._ray.shutdown()


def connect(address: str) -> Any:
    """Return the module `ray`, connected to a cluster; raise HeliodorError if that is not possible."""
    try:
        import ray
    except ImportError:
        raise HeliodorError("--ray needs Ray: pip install 'heliodor[ray]'") from None
    _check_somebody_listens(address)
    try:
        ray.init(address=address, logging_level="ERROR", log_to_driver=False)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise HeliodorError(f"there is no Ray cluster at {address}: {first_line(error)}") from None
    return ray


def _check_somebody_listens(address: str) -> None:
    """Refuse an address where nothing listens: Ray itself would retry for many minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not port.isdecimal():
        return  # "auto", or a name that Ray looks up.
    try:
        socket.create_connection((host, int(port)), CONNECT_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise HeliodorError(f"there is no Ray cluster at {address}: {error}") from None


def first_line(error: BaseException | None) -> str:
    """Return an error with the first line of its message."""
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__
