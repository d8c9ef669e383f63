"""Figures for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest, multiprocess

TIMES = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Metrics:
    """The figures of this process; with several workers, `text` adds them up."""

    def __init__(self, several: bool = False) -> None:
        self.registry = CollectorRegistry()
        self._several = several
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
        self.faults = Counter("heliodor_faults", "Faults of the server's own.", registry=self.registry)

    def text(self) -> bytes:
        """Return the figures in Prometheus's format."""
        if not self._several:
            return generate_latest(self.registry)
        together = CollectorRegistry()
        multiprocess.MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return generate_latest(together)
