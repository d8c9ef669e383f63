"""The deduction aid: what a player's own hidden cards can be, worked out from what that player knows."""

from __future__ import annotations

import msgspec

from heliodor.core.bits import members
from heliodor.core.contract import OFF, Option, States
from heliodor.games.luz.questions import possible_values

SETTING = Option(
    name="aid",
    default=OFF,
    choices=(OFF, "ranges", "full"),
    rule="",
    summary="what the deduction board shows of one's own cards: nothing, the lowest and the highest value, or all",
)


class Candidates(msgspec.Struct, kw_only=True, gc=False):
    """The possible values of a card in your hand."""

    slot: int  # 1 to 10.
    values: list[int]  # "full": every possible value; "ranges": the lowest and the highest.


Entry = Candidates


def work_out(states: States, index: int, seat: int, setting: str) -> list[Candidates]:
    """Return the possible values of every card that the seat has not played, given what it knows."""
    found = []
    for slot in members(int(states[index].unplayed[seat])):
        values = [place + 1 for place in members(possible_values(states, index, seat, slot))]
        found.append(Candidates(slot=slot + 1, values=values if setting == "full" else [values[0], values[-1]]))
    return found
