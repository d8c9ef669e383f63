"""Advice that games on the shifting board share: whole turns, shifts in words, and the next player's gain."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from statistics import fmean
from typing import NamedTuple

from heliodor.core.contract import NOBODY, Event, States
from heliodor.core.shifting.notation import SHIFT_TEXTS
from heliodor.core.shifting.rules import DONE, PAY_0, SHIFT_0, Phase
from heliodor.core.shifting.words import shift_name
from heliodor.core.words import counted, number
from heliodor.hints.contract import Advice
from heliodor.hints.position import Position, Steps

NEXT_WORLDS = 32  # Sampled to estimate the next player's gain.
MOST_NAMED_SHIFTS = 2  # Of a chain.
NOTICEABLE = 0.25  # Points or tasks; less is next to nothing.


class ShiftingAdvice(Advice):
    """The hooks of a game on the shifting board: the shifts of a turn and their end are one decision."""

    def unfinished(self, states: States) -> str:
        """Return "a payment" if some of its cards have been paid."""
        return "a payment" if states[0].phase == Phase.PAYING else ""

    def is_mid_turn(self, states: States) -> bool:
        """Return whether a turn of shifts goes on."""
        return bool(states[0].phase == Phase.SHIFTING)


class NextGain(NamedTuple):
    """The gain of the next player's quick turn."""

    seat: int
    mean: float
    most: int


def shifts_of(steps: Steps) -> list[int]:
    """Return the shifts among some steps."""
    return [step - SHIFT_0 for step in steps if SHIFT_0 <= step < PAY_0]


def shift_codes(steps: Steps) -> list[str]:
    """Return the shifts in the notation of records, without payments."""
    return [SHIFT_TEXTS[shift] for shift in shifts_of(steps)]


def name_shifts(steps: Steps) -> str:
    """Return "Row 2 to the left twice, then column b up"; a long chain is only counted: the hint shows it anyway."""
    parts = []
    for shift, same in groupby(shifts_of(steps)):
        times = len(list(same))
        often = {1: "", 2: " twice"}.get(times, f" {number(times)} times")
        parts.append(f"{shift_name(shift)}{often}")
    if len(parts) > MOST_NAMED_SHIFTS:
        return f"These {counted(len(shifts_of(steps)), 'shift')}"
    text = ", then ".join(parts)
    return text[:1].upper() + text[1:]


def cards_paid(position: Position, steps: Steps) -> int:
    """Return how many cards the shifts cost."""
    paid = position.after([step for step in steps if step != DONE])
    return int(position.hidden[0].hand_size[position.seat]) - int(paid[0].hand_size[position.seat])


def price(cards: int) -> str:
    """Return "for two cards"."""
    return f"for {counted(cards, 'card')}"


def next_gain(position: Position, steps: Steps) -> NextGain | None:
    """Return what the next player can score or fulfil at once after a turn; None if nobody follows.

    In each world that player follows the bots' quick policy, with the cards of that world.
    """
    if position.players == 1:
        return None
    gains = []
    follower = NOBODY
    for states, _gen in position.worlds(NEXT_WORLDS, steps):
        _finish_turn(position, states, position.seat)
        seat = int(position.game.kernels.to_act(states, 0))
        if seat == NOBODY:
            continue
        follower = seat
        before = int(position.game.kernels.score_of(states, 0, seat))
        _finish_turn(position, states, seat)
        gains.append(int(position.game.kernels.score_of(states, 0, seat)) - before)
    return NextGain(follower, fmean(gains), max(gains)) if gains else None


def tell_next(position: Position, key: str, steps: Steps, others: Sequence[Steps], noun: str) -> list[Event]:
    """Explain what a turn leaves to the next player, if it matters; `others` are the turns without a shift."""
    gain = next_gain(position, steps)
    if gain is None:
        return []
    name = f"{{{gain.seat}}}"
    facts = {"player": gain.seat, "gain": round(gain.mean, 2), "most": gain.most}
    resting = next_gain(position, others[0]) if others else None
    taken = resting.mean - gain.mean if resting else 0.0
    if gain.most == 0:
        return [Event(f"{key}.leaves_nothing", position.seat, facts, f"It leaves nothing for {name} to take at once.")]
    if taken >= 1.0:
        text = f"It takes about {counted(round(taken), noun)} away from {name}."
        return [Event(f"{key}.takes_away", position.seat, {**facts, "taken": round(taken, 2)}, text)]
    if gain.mean < NOTICEABLE:
        text = f"It leaves next to nothing for {name} to take at once."
        return [Event(f"{key}.leaves_little", position.seat, facts, text)]
    text = f"It leaves {name} about {_about(gain.mean, noun)}."
    return [Event(f"{key}.leaves", position.seat, facts, text)]


def _about(mean: float, noun: str) -> str:
    """Return "one task" or "1.4 tasks"."""
    is_round = f"{mean:.1f}".endswith(".0") and mean >= 1
    return counted(round(mean), noun) if is_round else f"{mean:.1f} {noun}s"


def _finish_turn(position: Position, states: States, seat: int) -> None:
    """Play on by the quick policy while it is the seat's turn. Changes `states`."""
    while position.game.kernels.to_act(states, 0) == seat:
        for step in position.quick_move(states):
            position.game.kernels.apply_action(states, 0, step)
