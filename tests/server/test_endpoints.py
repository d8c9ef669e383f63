"""The HTTP API against its own OpenAPI document: requests of every kind, made by schemathesis."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator

import hypothesis
import pytest
import schemathesis
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance

from heliodor.client import ME, Client, bot
from heliodor.server.http.openapi import openapi
from tests.conftest import scaled
from tests.server.harness import ServerProcess, play_on, table_of


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """A server process and the cookie of somebody who has an open, a running and a finished table."""
    server = ServerProcess(f"sqlite:///{tmp_path_factory.mktemp('api') / 'api.sqlite3'}")
    cookie = asyncio.run(_furnish(server))
    yield server.url, cookie
    server.stop()


async def _furnish(server: ServerProcess) -> str:
    await server.ready()
    person = await Client.arrive(server.url)
    await person.create_table("nizam", [ME, bot("random")])
    await table_of([person], "nizam", [ME, bot("random")])
    finished = await table_of([person], "gnomes", [ME, bot("random")])
    async with person.open(finished.id) as table:
        await play_on(table, random.Random(1))
    return person.cookie or ""


schema = schemathesis.openapi.from_dict(openapi())


@schema.parametrize()
@hypothesis.settings(max_examples=scaled(30))  # Random ones, after the cases that follow from the schema alone.
def test_every_endpoint_keeps_its_promises(case: schemathesis.Case, api: tuple[str, str]) -> None:
    url, cookie = api
    response = case.call(base_url=url, headers={"Cookie": cookie, **(case.headers or {})})
    checks = [not_a_server_error, content_type_conformance, response_schema_conformance]
    case.validate_response(response, checks=checks)
    assert response.status_code in (200, 400, 401, 403, 404, 405, 409, 413, 415, 422)
