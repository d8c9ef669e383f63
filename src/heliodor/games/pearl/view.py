"""What a seat sees of Pearl of the East."""

from __future__ import annotations

from typing import Any

import msgspec

from heliodor.core.bits import members
from heliodor.core.contract import EVERYTHING, NOBODY, States
from heliodor.core.deck import NO_CARD
from heliodor.core.plain import plain
from heliodor.core.shifting.notation import COLUMNS, KIND_CODES, ROWS, short_texts
from heliodor.core.shifting.rules import NUM_LINES, SIDE, Phase
from heliodor.core.shifting.view import PHASE_NAMES, BoardView, board_rows, cards_text, hands_of
from heliodor.games.pearl.notation import task_texts
from heliodor.games.pearl.questions import (
    blocked_kinds,
    fulfillable_kinds,
    kind_of_three,
    kinds_in_runs,
    legal_actions,
    winners,
)
from heliodor.games.pearl.rules import ALL_KINDS, SHORTEST_RUN


class Combination(msgspec.Struct):
    """Three or four adjacent cards of one line that stand for one kind."""

    line: str  # Row "1"–"5" or column "a"–"e".
    start: int  # Place of its first card in the line, from 0.
    length: int
    kind: str  # Card code.
    needs_pearl: bool  # Whether the kind has no run without the pearl (P6).
    counts: bool  # Whether the seat in turn could fulfil this kind with the board as it lies (P5–P7).


class View(BoardView, kw_only=True):
    """Pearl of the East as one seat sees it."""

    piles: list[str]  # By seat: kinds of the fulfilled tasks as they were laid, the top card last.
    tasks_left: list[str]  # By seat: kinds of the tasks that are not fulfilled yet.
    blocked: list[str]  # By seat: those of them that lie on top of an opponent's pile (P7).
    combinations: list[Combination]  # All on the board, by line.
    tasks_now: str  # Kinds that the seat in turn could fulfil with the board as it lies.
    pearl_stands_for: str | None  # Kind of the task that has needed the pearl in this turn (P6), or null.
    stall: int  # Finished turns since a task was fulfilled (P12).
    stall_limit: int  # The match ends when there are so many.


def render(states: States, index: int, seat: int) -> View:
    """Return the view of a state that has been hidden from the seat."""
    state = plain(states, index)
    over = state.phase == Phase.OVER
    to_act = NOBODY if over else state.turn
    sees_choices = not over and seat in (to_act, EVERYTHING)
    players = state.players
    left = [ALL_KINDS & ~fulfilled for fulfilled in state.fulfilled[:players]]
    legal = legal_actions(states, index)
    return View(
        game="pearl",
        seat=seat,
        players=players,
        first=state.first,
        to_act=to_act,
        phase=PHASE_NAMES[Phase(state.phase)],
        over=over,
        scores=state.num_fulfilled[:players],
        winners=members(winners(states, index)) if over else [],
        legal=[*short_texts(state, legal), *task_texts(legal)] if sees_choices else [],
        board=board_rows(state),
        hands=hands_of(state),
        hand_sizes=state.hand_size[:players],
        deck=len(state.deck) - state.deck_pos,
        discard=cards_text(state.discard) or "",
        run_outs=state.run_outs,
        piles=["".join(KIND_CODES[k] for k in pile if k != NO_CARD) for pile in state.pile[:players]],
        tasks_left=[_codes(kinds) for kinds in left],
        blocked=[_codes(kinds & blocked_kinds(states, index, s)) for s, kinds in enumerate(left)],
        combinations=find_combinations(states, index),
        tasks_now="" if over else _codes(fulfillable_kinds(states, index)),
        pearl_stands_for=None if state.pearl_kind == NO_CARD else KIND_CODES[state.pearl_kind],
        stall=state.stall,
        stall_limit=state.stall_limit,
    )


def own_fields(states: States, index: int, seat: int, shared: View) -> dict[str, Any]:
    """Return what a seat sees otherwise than a spectator: the hands, and its choices."""
    hands = [cards_text(hand) for hand in states["hand"][index].tolist()[: shared.players]]
    choices: list[str] = []
    if shared.to_act == seat:
        legal = legal_actions(states, index)
        choices = [*short_texts(plain(states, index), legal), *task_texts(legal)]
    return {"seat": seat, "hands": hands, "legal": choices}


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
            # Three and three that overlap by two are a run of four.
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
