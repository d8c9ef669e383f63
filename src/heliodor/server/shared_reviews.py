"""Shared reviews: several people look at one match, one of them leads, and the others follow.

The database has one row for a review with a leader: person and place. So of two people who take the lead at the same
moment, in one process or in two, exactly one gets it. Each process knows who is connected to it and tells the others
by nudges, like everything that is said; that is held in memory while somebody is there, and never stored.

The process of a leader confirms the lead every few seconds. A leader whose connection is lost keeps the lead for
`Config.lead_grace` seconds; then nobody leads, and any of the others may take it.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from heliodor.core.contract import NOBODY
from heliodor.protocol.messages import LookerInfo, Moved, PlaceInfo, Spoken, SpokenNow, TogetherNow
from heliodor.server import names
from heliodor.server.bus import Looker, Nudge, ReviewNews
from heliodor.server.codes import REMOVED
from heliodor.server.jobs import Job, Jobs
from heliodor.server.refusal import Refusal
from heliodor.server.viewers import encode
from heliodor.store import leads as lead_store
from heliodor.store import talk as talk_store
from heliodor.store.rows import LeadRow

if TYPE_CHECKING:
    from heliodor.server.reviews import Subject
    from heliodor.server.site import Site
    from heliodor.server.socket import Connection

log = logging.getLogger("heliodor.shared_reviews")

MOST_PEOPLE = 40  # In one shared review.
MOST_SAID = 50  # The latest phrases and chat texts that somebody who comes is shown,
MOST_SENT = 8  # and those that one process tells another.
BEATS = 5  # How often a lead is confirmed in the time after which it counts as lost.

_place_of = msgspec.json.Decoder(PlaceInfo).decode


class SharedReview:
    """One review that several people may look at, as this process has it."""

    def __init__(self, site: Site, subject: Subject) -> None:
        self.site = site
        self.subject = subject
        self.receivers: set[Connection] = set()
        self.remote: dict[str, list[Looker]] = {}  # Process -> the people who are connected to it.
        self.lead: LeadRow | None = None
        self.revision = 0  # The latest that this process knows of.
        self.said: deque[tuple[str, Spoken]] = deque(maxlen=MOST_SAID)  # Each with its person.
        self._leader_name = ""  # Also when the leader is away.
        self._here: dict[str, Looker] = {}  # The people who are connected to this process.
        self._jobs = Jobs(site.metrics, review=subject.id)  # Requests.
        self._timer: asyncio.TimerHandle | None = None  # While the leader is away.

    @property
    def id(self) -> str:
        """The table, or the record file."""
        return self.subject.id

    @property
    def ply(self) -> int:
        """Where the leader is; answers to requests tell it."""
        return 0 if self.lead is None else _place_of(self.lead.place).ply

    def submit(self, job: Job) -> None:
        """Queue a job; it reports its own errors."""
        self._jobs.submit(job)

    # --- People -----------------------------------------------------------------------------------------------------

    @property
    def people(self) -> list[Looker]:
        """Everybody who is here, each once; those who came first come first."""
        found: dict[str, Looker] = {}
        everybody = [*self._here.values(), *(each for there in self.remote.values() for each in there)]
        for looker in sorted(everybody):
            found.setdefault(looker.person, looker)
        return list(found.values())

    @property
    def is_leader_away(self) -> bool:
        """Whether somebody leads who is not connected."""
        return self.lead is not None and all(each.person != self.lead.person for each in self.people)

    def named(self) -> dict[str, LookerInfo]:
        """Return everybody by person, with names that differ from each other and from those of the players."""
        taken = list(self.subject.match.names)
        found: dict[str, LookerInfo] = {}
        for looker in self.people:
            name = looker.name
            if looker.seat == NOBODY:
                name = names.unique(name, taken)
                taken.append(name)
            key = self.site.signer.looker_key(self.id, looker.person)
            found[looker.person] = LookerInfo(key=key, name=name, seat=looker.seat, muted=False)
        return found

    def person_called(self, key: str) -> str:
        """Return the person behind a key: somebody who is here, or has said something lately."""
        for person in [*(each.person for each in self.people), *(person for person, _said in self.said)]:
            if self.site.signer.looker_key(self.id, person) == key:
                return person
        raise Refusal("looker_gone", "this person is no longer here", status=422)

    def person_here(self, key: str) -> str:
        """Return the person behind a key, who has to be here."""
        person = self.person_called(key)
        if all(each.person != person for each in self.people):
            raise Refusal("looker_gone", "this person is no longer here", status=422)
        return person

    def enter(self, connection: Connection, looker: Looker) -> None:
        """Let somebody look; notify the others."""
        if len(self.people) >= MOST_PEOPLE and looker.person not in self._here:
            raise Refusal("review_full", "too many people look at this match together")
        is_first = not self.receivers
        self.receivers.add(connection)
        if looker.person in self._here:
            self.show(connection)
            return
        self._here[looker.person] = looker
        if is_first:
            self.ask()
        else:
            self.nudge(here=self.here)
        self.tell_people()

    def leave(self, connection: Connection) -> None:
        """Forget a connection; notify the others if it was the person's last one."""
        self.receivers.discard(connection)
        if connection.person is None or any(each.person == connection.person for each in self.receivers):
            return
        if self._here.pop(connection.person, None) is not None:
            self.nudge(here=self.here)
            self.tell_people()
        self.site.shared_reviews.unload(self)

    @property
    def here(self) -> list[Looker]:
        """The people who are connected to this process."""
        return sorted(self._here.values())

    @property
    def is_led_here(self) -> bool:
        """Whether the leader is connected to this process."""
        return self.lead is not None and self.lead.person in self._here

    def ask(self) -> None:
        """Tell all other processes who is here; those that have this review answer."""
        if self.site.store.is_shared:
            news = ReviewNews(review=self.id, asks=True, here=self.here)
            self.site.bus.publish(Nudge(sender=self.site.process, table="", review=news))

    def heard_here(self, process: str, here: list[Looker]) -> None:
        """Store who is connected to another process."""
        if self.remote.get(process) != here:
            self.remote[process] = here
            self.tell_people()

    def heard_gone(self, process: str) -> None:
        """Store that another process no longer has the review, or has died."""
        if self.remote.pop(process, None):
            self.tell_people()

    # --- Telling ----------------------------------------------------------------------------------------------------

    def nudge(self, **news: Any) -> None:
        """Tell the other processes that have this review."""
        if self.remote:
            nudge = Nudge(sender=self.site.process, table="", review=ReviewNews(review=self.id, **news))
            self.site.bus.publish(nudge, to=list(self.remote))

    def tell_people(self) -> None:
        """Tell everybody here who is here and who leads."""
        named = self.named()
        if self.lead is None:
            self._leader_name = ""
        elif self.lead.person in named:
            self._leader_name = named[self.lead.person].name
        for receiver in self.receivers:
            self._show(receiver, named)
        self._watch_leader()

    def show(self, connection: Connection) -> None:
        """Send somebody the whole shared review."""
        self._show(connection, self.named())

    async def show_again(self, connection: Connection) -> None:
        """Send it to somebody who has muted a person, or no longer does."""
        assert connection.person is not None
        connection.muted = await self.site.store.read(talk_store.muted_by, connection.person)
        self.show(connection)

    def _show(self, connection: Connection, named: dict[str, LookerInfo]) -> None:
        assert connection.person is not None
        lead = self.lead
        people = [msgspec.structs.replace(info, muted=person in connection.muted) for person, info in named.items()]
        message = TogetherNow(
            review=self.id,
            you=self.site.signer.looker_key(self.id, connection.person),
            people=people,
            leader=None if lead is None else self.site.signer.looker_key(self.id, lead.person),
            name=self._leader_name,
            away=self.is_leader_away,
            place=None if lead is None else _place_of(lead.place),
            talk=self.subject.talk,
            said=[said for person, said in self.said if person not in connection.muted],
        )
        connection.post(encode(message))

    def say(self, person: str, said: Spoken) -> None:
        """Send a phrase or a chat text to everybody, here and in other processes."""
        self.heard_said([(person, said)])
        self.nudge(said=[(person, said)])

    def heard_said(self, words: Iterable[tuple[str, Spoken]]) -> None:
        """Send what somebody has said to everybody here who wants to read it, once."""
        for person, said in words:
            if (person, said) in self.said:
                continue
            self.said.append((person, said))
            data = encode(SpokenNow(said=said))
            for receiver in self.receivers:
                if person not in receiver.muted:
                    receiver.post(data)

    # --- The lead ---------------------------------------------------------------------------------------------------

    @property
    def grace(self) -> float:
        """Seconds for which a leader whose connection is lost keeps the lead."""
        return self.site.config.lead_grace

    def next_revision(self) -> int:
        """Return the least revision of the next change."""
        return max(self.revision + 1, self.site.now())

    def take_lead(self, row: LeadRow, sender: Connection | None = None) -> None:
        """Follow the lead as it is in the database; tell everybody here but the sender, unless it is old news."""
        if row.revision <= self.revision:
            return
        before, self.lead, self.revision = self.lead, row, row.revision
        if before is None or before.person != row.person:
            self.tell_people()
            return
        data = encode(Moved(place=_place_of(row.place)))
        for receiver in self.receivers:
            if receiver is not sender:
                receiver.post(data)

    def take_release(self, revision: int) -> None:
        """Follow that nobody leads any more."""
        if self.lead is not None and revision > self.revision:
            self.lead, self.revision = None, revision
            self.tell_people()
            self.site.shared_reviews.unload(self)

    def told_lead(self, row: LeadRow, sender: Connection | None = None) -> None:
        """Follow a change that this process has saved, and tell the others."""
        self.take_lead(row, sender)
        self.nudge(lead=row)

    def told_release(self) -> None:
        """Follow that this process has ended the lead, and tell the others."""
        revision = self.next_revision()
        self.take_release(revision)
        self.nudge(released=revision)

    def stale_before(self) -> int:
        """Return the time before which a leader must have been seen last to have lost the lead."""
        return self.site.now() - int(1000 * self.grace)

    def _watch_leader(self) -> None:
        """End the lead after a while, if the leader is away and does not come back."""
        if not self.is_leader_away:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
        elif self._timer is None:
            wait = self.grace * (1 + 1 / BEATS)  # The latest confirmation may be as old as this part.
            self._timer = asyncio.get_running_loop().call_later(wait, self.submit, self._end_lead)

    async def _end_lead(self) -> None:
        self._timer = None
        lead = self.lead
        if lead is None or not self.is_leader_away:
            return
        if not self.site.control.is_read_only:
            try:
                await self.site.store.write(lead_store.release, self.id, lead.person, self.stale_before())
                await self.look()
            except Exception:
                self.site.metrics.faults.inc()
                log.exception("a lead could not be ended", extra={"match": self.id})
        self._watch_leader()

    async def look(self) -> None:
        """Read from the database who leads."""
        known = self.revision
        rows = await self.site.store.read(lead_store.read_leads, [self.id])
        self.take_read(rows.get(self.id), known)

    def take_read(self, row: LeadRow | None, known: int) -> None:
        """Follow what was read from the database when revision `known` was the latest here."""
        if self.revision != known:
            return  # This process knows something newer.
        if row is None:
            if self.lead is not None:
                self.told_release()
        elif self.lead is None or row.revision != self.revision:
            self.revision = min(self.revision, row.revision - 1)  # The database is right.
            self.take_lead(row)

    def close(self) -> None:
        """Stop the timer."""
        if self._timer is not None:
            self._timer.cancel()


class SharedReviews:
    """The shared reviews of one process."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._open: dict[str, SharedReview] = {}

    async def find(self, subject: Subject) -> SharedReview:
        """Return a shared review, with its leader read from the database if this process does not have it yet."""
        if subject.id not in self._open:
            rows = await self._site.store.read(lead_store.read_leads, [subject.id])
            row = rows.get(subject.id)
            if subject.id not in self._open:
                found = self._open[subject.id] = SharedReview(self._site, subject)
                if row is not None and row.seen_at >= found.stale_before():
                    found.take_lead(row)
                if self._site.store.is_shared:
                    found.submit(found.look)  # For changes between reading and now.
        return self._open[subject.id]

    def unload(self, room: SharedReview) -> None:
        """Drop a review that nobody here looks at, unless its leader may come back."""
        if not room.receivers and room.lead is None and self._open.get(room.id) is room:
            del self._open[room.id]
            room.close()
            room.nudge(gone=True)

    def heard(self, sender: str, news: ReviewNews) -> None:
        """Follow a nudge."""
        room = self._open.get(news.review)
        if room is None:
            return
        if news.here is not None:
            room.heard_here(sender, news.here)
        if news.asks:
            answer = ReviewNews(review=room.id, here=room.here, said=list(room.said)[-MOST_SENT:])
            self._site.bus.publish(Nudge(sender=self._site.process, table="", review=answer), to=[sender])
        if news.lead is not None:
            room.take_lead(news.lead)
        if news.released is not None:
            room.take_release(news.released)
        room.heard_said(news.said)
        if news.gone:
            room.heard_gone(sender)

    def forget_dead(self, living: Collection[str]) -> None:
        """Forget the people of processes that have died."""
        for room in list(self._open.values()):
            for process in [each for each in room.remote if each not in living]:
                room.heard_gone(process)

    async def confirm(self) -> None:
        """Record that the leaders who are connected to this process are here."""
        led = [(room.id, room.lead.person) for room in self._open.values() if room.lead and room.is_led_here]
        if led and not self._site.control.is_read_only:
            await self._site.store.write(lead_store.note_seen, led, self._site.now())

    async def poll(self) -> None:
        """Make up for lost nudges."""
        rooms = [room for room in self._open.values() if room.receivers]
        if not rooms:
            return
        known = {room.id: room.revision for room in rooms}
        rows = await self._site.store.read(lead_store.read_leads, list(known))
        for room in rooms:
            room.take_read(rows.get(room.id), known[room.id])
            room.ask()

    def show_again(self, person: str) -> None:
        """Show a person their reviews again, without what they do not want to read."""
        for room in self._open.values():
            for receiver in room.receivers:
                if receiver.person == person:
                    self._site.in_background(room.show_again(receiver))

    def send_away(self, person: str) -> None:
        """Close the sockets of a banned person."""
        for room in list(self._open.values()):
            for receiver in [each for each in room.receivers if each.person == person]:
                self._site.newcomers.hold(receiver.address)
                receiver.end(REMOVED)
