"""The description of the HTTP API, health, readiness and figures, and the protocol page."""

from __future__ import annotations

import asyncio
import random
import re
from pathlib import Path

import msgspec
import pytest

from heliodor.client import ME, Client
from heliodor.protocol import messages, requests
from heliodor.protocol.changes import apply_changes, changes_between
from heliodor.server.app import SCREENS
from heliodor.server.http.openapi import ENDPOINTS, openapi, socket_schema
from tests.server.harness import play_on, run, serving, table_of


def test_every_endpoint_is_described() -> None:
    document = openapi()
    assert document["openapi"].startswith("3.1")
    described = {(method.upper(), path) for path, methods in document["paths"].items() for method in methods}
    assert described == {(endpoint.method, endpoint.path) for endpoint in ENDPOINTS}
    names = [operation["operationId"] for methods in document["paths"].values() for operation in methods.values()]
    assert len(names) == len(set(names))


def test_every_message_has_a_schema() -> None:
    document = socket_schema()
    assert len(document["request"]["anyOf"]) == len(requests.Request.__args__)  # type: ignore[attr-defined]
    assert len(document["message"]["anyOf"]) == len(messages.Message.__args__)  # type: ignore[attr-defined]


def test_health_and_readiness(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            person = await Client.arrive(server.url)
            info = await table_of([person], "nizam", [ME])
            async with person.open(info.id) as table:
                await play_on(table, random.Random(1), 2)
                health = await person.get("/healthz", dict)
                assert (health["ok"], health["tables"], health["connections"]) == (True, 1, 1)
                assert (await person.get("/readyz", dict)) == {"ok": True, "mode": "open"}

    run(main())


def test_a_page_without_a_built_client_says_that_the_api_is_up(sqlite: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(sqlite, page=str(tmp_path / "none")) as server:
            answer = await asyncio.to_thread(Client(server.url)._exchange, "GET", "/", None)
            assert answer[0] == 200 and b"The server is up" in answer[1]
        page = tmp_path / "page"
        (page / "assets").mkdir(parents=True)
        (page / "index.html").write_text("<p>the page</p>")
        (page / "assets" / "app.js").write_text("1")
        (page / "icon.svg").write_text("<svg/>")
        (tmp_path / "secret.txt").write_text("secret")
        async with serving(sqlite, page=str(page)) as server:
            for path, content in (
                ("/", b"the page"),
                ("/t/abc", b"the page"),
                ("/assets/app.js", b"1"),
                ("/favicon.ico", b"<svg/>"),
            ):
                answer = await asyncio.to_thread(Client(server.url)._exchange, "GET", path, None)
                assert answer[0] == 200 and content in answer[1]
            for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/../../secret.txt"):
                answer = await asyncio.to_thread(Client(server.url)._exchange, "GET", path, None)
                assert b"secret" not in answer[1]
            for path in ("/api/nothing", "/robots.txt", "/manifest.webmanifest", "/tables/abc", "/assets/%00"):
                answer = await asyncio.to_thread(Client(server.url)._exchange, "GET", path, None)
                assert answer[0] == 404 and b'"not_found"' in answer[1], path

    run(main())


def test_a_site_can_lie_below_a_path(sqlite: str, tmp_path: Path) -> None:
    page = tmp_path / "page"
    page.mkdir()
    (page / "index.html").write_text('<script src="/assets/app.js"></script><link href="/icon.svg">')

    async def main() -> None:
        async with serving(sqlite, page=str(page), base_path="/games/heliodor") as server:
            top = Client(server.url)
            person = await Client.arrive(f"{server.url}/games/heliodor")
            info = await table_of([person], "nizam", [ME])
            async with person.open(info.id) as table:
                await play_on(table, random.Random(1), 2)
            for path in ("", "/", "/t/abc"):
                _status, text, _cookie = await asyncio.to_thread(person._exchange, "GET", path, None)
                assert text == (
                    b'<script src="/games/heliodor/assets/app.js"></script><link href="/games/heliodor/icon.svg">'
                )
            for path in ("/", "/api/games", "/t/abc", "/games/heliodorus/"):
                status, _text, _cookie = await asyncio.to_thread(top._exchange, "GET", path, None)
                assert status == 404, path
            assert (await top.get("/readyz", dict)) == {"ok": True, "mode": "open"}
            stranger = Client(f"{server.url}/games/heliodor")
            _status, _text, cookie = await asyncio.to_thread(stranger._exchange, "POST", "/api/me", b"{}")
            assert "Path=/games/heliodor;" in f"{cookie};"

    run(main())


def test_every_screen_of_the_page_has_an_address_that_the_server_knows() -> None:
    router = Path(__file__).parents[2] / "web" / "src" / "lib" / "route.svelte.ts"
    assert SCREENS == {"", *re.findall(r"first === '(\w+)'", router.read_text())}


class Inner(msgspec.Struct):
    value: int
    name: str | None = None


class Outer(msgspec.Struct):
    number: int
    numbers: list[int]
    inner: Inner
    many: list[Inner]
    maybe: Inner | None


@pytest.mark.parametrize("seed", range(200))
def test_changes_lead_from_one_view_to_the_other(seed: int) -> None:
    chance = random.Random(seed)

    def inner() -> Inner:
        return Inner(chance.randrange(3), chance.choice([None, "a", "b"]))

    def outer() -> Outer:
        return Outer(
            number=chance.randrange(3),
            numbers=[chance.randrange(3) for _ in range(chance.choice([2, 2, 12, 3]))],
            inner=inner(),
            many=[inner() for _ in range(chance.choice([2, 2, 3]))],
            maybe=chance.choice([None, inner()]),
        )

    old, new = outer(), outer()
    view = msgspec.json.decode(msgspec.json.encode(old))
    changes = msgspec.json.decode(msgspec.json.encode(changes_between(old, new)))
    apply_changes(view, changes)
    assert view == msgspec.json.decode(msgspec.json.encode(new))
    assert (changes == {}) == (old == new)
