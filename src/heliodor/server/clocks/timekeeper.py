"""A table's clock during its match: restored from the log, advanced by actions, stopped by a pause and at the end.

Every process that has a table in memory also has its clock. Each of them can restore it from the database: from the
last action, and from what the driver saved when it stopped or started the clock in the middle of a turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from heliodor.core.contract import NOBODY
from heliodor.match import Match
from heliodor.server.clocks.table_clock import DAY, Mode, TableClock
from heliodor.store.rows import ActionRow, SeatRow

if TYPE_CHECKING:
    from heliodor.server.table import Table


class SavedClock(msgspec.Struct, frozen=True):
    """The clock of the present turn, when it was saved."""

    ply: int  # It is valid at this ply only.
    mode: Mode
    left: int  # Milliseconds that the seat to act has left.
    at: int  # When it was saved.
    free_until: int  # As in TableClock.
    grace_until: int = 0  # When the one grace of the seat to act ends; 0: it has not begun in this turn.


def set_clock(table: Table, actions: Sequence[ActionRow]) -> None:
    """Set the clock from the log; a turn that was interrupted by a server stop begins again."""
    rule, match = table.settings.clock, table.match
    if rule.kind == "none" or match is None:
        return
    clock = table.clock = TableClock(rule, match.players, allowance(table))
    clock.free_until = table.site.up_since + int(1000 * table.site.config.start_grace)
    follow_seats(table)
    for action in actions:
        if action.left_ms is not None and rule.kind == "bank":
            clock.left[action.seat] = action.left_ms
    if not match.over:
        _resume(table, clock, match, actions[-1] if actions else None)
        follow_saved(table)


def _resume(table: Table, clock: TableClock, match: Match, last: ActionRow | None) -> None:
    """Run the clock of the seat to act from the last action on; time without a server is not charged."""
    if table.row.status != "playing":
        return
    now, seat = table.site.now(), match.to_act
    at = min(now, table.row.started_at or now) if last is None else min(now, last.at)
    is_same_turn = last is not None and not _is_next_turn(match, last.seat)
    was_cut_short = at < table.site.up_since and clock.rule.kind != "days"
    if is_same_turn and not was_cut_short and last is not None and last.left_ms is not None:
        clock.left[seat] = last.left_ms
        clock.resume(seat, at)
    else:
        clock.begin(seat, at)
    if at < table.site.up_since:
        if clock.rule.kind == "days":
            clock.left[seat] -= _charged(table, clock, seat, at)
        clock.resume(seat, now)
        clock.is_given = True
        at = now
    table.driver.new_turn(at)


def _charged(table: Table, clock: TableClock, seat: int, since: int) -> int:
    """Return what a seat is charged since a moment: time with a server, without vacations."""
    return sum(clock.charged(seat, start, end) for start, end in table.site.times_served(since))


def allowance(table: Table) -> int:
    """Return the milliseconds per match that clocks wait for one person's lost connections."""
    return DAY if table.settings.clock.kind == "days" else int(1000 * table.site.config.drop_allowance)


def follow_seats(table: Table) -> None:
    """Load the saved allowances, and vacations; keep newer values of this process."""
    if table.clock is not None:
        if table.clock.rule.kind == "days":
            table.clock.vacations = [table.vacations.get(row.person or "", ()) for row in table.seats]
        whole, away = allowance(table), table.clock.away
        table.clock.away = [min(left, whole - row.away_ms) for left, row in zip(away, table.seats, strict=True)]


# --- What the log does not tell -----------------------------------------------------------------------------------


def to_save(table: Table, now: int, grace_until: int = 0) -> str:
    """Return the present clock in its stored form."""
    assert table.clock is not None and table.match is not None
    saved = SavedClock(
        ply=table.ply,
        mode=table.clock.mode,
        left=table.clock.state(now).left[table.match.to_act],
        at=now,
        free_until=table.clock.free_until,
        grace_until=grace_until,
    )
    return msgspec.json.encode(saved).decode()


def unsaved(table: Table, now: int) -> tuple[dict[str, Any], list[SeatRow]]:
    """Return the unsaved changes of the clock: its state, and the used allowances; both as of now."""
    clock, match = table.clock, table.match
    if clock is None or match is None or match.over or table.row.status not in ("playing", "paused"):
        return {}, []
    saved = _saved(table)
    if saved is not None:
        known = saved.mode
    else:
        known = "held" if table.driver.plays(match.to_act) else "runs"
    whole = allowance(table)
    has_used = any(whole - left > row.away_ms for left, row in zip(clock.away, table.seats, strict=True))
    # While the clock waits, the used allowance is saved together with the time from which it counts on.
    has_changed = clock.is_given or clock.mode != known or (has_used and clock.waits)
    away = clock.state(now).away if has_changed else clock.away
    rows = [
        msgspec.structs.replace(row, away_ms=whole - left)
        for left, row in zip(away, table.seats, strict=True)
        if whole - left > row.away_ms
    ]
    return {"clock": to_save(table, now, grace_until(table))} if has_changed else {}, rows


def follow_saved(table: Table) -> None:
    """Load the clock that another process has saved in the present turn."""
    clock, match, saved = table.clock, table.match, _saved(table)
    if clock is None or match is None or match.over or saved is None:
        return
    is_old = saved.at < table.site.up_since  # There was a gap without a server since.
    if saved.mode == "stands":
        clock.left[match.to_act] = saved.left
        if table.row.status == "playing":
            clock.resume(match.to_act, table.site.now())
    elif is_old and clock.rule.kind == "days":
        charged = _charged(table, clock, match.to_act, saved.at) if saved.mode == "runs" else 0
        clock.left[match.to_act] = saved.left - charged
    elif not is_old and table.row.status == "playing":
        clock.left[match.to_act] = saved.left
        clock.resume(match.to_act, saved.at)
        if saved.mode != "runs":
            clock.hold(saved.at, waits=saved.mode == "waits")
        clock.free_until = max(clock.free_until, saved.free_until)
        clock.is_given = False


def grace_until(table: Table) -> int:
    """Return when the grace of the seat to act ends; 0 if it has not begun in this turn."""
    saved = _saved(table)
    return 0 if saved is None else saved.grace_until


def _saved(table: Table) -> SavedClock | None:
    if table.row.clock is None:
        return None
    saved = msgspec.json.decode(table.row.clock, type=SavedClock)
    return saved if saved.ply == table.ply else None


def after_take_over(table: Table, dead_after: int) -> None:
    """Charge nobody for a process that has died: its players have lost a server, not their connections."""
    if table.clock is not None:
        now = table.site.now()
        table.clock.free_until = now + int(1000 * table.site.config.start_grace)
        table.clock.forgive(dead_after, now)
        table.clock.is_given = True


# --- What happens -------------------------------------------------------------------------------------------------


def time_left(table: Table, seat: int, now: int) -> int | None:
    """Return the time that the acting seat will have left."""
    clock, match = table.clock, table.match
    if clock is None or match is None or clock.running != seat:
        return None
    left = max(0, clock.remaining(now))
    if clock.rule.kind == "bank" and match.to_act != seat:
        left += clock.rule.increment * 1000
    return left


def after_action(table: Table, seat: int, now: int) -> None:
    """Start the clock of the next seat, if the turn of the acting seat is over."""
    clock, match = table.clock, table.match
    if clock is None or match is None:
        return
    if match.over:
        clock.stop(now)
    elif _is_next_turn(match, seat):
        clock.end_turn(now)
        clock.begin(match.to_act, now)
        table.driver.new_turn(now)


def after_actions_elsewhere(table: Table, actions: Sequence[ActionRow]) -> None:
    """Apply actions of other processes to the clock."""
    clock, match = table.clock, table.match
    if clock is None or match is None:
        return
    for action in actions:
        if action.left_ms is not None:
            clock.left[action.seat] = action.left_ms
    if match.over:
        clock.stop(table.site.now())
    else:
        _resume(table, clock, match, actions[-1])
        if not table.drives:
            follow_saved(table)


def _is_next_turn(match: Match, seat: int) -> bool:
    """Return whether the turn of the seat that acted last is over; a single player begins a new one each time."""
    return match.to_act != seat or match.players == 1


def follow_status(table: Table) -> None:
    """Stop or run the clock, depending on the table's status."""
    clock, match = table.clock, table.match
    if clock is None or match is None:
        return
    now = table.site.now()
    if table.row.status != "playing":
        clock.stop(now)
    elif clock.running == NOBODY and not match.over:
        clock.resume(match.to_act, now)
        table.driver.follow_presence()
