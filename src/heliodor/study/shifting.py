"""What the games on the shifting board have in common in a study."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import ClassVar

from heliodor.core.contract import States
from heliodor.core.shifting.notation import needs_three_cards
from heliodor.core.shifting.rules import DRAW, NUM_SHIFTS, SHIFT_0, Phase
from heliodor.study.contract import Matter, Notes


class ShiftingNotes(Notes):
    """Draws, shifts and how they are paid for."""

    phases: ClassVar = {Phase.TURN: "turn begins", Phase.PAYING: "paying three cards", Phase.SHIFTING: "further shifts"}
    matters: Sequence[Matter] = (
        Matter("draws", "N4", "turns in which cards are drawn"),
        Matter("shifts", "N6", "shifts"),
        Matter("three_card_payments", "N8", "shifts paid with three cards"),
    )

    def count(self, states: States, step: int, found: Counter[str]) -> None:
        """Count draws, shifts and payments."""
        if step == DRAW:
            found["draws"] += 1
        elif SHIFT_0 <= step < SHIFT_0 + NUM_SHIFTS:
            found["shifts"] += 1
            found["three_card_payments"] += needs_three_cards(states[0], step - SHIFT_0)
