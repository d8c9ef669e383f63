"""Requests in a shared review. Each is answered: accepted, or refused with a reason."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import msgspec

from heliodor.core.contract import NOBODY
from heliodor.protocol import requests
from heliodor.protocol.messages import Accepted, Reason, Refused, SiteChanged, SiteInfo, Spoken
from heliodor.server import names
from heliodor.server.bus import Looker
from heliodor.server.control import Effect
from heliodor.server.finished import subject_of
from heliodor.server.identity import clean_text, new_id
from heliodor.server.refusal import Refusal
from heliodor.server.talk import checked_chat, checked_phrase
from heliodor.server.viewers import encode
from heliodor.store import leads as lead_store
from heliodor.store import people as people_store
from heliodor.store import reports as report_store
from heliodor.store import talk as talk_store
from heliodor.store.rows import ReportRow

if TYPE_CHECKING:
    from heliodor.server.shared_reviews import SharedReview
    from heliodor.server.socket import Connection

log = logging.getLogger("heliodor.shared_reviews")

Handler = Callable[["Connection", "SharedReview", Any], Awaitable[None]]

MOST_REPORTED = 5  # The latest words of somebody that go with a report.


async def open_review(connection: Connection, request: requests.Together) -> SharedReview:
    """Return a shared review and show it; refuse somebody who may not look at the match, or may not talk."""
    site, person_id = connection.site, connection.person
    person = None if person_id is None else await site.store.read(people_store.read_person, person_id)
    if person is None:
        raise Refusal("nobody", "say who you are first: POST /api/me", status=401)
    if site.control.ban_of(person.id) is not None:
        site.control.check("play", person.id)
    subject = await subject_of(site, request.review, person.id)
    connection.muted = await site.store.read(talk_store.muted_by, person.id)
    seat = subject.yours[0] if subject.yours else NOBODY
    name = names.safe(person.name) if seat == NOBODY else subject.match.names[seat]
    if (news := site.control.info) != SiteInfo():
        connection.post(encode(SiteChanged(site=news)))
    room = await site.shared_reviews.find(subject)
    try:
        room.enter(connection, Looker(site.now(), person.id, name, seat))
    finally:
        site.shared_reviews.unload(room)  # If nobody has come in.
    return room


async def run(connection: Connection, room: SharedReview, request: Any) -> None:
    """Handle a request; the sender always gets an answer."""
    kind = type(request)
    try:
        handler = _HANDLERS.get(kind)
        if handler is None:
            raise Refusal("in_review", "this is a review; nothing can be played here")
        connection.site.control.check(_EFFECTS.get(kind, "read"), connection.person)
        await handler(connection, room, request)
        connection.post(encode(Accepted(request=request.request, ply=room.ply)))
    except Refusal as refusal:
        connection.site.metrics.refusals.labels(refusal.reason.key).inc()
        connection.post(encode(Refused(request=request.request, reason=refusal.reason, ply=room.ply)))
    except Exception:
        connection.site.metrics.faults.inc()
        log.exception("a request in a shared review failed", extra={"match": room.id})
        reason = Reason(key="fault", text="internal error; it has been logged")
        connection.post(encode(Refused(request=request.request, reason=reason, ply=room.ply)))


# --- The lead -----------------------------------------------------------------------------------------------------


async def _lead(connection: Connection, room: SharedReview, request: requests.Lead) -> None:
    me, place = _me(connection), _checked(room, request.place)
    if room.lead is not None and room.lead.person != me and not room.is_leader_away:
        raise _taken()
    now, before, revision = room.site.now(), room.stale_before(), room.next_revision()
    row = await room.site.store.write(lead_store.claim, room.id, me, place, revision, now, before)
    room.told_lead(row, connection)
    if row.person != me:
        raise _taken()


async def _move(connection: Connection, room: SharedReview, request: requests.Move) -> None:
    await _change(connection, room, {"place": _checked(room, request.place)})


async def _hand_over(connection: Connection, room: SharedReview, request: requests.HandOver) -> None:
    if request.to is not None:
        await _change(connection, room, {"person": room.person_here(request.to)})
    elif await room.site.store.write(lead_store.release, room.id, _me(connection)):
        room.told_release()
    else:
        await room.look()
        raise _not_leader()


async def _change(connection: Connection, room: SharedReview, changes: dict[str, str]) -> None:
    now, revision = room.site.now(), room.next_revision()
    row = await room.site.store.write(lead_store.move, room.id, _me(connection), changes, revision, now)
    if row is None:
        await room.look()
        raise _not_leader()
    room.told_lead(row, connection)


def _checked(room: SharedReview, place: requests.Place) -> str:
    """Return a place as it is stored; refuse one that the match does not have."""
    match = room.subject.match
    plies = [place.ply] if place.tried is None else [place.ply, place.tried.ply]
    if max(plies) > match.ply:
        raise Refusal("no_ply", f"there are plies 0 to {match.ply}", status=422)
    if place.view is not None and place.view >= match.players:
        raise Refusal("no_view", f"the seats are 0 to {match.players - 1}", status=422)
    return msgspec.json.encode(place).decode()


def _taken() -> Refusal:
    return Refusal("led_already", "somebody else leads now")


def _not_leader() -> Refusal:
    return Refusal("not_leader", "you do not lead this review")


# --- Talk ---------------------------------------------------------------------------------------------------------


async def _phrase(connection: Connection, room: SharedReview, request: requests.Phrase) -> None:
    _say(connection, room, "phrase", checked_phrase(request))


async def _chat(connection: Connection, room: SharedReview, request: requests.Chat) -> None:
    _say(connection, room, "chat", checked_chat(request, room.subject.talk))


def _say(connection: Connection, room: SharedReview, kind: Any, text: str) -> None:
    me = _me(connection)
    info = room.named()[me]
    said = Spoken(by=info.key, name=info.name, seat=info.seat, kind=kind, text=text, at=room.site.now())
    room.say(me, said)


async def _mute(connection: Connection, room: SharedReview, request: requests.Mute) -> None:
    me, site = _me(connection), room.site
    other = _other(connection, room, request.who)
    if request.muted:
        await site.store.write(talk_store.mute, me, other, site.now())
    else:
        await site.store.write(talk_store.unmute, me, other)
    site.mutes_changed(me)


async def _report(connection: Connection, room: SharedReview, request: requests.Report) -> None:
    other = _other(connection, room, request.who)
    said = [spoken.text for person, spoken in room.said if person == other][-MOST_REPORTED:]
    row = ReportRow(
        new_id(),
        room.subject.table,
        None,
        _me(connection),
        other,
        request.kind,
        clean_text(request.text, requests.MAX_REPORT),
        created_at=room.site.now(),
        review=room.id,
        said=msgspec.json.encode(said).decode(),
    )
    await room.site.store.write(report_store.report, row)


def _other(connection: Connection, room: SharedReview, key: str) -> str:
    other = room.person_called(key)
    if other == connection.person:
        raise Refusal("nobody_there", "this is you", status=422)
    return other


# --- The rest -----------------------------------------------------------------------------------------------------


async def _refresh(connection: Connection, room: SharedReview, request: requests.Refresh) -> None:
    room.show(connection)


async def _ping(connection: Connection, room: SharedReview, request: requests.Ping) -> None:
    pass


def _me(connection: Connection) -> str:
    assert connection.person is not None, "nobody enters without a cookie"
    return connection.person


_HANDLERS: dict[type, Handler] = {
    requests.Lead: _lead,
    requests.Move: _move,
    requests.HandOver: _hand_over,
    requests.Phrase: _phrase,
    requests.Chat: _chat,
    requests.Mute: _mute,
    requests.Report: _report,
    requests.Refresh: _refresh,
    requests.Ping: _ping,
}

# What the host's decisions may forbid.
_EFFECTS: dict[type, Effect] = {
    requests.Lead: "play",
    requests.Move: "play",
    requests.HandOver: "play",
    requests.Phrase: "play",
    requests.Chat: "play",
    requests.Mute: "own",
    requests.Report: "play",
}
