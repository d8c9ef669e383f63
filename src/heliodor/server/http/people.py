"""People: name, language, recovery, ratings."""

from __future__ import annotations

from typing import Any, cast

import msgspec

from heliodor.games import game_ids
from heliodor.languages import ORIGINAL
from heliodor.protocol.http import (
    BanInfo,
    Me,
    PersonChange,
    Privacy,
    Ranked,
    Ranking,
    RatingInfo,
    Recovery,
    RecoveryCode,
)
from heliodor.server import names
from heliodor.server.http.endpoint import Call, Endpoint
from heliodor.server.identity import new_id, new_recovery_code
from heliodor.server.refusal import Refusal, not_found
from heliodor.store import people as people_store
from heliodor.store.rows import Person

MOST_RANKED = 100


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
        call.cookie_for = person.id
    else:
        person = Person(call.person.id, name or call.person.name, wanted.language or call.person.language)
        await call.site.store.write(people_store.change_person, person)
    return await _me(call, person)


async def new_code(call: Call) -> RecoveryCode:
    """Create a code that moves this person to another device; the previous one expires."""
    code = new_recovery_code()
    await call.site.store.write(people_store.set_recovery, call.me.id, call.site.signer.hash_code(code))
    return RecoveryCode(code=code)


async def recover(call: Call) -> Me:
    """Become the person with this code."""
    call.count("recover")
    wanted: Recovery = call.body
    code_hash = call.site.signer.hash_code(wanted.code)
    person = await call.site.store.read(people_store.person_by_recovery, code_hash)
    if person is None:
        raise Refusal("no_code", "there is no such code", status=404)
    call.cookie_for = person.id
    return await _me(call, person)


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
