"""`heliodor arena` as a person types it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from heliodor.cli import main
from heliodor.cli.arena import split_bots
from tests.arena.tournaments import EXAMPLES, arena_command, descendants_of, is_alive, run_arena, wait_for

SMALL = ("nizam", "--players", 2, "--games", 3, "--workers", 1)
LOWEST_STEP = "return [(legal & -legal).bit_length() - 1]"
Arena = Callable[..., tuple[int, str, str]]
BAD_BOT = """
import json, sys
for number, line in enumerate(sys.stdin):
    hello = json.loads(line)["type"] == "hello"
    print(json.dumps({"type": "hello", "protocol": 1} if hello else {"action": "jump"}), flush=True)
"""


@pytest.fixture
def arena(capsys: pytest.CaptureFixture[str]) -> Arena:
    """Run `heliodor arena` in this process; return its exit code, what it printed, and what it complained about."""

    def run(*arguments: object) -> tuple[int, str, str]:
        code = main(["arena", *map(str, arguments)])
        return (code, *capsys.readouterr())

    return run


def test_the_table_names_every_bot(arena: Arena) -> None:
    code, out, err = arena(*SMALL, "--bots", "random,second=random")
    assert (code, err) == (0, "")
    assert "3 deals × 2 seatings = 6 matches" in out
    assert "random" in out and "second" in out
    assert "Fewer than 30 deals" in out


def test_json_and_page_agree(tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    done = run_arena(*SMALL, "--bots", "random,second=random", "--json", "--report", page, "--seed", 7)
    report = json.loads(done.stdout)
    assert (report["game"], report["deals"], report["matches"], report["seed"]) == ("nizam", 3, 6, 7)
    assert report["command"].startswith("heliodor arena nizam --players 2 --games 3")
    assert "--seed 7" in page.read_text()
    for bot in report["bots"]:
        assert f"{bot['win_share']['value']:.1%}".replace("%", "\N{NO-BREAK SPACE}%") in page.read_text()


def test_options_of_the_game_are_taken(arena: Arena) -> None:
    alone = ("nizam", "--players", 1, "--games", 2, "--workers", 1, "--bots", "random")
    _, out, _ = arena(*alone, "--option", "solo_hand_limit=9", "--json")
    assert json.loads(out)["options"] == {"players": 1, "solo_hand_limit": 9}


def test_a_bot_in_another_language_plays(arena: Arena) -> None:
    code, out, err = arena(*SMALL, "--bots", f"random,line=cmd:{sys.executable} {EXAMPLES / 'line_bot.py'}", "--json")
    assert code == 0, err
    line = next(bot for bot in json.loads(out)["bots"] if bot["name"] == "line")
    assert line["failures"] == 0
    assert line["cpu_ms_per_decision"] > 0


def test_a_bot_that_spoils_matches_is_named_with_the_reason(tmp_path: Path, arena: Arena) -> None:
    script = tmp_path / "bad_bot.py"
    script.write_text(BAD_BOT)
    code, out, err = arena(*SMALL, "--bots", f"random,bad=cmd:{sys.executable} {script}")
    assert code == 1
    words = " ".join(out.split())
    assert "bad spoilt 6 matches (illegal): it chose 'jump': 'jump' is not an action of Nizam" in words
    assert "Traceback" not in out + err


def test_a_bot_that_prints_does_not_spoil_the_json(tmp_path: Path) -> None:
    site = tmp_path / "site"
    write_package(site, "chatty", f"print('thinking', flush=True)\n        {LOWEST_STEP}")
    done = run_arena(*SMALL, "--bots", "random,chatty", "--json", PYTHONPATH=python_path(site))
    assert json.loads(done.stdout)["matches"] == 6
    assert "thinking" in done.stderr


def test_a_bot_that_kills_its_process_is_reported(tmp_path: Path) -> None:
    site = tmp_path / "site"
    # It must not kill the process that the person has started; so it waits until it runs in another one.
    end = "if multiprocessing.parent_process():\n            os._exit(1)\n"
    write_package(site, "deadly", f"{end}        {LOWEST_STEP}")
    done = run_arena(
        "nizam",
        "--players",
        2,
        "--games",
        3000,
        "--workers",
        2,
        "--bots",
        "random,deadly",
        PYTHONPATH=python_path(site),
    )
    assert done.returncode == 2
    assert "a process that plays matches has ended unexpectedly" in done.stderr
    assert "matches are stored; resume with --resume" in done.stderr
    assert "Traceback" not in done.stderr
    Path(done.stderr.split("--resume ")[1].split("\n")[0]).unlink()


def write_package(site: Path, name: str, body: str) -> None:
    """Write a package with a bot as an installer would."""
    info = site / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[heliodor.bots]\n{name} = {name}_bot:Bot\n")
    (site / f"{name}_bot.py").write_text(
        "import multiprocessing, os, time\n\n\nclass Bot:\n"
        f"    name = {name!r}\n\n    def __init__(self, game):\n        pass\n\n"
        f"    def choose(self, states, index, legal, gen):\n        {body}\n"
    )


def python_path(*folders: Path) -> str:
    return os.pathsep.join([*map(str, folders), *filter(None, [os.environ.get("PYTHONPATH")])])


def react_to_ctrl_c() -> None:
    """Make Ctrl-C work again: a shell lets background processes ignore it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_an_interrupted_tournament_says_how_to_resume_it(tmp_path: Path) -> None:
    journal, site = tmp_path / "my journal.jsonl", tmp_path / "site"
    write_package(site, "sleepy", f"time.sleep(600 * bool(multiprocessing.parent_process()))\n        {LOWEST_STEP}")
    running = subprocess.Popen(
        arena_command("nizam", "--players", 2, "--bots", "random,sleepy", "--games", 100_000, "--resume", journal),
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env=os.environ | {"PYTHONPATH": python_path(site)},
        preexec_fn=react_to_ctrl_c,
    )
    # In the worker processes, every match lasts for hours.
    wait_for(lambda: len(descendants_of(running.pid)) >= 3)
    started = descendants_of(running.pid)
    os.killpg(running.pid, signal.SIGINT)  # As from the keyboard: the signal reaches all processes of the group.
    _, said = running.communicate(timeout=30)
    assert running.returncode == 130
    assert re.fullmatch(rf"heliodor: \d+ matches are stored; resume with --resume '{journal}'\n", said)
    wait_for(lambda: not any(is_alive(pid) for pid in started))


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("nizam", "--players", 2, "--bots", "random"), "two bots or more"),
        (("nizam", "--players", 2, "--bots", "random,random"), "'random' is named twice"),
        (("nizam", "--players", 2, "--bots", "random,nobody"), "there is no bot 'nobody'; the bots are random, greedy"),
        (("nizam", "--players", 2, "--bots", "random,cmd:"), "cmd: is followed by the command"),
        (("nizam", "--players", 2, "--bots", "random,cmd:no-such-program"), "no-such-program cannot be started"),
        (("nizam", "--players", 2, "--bots", "random,'x"), "a quotation mark is left open"),
        (("nizam", "--players", 2, "--bots", "random,b=random", "--mode", "melee"), "--mode takes table, duel or"),
        (("nizam", "--players", 2, "--bots", "random,b=random", "--games", 0), "--games takes a whole number"),
        (("nizam", "--players", 2, "--bots", "random,b=random", "--time-limit", "-1"), "--time-limit takes a number"),
        (("nizam", "--players", 9, "--bots", "random,b=random"), "Nizam takes 1 to 5 players"),
        (("chess", "--players", 2, "--bots", "random,b=random"), "there is no game 'chess'"),
        (("nizam", "--players", 2, "--bots", "random,b=random", "--report", "/no/such/folder/x"), "cannot write"),
        (("nizam", "--players", 2, "--bots", "random,b=random", "--ray", "127.0.0.1:1"), "there is no Ray cluster"),
    ],
)
def test_mistakes_are_reported_in_one_sentence(
    arguments: tuple[object, ...], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["arena", *map(str, arguments)])
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert reason in err
    assert err.count("\n") == 1


def test_bots_are_split_at_commas_outside_quotes() -> None:
    assert split_bots(["random,greedy"]) == (("random", "random"), ("greedy", "greedy"))
    assert split_bots(["a=random", "b=plain:5"]) == (("a", "random"), ("b", "plain:5"))
    assert split_bots(["x=cmd:bot --set 'a,b' -v,random"]) == (("x", "cmd:bot --set 'a,b' -v"), ("random", "random"))
    assert split_bots(["cmd:env A=1 bot"]) == (("cmd:env A=1 bot", "cmd:env A=1 bot"),)
    assert split_bots([" random , greedy ,"]) == (("random", "random"), ("greedy", "greedy"))
