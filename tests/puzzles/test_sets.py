"""The puzzles that come with the package: enough of them, small, proved, and harder for weaker players."""

from __future__ import annotations

import lzma
from pathlib import Path

import msgspec
import pytest

from heliodor.core.errors import HeliodorError
from heliodor.games import GAME_IDS, get_game
from heliodor.puzzles import Puzzle, check_proof, kinds_of, read_set, shipped_set, write_set
from heliodor.puzzles.figures import figures_of
from heliodor.puzzles.rating import LEVELS, rate
from heliodor.puzzles.sets import shipped_path, spread

LEAST_PUZZLES = 200  # Of each game.
MOST_BYTES = 1_000_000  # Of all sets together.
SAMPLE = 20  # One puzzle in this many is proved again here; the nightly run proves all.


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_there_are_enough_puzzles_of_every_kind(game_id: str) -> None:
    puzzles = shipped_set(game_id)
    assert len(puzzles) >= LEAST_PUZZLES
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    assert {puzzle.kind for puzzle in puzzles} == set(kinds_of(get_game(game_id)))


def test_all_sets_together_are_small() -> None:
    assert sum(shipped_path(game_id).stat().st_size for game_id in GAME_IDS) < MOST_BYTES


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_stronger_level_solves_more_and_the_strongest_nearly_all(game_id: str) -> None:
    figures = figures_of(shipped_set(game_id))[-1]
    shares = [figures.solved[level] for level in LEVELS]
    assert shares == sorted(set(shares)), "each level solves more than the one below it"
    assert shares[-1] >= 0.9
    assert all(puzzle.rating == rate(puzzle.solved) for puzzle in shipped_set(game_id))


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_sample_is_proved_again(game_id: str) -> None:
    for puzzle in shipped_set(game_id)[::SAMPLE]:
        check_proof(puzzle)


@pytest.mark.nightly
@pytest.mark.parametrize("game_id", GAME_IDS)
def test_every_puzzle_is_proved_again(game_id: str) -> None:
    for puzzle in shipped_set(game_id):
        check_proof(puzzle)


def test_a_file_of_puzzles_survives_a_round_trip_compressed_or_not(tmp_path: Path) -> None:
    some = list(shipped_set("luz")[:3])
    for name in ("some.jsonl", "some.jsonl.xz"):
        write_set(tmp_path / name, some)
        assert read_set(tmp_path / name) == some
    assert (tmp_path / "some.jsonl.xz").stat().st_size < (tmp_path / "some.jsonl").stat().st_size


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("none.jsonl", None, "No such file"),
        ("bad.jsonl.xz", b"{}", "not compressed"),
        ("bad.jsonl", b'{"id": "x"}\n', "line 1: this is not a puzzle"),
        ("worse.jsonl.xz", lzma.compress(b"\xff"), "line 1: this is not a puzzle"),
    ],
)
def test_a_bad_file_is_refused_in_one_sentence(tmp_path: Path, name: str, data: bytes | None, message: str) -> None:
    if data is not None:
        (tmp_path / name).write_bytes(data)
    with pytest.raises(HeliodorError, match=message):
        read_set(tmp_path / name)


def test_a_choice_is_spread_over_kinds_and_difficulty() -> None:
    template = shipped_set("luz")[0]

    def puzzle(kind: str, rating: float) -> Puzzle:
        return msgspec.structs.replace(template, kind=kind, rating=rating)

    many = [puzzle("a", 10.0) for _ in range(20)] + [puzzle("a", 30.0), puzzle("b", 10.0), puzzle("b", 30.0)]
    chosen = spread(many, 6)
    assert sorted((each.kind, each.rating) for each in chosen) == [("a", 10.0)] * 3 + [
        ("a", 30.0),
        ("b", 10.0),
        ("b", 30.0),
    ]
    assert spread(many, 100) == many
