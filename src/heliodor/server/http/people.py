"""People: name, language, devices, ratings, a person's page, and one's data: a copy of it and its removal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import msgspec
from sqlalchemy import Connection

from heliodor.games import game_ids
from heliodor.languages import ORIGINAL
from heliodor.protocol.http import (
    BanInfo,
    Done,
    Export,
    Me,
    MutedInfo,
    MyPage,
    PersonChange,
    Privacy,
    PuzzlesDone,
    Ranked,
    Ranking,
    RatingAt,
    RatingCurve,
    RatingInfo,
    Recovery,
    RecoveryCode,
    Removal,
    RivalInfo,
    SignOut,
    Unmute,
)
from heliodor.puzzles.rating import shown_rating
from heliodor.server import names
from heliodor.server.http.endpoint import Call, Endpoint
from heliodor.server.identity import new_id
from heliodor.server.refusal import Refusal, not_found
from heliodor.store import control as control_store
from heliodor.store import export as export_store
from heliodor.store import notices as notice_store
from heliodor.store import own_page as page_store
from heliodor.store import people as people_store
from heliodor.store import ratings as rating_store
from heliodor.store import removal as removal_store
from heliodor.store import talk as talk_store
from heliodor.store.rows import Person, RatingPoint, RatingRow

MOST_RANKED = 100
MOST_POINTS = 100  # Of a curve.
MONTH = 30 * 86_400_000
EVERY_GENERATION = 2**62


async def who_am_i(call: Call) -> Me | None:
    """Return the person of the cookie, or nothing for a newcomer."""
    return None if call.person is None else await _me(call, call.person)


async def say_who_i_am(call: Call) -> Me:
    """Change name and language, or create a person."""
    wanted: PersonChange = call.body
    if wanted.name is not None:
        call.site.control.check("play", None if call.person is None else call.person.id)
    name, guest = (None if each is None else names.checked(each) for each in (wanted.name, wanted.guest))
    if call.person is None:
        call.count("person")
        call.site.newcomers.check(call.address)
        person = Person(new_id(), name or guest or names.GUEST, wanted.language or ORIGINAL)
        await call.site.store.write(people_store.create_person, person, call.site.now())
        call.cookie_for = person
    else:
        changed = {"name": name or call.person.name, "language": wanted.language or call.person.language}
        person = msgspec.structs.replace(call.person, **changed)
        await call.site.store.write(people_store.change_person, person)
    return await _me(call, person)


async def new_code(call: Call) -> RecoveryCode:
    """Create a code that moves this person to another device; the previous one expires."""
    return await _code(call, call.me.code_number + 1)


async def show_code(call: Call) -> RecoveryCode:
    """Return the present code again."""
    return await _code(call, call.me.code_number)


async def _code(call: Call, number: int) -> RecoveryCode:
    code = call.site.signer.recovery_code(call.me.id, number)
    await call.site.store.write(people_store.set_recovery, call.me.id, number, call.site.signer.hash_code(code))
    return RecoveryCode(code=code)


async def sign_out_others(call: Call) -> Done:
    """Let only this device go on: all other cookies and the recovery code expire."""
    wanted: SignOut = call.body

    def next_generation(connection: Connection) -> int:
        notice_store.unsubscribe(connection, call.me.id, wanted.endpoint, others=True)
        generation = people_store.sign_out(connection, call.me.id)
        control_store.raise_revision(connection)
        return generation

    generation = await call.site.store.write(next_generation)
    await call.site.control.look()
    call.site.sign_out(call.me.id, generation)
    call.cookie_for = msgspec.structs.replace(call.me, generation=generation)
    return Done()


async def recover(call: Call) -> Me:
    """Become the person with this code."""
    call.count("recover")
    wanted: Recovery = call.body
    code_hash = call.site.signer.hash_code(wanted.code)
    person = await call.site.store.read(people_store.person_by_recovery, code_hash)
    if person is None:
        raise Refusal("no_code", "there is no such code", status=404)
    call.cookie_for = person
    return await _me(call, person)


# --- A person's page ----------------------------------------------------------------------------------------------


async def my_page(call: Call) -> MyPage:
    """Return ratings over time, results against others, puzzles and mutes."""
    return await call.site.store.read(_page_of, call, call.me.id)


def _page_of(connection: Connection, call: Call, person: str) -> MyPage:
    history = rating_store.history_of(connection, person, MOST_POINTS)
    since = call.site.now() - MONTH
    return MyPage(
        since=page_store.created_at(connection, person),
        matches=page_store.num_ended(connection, person),
        ratings=[_curve(row, history.get(row.game, []), since) for row in people_store.ratings_of(connection, person)],
        rivals=[
            msgspec.convert(rival, RivalInfo, from_attributes=True) for rival in page_store.rivals(connection, person)
        ],
        puzzles=[
            PuzzlesDone(game=row.game, rating=shown_rating(row.mu), answered=row.answered, streak=row.streak)
            for row in page_store.puzzle_ratings(connection, person)
        ],
        muted=[
            MutedInfo(key=call.site.signer.mute_key(person, muted), name=name)
            for muted, name in page_store.muted_by(connection, person)
        ],
    )


def _curve(row: RatingRow, points: Sequence[RatingPoint], since: int) -> RatingCurve:
    """Return a rating with its points; those before the history began are not known."""
    before = [point.mu for point in points if point.at < since]
    if before:
        first = before[-1]
    elif len(points) == row.matches:
        first = rating_store.MU
    else:
        first = points[0].mu if points else row.mu
    return RatingCurve(
        game=row.game,
        rating=shown_rating(row.mu),
        matches=row.matches,
        change=shown_rating(row.mu) - shown_rating(first),
        points=[RatingAt(at=point.at, rating=shown_rating(point.mu)) for point in points],
    )


async def unmute(call: Call) -> Done:
    """See again what somebody says."""
    wanted: Unmute = call.body
    for muted, _name in await call.site.store.read(page_store.muted_by, call.me.id):
        if call.site.signer.mute_key(call.me.id, muted) == wanted.key:
            await call.site.store.write(talk_store.unmute, call.me.id, muted)
            call.site.mutes_changed(call.me.id)
    return Done()


async def export(call: Call) -> Export:
    """Return everything that is stored about this person."""
    call.count("create")  # It is as much work.
    person = call.me.id
    rows = await call.site.store.read(lambda connection: list(export_store.about(connection, person)))
    return Export(at=call.site.now(), rows=rows)


async def remove(call: Call) -> Done:
    """Remove this person at once; finished matches stay, with an anonymous name."""
    wanted: Removal = call.body
    if wanted.name.strip() != call.me.name:
        raise Refusal("other_name", "this is not your name; nothing has been removed", status=422)
    person = call.me.id

    def remove_all(connection: Connection) -> list[str]:
        tables = removal_store.remove_person(connection, person)
        control_store.raise_revision(connection)
        return tables

    tables = await call.site.store.write(remove_all)
    await call.site.control.look()
    call.site.sign_out(person, EVERY_GENERATION)
    await call.site.read_changed(tables)
    call.forgets_cookie = True
    return Done()


async def ranking(call: Call) -> Ranking:
    """Return the strongest people at a game."""
    game = call.part("game")
    if game not in game_ids():
        raise not_found("game")
    best = await call.site.store.read(people_store.best_of, game, MOST_RANKED)
    people = [Ranked(name=name, mu=row.mu, sigma=row.sigma, matches=row.matches) for name, row in best]
    return Ranking(game=game, people=people)


async def privacy(call: Call) -> Privacy:
    """Return how long this server keeps what it stores."""
    return msgspec.convert(call.site.config.retention, Privacy, from_attributes=True)


async def _me(call: Call, person: Person) -> Me:
    ratings = await call.site.store.read(people_store.ratings_of, person.id)
    ban = call.site.control.ban_of(person.id)
    return Me(
        id=person.id,
        name=person.name,
        language=cast(Any, person.language),
        ratings=[msgspec.convert(row, RatingInfo, from_attributes=True) for row in ratings],
        ban=None if ban is None else BanInfo(reason=ban.reason, until=ban.until),
    )


ENDPOINTS = (
    Endpoint("GET", "/api/me", "The person of the cookie; null without one.", who_am_i, Me | None, for_people=False),
    Endpoint(
        "POST",
        "/api/me",
        "Set name and language; without a cookie, a new person is created and the cookie is set.",
        say_who_i_am,
        Me,
        takes=PersonChange,
        for_people=False,
        effect="own",
    ),
    Endpoint(
        "POST", "/api/me/code", "Create a recovery code for another device.", new_code, RecoveryCode, effect="own"
    ),
    Endpoint(
        "POST", "/api/me/code/show", "The present recovery code, unchanged.", show_code, RecoveryCode, effect="own"
    ),
    Endpoint(
        "POST",
        "/api/me/sign-out",
        "Sign out all other devices; the recovery code expires, too.",
        sign_out_others,
        Done,
        takes=SignOut,
        effect="own",
    ),
    Endpoint("GET", "/api/me/page", "Ratings over time, results, puzzles and mutes.", my_page, MyPage),
    Endpoint("POST", "/api/me/unmute", "See again what somebody says.", unmute, Done, takes=Unmute, effect="own"),
    Endpoint("GET", "/api/me/export", "Everything that is stored about you.", export, Export),
    Endpoint("POST", "/api/me/remove", "Remove everything about you.", remove, Done, takes=Removal, effect="own"),
    Endpoint(
        "POST",
        "/api/me/recover",
        "Become the person with a recovery code.",
        recover,
        Me,
        takes=Recovery,
        for_people=False,
    ),
    Endpoint("GET", "/api/privacy", "How long this server keeps what.", privacy, Privacy, for_people=False),
    Endpoint("GET", "/api/ratings/{game}", "The strongest people at a game.", ranking, Ranking, for_people=False),
)
