"""What a bot would do in a player's place: thought about beside the table's queue, from what the seat knows."""

from __future__ import annotations

from heliodor.core.contract import Game, States
from heliodor.hints import Hint, give_hints
from heliodor.protocol.messages import HintInfo, HintReason

LEVEL = "skilled"  # An expert would keep a player waiting, and the server's other tables.
COUNT = 3


def hints_for(game: Game, hidden: States) -> list[HintInfo]:
    """Return hints for the seat to act, the best first; the state has been hidden from it. Takes its time."""
    return [_info(hint) for hint in give_hints(game, hidden, level=LEVEL, count=COUNT)]


def _info(hint: Hint) -> HintInfo:
    return HintInfo(
        actions=hint.actions,
        value=hint.value,
        share=hint.share,
        lead=hint.lead,
        reasons=[
            HintReason(key=event.key, seat=event.seat, facts=event.facts, text=event.text) for event in hint.reasons
        ],
    )
