"""The game of an installed package on the command line: everything that our own games can do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests import pebbles

from .conftest import Run


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pebbles.use(tmp_path / "site-packages", monkeypatch)


def test_it_is_simulated_and_its_records_are_verified(run: Run, tmp_path: Path) -> None:
    records = tmp_path / "pebbles.jsonl"
    simulated = run("simulate", "pebbles", "--players", 3, "--games", 6, "--seed", 1, "--records", records)
    assert simulated.code == 0 and simulated.out.startswith("Pebbles, 3 players: 6 games, seed 1")
    assert "6 checked: 6 ok, 0 bad" in run("record", "verify", records).out
    shown = run("record", "show", records, "--match", 1)
    assert shown.code == 0 and "The match is over" in shown.out


def test_it_is_played_in_the_terminal_against_the_plain_search(run: Run) -> None:
    typed = "help\nrules B4\nhint\nswap 99\n" + "take\n" * 12
    played = run("play", "pebbles", "--terminal", "--seed", 2, stdin=typed)
    assert played.code == 0
    assert "(plain)" in played.out
    assert "B4" in played.out
    assert "there are no hints for Pebbles" in played.out
    assert "'swap 99' is not an action of Pebbles" in played.out
    assert "The match is over" in played.out


def test_it_is_among_the_games_that_the_terminal_offers(run: Run) -> None:
    offered = run("play", "--terminal", stdin="chess\npebbles\n2\n")
    assert "5 Pebbles" in offered.out
    assert "a name: nizam, pearl, gnomes, luz, pebbles" in offered.out


def test_bots_without_a_brain_play_it_in_the_arena(run: Run) -> None:
    held = run("arena", "pebbles", "--players", 2, "--bots", "random,plain:20", "--games", 2, "--workers", 1)
    assert held.code == 0, held.err
    assert "plain:20" in held.out


@pytest.mark.parametrize("level", ["greedy", "expert"])
def test_a_bot_that_needs_a_brain_is_refused(level: str, refused: Callable[..., str]) -> None:
    sentence = refused("simulate", "pebbles", "--players", 2, "--games", 1, "--bots", level)
    assert sentence.startswith(f"Pebbles has no {level} bot yet; random, plain and cmd:COMMAND play every game")


def test_its_rules_are_read(run: Run) -> None:
    assert "Twelve pebbles" in run("rules", "pebbles", "--rule", "B1").out
