"""What each receiver is sent: a hidden copy of the state for each, and nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import numpy as np

from heliodor.core.contract import Event, Game, States
from heliodor.protocol.changes import changes_between
from heliodor.protocol.messages import Candidates, EventInfo, Update
from heliodor.protocol.tables import ClockState
from heliodor.server.deduction import candidates

encode = msgspec.json.Encoder().encode


class Step(NamedTuple):
    """One action that has been played: its steps, and the state that it led to."""

    ply: int
    steps: list[int]
    after: States


class Viewer:
    """What one seat, or everybody (−1), has been shown of a match; serves all connections that look so."""

    def __init__(self, game: Game, states: States, seat: int, aid: str) -> None:
        self.seat = seat
        self._game = game
        self._aid = aid if game.id == "luz" and seat >= 0 else "off"
        self._hidden, self._after = np.zeros(1, game.dtype), np.zeros(1, game.dtype)
        self._hide(states, self._hidden)
        self.view = game.view.render(self._hidden, 0, seat)

    def aid(self) -> list[Candidates] | None:
        """Return the deduction board, if it is switched on and the seat has cards of its own."""
        if self._aid == "off" or self._game.kernels.is_over(self._hidden, 0):
            return None
        return candidates(self._hidden, self.seat, self._aid)

    def update(self, steps: Sequence[Step], clock: ClockState | None) -> bytes:
        """Return the message that tells what some actions have changed. Changes what has been shown."""
        events: list[EventInfo] = []
        for step in steps:
            self._hide(step.after, self._after)
            events += infos(self._game.story.tell(self._hidden, step.steps, self._after), step.ply)
            self._hidden, self._after = self._after, self._hidden
        view = self._game.view.render(self._hidden, 0, self.seat)
        changes = changes_between(self.view, view)
        self.view = view
        message = Update(
            since=steps[0].ply,
            ply=steps[-1].ply + 1,
            changes=changes,
            events=events,
            aid=self.aid(),
            clock=clock,
        )
        return encode(message)

    def _hide(self, states: States, into: States) -> None:
        self._game.kernels.copy(into, 0, states, 0)
        self._game.kernels.hide(into, 0, self.seat)


def infos(events: Sequence[Event], ply: int) -> list[EventInfo]:
    """Return events as they are sent: the page has the sentences."""
    return [EventInfo(key=event.key, seat=event.seat, facts=event.facts, ply=ply) for event in events]
