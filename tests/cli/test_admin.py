"""`heliodor admin` on the database itself: what it prints, what it asks, and one sentence for each wrong input."""

from __future__ import annotations

import getpass
import json
import os
import re
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from heliodor.server.administration.place import socket_path
from heliodor.store import default_url, matches, open_engine, sole_server
from tests.cli.admin_site import IHOR, OLHA, REPORT, TABLE, log_lines, make_site
from tests.cli.conftest import Run
from tests.services import NOBODY, new_database, postgres

Refused = Callable[..., str]


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data folder, and no server."""
    monkeypatch.setenv("HELIODOR_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("HELIODOR_RUN_DIR", str(tmp_path / "run"))
    return tmp_path


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    with postgres() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def site(request: pytest.FixtureRequest, data: Path) -> str:
    """The URL of a site on each database."""
    given = None if request.param == "sqlite" else new_database(request.getfixturevalue("postgres_url"))
    return make_site(given)


def lines(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]


def test_the_host_sees_people_tables_reports_and_figures(site: str, run: Run) -> None:
    database = ("--database", site)
    found = {each["name"]: each for each in lines(run("admin", "people", *database, "--json").out)}
    assert set(found) == {"Olha", "Ihor"}
    assert (found["Olha"]["tables"], found["Olha"]["live"], found["Olha"]["banned"]) == (1, 1, False)
    assert [each["id"] for each in lines(run("admin", "people", "lh", *database, "--json").out)] == [OLHA]
    assert "id-of-ihor" in run("admin", "people", *database).out
    (table,) = lines(run("admin", "tables", *database, "--json").out)
    assert (table["status"], table["names"], table["actions"]) == ("playing", ["Olha", "Ihor"], 0)
    assert table["to_act"] in (0, 1)
    turn = ["Olha", "Ihor"][table["to_act"]]
    shown = run("admin", "tables", *database).out.splitlines()
    assert shown[0].split() == ["id", "game", "state", "age", "still", "seats", "turn"]
    assert re.search(rf"id-of-table +nizam +playing .* Olha, Ihor +{turn}$", shown[1])
    (report,) = lines(run("admin", "reports", *database, "--json").out)
    assert (report["id"], report["person"], report["reporter"]) == (REPORT, IHOR, OLHA)
    assert "\x1b" not in run("admin", "reports", *database).out, "what people write does not steer the terminal"
    figures = lines(run("admin", "statistics", *database, "--json").out)[0]
    assert (figures["people"], figures["tables"], figures["matches"]) == (2, {"playing": 1}, {"nizam": 1})
    assert figures["open_reports"] == 1 and figures["bytes"] > 10_000
    assert "1 nizam" in run("admin", "statistics", *database).out
    person = run("admin", "person", "Ihor", *database).out
    assert "0 made, 1 about this person" in person and "banned     no" in person
    assert lines(run("admin", "person", IHOR, *database, "--json").out)[0]["names"] == ["Ihor"]


def test_the_host_acts_and_everything_is_in_the_audit_and_in_the_log(site: str, run: Run, data: Path) -> None:
    database = ("--database", site)
    assert run("admin", "rename", "Olha", "Оля", *database).out == "Olha is called Оля from now on.\n"
    assert run("admin", "ban", "Ihor", "--reason", "rude", "--for", "7d", "--yes", *database).code == 0
    assert "banned until 20" in run("admin", "people", "Ihor", *database).out
    assert re.search(r"banned +until 20\d\d.*: rude", run("admin", "person", "Ihor", *database).out)
    assert run("admin", "unban", "Ihor", *database).out == "Ihor is no longer banned.\n"
    assert (
        run("admin", "ban", "Ihor", "--reason", "rude", "--until", "2999-01-31", "--yes", *database, "--json").code == 0
    )
    assert run("admin", "resolve", REPORT, *database).code == 0
    assert run("admin", "reports", *database).err == "there are no reports\n"
    assert "resolved" in run("admin", "reports", "--all", *database).out
    assert lines(run("admin", "remove-person", "Ihor", "--yes", *database, "--json").out) == [
        {"person": IHOR, "tables": 1}
    ]
    assert run("admin", "remove-table", TABLE, "--yes", *database).code == 0
    done = [each["action"] for each in lines(run("admin", "audit", *database, "--json").out)]
    assert sorted(done) == sorted(["rename", "ban", "unban", "ban", "resolve", "remove-person", "remove-table"])
    assert getpass.getuser() in run("admin", "audit", *database).out
    told = log_lines(data)
    assert [each["action"] for each in told] == [
        *("rename", "ban", "unban", "ban", "resolve", "remove-person", "remove-table")
    ]
    assert all(each["user"] and each["time"] for each in told)
    assert stat.S_IMODE((data / "admin.log").stat().st_mode) == 0o600
    assert not {"Olha", "Оля", "Ihor", "rude"} & set(re.findall(r"\w+", (data / "admin.log").read_text()))


def test_an_export_is_json_lines(site: str, run: Run) -> None:
    about = lines(run("admin", "export", "Ihor", "--database", site).out)
    assert {row["table"] for row in about} == {"people", "matches", "seats", "said", "reports"}
    everything = lines(run("admin", "export", "--database", site).out)
    assert sum(row["table"] == "people" for row in everything) == 3  # With the row that stands for removed people.


def test_a_person_who_does_not_exist_or_is_one_of_several(data: Path, run: Run, refused: Refused) -> None:
    make_site()
    for command in (["person", "Taras"], ["unban", "Taras"], ["export", "Taras"], ["rename", "Taras", "Petro"]):
        assert refused("admin", *command) == "there is no person 'Taras'; `heliodor admin people` lists them"
    assert run("admin", "rename", "Ihor", "Olha").code == 0
    twice = refused("admin", "ban", "Olha", "--reason", "rude", "--yes")
    assert twice == f"2 people are called 'Olha'; give one of their ids: {IHOR}, {OLHA}"
    assert refused("admin", "person", "nobody") == "there is no person 'nobody'; `heliodor admin people` lists them"


def test_wrong_input_is_one_sentence_and_changes_nothing(data: Path, run: Run, refused: Refused) -> None:
    make_site()
    before = run("admin", "export").out
    ban = ("admin", "ban", "Ihor", "--yes")
    assert refused(*ban).startswith("--reason needs a value")
    assert "at most 200 letters" in refused(*ban, "--reason", " ")
    assert "like 30m, 12h, 7d or 4w, not 'soon'" in refused(*ban, "--reason", "x", "--for", "soon")
    assert "not '0d'" in refused(*ban, "--reason", "x", "--for", "0d")
    assert "like 2027-01-31, not 'May'" in refused(*ban, "--reason", "x", "--until", "May")
    assert "in the past" in refused(*ban, "--reason", "x", "--until", "2001-01-31")
    assert "give one of them" in refused(*ban, "--reason", "x", "--until", "2999-01-31", "--for", "1d")
    assert refused("admin", "unban", "Ihor") == "'Ihor' is not banned"
    assert "cannot be a name: a name needs at least one visible letter" in refused("admin", "rename", "Ihor", " ")
    assert "looks like the name of a bot" in refused("admin", "rename", "Ihor", "Expert bot")
    assert "there is no table 'x'" in refused("admin", "remove-table", "x", "--yes")
    assert "there is no report 'x'" in refused("admin", "resolve", "x")
    assert "say what to remove and its age in days: --matches" in refused("admin", "prune", "--yes")
    assert "whole number from 1" in refused("admin", "prune", "--talk", "0", "--yes")
    assert "asks first" in refused("admin", "prune", "--talk", "30")
    assert "--translation is like uk=TEXT, for uk or ru, not 'de=x'" in refused(
        "admin", "announce", "x", "--translation", "de=x"
    )
    assert "at most 200" in refused("admin", "announce", "x" * 201)
    assert "like 30m, 12h, 7d or 4w, not 'now'" in refused("admin", "announce", "x", "--for", "now")
    assert "read-only" in refused("admin", "mode", "closed")
    assert "--state" in refused("admin", "tables", "--state", "odd")
    assert run("admin", "export").out == before
    assert log_lines(data) == []


@pytest.mark.parametrize(
    "command", [["remove-person", "Ihor"], ["remove-table", TABLE], ["ban", "Ihor", "--reason", "rude"]]
)
def test_a_command_that_cannot_be_undone_asks_first(
    data: Path, run: Run, refused: Refused, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    make_site()
    assert refused("admin", *command) == "this command asks first; in a script add --yes"
    asked: list[str] = []
    monkeypatch.setattr("heliodor.cli.admin._is_asked_by_a_person", lambda: True)

    def answer(question: str, text: str) -> str:
        asked.append(question)
        return text

    monkeypatch.setattr("builtins.input", lambda question: answer(question, "no"))
    assert refused("admin", *command) == "nothing has been done"
    assert log_lines(data) == []
    monkeypatch.setattr("builtins.input", lambda question: answer(question, "Y"))
    assert run("admin", *command).code == 0
    assert asked[0] == asked[1] and asked[0].endswith("? [y/N] ")
    assert len(log_lines(data)) == 1


def test_a_server_whose_socket_is_not_found_is_named_and_nothing_is_done(data: Path, refused: Refused) -> None:
    make_site()
    with sole_server(default_url(), "http://127.0.0.1:8000/"):
        sentence = refused("admin", "rename", "Ihor", "Igor")
    assert sentence.startswith("a server runs on this data at http://127.0.0.1:8000/, but not its socket")
    assert str(socket_path(default_url())) in sentence


def test_a_database_that_cannot_be_written_or_reached(data: Path, run: Run, refused: Refused) -> None:
    """Root may write everything, so root becomes somebody else."""
    database = make_site()
    file = data / "heliodor.sqlite3"
    is_root = os.getuid() == 0
    data.chmod(0o755 if is_root else 0o500)
    if not is_root:
        file.chmod(0o400)
    if is_root:
        os.seteuid(NOBODY)
    try:
        sentence = refused("admin", "rename", "Ihor", "Igor", "--database", database)
    finally:
        if is_root:
            os.seteuid(0)
        data.chmod(0o700)
        file.chmod(0o600)
    assert sentence.startswith("cannot ")
    assert sentence.endswith("Permission denied")
    assert run("admin", "people", "Ihor", "--json").code == 0
    assert "does not answer" in refused("admin", "people", "--database", "postgresql://postgres@127.0.0.1:1/none")


def test_a_read_only_postgresql_is_named(data: Path, run: Run, refused: Refused, postgres_url: str) -> None:
    database = make_site(new_database(postgres_url))
    name = database.rpartition("/")[2]
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    assert "read-only transaction" in refused("admin", "rename", "Ihor", "Igor", "--database", database)
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")
    assert lines(run("admin", "person", "Ihor", "--database", database, "--json").out)[0]["names"] == ["Ihor"]


def test_whose_turn_it_is_follows_the_actions(data: Path, run: Run) -> None:
    engine = open_engine(make_site())
    for ply in range(3):  # The turns of several seats.
        (before,) = lines(run("admin", "tables", "--json").out)
        with engine.begin() as connection:
            assert matches.whole_match(connection, TABLE) is not None
            connection.exec_driver_sql(
                "INSERT INTO actions (match_id, ply, seat, text, at) VALUES (?, ?, ?, 'draw', 9)",
                (TABLE, ply, before["to_act"]),
            )
        (after,) = lines(run("admin", "tables", "--json").out)
        assert (after["to_act"], after["actions"], after["acted_at"]) == (1 - before["to_act"], ply + 1, 9)
    engine.dispose()


def test_the_site_is_found_by_the_settings_of_the_server(
    site: str, data: Path, run: Run, refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = data / "heliodor.toml"
    settings.write_text(f'[serve]\ndatabase = "{site}"\nworkers = 4\n')
    settings.chmod(0o600)
    assert "id-of-ihor" in run("admin", "people", "--config", str(settings)).out
    monkeypatch.setenv("HELIODOR_DATABASE", site)
    assert "id-of-ihor" in run("admin", "people").out
    assert "can read a password in --database" in refused("admin", "people", "--database", "postgresql://a:b@c/d")
