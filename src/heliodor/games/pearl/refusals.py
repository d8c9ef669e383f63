"""Why an action of Pearl of the East is refused."""

from __future__ import annotations

from collections.abc import Sequence

from heliodor.core.contract import States
from heliodor.core.deck import NO_CARD
from heliodor.core.errors import IllegalAction
from heliodor.core.shifting.refusals import explain_board_action, match_over
from heliodor.core.shifting.rules import Phase
from heliodor.core.shifting.words import KIND_NAMES
from heliodor.games.pearl.notation import task_texts
from heliodor.games.pearl.questions import KERNELS, blocked_kinds, kinds_in_runs
from heliodor.games.pearl.rules import TASK_0


def explain(states: States, index: int, steps: Sequence[int], text: str) -> IllegalAction:
    """Return the error for an action that is illegal here: the rule and the reason."""
    state = states[index]
    if state.phase == Phase.OVER:
        return match_over()
    if steps[0] >= TASK_0:
        return _explain_task(states, index, steps[0] - TASK_0)
    if state.phase == Phase.TASKS:
        choices = " or ".join(task_texts(KERNELS.legal_actions(states, index)))
        return IllegalAction(
            "P8", "task_due", f"the shifts are done, and every task that can be fulfilled must be: play {choices}"
        )
    return explain_board_action(state, steps)


def _explain_task(states: States, index: int, kind: int) -> IllegalAction:
    state = states[index]
    seat = int(state.turn)
    name = KIND_NAMES[kind]
    if int(state.fulfilled[seat]) >> kind & 1:
        return IllegalAction("P1", "task_fulfilled", f"there is one {name} task, and it is fulfilled already")
    if state.phase != Phase.TASKS:
        return IllegalAction(
            "P5",
            "shifts_first",
            "tasks are fulfilled after the shifts of a turn: first one or more shifts, then done",
        )
    if blocked_kinds(states, index, seat) >> kind & 1:
        return IllegalAction(
            "P7",
            "task_blocked",
            f"{name} lies on top of an opponent's pile and is blocked until it is covered",
        )
    _without_pearl, with_pearl = kinds_in_runs(states, index)
    if with_pearl >> kind & 1 and state.pearl_kind != NO_CARD:
        used_for = KIND_NAMES[int(state.pearl_kind)]
        return IllegalAction(
            "P6", "pearl_used", f"{name} would need the pearl, which stands for {used_for} in this turn"
        )
    return IllegalAction(
        "P5", "no_run", f"no line shows three adjacent cards of {name}, the pearl counted as one of them"
    )
