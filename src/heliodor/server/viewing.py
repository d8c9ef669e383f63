"""What each receiver is sent: made from a hidden copy of the state for each, and nothing from elsewhere.

What a spectator sees, every seat may know. So that part of a view is made once, from the state as it is hidden from a
spectator, and what a seat sees beyond it from the state as it is hidden from that seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any, NamedTuple

import msgspec
import numpy as np

from heliodor.core.contract import SPECTATOR, Event, Game, States
from heliodor.protocol.changes import changes_between, compare
from heliodor.protocol.messages import Candidates, EventInfo, Update
from heliodor.protocol.tables import ClockState
from heliodor.server.deduction import candidates

encode = msgspec.json.Encoder().encode


class Step(NamedTuple):
    """One action that has been played: its steps, and the state that it led to."""

    ply: int
    steps: list[int]
    after: States


class _Hidden:
    """The state as one seat, or a spectator, may know it: now, and before."""

    __slots__ = ("_before", "_copy", "_hide", "_seat", "_tell", "now")

    def __init__(self, game: Game, states: States, seat: int) -> None:
        self._copy, self._hide, self._tell = game.kernels.copy, game.kernels.hide, game.story.tell
        self._seat = seat
        self.now, self._before = np.zeros(1, game.dtype), np.zeros(1, game.dtype)
        self.follow(states)

    def move(self, step: Step) -> list[Event]:
        """Take up a new state and return what happened."""
        self.follow(step.after)
        return self._tell(self._before, step.steps, self.now)

    def follow(self, states: States) -> None:
        """Take up a new state."""
        now = self._before
        self.now, self._before = now, self.now
        self._copy(now, 0, states, 0)
        self._hide(now, 0, self._seat)


class _Shared:
    """What some actions have changed for everybody."""

    __slots__ = ("changes", "encoded_events", "events", "own_changes", "tellers", "update")

    def __init__(self, changes: bytes, own_changes: dict[str, Any], events: list[list[Event]], told: bytes) -> None:
        self.changes = changes  # JSON without its braces; without the fields that a seat has of its own.
        self.own_changes = own_changes  # Of those fields, as a spectator sees them.
        self.events = events  # By action.
        self.encoded_events = msgspec.Raw(told)
        self.tellers: set[int] = set()  # Seats that know more of the events than everybody does.
        self.update = b""  # The message for all seats that have nothing of their own to hear, once it is made.


class Viewers:
    """What everybody at a table has been shown of the match."""

    __slots__ = ("_aid", "_game", "_hidden", "_own", "_own_events", "_own_fields", "_own_names", "_public", "_view")

    def __init__(self, game: Game, states: States, aid: str) -> None:
        self._game = game
        self._aid = aid if game.id == "luz" else "off"
        self._own_fields, self._own_events = game.view.own_fields, game.story.OWN_EVENTS
        self._public = _Hidden(game, states, SPECTATOR)
        self._view = game.view.render(self._public.now, 0, SPECTATOR)
        self._own_names = frozenset(self._own_fields(self._public.now, 0, SPECTATOR, self._view))
        self._hidden: dict[int, _Hidden] = {}  # By seat.
        self._own: dict[int, dict[str, Any]] = {}  # By seat: the fields of its own.

    def __contains__(self, seat: int) -> bool:
        return seat == SPECTATOR or seat in self._own

    def view(self, seat: int, states: States) -> Any:
        """Return the whole view of a seat, or of a spectator; from now on it is kept up to date."""
        if seat == SPECTATOR:
            return self._view
        if seat not in self._own:
            hidden = self._hidden[seat] = _Hidden(self._game, states, seat)
            self._own[seat] = self._own_fields(hidden.now, 0, seat, self._view)
        return msgspec.structs.replace(self._view, **self._own[seat])

    def aid(self, seat: int) -> list[Candidates] | None:
        """Return the deduction board, if it is switched on and the seat has cards of its own."""
        if self._aid == "off" or seat == SPECTATOR or self._view.over:
            return None
        return candidates(self._hidden[seat].now, seat, self._aid)

    def forget(self, seat: int) -> None:
        """Let go of a seat at which nobody looks."""
        self._own.pop(seat, None)
        self._hidden.pop(seat, None)

    def updates(self, steps: Sequence[Step], seats: set[int], clock: ClockState | None) -> dict[int, bytes]:
        """Return the message for each seat that tells what some actions have changed. Changes what has been shown."""
        for seat in self._own.keys() - seats:
            self.forget(seat)
        shared = self._move_public(steps)
        return {seat: self._update(seat, steps, shared, clock) for seat in seats if seat in self}

    def _move_public(self, steps: Sequence[Step]) -> _Shared:
        events = [self._public.move(step) for step in steps]
        view = self._game.view.render(self._public.now, 0, SPECTATOR)
        everybodys = changes_between(self._view, view)
        self._view = view
        own = {path: everybodys.pop(path) for path in list(everybodys) if path.partition("/")[0] in self._own_names}
        told = [info for step, some in zip(steps, events, strict=True) for info in infos(some, step.ply)]
        shared = _Shared(encode(everybodys)[1:-1], own, events, encode(told))
        for event in chain.from_iterable(events):
            if event.key in self._own_events:
                shared.tellers.add(event.seat)
        return shared

    def _update(self, seat: int, steps: Sequence[Step], shared: _Shared, clock: ClockState | None) -> bytes:
        own, events, aid = shared.own_changes, shared.encoded_events, None
        if seat != SPECTATOR:
            events = self._move_own(seat, steps, shared)
            own = self._own_changes(seat)
            aid = self.aid(seat)
            if not own and aid is None and events is shared.encoded_events:
                if not shared.update:
                    shared.update = _message(steps, shared.changes, events, None, clock)
                return shared.update
        changes = encode(own)[1:-1]
        if shared.changes and changes:
            changes = shared.changes + b"," + changes
        return _message(steps, changes or shared.changes, events, aid, clock)

    def _own_changes(self, seat: int) -> dict[str, Any]:
        before = self._own[seat]
        after = self._own_fields(self._hidden[seat].now, 0, seat, self._view)
        changes: dict[str, Any] = {}
        if before != after:
            self._own[seat] = after
            for name, value in after.items():
                if before[name] != value:
                    compare(before[name], value, name, changes)
        return changes

    def _move_own(self, seat: int, steps: Sequence[Step], shared: _Shared) -> msgspec.Raw:
        """Take up the new states and return the events, told anew if the seat knows more of them."""
        hidden = self._hidden[seat]
        if seat not in shared.tellers:
            hidden.follow(steps[-1].after)
            return shared.encoded_events
        told: list[EventInfo] = []
        for step in steps:
            told += infos(hidden.move(step), step.ply)
        return msgspec.Raw(encode(told))


def _message(
    steps: Sequence[Step],
    changes: bytes,
    events: msgspec.Raw,
    aid: list[Candidates] | None,
    clock: ClockState | None,
) -> bytes:
    made: Any = msgspec.Raw(b"{" + changes + b"}")
    told: Any = events
    return encode(Update(since=steps[0].ply, ply=steps[-1].ply + 1, changes=made, events=told, aid=aid, clock=clock))


def infos(events: Sequence[Event], ply: int) -> list[EventInfo]:
    """Return events as they are sent: the page has the sentences."""
    return [EventInfo(key=event.key, seat=event.seat, facts=event.facts, ply=ply) for event in events]
