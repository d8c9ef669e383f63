"""Luz: the possible values of a player's own hidden cards, for tables with the aid switched on."""

from __future__ import annotations

from heliodor.core.bits import members
from heliodor.core.contract import Game, States
from heliodor.protocol.messages import Candidates


def has_aid(game: Game) -> bool:
    """Tell whether the game has a deduction board that a table can switch on."""
    return game.id == "luz"


def candidates(hidden: States, index: int, seat: int, aid: str) -> list[Candidates]:
    """Return the possible values of every card that the seat has not played, given what it knows.

    "full": all of them; "ranges": the lowest and the highest.
    """
    from heliodor.games.luz.questions import possible_values

    found = []
    for slot in members(int(hidden[index].unplayed[seat])):
        values = [place + 1 for place in members(possible_values(hidden, index, seat, slot))]
        found.append(Candidates(slot=slot + 1, values=values if aid == "full" else [values[0], values[-1]]))
    return found
