"""The host's decisions for the whole site, obeyed by every process within about a second."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, Literal, cast

from heliodor.protocol.messages import AnnouncementInfo, SiteChanged, SiteInfo
from heliodor.server.refusal import Refusal
from heliodor.store import control as control_store
from heliodor.store import matches as match_store
from heliodor.store.control import DRAIN, OPEN, READ_ONLY, ControlRow
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
        self._allows_all = True  # Neither a mode nor a ban is in force; so every action is checked by one look.

    async def look(self) -> None:
        """Read the decisions again if there are new ones, and follow them."""
        store = self._site.store
        if await store.read(control_store.read_revision) == self._row.revision:
            return
        before, self._row = self._row, await store.read(control_store.read_control, self._site.now())
        self._allows_all = self._row.mode == OPEN and not self._row.bans
        if (before.mode, before.announcement) != (self._row.mode, self._row.announcement):
            self._tell()
        for person in self._row.bans:
            if person not in before.bans:
                self._site.in_background(self._send_away(person))

    @property
    def is_read_only(self) -> bool:
        """Whether nobody may act or create anything."""
        return self._row.mode == READ_ONLY

    @property
    def info(self) -> SiteInfo:
        """The decisions that are sent to everybody."""
        told = self._row.announcement
        if told is not None and told.until <= self._site.now():
            told = None
        announcement = None if told is None else AnnouncementInfo(texts=told.texts, until=told.until)
        return SiteInfo(mode=cast(Any, self._row.mode), announcement=announcement)

    def _tell(self) -> None:
        """Send the decisions to everybody, and have bots and clocks stand still or go on."""
        message = SiteChanged(site=self.info)
        for table in list(self._site.tables.values()):
            table.tell_all(message)
            table.submit(table.follow_mode)

    # --- Bans -------------------------------------------------------------------------------------------------------

    def ban_of(self, person: str | None) -> BanRow | None:
        """Return the ban of a person, or None."""
        ban = self._row.bans.get(person or "")
        return None if ban is None or (ban.until is not None and ban.until <= self._site.now()) else ban

    def is_signed_in(self, person: str | None, generation: int) -> bool:
        """Return whether a cookie of this generation is still valid."""
        return person is None or generation >= self._row.generations.get(person, 0)

    def check(self, effect: Effect, person: str | None) -> None:
        """Refuse a request that the host's decisions do not allow."""
        if self._allows_all or effect == "read":
            return
        if self.is_read_only:
            text = "the server is read-only for now: you can watch and look back, but not play"
            raise Refusal("read_only", text, status=503)
        if effect == "create" and self._row.mode == DRAIN:
            text = "the server takes no new tables now; running matches go on"
            raise Refusal("draining", text, status=503)
        ban = self.ban_of(person) if effect in ("play", "create") else None
        if ban is not None:
            raise Refusal("banned", f"the host of this server has banned you: {ban.reason}", status=403)

    def met(self, person: str | None, address: str) -> None:
        """Note where somebody comes from, if they are banned: they may come back without their cookie."""
        if self.ban_of(person) is not None:
            self._site.newcomers.hold(address)

    async def _send_away(self, person: str) -> None:
        """Have a banned person leave the tables where they sit; what another process has done is left as it is."""
        from heliodor.server import lobby

        self._site.shared_reviews.send_away(person)
        for table in self._site.tables.values():
            for receiver in table.receivers:
                if receiver.person == person:
                    self._site.newcomers.hold(receiver.address)
        for match_id in await self._site.store.read(match_store.seats_to_leave, person):
            with contextlib.suppress(Refusal):  # Of other rules, or the person has just left.
                table = await lobby.find_table(self._site, match_id)
                await lobby.leave(table, Person(person, "", ""))
