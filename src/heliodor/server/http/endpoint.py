"""The definition of an endpoint, and the path of a request through it."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from heliodor.core.errors import HeliodorError
from heliodor.protocol.http import Problem
from heliodor.server.control import Effect
from heliodor.server.identity import COOKIE, COOKIE_DAYS
from heliodor.server.refusal import Refusal, not_found
from heliodor.server.security import address_of, is_own_origin
from heliodor.server.site import Site
from heliodor.store import people as people_store
from heliodor.store.rows import Person

log = logging.getLogger("heliodor.http")

LARGEST_BODY = 16 * 1024
SEEN_EVERY = 86_400_000  # A person's last visit is recorded once a day.
JSON = "application/json"


class Call:
    """One request: the person, and the body."""

    def __init__(self, site: Site, request: Request, person: Person | None, body: Any) -> None:
        self.site = site
        self.request = request
        self.person = person
        self.body = body  # Decoded, of the endpoint's type.
        self.address = address_of(request.scope)
        self.cookie_for: Person | None = None  # Set it to hand out a cookie for this person.
        self.forgets_cookie = False  # Whether the answer removes the cookie.

    @property
    def me(self) -> Person:
        """The person who asks; endpoints for people only are not reached without one."""
        assert self.person is not None
        return self.person

    def part(self, name: str) -> str:
        """Return a part of the path; refuse one with signs that no id has and a database may choke on."""
        part = str(self.request.path_params[name])
        if not part.isprintable():
            raise not_found(name)
        return part

    def number(self, name: str) -> int | None:
        """Return a whole number after the question mark; None if it is not there."""
        text = self.request.query_params.get(name)
        if text is not None and not (text.isascii() and text.isdigit() and len(text) < 8):
            raise Refusal(f"no_{name}", f"{name} has to be a whole number", status=422)
        return None if text is None else int(text)

    def count(self, what: str) -> None:
        """Count one request against a limit of the address."""
        if not self.site.limits.allows(what, self.address):
            raise Refusal("slow_down", "too many requests; wait a little", status=429)


@dataclass(frozen=True)
class Endpoint:
    """One method of one path."""

    method: str
    path: str
    summary: str
    handler: Callable[[Call], Awaitable[Any]]
    returns: Any
    takes: Any = None  # Type of the body, or None.
    for_people: bool = True  # Whether a cookie is needed.
    effect: Effect = "read"  # What the host's decisions may forbid.
    query: tuple[str, ...] = ()  # Whole numbers after the question mark.
    largest: int = LARGEST_BODY  # Of a body, in bytes.

    async def answer(self, request: Request) -> Response:
        """Serve one request; every failure becomes a Problem."""
        site: Site = request.app.state.site
        try:
            call = await self._call(site, request)
            result = await self.handler(call)
        except Refusal as refusal:
            return problem(refusal.status, refusal.reason.key, refusal.reason.text)
        except HeliodorError as error:
            return problem(422, "bad_request", str(error))
        except Exception:
            site.metrics.faults.inc()
            log.exception("a request failed", extra={"method": self.method, "path": self.path})
            return problem(500, "fault", "internal error; it has been logged")
        response = Response(result if isinstance(result, bytes) else msgspec.json.encode(result), media_type=JSON)
        if call.cookie_for is not None:
            response.set_cookie(
                COOKIE,
                site.signer.cookie_for(call.cookie_for.id, call.cookie_for.generation),
                max_age=COOKIE_DAYS * 86_400,
                httponly=True,
                samesite="lax",
                secure=site.config.secure,
                path=site.config.base_path or "/",
            )
        if call.forgets_cookie:
            response.delete_cookie(COOKIE, path=site.config.base_path or "/")
        return response

    async def _call(self, site: Site, request: Request) -> Call:
        if not site.limits.allows("http", address_of(request.scope)):
            raise Refusal("slow_down", "too many requests; wait a little", status=429)
        if self.method != "GET" and not is_own_origin(request.scope, site.config.origins):
            raise Refusal("other_origin", "requests from other origins are not served", status=403)
        person = await _person_of(site, request)
        if self.for_people and person is None:
            raise Refusal("nobody", "say who you are first: POST /api/me", status=401)
        if person is not None:
            site.control.met(person.id, address_of(request.scope))
        site.control.check(self.effect, None if person is None else person.id)
        return Call(site, request, person, await self._body(request))

    async def _body(self, request: Request) -> Any:
        if self.takes is None:
            return None
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
            raise Refusal("not_json", f"the body has to be {JSON}", status=415)
        data = b""
        async for chunk in request.stream():
            data += chunk
            if len(data) > self.largest:
                raise Refusal("too_large", f"a body has at most {self.largest} bytes", status=413)
        try:
            return msgspec.json.decode(data, type=self.takes)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Refusal("bad_body", f"the body cannot be read: {str(error)[:200]}", status=400) from None


async def _person_of(site: Site, request: Request) -> Person | None:
    cookie = site.signer.person_of(request.cookies.get(COOKIE))
    found = None if cookie is None else await site.store.read(people_store.read_person, cookie[0])
    if found is None or cookie is None or cookie[1] < found.generation:
        return None
    if site.now() - found.seen_at >= SEEN_EVERY:
        await site.store.write(people_store.note_seen, found.id, site.now())
    return found


def problem(status: int, key: str, text: str) -> Response:
    """Return a refusal."""
    return Response(msgspec.json.encode(Problem(key=key, text=text)), status_code=status, media_type=JSON)
