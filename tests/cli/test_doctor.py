"""`heliodor doctor`: each problem is found and its command mends it; nothing is changed by looking."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import heliodor
from heliodor.cli.checkup import V2, V3
from heliodor.store import open_engine
from tests.cli.conftest import Outcome, Run
from tests.services import new_database, postgres

pytestmark = pytest.mark.jit


Found = dict[str, dict[str, Any]]  # By area and name.
Doctor = Callable[..., tuple[int, Found]]


def doctor_process(data: Path, **variables: str) -> tuple[int, Found]:
    """Run the command in a new process, which has loaded no compiled code yet."""
    environment = {**os.environ, "HELIODOR_DATA_DIR": str(data), **variables}
    command = [sys.executable, "-m", "heliodor", "doctor", "--json"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
    return by_name(Outcome(done.returncode, done.stdout, done.stderr))


@pytest.fixture
def doctor(run: Run, monkeypatch: pytest.MonkeyPatch) -> Doctor:
    """Run the command in this process; return its exit code and what it found by name."""

    def run_doctor(*tokens: object, data: Path, **variables: str) -> tuple[int, Found]:
        with monkeypatch.context() as patched:
            patched.setenv("HELIODOR_DATA_DIR", str(data))
            for name, value in variables.items():
                patched.setenv(name, value)
            return by_name(run("doctor", "--json", *tokens))

    return run_doctor


def by_name(outcome: Outcome) -> tuple[int, Found]:
    assert outcome.err == ""
    answer = json.loads(outcome.out)
    assert answer["healthy"] == (outcome.code == 0)
    return outcome.code, {f"{found['area']} {found['name']}": found for found in answer["findings"]}


def problems(found: Found) -> dict[str, str]:
    return {name: finding["mend"] for name, finding in found.items() if finding["state"] == "problem"}


def test_a_healthy_installation_has_no_problem(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "heliodor", "warm"], check=True, capture_output=True)
    code, found = doctor_process(tmp_path / "data")
    assert problems(found) == {} and code == 0
    assert found["installed heliodor"]["found"].startswith(heliodor.__version__)
    assert found["installed python"]["found"].startswith(sys.version.split()[0])
    assert all(found[f"compiled {game}"]["found"].startswith("all ") for game in heliodor.game_ids())
    assert not (tmp_path / "data").exists()


def test_code_that_is_not_compiled_is_found_without_compiling(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    code, found = doctor_process(tmp_path, HELIODOR_CACHE_DIR=str(cache))
    assert code == 1
    assert problems(found) == {f"compiled {game}": "heliodor warm" for game in heliodor.game_ids()}
    assert all(found[f"compiled {game}"]["found"].startswith("0 of ") for game in heliodor.game_ids())
    assert not any(path.is_file() for path in cache.rglob("*"))


def test_a_folder_that_others_can_read_is_mended_by_its_command(tmp_path: Path, doctor: Doctor) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o755)
    open_engine(f"sqlite:///{data / 'heliodor.sqlite3'}").dispose()
    (data / "heliodor.sqlite3").chmod(0o644)
    code, found = doctor(data=data)
    assert code == 1
    commands = problems(found)
    assert set(commands) == {"data folder", "data file"}
    for command in commands.values():
        subprocess.run(command, shell=True, check=True)
    code, found = doctor(data=data)
    assert code == 0
    assert "its schema is up to date" in found["data database"]["found"]


def test_the_schema_is_compared_and_left_as_it_is(tmp_path: Path, doctor: Doctor) -> None:
    file = tmp_path / "heliodor.sqlite3"
    tmp_path.chmod(0o700)
    open_engine(f"sqlite:///{file}").dispose()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("DELETE FROM migrations WHERE number = (SELECT max(number) FROM migrations)")
        connection.commit()
    _code, found = doctor(data=tmp_path)
    assert found["data database"]["state"] == "note"
    assert found["data database"]["found"].endswith("is migrated at the next start")
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("INSERT INTO migrations VALUES (9999)")
        connection.commit()
    code, found = doctor(data=tmp_path)
    assert (code, problems(found)) == (1, {"data database": "pip install --upgrade heliodor"})
    file.write_bytes(b"not a database" * 100)
    code, found = doctor(data=tmp_path)
    assert code == 1 and "cannot be read" in found["data database"]["found"]


def test_postgresql_is_looked_at_with_the_settings_of_the_server(tmp_path: Path, doctor: Doctor) -> None:
    tmp_path.chmod(0o700)
    with postgres() as url:
        database = new_database(url)
        settings = tmp_path / "heliodor.toml"
        settings.write_text(f'[serve]\nworkers = 4\ndatabase = "{database}"\n')
        _code, found = doctor("--config", settings, data=tmp_path)
        assert found["data database"]["found"].endswith("is migrated at the next start")
        open_engine(database).dispose()
        code, found = doctor(data=tmp_path, HELIODOR_DATABASE=database.replace("postgres@", "postgres:geheim@"))
        assert code == 0
        assert found["data database"]["found"] == (
            f"{database.replace('postgres@', 'postgres:***@')} answers, its schema is up to date"
        )
    code, found = doctor(data=tmp_path, HELIODOR_DATABASE=database)
    assert code == 1 and "does not answer" in found["data database"]["found"]
    assert problems(found) == {"data database": "heliodor serve --print-settings"}


def test_people_get_lines_with_the_commands(tmp_path: Path) -> None:
    environment = {**os.environ, "HELIODOR_DATA_DIR": str(tmp_path), "HELIODOR_CACHE_DIR": str(tmp_path / "cache")}
    tmp_path.chmod(0o700)
    command = [sys.executable, "-m", "heliodor", "doctor"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.count("mend: heliodor warm") == len(heliodor.game_ids())


def test_the_levels_of_processors_include_each_other() -> None:
    assert V2 < V3
