"""What has ended leaves memory at once: the collector looks for old reference cycles only every few hours."""

from __future__ import annotations

import asyncio
import gc
import random
import weakref
from typing import Any

import pytest

from heliodor.client import ME, OPEN, Client, bot
from heliodor.protocol.settings import Clock, TableSettings
from tests.server.harness import play_on, run, serving, table_of, until


def test_ended_sockets_and_unloaded_tables_leave_no_cycles(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            people = [await Client.arrive(server.url, name) for name in ("Olha", "Ihor")]
            settings = TableSettings(clock=Clock(kind="turn", seconds=60))
            info = await table_of(people, "gnomes", [ME, OPEN, bot("random")], settings)
            gc.disable()
            async with people[0].open(info.id) as one, people[1].open(info.id) as two:
                await asyncio.gather(play_on(one, random.Random(1)), play_on(two, random.Random(2)))
                table = server.site.tables[info.id]
                # What the others own is listed, too, so that a failure says where the cycle is.
                protocols: list[Any] = [receiver._wire._protocol for receiver in table.receivers]  # type: ignore[attr-defined]
                watched = [weakref.ref(thing) for thing in (table, table.driver, table.match, *protocols)]
                del protocols
            del table
            await until(lambda: server.site.tables[info.id].is_idle)
            monkeypatch.setattr("heliodor.server.site.IDLE_SECONDS", 0.0)
            await server.site._unload_idle()
            await asyncio.sleep(0.01)  # The transports call back once more.
            assert info.id not in server.site.tables
            assert [type(left()).__name__ for left in watched if left() is not None] == []

    try:
        run(main())
    finally:
        gc.enable()
