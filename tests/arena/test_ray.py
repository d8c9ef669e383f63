"""The arena and training on a real Ray cluster of two nodes, one of which is killed in the middle of a tournament."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.arena.tournaments import (
    MOST_SECONDS,
    arena_command,
    descendants_of,
    figures,
    is_alive,
    journal_matches,
    run_arena,
    wait_for,
)

# Without a token, since the cluster runs on this machine for a minute; and without usage reports.
SETTINGS = {"RAY_AUTH_MODE": "disabled", "RAY_USAGE_STATS_ENABLED": "0"}
NODE = ("--node-ip-address", "127.0.0.1", "--num-cpus", "1", "--object-store-memory", "100000000", "--block")
BOTS = ("nizam", "--players", 2, "--bots", "a=random,b=random", "--json")

StartNode = Callable[..., subprocess.Popen[bytes]]


@pytest.fixture(scope="module")
def start_node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StartNode]:
    """Start a node and wait until it is up; all are ended with the module."""
    nodes: list[subprocess.Popen[bytes]] = []
    log = tmp_path_factory.mktemp("ray") / "log"

    def start(*arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "ray.scripts.scripts", "start", *arguments, *NODE]
        up = log.read_bytes().count(b"Ray runtime started") if log.exists() else 0
        with open(log, "ab") as output:
            nodes.append(
                subprocess.Popen(
                    command, stdout=output, stderr=output, env=os.environ | SETTINGS, start_new_session=True
                )
            )
        wait_for(lambda: log.read_bytes().count(b"Ray runtime started") > up or nodes[-1].poll() is not None)
        assert nodes[-1].poll() is None, log.read_text()
        return nodes[-1]

    yield start
    for node in reversed(nodes):
        kill(node, signal.SIGTERM)
    for node in nodes:
        node.wait(MOST_SECONDS)


def kill(node: subprocess.Popen[bytes], how: signal.Signals) -> None:
    """End a node: by asking it, or by killing all its processes at once."""
    for pid in [node.pid, *(descendants_of(node.pid) if how == signal.SIGKILL else [])]:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, how)


@pytest.fixture(scope="module")
def address(start_node: StartNode, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a cluster with one node."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    # A short path: Ray's sockets live below it, and their names must not get too long.
    folder = tmp_path_factory.mktemp("r")
    start_node("--head", "--port", str(port), "--include-dashboard", "false", "--temp-dir", str(folder))
    return f"127.0.0.1:{port}"


def test_a_cluster_plays_the_same_tournament_even_if_a_node_dies(
    address: str, start_node: StartNode, tmp_path: Path
) -> None:
    node = start_node("--address", address)
    journal = tmp_path / "journal.jsonl"
    arguments = (*BOTS, "--games", 600)
    with open(tmp_path / "out", "wb") as out, open(tmp_path / "err", "wb") as err:
        running = subprocess.Popen(
            arena_command(*arguments, "--ray", address, "--resume", journal),
            stdout=out,
            stderr=err,
            env=os.environ | SETTINGS,
        )
        # Tasks are of full size by then, and both nodes are in the middle of one.
        wait_for(lambda: running.poll() is not None or (journal.exists() and journal.stat().st_size > 30_000))
        # However slowly this process finds and kills the node, the tournament does not end before that.
        running.send_signal(signal.SIGSTOP)
        before = len(journal_matches(journal))
        doomed = [node.pid, *descendants_of(node.pid)]
        kill(node, signal.SIGKILL)
        wait_for(lambda: not any(is_alive(pid) for pid in doomed))
        running.send_signal(signal.SIGCONT)
        assert running.wait(MOST_SECONDS) == 0, (tmp_path / "err").read_text()
    assert before < 1200
    matches = journal_matches(journal)
    assert len(matches) == len(set(matches)) == 1200
    assert figures((tmp_path / "out").read_text()) == figures(run_arena(*arguments).stdout)

    # In the same test, because every test process would start its own cluster.
    done = run_arena(*BOTS, "--games", 2, "--bots", "nobody", "--ray", address, **SETTINGS)
    assert done.returncode == 2
    assert "heliodor: a node of the cluster cannot play: there is no bot 'nobody'" in done.stderr
    assert "Traceback" not in done.stderr

    # What a cluster finds is what this machine finds.
    course = "--seed 3 --generations 1 --steps 1 --policies 4 --quick-deals 5 --matches 2 --rounds 4 --gate-deals 2"
    found = []
    for name, where in (("here", ("--workers", "1")), ("cluster", ("--workers", "1", "--ray", address))):
        out = tmp_path / name
        command = ["train", "gnomes", "--players", "3", "--out", str(out), *course.split(), *where]
        done = subprocess.run(
            [sys.executable, "-m", "heliodor", *command],
            capture_output=True,
            text=True,
            timeout=MOST_SECONDS,
            env=os.environ | SETTINGS,
        )
        assert done.returncode in (0, 1), done.stderr
        found.append((tmp_path / f"{name}.work" / "weights-1.json").read_bytes())
    assert found[0] == found[1]
