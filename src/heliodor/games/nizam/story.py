"""What happened in Nizam."""

from __future__ import annotations

from collections.abc import Sequence

from heliodor.core.bits import members
from heliodor.core.contract import NOBODY, Event, States
from heliodor.core.plain import plain
from heliodor.core.shifting.notation import COLUMNS, KIND_CODES, ROWS
from heliodor.core.shifting.rules import DONE, DRAW, PASS, SIDE, Phase
from heliodor.core.shifting.story import tell_deck, tell_draw, tell_end, tell_pass, tell_shift
from heliodor.core.shifting.words import line_name, number_of
from heliodor.core.words import counted
from heliodor.games.nizam.questions import KERNELS, points_of_turn
from heliodor.games.nizam.rules import RUN_POINTS
from heliodor.games.nizam.state import State
from heliodor.games.nizam.view import Combination, find_combinations

OWN_EVENTS = frozenset({"nizam.draw"})


def tell(before: States, steps: Sequence[int], after: States) -> list[Event]:
    """Return the events of one action; both states are hidden from the same reader."""
    was, now = plain(before, 0, State), plain(after, 0, State)
    action = steps[0]
    if action == DRAW:
        events = [tell_draw("nizam", was, now)]
    elif action == PASS:
        events = [tell_pass("nizam", was)]
    elif action == DONE:
        events = _tell_activation(before, was.turn)
    else:
        events = [tell_shift("nizam", was, steps)]
    events += tell_deck("nizam", was, now)
    if now.phase == Phase.OVER:
        events.append(tell_end("nizam", members(KERNELS.winners(after, 0)), now.score[: now.players], "point"))
    return events


def _tell_activation(before: States, seat: int) -> list[Event]:
    scoring = [c for c in find_combinations(before, 0) if c.scores]
    if not scoring:
        return [Event("nizam.no_points", seat, {}, f"{{{seat}}} ends the turn; nothing new scores.")]
    events = [_tell_combination(seat, combination) for combination in scoring]
    points = points_of_turn(before, 0)
    bonus = len(scoring) - 1
    text = f"{{{seat}}} scores {counted(points, 'point')}"
    second = "a second combination" if bonus == 1 else "further combinations"
    text += f", including {bonus} for {second}." if bonus else "."
    events.append(Event("nizam.points", seat, {"points": points, "bonus": bonus}, text))
    cells = {cell for c in scoring for cell in _cells(c)}
    text = f"{counted(len(cells), 'card').capitalize()} leave the board, and the gaps are filled from the deck."
    events.append(Event("nizam.fill", NOBODY, {"cells": sorted(cells)}, text))
    return events


def _tell_combination(seat: int, combination: Combination) -> Event:
    kind = KIND_CODES.index(combination.kind)
    line = _line(combination)
    points = int(RUN_POINTS[combination.length])
    facts = {
        "line": combination.line,
        "start": combination.start,
        "length": combination.length,
        "kind": combination.kind,
        "points": points,
    }
    text = f"{number_of(combination.length, kind).capitalize()} in {line_name(line)}: {points} points."
    return Event("nizam.combination", seat, facts, text)


def _line(combination: Combination) -> int:
    return ROWS.index(combination.line) if combination.line in ROWS else SIDE + COLUMNS.index(combination.line)


def _cells(combination: Combination) -> list[int]:
    """Return the cells of a combination in reading order."""
    places = range(combination.start, combination.start + combination.length)
    line = _line(combination)
    return [SIDE * line + place if line < SIDE else SIDE * place + line - SIDE for place in places]
