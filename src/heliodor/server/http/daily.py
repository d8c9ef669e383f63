"""The board and the puzzle of the day."""

from __future__ import annotations

from heliodor.protocol.http import BestLine, DailyInfo, DailyTry
from heliodor.protocol.tables import TableInfo
from heliodor.server import daily
from heliodor.server.http.endpoint import Call, Endpoint


async def read_daily(call: Call) -> DailyInfo:
    """Return the board and the puzzle of today."""
    return await daily.look(call.site, None if call.person is None else call.person.id)


async def read_line(call: Call) -> BestLine:
    """Return the best line of a board."""
    return await daily.best_line(call.site, None if call.person is None else call.person.id, call.part("day"))


async def play_daily(call: Call) -> TableInfo:
    """Play the board of a day."""
    call.count("create")
    wanted: DailyTry = call.body
    table = await daily.play(call.site, call.me, wanted.day)
    return table.info_for(call.me.id)


ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/daily",
        "The board and the puzzle of today, your result, and everybody's.",
        read_daily,
        DailyInfo,
        for_people=False,
    ),
    Endpoint(
        "GET",
        "/api/daily/{day}/line",
        "The best match of a board, turn by turn: when its day is over, and you cannot play it for a result any more.",
        read_line,
        BestLine,
        for_people=False,
    ),
    Endpoint(
        "POST",
        "/api/daily/board",
        "Play the board of today, or the one missed yesterday; the first try counts, later ones are practice.",
        play_daily,
        TableInfo,
        takes=DailyTry,
        effect="create",
    ),
)
