"""The coach: before an action is played that gives away too much, its player is asked.

Nothing is played, saved or remembered until the player has decided, so there is nothing to take back, and no card is
revealed meanwhile. The verdict is computed outside the table's queue, like a hint; if it does not come soon, the action
is played without one.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

from heliodor.core.contract import States
from heliodor.hints import Question
from heliodor.protocol.messages import Questioned
from heliodor.protocol.requests import Act
from heliodor.server.hints import asker_of, hint_info
from heliodor.server.thinkers import Busy, Waiting
from heliodor.server.viewers import encode

if TYPE_CHECKING:
    from heliodor.server.socket import Connection
    from heliodor.server.table import Table

log = logging.getLogger("heliodor.coach")

MOST_SECONDS = 2.0  # For a verdict, which usually takes a third of a second; after that the action is played.


async def ask_first(
    connection: Connection,
    table: Table,
    hidden: States,
    request: Act,
    play: Callable[[Connection], Awaitable[None]],
) -> None:
    """Send a question about an action, or let `play` carry it out in the table's queue, and answer.

    A request that is sent again meanwhile is not a second one: its answer goes to the newest connection.
    """
    asked = connection.site.thinkers.asked
    key = (asker_of(connection), request.request)
    if key in asked:
        asked[key] = connection
        return
    asked[key] = connection
    table.num_held += 1  # So that the table stays loaded, even if the connection is lost.
    try:
        found = await _verdict(connection, table, hidden, request.actions)
        sender = asked.pop(key)
        if found is None:
            await table.run(lambda: play(sender))
        else:
            sender.post(encode(_message(found, request)))
    finally:
        asked.pop(key, None)
        table.num_held -= 1


async def _verdict(connection: Connection, table: Table, hidden: States, actions: Sequence[str]) -> Question | None:
    """Return the coach's question; None if it has none, or is not ready in time."""
    site = connection.site
    try:
        async with asyncio.timeout(MOST_SECONDS):
            await site.preparation.ready(table.game, "hints")
            # A hint that is still being worked out does not keep the coach from looking.
            return await site.thinkers.question(f"coach of {asker_of(connection)}", table.game, hidden, actions)
    except (TimeoutError, Busy, Waiting):
        return None
    except Exception:
        log.exception("the coach failed", extra={"match": table.id})
        return None


def _message(found: Question, request: Act) -> Questioned:
    return Questioned(
        request=request.request,
        ply=request.ply,
        given_away=found.given_away,
        points=found.points,
        better=hint_info(found.better),
    )
