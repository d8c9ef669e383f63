"""Rate limits per person and address: token buckets."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

MOST_BUCKETS = 20_000  # Beyond this number, full buckets are dropped.


class Allowance(NamedTuple):
    """Burst size, and requests per second in the long run."""

    burst: float
    per_second: float


# Kinds of requests, and the allowance of each.
ALLOWANCES = {
    "message": Allowance(120, 30),  # Socket messages of a person.
    "think": Allowance(40, 8),  # Previews, hints and reviews of a person.
    "talk": Allowance(8, 0.5),  # Phrases and chat of a person.
    "http": Allowance(200, 20),  # HTTP requests of an address.
    "create": Allowance(30, 0.2),  # Tables and deals of an address.
    "person": Allowance(60, 0.2),  # New people of an address.
    "recover": Allowance(6, 0.05),  # Recovery codes tried from an address.
    "report": Allowance(6, 0.01),  # Reports of a person about others.
    "wrong_pin": Allowance(6, 0.05),  # Wrong PINs of a seat.
    "socket": Allowance(100, 5),  # Sockets opened from an address.
}


class Limits:
    """The buckets of this process."""

    def __init__(self, enabled: bool, clock: Callable[[], float] = time.monotonic) -> None:
        self._enabled = enabled
        self._clock = clock
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}  # Kind and person -> left, and since when.

    def would_allow(self, what: str, who: str) -> bool:
        """Return whether one more request would be within the limit, without counting it."""
        return not self._enabled or self._left(what, who, self._clock()) >= 1.0

    def allows(self, what: str, who: str) -> bool:
        """Count one request; return whether it is within the limit."""
        if not self._enabled:
            return True
        now = self._clock()
        left = self._left(what, who, now)
        if left < 1.0:
            self._buckets[what, who] = (left, now)
            return False
        self._buckets[what, who] = (left - 1.0, now)
        if len(self._buckets) > MOST_BUCKETS:
            self._forget(now)
        return True

    def _left(self, what: str, who: str, now: float) -> float:
        allowance = ALLOWANCES[what]
        left, since = self._buckets.get((what, who), (allowance.burst, now))
        return min(allowance.burst, left + (now - since) * allowance.per_second)

    def _forget(self, now: float) -> None:
        def is_full(what: str, left: float, since: float) -> bool:
            return left + (now - since) * ALLOWANCES[what].per_second >= ALLOWANCES[what].burst

        kept = {key: value for key, value in self._buckets.items() if not is_full(key[0], *value)}
        self._buckets = kept if len(kept) <= MOST_BUCKETS else {}
