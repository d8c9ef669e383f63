"""A hostile client gets an error: never a traceback, never a secret, never more than its share."""

from __future__ import annotations

import asyncio
import json
import logging
import random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from heliodor.client import ME, Client, RequestRefused, TableClosed, bot
from heliodor.protocol import requests
from heliodor.protocol.http import RecoveryCode
from heliodor.server.limits import ALLOWANCES, Allowance, Limits
from heliodor.server.logs import JsonLines, set_up_logs
from heliodor.server.security import is_own_origin
from tests.server.harness import MOST_SECONDS, Served, play_on, run, serving, table_of
from tests.server.test_tables import refusal


async def http(
    url: str, method: str, path: str, body: bytes = b"", **headers: str
) -> tuple[int, dict[str, str], bytes]:
    host, port = url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    given = {"Host": f"{host}:{port}", "Connection": "close", "Content-Length": str(len(body))}
    given |= {name.replace("_", "-"): value for name, value in headers.items()}
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in given.items()), "", ""]
    writer.write("\r\n".join(lines).encode() + body)
    answer = await reader.read()
    writer.close()
    head, _, content = answer.partition(b"\r\n\r\n")
    status, *fields = head.decode().split("\r\n")
    return int(status.split()[1]), {f.split(": ")[0].lower(): f.split(": ", 1)[1] for f in fields}, content


async def socket_to(server: Served, client: Client | None, **headers: str) -> ClientConnection:
    url = "ws" + server.url.removeprefix("http") + "/api/socket"
    cookie = {"Cookie": client.cookie or ""} if client else {}
    return await connect(url, additional_headers={**cookie, **headers}, compression=None, proxy=None)


def test_every_response_has_the_security_headers(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            for path in ("/", "/api/games", "/nothing", "/healthz"):
                _status, headers, _body = await http(server.url, "GET", path)
                assert "default-src 'self'" in headers["content-security-policy"]
                assert "script-src 'self'; style-src 'self';" in headers["content-security-policy"]
                assert "connect-src 'self';" in headers["content-security-policy"]
                assert headers["x-content-type-options"] == "nosniff"
                assert headers["x-frame-options"] == "DENY"
                assert "server" not in headers

    run(main())


def test_the_cookie_cannot_be_read_by_scripts_nor_sent_by_other_sites(sqlite: str) -> None:
    async def main() -> None:
        for secure in (False, True):
            async with serving(sqlite, secure=secure) as server:
                _status, headers, _body = await http(
                    server.url, "POST", "/api/me", b"{}", Content_Type="application/json"
                )
                cookie = headers["set-cookie"].lower()
                assert "httponly" in cookie and "samesite=lax" in cookie
                assert ("secure" in cookie.split("; ")) == secure

    run(main())


def test_pages_of_other_sites_get_nothing_done(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite, origins=["https://friend.example"]) as server:
            own = server.url
            for origin, status in (
                (own, 200),
                ("https://friend.example", 200),
                ("https://evil.example", 403),
                ("null", 403),
            ):
                answer = await http(
                    server.url, "POST", "/api/me", b"{}", Content_Type="application/json", Origin=origin
                )
                assert answer[0] == status, origin
            # A form of another site cannot send JSON without asking first.
            answer = await http(server.url, "POST", "/api/me", b"{}", Content_Type="text/plain")
            assert answer[0] == 415
            with pytest.raises((InvalidStatus, ConnectionClosed)):
                await (await socket_to(server, None, Origin="https://evil.example")).recv()

    run(main())


@pytest.mark.parametrize(
    ("origin", "own"), [(None, True), ("http://here:1", True), ("http://there:1", False), ("null", False), ("", False)]
)
def test_origins(origin: str | None, own: bool) -> None:
    headers = [(b"host", b"here:1")] + ([(b"origin", origin.encode())] if origin is not None else [])
    assert is_own_origin({"headers": headers}, []) == own


def test_bodies_and_messages_have_a_largest_size(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            large = json.dumps({"name": "x" * 100_000}).encode()
            assert (await http(server.url, "POST", "/api/me", large, Content_Type="application/json"))[0] == 413
            person = await Client.arrive(server.url)
            info = await table_of([person], "nizam", [ME])
            socket = await socket_to(server, person)
            await socket.send(json.dumps({"type": "open", "table": info.id}))
            await socket.recv()
            with pytest.raises(ConnectionClosed):
                await socket.send(json.dumps({"type": "chat", "request": "a", "text": "x" * 100_000}))
                while True:
                    await socket.recv()

    run(main())


def test_limits_count_per_person_and_fill_up_again() -> None:
    now = 0.0
    limits = Limits(True, lambda: now)
    burst = int(ALLOWANCES["talk"].burst)
    assert [limits.allows("talk", "olha") for _ in range(burst + 2)] == [True] * burst + [False] * 2
    assert limits.allows("talk", "ihor")
    now += 1 / ALLOWANCES["talk"].per_second
    assert [limits.allows("talk", "olha") for _ in range(2)] == [True, False]
    assert all(Limits(False).allows("talk", "olha") for _ in range(1000))


def test_too_many_requests_are_refused_and_the_table_goes_on(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite, limits=True) as server:
            person = await Client.arrive(server.url)
            info = await table_of([person], "nizam", [ME])
            async with person.open(info.id) as table:
                with pytest.raises(RequestRefused) as refused:
                    for _ in range(200):
                        await table.phrase("hello")
                assert refused.value.key == "slow_down"
                await play_on(table, random.Random(1), 1)

    run(main())


def test_attempts_to_guess_a_recovery_code_are_counted(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ALLOWANCES, "recover", Allowance(6, 0.0))  # None comes back while the test runs.

    async def main() -> None:
        async with serving(sqlite, limits=True) as server:
            person = await Client.arrive(server.url)
            code = (await person.post("/api/me/code", None, RecoveryCode)).code
            for _ in range(6):
                assert await refusal(Client.recover(server.url, "AAAAAAAAAAAAAAAAAAAA")) == "no_code"
            assert await refusal(Client.recover(server.url, code)) == "slow_down"

    run(main())


def test_a_log_line_holds_no_more_than_it_may() -> None:
    record = logging.LogRecord("heliodor", logging.INFO, "x.py", 1, "a job failed", (), None)
    record.match, record.secret, record.cookie = "m1", "5e5e", "heliodor=1.2"
    line = msgspec.json.decode(JsonLines().format(record))
    assert line["match"] == "m1"
    assert "secret" not in line and "cookie" not in line
    try:
        raise ValueError("seed 5e5e5e")
    except ValueError as error:
        record.exc_info = (type(error), error, error.__traceback__)
    text = JsonLines().format(record)
    assert "ValueError" in text and "5e5e5e" not in text
    assert "\n" not in text


def test_logs_of_a_match_hold_no_secret(sqlite: str, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            with caplog.at_level(logging.DEBUG), caplog.at_level(logging.INFO, "uvicorn.error"):
                person = await Client.arrive(server.url, "Olha")
                info = await table_of([person], "nizam", [ME, bot("random")])
                async with person.open(info.id) as table:
                    await play_on(table, random.Random(1), 3)
                row = server.site.tables[info.id].row
            logged = "\n".join(
                JsonLines().format(record)
                for record in caplog.records
                if record.name.startswith(("heliodor", "uvicorn"))
            )
            for secret in (row.server_seed, row.secret, row.join_token, row.watch_token, person.cookie):
                assert secret and secret not in logged

    run(main())


def test_the_wire_is_not_logged_even_for_debugging() -> None:
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    try:
        set_up_logs("debug")
        assert logging.getLogger("heliodor.table").getEffectiveLevel() == logging.DEBUG
        for name in ("uvicorn.error", "websockets.server"):
            assert logging.getLogger(name).getEffectiveLevel() == logging.INFO
    finally:
        root.handlers, root.level = handlers, level


# --- Fuzzing ----------------------------------------------------------------------------------------------------------

Anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
KINDS = [kind.__struct_config__.tag for kind in requests.Request.__args__]  # type: ignore[attr-defined]
Fields = st.fixed_dictionaries(
    {"type": st.sampled_from(KINDS)},
    optional={
        "request": st.text(max_size=45) | Anything,
        "ply": st.integers(-2, 5) | Anything,
        "actions": st.lists(st.sampled_from(["draw", "done", "1<", "b^:CXX", "x", "", "\x00"]), max_size=4) | Anything,
        "text": st.text(max_size=30) | Anything,
        "key": st.sampled_from(["hello", "x"]) | Anything,
        "what": st.sampled_from(["pause", "resume", "stop"]) | Anything,
        "seat": st.integers(-3, 9) | Anything,
        "pin": st.text(max_size=5) | Anything,
        "seen": st.integers(-1, 99) | Anything,
        "watch": st.text(max_size=10),
        "table": st.text(max_size=10),
        "extra": Anything,
    },
)


def test_no_message_breaks_the_server(sqlite: str) -> None:
    async def fuzz(server: Served, person: Client, table: str, messages: list[Any]) -> None:
        socket = await socket_to(server, person)
        try:
            await socket.send(json.dumps({"type": "open", "table": table}))
            await socket.recv()
            for message in messages:
                data = message if isinstance(message, str | bytes) else json.dumps(message)
                await socket.send(data)
                answer = json.loads(await asyncio.wait_for(socket.recv(), MOST_SECONDS))
                assert answer["type"] in (
                    "accepted",
                    "refused",
                    "previewed",
                    "failed",
                    "snapshot",
                    "update",
                    "said",
                    "table",
                )
        except ConnectionClosed:
            pass
        finally:
            await socket.close()

    async def main() -> None:
        async with serving(sqlite) as server:
            person = await Client.arrive(server.url)
            info = await table_of([person], "nizam", [ME, bot("random")])
            loop = asyncio.get_running_loop()

            @given(st.lists(Fields | Anything | st.binary(max_size=40) | st.text(max_size=40), min_size=1, max_size=6))
            def try_messages(messages: list[Any]) -> None:
                asyncio.run_coroutine_threadsafe(fuzz(server, person, info.id, messages), loop).result(60)

            await asyncio.to_thread(try_messages)
            assert server.site.metrics.faults._value.get() == 0
            async with person.open(info.id) as table:
                assert table.view is not None

    run(main(), seconds=300)


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_a_nul_breaks_nothing(request: pytest.FixtureRequest, database: str) -> None:
    """PostgreSQL stores no text with a NUL; no request of a person may fail because of that."""

    async def main() -> None:
        async with serving(request.getfixturevalue(database)) as server:
            person = await Client.arrive(server.url)
            info = await table_of([person], "nizam", [ME])
            for path in ("/api/tables/%00", "/api/deals/a%00b", "/api/tables/%00/record", "/api/ratings/%00"):
                with pytest.raises(RequestRefused) as refused:
                    await person.get(path, dict)
                assert refused.value.key == "not_found", path
            async with person.open(info.id) as table:
                await table.ask(requests.Note(request="n", text="r7\0?"))
                await table.refresh()
                assert table.note == "r7?"
                act = requests.Act(request="\0", ply=0, actions=[table.view["legal"][0]])
                with pytest.raises(TableClosed) as closed:
                    await table.ask(act)
                assert closed.value.key == "bad_message"
            assert server.site.metrics.faults._value.get() == 0

    run(main())


def test_a_fault_while_a_request_is_done_is_answered(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*args: Any) -> None:
        raise ValueError("not for the sender")

    monkeypatch.setattr("heliodor.store.talk.set_note", fails)

    async def main() -> None:
        async with serving(sqlite) as server:
            person = await Client.arrive(server.url)
            info = await table_of([person], "nizam", [ME])
            async with person.open(info.id) as table:
                with pytest.raises(RequestRefused) as refused:
                    await table.ask(requests.Note(request="n", text="r7?"))
                assert (refused.value.key, "not for" in str(refused.value)) == ("fault", False)
                await play_on(table, random.Random(1), 1)  # The table goes on.
            assert server.site.metrics.faults._value.get() == 1

    run(main())
