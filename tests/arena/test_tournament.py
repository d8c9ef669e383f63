"""Whole tournaments in real processes: the same figures everywhere, and nothing lost when one is killed."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import msgspec
import pytest

from heliodor.arena import tournament
from heliodor.arena.play import Outcome
from heliodor.arena.report import Report
from heliodor.arena.schedule import Fixture
from heliodor.arena.tournament import hold_tournament, plan_tournament, play_on
from tests.arena.tournaments import (
    arena_command,
    descendants_of,
    figures,
    is_alive,
    job_of,
    journal_matches,
    outcome,
    run_arena,
    wait_for,
)

DEALS = 12


def hold(journal: Path, workers: int = 1, deals: int = DEALS, more_bots: tuple[str, ...] = ()) -> Report:
    plan = plan_tournament(job_of("a=random", "b=random", *more_bots), deals)
    return hold_tournament(plan, journal=journal, workers=workers)


def same(one: Report, other: Report) -> bool:
    return figures(msgspec.to_builtins(one)) == figures(msgspec.to_builtins(other))


def test_the_number_of_processes_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament, "TRIAL_SECONDS", 0.0)
    one, three = hold(tmp_path / "one"), hold(tmp_path / "three", workers=3)
    assert (one.place, three.place) == ("one process", "3 processes")
    assert same(one, three)
    assert sorted(journal_matches(tmp_path / "one")) == sorted(journal_matches(tmp_path / "three"))


def test_a_short_tournament_starts_no_process(tmp_path: Path) -> None:
    assert hold(tmp_path / "journal", workers=2, deals=2).place == "one process"


def test_a_journal_can_be_continued_with_more_deals(tmp_path: Path) -> None:
    hold(tmp_path / "grown", deals=5)
    grown, whole = hold(tmp_path / "grown"), hold(tmp_path / "whole")
    assert grown.resumed == 10
    assert same(grown, whole)
    again = hold(tmp_path / "grown")
    assert (again.resumed, again.place) == (2 * DEALS, "")
    assert same(again, whole)


def test_matches_of_bots_that_have_left_do_not_count(tmp_path: Path) -> None:
    hold(tmp_path / "journal", more_bots=("c=random",))
    assert same(hold(tmp_path / "journal"), hold(tmp_path / "other"))


def test_a_tournament_killed_in_the_middle_is_continued(tmp_path: Path) -> None:
    journal = tmp_path / "journal.jsonl"
    arguments = ("nizam", "--players", 2, "--bots", "a=random,b=random", "--games", 900, "--workers", 2, "--json")
    running = subprocess.Popen(
        arena_command(*arguments, "--resume", journal), stdout=subprocess.DEVNULL, start_new_session=True
    )
    try:
        # Past the matches that the parent plays itself, into those of its children.
        wait_for(lambda: journal.exists() and journal.read_bytes().count(b"\n") > 800)
        children = descendants_of(running.pid)
        os.kill(running.pid, signal.SIGKILL)
        running.wait()
        wait_for(lambda: not any(is_alive(child) for child in children))
    finally:
        running.kill()
    played = len(journal_matches(journal))
    assert 800 <= played < 1800
    with open(journal, "ab") as file:
        file.write(b'{"type":"match","deal":')
    resumed = run_arena(*arguments, "--resume", journal)
    assert resumed.returncode == 0, resumed.stderr
    matches = journal_matches(journal)
    assert len(matches) == len(set(matches)) == 1800
    assert figures(resumed.stdout) == figures(run_arena(*arguments).stdout)


class CountingBackend:
    """Plays nothing; records how many matches are submitted at a time."""

    slots = 2

    def __init__(self, seconds_per_match: float) -> None:
        self.sizes: list[int] = []
        self._seconds = seconds_per_match
        self._tasks: list[list[Fixture]] = []

    def submit(self, fixtures: list[Fixture]) -> None:
        self.sizes.append(len(fixtures))
        self._tasks.append(fixtures)

    def collect(self) -> tuple[list[Outcome], float]:
        task = self._tasks.pop(0)
        return [outcome(deal, "AB", [0, 0]) for deal, _ in task], self._seconds * len(task)


@pytest.mark.parametrize(("seconds", "largest"), [(0.001, 500), (0.1, 5), (30.0, 1)])
def test_a_task_lasts_about_half_a_second(seconds: float, largest: int) -> None:
    backend = CountingBackend(seconds)
    played: list[Outcome] = []
    play_on(backend, [Fixture(deal, ("A", "B")) for deal in range(5000)], played.extend)  # type: ignore[arg-type]
    assert max(backend.sizes) == largest
    assert sorted(found.deal for found in played) == list(range(5000))
