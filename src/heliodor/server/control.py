"""The host's decisions for the whole site, obeyed by every process within about a second."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Literal

from heliodor.server.refusal import Refusal
from heliodor.store import control as control_store
from heliodor.store import matches as match_store
from heliodor.store.control import ControlRow
from heliodor.store.rows import BanRow, Person

if TYPE_CHECKING:
    from heliodor.server.site import Site

# What a request does: it reads, changes one's own things, takes part at a table, or makes a table.
Effect = Literal["read", "own", "play", "create"]

LOOK_SECONDS = 1.0  # Between two looks for new decisions.


class Control:
    """The decisions as of the last look."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._row = ControlRow()

    async def look(self) -> None:
        """Read the decisions again if there are new ones, and follow them."""
        store = self._site.store
        if await store.read(control_store.read_revision) == self._row.revision:
            return
        before, self._row = self._row, await store.read(control_store.read_control, self._site.now())
        for person in self._row.bans:
            if person not in before.bans:
                self._site.in_background(self._send_away(person))

    # --- Bans -------------------------------------------------------------------------------------------------------

    def ban_of(self, person: str | None) -> BanRow | None:
        """Return the ban of a person, or None."""
        ban = self._row.bans.get(person or "")
        return None if ban is None or (ban.until is not None and ban.until <= self._site.now()) else ban

    def check(self, effect: Effect, person: str | None) -> None:
        """Refuse a request that the host's decisions do not allow."""
        ban = self.ban_of(person) if effect in ("play", "create") else None
        if ban is not None:
            raise Refusal("banned", f"the host of this server has banned you: {ban.reason}", status=403)

    async def _send_away(self, person: str) -> None:
        """Have a banned person leave the tables where they sit; what another process has done is left as it is."""
        from heliodor.server import lobby

        for match_id in await self._site.store.read(match_store.seats_to_leave, person):
            with contextlib.suppress(Refusal):  # Of other rules, or the person has just left.
                table = await lobby.find_table(self._site, match_id)
                await lobby.leave(table, Person(person, "", ""))
