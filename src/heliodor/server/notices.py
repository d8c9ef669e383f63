"""Notices to people who are not at their table: their turn, short time, an invitation, a table that expires.

They are queued in the database (store/notices.py) and sent from there, so a restart loses none. A notice holds its
kind, the table, the game and perhaps a time, and nothing that is known at the table only. They are sent by Web Push.

A process that dies after sending a notice and before noting it leaves it to another one, which sends it again. To note
it first would lose it instead, and a lost "your turn" costs a match. So a repeated one is made harmless: it has the
same `Topic` (RFC 8030, 5.4), by which a push service replaces a message that waits, and the browser replaces the
notification that it shows.
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Literal

import msgspec

from heliodor.core.contract import NOBODY
from heliodor.server.push import Answer, Push, is_installed, new_key
from heliodor.store import notices as notice_store
from heliodor.store import people as people_store
from heliodor.store.notices import DROPPED, SENT, DueNotice

if TYPE_CHECKING:
    from heliodor.server.site import Site
    from heliodor.server.table import Table

log = logging.getLogger("heliodor.notices")

Kind = Literal["turn", "time", "invitation"]  # And "expiry", queued in the store (store/expiry.py).

NUM_THREADS = 4
MOST_AT_ONCE = 50
LEASE = 60_000  # How long a process has for a notice that it sends; then another one may.
FIRST_PAUSE, LONGEST_PAUSE = 30_000, 6 * 3_600_000  # Between two attempts.
GIVEN_UP = 3 * 86_400_000  # A notice is not sent after this time.
# How long a push service keeps a notice for a browser that is switched off, in seconds; and how soon it is to be shown.
TERMS: dict[str, tuple[int, str]] = {
    "turn": (2 * 86_400, "normal"),
    "time": (6 * 3600, "high"),
    "invitation": (86_400, "normal"),
    "expiry": (6 * 86_400, "normal"),
}


class Notices:
    """The notices of a site, as far as this process queues and sends them."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._push: Push | None = None
        self._threads: ThreadPoolExecutor | None = None

    async def start(self) -> None:
        """Load the site's key; the first start makes it."""
        config, store = self._site.config, self._site.store
        if not config.push or not is_installed():
            return
        key = await store.write(people_store.setting, "push_key", new_key())
        contact = config.push_contact or "https://heliodor.invalid"
        self._push = Push(key, contact, config.push_services)
        self._threads = ThreadPoolExecutor(NUM_THREADS, thread_name_prefix="heliodor-push")

    def close(self) -> None:
        """End the threads; what they have not sent is due again later."""
        if self._threads is not None:
            self._threads.shutdown(wait=False, cancel_futures=True)

    @property
    def push(self) -> Push | None:
        """What sends; None if this site offers no notices."""
        return self._push

    # --- What happens at tables -------------------------------------------------------------------------------------

    def consider(self, table: Table) -> None:
        """Queue a notice if it is the turn of a person who is not there."""
        seat = table.to_act
        if self._push is None or seat == NOBODY or table.noticed_ply == table.ply:
            return
        if table.driver.plays(seat) or table.is_here(seat) or table.vacation_of(seat) is not None:
            return
        table.noticed_ply = table.ply
        self._queue(table, seat, "turn", table.ply, self._site.config.push_delay)

    def time_is_short(self, table: Table, seat: int) -> None:
        """Queue a notice that little time is left, unless the person is there."""
        if self._push is not None and not table.is_here(seat):
            self._queue(table, seat, "time", table.ply, 0.0)

    def invite(self, table: Table, person: str) -> None:
        """Queue a notice for everybody who sits at a new table and has not come yet."""
        if self._push is not None:
            for seat in table.seats:
                if seat.person != person:
                    self._queue(table, seat.seat, "invitation", 0, 0.0)

    def _queue(self, table: Table, seat: int, kind: Kind, ply: int, delay: float) -> None:
        person = table.seats[seat].person
        if person is not None:
            now = self._site.now()
            due_at = now + int(1000 * delay)
            until = table.deadline if table.settings.clock.kind == "days" else None
            self._site.in_background(self._write(person, kind, table.id, ply, due_at, now, until))

    async def _write(
        self, person: str, kind: Kind, match_id: str, ply: int, due_at: int, now: int, until: int | None
    ) -> None:
        await self._site.store.write(notice_store.queue, person, kind, match_id, ply, due_at, now, until)

    # --- Sending ----------------------------------------------------------------------------------------------------

    async def deliver(self) -> None:
        """Send what is due."""
        site = self._site
        if self._push is None or site.control.is_read_only:
            return
        if not await site.store.read(notice_store.has_due, site.now()):
            return
        now = site.now()
        due = await site.store.write(notice_store.claim, now, now + LEASE, MOST_AT_ONCE)
        await asyncio.gather(*(self._send(each) for each in due))

    async def _send(self, due: DueNotice) -> None:
        site, notice = self._site, due.notice
        now = site.now()
        if not due.is_due_still or now - notice.created_at > GIVEN_UP:
            await site.store.write(notice_store.settle, notice.id, DROPPED)
            return
        table = site.tables.get(notice.match_id)
        if notice.kind == "turn" and table is not None and table.to_act != NOBODY and table.is_here(table.to_act):
            wait = int(1000 * max(1.0, site.config.push_delay))  # They see it; perhaps they leave without acting.
            await site.store.write(notice_store.postpone, notice.id, now + wait)
            return
        answer = await self._post(due)
        if answer is None or answer.status in (401, 403, 404, 410):
            # The browser has withdrawn it, or it was made for another key or with wrong ones.
            log.info("a push subscription is gone", extra={"status": 0 if answer is None else answer.status})
            await site.store.write(notice_store.forget, [due.subscription.id])
        elif 200 <= answer.status < 300:
            await site.store.write(notice_store.settle, notice.id, SENT)
        elif answer.status == 0 or answer.status == 429 or answer.status >= 500:
            await site.store.write(notice_store.postpone, notice.id, site.now() + _pause(notice.attempts, answer))
        else:
            log.warning("a push service has refused a notice", extra={"status": answer.status})
            await site.store.write(notice_store.settle, notice.id, DROPPED)

    async def _post(self, due: DueNotice) -> Answer | None:
        """Send a notice in a thread; None if it cannot be encrypted or its service is not allowed."""
        push, to, notice = self._push, due.subscription, due.notice
        assert push is not None
        if not push.serves(to.endpoint):
            return None
        told = {"kind": notice.kind, "table": notice.match_id, "game": due.game}
        payload = msgspec.json.encode(told if notice.until is None else {**told, "until": notice.until})
        ttl, urgency = TERMS[notice.kind]
        topic = f"{notice.kind}:{notice.match_id}"
        try:
            return await asyncio.get_running_loop().run_in_executor(
                self._threads, push.post, to.endpoint, to.p256dh, to.auth, payload, ttl, topic, urgency
            )
        except ValueError:
            return None


def _pause(attempts: int, answer: Answer) -> int:
    """Return the milliseconds until the next attempt: longer each time, and as long as the service asks."""
    pause = min(LONGEST_PAUSE, FIRST_PAUSE << min(20, attempts - 1))
    return min(LONGEST_PAUSE, max(pause, 1000 * (answer.retry_after or 0)))
