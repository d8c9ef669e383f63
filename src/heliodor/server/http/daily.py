"""The board and the puzzle of the day."""

from __future__ import annotations

from heliodor.protocol.http import DailyInfo, DailyTry
from heliodor.protocol.tables import TableInfo
from heliodor.server import daily
from heliodor.server.http.endpoint import Call, Endpoint


async def read_daily(call: Call) -> DailyInfo:
    """Return the board and the puzzle of today."""
    return await daily.look(call.site, None if call.person is None else call.person.id)


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
        "POST",
        "/api/daily/board",
        "Play the board of today, or the one missed yesterday; the first try counts, later ones are practice.",
        play_daily,
        TableInfo,
        takes=DailyTry,
        effect="create",
    ),
)
