"""Whose turn it is at tables that no process has in memory."""

from __future__ import annotations

from sqlalchemy import Connection

from heliodor import fairness
from heliodor.games import get_game
from heliodor.server.beginnings import begun_match
from heliodor.store.matches import whole_match


def seat_to_act(connection: Connection, match_id: str) -> int | None:
    """Return the seat to act at a table; None if nobody acts there now, or by rules that are not here."""
    found = whole_match(connection, match_id)
    if found is None:
        return None
    row, seats, actions = found
    game = get_game(row.game)
    if row.status != "playing" or row.secret is None or row.version not in game.history:
        return None
    match = begun_match(row, seats)
    keys = fairness.ActionKeys(bytes.fromhex(row.secret))
    for action in actions:  # One by one: a list is of one turn.
        match.act_all([action.text], keys.of)
    return None if match.over else match.to_act
