"""The clocks of a table: pure arithmetic in milliseconds; the caller passes the time.

A clock runs for the seat to act, unless it is held: while a bot plays, and while the player's connection is lost. A
lost connection uses up the seat's allowance, one for the whole match; when that is gone, the clock runs on. With days
per turn nobody is expected to stay connected, so the allowance is used only when the days are over.

With days per turn, a clock also stands still while its player is on vacation. A clock that has run out stays so.

Time without a server is not charged, and the interrupted turn begins again. With days per turn the turn goes on, and
only the time with a server is charged.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from heliodor.protocol.settings import Clock
from heliodor.protocol.tables import ClockState

NOBODY = -1
DAY = 86_400_000
SHORT = 20_000  # A warning comes this long before the end, or at a quarter of the time if that is less.
SHORT_OF_DAYS = DAY // 4

Mode = Literal["runs", "held", "waits", "stands"]  # Held for a bot, waits for a lost connection, stands in a pause.


class TableClock:
    """Time left by seat, and the running clock."""

    def __init__(self, clock: Clock, players: int, allowance: int = 0) -> None:
        self.rule = clock
        self.left = [_first_allowance(clock)] * players
        self.away = [allowance] * players  # Time left to wait for lost connections.
        # By seat, with days per turn: when the player is on vacation.
        self.vacations: list[Sequence[tuple[int, int]]] = [()] * players
        self.running = NOBODY
        self.held = False
        self.waits = False  # Whether it is held for a lost connection, which uses up the allowance,
        self.free_until = 0  # but not before this: the server has just started.
        self.is_given = False  # Whether it has been given time that the log does not show.
        self._since = 0  # When the running clock was charged last.

    @property
    def mode(self) -> Mode:
        """What the clock of the present turn does."""
        if self.running == NOBODY:
            return "stands"
        return "waits" if self.waits else "held" if self.held else "runs"

    def state(self, now: int, grace: Sequence[bool] = ()) -> ClockState:
        """Return the current clocks; the table knows which seats still have their grace."""
        left, away = list(self.left), list(self.away)
        if self.running != NOBODY:
            left[self.running] = max(0, self.remaining(now))
            away[self.running] = max(0, self.away_left(now))
        return ClockState(
            left=left,
            running=self.running,
            held=self.held,
            away=away,
            waits=self.waits,
            rests=self.rests(now),
            grace=list(grace),
        )

    def remaining(self, now: int) -> int:
        """Return the time left on the running clock; negative when it is up."""
        return self.left[self.running] - (0 if self.held else self.charged(self.running, self._since, now))

    def charged(self, seat: int, start: int, end: int) -> int:
        """Return how much of the time between two moments a seat is charged."""
        return end - start - _overlap(self.vacations[seat], start, end)

    def rests(self, now: int) -> int:
        """Return how long the running clock still stands because its player is on vacation."""
        if self.running == NOBODY or self.held or self.remaining(now) <= 0:
            return 0
        return max(
            (until - now for from_at, until in self.vacations[self.running] if from_at <= now < until), default=0
        )

    def away_left(self, now: int) -> int:
        """Return the allowance left for the seat whose clock runs."""
        waited = max(0, now - max(self._since, self.free_until)) if self.waits else 0
        return self.away[self.running] - waited

    def begin(self, seat: int, now: int) -> None:
        """Start the turn of a seat."""
        if seat != NOBODY and self.rule.kind in ("turn", "days"):
            self.left[seat] = _first_allowance(self.rule)
        self.resume(seat, now)

    def resume(self, seat: int, now: int) -> None:
        """Let a seat's clock run on from its remaining time."""
        self.running = seat
        self._since = now
        self.held = self.waits = False

    def end_turn(self, now: int) -> None:
        """Charge the running clock and add the increment."""
        self.charge(now)
        if self.running != NOBODY and self.rule.kind == "bank":
            self.left[self.running] += self.rule.increment * 1000

    def charge(self, now: int) -> None:
        """Deduct the elapsed time from the running clock, or from the allowance; neither goes below zero."""
        if self.running != NOBODY:
            self.left[self.running] = max(0, self.remaining(now))
            self.away[self.running] = max(0, self.away_left(now))
        self._since = now

    def hold(self, now: int, *, waits: bool = False) -> None:
        """Stop the running clock; `waits`: for a lost connection."""
        self.charge(now)
        self.held, self.waits = True, waits

    def release(self, now: int) -> None:
        """Let it run again."""
        self.charge(now)
        self.held = self.waits = False

    def forgive(self, milliseconds: int, now: int) -> None:
        """Do not charge the last `milliseconds`, as far as they have not been charged yet."""
        self._since = max(self._since, min(now, self._since + milliseconds))

    def stop(self, now: int) -> None:
        """Stop all clocks: a pause, or the end."""
        self.charge(now)
        self.running = NOBODY
        self.held = self.waits = False

    @property
    def short(self) -> int:
        """Time before the end at which the warning comes."""
        if self.rule.kind == "days":
            return min(SHORT_OF_DAYS, self.rule.days * DAY // 4)
        return min(SHORT, self.rule.seconds * 1000 // 4)


def _first_allowance(clock: Clock) -> int:
    return clock.days * DAY if clock.kind == "days" else clock.seconds * 1000


def _overlap(spans: Sequence[tuple[int, int]], start: int, end: int) -> int:
    """Return for how much of the time between two moments one of the spans lasts."""
    return sum(max(0, min(until, end) - max(from_at, start)) for from_at, until in spans)
