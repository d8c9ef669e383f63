"""Reasons for a turn in Nizam."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np

from heliodor.bots.brains.nizam import brain
from heliodor.bots.brains.nizam.brain import SHUFFLED_CARDS
from heliodor.core.contract import Event, States
from heliodor.core.shifting.notation import COLUMNS, KIND_CODES, ROWS
from heliodor.core.shifting.rules import DONE, DRAW, PASS, SIDE
from heliodor.core.shifting.words import line_name, number_of
from heliodor.core.words import joined
from heliodor.games.nizam import GAME
from heliodor.games.nizam.questions import points_of_turn
from heliodor.games.nizam.view import find_combinations
from heliodor.hints.calibration import SHIPPED, Standing, distances
from heliodor.hints.contract import Line
from heliodor.hints.outlook import Candidate
from heliodor.hints.position import Position, Steps
from heliodor.hints.shifting import (
    ShiftingAdvice,
    cards_paid,
    name_shifts,
    price,
    shift_codes,
    shifts_of,
    tell_next,
)
from heliodor.hints.turns import list_turns, turn_lister

KEY = "nizam.hint"


@cache
def lister() -> Any:
    """Return the compiled enumeration of turns."""
    return turn_lister(GAME, brain)


class NizamAdvice(ShiftingAdvice):
    """The hooks of Nizam."""

    calibration = SHIPPED / "nizam.json"
    inputs = ("turns to wait", "points, in tens", "cards in hand, in fives")

    def standing(self, states: States) -> Standing:
        """Return how much of all decks is drawn (N15), the points and the number of cards."""
        state = states[0]
        players = int(state.players)
        cards_to_come = len(state.deck) - int(state.deck_pos) + SHUFFLED_CARDS * (players - 1 - int(state.run_outs))
        inputs = [distances(states, int(state.turn)), state.score[:players] / 10, state.hand_size[:players] / 5]
        return Standing(min(max(1 - cards_to_come / (SHUFFLED_CARDS * players), 0.0), 1.0), np.column_stack(inputs))

    def explain(self, position: Position, steps: Steps, others: Sequence[Steps]) -> list[Event]:
        """Return the points and the cost of a turn, and what it leaves to the next player."""
        resting = [list(other) for other in others if other[0] in (DRAW, PASS)]
        if steps[0] == PASS:
            return [Event(f"{KEY}.pass", position.seat, {}, "Neither a draw nor a shift is possible.")]
        if steps[0] == DRAW:
            reason = _tell_draw(position, [other for other in others if shifts_of(other)])
        else:
            reason = _tell_shifts(position, steps)
        return [reason, *tell_next(position, KEY, steps, resting, "point")]

    def best_line(self, position: Position, candidates: Sequence[Candidate]) -> Line | None:
        """Return the turn with the most points, the cheapest of equal ones.

        All turns are enumerated; if there are too many, those that the bot has looked at.
        """
        shifting = [turn.steps for turn in list_turns(position, lister)[:1]] or [
            candidate.steps for candidate in candidates if candidate.steps[0] not in (DRAW, PASS)
        ]
        best = max(shifting, key=lambda steps: (points_of(position, steps), -cards_paid(position, steps)), default=None)
        if best is None or not points_of(position, best):
            return None
        return Line(position.texts(best), points_of(position, best), [_tell_shifts(position, best)])

    def entrances(self) -> Iterator[tuple[str, Callable[[], Any]]]:
        """Yield the enumeration of turns."""
        yield "hints, list_turns", lister


ADVICE = NizamAdvice()


def points_of(position: Position, steps: Steps) -> int:
    """Return the points of a turn."""
    return int(points_of_turn(position.after([step for step in steps if step != DONE]), 0))


def _tell_shifts(position: Position, steps: Steps) -> Event:
    """Explain what the shifts make."""
    scoring = [c for c in find_combinations(position.after([step for step in steps if step != DONE]), 0) if c.scores]
    points, paid = points_of(position, steps), cards_paid(position, steps)
    made = joined([f"{number_of(c.length, KIND_CODES.index(c.kind))} in {_name_of_line(c.line)}" for c in scoring])
    combinations: list[Any] = [{"line": c.line, "kind": c.kind, "length": c.length} for c in scoring]
    facts = {"shifts": shift_codes(steps), "combinations": combinations, "points": points, "paid": paid}
    if not shifts_of(steps):
        text = f"The board scores as it lies: {made}, {_points(points)}." if points else "Nothing is gained."
        return Event(f"{KEY}.done", position.seat, facts, text)
    shifts = name_shifts(steps)
    if not points:
        return Event(f"{KEY}.no_points", position.seat, facts, f"{shifts} scores nothing, {price(paid)}.")
    verb = "makes" if len(shifts_of(steps)) == 1 else "make"
    return Event(f"{KEY}.points", position.seat, facts, f"{shifts} {verb} {made}: {_points(points)} {price(paid)}.")


def _tell_draw(position: Position, shifting: Sequence[Steps]) -> Event:
    """Explain what the best turn with shifts would have scored."""
    best = max(shifting, key=lambda steps: (points_of(position, steps), -cards_paid(position, steps)), default=None)
    points = 0 if best is None else points_of(position, best)
    if best is None or not points:
        facts: dict[str, Any] = {"points": 0}
        return Event(f"{KEY}.draw_first", position.seat, facts, "No shifts that you can pay for score now: draw.")
    paid = cards_paid(position, best)
    facts = {"points": points, "paid": paid}
    text = f"Cards now, shifts later: those that score most would bring {_points(points)} {price(paid)}."
    return Event(f"{KEY}.draw", position.seat, facts, text)


def _name_of_line(code: str) -> str:
    return line_name(ROWS.index(code) if code in ROWS else SIDE + COLUMNS.index(code))


def _points(count: int) -> str:
    return f"{count} points"  # Never one: a combination scores at least three.
