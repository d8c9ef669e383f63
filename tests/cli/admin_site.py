"""A small site for the tests of `heliodor admin`: two people, a match that is played, and a report."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from heliodor import fairness
from heliodor.store import default_url, matches, open_engine, people, reports, talk, transaction
from heliodor.store.rows import MatchRow, Person, ReportRow, SaidRow, SeatRow
from tests.store.test_store import a_match

OLHA, IHOR, TABLE, REPORT = "id-of-olha", "id-of-ihor", "id-of-table", "id-of-report"


def a_seat(match_id: str, seat: int, person: str, name: str) -> SeatRow:
    return SeatRow(match_id, seat, "person", person, name, "casual", 0, "ab" * 16, None)


def a_playing_match() -> MatchRow:
    secret = fairness.secret_of("00" * 32, ["ab" * 16, "ab" * 16]).hex()
    return a_match(TABLE, status="playing", host=OLHA, secret=secret, started_at=6)


def make_site(url: str | None = None) -> str:
    """Fill a database, by default the one in the data folder, and return its URL."""
    database = url or default_url()
    engine = open_engine(database)
    with transaction(engine) as connection:
        people.create_person(connection, Person(OLHA, "Olha", "uk"), 1)
        people.create_person(connection, Person(IHOR, "Ihor", "en"), 1)
        seats = [a_seat(TABLE, 0, OLHA, "Olha"), a_seat(TABLE, 1, IHOR, "Ihor")]
        matches.create_match(connection, a_playing_match(), seats)
        talk.say(connection, TABLE, SaidRow(1, "chat", "something rude", 0, 7))
        reports.report(connection, ReportRow(REPORT, TABLE, 1, OLHA, IHOR, "talk", "rude\x1b[2J", 8))
    engine.dispose()
    return database


def log_lines(data: Path) -> list[dict[str, Any]]:
    """Return the lines that commands without a server leave in the data folder."""
    file = data / "admin.log"
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
