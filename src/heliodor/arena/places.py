"""Where tasks are done: processes of this machine, or a Ray cluster. The results are the same."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from typing import Any, TypeVar

from heliodor.arena.cluster import RETRIES, connect, first_line
from heliodor.arena.processes import make_pool, only_one_compiles
from heliodor.core.errors import HeliodorError

Given = TypeVar("Given")
Done = TypeVar("Done")
Work = Callable[[Callable[[Given], Done], Sequence[Given]], Iterator[Done]]
AHEAD = 2  # Tasks submitted for each slot, so that none is idle.


@contextmanager
def place(workers: int, ray: str | None) -> Iterator[Callable[[Callable[[Any], Any], Sequence[Any]], Iterator[Any]]]:
    """Yield a function that does a task for each of some values and yields the results in their order."""
    if ray is not None:
        with redirect_stdout(sys.stderr):  # Ray prints events of its nodes.
            cluster = connect(ray)
        try:
            yield lambda task, values: _on_ray(cluster, task, values)
        finally:
            cluster.shutdown()
    elif workers == 1:
        yield lambda task, values: map(task, values)
    else:
        pool = make_pool(workers)
        try:
            yield lambda task, values: pool.map(_CarefulTask(task), values)
        finally:
            pool.shutdown(cancel_futures=True)


class _CarefulTask:
    """A task whose first call in a process waits until no other process compiles."""

    def __init__(self, task: Callable[[Any], Any]) -> None:
        self._task = task

    def __call__(self, value: Any) -> Any:
        global _is_warm
        if _is_warm:
            return self._task(value)
        with only_one_compiles():
            result = self._task(value)
        _is_warm = True
        return result


_is_warm = False


def num_slots(ray: Any) -> int:
    """Return how many tasks the cluster does at a time; `ray` is the module, connected."""
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


def _on_ray(ray: Any, task: Callable[[Any], Any], values: Sequence[Any]) -> Iterator[Any]:
    remote = ray.remote(num_cpus=1, max_retries=RETRIES)(task)
    slots = num_slots(ray)
    running: deque[Any] = deque()
    waiting = iter(values)
    while True:
        while len(running) < AHEAD * slots and (value := next(waiting, None)) is not None:
            running.append(remote.remote(value))
        if not running:
            return
        try:
            yield ray.get(running.popleft())
        except ray.exceptions.RayTaskError as error:
            cause = error.cause if isinstance(error.cause, HeliodorError) else first_line(error.cause)
            raise HeliodorError(f"a node of the cluster cannot play: {cause}") from None
        except ray.exceptions.RayError as error:
            raise HeliodorError(f"the cluster has lost some matches; {first_line(error)}") from None
