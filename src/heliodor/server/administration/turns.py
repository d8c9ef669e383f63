"""Whose turn it is at tables that no process has in memory."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection

from heliodor import fairness
from heliodor.games import get_game
from heliodor.match import Match
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
    options = game.check_options(msgspec.json.decode(row.options), row.version)
    match = Match(game, options, [seat.name for seat in seats], row.version)
    secret = bytes.fromhex(row.secret)
    fairness.deal(match, secret)
    match.act_all([action.text for action in actions], fairness.ActionKeys(secret).of)
    return None if match.over else match.to_act
