"""Actions without a request: bots decide, clocks run out, always with a warning first."""

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
from heliodor.server.clocks import timekeeper
from heliodor.server.clocks.table_clock import DAY
from heliodor.server.refusal import Refusal

if TYPE_CHECKING:
    from heliodor.server.table import Table

log = logging.getLogger("heliodor.driver")

COVER_GRACE_OF_DAYS = DAY // 12


def time_to_answer(thought: float, pace: float) -> float:
    """Round thinking time up to a multiple of the pace."""
    return pace * max(1, math.ceil(thought / pace))


class Driver:
    """The bots and the clock of one table, as far as this process drives them."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._thinking: asyncio.Task[None] | None = None
        self._thinking_at = -1  # The ply that a bot is thinking about.
        self._timer: asyncio.TimerHandle | None = None
        self._cover_at = 0  # Time at which a bot takes over; by then the warning has been visible long enough.
        self._warned = ""  # The last warning of this turn.
        self._rested = False  # Whether the clock stood for a vacation when the timer was set.

    @property
    def is_busy(self) -> bool:
        """Whether something will happen without a request."""
        return self._timer is not None or self._thinking is not None

    @property
    def _stands_still(self) -> bool:
        """Whether the site is read-only: nobody can act, so no bot plays and nobody's time runs."""
        return self._table.site.control.is_read_only

    @property
    def _drives(self) -> bool:
        """Whether bots and the clock of this table go on in this process."""
        return self._table.drives and not self._stands_still

    def plays(self, seat: int) -> bool:
        """Return whether a bot decides for this seat now."""
        row = self._table.seats[seat]
        return row.kind == "bot" or bool(row.covered)

    def new_turn(self, began: int) -> None:
        """Clear the warnings of the previous turn; the clock of a bot does not run."""
        self._warned = ""
        clock = self._table.clock
        if clock is not None and clock.running != NOBODY and self.plays(clock.running):
            # Only at the start of a turn: nobody can stop their clock by leaving for a moment and coming back.
            clock.hold(began)
        self.follow_presence()

    def follow_presence(self) -> None:
        """Hold the clock of a player whose connection is lost, while the allowance lasts; otherwise let it run."""
        table = self._table
        clock, seat = table.clock, table.to_act
        if clock is None or seat == NOBODY or clock.running != seat:
            return
        now = table.site.now()
        if self._stands_still:
            if not clock.held or clock.waits:
                clock.hold(now)
            return
        is_bot = self.plays(seat)
        waits = not is_bot and not table.is_here(seat) and clock.away_left(now) > 0
        if clock.rule.kind == "days" and clock.remaining(now) > 0:
            waits = False  # Nobody has to be connected for days.
        if waits and not clock.waits:
            clock.hold(now, waits=True)
        elif clock.held and not waits and (clock.waits or not is_bot):
            clock.release(now)

    def presence_changed(self) -> None:
        """Hold or release the clock when a player leaves or returns; save the used allowance."""
        table = self._table
        if table.clock is not None:
            self.follow_presence()
            self._set_timer()
            table.submit(self.save_clock)

    async def save_clock(self) -> None:
        """Save the clock if it does not follow from the log, and the used part of the allowances."""
        table = self._table
        if table.clock is None or not table.drives or table.row.status not in ("playing", "paused"):
            return
        now = table.site.now()
        changes, rows = timekeeper.unsaved(table, now)
        if changes:
            table.clock.charge(now)  # The saved time is as of now; the clock continues from there.
        if changes or rows:
            with contextlib.suppress(Refusal):  # Another process was first; the table has been reloaded.
                await table.change(changes, rows)
                table.clock.is_given = False

    async def settle(self) -> None:
        """Charge the running clock and save it, before the process stops."""
        clock = self._table.clock
        if clock is not None and clock.waits:
            clock.charge(self._table.site.now())
            await self.save_clock()

    def consider(self) -> None:
        """Decide what comes next: let a bot think, or watch a clock."""
        table = self._table
        if table.clock is not None:
            self.follow_presence()
            self._set_timer()
            if table.drives and timekeeper.unsaved(table, table.site.now()) != ({}, []):
                table.submit(self.save_clock)
        table.site.notices.consider(table)
        seat = table.to_act
        if seat == NOBODY or not self._drives or not self.plays(seat) or self._thinking_at == table.ply:
            return
        self._thinking_at = table.ply
        self._thinking = asyncio.create_task(self._think(seat, table.ply))

    def stop(self) -> None:
        """Stop the bots and the clock of this table."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None
        self._thinking_at = -1

    # --- Bots -------------------------------------------------------------------------------------------------------

    async def _think(self, seat: int, ply: int) -> None:
        """Let the bot decide, and play at a multiple of the pace, so the time reveals nothing about the cards."""
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
        """Return the level of the covering bot; in a rated match it is never a strong one."""
        row = self._table.seats[seat]
        return DEFAULT_LEVEL if row.kind != "bot" and self._table.is_rated else row.level

    async def _play(self, seat: int, ply: int, actions: list[str]) -> None:
        table = self._table
        is_stale = table.ply != ply or table.to_act != seat or not self.plays(seat)
        if is_stale or not self._drives:
            self._thinking_at = -1
            self.consider()
            return
        try:
            await table.act(seat, ply, actions, None, lambda _ply: None)
        except Refusal as refusal:
            if refusal.stale:
                return  # Another process was first; the table has been reloaded.
            log.error("a bot chose an illegal action", extra={"match": table.id, "key": refusal.reason.key})
            await table.act(seat, ply, [table.match.legal()[0]], None, lambda _ply: None)  # type: ignore[union-attr]

    # --- The clock --------------------------------------------------------------------------------------------------

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._rested = False
        table = self._table
        clock = table.clock
        seat = table.to_act
        if clock is None or seat == NOBODY or not self._drives or self.plays(seat) or clock.running != seat:
            return
        now = table.site.now()
        if clock.held:
            wait = max(0, clock.free_until - now) + clock.away_left(now)
        else:
            left = clock.remaining(now)
            if rests := clock.rests(now):
                wait, self._rested = rests, True
            elif left > clock.short:
                wait = left - clock.short
            elif left > 0:
                wait = left
            elif self._warned != "time_up":
                wait = 0
            elif table.settings.cover:
                wait = self._cover_at - now
            else:
                return  # The host decides; nothing happens automatically.
        self._timer = asyncio.get_running_loop().call_later(max(0.001, wait / 1000), self._on_time)

    def _on_time(self) -> None:
        self._timer = None
        self._table.submit(self._time_passed)

    async def _time_passed(self) -> None:
        """Warn that time is short, then that it is up, and finally let a bot play on."""
        table = self._table
        clock, seat = table.clock, table.to_act
        if clock is None or seat == NOBODY or clock.running != seat or self.plays(seat):
            return
        now = table.site.now()
        if self._rested and not clock.rests(now):  # The vacation is over.
            table.tell_table()
            table.site.notices.consider(table)
        was_held = clock.held
        self.follow_presence()
        if clock.held != was_held:  # The allowance is used up, or the days are over and it begins.
            table.tell_table()
            await self.save_clock()
        if not clock.held and not clock.rests(now):
            left = clock.remaining(now)
            if left <= 0:
                if self._warned != "time_up":
                    await self._time_up(seat, now)
                elif table.settings.cover and now >= self._cover_at:
                    await self._cover(seat)
                    return
            elif left <= clock.short:
                self._warn("time_short", left, "time_up")
                table.site.notices.time_is_short(table, seat)
        self._set_timer()

    async def _time_up(self, seat: int, now: int) -> None:
        """Announce that time is up; a bot plays on after the one grace of a match, or at once if it has been used."""
        table = self._table
        if not table.settings.cover:
            self._warn("time_up", 0, "waiting")
            return
        row = table.seats[seat]
        self._cover_at = timekeeper.grace_until(table) if row.graced else now + self._grace()
        grace = max(0, self._cover_at - now)
        self._warn("time_up", grace, "covered")
        if not row.graced:
            saved = timekeeper.to_save(table, now, self._cover_at)
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
