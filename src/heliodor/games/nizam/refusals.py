"""Why an action of Nizam is refused."""

from __future__ import annotations

from collections.abc import Sequence

from heliodor.core.contract import States
from heliodor.core.errors import IllegalAction
from heliodor.core.shifting.refusals import explain_board_action, match_over
from heliodor.core.shifting.rules import Phase


def explain(states: States, index: int, steps: Sequence[int], text: str) -> IllegalAction:
    """Return the error for an action that is illegal here: the rule and the reason."""
    if states[index].phase == Phase.OVER:
        return match_over()
    return explain_board_action(states[index], steps)
