"""Training: the same course finds the same weights, a stopped one goes on, and only better weights are taken."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from heliodor import games
from heliodor.arena.places import place
from heliodor.bots.brain_bots import brain_of
from heliodor.cli import main
from heliodor.core.errors import HeliodorError
from heliodor.games import get_game
from heliodor.training.learning import (
    Course,
    Pairing,
    Stopped,
    Trial,
    Verdict,
    play_match,
    rows_of_positions,
    train,
    try_worths,
)
from tests import pebbles

pytestmark = pytest.mark.jit

# Of the weights that the short course below finds, by game and number of players.
CHECKSUMS = {
    ("nizam", 2): "7abf5754229d847b",
    ("pearl", 2): "9d1bc410f74c3a49",
    ("gnomes", 2): "f0537156f2c3f9f2",
    ("gnomes", 4): "b8a590e4989ff77e",
    ("luz", 3): "6e08924c9ba40443",
}


def short_course(game_id: str = "nizam", players: int = 2) -> Course:
    game = get_game(game_id)
    return Course(
        game_id,
        game.version,
        game.check_options({"players": players}),
        seed=3,
        generations=1,
        steps=3,
        policies=6,
        quick_deals=20,
        matches=8,
        rounds=6,
        positions=4,
        gate_deals=2,
    )


def run(course: Course, folder: Path, **more: Any) -> list[Verdict]:
    with place(1, None) as work:
        return list(train(course, folder, work, **more))


@pytest.mark.parametrize(("game_id", "players"), CHECKSUMS)
def test_a_short_training_finds_the_recorded_weights(game_id: str, players: int, tmp_path: Path) -> None:
    [verdict] = run(short_course(game_id, players), tmp_path / "work")
    numbers = json.dumps([verdict.weights.worths, verdict.weights.early, verdict.weights.late])
    # Between the deals of a match of Luz there are three positions, and the quick policy may have played some of them.
    assert verdict.weights.positions == 32 or game_id == "luz"
    assert hashlib.sha256(numbers.encode()).hexdigest()[:16] == CHECKSUMS[game_id, players], numbers


def test_a_stopped_training_goes_on_where_it_was(tmp_path: Path) -> None:
    course = short_course()
    whole = run(course, tmp_path / "whole")
    folder = tmp_path / "stopped"
    with pytest.raises(Stopped, match="the time is up; the same command goes on from"):
        run(course, folder, hours=0.0)
    for name in ("worths-1.json", "matches-1.jsonl"):
        (folder / name).write_bytes((tmp_path / "whole" / name).read_bytes())
    lines = (folder / "matches-1.jsonl").read_bytes().splitlines(keepends=True)
    (folder / "matches-1.jsonl").write_bytes(b"".join(lines[:3]) + lines[3][:40])
    said: list[tuple[str, int, int]] = []
    assert run(course, folder, progress=lambda *now: said.append(now)) == whole
    assert ("generation 1: matches", 3, 8) in said and ("generation 1: matches", 2, 8) not in said
    assert (folder / "matches-1.jsonl").read_bytes() == (tmp_path / "whole" / "matches-1.jsonl").read_bytes()

    other = msgspec.structs.replace(course, seed=4)
    with pytest.raises(HeliodorError, match="has the work of another training: remove it, or name another file"):
        run(other, folder)
    for name in ("course.json", "worths-1.json", "matches-1.jsonl"):
        kept = (folder / name).read_bytes()
        (folder / name).write_bytes(b"{}\n")
        with pytest.raises(HeliodorError, match=rf"{name} is damaged .*: remove .* and train again"):
            run(course, folder)
        (folder / name).write_bytes(kept)


def test_evolution_tries_worths_against_those_before() -> None:
    course = msgspec.structs.replace(short_course(), quick_deals=100)
    start = [worth.start for worth in brain_of(get_game("nizam")).first_worths(2).values()]
    assert try_worths(Trial(course, 0, start, start)) == pytest.approx(0.5)
    # A policy that draws unless a turn brings two points more than it costs beats one that is content with any gain.
    assert try_worths(Trial(course, 0, [1.0, 1.0, 2.0, 2.0, 0.0], start)) > 0.75


@pytest.mark.parametrize(("game_id", "players"), [("nizam", 2), ("pearl", 4), ("gnomes", 3), ("luz", 5)])
def test_positions_come_with_the_winner_and_what_each_seat_has(game_id: str, players: int) -> None:
    course, brain = short_course(game_id, players), brain_of(get_game(game_id))
    start = [worth.start for worth in brain.first_worths(players).values()]
    played = [play_match(Pairing(course, stream, start, None)) for stream in range(2)]
    assert played[0] == play_match(Pairing(course, 0, start, None)) != played[1]
    rows = rows_of_positions(played)
    assert rows.inputs.shape == (len(rows.match), players, len(brain.INPUTS))
    assert np.isfinite(rows.inputs).all()
    assert rows.won.sum(axis=1) == pytest.approx(1)
    most = 4 / 3 if game_id == "gnomes" else 1  # There a seat without turns left is later than all others.
    assert ((rows.progress >= 0) & (rows.progress <= most)).all()


def pebbles_with(brain: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Have the example package installed with this brain; return the id of its game."""
    pebbles.use(folder, monkeypatch)
    plain = get_game("pebbles")
    game = dataclasses.replace(plain, id=f"pebbles_{brain.rpartition('.')[2]}", brain=brain)
    monkeypatch.setitem(games._loaded, game.id, game)
    return game.id


def test_a_game_of_another_package_is_trained_if_its_brain_offers_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = pebbles_with("tests.pebbles_student", tmp_path / "package", monkeypatch)
    [verdict] = run(msgspec.structs.replace(short_course(game_id), quick_deals=200), tmp_path / "work")
    weights = verdict.weights
    # To begin with it takes a pebble whenever the hand is below the limit, which is mostly one too many.
    assert weights.worths["pebbles to spare"] > 1
    assert len(weights.early) == len(weights.inputs) == 2 and weights.positions > 8
    assert weights.command.startswith(f"heliodor train {game_id} --players 2 --seed 3 ")


def test_what_cannot_be_trained_is_refused_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    untaught = pebbles_with("tests.pebbles_mind", tmp_path / "package", monkeypatch)
    for game_id in ("pebbles", untaught):
        with pytest.raises(HeliodorError, match=r"^the bots of Pebbles have no weights that could be trained$"):
            run(short_course(game_id), tmp_path / "work")
    monkeypatch.setattr(brain_of(get_game(untaught)), "INPUTS", ("stones",), raising=False)
    with pytest.raises(
        HeliodorError, match=r"the bots of Pebbles cannot be trained: their brain has no first_worths, "
    ):
        run(short_course(untaught), tmp_path / "work")
    with pytest.raises(HeliodorError, match="training needs two players or more"):
        run(short_course("nizam", 1), tmp_path / "work")
    assert not (tmp_path / "work").exists()


def test_without_the_extra_the_command_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cma", None)
    with pytest.raises(HeliodorError, match=r"training needs the library cma: pip install 'heliodor\[train\]'"):
        run(short_course(), tmp_path / "work")


def test_the_command_writes_weights_only_if_they_are_better(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "weights.json"
    short = "--steps 0 --matches 4 --rounds 4 --gate-deals 2 --generations 1 --workers 1".split()
    assert main(["train", "nizam", "--players", "2", "--out", str(out), *short]) == 1
    assert "generation 1 against expert: " in capsys.readouterr().out
    assert not out.exists() and Path(f"{out}.work/weights-1.json").exists()
    assert main(["train", "nizam", "--players", "2"]) == 2
    assert "--out is missing: the file for the weights" in capsys.readouterr().err
    assert main(["train", "nizam", "--players", "2", "--out", str(out), "--budget", "0"]) == 2
    assert "--budget takes hours above 0, not 0" in capsys.readouterr().err
