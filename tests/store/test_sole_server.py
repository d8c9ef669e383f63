"""One server for one SQLite file, however the one before it ended."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from heliodor.store import ServedAlready, running_server, sole_server

SERVER = """
import sys
from heliodor.store import sole_server
with sole_server(sys.argv[1], "http://127.0.0.1:8000/"):
    print("serving", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.sqlite3'}"


def start(url: str) -> subprocess.Popen[str]:
    process = subprocess.Popen([sys.executable, "-c", SERVER, url], stdin=-1, stdout=-1, text=True)
    assert process.stdout
    assert process.stdout.readline() == "serving\n"
    return process


def test_a_second_server_learns_where_the_first_one_is(url: str) -> None:
    assert running_server(url) is None
    process = start(url)
    try:
        assert running_server(url) == "http://127.0.0.1:8000/"
        with pytest.raises(ServedAlready, match=r"at http://127\.0\.0\.1:8000/"), sole_server(url, "http://elsewhere/"):
            pass
    finally:
        process.communicate("")
    assert running_server(url) is None


def test_a_killed_server_leaves_no_lock_behind(url: str) -> None:
    process = start(url)
    process.kill()
    process.communicate()
    assert running_server(url) is None
    with sole_server(url, "http://elsewhere/"):
        assert running_server(url) == "http://elsewhere/"


def test_servers_of_other_files_do_not_matter(url: str, tmp_path: Path) -> None:
    with sole_server(url, "http://one/"), sole_server(f"sqlite:///{tmp_path / 'other.sqlite3'}", "http://other/"):
        assert running_server(url) == "http://one/"
