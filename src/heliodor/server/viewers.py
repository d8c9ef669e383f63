"""Views and updates for each receiver: built only from a hidden copy of the state.

Every seat may know what a spectator sees. So that part of a view is built once, from the state as hidden from a
spectator, and the rest from the state as hidden from the seat. Either way only those parts are rebuilt whose fields
have changed in that hidden copy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec
import numpy as np

from heliodor.core.contract import OFF, SPECTATOR, Event, Game, States
from heliodor.core.kernels import BYTES, INTS
from heliodor.core.parts import field_bounds, source_bits
from heliodor.core.plain import PlainState, plain
from heliodor.core.shown import Shown
from heliodor.games import get_game
from heliodor.match import Played
from heliodor.protocol.changes import compare
from heliodor.protocol.messages import Covered, EventInfo, Update
from heliodor.protocol.plain import PlainBoard
from heliodor.protocol.tables import ClockState
from heliodor.server.plain_board import plain_board, sentences

encode = msgspec.json.Encoder().encode


class _Covering(NamedTuple):
    """The effect of some actions on what may be looked at."""

    covered: Covered | None  # Everything that is covered now, if it is more than before.
    uncovered: int | None  # The first ply that was covered and no longer is.


_NO_COVERING = _Covering(None, None)


class _Sources(NamedTuple):
    """The fields that the views of a game depend on; a set of fields is an int with one bit for each."""

    bounds: np.ndarray  # Offset of each field.
    parts: list[tuple[int, Callable[[PlainState, int], dict[str, Any]]]]  # Fields, and the part built from them.
    own: int  # Fields behind what a seat sees and a spectator does not.


@cache
def _sources_of(game_id: str) -> _Sources:
    game = get_game(game_id)
    parts = [(source_bits(game.dtype, part.sources), part.make) for part in game.view.PARTS]
    return _Sources(field_bounds(game.dtype), parts, source_bits(game.dtype, game.view.OWN_SOURCES))


class _Hidden:
    """The state as a spectator and every seat may know it, now and before; the spectator's comes first."""

    __slots__ = ("_before_bytes", "_bounds", "_changed", "_follow", "_now_bytes", "_readers", "before", "now")

    def __init__(self, game: Game, states: States) -> None:
        count = 1 + int(states[0].players)
        self._follow = game.kernels.follow
        self._bounds = _sources_of(game.id).bounds
        self._readers = np.arange(SPECTATOR, SPECTATOR + count, dtype=INTS)
        self._changed = np.zeros(count, INTS)
        self.now, self.before = np.zeros(count, game.dtype), np.zeros(count, game.dtype)
        self._now_bytes, self._before_bytes = self.now.view(BYTES), self.before.view(BYTES)
        self.follow(states)

    def follow(self, states: States) -> list[int]:
        """Store a new state; return the set of changed fields, for each reader."""
        now, before = self.before, self.now
        now_bytes, before_bytes = self._before_bytes, self._now_bytes
        self._follow(now, now_bytes, before_bytes, states, self._readers, self._bounds, self._changed)
        self.now, self.before, self._now_bytes, self._before_bytes = now, before, now_bytes, before_bytes
        return self._changed.tolist()


class Viewers:
    """What everybody at a table has been shown of the match."""

    __slots__ = (
        "_aid",
        "_covered",
        "_game",
        "_hidden",
        "_is_limited",
        "_own",
        "_own_names",
        "_shown",
        "_sources",
        "_view",
    )

    def __init__(self, shown: Shown, states: States, ply: int, aid: str) -> None:
        self._shown = shown
        self._is_limited = shown.is_limited
        self._game = game = shown.game
        self._aid = aid
        self._sources = _sources_of(game.id)
        self._hidden = _Hidden(game, states)
        self._view = shown.view(self._hidden.now, _place_of(SPECTATOR), SPECTATOR)
        self._covered = self._covered_at(ply)
        self._own_names = frozenset(self._own_fields(SPECTATOR))
        self._own: dict[int, dict[str, Any]] = {}  # By seat: its private fields.

    def view(self, seat: int) -> Any:
        """Return the whole view of a seat, or of a spectator; it is kept up to date from now on."""
        if seat == SPECTATOR:
            return self._view
        if seat not in self._own:
            self._own[seat] = self._own_fields(seat)
        return msgspec.structs.replace(self._view, **self._own[seat])

    def aid(self, seat: int) -> Sequence[msgspec.Struct] | None:
        """Return the game's aid for a seat, if it has one that is switched on."""
        if self._game.aid is None or self._aid == OFF or seat == SPECTATOR or self._view.over:
            return None
        return self._game.aid.work_out(self._hidden.now, _place_of(seat), seat, self._aid)

    def plain(self, seat: int) -> dict[str, PlainBoard] | None:
        """Return what the page's plain board shows of a seat's view, if the game needs it."""
        return None if self._game.has_board else plain_board(self._game, self.view(seat))

    def covered(self) -> Covered | None:
        """Return what may not be looked at now; it is the same for everybody."""
        plies = self._covered
        if not plies:
            return None
        return Covered(since=plies.start, until=plies.stop, facts=list(self._shown.covered_facts))

    def _covered_at(self, ply: int) -> range:
        return self._shown.covered_plies(self._hidden.now, _place_of(SPECTATOR), ply)

    def forget(self, seat: int) -> None:
        """Drop the view of a seat that nobody watches."""
        self._own.pop(seat, None)

    def updates(self, played: Sequence[Played], seats: set[int], clock: ClockState | None) -> dict[int, bytes]:
        """Return the update message for each seat. Changes what has been shown."""
        if not self._own.keys() <= seats:
            for seat in self._own.keys() - seats:
                self.forget(seat)
        changed, events, own_events = self._move(played)
        covering = _NO_COVERING
        if self._is_limited:
            covering = self._cover(played[-1].ply + 1, [events, *own_events.values()])
        had_turn = self._view.to_act
        everybodys, spectators = self._public_changes(changed[_place_of(SPECTATOR)])
        shared = encode(everybodys)[1:-1]
        # Everything but the changes; most receivers hear the same events and get no aid.
        for_many = _Frame(played, events, covering, None, clock)
        is_plain = not self._game.has_board
        messages: dict[int, bytes] = {}
        for seat in seats:
            if seat == SPECTATOR:
                own, aid = spectators, None
            elif seat in self._own:
                own, aid = self._own_changes(seat, changed[_place_of(seat)], had_turn), self.aid(seat)
            else:
                continue
            frame = for_many
            if aid is not None or is_plain or seat in own_events:
                frame = _Frame(played, own_events.get(seat, events), covering, aid, clock, self.plain(seat))
            messages[seat] = frame.around(_joined(shared, own) if own else shared)
        return messages

    def _move(self, played: Sequence[Played]) -> tuple[list[int], list[EventInfo], dict[int, list[EventInfo]]]:
        """Store new states; return what has changed for each reader, and the events.

        The events come in their public form, and separately for the seats that may know more.
        """
        changed: list[int] = []
        events: list[EventInfo] = []
        own_events: dict[int, list[EventInfo]] = {}
        for action in played:
            also = self._hidden.follow(action.after)
            changed = [some | more for some, more in zip(changed, also, strict=True)] if changed else also
            public = self._tell(action, SPECTATOR)
            told = infos(self._game, public, action.ply)
            hear_more = {event.seat for event in public if event.key in self._game.story.OWN_EVENTS}
            for seat in hear_more:
                own_events.setdefault(seat, events.copy())
            for seat, own in own_events.items():
                own += infos(self._game, self._tell(action, seat), action.ply) if seat in hear_more else told
            events += told
        return changed, events, own_events

    def _cover(self, ply: int, told: Sequence[list[EventInfo]]) -> _Covering:
        """Remove from the events what is covered by now; return what has changed. Changes the events."""
        before, self._covered = self._covered, self._covered_at(ply)
        uncovered = before.start if before and (not self._covered or before.start < self._covered.start) else None
        if not self._covered or self._covered == before:
            return _Covering(None, uncovered)
        for event in (event for events in told for event in events):
            if event.ply in self._covered:
                event.facts = {n: fact for n, fact in event.facts.items() if n not in self._shown.covered_facts}
                event.text = {}  # The sentence contains the facts.
        return _Covering(self.covered(), uncovered)

    def _tell(self, action: Played, seat: int) -> list[Event]:
        place = _place_of(seat)
        here = slice(place, place + 1)
        return self._game.story.tell(self._hidden.before[here], action.steps, self._hidden.now[here])

    def _public_changes(self, changed: int) -> tuple[dict[str, Any], dict[str, Any]]:
        """Update the spectator's view; return the changes for everybody, and those for spectators only."""
        view, state = self._view, plain(self._hidden.now, _place_of(SPECTATOR))
        everybodys: dict[str, Any] = {}
        spectators: dict[str, Any] = {}
        for sources, make in self._sources.parts:
            if changed & sources:
                fields = make(state, SPECTATOR)
                if self._is_limited:
                    fields = self._shown.fields(fields, state)
                for name, after in fields.items():
                    before = getattr(view, name)
                    if before != after:
                        compare(before, after, name, spectators if name in self._own_names else everybodys)
                        setattr(view, name, after)
        return everybodys, spectators

    def _own_changes(self, seat: int, changed: int, had_turn: int) -> dict[str, Any]:
        changes: dict[str, Any] = {}
        if changed & self._sources.own or seat in (had_turn, self._view.to_act):
            shown = self._own[seat]
            for name, after in self._own_fields(seat).items():
                if shown[name] != after:
                    compare(shown[name], after, name, changes)
                    shown[name] = after
        return changes

    def _own_fields(self, seat: int) -> dict[str, Any]:
        place = _place_of(seat)
        own = self._game.view.own_fields(self._hidden.now, place, seat, self._view)
        return self._shown.fields(own, plain(self._hidden.now, place)) if self._is_limited else own


def _place_of(seat: int) -> int:
    """Return the index of the hidden state of a seat, or of a spectator."""
    return seat - SPECTATOR


def _joined(shared: bytes, own: dict[str, Any]) -> bytes:
    """Join the changes for everybody, which are JSON without its braces, with those for one seat; same form."""
    changes = encode(own)[1:-1]
    return shared + b"," + changes if shared and changes else shared or changes


class _Frame:
    """An update message without its changes: what comes before and after them."""

    __slots__ = ("_after", "_before")

    def __init__(
        self,
        played: Sequence[Played],
        events: list[EventInfo],
        covering: _Covering,
        aid: Sequence[msgspec.Struct] | None,
        clock: ClockState | None,
        plain: dict[str, PlainBoard] | None = None,
    ) -> None:
        update = Update(
            since=played[0].ply,
            ply=played[-1].ply + 1,
            changes={},
            events=events,
            covered=covering.covered,
            uncovered=covering.uncovered,
            aid=aid,
            clock=clock,
            plain=plain,
        )
        # Only two numbers come before the changes, so the first braces that are empty are theirs.
        self._before, _, self._after = encode(update).partition(b"{}")

    def around(self, changes: bytes) -> bytes:
        """Return the message with these changes, which are JSON without its braces."""
        return b"%b{%b}%b" % (self._before, changes, self._after)


def infos(game: Game, events: Sequence[Event], ply: int) -> list[EventInfo]:
    """Return events as messages; for games with their own board, the page has the sentences."""
    if game.has_board:
        return [EventInfo(key=event.key, seat=event.seat, facts=event.facts, ply=ply) for event in events]
    return [
        EventInfo(key=event.key, seat=event.seat, facts=event.facts, ply=ply, text=sentences(game, event))
        for event in events
    ]
