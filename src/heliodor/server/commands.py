"""One function for each socket request. Each answers the sender: accepted, or refused with a reason."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import msgspec

from heliodor.core.contract import SPECTATOR
from heliodor.core.errors import HeliodorError
from heliodor.hints import advice_of
from heliodor.protocol import requests
from heliodor.protocol.messages import Accepted, Previewed, Reason, Refused, SiteChanged, SiteInfo
from heliodor.protocol.settings import with_coach
from heliodor.server import coach, decisions
from heliodor.server.control import Effect
from heliodor.server.hints import answer_with_hints, answer_with_review
from heliodor.server.plans import try_plan
from heliodor.server.refusal import Refusal, forbidden, not_found
from heliodor.server.talk import checked_chat, checked_phrase
from heliodor.server.terms import why_no_coach, why_no_hints
from heliodor.server.viewers import encode
from heliodor.store import talk as talk_store
from heliodor.store.matches import LIVE
from heliodor.store.rows import SaidRow

if TYPE_CHECKING:
    from heliodor.server.site import Site
    from heliodor.server.socket import Connection
    from heliodor.server.table import Table

Handler = Callable[["Connection", "Table", Any], Awaitable[None]]


async def run(connection: Connection, table: Table, request: Any) -> None:
    """Handle a request within the table's queue; the sender always gets an answer."""
    kind = type(request)
    try:
        if (handler := _HANDLERS.get(kind)) is None:
            raise Refusal("not_here", "this is a table; only shared reviews have a leader")
        connection.site.control.check(_EFFECTS.get(kind, "read"), connection.person)
        await handler(connection, table, request)
    except Refusal as refusal:
        connection.site.metrics.refusals.labels(refusal.reason.key).inc()
        connection.post(encode(Refused(request=request.request, reason=refusal.reason, ply=table.ply)))
        if refusal.stale:
            await table.show(connection, None)
    except Exception:
        reason = Reason(key="fault", text="internal error; it has been logged")
        connection.post(encode(Refused(request=request.request, reason=reason, ply=table.ply)))
        raise  # The table counts and logs it.


async def open_table(connection: Connection, table: Table, request: requests.Open) -> None:
    """Show the table to a person with a seat, or to a permitted spectator."""
    connection.seats = table.seats_of(connection.person)
    may_watch = table.settings.spectators and (
        bool(table.row.is_public) or (request.watch is not None and request.watch == table.row.watch_token)
    )
    connection.watches = may_watch
    wants_to_watch = request.watch is not None and may_watch
    if wants_to_watch:
        connection.seats = []  # The watch link shows what everybody sees.
    elif not connection.seats and not may_watch:
        raise not_found("table")
    if table.row.deal is not None and connection.person is None:
        raise Refusal("nobody", "many tables play this deal; say who you are before you watch it", status=401)
    # On a shared device no cards are shown until one of its players asks for them.
    alone = len(connection.seats) == 1 and table.seats[connection.seats[0]].pin_hash is None
    connection.seat = connection.seats[0] if alone else SPECTATOR
    if (site := connection.site.control.info) != SiteInfo():
        connection.post(encode(SiteChanged(site=site)))
    await table.reach(request.seen)
    await table.show(connection, request.seen)
    table.enter(connection)


async def _act(connection: Connection, table: Table, request: requests.Act) -> None:
    began = time.perf_counter()
    seat = _seat_of(connection)
    await table.reach(request.ply)
    if table.is_coached and not request.anyway and not table.has_answered(seat, request.request):
        hidden = table.check_turn(seat, request.ply).hidden_states(seat)
        play = msgspec.structs.replace(request, anyway=True)
        connection.site.in_background(
            coach.ask_first(connection, table, hidden, request, lambda sender: run(sender, table, play))
        )
        return

    def answer(ply: int) -> None:
        connection.post(encode(Accepted(request=request.request, ply=ply)))
        connection.site.metrics.answered(time.perf_counter() - began)

    # Both happen in one job of the table, so a bot that is still thinking cannot act in between.
    if table.seats[seat].covered:
        await table.give_back(seat)
    await table.act(seat, request.ply, request.actions, request.request, answer)


async def _preview(connection: Connection, table: Table, request: requests.Preview) -> None:
    seat = _seat_of(connection)
    if table.match is None or request.ply != table.ply or table.to_act != seat:
        raise Refusal("stale", "no plan can be tried now", stale=request.ply != table.ply)
    tried = try_plan(table.game, table.match.hidden_states(seat), seat, request.actions)
    answer = Previewed(
        request=request.request,
        ply=table.ply,
        played=tried.played,
        wall=tried.wall,
        refused=None if tried.refusal is None else tried.refusal.reason,
        view=table.match.shown.view(tried.hidden, 0, seat),
    )
    connection.post(encode(answer))


async def _hint(connection: Connection, table: Table, request: requests.Hint) -> None:
    seat = _seat_of(connection)
    if refusal := why_no_hints(table.game, table.settings, table.seats):
        raise refusal
    if table.match is None or request.ply != table.ply or table.to_act != seat:
        raise Refusal("stale", "no hint can be given now", stale=request.ply != table.ply)
    hidden = table.match.hidden_states(seat)
    connection.site.in_background(answer_with_hints(connection, table, seat, hidden, request.request))


async def _coach(connection: Connection, table: Table, request: requests.Coach) -> None:
    if not connection.seats:
        raise forbidden("only players can decide this")
    if table.row.status not in LIVE:
        raise Refusal(f"table_{table.row.status}", f"the table is {table.row.status}")
    if request.on and (refusal := why_no_coach(table.game, table.settings, table.seats)):
        raise refusal
    if request.on != table.settings.coach:
        await table.change({"settings": with_coach(table.row.settings, request.on)})
    _done(connection, table, request.request)


async def _review(connection: Connection, table: Table, request: requests.Review) -> None:
    seat = _seat_of(connection)
    if table.match is None:
        raise Refusal("not_started", "the match has not started yet")
    try:
        position = advice_of(table.game).position_to_review(table.match, seat, request.deal)
    except HeliodorError as error:
        raise Refusal("no_review", str(error)) from None
    connection.site.in_background(answer_with_review(connection, position, request.deal, request.request, table.ply))


async def _note(connection: Connection, table: Table, request: requests.Note) -> None:
    text = request.text.replace("\0", "")  # PostgreSQL cannot store it.
    await connection.site.store.write(talk_store.set_note, table.id, _seat_of(connection), text)
    _done(connection, table, request.request)


async def _phrase(connection: Connection, table: Table, request: requests.Phrase) -> None:
    seat = _seat_that_talks(connection)
    await table.say(SaidRow(seat, "phrase", checked_phrase(request), table.ply, connection.site.now()))
    _done(connection, table, request.request)


async def _chat(connection: Connection, table: Table, request: requests.Chat) -> None:
    seat = _seat_that_talks(connection)
    text = checked_chat(request, table.settings.talk)
    await table.say(SaidRow(seat, "chat", text, table.ply, connection.site.now()))
    _done(connection, table, request.request)


async def _offer(connection: Connection, table: Table, request: requests.Offer) -> None:
    possible = {"pause": "playing", "resume": "paused", "stop": None}[request.what]
    if table.row.status not in ("playing", "paused") or possible not in (None, table.row.status):
        raise Refusal("no_offer", f"you cannot offer to {request.what} while the table is {table.row.status}")
    await _agree(connection, table, request.what)
    _done(connection, table, request.request)


async def _accept(connection: Connection, table: Table, request: requests.Accept) -> None:
    if not any(offer.what == request.what and offer.declined is None for offer in table.offers):
        raise Refusal("no_offer", "nobody has offered this")
    await _agree(connection, table, request.what)
    _done(connection, table, request.request)


async def _decline(connection: Connection, table: Table, request: requests.Decline) -> None:
    if not connection.seats:
        raise forbidden("only players can decide this")
    if not decisions.is_asked(table, connection.seats):
        raise Refusal("bot_plays", "a bot plays for you; take your seat back to have a say")
    if any(offer.what == request.what and offer.declined is None for offer in table.offers):
        await table.change(decisions.decline(table, request.what, _seat_that_talks(connection)))
    _done(connection, table, request.request)


async def _agree(connection: Connection, table: Table, what: requests.Matter) -> None:
    """Add the sender's consent; an offer takes effect when all playing people agree."""
    if not connection.seats:
        raise forbidden("only players can decide this")
    await table.change(decisions.agree(table, what, connection.seats))


async def _look(connection: Connection, table: Table, request: requests.Look) -> None:
    if request.seat not in connection.seats:
        raise forbidden("this seat is not at your device")
    _check_pin(connection.site, table, request)
    connection.seat = request.seat
    await table.show(connection, None)
    _done(connection, table, request.request)


def _check_pin(site: Site, table: Table, request: requests.Look) -> None:
    """Refuse a wrong PIN. Only wrong ones are counted, per seat: a family that shares a device types many."""
    stored = table.seats[request.seat].pin_hash
    if stored is None:
        return
    seat = f"{table.id}:{request.seat}"
    if not site.limits.would_allow("wrong_pin", seat):
        raise Refusal("too_many_pins", "too many wrong PINs; wait a little")
    if request.pin is None:
        raise Refusal("wrong_pin", "this seat has a PIN")
    if not site.signer.is_pin(stored, request.pin):
        site.limits.allows("wrong_pin", seat)
        raise Refusal("wrong_pin", "this is not the PIN of this seat")


async def _curtain(connection: Connection, table: Table, request: requests.Curtain) -> None:
    connection.seat = SPECTATOR
    await table.show(connection, None)
    _done(connection, table, request.request)


async def _refresh(connection: Connection, table: Table, request: requests.Refresh) -> None:
    await table.reach(request.seen)
    await table.show(connection, request.seen)
    _done(connection, table, request.request)


async def _go(connection: Connection, table: Table, request: requests.Go) -> None:
    raise Refusal("no_lesson", "this is a table; only lessons have steps")


async def _ping(connection: Connection, table: Table, request: requests.Ping) -> None:
    _done(connection, table, request.request)


def _done(connection: Connection, table: Table, request: str) -> None:
    connection.post(encode(Accepted(request=request, ply=table.ply)))


def _seat_of(connection: Connection) -> int:
    if connection.seat == SPECTATOR:
        raise forbidden("look at one of your seats first" if connection.seats else "you have no seat here")
    return connection.seat


def _seat_that_talks(connection: Connection) -> int:
    if not connection.seats:
        raise forbidden("only players can talk here")
    return connection.seat if connection.seat != SPECTATOR else connection.seats[0]


_HANDLERS: dict[type, Handler] = {
    requests.Act: _act,
    requests.Preview: _preview,
    requests.Hint: _hint,
    requests.Review: _review,
    requests.Coach: _coach,
    requests.Note: _note,
    requests.Phrase: _phrase,
    requests.Chat: _chat,
    requests.Offer: _offer,
    requests.Accept: _accept,
    requests.Decline: _decline,
    requests.Look: _look,
    requests.Curtain: _curtain,
    requests.Refresh: _refresh,
    requests.Go: _go,
    requests.Ping: _ping,
}

# What the host's decisions may forbid.
_EFFECTS: dict[type, Effect] = {
    requests.Act: "play",
    requests.Hint: "play",
    requests.Coach: "play",
    requests.Note: "own",
    requests.Phrase: "play",
    requests.Chat: "play",
    requests.Offer: "play",
    requests.Accept: "play",
    requests.Decline: "play",
}
