"""What each receiver is sent: made from a hidden copy of the state for each, and nothing from elsewhere.

What a spectator sees, every seat may know. So that part of a view is made once, from the state as it is hidden from a
spectator, and what a seat sees beyond it from the state as it is hidden from that seat.
"""

from __future__ import annotations

from collections.abc import Sequence
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

    def __init__(self, game: Game, states: States, seat: int) -> None:
        self._game = game
        self._seat = seat
        self.now, self._before = np.zeros(1, game.dtype), np.zeros(1, game.dtype)
        self._hide(states)

    def move(self, step: Step) -> list[Event]:
        """Take up a new state and return what happened."""
        self.follow(step)
        return self._game.story.tell(self._before, step.steps, self.now)

    def follow(self, step: Step) -> None:
        """Take up a new state."""
        self.now, self._before = self._before, self.now
        self._hide(step.after)

    def _hide(self, states: States) -> None:
        self._game.kernels.copy(self.now, 0, states, 0)
        self._game.kernels.hide(self.now, 0, self._seat)


class _Shared(NamedTuple):
    """What some actions have changed for everybody."""

    changes: bytes  # JSON without its braces; without the fields that a seat has of its own.
    own_changes: dict[str, Any]  # Of those fields, as a spectator sees them.
    events: list[list[Event]]  # By action.
    encoded_events: msgspec.Raw


class Viewers:
    """What everybody at a table has been shown of the match."""

    def __init__(self, game: Game, states: States, aid: str) -> None:
        self._game = game
        self._aid = aid if game.id == "luz" else "off"
        self._public = _Hidden(game, states, SPECTATOR)
        self._view = game.view.render(self._public.now, 0, SPECTATOR)
        self._own_names = set(game.view.own_fields(self._public.now, 0, SPECTATOR, self._view))
        self._hidden: dict[int, _Hidden] = {}  # By seat.
        self._own: dict[int, dict[str, Any]] = {}  # By seat: the fields of its own.

    def __contains__(self, seat: int) -> bool:
        return seat == SPECTATOR or seat in self._own

    def view(self, seat: int, states: States) -> Any:
        """Return the whole view of a seat, or of a spectator; from now on it is kept up to date."""
        if seat == SPECTATOR:
            return self._view
        if seat not in self._own:
            self._hidden[seat] = _Hidden(self._game, states, seat)
            self._own[seat] = self._own_fields(seat)
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
        changes = changes_between(self._view, view)
        self._view = view
        own = {path: value for path, value in changes.items() if path.partition("/")[0] in self._own_names}
        everybodys = {path: value for path, value in changes.items() if path not in own}
        told = [info for step, some in zip(steps, events, strict=True) for info in infos(some, step.ply)]
        return _Shared(encode(everybodys)[1:-1], own, events, msgspec.Raw(encode(told)))

    def _update(self, seat: int, steps: Sequence[Step], shared: _Shared, clock: ClockState | None) -> bytes:
        own, events = shared.own_changes, shared.encoded_events
        if seat != SPECTATOR:
            events = self._move_own(seat, steps, shared)
            before, after = self._own[seat], self._own_fields(seat)
            own = {}
            for name, value in after.items():
                if before[name] != value:
                    compare(before[name], value, name, own)
            self._own[seat] = after
        parts = [part for part in (shared.changes, encode(own)[1:-1]) if part]
        changes: Any = msgspec.Raw(b"{" + b",".join(parts) + b"}")
        told: Any = events
        update = Update(
            since=steps[0].ply, ply=steps[-1].ply + 1, changes=changes, events=told, aid=self.aid(seat), clock=clock
        )
        return encode(update)

    def _move_own(self, seat: int, steps: Sequence[Step], shared: _Shared) -> msgspec.Raw:
        """Take up the new states and return the events, told anew where the seat may know more."""
        hidden = self._hidden[seat]
        own_events = self._game.story.OWN_EVENTS
        told: list[EventInfo] = []
        is_own = False
        for step, events in zip(steps, shared.events, strict=True):
            if any(event.key in own_events for event in events):
                is_own = True
                told += infos(hidden.move(step), step.ply)
            else:
                hidden.follow(step)
                told += infos(events, step.ply)
        return msgspec.Raw(encode(told)) if is_own else shared.encoded_events

    def _own_fields(self, seat: int) -> dict[str, Any]:
        return self._game.view.own_fields(self._hidden[seat].now, 0, seat, self._view)


def infos(events: Sequence[Event], ply: int) -> list[EventInfo]:
    """Return events as they are sent: the page has the sentences."""
    return [EventInfo(key=event.key, seat=event.seat, facts=event.facts, ply=ply) for event in events]
