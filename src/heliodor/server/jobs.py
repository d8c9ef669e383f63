"""Jobs of one table, lesson or review, one after another, so that none of them needs a lock."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from heliodor.server.metrics import Metrics

log = logging.getLogger("heliodor.jobs")

Job = Callable[[], Awaitable[Any]]


class Jobs:
    """Runs jobs in the order in which they are submitted. A job that fails is counted and logged; the next one runs."""

    def __init__(self, metrics: Metrics, **about: str) -> None:
        self._metrics = metrics
        self._about = about  # Goes into the log.
        self._waiting: deque[Job] = deque()
        self._task: asyncio.Task[None] | None = None

    @property
    def are_done(self) -> bool:
        """Whether no job runs or waits."""
        return self._task is None

    def submit(self, job: Job) -> None:
        """Queue a job; it reports its own errors to people."""
        self._waiting.append(job)
        if self._task is None:
            self._task = asyncio.create_task(self._work())

    async def _work(self) -> None:
        while self._waiting:
            job = self._waiting.popleft()
            try:
                await job()
            except Exception:
                self._metrics.faults.inc()
                log.exception("a job failed", extra=self._about)
        self._task = None
