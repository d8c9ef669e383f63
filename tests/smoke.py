"""Try an installed Heliodor: play a match of each game, check its record, start a server, and load its page.

`python -I tests/smoke.py` runs it with the interpreter of an environment where Heliodor is installed, and needs nothing
else; `make test-pythons` and `make test-lowest` do so for every supported Python and for the oldest dependencies.
"""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from importlib import metadata
from pathlib import Path

import heliodor

START_SECONDS = 600  # The first start compiles all rules.
SOURCES = Path(__file__).parents[1] / "src"


def play_matches(folder: Path) -> None:
    """Play and replay one match of each game."""
    for game_id in heliodor.GAME_IDS:
        game = heliodor.get_game(game_id)
        match = heliodor.new_match(game_id, players=game.max_players, seed=7)
        while not match.over:
            match.act(match.legal()[-1])
        match.save(folder / "matches.jsonl")
        assert match.winners, f"{game_id} has no winner"
    run("record", "verify", str(folder / "matches.jsonl"))


def load_page(folder: Path) -> None:
    """Start a server, load its page with scripts and styles, and stop it."""
    port = free_port()
    environment = {**os.environ, "HELIODOR_DATA_DIR": str(folder)}
    server = subprocess.Popen([program(), "serve", "--port", str(port)], env=environment, stderr=subprocess.PIPE)
    try:
        url = f"http://127.0.0.1:{port}"
        wait_until_ready(f"{url}/readyz", server)
        page = get(f"{url}/")
        parts = re.findall(r'(?:src|href)="(/[^"]+\.(?:js|css))"', page)
        assert any(part.endswith(".js") for part in parts), f"the page has no script:\n{page}"
        for part in parts:
            assert not get(url + part).startswith("<!doctype"), f"{part} is missing"
        assert {game["id"] for game in json.loads(get(f"{url}/api/games"))["games"]} == set(heliodor.GAME_IDS)
    finally:
        server.send_signal(signal.SIGTERM)
        _out, errors = server.communicate(timeout=60)
    assert b"Traceback" not in errors, errors.decode()


def wait_until_ready(url: str, server: subprocess.Popen[bytes]) -> None:
    """Wait until a server answers; fail if it has ended."""
    end = time.monotonic() + START_SECONDS
    while True:
        try:
            get(url)
            return
        except OSError:
            assert server.poll() is None, server.communicate()
            assert time.monotonic() < end, "the server does not start"
            time.sleep(0.2)


def get(url: str) -> str:
    """Return what is at an address."""
    with urllib.request.urlopen(url, timeout=30) as answer:
        return str(answer.read().decode())


def free_port() -> int:
    """Return a port that is free now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def program() -> str:
    """Return the command that was installed beside this interpreter."""
    found = shutil.which("heliodor", path=str(Path(sys.executable).parent))
    assert found, f"there is no command beside {sys.executable}"
    return found


def run(*tokens: str) -> str:
    """Run a command to its end and return its output."""
    return subprocess.run([program(), *tokens], check=True, capture_output=True, text=True).stdout


def main() -> None:
    """Try everything."""
    installed = Path(heliodor.__file__)
    assert not installed.is_relative_to(SOURCES), f"{installed} is not an installed Heliodor"
    assert run("--version") == f"heliodor {heliodor.__version__}\n"
    with tempfile.TemporaryDirectory() as folder:
        play_matches(Path(folder))
        load_page(Path(folder))
    packages = " ".join(f"{name} {metadata.version(name)}" for name in ("numba", "numpy", "starlette", "sqlalchemy"))
    print(
        f"Heliodor {heliodor.__version__} works: {platform.platform()}, Python {platform.python_version()}, {packages}"
    )


if __name__ == "__main__":
    main()
