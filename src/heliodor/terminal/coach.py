"""The coach in a terminal: it asks before a decision is carried out that gives away too much."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.console import Console
from rich.text import Text

from heliodor.core.contract import Game
from heliodor.core.errors import BadOption
from heliodor.hints import Question, advice_of, load_kernels, question
from heliodor.match import Match
from heliodor.terminal.advice import draw_actions, reasons_of

SWITCHES = {"": None, "on": True, "off": False}
TAKE_BACK, PLAY = ("b", "back"), ("p", "play")


class Coach:
    """The coach of one person; off at first."""

    def __init__(self, console: Console, game: Game, seat: int, names: Sequence[str], ask: Callable[[], str]) -> None:
        self._console = console
        self._game = game
        self._seat = seat
        self._names = names
        self._ask = ask  # Reads a line.
        self._is_on = False
        self._start = 0  # Ply at which the present decision began: a turn of several actions is one decision.

    def switch(self, wish: str) -> None:
        """Switch it on or off, or over if the wish is empty; a game without hints has no coach."""
        if wish not in SWITCHES:
            raise BadOption(f"coach takes on or off, not {wish!r}")
        wanted = SWITCHES[wish]
        self._is_on = not self._is_on if wanted is None else wanted
        if self._is_on:
            try:
                with self._console.status("Getting the coach ready (slow only the first time) …"):
                    load_kernels(self._game)
            except BadOption:
                self._is_on = False
                raise

    @property
    def is_on(self) -> bool:
        """Whether the coach looks at decisions."""
        return self._is_on

    def begin(self, match: Match) -> None:
        """Note where a decision of the person begins."""
        if not advice_of(self._game).is_mid_turn(match.states):
            self._start = match.ply

    def agrees(self, match: Match, text: str) -> bool:
        """Return whether to play an action: the coach has nothing against it, or the person plays it anyway.

        Otherwise the decision is taken back from its beginning. Nothing has been revealed since. Changes `match`.
        """
        if not self._is_on:
            return True
        hidden = match.at(self._start).hidden_states(self._seat)
        with self._console.status("The coach is thinking …"):
            found = question(self._game, hidden, [*match.actions[self._start :], text], seed=self._start)
        if found is None:
            return True
        self._show(found)
        while (answer := self._ask().casefold()) not in (*TAKE_BACK, *PLAY):
            self._console.print("Type [bold]b[/] or [bold]p[/].")
        if answer in PLAY:
            return True
        if match.ply > self._start:
            match.take_back(self._start)
        return False

    def _show(self, found: Question) -> None:
        lost = f"{found.given_away:.0%} of the win" if found.points is None else f"{found.points:.0f} points"
        self._console.print(Text(f"Coach: this gives away about {lost}."), style="yellow")
        better = f"Better: [bold]{draw_actions(found.better.actions)}[/]. {reasons_of(found.better, self._names)}"
        self._console.print(Text.from_markup(better))
        self._console.print("[bold]b[/] takes it back, [bold]p[/] plays it anyway.")
