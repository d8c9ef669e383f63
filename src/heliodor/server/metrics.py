"""Metrics for Prometheus, served on a separate port.

Counts are plain attributes, passed to prometheus_client once a second, so readings are at most that old.
With several workers each writes into files of a common folder, and the parent process serves their sum.
"""

from __future__ import annotations

import os
import re
from collections import Counter as Counts
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

WORKERS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # The variable that prometheus_client reads.
TIMES = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
GAUGE_OF_PROCESS = re.compile(r"gauge_live\w*_(\d+)\.db")


class Metrics:
    """The metrics of this process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        # Counted for every message: a Counter with its lock and labels would cost more than sending a message.
        self.num_actions: Counts[str] = Counts()  # By game.
        self.num_messages: Counts[str] = Counts()  # By type.
        self.num_sent_bytes = 0
        self._answered: list[float] = []  # Seconds from an action's arrival to its answer, since the last flush.
        self.actions = Counter("heliodor_actions", "Actions played and saved.", ["game"], registry=self.registry)
        self.refusals = Counter("heliodor_refusals", "Requests refused.", ["key"], registry=self.registry)
        self.messages = Counter("heliodor_messages", "Socket messages received.", ["type"], registry=self.registry)
        self.sent_bytes = Counter("heliodor_sent_bytes", "Bytes sent through sockets.", registry=self.registry)
        self.connections = Gauge(
            "heliodor_connections", "Open sockets.", registry=self.registry, multiprocess_mode="livesum"
        )
        self.tables = Gauge("heliodor_tables", "Tables in memory.", registry=self.registry, multiprocess_mode="livesum")
        self.answer_seconds = Histogram(
            "heliodor_answer_seconds", "From an action's arrival to its answer.", buckets=TIMES, registry=self.registry
        )
        self.faults = Counter("heliodor_faults", "Internal errors.", registry=self.registry)

    def answered(self, seconds: float) -> None:
        """Count an action and the seconds until its answer."""
        self._answered.append(seconds)

    def flush(self) -> None:
        """Pass the counts since the last flush to prometheus_client."""
        for counts, counter in ((self.num_actions, self.actions), (self.num_messages, self.messages)):
            for label, count in counts.items():
                counter.labels(label).inc(count)
            counts.clear()
        self.sent_bytes.inc(self.num_sent_bytes)
        self.num_sent_bytes = 0
        for seconds in self._answered:
            self.answer_seconds.observe(seconds)
        self._answered.clear()

    def served(self, host: str, port: int | None) -> AbstractContextManager[None]:
        """Serve the metrics of this process alone, at /metrics; without a port, do not serve them."""
        return nullcontext() if port is None else _serving(host, port, self.registry)


def workers_served(host: str, port: int | None) -> AbstractContextManager[None]:
    """Serve the sum over all worker processes, at /metrics; called in their parent."""
    if port is None:
        return nullcontext()
    registry = CollectorRegistry()
    registry.register(_Workers(os.environ[WORKERS_FOLDER]))
    return _serving(host, port, registry)


class _Workers:
    """Collects from the files of the workers; the gauges of dead ones no longer count."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._collector = MultiProcessCollector(None, folder)  # type: ignore[no-untyped-call]

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics in the form prometheus_client expects."""
        for file in Path(self._folder).iterdir():
            found = GAUGE_OF_PROCESS.fullmatch(file.name)
            if found and not _is_running(int(found[1])):
                mark_process_dead(int(found[1]), self._folder)  # type: ignore[no-untyped-call]
        yield from self._collector.collect()  # type: ignore[no-untyped-call]


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass  # It exists, but belongs to another user.
    return True


@contextmanager
def _serving(host: str, port: int, registry: CollectorRegistry) -> Iterator[None]:
    server, thread = start_http_server(port, host, registry)
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
