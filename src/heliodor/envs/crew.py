"""Threads that share the work of a step; an executor would wait too long, as a step may take only 0.2 ms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from queue import SimpleQueue
from threading import Thread
from typing import Any


class Crew:
    """Some threads beside that of the caller; they end with `close`, or with the process."""

    def __init__(self, size: int) -> None:
        self._tasks: list[SimpleQueue[Any]] = [SimpleQueue() for _ in range(size)]
        self._results: SimpleQueue[BaseException | None] = SimpleQueue()
        for tasks in self._tasks:
            Thread(target=_work, args=(tasks, self._results), daemon=True).start()

    def run(self, task: Callable[[Any], None], parts: Sequence[Any]) -> None:
        """Do a task for every part, one each in the threads and the first in that of the caller."""
        for tasks, part in zip(self._tasks, parts[1:], strict=True):
            tasks.put((task, part))
        try:
            task(parts[0])
        finally:
            failures = [self._results.get() for _ in self._tasks]
        for failure in failures:
            if failure is not None:
                raise failure

    def close(self) -> None:
        """End the threads."""
        for tasks in self._tasks:
            tasks.put(None)
        self._tasks = []


def _work(tasks: SimpleQueue[Any], results: SimpleQueue[BaseException | None]) -> None:
    while (work := tasks.get()) is not None:
        task, part = work
        try:
            task(part)
        except BaseException as failure:
            results.put(failure)
        else:
            results.put(None)
