"""Why an action of Pebbles is refused."""

from __future__ import annotations

from collections.abc import Sequence

from heliodor.core.contract import States
from heliodor.core.errors import IllegalAction
from heliodor_pebbles.rules import LAY_0, Phase


def explain(states: States, index: int, steps: Sequence[int], text: str) -> IllegalAction:
    """Return the rule and the reason against an illegal action; reveals nothing hidden."""
    if states[index].phase == Phase.OVER:
        return IllegalAction("G5", "match_over", "the match is over; no action can follow")
    # Only a swap can be illegal before the end: its pebble is not there.
    return IllegalAction("B4", "not_in_hand", f"pebble {steps[1] - LAY_0 + 1} is not in your hand")
