"""`heliodor puzzles`."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from heliodor.core.errors import HeliodorError
from heliodor.games import GAME_IDS
from heliodor.puzzles import read_set, shipped_set, write_set

from .conftest import Run


@pytest.mark.parametrize("game", GAME_IDS)
def test_figures_of_the_set_that_comes_with_the_package(run: Run, game: str) -> None:
    code, out, err = run("puzzles", game)
    assert (code, err) == (0, "")
    assert f"{len(shipped_set(game))} puzzles" in out
    assert "expert" in out
    assert "…" not in out, "something did not fit into 80 columns"
    figures = json.loads(run("puzzles", game, "--json").out)
    assert figures[-1]["count"] == len(shipped_set(game))
    assert figures[-1]["solved"]["novice"] < figures[-1]["solved"]["expert"]


def test_an_interrupted_search_continues_and_finds_the_same(run: Run, tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    arguments = ("puzzles", "luz", "--players", "3", "--bots", "greedy", "--seed", 4, "--kinds", "bet")
    code, out, err = run(*arguments, "--games", 3, "--out", whole)
    assert (code, err) == (0, "")
    found = read_set(whole)
    assert found
    assert f"{len(found)} puzzle" in out
    # What an interrupted run leaves: the settings, a line for each match, and half a line.
    settings = {"game": "luz", "players": [3], "bots": "greedy", "seed": 4, "kinds": ["bet"]}
    of_first = [puzzle for puzzle in found if puzzle.source == 0]
    lines = [msgspec.json.encode(settings), msgspec.json.encode((0, of_first)), b'[1,[{"id"']
    part = Path(f"{cut}.part")
    part.write_bytes(b"\n".join(lines))
    assert run(*arguments, "--games", 3, "--out", cut).code == 0
    assert read_set(cut) == found
    assert not part.exists()
    part.write_bytes(lines[0] + b"\n")
    code, _, err = run(*arguments[:-1], "values", "--games", 3, "--out", cut)
    assert code == 2
    assert "from a run with other settings" in err
    code, out, _ = run(*arguments, "--games", 3, "--out", cut, "--most", 1)
    assert (code, len(read_set(cut))) == (0, 1)


def test_proofs_of_a_file_are_made_again(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    good = [puzzle for puzzle in shipped_set("luz") if puzzle.kind == "values"][:2]
    write_set(path, good)
    code, out, _ = run("puzzles", "luz", "--from", path, "--prove")
    assert code == 0
    assert "2 puzzles, all proved again" in out
    assert "0 puzzles, all proved again" in run("puzzles", "luz", "--from", path, "--kinds", "bet", "--prove").out
    proof = msgspec.structs.replace(good[1].proof, next=0.0)
    write_set(path, [good[0], msgspec.structs.replace(good[1], proof=proof)])
    code, out, _ = run("puzzles", "luz", "--from", path, "--prove")
    assert code == 1
    assert out == f"puzzle {good[1].id}: the margin is not what the puzzle says\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("chess",), "chess"),
        (("luz", "--games", 3), "--out is missing"),
        (("luz", "--games", 3, "--out", "x", "--kinds", "mate"), "there are no puzzles 'mate' for Luz"),
        (("luz", "--games", 3, "--out", "x", "--players", "two"), "--players takes numbers"),
        (("luz", "--games", 3, "--out", "x", "--players", "9"), "Luz takes 3 to 5 players"),
        (("luz", "--games", 3, "--out", "/nowhere/x"), "cannot write /nowhere/x"),
        (("luz", "--from", "/nowhere/x"), "cannot read /nowhere/x"),
        (("luz", "--kinds", "mate"), "there are no puzzles 'mate' for Luz; there are values, bet"),
        (("luz", "--out", "x"), "--out is for new puzzles: add --games"),
        (("luz", "--games", 3, "--out", "x", "--prove"), "--prove cannot be used together with --games"),
    ],
)
def test_bad_input_gets_one_sentence(run: Run, arguments: tuple[object, ...], message: str) -> None:
    code, out, err = run("puzzles", *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_a_file_of_another_game_is_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    write_set(path, shipped_set("luz")[:1])
    code, _, err = run("puzzles", "nizam", "--from", path)
    assert code == 2
    assert "has puzzles of luz" in err
    assert issubclass(HeliodorError, Exception)
