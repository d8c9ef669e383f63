"""Rate limits per person and address: token buckets."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple

MOST_BUCKETS = 20_000  # Beyond this number, full buckets are dropped.


_WRITTEN = re.compile(r"(?P<burst>[1-9][0-9]{0,8})\+(?P<rate>[0-9]{1,9}(?:\.[0-9]{1,9})?)/(?P<unit>s|min|h)")
_UNITS = {"s": 1, "min": 60, "h": 3600}  # In seconds.


class Allowance(NamedTuple):
    """Burst size, and sustained requests per second."""

    burst: float
    per_second: float

    def __str__(self) -> str:
        """Return "200+20/s", the form that `parse` reads."""
        if self == UNLIMITED:
            return "off"
        unit = next((unit for unit in _UNITS if self.per_second * _UNITS[unit] >= 1), "h")
        return f"{self.burst:.15g}+{self.per_second * _UNITS[unit]:.9g}/{unit}"

    @classmethod
    def parse(cls, text: str) -> Allowance | None:
        """Return the allowance that a text like "200+20/s" or "off" means, or None if it does not mean any."""
        if text == "off":
            return UNLIMITED
        if not (found := _WRITTEN.fullmatch(text)):
            return None
        return cls(float(found["burst"]), float(found["rate"]) / _UNITS[found["unit"]])


UNLIMITED = Allowance(1e12, 1e12)

# Kinds of requests, and the usual allowance of each; a host can change them (docs/hosting.md).
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

    def __init__(
        self,
        enabled: bool,
        clock: Callable[[], float] = time.monotonic,
        changed: Mapping[str, Allowance] | None = None,
    ) -> None:
        self._enabled = enabled
        self._clock = clock
        self._allowances = {**ALLOWANCES, **(changed or {})}
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}  # Kind and person -> tokens left, and when.

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
        allowance = self._allowances[what]
        left, since = self._buckets.get((what, who), (allowance.burst, now))
        return min(allowance.burst, left + (now - since) * allowance.per_second)

    def _forget(self, now: float) -> None:
        def is_full(what: str, left: float, since: float) -> bool:
            allowance = self._allowances[what]
            return left + (now - since) * allowance.per_second >= allowance.burst

        kept = {key: value for key, value in self._buckets.items() if not is_full(key[0], *value)}
        self._buckets = kept if len(kept) <= MOST_BUCKETS else {}
