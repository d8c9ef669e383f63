"""Reasons for a turn, or a task, in Pearl of the East."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from heliodor.core.bits import members
from heliodor.core.contract import Event, States
from heliodor.core.shifting.notation import KIND_CODES
from heliodor.core.shifting.rules import DRAW, PASS
from heliodor.core.shifting.words import KIND_NAMES
from heliodor.core.words import counted, joined
from heliodor.games.pearl.questions import blocked_kinds
from heliodor.games.pearl.rules import NUM_TASKS, TASK_0
from heliodor.hints.calibration import SHIPPED, Standing, distances
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

KEY = "pearl.hint"


class PearlAdvice(ShiftingAdvice):
    """The hooks of Pearl of the East."""

    calibration = SHIPPED / "pearl.json"
    inputs = ("turns to wait", "tasks", "blocked tasks", "cards in hand, in fives")
    questioned_from = 0.12  # Twice the usual, so that it asks less often: docs/analysis.md has the figures.

    def standing(self, states: States) -> Standing:
        """Return the most tasks that anybody has, those of each seat, its blocked ones (P7), and its cards."""
        state = states[0]
        players = int(state.players)
        blocked = [
            (int(blocked_kinds(states, 0, seat)) & ~int(state.fulfilled[seat])).bit_count() for seat in range(players)
        ]
        tasks = state.num_fulfilled[:players]
        inputs = [distances(states, int(state.turn)), tasks, np.array(blocked), state.hand_size[:players] / 5]
        return Standing(float(tasks.max()) / NUM_TASKS, np.column_stack(inputs))

    def explain(self, position: Position, steps: Steps, others: Sequence[Steps]) -> list[Event]:
        """Return the tasks that a turn fulfils, the players it blocks, and what it leaves to the next player."""
        resting = [list(other) for other in others if other[0] in (DRAW, PASS)]
        if steps[0] == PASS:
            return [Event(f"{KEY}.pass", position.seat, {}, "Neither a draw nor a shift is possible.")]
        if steps[0] == DRAW:
            reasons = [_tell_draw(position, [other for other in others if shifts_of(other)])]
        else:
            after = _after_turn(position, steps)
            tell = _tell_task if steps[0] >= TASK_0 else _tell_turn
            reasons = [tell(position, steps, after), *_tell_blocked(position, after)]
            if position.game.kernels.is_over(after, 0):
                text = "It is the last task: you win." if _is_won(position, after) else "It ends the match."
                return [*reasons, Event(f"{KEY}.ends", position.seat, {"wins": _is_won(position, after)}, text)]
        return [*reasons, *tell_next(position, KEY, steps, resting, "task")]


ADVICE = PearlAdvice()


def tasks_of(position: Position, steps: Steps) -> list[int]:
    """Return the kinds that a turn fulfils, as the quick policy lays them."""
    seat = position.seat
    after = _after_turn(position, steps)
    before = int(position.hidden[0].num_fulfilled[seat])
    return [int(kind) for kind in after[0].pile[seat, before : int(after[0].num_fulfilled[seat])]]


def _after_turn(position: Position, steps: Steps) -> States:
    """Return the hidden record after a turn and its tasks: nothing in it is revealed or drawn."""
    states = position.after(steps)
    while position.game.kernels.to_act(states, 0) == position.seat and states[0].phase == _tasks_phase(position):
        for step in position.quick_move(states):
            position.game.kernels.apply_action(states, 0, step)
    return states


def _tasks_phase(position: Position) -> Any:
    return position.game.rules.Phase.TASKS


def _tell_turn(position: Position, steps: Steps, after: States) -> Event:
    kinds = tasks_of(position, steps)
    paid = cards_paid(position, [step for step in steps if step < TASK_0])
    fulfilled = int(after[0].num_fulfilled[position.seat])
    codes = "".join(KIND_CODES[kind] for kind in kinds)
    facts = {"shifts": shift_codes(steps), "kinds": codes, "number": fulfilled, "paid": paid}
    shifts = name_shifts(steps) or "The board as it lies"
    is_one = len(shifts_of(steps)) <= 1
    if not kinds:
        text = f"{shifts} {'fulfils' if is_one else 'fulfil'} nothing, {price(paid)}."
        return Event(f"{KEY}.no_task", position.seat, facts, text)
    names = joined([KIND_NAMES[kind] for kind in kinds])
    text = f"{shifts} {'fulfils' if is_one else 'fulfil'} {names} {price(paid)}: {fulfilled} of {NUM_TASKS} tasks."
    return Event(f"{KEY}.tasks", position.seat, facts, text)


def _tell_task(position: Position, steps: Steps, after: States) -> Event:
    kind = steps[0] - TASK_0
    top = int(after[0].pile[position.seat, int(after[0].num_fulfilled[position.seat]) - 1])
    facts = {"kind": KIND_CODES[kind], "top": KIND_CODES[top]}
    text = f"After {KIND_NAMES[kind]}, {KIND_NAMES[top]} comes to lie on top of your pile."
    if kind == top:
        text = f"{KIND_NAMES[kind].capitalize()} comes to lie on top of your pile."
    return Event(f"{KEY}.task", position.seat, facts, text)


def _tell_blocked(position: Position, after: States) -> list[Event]:
    """Name the opponents who can no longer fulfil the task on top of the pile, and could before."""
    seat = position.seat
    blocked: dict[int, list[int]] = {}
    for other in range(position.players):
        if other == seat:
            continue
        new = int(blocked_kinds(after, 0, other)) & ~int(blocked_kinds(position.hidden, 0, other))
        for kind in members(new & ~int(after[0].fulfilled[other])):
            blocked.setdefault(kind, []).append(other)
    events = []
    for kind, seats in blocked.items():
        names = joined([f"{{{other}}}" for other in seats])
        facts = {"kind": KIND_CODES[kind], "players": seats}
        events.append(Event(f"{KEY}.blocks", seat, facts, f"It keeps {names} from {KIND_NAMES[kind]} for now."))
    return events


def _tell_draw(position: Position, shifting: Sequence[Steps]) -> Event:
    best = max(shifting, key=lambda steps: (len(tasks_of(position, steps)), -cards_paid(position, steps)), default=None)
    count = 0 if best is None else len(tasks_of(position, best))
    if best is None or not count:
        facts: dict[str, Any] = {"tasks": 0}
        return Event(f"{KEY}.draw_first", position.seat, facts, "No shifts that you can pay for fulfil a task: draw.")
    paid = cards_paid(position, best)
    text = f"Cards now, shifts later: they could fulfil {counted(count, 'task')} {price(paid)}."
    return Event(f"{KEY}.draw", position.seat, {"tasks": count, "paid": paid}, text)


def _is_won(position: Position, after: States) -> bool:
    return position.seat in position.game.winners(after, 0)
