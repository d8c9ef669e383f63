"""Everything a server process has: configuration, database, bus, bots, limits, metrics, and the loaded tables."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import gc
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any

from heliodor.core.contract import Game
from heliodor.games import game_ids, get_game
from heliodor.protocol.messages import Said
from heliodor.server.administration.listener import Listener
from heliodor.server.bus import Bus, Nudge, make_bus
from heliodor.server.clocks import timekeeper
from heliodor.server.codes import SIGNED_OUT
from heliodor.server.config import Config
from heliodor.server.control import LOOK_SECONDS, Control
from heliodor.server.housekeeping import CHECK_SECONDS, prune_daily
from heliodor.server.identity import Signer
from heliodor.server.limits import Limits
from heliodor.server.metrics import Metrics
from heliodor.server.newcomers import Newcomers
from heliodor.server.notices import Notices
from heliodor.server.refusal import Refusal
from heliodor.server.reviews import Reviews
from heliodor.server.shared_reviews import BEATS, SharedReviews
from heliodor.server.table import Table
from heliodor.server.thinkers import Thinkers
from heliodor.server.wire import Outbox
from heliodor.store import Store, open_engine
from heliodor.store import drivers as driver_store
from heliodor.store import matches as match_store
from heliodor.store import people as people_store
from heliodor.store import vacations as vacation_store
from heliodor.store.rows import MatchRow
from heliodor.store.vacations import has_days
from heliodor.warm import Preparation

if TYPE_CHECKING:
    from heliodor.server.socket import Connection

log = logging.getLogger("heliodor.site")

DEAD_AFTER = 5.0  # A process counts as dead after this many missed heartbeats,
DEAD_SECONDS = 1.5  # and not before this many seconds.
NO_TABLE = ""  # Table of a nudge that only makes this process known to the others.
HEARTBEAT_ALONE = 10.0  # Seconds between the heartbeats of a single process.
IDLE_SECONDS = 120.0  # A table that nobody uses is unloaded after this time.
ADMIN_SECONDS = 5.0  # Between attempts to have the socket for `heliodor admin`, after its holder has ended.
FLUSH_SECONDS = 1.0  # Maximum age of metrics.
MOST_ORPHANS = 500  # Tables taken over at once; the rest follow after the next heartbeat.
ALL_OF_THEM = 10_000_000  # A single process takes over every table when it starts.


def wall_clock() -> int:
    """Return milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Site:
    """Everything that requests share; made by `open_site`."""

    def __init__(self, config: Config, store: Store, signer: Signer, now: Callable[[], int]) -> None:
        self.config = config
        self.store = store
        self.signer = signer
        self.now = now
        self.process = secrets.token_hex(6)
        self.limits = Limits(config.limits, changed=config.allowances)
        self.metrics = Metrics()
        self.thinkers = Thinkers(config.bot_threads)
        self.bus: Bus = make_bus(config.bus, config.database, store.is_shared)
        self.outbox = Outbox()
        self.control = Control(self)
        self.reviews = Reviews(self)
        self.shared_reviews = SharedReviews(self)
        self.newcomers = Newcomers(self)
        self.notices = Notices(self)
        self.admin = Listener(self)
        self.preparation = Preparation(("play", "hints"))
        self.is_ready = False
        self.up_until: int | None = None  # When the last gap without a server began, if that is known.
        self.up_since = 0  # When that gap ended.
        self.connections = 0
        self.sockets: set[Connection] = set()
        self.tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Task[Table | None]] = {}
        self._used: dict[str, float] = {}  # Table -> time of its last use.
        self._others: set[str] = set()  # Processes that are alive besides this one.
        self.experts_at: set[str] = set()  # Days whose board an expert bot of this process plays now.
        self._background: set[asyncio.Task[None]] = set()
        self._tasks: list[asyncio.Task[None]] = []

    # --- Life -------------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Start serving: subscribe to the bus, take over tables that need a driver."""
        if self.config.preload:
            self.preparation.begin(map(get_game, game_ids()))
        await self.bus.start(self._on_nudge, self.process)
        gap = self._dead_after if self.store.is_shared else -1  # A single process: no server was up until now.
        self.up_until, self.up_since = await self.store.write(driver_store.begin, self.process, self.now(), gap)
        heartbeat = self.config.heartbeat if self.store.is_shared else HEARTBEAT_ALONE
        self._tasks.append(asyncio.create_task(self._repeat(heartbeat, self._send_heartbeat)))
        if self.store.is_shared:
            self._tasks.append(asyncio.create_task(self._repeat(self.config.poll, self._poll)))
        self._tasks.append(asyncio.create_task(self._repeat(IDLE_SECONDS / 4, self._unload_idle)))
        self._tasks.append(asyncio.create_task(self._repeat(FLUSH_SECONDS, self._flush_metrics)))
        beat = self.config.lead_grace / BEATS
        self._tasks.append(asyncio.create_task(self._repeat(beat, self.shared_reviews.confirm)))
        await self.control.look()
        self._tasks.append(asyncio.create_task(self._repeat(LOOK_SECONDS, self.control.look)))
        await self.notices.start()
        self._tasks.append(asyncio.create_task(self._repeat(self.config.push_poll, self.notices.deliver)))
        await self._adopt()
        await self.admin.open()
        self._tasks.append(asyncio.create_task(self._repeat(ADMIN_SECONDS, self.admin.open)))
        self._tasks.append(asyncio.create_task(self._repeat(CHECK_SECONDS, lambda: prune_daily(self))))
        if self.store.is_shared:
            self.bus.publish(Nudge(sender=self.process, table=NO_TABLE))
        gc.freeze()  # Everything loaded by now stays; the collector can skip it.
        self.is_ready = True

    async def stop(self) -> None:
        """Finish current work, save, and hand over to other processes."""
        self.is_ready = False
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.admin.close()
        for table in self.tables.values():
            with contextlib.suppress(Exception):
                await table.driver.settle()
            table.driver.stop()
        for task in list(self._background):
            task.cancel()
        self.thinkers.close()
        self.notices.close()
        await self.preparation.close()
        with contextlib.suppress(Exception):
            await self.store.write(driver_store.release_all, self.process, self.now())
        await self.bus.close()
        await self.store.close()

    async def _repeat(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except Exception:
                self.metrics.faults.inc()
                log.exception("a repeated task failed", extra={"process": self.process})

    # --- Tables -----------------------------------------------------------------------------------------------------

    async def table(self, match_id: str) -> Table | None:
        """Return a table, loaded from the database if necessary; None if it does not exist."""
        found = self.tables.get(match_id)
        if found is not None:
            self._used[match_id] = time.monotonic()
            return found
        loading = self._loading.get(match_id)
        if loading is None:
            loading = self._loading[match_id] = asyncio.create_task(self._load(match_id))
            loading.add_done_callback(lambda _task: self._loading.pop(match_id, None))
        return await asyncio.shield(loading)

    async def _load(self, match_id: str) -> Table | None:
        found = await self.store.read(match_store.whole_match, match_id)
        if found is None:
            return None
        row, seats, actions = found
        game = _game_of(row)
        await self.preparation.ready(game)
        vacations = await self.store.read(vacation_store.at_table, match_id) if has_days(row.settings) else {}
        table = Table(self, row, seats, actions, vacations)
        self.tables[match_id] = table
        self._used[match_id] = time.monotonic()
        self.metrics.tables.set(len(self.tables))
        if self.store.is_shared:
            self._ask(match_id)
            table.submit(table.refresh)  # Catch up on changes between reading and registering.
        elif table.match is not None and table.match.over and row.status == "playing":
            table.submit(table.refresh)
        table.driver.consider()
        for level in {seat.level for seat in seats if seat.kind == "bot"}:
            self.ready_bot(table.game, level)
        return table

    def count_connections(self, more: int) -> None:
        """Count opened or closed sockets."""
        self.connections += more
        self.metrics.connections.set(self.connections)

    def ready_bot(self, game: Game, level: str) -> None:
        """Load a bot in the background, so that its first decision is not late."""
        self.in_background(self.thinkers.prepare(game, level))

    def in_background(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Run a task that nobody has to wait for."""
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)
        return task

    async def _unload_idle(self) -> None:
        limit = time.monotonic() - IDLE_SECONDS
        for match_id, table in list(self.tables.items()):
            # Other processes may act at a table that this process drives; then its bots must answer from here.
            is_needed = self.store.is_shared and table.drives and table.row.needs_driver
            if table.is_idle and not is_needed and self._used.get(match_id, 0.0) < limit:
                self.nudge(table, gone=True)
                del self.tables[match_id]
                self._used.pop(match_id, None)
                table.close()
        self.metrics.tables.set(len(self.tables))

    def times_served(self, since: int) -> list[tuple[int, int]]:
        """Return the spans of time since `since` in which a server was up."""
        now = self.now()
        if since >= self.up_since:
            return [(since, now)]
        until = since if self.up_until is None else max(since, min(self.up_until, self.up_since))
        return [(since, until), (self.up_since, now)]

    # --- Other processes --------------------------------------------------------------------------------------------

    def nudge(self, table: Table, **news: Any) -> None:
        """Send a nudge to the other processes that have a table in memory; without news it says: the table changed."""
        if table.remote:
            self.bus.publish(Nudge(sender=self.process, table=table.id, **news), to=table.remote)

    def nudge_said(self, match_id: str, said: Said) -> None:
        """Notify all other processes of a phrase or chat text: nobody would notice later that it is missing."""
        if self._others:
            self.bus.publish(Nudge(sender=self.process, table=match_id, said=said))

    def _ask(self, match_id: str) -> None:
        """Tell the other processes that this one has a table in memory; those that have it, too, answer."""
        self.bus.publish(Nudge(sender=self.process, table=match_id, asks=True))

    def nudge_held(self, held: str, until: int) -> None:
        """Notify other processes that an address takes no new people."""
        if self._others:
            self.bus.publish(Nudge(sender=self.process, table=NO_TABLE, held=(held, until)))

    def tables_changed(self, match_ids: Sequence[str]) -> list[asyncio.Task[None]]:
        """Have tables that were changed in the database read again, here and in other processes.

        The tasks end when this process has read them.
        """
        if self._others:
            self.bus.publish(Nudge(sender=self.process, table=NO_TABLE, control=True))
        for match_id in match_ids:
            if self._others:
                self.bus.publish(Nudge(sender=self.process, table=match_id))
        return [self.in_background(self._read_again(match_id)) for match_id in match_ids]

    async def read_changed(self, match_ids: Sequence[str]) -> None:
        """Do as `tables_changed`, and wait for it: the next request of the person who made the change must see it."""
        if reading := self.tables_changed(match_ids):
            await asyncio.wait(reading)

    async def _read_again(self, match_id: str) -> None:
        loading = self._loading.get(match_id)
        table = self.tables.get(match_id) if loading is None else await asyncio.shield(loading)
        if table is None:
            found = await self.store.read(match_store.read_match, match_id)
            if self.store.is_shared or found is None or not found[0].needs_driver or found[0].status != "playing":
                return
            table = await self.table(match_id)  # A bot may have to play here now.
        if table is not None:
            table.submit(table.refresh)
            await table.run(lambda: asyncio.sleep(0))  # Jobs run one after another, so it has been read again then.

    def sign_out(self, person: str, generation: int) -> None:
        """Close the sockets of a person whose cookie is older, here and in other processes."""
        if self._others:
            signed_out = (person, generation)
            self.bus.publish(Nudge(sender=self.process, table=NO_TABLE, control=True, signed_out=signed_out))
        self._end_sockets(person, generation)

    def _end_sockets(self, person: str, generation: int) -> None:
        for socket in [each for each in self.sockets if each.person == person and each.generation < generation]:
            socket.end(SIGNED_OUT)

    def mutes_changed(self, person: str) -> None:
        """Show a person their tables and reviews again, without what they do not want to read, in all processes."""
        if self._others:
            self.bus.publish(Nudge(sender=self.process, table=NO_TABLE, reader=person))
        self._show_again(person)

    def _show_again(self, person: str) -> None:
        self.shared_reviews.show_again(person)
        for table in self.tables.values():
            for receiver in table.receivers:
                if receiver.person == person:
                    table.submit(functools.partial(table.show, receiver, None))

    def forget(self, table: Table) -> None:
        """Drop a table that is no longer in the database."""
        if self.tables.get(table.id) is table:
            del self.tables[table.id]
            self._used.pop(table.id, None)
            self.metrics.tables.set(len(self.tables))

    def _on_nudge(self, nudge: Nudge) -> None:
        if nudge.sender == self.process:
            return
        self._others.add(nudge.sender)
        if nudge.control:
            self.in_background(self.control.look())
        if nudge.signed_out is not None:
            self._end_sockets(*nudge.signed_out)
        if nudge.reader is not None:
            self._show_again(nudge.reader)
        if nudge.held is not None:
            self.newcomers.heard(*nudge.held)
        if nudge.review is not None:
            self.shared_reviews.heard(nudge.sender, nudge.review)
        table = self.tables.get(nudge.table)
        if table is None:
            if nudge.actions and nudge.table not in self._loading:
                self.bus.publish(Nudge(sender=self.process, table=nudge.table, gone=True), to=[nudge.sender])
        elif nudge.asks:
            table.remote.setdefault(nudge.sender, [])
            answer = Nudge(sender=self.process, table=table.id, here=table.local_seats(), position=table.position)
            self.bus.publish(answer, to=[nudge.sender])
        elif nudge.gone:
            table.remote_gone(nudge.sender)
        elif nudge.said is not None:
            table.tell_said(nudge.said)
        elif nudge.here is not None:
            is_new = nudge.sender not in table.remote
            table.remote_presence(nudge.sender, nudge.here)
            if is_new and (seats := table.local_seats()):  # They came before this process knew whom to tell.
                self.bus.publish(Nudge(sender=self.process, table=table.id, here=seats), to=[nudge.sender])
            if nudge.position is not None and nudge.position != table.position:
                table.submit(table.refresh)
        elif nudge.actions:
            actions = nudge.actions
            table.submit(lambda: table.follow(actions))
        else:
            table.submit(table.refresh)

    async def _send_heartbeat(self) -> None:
        """Send a heartbeat, and take over the tables of processes without one."""
        await self.store.write(driver_store.record_heartbeat, self.process, self.now())
        if self.store.is_shared:
            await self._adopt()

    async def _flush_metrics(self) -> None:
        self.metrics.flush()

    @property
    def _dead_after(self) -> int:
        """Milliseconds without a heartbeat after which a process counts as dead."""
        return int(1000 * max(DEAD_AFTER * self.config.heartbeat, DEAD_SECONDS))

    async def _adopt(self) -> None:
        """Take over the tables without a driver."""
        living = {self.process}
        if not self.store.is_shared:
            taken = await self.store.read(driver_store.orphans, sorted(living), ALL_OF_THEM)
        else:
            living |= await self.store.read(driver_store.living_processes, self.now() - self._dead_after)
            self._others = living - {self.process}
            self.shared_reviews.forget_dead(self._others)
            for table in self.tables.values():
                for gone in [process for process in table.remote if process not in living]:
                    table.remote_gone(gone)
            taken = []
            if await self.store.read(driver_store.orphans, sorted(living), 1):
                taken = await self.store.write(driver_store.take_over, sorted(living), self.process, MOST_ORPHANS)
        for match_id in taken:
            # The server does not stand still while rules are compiled.
            await self.preparation.unless_compiling(self.in_background(self._take_over(match_id)))

    async def _take_over(self, match_id: str) -> None:
        try:
            found = await self.table(match_id)
        except Exception as error:
            # One table that cannot be continued must not stop the others.
            reason = error if isinstance(error, Refusal) else type(error).__name__
            log.error("a table was not taken over: %s", reason, extra={"match": match_id})
        else:
            if found is not None:
                timekeeper.after_take_over(found, self._dead_after)
                found.submit(found.refresh)

    async def _poll(self) -> None:
        """Refresh tables whose nudges were lost."""
        if not self._others:
            return
        await self.shared_reviews.poll()
        ids = [match_id for match_id, table in self.tables.items() if table.row.status in match_store.LIVE]
        for start in range(0, len(ids), 500):
            some = ids[start : start + 500]
            found = await self.store.read(match_store.positions, some)
            for match_id in some:
                if match_id not in found and (gone := self.tables.get(match_id)) is not None:
                    gone.submit(gone.refresh)  # The host has removed it.
            for match_id, (revision, ply) in found.items():
                table = self.tables.get(match_id)
                if table is not None and (table.row.revision < revision or table.ply < ply):
                    table.submit(table.refresh)
                    self._ask(match_id)  # Another process may not know that this one has the table.


def _game_of(row: MatchRow) -> Game:
    """Return the game of a match; refuse a match whose cards were dealt by rules that this server does not have."""
    game = get_game(row.game)
    if row.secret is not None:
        check_version(game, row.version)
    return game


def check_version(game: Game, version: int) -> None:
    """Refuse a version of a game's rules that this server does not have."""
    if version not in game.history:
        known = " and ".join(str(number) for number in sorted(game.history))
        raise Refusal(
            "other_version",
            f"this match was started under version {version} of the rules of {game.title}; "
            f"this server has {known} and cannot continue it",
        )


async def open_site(config: Config, now: Callable[[], int] = wall_clock) -> Site:
    """Open the database and create a site; the caller starts it."""
    store = Store(await asyncio.to_thread(open_engine, config.database))
    key = await store.write(people_store.setting, "cookie_key", secrets.token_hex(32))
    return Site(config, store, Signer(key), now)
