"""What a table shows of its game: views and events, limited by the table's display settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from heliodor.core.contract import EVERYTHING, Event, Game, OptionValue, States
from heliodor.core.plain import PlainState, plain

NOTHING = range(0)  # No plies.


class Shown:
    """A game with the display settings of a table; most games have none and show everything."""

    __slots__ = ("_display", "game", "settings")

    def __init__(self, game: Game, settings: Mapping[str, OptionValue]) -> None:
        self.game = game
        self.settings = dict(settings)  # All of them, defaults included.
        self._display = game.display

    @property
    def is_limited(self) -> bool:
        """Whether views and events may show less than the game does; otherwise the methods below change nothing."""
        return self._display is not None

    @property
    def covered_facts(self) -> tuple[str, ...]:
        """Names of the facts that are removed from events of covered plies."""
        return () if self._display is None else self._display.COVERED_FACTS

    def fields(self, fields: dict[str, Any], state: PlainState) -> dict[str, Any]:
        """Return fields of a view as the table shows them; `state` is the hidden state they were made from."""
        return fields if self._display is None else self._display.limit(fields, state, self.settings)

    def view(self, states: States, index: int, seat: int) -> Any:
        """Return the view of a state that has been hidden from the seat."""
        view = self.game.view.render(states, index, seat)
        if self._display is None or seat == EVERYTHING:
            return view
        fields = msgspec.structs.asdict(view)
        shown = self._display.limit(fields, plain(states, index), self.settings)
        changed = {name: value for name, value in shown.items() if value is not fields[name]}
        return msgspec.structs.replace(view, **changed)

    def covered_plies(self, states: States, index: int, ply: int) -> range:
        """Return the plies that show less now than when they were played."""
        if self._display is None:
            return NOTHING
        return self._display.covered_plies(plain(states, index), ply, self.settings)

    def cover(self, event: Event) -> Event:
        """Return an event of a covered ply as it is shown now."""
        return event if self._display is None else self._display.cover(event)
