"""`heliodor record analyse`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

import heliodor
from heliodor.games import GAME_IDS
from heliodor.hints import analyse
from tests.hints.positions import bot_match

from .conftest import RECORDS, Run

LEVEL = ("--level", "novice")


@pytest.fixture
def matches(run: Run, tmp_path: Path) -> Callable[[str], Path]:
    """Return a file with two matches of a game."""

    def play(game: str) -> Path:
        path = tmp_path / f"{game}.jsonl"
        players = 3 if game == "luz" else 2
        tokens = ["--players", players, "--games", 2, "--seed", 2, "--records", path, "--bots", "greedy"]
        assert run("simulate", game, *tokens).code == 0
        return path

    return play


@pytest.mark.parametrize("game", GAME_IDS)
def test_every_decision_with_a_choice_is_listed(run: Run, matches: Callable[[str], Path], game: str) -> None:
    path = matches(game)
    code, out, err = run("record", "analyse", path, "--seat", 1, "--match", 2, *LEVEL)
    assert (code, err) == (0, "")
    assert "match 2" in out
    assert "Judged by a bot of level novice, from what each player could know at the time." in out
    listed = [line for line in out.splitlines() if line[:5].strip().isdigit() and "greedy 1" in line]
    data = json.loads(run("record", "analyse", path, "--seat", 1, "--match", 2, *LEVEL, "--json").out)
    judged = [decision for decision in data["decisions"] if decision["rating"] != "forced"]
    assert len(listed) == len(judged)
    for line, decision in zip(listed, judged, strict=True):
        assert line.split()[0] == str(decision["action"])
        assert ", ".join(decision["actions"]) in line
        assert decision["rating"] in line
    if game == "luz":
        assert out.count("hand: ") == 4


def test_json_is_what_analyse_returns_and_so_what_a_review_shows(run: Run, tmp_path: Path) -> None:
    match = bot_match("nizam", 2, 3, "random")
    match.save(tmp_path / "one.jsonl")
    out = run("record", "analyse", tmp_path / "one.jsonl", *LEVEL, "--json").out
    assert json.loads(out) == msgspec.to_builtins(analyse(match, level="novice"))


def test_the_same_seed_is_the_same_analysis(run: Run, matches: Callable[[str], Path]) -> None:
    path = matches("nizam")
    outs = [run("record", "analyse", path, *LEVEL, "--seed", seed, "--json").out for seed in (4, 4, 5)]
    assert outs[0] == outs[1] != outs[2]


def test_a_record_that_others_wrote_can_be_analysed(run: Run) -> None:
    code, out, _ = run("record", "analyse", RECORDS / "gnomes.jsonl", *LEVEL, "--seat", 0)
    assert code == 0
    assert "Speedy Gnomes" in out


def test_names_are_shown_as_they_are_and_do_not_control_the_terminal(
    run: Run, matches: Callable[[str], Path], tmp_path: Path
) -> None:
    (match, *_) = heliodor.load(matches("nizam"))
    match.names = ["[bold]Eve[/]", "{0}\x1b[2J"]
    path = tmp_path / "names.jsonl"
    match.save(path)
    _, out, _ = run("record", "analyse", path, *LEVEL)
    assert "[bold]Eve[/]" in out
    assert "{0}?[2J" in out
    assert "\x1b" not in out


def test_bad_input_is_refused(refused: Callable[..., str], tmp_path: Path) -> None:
    unfinished = tmp_path / "m.jsonl"
    heliodor.new_match("luz", 3, seed=1).save(unfinished)
    nonsense = tmp_path / "x.jsonl"
    nonsense.write_text("hello\n")
    good = RECORDS / "luz.jsonl"
    for tokens, sentence in (
        ([unfinished], "the match is not over: seat "),
        ([nonsense], "line 1: "),
        (["/nowhere/x"], "cannot read /nowhere/x: No such file or directory"),
        ([RECORDS / "bad.jsonl"], "line 1"),
        ([good, "--seat", 7], "there is no seat 7; the seats are 0 to "),
        ([good, "--seat", "x"], "--seat takes a whole number from 0 on, not 'x'"),
        (
            [good, "--level", "clever"],
            "there is no level 'clever'; the levels are novice, casual, skilled, expert, master",
        ),
        ([good, "--match", 0], "--match takes a whole number from 1 on, not '0'"),
        ([good, "--match", 999], f"{good} has "),
        ([], "the file is missing"),
    ):
        assert refused("record", "analyse", *tokens).startswith(sentence), tokens
