"""What is older than it is kept is removed, a batch at a time; everything else stays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, insert, select

from heliodor.store import (
    audit,
    bans,
    matches,
    notices,
    open_engine,
    people,
    reports,
    talk,
    transaction,
    vacations,
)
from heliodor.store.retention import DAY, Retention, claim, prune
from heliodor.store.rows import (
    BanRow,
    DealRow,
    NewAction,
    Person,
    ReportRow,
    SaidRow,
    SeatRow,
    SubscriptionRow,
    VacationRow,
)
from heliodor.store.schema import metadata
from tests.store.test_store import a_match

NOW = 1000 * DAY
NOTHING = Retention(matches=None, lobbies=None, idle=None, people=None, talk=None, logs=None)
AT_ONCE = Retention(announced=None)


@pytest.fixture
def engine(database: str) -> Iterator[Engine]:
    opened = open_engine(database)
    yield opened
    opened.dispose()


def ago(days: int) -> int:
    return NOW - days * DAY


def table(connection: Connection, match_id: str, acted_at: int | None = None, **columns: Any) -> None:
    """Make a table of Olha; one that has begun has a secret."""
    values = {"host": "olha", "created_at": ago(400), **columns}
    if values.get("status", "open") != "open":
        values = {"secret": "5e", "started_at": ago(400), **values}
    matches.create_match(
        connection,
        a_match(match_id, **values),
        [SeatRow(match_id, 0, "person", "olha", "Olha", "casual", 0, None, None)],
    )
    if acted_at is not None:
        connection.execute(
            insert(metadata.tables["actions"]), [NewAction(match_id, 0, 0, "draw", None, None, acted_at)._asdict()]
        )


def ids(connection: Connection, name: str) -> set[str]:
    found = metadata.tables[name]
    return set(connection.execute(select(found.c.id)).scalars())


@pytest.fixture
def site(engine: Engine) -> Iterator[Connection]:
    with transaction(engine) as connection:
        people.create_person(connection, Person("olha", "Olha", "uk"), NOW)
        yield connection


def test_finished_matches_go_only_if_the_host_wants_it_and_never_those_of_an_open_deal(site: Connection) -> None:
    matches.create_deal(site, DealRow("shut", "nizam", "{}", "00", "olha", ago(1), ago(50), 1))
    matches.create_deal(site, DealRow("open", "nizam", "{}", "00", "olha", NOW + DAY, ago(50), 1))
    table(site, "old", status="over", finished_at=ago(31))
    table(site, "new", status="over", finished_at=ago(29))
    table(site, "of-shut", status="stopped", finished_at=ago(31), deal="shut")
    table(site, "of-open", status="over", finished_at=ago(31), deal="open")
    table(site, "played", status="playing", acted_at=ago(1))
    assert prune(site, Retention(), NOW, 100).is_nothing
    pruned = prune(site, Retention(matches=30), NOW, 100)
    assert (pruned.counts["matches"], sorted(pruned.tables)) == (2, ["of-shut", "old"])
    assert ids(site, "matches") == {"new", "of-open", "played"}


def test_tables_that_never_began_go_and_deals_that_nobody_plays(site: Connection) -> None:
    matches.create_deal(site, DealRow("unused", "nizam", "{}", "00", "olha", ago(39), ago(40), 1))
    matches.create_deal(site, DealRow("used", "nizam", "{}", "00", "olha", ago(39), ago(40), 1))
    matches.create_deal(site, DealRow("young", "nizam", "{}", "00", "olha", ago(1), ago(2), 1))
    table(site, "old", created_at=ago(31))
    table(site, "closed", status="stopped", secret=None, created_at=ago(31))
    table(site, "new", created_at=ago(29))
    table(site, "begun", status="over", finished_at=ago(31), deal="used")
    assert prune(site, AT_ONCE, NOW, 100).counts["lobbies"] == 3
    assert ids(site, "matches") == {"new", "begun"}
    assert ids(site, "deals") == {"used", "young"}


def test_a_match_in_which_nobody_acts_is_stopped_and_kept(site: Connection) -> None:
    table(site, "still", status="playing", acted_at=ago(91), needs_driver=1, driver="p1")
    table(site, "paused", status="paused", started_at=ago(91))
    table(site, "going", status="playing", acted_at=ago(89))
    table(site, "begun", status="playing", started_at=ago(89))
    assert prune(site, AT_ONCE, NOW, 100).counts["idle"] == 2
    found = {match_id: matches.read_match(site, match_id) for match_id in ("still", "paused", "going", "begun")}
    states = {match_id: match[0].status for match_id, match in found.items() if match is not None}
    assert states == {"still": "stopped", "paused": "stopped", "going": "playing", "begun": "playing"}
    still = found["still"]
    assert still is not None
    assert (still[0].finished_at, still[0].revision, still[0].needs_driver, still[0].driver) == (NOW, 3, 0, None)


def expiries(connection: Connection) -> dict[str, int | None]:
    found = metadata.tables["matches"]
    return dict(connection.execute(select(found.c.id, found.c.expires_at)).all())


def test_the_end_of_a_table_is_announced_a_week_before_and_told_once(site: Connection) -> None:
    notices.subscribe(site, SubscriptionRow("s1", "olha", "https://push/olha", "k", "a", '["expiry"]', 1))
    table(site, "still", status="playing", acted_at=ago(84))
    table(site, "paused", status="paused", started_at=ago(84))
    table(site, "lobby", created_at=ago(24))
    table(site, "going", status="playing", acted_at=ago(82))
    table(site, "visited", status="playing", acted_at=ago(84), visited_at=ago(82))
    table(site, "young", created_at=ago(22))
    assert sorted(prune(site, Retention(), NOW, 100).tables) == ["lobby", "paused", "still"]
    week = NOW + 7 * DAY
    announced = {"still": week, "paused": week, "lobby": week, "going": None, "visited": None, "young": None}
    assert expiries(site) == announced
    assert prune(site, Retention(), NOW + 6 * DAY - 1, 100).is_nothing is False  # Only the others are announced.
    found = metadata.tables["notices"]
    told = site.execute(select(found.c.match_id, found.c.kind, found.c.until).where(found.c.until == week)).all()
    assert sorted(told) == [("lobby", "expiry", week), ("paused", "expiry", week), ("still", "expiry", week)]
    assert {match_id: expiries(site)[match_id] for match_id in ("still", "lobby")} == {"still": week, "lobby": week}
    due = notices.claim(site, NOW + 1, NOW + 2, 100)
    assert all(each.is_due_still for each in due if each.notice.until == week)
    prune(site, Retention(), week, 100)
    assert not {"lobby"} & ids(site, "matches")
    states = {match_id: matches.read_match(site, match_id) for match_id in ("still", "paused", "going")}
    assert [match and match[0].status for match in states.values()] == ["stopped", "stopped", "playing"]
    assert {(each.action, each.match_id, each.host_user) for each in audit.entries(site, 10)} == {
        ("expire", "still", "server"),
        ("expire", "paused", "server"),
        ("expire", "lobby", "server"),
    }


def test_a_long_absence_of_the_server_ends_nothing_without_the_announcement(site: Connection) -> None:
    table(site, "still", status="playing", acted_at=ago(300))
    table(site, "lobby", created_at=ago(300))
    assert prune(site, Retention(), NOW, 100).counts == {**dict.fromkeys(("lobbies", "idle"), 0), "people": 0} | {
        kind: 0 for kind in ("talk", "logs")
    }
    assert expiries(site) == {"still": NOW + 7 * DAY, "lobby": NOW + 7 * DAY}
    short = Retention(idle=4, lobbies=2)
    table(site, "new", status="playing", acted_at=ago(3))
    prune(site, short, NOW, 100)
    assert expiries(site)["new"] == NOW + 2 * DAY, "of a few days, half are for the announcement"


def test_an_action_or_a_visit_after_the_announcement_keeps_the_table(site: Connection) -> None:
    for match_id in ("acted", "visited"):
        table(site, match_id, status="playing", acted_at=ago(84))
    prune(site, Retention(), NOW, 100)
    action = NewAction("acted", 1, 0, "draw", None, None, NOW + DAY)
    site.execute(insert(metadata.tables["actions"]), [action._asdict()])
    matches.change_match(site, "visited", 2, {"visited_at": NOW + DAY, "expires_at": None})
    pruned = prune(site, Retention(), NOW + 8 * DAY, 100)
    assert (pruned.counts["idle"], pruned.tables) == (0, ["acted"])
    assert expiries(site) == {"acted": None, "visited": None}


def test_no_table_of_days_expires_while_a_player_is_on_vacation(site: Connection) -> None:
    table(site, "days", status="playing", acted_at=ago(84), settings='{"clock":{"kind":"days"}}')
    prune(site, Retention(), NOW, 100)
    until = NOW + 20 * DAY
    vacations.begin(site, VacationRow("olha", NOW, until))
    assert expiries(site) == {"days": None}
    prune(site, Retention(), until + 80 * DAY, 100)
    assert expiries(site) == {"days": None}
    prune(site, Retention(), until + 84 * DAY, 100)
    assert expiries(site) == {"days": until + 91 * DAY}


def test_talk_and_notes_go_and_notices_stay(site: Connection) -> None:
    table(site, "over", status="over", finished_at=ago(91))
    table(site, "on", status="playing", acted_at=ago(1))
    for kind, at in (("chat", ago(91)), ("phrase", ago(91)), ("notice", ago(91)), ("chat", ago(89))):
        talk.say(site, "on", SaidRow(0, kind, kind, 0, at))
    talk.set_note(site, "over", 0, "mine")
    talk.set_note(site, "on", 0, "mine")
    assert prune(site, Retention(), NOW, 100).counts["talk"] == 3
    assert [row.kind for row in talk.said_at(site, "on", 10)] == ["notice", "chat"]
    assert talk.talk_for(site, "over", 0, None, 10)[1] == ""
    assert talk.talk_for(site, "on", 0, None, 10)[1] == "mine"


def test_people_go_who_were_not_here_for_long_and_have_no_match(site: Connection) -> None:
    for name in ("gone", "banned", "forgiven", "plays"):
        people.create_person(site, Person(name, name, "uk"), ago(366))
    people.create_person(site, Person("recent", "recent", "uk"), ago(364))
    bans.ban(site, BanRow("banned", "rude", None, 1))
    bans.ban(site, BanRow("forgiven", "rude", ago(1), 1))
    table(site, "hers", status="over", finished_at=ago(300))
    site.execute(metadata.tables["seats"].update().values(person="plays"))
    assert prune(site, Retention(), NOW, 100).counts["people"] == 2
    assert ids(site, "people") == {"olha", "banned", "plays", "recent", people.NOBODY}


def test_resolved_reports_and_old_entries_of_the_audit_go(site: Connection) -> None:
    people.create_person(site, Person("ihor", "Ihor", "uk"), NOW)
    table(site, "m", status="over", finished_at=ago(1))
    for seat, resolved_at in enumerate((ago(366), ago(364), None)):
        reports.report(site, ReportRow(f"r{seat}", "m", seat, "olha", "ihor", "talk", "", ago(500), resolved_at))
    audit.note(site, ago(366), "root", "mode")
    audit.note(site, ago(364), "root", "ban")
    assert prune(site, Retention(), NOW, 100).counts["logs"] == 2
    assert ids(site, "reports") == {"r1", "r2"}
    assert [entry.action for entry in audit.entries(site, 10)] == ["ban"]


def test_a_batch_is_small_and_batches_come_to_an_end(site: Connection) -> None:
    for number in range(5):
        table(site, f"t{number}", created_at=ago(31))
    sizes = []
    while not (pruned := prune(site, AT_ONCE, NOW, 2)).is_nothing:
        sizes.append(pruned.counts["lobbies"])
    assert sizes == [2, 2, 1]
    assert ids(site, "matches") == set()


def test_nothing_goes_if_everything_is_kept(site: Connection) -> None:
    table(site, "old", created_at=0)
    people.create_person(site, Person("gone", "gone", "uk"), 0)
    assert prune(site, NOTHING, NOW, 100).counts == {}
    assert ids(site, "matches") == {"old"}


def test_one_process_prunes_once_a_day(engine: Engine) -> None:
    with transaction(engine) as connection:
        assert claim(connection, NOW)
        assert not claim(connection, NOW + DAY - 1)
    with transaction(engine) as connection:
        assert not claim(connection, NOW + 5)
        assert claim(connection, NOW + DAY)
