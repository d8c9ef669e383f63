"""Outcomes on disk: none is lost, none is counted twice, and other files are left alone."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from heliodor.arena.journal import Journal
from heliodor.arena.play import Failure, Job, Outcome
from heliodor.core.errors import HeliodorError
from tests.arena.tournaments import job_of, outcome

JOB = job_of("A=random", "B=random")
PLAYED = [outcome(0, "AB", [3, 5]), outcome(0, "BA", [4, 4]), outcome(1, "AB", [0, 9])]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.jsonl"


def write(path: Path, outcomes: list[Outcome], job: Job = JOB) -> None:
    journal = Journal(path, job)
    journal.add(outcomes)
    journal.close()


def read(path: Path, job: Job = JOB) -> list[Outcome]:
    journal = Journal(path, job)
    journal.close()
    return list(journal.outcomes.values())


def test_what_is_written_is_read_again(path: Path) -> None:
    spoilt = msgspec.structs.replace(PLAYED[0], deal=9, failure=Failure(0, "A", "died", "it ended"), winners=[])
    write(path, [*PLAYED, spoilt])
    assert read(path) == [*PLAYED, spoilt]


def test_an_incomplete_last_line_is_cut_off_and_written_over(path: Path) -> None:
    write(path, PLAYED)
    whole = path.read_bytes()
    for missing in (1, 2, 20):
        path.write_bytes(whole[:-missing])
        assert read(path) == PLAYED[:2]
        write(path, PLAYED[2:])
        assert path.read_bytes() == whole


def test_a_match_that_is_written_twice_counts_once(path: Path) -> None:
    write(path, PLAYED)
    write(path, [outcome(0, "AB", [99, 0])])
    assert read(path) == PLAYED


def test_a_bot_may_join_and_its_name_keeps_its_meaning(path: Path) -> None:
    write(path, PLAYED)
    joined = job_of("A=random", "C=plain:3")
    write(path, [outcome(0, "AC", [1, 2])], joined)
    assert len(read(path)) == 4
    with pytest.raises(HeliodorError, match="there, C is plain:3, not random"):
        read(path, job_of("A=random", "C=random"))


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        (job_of("A=random", "B=random", seed=2), "its seed is 1, not 2"),
        (job_of("A=random", "B=random", players=3), "its options is"),
        (job_of("A=random", "B=random", game="luz", players=3), 'its game is "nizam", not "luz"'),
    ],
)
def test_the_journal_of_another_tournament_is_refused(path: Path, other: Job, reason: str) -> None:
    write(path, PLAYED)
    with pytest.raises(HeliodorError, match=f"another tournament: {reason}"):
        read(path, other)


@pytest.mark.parametrize(
    "content", [b"my notes", b"my notes\n", b"{}\n", b'{"type":"match"}\n', b"\n\n", b"\xff\xfe\n"]
)
def test_a_file_other_than_a_journal_is_refused_and_left_as_it_is(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(HeliodorError, match="is not the journal of a tournament"):
        read(path)
    assert path.read_bytes() == content


def test_a_damaged_line_in_the_middle_is_named(path: Path) -> None:
    write(path, PLAYED)
    lines = path.read_bytes().split(b"\n")
    lines[2] = lines[2][:30]
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(HeliodorError, match="line 3"):
        read(path)


def test_a_place_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    with pytest.raises(HeliodorError, match="cannot store the matches in"):
        Journal(tmp_path, JOB)
