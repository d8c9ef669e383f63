"""How a table's clock goes with its match: set by the log, moved by actions, stopped by a pause and by the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from heliodor.core.contract import NOBODY
from heliodor.server.clocks import DAY, TableClock
from heliodor.store.rows import ActionRow

if TYPE_CHECKING:
    from heliodor.server.table import Table


def set_clock(table: Table, actions: Sequence[ActionRow]) -> None:
    """Set the clock as the log says; the present turn is given back, and it waits for its player."""
    rule, match = table.settings.clock, table.match
    if rule.kind == "none" or match is None:
        return
    clock = table.clock = TableClock(rule, match.players, allowance(table))
    clock.free_until = table.site.up_since + int(1000 * table.site.config.start_grace)
    follow_seats(table)
    for action in actions:
        if action.left_ms is not None and rule.kind == "bank":
            clock.left[action.seat] = action.left_ms
    if table.row.status == "playing" and not match.over:
        now, seat = table.site.now(), match.to_act
        clock.begin(seat, now)
        last = actions[-1].at if actions else table.row.started_at
        if rule.kind == "days" and last is not None:
            clock.left[seat] -= table.site.time_served(last)
        table.driver.new_turn()


def allowance(table: Table) -> int:
    """Return for how many milliseconds clocks wait for one person's lost connections in the whole match."""
    return DAY if table.settings.clock.kind == "days" else int(1000 * table.site.config.drop_allowance)


def follow_seats(table: Table) -> None:
    """Take up what has been saved of the allowances; what this process knows beyond it stays."""
    if table.clock is not None:
        whole, away = allowance(table), table.clock.away
        table.clock.away = [min(left, whole - row.away_ms) for left, row in zip(away, table.seats, strict=True)]


def time_left(table: Table, seat: int, now: int) -> int | None:
    """Return what will be left to the seat that has acted."""
    clock, match = table.clock, table.match
    if clock is None or match is None or clock.running != seat:
        return None
    left = max(0, clock.remaining(now))
    if clock.rule.kind == "bank" and match.to_act != seat:
        left += clock.rule.increment * 1000
    return left


def after_action(table: Table, seat: int, now: int) -> None:
    """Let the clock of whoever is next run, if the turn of the seat that has acted is over."""
    clock, match = table.clock, table.match
    if clock is None or match is None:
        return
    if match.over:
        clock.stop(now)
    elif match.to_act != seat or match.players == 1:
        clock.end_turn(now)
        clock.begin(match.to_act, now)
        table.driver.new_turn()


def after_actions_elsewhere(table: Table, last: ActionRow) -> None:
    """Let the clock follow what other processes have played."""
    clock, match = table.clock, table.match
    if clock is None or match is None:
        return
    if last.left_ms is not None:
        clock.left[last.seat] = last.left_ms
    if table.row.status == "playing":
        now = table.site.now()
        if match.over:
            clock.stop(now)
        else:
            clock.begin(match.to_act, now)
            table.driver.new_turn()


def follow_status(table: Table) -> None:
    """Let the clock stand still or run as the status says."""
    clock, match = table.clock, table.match
    if clock is None or match is None:
        return
    now = table.site.now()
    if table.row.status != "playing":
        clock.stop(now)
    elif clock.running == NOBODY and not match.over:
        clock.resume(match.to_act, now)
        table.driver.follow_presence()
