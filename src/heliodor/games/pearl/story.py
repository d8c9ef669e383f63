"""What happened in Pearl of the East."""

from __future__ import annotations

from collections.abc import Sequence

from heliodor.core.bits import members
from heliodor.core.contract import NOBODY, Event, States
from heliodor.core.plain import plain
from heliodor.core.shifting.notation import KIND_CODES
from heliodor.core.shifting.rules import DONE, DRAW, PASS, Phase
from heliodor.core.shifting.story import tell_deck, tell_draw, tell_end, tell_pass, tell_shift
from heliodor.core.shifting.words import KIND_NAMES
from heliodor.core.words import counted, joined
from heliodor.games.pearl.questions import KERNELS, fulfillable_kinds, kinds_in_runs
from heliodor.games.pearl.rules import NUM_TASKS, TASK_0
from heliodor.games.pearl.state import State

OWN_EVENTS = frozenset({"pearl.draw"})


def tell(before: States, steps: Sequence[int], after: States) -> list[Event]:
    """Return the events of one action; both states are hidden from the same reader."""
    was, now = plain(before, 0, State), plain(after, 0, State)
    action = steps[0]
    if action == DRAW:
        events = [tell_draw("pearl", was, now)]
    elif action == PASS:
        events = [tell_pass("pearl", was)]
    elif action == DONE:
        events = [_tell_done(before, was.turn)]
    elif action < TASK_0:
        events = [tell_shift("pearl", was, steps)]
    else:
        events = _tell_task(was, action - TASK_0)
    events += tell_deck("pearl", was, now)
    return events + (_tell_end(now) if now.phase == Phase.OVER else [])


def _tell_done(before: States, seat: int) -> Event:
    """Say which tasks the shifts have brought within reach (P8)."""
    kinds = members(fulfillable_kinds(before, 0))
    facts = {"kinds": "".join(KIND_CODES[kind] for kind in kinds)}
    if not kinds:
        return Event("pearl.no_task", seat, facts, f"{{{seat}}} ends the turn; no task is fulfilled.")
    names = joined([KIND_NAMES[kind] for kind in kinds])
    text = f"{{{seat}}} has finished shifting and finds {counted(len(kinds), 'task')} within reach: {names}."
    return Event("pearl.done", seat, facts, text)


def _tell_task(before: State, kind: int) -> list[Event]:
    """Report a fulfilled task, and the card that it covers (P7, P8)."""
    seat = before.turn
    number = before.num_fulfilled[seat] + 1
    without_pearl, _with_pearl = kinds_in_runs(before.states, before.index)
    needs_pearl = not without_pearl >> kind & 1
    facts = {"kind": KIND_CODES[kind], "number": number, "pearl": needs_pearl}
    helped = " with the help of the pearl" if needs_pearl else ""
    text = f"{{{seat}}} fulfils {KIND_NAMES[kind]}{helped}: {number} of {NUM_TASKS} tasks."
    events = [Event("pearl.task", seat, facts, text)]
    if number > 1:
        covered = before.pile[seat][number - 2]
        text = f"{KIND_NAMES[covered].capitalize()} is covered and blocks nobody any longer."
        events.append(Event("pearl.covered", seat, {"kind": KIND_CODES[covered]}, text))
    return events


def _tell_end(after: State) -> list[Event]:
    """Say why the match is over (P11–P13) and who has won."""
    scores = after.num_fulfilled[: after.players]
    events = []
    if max(scores) < NUM_TASKS:
        if after.stall >= after.stall_limit:
            turns = after.stall
            text = f"{counted(turns, 'turn').capitalize()} in a row without a fulfilled task: that is the limit."
            events.append(Event("pearl.stalled", NOBODY, {"turns": turns}, text))
        else:
            text = "Every task that is left lies on top of an opponent's pile: nobody can go on."
            events.append(Event("pearl.dead_end", NOBODY, {}, text))
    return [*events, tell_end("pearl", members(KERNELS.winners(after.states, after.index)), scores, "fulfilled task")]
