"""The effect of a table's settings: whether hints and the coach are allowed, and whether the match is rated."""

from __future__ import annotations

from collections.abc import Sequence

from heliodor.core.contract import OFF, Game
from heliodor.hints import has_hints
from heliodor.protocol.settings import TableSettings
from heliodor.server.refusal import Refusal
from heliodor.store.rows import MatchRow, SeatRow


def why_no_hints(game: Game, settings: TableSettings, seats: Sequence[SeatRow]) -> Refusal | None:
    """Return why nobody may ask for a hint at a table, or None if everybody may."""
    if not has_hints(game):
        return Refusal("game_without_hints", f"there are no hints for {game.title}")
    num_people = sum(seat.kind != "bot" for seat in seats)  # An open seat will be taken by a person.
    hints = settings.hints or ("open" if num_people < 2 else "never")
    if hints == "never":
        return Refusal("hints_off", "hints are off at this table")
    if game.aid is not None and aid_of(game, settings) == OFF:
        return Refusal("hints_aid_off", "the aid is off at this table, so there are no hints")
    return None


def why_no_coach(game: Game, settings: TableSettings, seats: Sequence[SeatRow]) -> Refusal | None:
    """Return why the coach cannot be switched on at a table, or None if it can: for one person, and where hints are."""
    if sum(seat.kind != "bot" for seat in seats) != 1:  # An open seat will be taken by a person.
        return Refusal("coach_alone", "the coach is only for one person who plays against bots")
    return why_no_hints(game, settings, seats)


def aid_of(game: Game, settings: TableSettings) -> str:
    """Return how much aid a table gives; OFF if the game has none."""
    return OFF if game.aid is None else str(settings.game[game.aid.SETTING.name])


def is_rated(game: Game, row: MatchRow, settings: TableSettings, seats: Sequence[SeatRow]) -> bool:
    """Return whether a match is rated: each person at a separate device, no hints, a deal that nobody knows."""
    # A person will take each open seat.
    people = [seat.person or seat.seat for seat in seats if seat.kind in ("person", "open")]
    are_several = len(people) > 1 and len(set(people)) == len(people)
    is_shared = any(seat.kind == "device" for seat in seats)  # Its owner sees the cards of several seats.
    is_dealt_for_it = row.deal is None and row.beginning is None
    return are_several and not is_shared and is_dealt_for_it and why_no_hints(game, settings, seats) is not None
