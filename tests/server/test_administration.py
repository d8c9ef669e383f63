"""What a host does reaches live tables at once: bans, renaming, removal, reports; in one process and in two."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import random
import re
import socket
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from heliodor.client import ME, OPEN, Client, LiveTable, RequestRefused, bot, device
from heliodor.core.errors import HeliodorError
from heliodor.protocol.http import Done, Me, NewReport, PersonChange
from heliodor.server.administration import caller, orders
from heliodor.server.administration.place import peer_of, socket_path
from heliodor.server.newcomers import network_of
from heliodor.store import audit, reports
from heliodor.store.people import NOBODY as NO_PERSON
from tests.server.harness import Served, ServerProcess, Time, play_on, run, serving, table_of, until
from tests.services import NOBODY

GOOD = 2**53  # A time far away.


@pytest.fixture(autouse=True)
def run_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the sockets a separate folder with a short path."""
    folder = tmp_path_factory.mktemp("r")
    monkeypatch.setenv("HELIODOR_RUN_DIR", str(folder))
    return folder


async def order(server: Served, wanted: orders.Order) -> dict[str, Any]:
    """Hand an order to a server, as the command line does."""
    return await asyncio.to_thread(caller.carry_out, server.site.config.database, wanted)


async def refusal(request: Any) -> str:
    with pytest.raises(RequestRefused) as refused:
        await request
    return refused.value.key


def name_at(table: LiveTable, seat: int) -> str:
    assert table.info is not None
    return table.info.seats[seat].name


def test_a_banned_person_has_left_and_can_do_nothing_until_the_ban_ends(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            olha, ihor = await Client.arrive(server.url, "Olha"), await Client.arrive(server.url, "Ihor")
            info = await table_of([olha, ihor], "gnomes", [ME, OPEN, bot("random")])
            lobby = await olha.create_table("nizam", [ME, OPEN])
            await ihor.join(lobby.id, lobby.join_token)
            async with olha.open(info.id) as hers, ihor.open(info.id) as his:
                await order(server, orders.Ban(who="Ihor", reason="rude", until=None))
                await hers.until(lambda: hers.info is not None and hers.info.seats[1].covered)
                with pytest.raises(RequestRefused) as refused:
                    await his.chat("But why?")
                assert (refused.value.key, str(refused.value)) == (
                    "banned",
                    "the host of this server has banned you: rude",
                )
                with pytest.raises(RequestRefused, match="banned"):
                    await his.act(["draw"])
                await play_on(hers, random.Random(1))  # A bot plays for him to the end.
                assert hers.over
            await until(lambda: server.site.tables[lobby.id].seats[1].kind == "open")
            assert await refusal(ihor.create_table("nizam", [ME])) == "banned"
            assert await refusal(ihor.join(lobby.id, lobby.join_token)) == "banned"
            assert await refusal(ihor.rematch(info.id)) == "banned"
            assert await refusal(ihor.post("/api/me", PersonChange(name="Somebody"), Me)) == "banned"
            me = await ihor.post("/api/me", PersonChange(language="uk"), Me)  # To read why, in his language.
            assert me.ban is not None and (me.ban.reason, me.ban.until) == ("rude", None)
            assert await ihor.record(info.id)  # Looking back is allowed.
            await order(server, orders.Unban(who=me.id))
            assert (await ihor.me()).ban is None
            await ihor.join(lobby.id, lobby.join_token)

    run(main())


def test_a_ban_ends_by_itself(sqlite: str) -> None:
    async def main() -> None:
        now = [1_700_000_000_000]
        async with serving(sqlite, lambda: now[0]) as server:
            person = await Client.arrive(server.url, "Olha")
            await order(server, orders.Ban(who="Olha", reason="rude", until=now[0] + 1000))
            assert await refusal(person.create_table("nizam", [ME])) == "banned"
            now[0] += 1000
            assert (await person.create_table("nizam", [ME])).id

    run(main())


def test_a_ban_without_a_server_takes_effect_when_one_starts(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            people = [await Client.arrive(server.url, name) for name in ("Olha", "Ihor")]
            info = await table_of(people, "gnomes", [ME, OPEN])
        await asyncio.to_thread(caller.carry_out, sqlite, orders.Ban(who="Ihor", reason="rude", until=None))
        async with serving(sqlite) as server:
            table = await server.site.table(info.id)
            assert table is not None
            await until(lambda: bool(table.seats[1].covered))

    run(main())


@pytest.mark.parametrize("is_here", [True, False])
def test_two_processes_follow_an_order_that_one_of_them_gets_or_that_only_the_database_gets(
    postgresql: str, is_here: bool
) -> None:
    async def main() -> None:
        async with serving(postgresql) as one, serving(postgresql) as two:
            holder, other = (one, two) if one.site.admin._server else (two, one)
            assert other.site.admin._server is None, "one of them has the socket"
            if not is_here:
                await holder.site.admin.close()
            olha, ihor = await Client.arrive(holder.url, "Olha"), await Client.arrive(holder.url, "Ihor")
            info = await table_of([olha, ihor], "gnomes", [ME, OPEN])
            async with Client(other.url, olha.cookie).open(info.id) as hers:
                await order(one, orders.Rename(who="Ihor", name="Igor"))
                await hers.until(lambda: name_at(hers, 1) == "Igor")
                await order(one, orders.Ban(who="Igor", reason="rude", until=None))
                await hers.until(lambda: hers.info is not None and hers.info.seats[1].covered)
                away = Client(other.url, ihor.cookie)
                await until(lambda: bool(other.site.control.ban_of(other.site.tables[info.id].seats[1].person)))
                assert await refusal(away.create_table("nizam", [ME])) == "banned"
                await order(one, orders.RemovePerson(who="Igor"))
                await hers.until(lambda: hers.info is not None and hers.info.seats[1].kind == "bot")
                await play_on(hers, random.Random(2))
                assert hers.over
            record = await olha.record(info.id)
            assert record.names == ["Olha", "Casual bot"]
            assert await away.get("/api/me", object) is None  # The cookie is nobody's.

    run(main())


def test_another_process_takes_the_socket_when_its_holder_is_killed(postgresql: str) -> None:
    async def main() -> None:
        first = ServerProcess(postgresql)
        await first.ready()
        async with serving(postgresql) as second:
            assert second.site.admin._server is None
            first.kill()
            await second.site.admin.open()
            assert second.site.admin._server is not None
            await Client.arrive(second.url, "Olha")
            assert (await order(second, orders.Rename(who="Olha", name="Olga")))["name"] == "Olga"

    run(main())


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_a_removed_table_parts_with_everybody(request: pytest.FixtureRequest, database: str) -> None:
    url = request.getfixturevalue(database)

    async def main() -> None:
        async with serving(url) as server:
            person = await Client.arrive(server.url, "Olha")
            info = await table_of([person], "nizam", [ME, bot("random")])
            async with person.open(info.id) as table:
                await table.my_turn()
                await order(server, orders.RemoveTable(table=info.id))
                await until(lambda: info.id not in server.site.tables)
                assert await refusal(person.table(info.id)) == "not_found"
                await until(lambda: table._failure is not None)

    run(main())


def test_somebody_who_is_removed_leaves_a_seat_that_a_rematch_opens(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            people = [await Client.arrive(server.url, name) for name in ("Olha", "Ihor")]
            info = await table_of(people, "gnomes", [ME, OPEN])
            async with people[0].open(info.id) as one, people[1].open(info.id) as two:
                await asyncio.gather(play_on(one, random.Random(1)), play_on(two, random.Random(2)))
            await order(server, orders.RemovePerson(who="Ihor"))
            await until(lambda: server.site.tables[info.id].seats[1].name == "Guest")
            assert (await people[0].record(info.id)).names == ["Olha", "Guest"]
            again = await people[0].rematch(info.id)
            assert [seat.kind for seat in again.seats] == ["person", "open"]

    run(main())


# --- Reports --------------------------------------------------------------------------------------------------------


async def report(person: Client, table: str, seat: int | None, kind: Any = "talk", text: str = "") -> Done:
    return await person.post(f"/api/tables/{table}/reports", NewReport(seat=seat, kind=kind, text=text), Done)


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_a_player_reports_another_once_and_the_host_resolves_it(request: pytest.FixtureRequest, database: str) -> None:
    url = request.getfixturevalue(database)

    async def main() -> None:
        async with serving(url) as server:
            olha, ihor, stranger = [await Client.arrive(server.url, name) for name in ("Olha", "Ihor", "Taras")]
            info = await table_of([olha, ihor], "gnomes", [ME, OPEN, bot("random"), device("Mama")])
            assert await refusal(report(stranger, info.id, 1)) == "not_found"
            for seat in (0, 2, 3, 5):  # Mine, a bot's, at my device, none.
                assert await refusal(report(olha, info.id, seat)) == "nobody_there"
            await report(olha, info.id, 1, "name", "first")
            await report(olha, info.id, 1, "talk", "  second\x00\u202e ")
            (found,) = await server.site.store.read(reports.list_reports, 10)
            assert (found.kind, found.text, found.person, found.reporter) == (
                "talk",
                "second",
                (await ihor.me()).id,
                (await olha.me()).id,
            )
            await order(server, orders.Resolve(report=found.id))
            for seat, kind in ((1, "deal"), (None, "talk")):
                assert await refusal(report(ihor, info.id, seat, kind)) == "bad_report"
            await report(ihor, info.id, None, "deal", "card 3 was another")
            (deal,) = await server.site.store.read(reports.list_reports, 10)
            assert (deal.kind, deal.text, deal.person) == ("deal", "card 3 was another", NO_PERSON)
            await order(server, orders.Resolve(report=deal.id))
            assert await server.site.store.read(reports.list_reports, 10) == []
            resolved = await server.site.store.read(lambda c: reports.list_reports(c, 10, resolved=True))
            assert len(resolved) == 2 and all(each.resolved_at is not None for each in resolved)
            with pytest.raises(HeliodorError, match="there is no report 'x'"):
                await order(server, orders.Resolve(report="x"))

    run(main())


def test_reports_are_limited(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite, limits=True) as server:
            people = [await Client.arrive(server.url, name) for name in ("Olha", "Ihor")]
            info = await table_of(people, "gnomes", [ME, OPEN])
            for _ in range(6):
                await report(people[0], info.id, 1)
            assert await refusal(report(people[0], info.id, 1)) == "slow_down"

    run(main())


# --- The socket -----------------------------------------------------------------------------------------------------


def test_the_socket_is_for_its_user_alone(sqlite: str, run_folder: Path) -> None:
    async def main() -> None:
        run_folder.chmod(0o755)
        async with serving(sqlite) as server:
            path = socket_path(sqlite)
            assert stat.S_IMODE(path.stat().st_mode) == 0o600
            assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
            assert server.site.admin._server is not None
        assert not path.exists()

    run(main())


def test_a_socket_that_was_left_behind_is_replaced_and_no_server_means_none(sqlite: str, run_folder: Path) -> None:
    path = socket_path(sqlite)
    left = socket.socket(socket.AF_UNIX)
    left.bind(str(path))
    left.close()
    assert caller._ask_server(sqlite, orders.Unban(who="Olha")) is None

    async def main() -> None:
        async with serving(sqlite) as server:
            with pytest.raises(HeliodorError, match="there is no person 'Olha'"):
                await order(server, orders.Unban(who="Olha"))

    run(main())


# Becomes another user, and then hands an order to the socket in the present folder.
ANOTHER_USER = """
import os, socket, sys
path, user, order = sys.argv[1], int(sys.argv[2]), sys.argv[3]
os.setgroups([]), os.setgid(user), os.setuid(user)
with socket.socket(socket.AF_UNIX) as connection:
    connection.connect(path)
    connection.sendall(order.encode() + b"\\n")
    print(connection.makefile().read())
"""


def test_orders_of_another_user_are_refused(sqlite: str, run_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if the modes of folder and socket were wrong: the system says who asks. Only root can try it for real."""
    is_root = os.getuid() == 0
    if not is_root:
        monkeypatch.setattr("heliodor.server.administration.listener.peer_of", lambda _connection: NOBODY)
    wanted = orders.Rename(who="Olha", name="Olga")

    async def ask(server: Served) -> str:
        if not is_root:
            with pytest.raises(HeliodorError) as refused:
                await order(server, wanted)
            return str(refused.value)
        path = socket_path(sqlite)
        run_folder.chmod(0o755)
        path.chmod(0o666)
        words = [sys.executable, "-c", ANOTHER_USER, path.name, str(NOBODY), msgspec.json.encode(wanted).decode()]
        done = await asyncio.to_thread(subprocess.run, words, cwd=run_folder, capture_output=True, text=True)
        assert done.stderr == ""
        return str(json.loads(done.stdout)["refused"])

    async def main() -> None:
        async with serving(sqlite) as server:
            await Client.arrive(server.url, "Olha")
            assert re.fullmatch(r"this server takes orders from \S+ alone", await ask(server))
            assert await server.site.store.read(audit.entries, 10) == []

    run(main())


def test_the_system_tells_who_is_at_the_other_end() -> None:
    one, other = socket.socketpair(socket.AF_UNIX)
    with one, other:
        assert peer_of(one) == os.getuid()


def test_another_user_cannot_even_open_the_socket(sqlite: str, run_folder: Path) -> None:
    """Root becomes somebody else for it; another user shuts the folder for themselves."""
    is_root = os.getuid() == 0

    async def main() -> None:
        async with serving(sqlite):
            if is_root:
                os.seteuid(NOBODY)
            else:
                run_folder.chmod(0)
            try:
                with pytest.raises(HeliodorError, match=r"cannot open the server's socket .*: Permission denied"):
                    caller._ask_server(sqlite, orders.Unban(who="Olha"))
            finally:
                if is_root:
                    os.seteuid(0)
                else:
                    run_folder.chmod(0o700)

    run(main())


@pytest.mark.parametrize("line", [b"", b"\n", b"{}\n", b'{"order":"fly"}\n', b"x" * 200_000, b"\xff\xfe\n"])
def test_a_line_that_cannot_be_an_order_is_refused_and_the_server_goes_on(sqlite: str, line: bytes) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            reader, writer = await asyncio.open_unix_connection(str(socket_path(sqlite)))
            writer.write(line)
            writer.write_eof()
            answer = json.loads(await reader.read())
            writer.close()
            assert set(answer) == {"refused"}
            assert await Client(server.url).get("/readyz", dict)

    run(main())


def test_a_folder_of_somebody_else_is_not_used(
    sqlite: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "link").symlink_to(tmp_path)
    monkeypatch.setenv("HELIODOR_RUN_DIR", str(tmp_path / "link"))

    async def main() -> None:
        async with serving(sqlite) as server:
            assert server.site.admin._server is None
            await server.site.admin.open()
            assert [each.message for each in caplog.records].count(caplog.records[0].message) == 1
            assert "belongs to another user" in caplog.text

    run(main())


# --- The audit ------------------------------------------------------------------------------------------------------


def test_every_order_is_logged_with_user_action_and_person_and_without_names(
    sqlite: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", logger="heliodor.admin")

    async def main() -> None:
        async with serving(sqlite) as server:
            person = await Client.arrive(server.url, "Olha")
            me = await person.me()
            info = await table_of([person], "nizam", [ME])
            await order(server, orders.Rename(who="Olha", name="Olga"))
            await order(server, orders.Ban(who=me.id, reason="a long story", until=GOOD))
            await order(server, orders.Unban(who=me.id))
            await order(server, orders.RemoveTable(table=info.id))
            await order(server, orders.RemovePerson(who=me.id))
            entries = (await server.site.store.read(audit.entries, 10))[::-1]
            assert [entry.action for entry in entries] == ["rename", "ban", "unban", "remove-table", "remove-person"]
            assert [entry.person for entry in entries] == [None, None, None, None, me.id]  # Only the last one keeps it.
            assert entries[3].match_id == info.id
            assert len({entry.host_user for entry in entries}) == 1
            lines = [each for each in caplog.records if each.message == "administration"]
            assert [each.__dict__["action"] for each in lines] == [entry.action for entry in entries]
            assert lines[1].__dict__["person"] == me.id
            told = " ".join(entry.detail for entry in entries) + " ".join(str(each.__dict__) for each in lines)
            assert not any(secret in told for secret in ("Olha", "Olga", "long story"))

    run(main())


# --- Coming back ----------------------------------------------------------------------------------------------------


def me_from(server: Served, address: str, cookie: str | None = None) -> tuple[int, str]:
    """Ask who I am from an address of this machine, or become a new person; return the status and the cookie or key."""
    connection = http.client.HTTPConnection(server.url.removeprefix("http://"), source_address=(address, 0))
    try:
        if cookie is None:
            body = json.dumps({"guest": "Ihor"})
            connection.request("POST", "/api/me", body, {"Content-Type": "application/json"})
        else:
            connection.request("GET", "/api/me", headers={"Cookie": cookie})
        response = connection.getresponse()
        key = json.loads(response.read()).get("key", "")
        return response.status, str(response.headers.get("set-cookie", key)).partition(";")[0]
    finally:
        connection.close()


def test_for_a_day_the_address_of_a_banned_person_takes_nobody_new(postgresql: str) -> None:
    async def main() -> None:
        now = Time()
        async with serving(postgresql, now) as one, serving(postgresql, now) as two:
            await until(lambda: bool(one.site._others and two.site._others))

            async def asked(server: Served, address: str, cookie: str | None = None) -> tuple[int, str]:
                return await asyncio.to_thread(me_from, server, address, cookie)

            _status, cookie = await asked(one, "127.0.0.5")
            _status, neighbour = await asked(one, "127.0.0.5")
            await order(one, orders.Ban(who=cookie.partition("=")[2].partition(".")[0], reason="rude", until=None))
            assert (await asked(one, "127.0.0.5"))[0] == 200  # Nobody knows yet where the banned person is.
            assert (await asked(one, "127.0.0.5", cookie))[0] == 200
            await until(lambda: bool(two.site.newcomers._held))  # The other process knows it as well.
            for server in (one, two):
                assert await asked(server, "127.0.0.5") == (403, "no_newcomers")
                assert (await asked(server, "127.0.0.5", neighbour))[0] == 200
                assert (await asked(server, "127.0.0.6"))[0] == 200
            now.now += 86_400_000
            assert (await asked(one, "127.0.0.5"))[0] == 200

    run(main())


def test_the_address_of_a_banned_person_at_a_table_is_known_at_once(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("heliodor.server.newcomers.OWN", frozenset())

    async def main() -> None:
        async with serving(sqlite) as server:
            person = await Client.arrive(server.url, "Ihor")
            info = await table_of([person], "nizam", [ME])
            async with person.open(info.id):
                await order(server, orders.Ban(who="Ihor", reason="rude", until=None))
                await until(lambda: bool(server.site.newcomers._held))
                assert await refusal(Client.arrive(server.url, "Not Ihor")) == "no_newcomers"

    run(main())


def test_addresses_that_say_nothing_of_a_visitor_are_not_held() -> None:
    assert [network_of(each) for each in ("local", "127.0.0.1", "::1", "::ffff:127.0.0.1")] == [None] * 4
    assert network_of("203.0.113.7") == network_of("::ffff:203.0.113.7") == "203.0.113.7"
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:1%eth0") == "2001:db8::/64"
