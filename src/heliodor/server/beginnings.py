"""The match of a table at its first action: dealt from the seeds, or, for practice, in the middle of another match."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from heliodor import fairness
from heliodor.core.record import Record
from heliodor.games import get_game
from heliodor.match import Match
from heliodor.protocol.tables import Practice
from heliodor.store.rows import MatchRow, SeatRow


class Beginning(msgspec.Struct, frozen=True):
    """The position in which a match for practice begins; columns `matches.beginning`."""

    record: Record  # Of another match, up to this position; it holds hidden cards.
    source: Practice


def beginning_of(row: MatchRow) -> Beginning | None:
    """Return where a match for practice begins; None for a match that was dealt."""
    return None if row.beginning is None else msgspec.json.decode(row.beginning, type=Beginning)


def practice_of(row: MatchRow) -> Practice | None:
    """Return what everybody may know of the beginning: it holds no cards."""
    beginning = beginning_of(row)
    return None if beginning is None else beginning.source


def begun_match(row: MatchRow, seats: Sequence[SeatRow]) -> Match:
    """Return the match of a table before its first action; the table must have started.

    Later shuffles need the keys of the table's secret (`fairness.ActionKeys`), also in a match for practice.
    """
    assert row.secret is not None
    game, names = get_game(row.game), [seat.name for seat in seats]
    beginning = beginning_of(row)
    if beginning is not None:
        record = msgspec.structs.replace(beginning.record, names=names)
        return Match.from_record(record)
    match = Match(game, game.check_options(msgspec.json.decode(row.options), row.version), names, row.version)
    fairness.deal(match, bytes.fromhex(row.secret))
    return match
