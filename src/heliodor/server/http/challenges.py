"""Challenges: the deal of a finished match, for others to play."""

from __future__ import annotations

from heliodor.protocol.http import ChallengeInfo
from heliodor.protocol.tables import TableInfo
from heliodor.server import challenges, lobby
from heliodor.server.http.endpoint import Call, Endpoint


async def make_challenge(call: Call) -> ChallengeInfo:
    """Make a challenge of a finished match."""
    call.count("create")
    table = await lobby.find_table(call.site, call.part("table"))
    return await challenges.challenge(call.site, call.me, table)


async def read_challenge(call: Call) -> ChallengeInfo:
    """Return a challenge."""
    return await challenges.look(call.site, call.part("challenge"), None if call.person is None else call.person.id)


async def play_challenge(call: Call) -> TableInfo:
    """Play a challenge."""
    call.count("create")
    table = await challenges.play(call.site, call.me, call.part("challenge"))
    return table.info_for(call.me.id)


ENDPOINTS = (
    Endpoint(
        "POST",
        "/api/tables/{table}/challenge",
        "Let others play the deal of your finished match, from your seat.",
        make_challenge,
        ChallengeInfo,
        effect="create",
    ),
    Endpoint(
        "GET",
        "/api/challenges/{challenge}",
        "A challenge, and its results if you know the cards.",
        read_challenge,
        ChallengeInfo,
        for_people=False,
    ),
    Endpoint(
        "POST",
        "/api/challenges/{challenge}/play",
        "Play a challenge; the first try counts, later ones are practice.",
        play_challenge,
        TableInfo,
        effect="create",
    ),
)
