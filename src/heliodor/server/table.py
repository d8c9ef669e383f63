"""A live table: it runs one task at a time, so it needs no lock.

An action is played in memory, saved, and only then sent out. If it cannot be saved, because another process was
first, it is rolled back, and the table reads what it has missed.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import msgspec
from msgspec import UNSET

from heliodor import fairness
from heliodor.core.contract import NOBODY, SPECTATOR
from heliodor.core.errors import BadAction
from heliodor.core.record import Record
from heliodor.games import get_game
from heliodor.match import Match, Played
from heliodor.protocol.messages import EventInfo, Failed, Offered, Reason, Said, SaidNow, Snapshot, TableChanged
from heliodor.protocol.settings import read_settings
from heliodor.protocol.tables import ClockState, TableInfo
from heliodor.server import beginnings, decisions, descriptions, known_deals
from heliodor.server.clocks import timekeeper
from heliodor.server.clocks.table_clock import TableClock
from heliodor.server.codes import NOT_FOUND, REMOVED
from heliodor.server.driver import Driver
from heliodor.server.jobs import Job, Jobs
from heliodor.server.plans import refusal_of, try_plan
from heliodor.server.refusal import Refusal
from heliodor.server.results import finish, placed_when_stopped
from heliodor.server.terms import aid_of, is_rated, why_no_coach
from heliodor.server.viewers import Viewers, encode, infos
from heliodor.store import Conflict
from heliodor.store import matches as match_store
from heliodor.store import talk as talk_store
from heliodor.store import vacations as vacation_store
from heliodor.store.rows import ActionRow, MatchRow, NewAction, SaidRow, SeatRow
from heliodor.store.tables import change_table

if TYPE_CHECKING:
    from heliodor.server.site import Site

log = logging.getLogger("heliodor.table")

T = TypeVar("T")

ATTEMPTS = 5  # Retries when other processes change the same table at the same time.
MOST_REQUESTS = 128  # Answered requests kept for de-duplication.
ABSENCE_SECONDS = 3.0  # Before an absence is saved; a page that reloads is back sooner.
VISIT_EVERY = 86_400_000  # A visit without an action is saved once a day.
MOST_SAID = 200  # The latest phrases, chat texts and notices in a snapshot.


class Receiver(Protocol):
    """A connection as the table sees it."""

    person: str | None
    address: str
    seats: list[int]  # The seats of this person, or at this person's device.
    seat: int  # The seat whose view it gets; SPECTATOR while the curtain is down, and for spectators.
    watches: bool  # Whether it came to watch, and so may stay without a seat.
    muted: frozenset[str]  # People whose phrases and chat this person does not want to read.

    def post(self, message: bytes) -> None:
        """Send a message soon."""

    def end(self, code: int) -> None:
        """Close the socket."""


class Table:
    """One table, its match and its connections in this process."""

    def __init__(
        self,
        site: Site,
        row: MatchRow,
        seats: list[SeatRow],
        actions: Sequence[ActionRow],
        vacations: Mapping[str, Sequence[tuple[int, int]]] | None = None,
    ) -> None:
        self.site = site
        self.id = row.id
        self.row = row
        self.seats = seats
        self.game = get_game(row.game)
        self.settings = read_settings(row.settings, self.game)
        self.vacations = vacations or {}  # Of people here, with days per turn: beginnings and ends.
        self.match: Match | None = None
        self.clock: TableClock | None = None
        self.receivers: set[Receiver] = set()
        # Other processes that have the table in memory -> seats whose players are connected there.
        self.remote: dict[str, list[int]] = {}
        self.driver = Driver(self)
        self.moved_at = row.started_at or row.created_at  # Time of the last action.
        self._host_timer: asyncio.TimerHandle | None = None  # Until another person becomes host.
        self._absence_timer: asyncio.TimerHandle | None = None  # Until absences are saved.
        self._keys: fairness.ActionKeys | None = None
        self.noticed_ply = -1  # The last ply whose player was away and has been sent a notice.
        self.num_held = 0  # Actions that the coach is looking at before they are played.
        self._requests: dict[tuple[int, str], int] = {}  # Seat and request -> ply after it.
        self._hinted: set[tuple[int, int]] = set()  # Seat and ply of the last hint.
        self._viewers: Viewers | None = None  # What has been shown; None while nobody watches.
        self.jobs = Jobs(site.metrics, match=row.id)
        if row.secret is not None:
            self._deal(row.secret)
            self._play_recorded(actions)
            self.moved_at = actions[-1].at if actions else self.moved_at
            timekeeper.set_clock(self, actions)

    # --- Work, one job after another --------------------------------------------------------------------------------

    def submit(self, job: Job) -> None:
        """Queue a job; it reports its own errors."""
        self.jobs.submit(job)

    def run(self, job: Callable[[], Awaitable[T]]) -> asyncio.Future[T]:
        """Queue a job and return its result."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        async def answered() -> None:
            try:
                result = await job()
            except Exception as error:
                if not future.done():
                    future.set_exception(error)
            else:
                if not future.done():
                    future.set_result(result)

        self.submit(answered)
        return future

    @property
    def is_idle(self) -> bool:
        """Whether the table can be unloaded."""
        return self.jobs.are_done and not (self.receivers or self.num_held or self.driver.is_busy)

    def close(self) -> None:
        """Release everything: the table has been unloaded. It must be idle, and must not be used after this."""
        for timer in (self._host_timer, self._absence_timer):
            if timer is not None:
                timer.cancel()
        self.driver.stop()
        del self.driver  # It and the table refer to each other, and cycles stay in memory for hours.

    # --- What it is -------------------------------------------------------------------------------------------------

    @property
    def ply(self) -> int:
        """Number of actions played."""
        return 0 if self.match is None else self.match.ply

    @property
    def position(self) -> tuple[int, int]:
        """How far this process has followed the table: its revision, and the number of actions."""
        return self.row.revision, self.ply

    @property
    def to_act(self) -> int:
        """Seat to act, or NOBODY."""
        return NOBODY if self.match is None or self.row.status != "playing" else self.match.to_act

    @property
    def drives(self) -> bool:
        """Whether this process runs the bots and clocks of this table."""
        return not self.site.store.is_shared or self.row.driver == self.site.process

    def seats_of(self, person: str | None) -> list[int]:
        """Return the seats of a person, or at a person's device."""
        return [seat.seat for seat in self.seats if person is not None and seat.person == person]

    def is_here(self, seat: int) -> bool:
        """Return whether the player of a seat is connected somewhere; bots always are."""
        if self.seats[seat].kind == "bot":
            return True
        return any(seat in receiver.seats for receiver in self.receivers) or any(
            seat in seats for seats in self.remote.values()
        )

    def info_for(self, person: str | None) -> TableInfo:
        """Return the table as a person sees it."""
        return descriptions.table_info(
            self.row, self.seats, self.settings, person, self.is_here, self.to_act, self.deadline, self.vacation_of
        )

    def vacation_of(self, seat: int) -> int | None:
        """Return when the vacation of a seat's player ends, if the table has days per turn; None: not on vacation."""
        now, spans = self.site.now(), self.vacations.get(self.seats[seat].person or "", ())
        if self.row.status not in ("playing", "paused"):
            return None
        return next((until for from_at, until in spans if from_at <= now < until), None)

    @property
    def deadline(self) -> int | None:
        """When the running clock is up; None if none runs."""
        clock = self.clock
        if clock is None or clock.running == NOBODY or clock.held:
            return None
        now = self.site.now()
        return now + max(0, clock.remaining(now)) + clock.rests(now)

    @property
    def is_rated(self) -> bool:
        """Whether the result will change ratings."""
        return is_rated(self.game, self.row, self.settings, self.seats)

    @property
    def is_coached(self) -> bool:
        """Whether the coach looks at the actions of the person who plays here."""
        return self.settings.coach and why_no_coach(self.game, self.settings, self.seats) is None

    def clock_state(self) -> ClockState | None:
        """Return the current clocks."""
        if self.clock is None:
            return None
        return self.clock.state(self.site.now(), [not seat.graced for seat in self.seats])

    @property
    def offers(self) -> list[Offered]:
        """Offers that await everybody's consent."""
        return msgspec.json.decode(self.row.offers, type=list[Offered])

    # --- Playing ----------------------------------------------------------------------------------------------------

    async def act(
        self,
        seat: int,
        ply: int,
        actions: Sequence[str],
        request: str | None,
        answer: Callable[[int], None],
    ) -> None:
        """Play a list of actions, all or none: save them, call `answer` with the ply after them, send updates."""
        if self._answer_again(seat, request, answer):
            return
        match = self.check_turn(seat, ply)
        if len(actions) > 1 and request is not None:
            self._check_plan(match, seat, actions)
        now = self.site.now()
        assert self._keys is not None
        try:
            played = match.act_all(actions, self._keys.of)
        except BadAction as error:
            raise refusal_of(error) from None
        left = timekeeper.time_left(self, seat, now)
        rows = [NewAction(self.id, each.ply, seat, match.actions[each.ply], request, left, now) for each in played]
        try:
            await self.site.store.append_actions(rows)
        except Exception as error:
            match.take_back(ply)
            if isinstance(error, Conflict):
                await self.refresh()
                if self._answer_again(seat, request, answer):  # A process saved it, and died before it answered.
                    return
                raise _stale() from None
            log.exception("an action was not saved", extra={"match": self.id})
            raise Refusal("not_saved", "the action could not be saved; please try again", status=503) from None
        if request is not None:
            self._remember(seat, request, match.ply)
        answer(match.ply)
        self.moved_at = now
        self.site.metrics.num_actions[self.game.id] += len(played)
        timekeeper.after_action(self, seat, now)
        self._tell(played)
        if self.remote:
            self.site.nudge(self, actions=[ActionRow(*row[1:]) for row in rows])
        if match.over:
            await finish(self)
        self.driver.consider()

    def _answer_again(self, seat: int, request: str | None, answer: Callable[[int], None]) -> bool:
        """Answer a request whose actions have been played already; return whether they have."""
        if request is None or (after := self._requests.get((seat, request))) is None:
            return False
        answer(after)
        return True

    def has_answered(self, seat: int, request: str) -> bool:
        """Return whether these actions have been played already."""
        return (seat, request) in self._requests

    def check_turn(self, seat: int, ply: int) -> Match:
        """Return the match if the seat may act now and knows how far it is; else refuse."""
        match = self.match
        if match is None:
            raise Refusal("not_started", "the match has not started yet")
        if self.row.status != "playing":
            raise Refusal(f"table_{self.row.status}", f"the table is {self.row.status}")
        if ply != match.ply:
            raise _stale()
        if match.to_act != seat:
            raise Refusal("not_your_turn", "it is somebody else's turn")
        return match

    def _check_plan(self, match: Match, seat: int, actions: Sequence[str]) -> None:
        """Refuse a list that continues after a card is revealed: its refusal would reveal the card for free."""
        tried = try_plan(self.game, match.hidden_states(seat), seat, actions[:-1])
        if tried.refusal is not None:
            raise tried.refusal
        if tried.played < len(actions) - 1:
            raise Refusal(
                "plan_too_long", f"action {tried.played + 1} reveals something, so the plan has to end with it"
            )

    def _remember(self, seat: int, request: str, ply: int) -> None:
        self._requests[seat, request] = ply
        if len(self._requests) > MOST_REQUESTS:
            del self._requests[next(iter(self._requests))]

    # --- Telling ----------------------------------------------------------------------------------------------------

    def _tell(self, played: Sequence[Played]) -> None:
        """Send every receiver its own view of the steps."""
        if self._viewers is None:
            return
        seats = {receiver.seat for receiver in self.receivers}
        updates = self._viewers.updates(played, seats, self.clock_state())
        for receiver in self.receivers:
            if receiver.seat in updates:  # Otherwise it has not been shown anything yet.
                receiver.post(updates[receiver.seat])

    def tell_table(self) -> None:
        """Send everybody the table; anyone unseated becomes a spectator or is disconnected."""
        clock, offers = self.clock_state(), self.offers
        for receiver in list(self.receivers):
            receiver.seats = self.seats_of(receiver.person)
            if receiver.seat != SPECTATOR and receiver.seat not in receiver.seats:
                receiver.seat = SPECTATOR
                if not receiver.watches:
                    reason = Reason(key="removed", text="the host has given your seat away")
                    receiver.post(encode(Failed(reason=reason)))
                    receiver.end(REMOVED)
                    continue
                self.submit(lambda receiver=receiver: self.show(receiver, None))  # type: ignore[misc]
            receiver.post(encode(TableChanged(table=self.info_for(receiver.person), clock=clock, offers=offers)))

    async def show(self, receiver: Receiver, seen: int | None) -> None:
        """Send the whole table, with the events since the last ply that the receiver had seen."""
        is_seated = bool(self.seats_of(receiver.person))
        if self.match is not None and not is_seated and not await known_deals.may_watch(self, receiver.person):
            reason = Reason(key="deal_played", text="you play this deal at another table, so you cannot watch it here")
            receiver.post(encode(Failed(reason=reason)))
            receiver.end(REMOVED)
            return
        said, note, receiver.muted = await self.site.store.read(
            talk_store.talk_for, self.id, receiver.seat, receiver.person, MOST_SAID
        )
        view, aid, covered, plain = None, None, None, None
        if self.match is not None:
            if self._viewers is None:
                self._viewers = Viewers(
                    self.match.shown, self.match.states, self.match.ply, aid_of(self.game, self.settings)
                )
            view = self._viewers.view(receiver.seat)
            aid = self._viewers.aid(receiver.seat)
            covered = self._viewers.covered()
            plain = self._viewers.plain(receiver.seat)
        message = Snapshot(
            table=self.info_for(receiver.person),
            ply=self.ply,
            seat=receiver.seat,
            seats=receiver.seats,
            view=view,
            aid=aid,
            clock=self.clock_state(),
            events=self._events_since(receiver.seat, seen),
            covered=covered,
            said=[each for row in said if self._is_read_by(receiver, each := descriptions.said(row))],
            muted=[seat.seat for seat in self.seats if seat.person in receiver.muted],
            note=note,
            offers=self.offers,
            plain=UNSET if plain is None else plain,
        )
        receiver.post(encode(message))

    def _events_since(self, seat: int, seen: int | None) -> list[EventInfo]:
        if seen is None or self.match is None or seen >= self.match.ply:
            return []
        told = (told for told in self.match.story(seat) if told.ply >= seen)
        return [info for each in told for info in infos(self.game, each.events, each.ply)]

    def tell_all(self, message: Any) -> None:
        """Send everybody the same message; it must not reveal anything about the match."""
        data = encode(message)
        for receiver in self.receivers:
            receiver.post(data)

    # --- Changes other than actions ---------------------------------------------------------------------------------

    async def change(self, changes: dict[str, Any], seats: Sequence[SeatRow] = (), covered: str = "left") -> None:
        """Save a change of the table and send it to everybody; raise a stale Refusal if another process was first.

        Consequences of the new seats, like a new host, are saved with them. `covered` is the log entry for a seat
        that a bot takes over.
        """
        changed = {seat.seat: seat for seat in seats}
        after = [changed.get(seat.seat, seat) for seat in self.seats]
        if seats:
            changes = changes | decisions.consequences(self, after)
        placed = placed_when_stopped(self, after) if changes.get("status") == "stopped" else []
        notices = [
            SaidRow(seat.seat, "notice", covered if seat.covered else "back", self.ply, self.site.now())
            for seat in seats
            if seat.kind != "bot" and seat.covered != self.seats[seat.seat].covered
        ]
        try:
            await self.site.store.write(
                change_table, self.id, self.row.revision, changes, self.game.id, seats, notices, placed
            )
        except Conflict:
            await self.refresh()
            raise _stale() from None
        self.row = msgspec.structs.replace(self.row, revision=self.row.revision + 1, **changes)
        self.settings = read_settings(self.row.settings, self.game)
        for seat in seats:
            self.seats[seat.seat] = seat
        self._take_up()
        self.tell_table()
        for notice in notices:
            self._tell_said(notice)
        self.site.nudge(self)
        self.driver.consider()

    async def give_back(self, seat: int) -> None:
        """Let the person of a covered seat play again; do nothing if no bot plays for them."""
        for _ in range(ATTEMPTS):
            row = self.seats[seat]
            if not row.covered:
                return
            back = msgspec.structs.replace(row, covered=0)
            try:
                await self.change({"needs_driver": self.needs_driver_with([back])}, [back])
            except Refusal as refusal:
                if not refusal.stale:
                    raise

    async def start(self) -> None:
        """Deal the match; the seats must be taken."""
        seeds = [seat.seed for seat in self.seats]
        secret = fairness.secret_of(self.row.server_seed, seeds).hex()
        version = descriptions.rules_version(self.row)
        dealt = beginnings.begun_match(msgspec.structs.replace(self.row, version=version, secret=secret), self.seats)
        waits = self.settings.ready and self.seats[dealt.to_act].kind == "bot"
        await self._read_vacations()
        await self.change(
            {
                "status": "paused" if waits else "playing",
                "version": version,
                "secret": secret,
                "started_at": self.site.now(),
                "driver": self.site.process if self.site.store.is_shared else None,
                "needs_driver": self.needs_driver_with([]),
            }
        )

    def needs_driver_with(self, seats: Sequence[SeatRow]) -> int:
        """Return whether the table needs a driver with these seats."""
        changed = {seat.seat: seat for seat in seats}
        now = [changed.get(seat.seat, seat) for seat in self.seats]
        return int(self.settings.clock.kind != "none" or any(seat.kind == "bot" or seat.covered for seat in now))

    def _take_up(self) -> None:
        """Deal the match if it has started; stop or run the clock, depending on the status."""
        if self.row.secret is not None and self.match is None:
            self._deal(self.row.secret)
            self.moved_at = self.row.started_at or self.moved_at
            timekeeper.set_clock(self, [])
            for receiver in self.receivers:
                self.submit(lambda receiver=receiver: self.show(receiver, None))  # type: ignore[misc]
        timekeeper.follow_status(self)

    async def reach(self, ply: int | None) -> None:
        """Read what other processes have written if somebody knows more of the match than this one."""
        if self.site.store.is_shared and self.match is not None and (ply or 0) > self.match.ply:
            await self.refresh()

    async def _read_vacations(self) -> None:
        if self.settings.clock.kind == "days":
            self.vacations = await self.site.store.read(vacation_store.at_table, self.id)

    async def refresh(self) -> None:
        """Read what other processes have written, and send it out."""
        found = await self.site.store.read(match_store.read_match, self.id)
        if found is None:
            self._end()
            return
        row, seats = found
        has_changed = row.revision != self.row.revision
        self.row, self.seats = row, seats
        self.settings = read_settings(row.settings, self.game)
        if self.match is not None:
            self.match.names = [seat.name for seat in seats]  # The host may have renamed somebody.
        await self._read_vacations()
        self._take_up()
        timekeeper.follow_seats(self)
        if has_changed and not self.drives:
            timekeeper.follow_saved(self)
        self._catch_up(await self.site.store.read(match_store.actions_from, self.id, self.ply) if self.match else [])
        if has_changed:
            self.tell_table()
        if self.match is not None and self.match.over and self.row.status == "playing":
            await finish(self)
        self.driver.consider()

    async def follow(self, actions: Sequence[ActionRow]) -> None:
        """Play actions that another process has saved; read the table instead if others are missing before them."""
        if self.match is None or actions[0].ply > self.ply:
            await self.refresh()
            return
        self._catch_up([action for action in actions if action.ply >= self.ply])
        if self.match.over and self.row.status == "playing":
            await finish(self)
        self.driver.consider()

    def _catch_up(self, missed: Sequence[ActionRow]) -> None:
        """Play actions of other processes, and send them out."""
        if missed:
            played = self._play_recorded(missed)
            self.moved_at = missed[-1].at
            timekeeper.after_actions_elsewhere(self, missed)
            self._tell(played)

    def _end(self) -> None:
        """Part with everybody: the host of the site has removed this table."""
        self.driver.stop()
        self.site.forget(self)
        self.tell_all(Failed(reason=Reason(key="not_found", text="this table has been removed")))
        for receiver in list(self.receivers):
            receiver.end(NOT_FOUND)

    async def follow_mode(self) -> None:
        """Let bots and clocks stand still while the site is read-only, and go on after that."""
        self.driver.consider()
        if self.clock is not None:
            self.tell_table()

    def _deal(self, secret: str) -> None:
        self._keys = fairness.ActionKeys(bytes.fromhex(secret))
        self.match = beginnings.begun_match(self.row, self.seats)
        display = self.game.display.SETTINGS if self.game.display is not None else ()
        self.match.display(**{setting.name: self.settings.game[setting.name] for setting in display})

    def _play_recorded(self, actions: Sequence[ActionRow]) -> list[Played]:
        assert self.match is not None
        assert self._keys is not None
        played: list[Played] = []
        is_watched = self._viewers is not None  # Otherwise nobody needs the states in between.
        for action in actions:
            if action.ply != self.match.ply:
                continue
            if played and is_watched:
                played[-1] = played[-1]._replace(after=self.match.states.copy())
            played += self.match.act_all([action.text], self._keys.of)
            if action.request is not None:
                self._remember(action.seat, action.request, self.match.ply)
        return played

    # --- Coming and going -------------------------------------------------------------------------------------------

    def enter(self, receiver: Receiver) -> None:
        """Add a connection."""
        self.receivers.add(receiver)
        self._presence_changed(receiver)
        if receiver.seats and self._would_expire:
            self.submit(self._keep)

    @property
    def _would_expire(self) -> bool:
        """Whether the visit of a player has to be saved, so that the table does not expire."""
        if self.row.status not in match_store.LIVE:
            return False
        last = max(self.moved_at, self.row.visited_at or 0)
        return self.row.expires_at is not None or self.site.now() - last > VISIT_EVERY

    async def _keep(self) -> None:
        """Save that a player has come back."""
        for _ in range(ATTEMPTS):
            if not self._would_expire:
                return
            try:
                await self.change({"visited_at": self.site.now(), "expires_at": None})
            except Refusal as refusal:
                if not refusal.stale:
                    raise

    def leave(self, receiver: Receiver) -> None:
        """Remove a connection."""
        self.receivers.discard(receiver)
        if not self.receivers:
            self._viewers = None
        elif self._viewers is not None and not any(other.seat == receiver.seat for other in self.receivers):
            self._viewers.forget(receiver.seat)
        self._presence_changed(receiver)

    def _presence_changed(self, receiver: Receiver) -> None:
        if receiver.seats:
            self.site.nudge(self, here=self.local_seats())
            self.driver.presence_changed()
            self.tell_table()
        self._watch_host()
        self._watch_absences()
        self.site.notices.consider(self)

    def _watch_absences(self) -> None:
        """Save soon which players are away while somebody waits for them, and at once who is back."""
        if self._absence_timer is not None:
            self._absence_timer.cancel()
            self._absence_timer = None
        if self.receivers and (seats := decisions.absences(self, self.site.now())):
            is_back = any(seat.away_since is None for seat in seats)
            wait = 0.0 if is_back else ABSENCE_SECONDS
            self._absence_timer = asyncio.get_running_loop().call_later(wait, self.submit, self._note_absences)

    async def _note_absences(self) -> None:
        if self.receivers and (seats := decisions.absences(self, self.site.now())):
            with contextlib.suppress(Refusal):  # Another process was first.
                await self.change({}, seats)
        self._watch_absences()

    def _watch_host(self) -> None:
        """Replace the host after a while, if the present one is away and does not come back."""
        if self._host_timer is not None:
            self._host_timer.cancel()
            self._host_timer = None
        if decisions.misses_host(self):
            wait = self.site.config.drop_grace
            self._host_timer = asyncio.get_running_loop().call_later(wait, self.submit, self._replace_host)

    async def _replace_host(self) -> None:
        try:
            await decisions.replace_host(self)
        except Refusal:
            self._watch_host()  # Another process has changed the table; check its new state.

    def local_seats(self) -> list[int]:
        """Return the seats whose players are connected to this process."""
        return sorted({seat for receiver in self.receivers for seat in receiver.seats})

    def remote_presence(self, process: str, seats: list[int]) -> None:
        """Store which seats are connected to another process."""
        had = self.remote.get(process, [])
        self.remote[process] = seats
        if had != seats:
            self._remote_changed()

    def remote_gone(self, process: str) -> None:
        """Store that another process no longer has the table."""
        if self.remote.pop(process, None):
            self._remote_changed()

    def _remote_changed(self) -> None:
        self.driver.presence_changed()
        self.tell_table()
        self._watch_host()
        self._watch_absences()

    # --- Talk and paper ---------------------------------------------------------------------------------------------

    async def say(self, row: SaidRow) -> None:
        """Save a phrase, chat text or notice, and send it to everybody."""
        await self.site.store.write(talk_store.say, self.id, row)
        self._tell_said(row)

    def _tell_said(self, row: SaidRow) -> None:
        said = descriptions.said(row)
        self.tell_said(said)
        self.site.nudge_said(self.id, said)

    def tell_said(self, said: Said) -> None:
        """Send a phrase, chat text or notice to everybody who wants to read it."""
        data = encode(SaidNow(said=said))
        for receiver in self.receivers:
            if self._is_read_by(receiver, said):
                receiver.post(data)

    def _is_read_by(self, receiver: Receiver, said: Said) -> bool:
        """Return whether a receiver has not muted the person who has said something; notices come from the table."""
        return said.kind == "notice" or self.seats[said.seat].person not in receiver.muted

    async def note_hint(self, seat: int) -> None:
        """Log that a seat has been given a hint, once per ply."""
        if (seat, self.ply) not in self._hinted:
            self._hinted = {(seat, self.ply)}
            await self.say(SaidRow(seat, "notice", "hint", self.ply, self.site.now()))

    def record(self) -> Record:
        """Return the record of a finished match, with the seeds revealed; for practice no seed has dealt the cards."""
        assert self.match is not None
        record = self.match.record()
        practice = beginnings.practice_of(self.row)
        if practice is None:
            record.fairness = descriptions.fairness_part(self.row, self.seats)
        else:
            record.practice = practice.ply
        return record


def _stale() -> Refusal:
    return Refusal("stale", "the table has changed; look again", stale=True)
