"""What a table does by itself: bots decide, clocks run out, with a warning before anything happens."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
from typing import TYPE_CHECKING

import msgspec

from heliodor.core.contract import NOBODY
from heliodor.protocol.messages import Warned
from heliodor.protocol.settings import DEFAULT_LEVEL
from heliodor.server import timekeeping
from heliodor.server.clocks import DAY
from heliodor.server.refusal import Refusal

if TYPE_CHECKING:
    from heliodor.server.table import Table

log = logging.getLogger("heliodor.driving")

COVER_GRACE_OF_DAYS = DAY // 12


def time_to_answer(thought: float, pace: float) -> float:
    """Return after how many seconds a bot answers that has thought for so long: a whole multiple of the pace."""
    return pace * max(1, math.ceil(thought / pace))


class Driver:
    """The bots and the clock of one table, as far as this process sees to them."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._thinking: asyncio.Task[None] | None = None
        self._thinking_at = -1  # The ply that is being thought about.
        self._timer: asyncio.TimerHandle | None = None
        self._cover_at = 0  # When a bot plays on: the warning has been seen for long enough then.
        self._warned = ""  # The last warning of this turn.

    @property
    def is_busy(self) -> bool:
        """Whether something will happen by itself."""
        return self._timer is not None or self._thinking is not None

    def plays(self, seat: int) -> bool:
        """Tell whether a bot decides for this seat now."""
        row = self._table.seats[seat]
        return row.kind == "bot" or bool(row.covered)

    def new_turn(self, began: int) -> None:
        """Forget the warnings of the turn before; the clock of a bot does not run."""
        self._warned = ""
        clock = self._table.clock
        if clock is not None and clock.running != NOBODY and self.plays(clock.running):
            # Only from the start: nobody stops his clock by leaving for a moment and coming back.
            clock.hold(began)
        self.follow_presence()

    def follow_presence(self) -> None:
        """Hold the clock of a player whose connection is lost, as long as the allowance lasts; else let it run."""
        table = self._table
        clock, seat = table.clock, table.to_act
        if clock is None or seat == NOBODY or clock.running != seat:
            return
        now = table.site.now()
        is_bot = self.plays(seat)
        waits = not is_bot and not table.is_here(seat) and clock.away_left(now) > 0
        if clock.rule.kind == "days" and clock.remaining(now) > 0:
            waits = False  # Nobody has to be here for days.
        if waits and not clock.waits:
            clock.hold(now, waits=True)
        elif clock.held and not waits and (clock.waits or not is_bot):
            clock.release(now)

    def presence_changed(self) -> None:
        """Let the clock stand still or run when a player goes or comes; what was used of an allowance is saved."""
        table = self._table
        if table.clock is not None:
            self.follow_presence()
            self._set_timer()
            table.submit(self.save_clock)

    async def save_clock(self) -> None:
        """Write down how the clock stands if the log does not tell, and what has been used of the allowances."""
        table = self._table
        if table.clock is None or not table.drives or table.row.status not in ("playing", "paused"):
            return
        changes, rows = timekeeping.unsaved(table)
        if changes or rows:
            with contextlib.suppress(Refusal):  # Another process was first; the table has been read again.
                await table.change(changes, rows)
                table.clock.is_given = False

    async def settle(self) -> None:
        """Charge what runs just now and write it down, before the process stops."""
        clock = self._table.clock
        if clock is not None and clock.waits:
            clock.charge(self._table.site.now())
            await self.save_clock()

    def consider(self) -> None:
        """See what has to be done next: think for a bot, or watch a clock."""
        table = self._table
        self.follow_presence()
        self._set_timer()
        if table.drives and timekeeping.unsaved(table) != ({}, []):
            table.submit(self.save_clock)
        seat = table.to_act
        if seat == NOBODY or not table.drives or not self.plays(seat) or self._thinking_at == table.ply:
            return
        self._thinking_at = table.ply
        self._thinking = asyncio.create_task(self._think(seat, table.ply))

    def stop(self) -> None:
        """Do nothing by itself any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None
        self._thinking_at = -1

    # --- Bots -------------------------------------------------------------------------------------------------------

    async def _think(self, seat: int, ply: int) -> None:
        """Let the bot decide, and play at a whole multiple of the pace: the time says nothing about the cards."""
        table = self._table
        assert table.match is not None
        loop, pace = asyncio.get_running_loop(), table.site.config.bot_pace
        began = loop.time()
        try:
            hidden = table.match.hidden_states(seat)
            actions = await table.site.thinkers.decide(table.game, self._level_of(seat), hidden)
            if pace > 0:
                await asyncio.sleep(began + time_to_answer(loop.time() - began, pace) - loop.time())
            table.submit(lambda: self._play(seat, ply, actions))
        finally:
            self._thinking = None

    def _level_of(self, seat: int) -> str:
        """Return how strong a bot plays; in a rated match nobody has a strong one win in his place."""
        row = self._table.seats[seat]
        return DEFAULT_LEVEL if row.kind != "bot" and self._table.is_rated else row.level

    async def _play(self, seat: int, ply: int, actions: list[str]) -> None:
        table = self._table
        if table.ply != ply or table.to_act != seat or not self.plays(seat):
            self._thinking_at = -1
            self.consider()
            return
        try:
            await table.act(seat, ply, actions, None, lambda _ply: None)
        except Refusal as refusal:
            if refusal.stale:
                return  # Somebody else has moved; the table has been read again.
            log.error("a bot chose what is not allowed", extra={"match": table.id, "key": refusal.reason.key})
            await table.act(seat, ply, [table.match.legal()[0]], None, lambda _ply: None)  # type: ignore[union-attr]

    # --- The clock --------------------------------------------------------------------------------------------------

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        table = self._table
        clock = table.clock
        if clock is None:
            return
        seat = table.to_act
        if seat == NOBODY or not table.drives or self.plays(seat) or clock.running != seat:
            return
        now = table.site.now()
        if clock.held:
            wait = max(0, clock.free_until - now) + clock.away_left(now)
        else:
            left = clock.remaining(now)
            if left > clock.short:
                wait = left - clock.short
            elif left > 0:
                wait = left
            elif self._warned != "time_up":
                wait = 0
            elif table.settings.cover:
                wait = self._cover_at - now
            else:
                return  # The host decides; nothing happens by itself.
        self._timer = asyncio.get_running_loop().call_later(max(0.001, wait / 1000), self._on_time)

    def _on_time(self) -> None:
        self._timer = None
        self._table.submit(self._time_passed)

    async def _time_passed(self) -> None:
        """Say that time is short, that it is up, and at last let a bot play on."""
        table = self._table
        clock, seat = table.clock, table.to_act
        if clock is None or seat == NOBODY or clock.running != seat or self.plays(seat):
            return
        now = table.site.now()
        was_held = clock.held
        self.follow_presence()
        if clock.held != was_held:  # The allowance is used up, or days are over and it is used from now on.
            table.tell_table()
            await self.save_clock()
        if not clock.held:
            left = clock.remaining(now)
            if left <= 0:
                if self._warned != "time_up":
                    await self._time_up(seat, now)
                elif table.settings.cover and now >= self._cover_at:
                    await self._cover(seat)
                    return
            elif left <= clock.short:
                self._warn("time_short", left, "time_up")
        self._set_timer()

    async def _time_up(self, seat: int, now: int) -> None:
        """Say that time is up; a bot plays on after the one grace of a match, or at once if that has been used."""
        table = self._table
        if not table.settings.cover:
            self._warn("time_up", 0, "waiting")
            return
        row = table.seats[seat]
        self._cover_at = timekeeping.grace_until(table) if row.graced else now + self._grace()
        grace = max(0, self._cover_at - now)
        self._warn("time_up", grace, "covered")
        if not row.graced:
            saved = timekeeping.to_save(table, self._cover_at)
            await table.change({"clock": saved}, [msgspec.structs.replace(row, graced=1)])
        elif grace == 0:
            await self._cover(seat)

    def _warn(self, key: str, until: int, following: str) -> None:
        if self._warned != key:
            self._warned = key
            message = Warned(seat=self._table.to_act, key=key, until=until, next=following)  # type: ignore[arg-type]
            self._table.tell_all(message)

    def _grace(self) -> int:
        if self._table.settings.clock.kind == "days":
            return COVER_GRACE_OF_DAYS
        return int(1000 * self._table.site.config.cover_grace)

    async def _cover(self, seat: int) -> None:
        table = self._table
        row = msgspec.structs.replace(table.seats[seat], covered=1)
        table.tell_all(Warned(seat=seat, key="covered", until=0, next="covered"))
        await table.change({"needs_driver": 1}, [row], covered="covered")
