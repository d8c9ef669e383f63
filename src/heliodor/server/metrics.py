"""Figures for Prometheus."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter as Counts
from collections.abc import Sequence

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest, multiprocess

TIMES = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class _Times(Histogram):
    """A histogram that takes many observations at once."""

    def add(self, counts: Sequence[int], seconds: float) -> None:
        """Add as many observations to each bucket, and their sum."""
        self._sum.inc(seconds)
        for bucket, count in zip(self._buckets, counts, strict=True):
            bucket.inc(count)


class Metrics:
    """The figures of this process; with several workers, `text` adds them up."""

    def __init__(self, several: bool = False) -> None:
        self.registry = CollectorRegistry()
        self._several = several
        # What is counted for every message is counted here, and handed over by `flush`: a counter with its lock and
        # labels costs more than sending a message should.
        self.num_actions: Counts[str] = Counts()  # By game.
        self.num_messages: Counts[str] = Counts()  # By type.
        self.num_sent_bytes = 0
        self._answers = [0] * (len(TIMES) + 1)  # By bucket; the last is for all that took longer.
        self._answering = 0.0  # Seconds of all of them together.
        self.actions = Counter("heliodor_actions", "Actions played and saved.", ["game"], registry=self.registry)
        self.refusals = Counter("heliodor_refusals", "Requests refused.", ["key"], registry=self.registry)
        self.messages = Counter("heliodor_messages", "Socket messages received.", ["type"], registry=self.registry)
        self.sent_bytes = Counter("heliodor_sent_bytes", "Bytes sent through sockets.", registry=self.registry)
        self.connections = Gauge(
            "heliodor_connections", "Open sockets.", registry=self.registry, multiprocess_mode="livesum"
        )
        self.tables = Gauge("heliodor_tables", "Tables in memory.", registry=self.registry, multiprocess_mode="livesum")
        self.answer_seconds = _Times(
            "heliodor_answer_seconds", "From an action's arrival to its answer.", buckets=TIMES, registry=self.registry
        )
        self.faults = Counter("heliodor_faults", "Faults of the server's own.", registry=self.registry)

    def answered(self, seconds: float) -> None:
        """Count an action that was answered after so long."""
        self._answers[bisect_left(TIMES, seconds)] += 1
        self._answering += seconds

    def flush(self) -> None:
        """Hand over what has been counted since the last time."""
        for counts, counter in ((self.num_actions, self.actions), (self.num_messages, self.messages)):
            for label, count in counts.items():
                counter.labels(label).inc(count)
            counts.clear()
        self.sent_bytes.inc(self.num_sent_bytes)
        self.num_sent_bytes = 0
        self.answer_seconds.add(self._answers, self._answering)
        self._answers, self._answering = [0] * len(self._answers), 0.0

    def text(self) -> bytes:
        """Return the figures in Prometheus's format."""
        self.flush()
        if not self._several:
            return generate_latest(self.registry)
        together = CollectorRegistry()
        multiprocess.MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return generate_latest(together)
