"""Every command of docs/baselines.md names bots, options and files that exist; its figures are those beside it."""

from __future__ import annotations

import ast
import csv
import re
import shlex
from pathlib import Path

import pytest

from heliodor.bots.registry import check_bot
from heliodor.games import get_game

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/baselines.md").read_text(encoding="utf-8")
COMMANDS = [shlex.split(text) for text in re.findall(r"(?:^    |`)((?:heliodor|python) [^`\n]+)", PAGE, re.MULTILINE)]


def test_commands_are_found() -> None:
    assert {words[0] for words in COMMANDS} == {"heliodor", "python"} and len(COMMANDS) > 5


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(words))
def test_the_command_exists(words: list[str]) -> None:
    if words[0] == "heliodor":
        given = dict(zip(words[3::2], words[4::2], strict=True))
        assert words[1] == "arena" and set(given) - {"--mode"} == {"--players", "--bots", "--games", "--seed"}
        game = get_game(words[2])
        game.check_options({"players": int(given["--players"])})
        for bot in given["--bots"].split(","):
            check_bot(bot, game)
        return
    source = (ROOT / words[1]).read_text(encoding="utf-8")
    flags = {node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)}
    assert {word for word in words if word.startswith("--")} <= flags


def test_the_table_of_mccfr_has_the_measured_figures() -> None:
    with open(ROOT / "docs/baselines/mccfr.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert rows
    for row in rows:
        line = f"| {int(row['iterations']):,} | {row['cpu_seconds']} | {float(row['exploitability']):.3f} |"
        assert line in PAGE
