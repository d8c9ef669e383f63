"""What a bot would do in a player's place."""

from __future__ import annotations

from heliodor.protocol.messages import HintInfo
from heliodor.server.refusal import Refusal


def hints_for(game: str) -> list[HintInfo]:
    """Return hints, the best first; raise Refusal while there are none."""
    raise Refusal("no_hints", "hints are not available for this table")
