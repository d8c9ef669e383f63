"""`heliodor simulate`."""

from __future__ import annotations

import json
import os
import pickle
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import heliodor
import heliodor.simulate as simulation
from heliodor.bots import BotError, get_bot, referee, registry
from heliodor.games import GAME_IDS, get_game

from .conftest import Run


@pytest.mark.parametrize("game", GAME_IDS)
def test_a_table_of_every_seat(run: Run, game: str) -> None:
    players = get_game(game).max_players
    code, out, err = run("simulate", game, "--players", players, "--games", 50, "--seed", 1)
    assert (code, err) == (0, "")
    assert f"{players} players" in out
    assert "50 games, seed 1" in out
    assert "length: " in out
    assert sum(line.split()[1:2] == ["random"] for line in out.splitlines()) == players
    assert "…" not in out, "something did not fit into 80 columns"


def test_json_has_length_scores_and_wins(run: Run) -> None:
    code, out, _ = run("simulate", "luz", "--players", 3, "--games", 40, "--seed", 9, "--json")
    summary = json.loads(out)
    assert code == 0
    assert (summary["game"], summary["games"], summary["seed"]) == ("luz", 40, 9)
    assert summary["length"]["mean"] == 132
    assert len(summary["seats"]) == 3
    assert sum(seat["wins"] for seat in summary["seats"]) == pytest.approx(1)


def test_the_number_of_threads_changes_nothing(run: Run) -> None:
    outcomes = []
    for threads in (1, 3):
        out = run("simulate", "pearl", "--players", 2, "--games", 600, "--seed", 4, "--threads", threads, "--json").out
        summary = json.loads(out)
        outcomes.append({name: summary[name] for name in ("steps", "length", "seats")})
    assert outcomes[0] == outcomes[1]


def test_records_are_those_of_the_games_that_were_played(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("something else")
    code, out, _ = run("simulate", "nizam", "--players", 2, "--games", 20, "--seed", 3, "--records", path, "--json")
    assert code == 0
    matches = heliodor.load(path)
    assert len(matches) == 20
    first_seat = json.loads(out)["seats"][0]["score"][0]
    assert sum(match.scores[0] for match in matches) / 20 == pytest.approx(first_seat["mean"])
    assert run("record", "verify", "--quiet", path).code == 0


def test_options_are_passed_on(run: Run) -> None:
    tokens = ["--players", 2, "--games", 5, "--seed", 1, "--json", "--option", "deck=six_shapes"]
    summary = json.loads(run("simulate", "gnomes", *tokens, "--option", "quick_start=true").out)
    assert summary["options"] == {"players": 2, "deck": "six_shapes", "quick_start": True, "last_round": "full"}


def test_without_a_seed_one_is_drawn_and_shown(run: Run) -> None:
    seeds = {json.loads(run("simulate", "luz", "--players", 3, "--games", 1, "--json").out)["seed"] for _ in range(3)}
    assert len(seeds) > 1


def test_one_bot_for_each_seat(run: Run) -> None:
    tokens = ["--players", 3, "--games", 2, "--bots", "random,random,random"]
    assert run("simulate", "luz", *tokens).code == 0


def outcome(text: str) -> object:
    """Return all of a summary that does not depend on the machine."""
    summary = json.loads(text)
    return {name: value for name, value in summary.items() if name not in ("seconds", "cpu_seconds", "threads")}


@pytest.mark.parametrize("game", GAME_IDS)
def test_bots_play_the_same_matches_on_any_number_of_threads(run: Run, game: str) -> None:
    players = get_game(game).min_players + (game == "nizam")
    bots = ",".join(["greedy", "novice", "random", "greedy"][:players])
    tokens = ["simulate", game, "--players", players, "--games", 4, "--seed", 5, "--bots", bots, "--json"]
    outcomes = [outcome(run(*tokens, "--threads", threads).out) for threads in (1, 3)]
    assert outcomes[0] == outcomes[1]
    assert [seat["bot"] for seat in outcomes[0]["seats"]] == bots.split(",")  # type: ignore[index]


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_parts_played_elsewhere_add_up_to_the_same(bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "RANDOM_MATCHES_PER_PART", 7)
    monkeypatch.setattr(simulation, "MATCHES_PER_PART", 7)
    game, carried = get_game("nizam"), []

    def carry(task: Callable[[Any], Any], parts: Sequence[Any]) -> Iterator[Any]:
        for part in parts:
            carried.append(pickle.dumps(part))
            yield pickle.loads(pickle.dumps(task(pickle.loads(carried[-1]))))

    options = game.check_options({"players": 2})
    here, there = simulation.Traces(), simulation.Traces()
    local = simulation.simulate(game, options, 20, 3, 1, (bot,), traces=here)
    remote = simulation.simulate(game, options, 20, 3, 1, (bot,), traces=there, work=carry)
    assert len(carried) == 3 and here == there
    assert (local.steps, local.length, local.seats) == (remote.steps, remote.length, remote.seats)


@pytest.mark.nightly
def test_a_ray_cluster_plays_the_same_matches(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    found = []
    for name, place in (("here", []), ("there", ["--ray", "local"])):
        tokens = ["--players", 3, "--games", 40, "--seed", 5, "--bots", "greedy", "--records", tmp_path / name]
        code, out, _ = run("simulate", "luz", *tokens, *place, "--json")
        summary = json.loads(out)
        found.append(
            (code, {key: summary[key] for key in ("steps", "length", "seats")}, (tmp_path / name).read_bytes())
        )
    assert found[0] == found[1] and found[0][0] == 0


def test_few_tasks_wait_at_a_time_however_many_there_are() -> None:
    started: list[int] = []

    def task(number: int) -> int:
        started.append(number)
        return number

    results = simulation._in_threads(task, range(1_000_000), workers=2)
    for finished in range(300):
        assert next(results) == finished
        assert len(started) <= finished + 2 * simulation.TASKS_IN_ADVANCE + 1
    results.close()  # type: ignore[attr-defined]
    assert list(simulation._in_threads(task, range(500), workers=3)) == list(range(500))


def test_a_spoilt_match_elsewhere_is_named_here() -> None:
    error = pickle.loads(pickle.dumps(BotError("died", "it ended")))
    assert (type(error), error.kind, str(error)) == (BotError, "died", "it ended")


def test_bots_that_know_the_game_win(run: Run) -> None:
    out = run("simulate", "nizam", "--players", 2, "--games", 20, "--seed", 1, "--bots", "greedy,random", "--json").out
    assert json.loads(out)["seats"][0]["wins"] >= 0.8


def test_records_of_bots_are_those_of_the_games_that_were_played(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    tokens = ["--players", 2, "--games", 3, "--seed", 3, "--bots", "novice,greedy"]
    out = run("simulate", "gnomes", *tokens, "--records", path, "--json").out
    matches = heliodor.load(path)
    assert matches[0].names == ["novice 0", "greedy 1"]
    wins = sum((0 in match.winners) / len(match.winners) for match in matches) / 3
    assert wins == pytest.approx(json.loads(out)["seats"][0]["wins"])


def test_matches_of_bots_are_played_as_they_were_recorded(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    tokens = ["--players", 3, "--games", 2, "--seed", 3, "--bots", "random,plain:3,random"]
    run("simulate", "luz", *tokens, "--records", path)
    assert [match.scores for match in heliodor.load(path)] == [[-30, -30, -50], [-90, -10, -105]]


def test_every_bot_is_made_once_a_table(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def count(name: str, *rest: Any) -> Any:
        made.append(name)
        return get_bot(name, *rest)

    for module in (registry, referee):
        monkeypatch.setattr(module, "get_bot", count)
    tokens = ["--players", 3, "--games", 2, "--seed", 3, "--bots", "greedy,random,greedy", "--threads", 1]
    run("simulate", "luz", *tokens, "--records", tmp_path / "games.jsonl")
    assert made == ["greedy", "random"]


def test_a_bot_that_is_a_program_plays(run: Run) -> None:
    program = Path(__file__).parents[2] / "examples" / "line_bot.py"
    bot = f"cmd:{sys.executable} {program}"
    code, out, err = run("simulate", "luz", "--players", 3, "--games", 2, "--seed", 1, "--bots", f"{bot},random,random")
    assert (code, err) == (0, "")
    assert "cmd:" in out


def test_a_bot_that_spoils_a_match_is_named(refused: Callable[..., str], tmp_path: Path) -> None:
    program = tmp_path / "silent.py"
    program.write_text('print(input() and \'{"type": "hello", "protocol": 1}\', flush=True)\nraise SystemExit(3)')
    bot = f"cmd:{sys.executable} {program}"
    sentence = refused("simulate", "luz", "--players", 3, "--games", 5, "--seed", 1, "--bots", f"random,{bot},random")
    assert f"{bot} on seat 1 spoilt match" in sentence
    assert "it ended with exit code 3" in sentence


@pytest.mark.parametrize(
    ("tokens", "sentence"),
    [
        (["nizam", "--players", 2, "--ray", "127.0.0.1:1", "--threads", 2], "--threads is for this machine"),
        (["nizam", "--players", 2, "--ray", "127.0.0.1:1"], "there is no Ray cluster at 127.0.0.1:1"),
        (["chess", "--players", 2], "there is no game 'chess'; the games are nizam, pearl, gnomes, luz"),
        (["luz"], "--players is missing; Luz takes 3 to 5 players"),
        (["luz", "--players", 2], "Luz takes 3 to 5 players, not 2"),
        (["luz", "--players", -2], "Luz takes 3 to 5 players, not -2"),
        (["luz", "--players", "three"], "--players takes a whole number, not 'three'"),
        (["luz", "--players", "3.0"], "--players takes a whole number, not '3.0'"),
        (["luz", "--players", "٣"], "--players takes a whole number, not '٣'"),
        (["luz", "--players", "9" * 5000], "--players takes a whole number, not '" + "9" * 59 + "…'"),
        (["luz", "--players", 3, "--games", 0], "--games takes a whole number from 1 to 10000000, not '0'"),
        (["luz", "--players", 3, "--games", -5], "--games takes a whole number from 1 to 10000000, not '-5'"),
        (["luz", "--players", 3, "--seed", -1], f"--seed takes a whole number from 0 to {2**63 - 1}, not '-1'"),
        (["luz", "--players", 3, "--seed", 2**63], f"--seed takes a whole number from 0 to {2**63 - 1}, not '{2**63}'"),
        (["luz", "--players", 3, "--threads", 0], "--threads takes a whole number from 1 to 1024, not '0'"),
        (["luz", "--players", 3, "--bots", "clever"], "there is no bot 'clever'; the bots are random"),
        (["luz", "--players", 3, "--bots", ""], "there is no bot ''; the bots are random"),
        (["luz", "--players", 3, "--bots", "random,random"], "2 bots are named, but there are 3 seats"),
        (["luz", "--players", 3, "--option", "beads=1"], "Luz has no option 'beads'; it has players, bead_supply"),
        (["luz", "--players", 3, "--option", "bead_supply"], "--option takes name=value, not 'bead_supply'"),
        (["luz", "--players", 3, "--option", "bead_supply=1"], 'option bead_supply cannot be 1; it takes "unlimited"'),
        (["luz", "--players", 3, "--option", "players=4"], "the number of players is given with --players"),
        (["pearl", "--players", 2, "--option", "stall_limit=--5"], 'option stall_limit cannot be "--5"'),
        (["pearl", "--players", 2, "--option", "stall_limit=" + "9" * 5000], "option stall_limit cannot be"),
        (
            ["nizam", "--players", 1, "--option", "solo_hand_limit=8", "--option", "solo_hand_limit=9"],
            "option solo_hand_limit is given twice",
        ),
        (["luz", "--players", 3, "--records", "/nowhere/x"], "cannot write /nowhere/x: No such file or directory"),
    ],
)
def test_bad_input_is_refused(refused: Callable[..., str], tokens: list[object], sentence: str) -> None:
    assert refused("simulate", *tokens).startswith(sentence)


def test_a_disk_that_fills_up_is_named(refused: Callable[..., str]) -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full here")
    sentence = refused("simulate", "luz", "--players", 3, "--games", 2, "--records", "/dev/full")
    assert sentence == "cannot write /dev/full: No space left on device"
