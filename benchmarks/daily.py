"""How fast `GET /api/daily` is when many people have played: `python benchmarks/daily.py [--results 10000]`.

The server runs in another process, with a database in a temporary folder. Requests come one after another over one
connection, from a person who has a result, so that the distribution is part of the answer.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select

from heliodor.client import Client
from heliodor.protocol.http import DailyInfo, DailyTry
from heliodor.protocol.tables import TableInfo
from heliodor.server.config import Config
from heliodor.store import open_engine, schema, transaction

PROCESS = """
import sys, msgspec
from heliodor.server.config import Config
from heliodor.server.run import serve
serve(msgspec.json.decode(sys.argv[1], type=Config), "127.0.0.1", int(sys.argv[2]))
"""
REQUESTS = 1000


def main() -> None:
    """Measure and print figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--results", type=int, default=10_000)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'daily.sqlite3'}"
        with socket.socket() as found:
            found.bind(("127.0.0.1", 0))
            port = int(found.getsockname()[1])
        config = msgspec.json.encode(Config(database=database, limits=False, log_level="error")).decode()
        server = subprocess.Popen([sys.executable, "-c", PROCESS, config, str(port)])
        try:
            print(json.dumps(asyncio.run(measure(database, port, wanted.results)), indent=2))
        finally:
            server.terminate()
            server.wait()


async def measure(database: str, port: int, results: int) -> dict[str, Any]:
    """Fill the database and ask again and again."""
    url = f"http://127.0.0.1:{port}"
    while True:
        try:
            person = await Client.arrive(url, "Olha")
            break
        except OSError:
            await asyncio.sleep(0.1)
    info = await person.get("/api/daily", DailyInfo)
    assert info.board is not None
    table = await person.post("/api/daily/board", DailyTry(day=info.day), TableInfo)
    engine = open_engine(database)
    with transaction(engine) as connection:
        fill(connection, info.board.deal, table.id, (await person.me()).id, results)
    engine.dispose()
    assert (await person.get("/api/daily", DailyInfo)).board.players == results  # type: ignore[union-attr]
    times = await asyncio.to_thread(ask, port, person.cookie or "")
    times.sort()
    return {
        "results": results,
        "requests": len(times),
        "median ms": round(1000 * statistics.median(times), 2),
        "p99 ms": round(1000 * times[int(0.99 * len(times))], 2),
        "longest ms": round(1000 * times[-1], 2),
        "load of the machine": os.getloadavg()[0],
    }


def fill(connection: Connection, deal: str, table: str, mine: str, results: int) -> None:
    """Write results of people who have played, each at a table; the last one is the asking person's."""
    [match] = connection.execute(select(schema.matches).where(schema.matches.c.id == table)).mappings()
    people = [f"person-{number}" for number in range(results - 1)]
    connection.execute(
        insert(schema.people),
        [{"id": each, "name": "Guest", "language": "en", "created_at": 0, "seen_at": 0} for each in people],
    )
    changes = [
        {"id": f"t{number}", "join_token": f"j{number}", "watch_token": f"w{number}", "status": "over"}
        for number in range(results - 1)
    ]
    connection.execute(insert(schema.matches), [{**match, **each} for each in changes])
    pairs = [*zip(people, (each["id"] for each in changes), strict=True), (mine, table)]
    known = [{"deal": deal, "person": person, "match_id": match_id} for person, match_id in pairs]
    connection.execute(insert(schema.known_deals), known[:-1])
    chance = random.Random(1)
    rows = [
        {**each, "score": round(chance.gauss(53, 9)), "turns": "[3,0,5,9,2,1,0,4]", "finished_at": 1} for each in known
    ]
    connection.execute(insert(schema.deal_results), rows)


def ask(port: int, cookie: str) -> list[float]:
    """Return how long each request took, in seconds."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    times = []
    for _ in range(REQUESTS):
        start = time.perf_counter()
        connection.request("GET", "/api/daily", headers={"Cookie": cookie})
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200
        times.append(time.perf_counter() - start)
    return times


if __name__ == "__main__":
    main()
