"""Hints for the player to act, and reviews of what a player could have known.

They are computed outside the table's queue, so nobody else waits for them.
"""

from __future__ import annotations

import logging
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from heliodor.core.contract import States
from heliodor.hints import Hint, Position
from heliodor.protocol.messages import Hinted, HintInfo, HintReason, Refused, Reviewed
from heliodor.server.refusal import Refusal
from heliodor.server.thinkers import Busy, Waiting
from heliodor.server.viewers import encode

if TYPE_CHECKING:
    from heliodor.server.socket import Connection
    from heliodor.server.table import Table

log = logging.getLogger("heliodor.hints")


async def answer_with_hints(connection: Connection, table: Table, seat: int, hidden: States, request: str) -> None:
    """Send the best actions in a position, hidden from all but the player's seat; the log records the hint."""
    ply = table.ply

    async def think() -> Hinted:
        await connection.site.preparation.ready(table.game, "hints")
        hints = await connection.site.thinkers.advise(asker_of(connection), table.game, hidden)
        await table.run(lambda: table.note_hint(seat))  # Saved before it is sent.
        return Hinted(request=request, hints=[hint_info(hint) for hint in hints])

    await _answer(connection, think(), request, ply, Refusal("no_hints", "no hint could be found here"))


async def answer_with_review(connection: Connection, position: Position, deal: int, request: str, ply: int) -> None:
    """Send what the player's seat could have known at its decision in a deal that is over."""

    async def think() -> Reviewed:
        await connection.site.preparation.ready(position.game, "hints")
        known = await connection.site.thinkers.review(asker_of(connection), position)
        return Reviewed(request=request, deal=deal, known=known)

    await _answer(connection, think(), request, ply, Refusal("no_review", "this decision could not be reviewed"))


async def _answer(
    connection: Connection, thought: Coroutine[Any, Any, Any], request: str, ply: int, refusal: Refusal
) -> None:
    """Send the result; whatever goes wrong, the request is answered.

    A request that is sent again meanwhile is not a second one: its answer goes to the newest connection.
    """
    asked = connection.site.thinkers.asked
    key = (asker_of(connection), request)
    if key in asked:
        asked[key] = connection
        thought.close()
        return
    asked[key] = connection
    answer: Any = None
    try:
        answer = await thought
    except Waiting:
        refusal = Refusal("one_hint", "the bots are still working on your last question")
    except Busy:
        refusal = Refusal("busy", "too many people are asking the bots for advice; try again soon")
    except Exception:
        log.exception(refusal.reason.text)
    if answer is None:
        answer = Refused(request=request, reason=refusal.reason, ply=ply)
    asked.pop(key).post(encode(answer))


def asker_of(connection: Connection) -> str:
    """Return who asks, of whom there is one request at a time."""
    return connection.person or connection.address


def hint_info(hint: Hint) -> HintInfo:
    """Return a hint as a message."""
    reasons = [HintReason(key=event.key, seat=event.seat, facts=event.facts) for event in hint.reasons]
    return HintInfo(actions=hint.actions, share=hint.share, certain=hint.is_certain, lead=hint.lead, reasons=reasons)
