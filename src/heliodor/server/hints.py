"""What a bot would do in a player's place. It thinks beside the table's queue, so that nobody else waits for it."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from heliodor.core.contract import Game, States
from heliodor.hints import Hint
from heliodor.protocol.messages import Hinted, HintInfo, HintReason, Refused
from heliodor.server.refusal import Refusal
from heliodor.server.viewing import encode

if TYPE_CHECKING:
    from heliodor.server.socket import Connection

log = logging.getLogger("heliodor.hints")


async def answer_with_hints(connection: Connection, game: Game, hidden: States, request: str, ply: int) -> None:
    """Send what is worth a thought in a position, which is hidden from all but the player's seat."""
    try:
        hints = await connection.site.thinkers.advise(game, hidden)
    except Exception:
        log.exception("there is no hint", extra={"game": game.id})
        refusal = Refusal("no_hints", "no hint could be found here")
        connection.post(encode(Refused(request=request, reason=refusal.reason, ply=ply)))
    else:
        connection.post(encode(Hinted(request=request, hints=[_info(hint) for hint in hints])))


def _info(hint: Hint) -> HintInfo:
    reasons = [HintReason(key=event.key, seat=event.seat, facts=event.facts) for event in hint.reasons]
    return HintInfo(actions=hint.actions, share=hint.share, lead=hint.lead, reasons=reasons)
