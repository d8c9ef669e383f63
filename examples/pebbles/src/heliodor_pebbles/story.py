"""What happened in Pebbles."""

from __future__ import annotations

from collections.abc import Sequence

from heliodor.core.bits import members
from heliodor.core.contract import NOBODY, Event, States
from heliodor.core.deck import UNKNOWN
from heliodor.core.plain import PlainState, plain
from heliodor.core.words import joined
from heliodor_pebbles.questions import KERNELS
from heliodor_pebbles.rules import LAY_0, PASS, TAKE, Phase
from heliodor_pebbles.view import pebbles_of

OWN_EVENTS = frozenset({"pebbles.draw"})


def tell(before: States, steps: Sequence[int], after: States) -> list[Event]:
    """Return the events of one action; both states are hidden from the same reader."""
    was, now = plain(before, 0), plain(after, 0)
    seat = was.turn
    if steps[0] == PASS:
        events = [Event("pebbles.pass", seat, {}, f"{{{seat}}} passes.")]
    elif steps[0] == TAKE:
        events = [_tell_draw(was, now, 0)]
    else:
        laid = steps[1] - LAY_0
        text = f"{{{seat}}} lays down {laid + 1}."
        events = [Event("pebbles.lay", seat, {"pebble": laid + 1}, text), _tell_draw(was, now, 1 << laid)]
    if now.phase == Phase.OVER:
        events.append(_tell_end(after, now))
    return events


def _tell_draw(was: PlainState, now: PlainState, laid: int) -> Event:
    """Return the event of a drawn pebble; secret unless the reader knows the hand before and after it."""
    seat = was.turn
    if UNKNOWN in (was.hand[seat], now.hand[seat]):
        return Event("pebbles.draw", seat, {"pebble": None}, f"{{{seat}}} draws a pebble.")
    (drawn,) = pebbles_of(now.hand[seat] & ~(was.hand[seat] & ~laid))
    return Event("pebbles.draw", seat, {"pebble": drawn}, f"{{{seat}}} draws {drawn}.")


def _tell_end(after: States, now: PlainState) -> Event:
    won = members(KERNELS.winners(after, 0))
    scores = [int(KERNELS.score_of(after, 0, seat)) for seat in range(now.players)]
    names = joined([f"{{{seat}}}" for seat in won])
    text = f"The match is over: {names} {'wins' if len(won) == 1 else 'share the win'} with {max(scores)}."
    return Event("pebbles.end", NOBODY, {"winners": won, "scores": scores}, text)
