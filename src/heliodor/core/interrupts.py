"""Delay Ctrl-C to a safe moment."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator


@contextlib.contextmanager
def deferred_interrupts() -> Iterator[None]:
    """Defer Ctrl-C until the block is done; stopping half-way would do harm."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    put_off: list[int] = []
    usual = signal.signal(signal.SIGINT, lambda number, frame: put_off.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual or signal.default_int_handler)
    if put_off:
        signal.raise_signal(signal.SIGINT)
