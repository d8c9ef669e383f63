"""What a seat sees of Pearl of the East."""

from __future__ import annotations

from typing import Any

import msgspec

from heliodor.core.bits import members
from heliodor.core.contract import EVERYTHING, States
from heliodor.core.deck import NO_CARD
from heliodor.core.parts import ANY_FIELD, Part, render_parts
from heliodor.core.plain import plain
from heliodor.core.shifting.notation import COLUMNS, KIND_CODES, ROWS, short_texts
from heliodor.core.shifting.rules import NUM_LINES, SIDE, Phase
from heliodor.core.shifting.view import BOARD_PARTS, BoardView, hands_of
from heliodor.games.pearl.notation import task_texts
from heliodor.games.pearl.questions import KERNELS, blocked_kinds, fulfillable_kinds, kind_of_three, kinds_in_runs
from heliodor.games.pearl.rules import ALL_KINDS, DECK_ROOM, SHORTEST_RUN
from heliodor.games.pearl.state import State


class Combination(msgspec.Struct):
    """Three or four adjacent cards of one line that count as one kind."""

    line: str  # Row "1"–"5" or column "a"–"e".
    start: int  # Place of its first card in the line, from 0.
    length: int
    kind: str  # Card code.
    needs_pearl: bool  # Whether the kind has no run without the pearl (P6).
    counts: bool  # Whether the seat in turn could fulfil this kind with this board (P5–P7).


class View(BoardView, kw_only=True):
    """Pearl of the East as one seat sees it."""

    piles: list[str]  # By seat: kinds of the fulfilled tasks as they were laid, the top card last.
    tasks_left: list[str]  # By seat: kinds of the tasks that are not fulfilled yet.
    blocked: list[str]  # By seat: the unfulfilled kinds that lie on top of an opponent's pile (P7).
    combinations: list[Combination]  # All on the board, by line.
    tasks_now: str  # Kinds that the seat in turn could fulfil with this board.
    pearl_stands_for: str | None  # Kind of the task that has needed the pearl in this turn (P6), or null.
    stall: int  # Finished turns since a task was fulfilled (P12).
    stall_limit: int  # The match ends at this number.


def _settings(state: State, seat: int) -> dict[str, Any]:
    return {"game": "pearl", "stall_limit": state.stall_limit}


def _result(state: State, seat: int) -> dict[str, Any]:
    over = state.phase == Phase.OVER
    winners = members(KERNELS.winners(state.states, state.index)) if over else []
    return {"scores": state.num_fulfilled[: state.players], "winners": winners}


def _deck(state: State, seat: int) -> dict[str, Any]:
    return {"deck": DECK_ROOM - state.deck_pos}


def _tasks(state: State, seat: int) -> dict[str, Any]:
    piles = [[kind for kind in pile if kind != NO_CARD] for pile in state.pile[: state.players]]
    left = [ALL_KINDS & ~fulfilled for fulfilled in state.fulfilled[: state.players]]
    blocked = [kinds & blocked_kinds(state.states, state.index, owner) for owner, kinds in enumerate(left)]
    return {
        "piles": ["".join(KIND_CODES[kind] for kind in pile) for pile in piles],
        "tasks_left": [_codes(kinds) for kinds in left],
        "blocked": [_codes(kinds) for kinds in blocked],
    }


def _combinations(state: State, seat: int) -> dict[str, Any]:
    over = state.phase == Phase.OVER
    return {
        "combinations": find_combinations(state.states, state.index),
        "tasks_now": "" if over else _codes(fulfillable_kinds(state.states, state.index)),
        "pearl_stands_for": None if state.pearl_kind == NO_CARD else KIND_CODES[state.pearl_kind],
    }


def _stall(state: State, seat: int) -> dict[str, Any]:
    return {"stall": state.stall}


def _choices(state: State, seat: int) -> dict[str, Any]:
    if seat not in (state.turn, EVERYTHING) or state.phase == Phase.OVER:
        return {"legal": []}
    legal = KERNELS.legal_actions(state.states, state.index)
    return {"legal": [*short_texts(state, legal), *task_texts(legal)]}


PARTS = (
    *BOARD_PARTS,
    Part("stall_limit", _settings),
    Part("players num_fulfilled phase", _result),
    Part("deck_pos", _deck),
    Part("players pile num_fulfilled fulfilled", _tasks),
    Part("board turn phase players pile num_fulfilled fulfilled pearl_kind", _combinations),
    Part("stall", _stall),
    Part(ANY_FIELD, _choices),
)
OWN_SOURCES = "hand"


def render(states: States, index: int, seat: int) -> View:
    """Return the view of a state that has been hidden from the seat."""
    return render_parts(View, PARTS, states, index, seat)


def own_fields(states: States, index: int, seat: int, shared: View) -> dict[str, Any]:
    """Return the fields that differ from a spectator's view: the hands, and the choices."""
    state = plain(states, index, State)
    return {"seat": seat, "hands": hands_of(state), **_choices(state, seat)}


def find_combinations(states: States, index: int) -> list[Combination]:
    """Return all combinations on the board (P5), rows first."""
    found: list[Combination] = []
    without_pearl, _with_pearl = kinds_in_runs(states, index)
    fulfillable = 0 if states[index].phase == Phase.OVER else fulfillable_kinds(states, index)
    for line in range(NUM_LINES):
        name = ROWS[line] if line < SIDE else COLUMNS[line - SIDE]
        for place in range(SIDE - SHORTEST_RUN + 1):
            kind = kind_of_three(states, index, line, place)
            if kind == NO_CARD:
                continue
            # Two runs of three that overlap by two cards are a run of four.
            if found and (found[-1].line, found[-1].kind) == (name, KIND_CODES[kind]):
                found[-1].length += 1
                continue
            needs_pearl = not without_pearl >> kind & 1
            counts = bool(fulfillable >> kind & 1)
            found.append(Combination(name, place, SHORTEST_RUN, KIND_CODES[kind], needs_pearl, counts))
    return found


def _codes(kinds: int) -> str:
    """Return a set of kinds as their codes in order."""
    return "".join(KIND_CODES[kind] for kind in members(kinds))
