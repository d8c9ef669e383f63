"""Practice: playing on from a moment of a finished match, or from a puzzle."""

from __future__ import annotations

from heliodor.match import Match
from heliodor.protocol.http import NewPractice
from heliodor.protocol.tables import Practice, TableInfo
from heliodor.server import practice, puzzles
from heliodor.server.finished import finished_table
from heliodor.server.http.endpoint import Call, Endpoint
from heliodor.server.refusal import Refusal


async def begin(call: Call) -> TableInfo:
    """Begin to practise."""
    call.count("create")
    wanted: NewPractice = call.body
    played, source = await _position(call, wanted)
    table = await practice.begin(
        call.site,
        call.me,
        played,
        source,
        seat=wanted.seat,
        actions=wanted.actions,
        level=wanted.level,
        settings=wanted.settings,
    )
    return table.info_for(call.me.id)


async def _position(call: Call, wanted: NewPractice) -> tuple[Match, Practice]:
    """Return the match and the moment of it that is asked for."""
    if wanted.table is not None and wanted.ply is not None and wanted.game is None and wanted.puzzle is None:
        table = await finished_table(call.site, wanted.table, call.me.id)
        assert table.match is not None
        return table.match, Practice(ply=wanted.ply, table=table.id)
    if wanted.game is not None and wanted.puzzle is not None and wanted.table is None and wanted.ply is None:
        match = await puzzles.answered_match(call.site, call.me.id, wanted.game, wanted.puzzle)
        return match, Practice(ply=match.ply, puzzle=wanted.puzzle)
    raise Refusal("bad_practice", "name a finished table and a ply, or a game and a puzzle", status=422)


ENDPOINTS = (
    Endpoint(
        "POST",
        "/api/practice",
        "Play on against bots from a moment of a finished match, or from a puzzle you have answered.",
        begin,
        TableInfo,
        takes=NewPractice,
        effect="create",
    ),
)
