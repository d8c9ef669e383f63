"""The examples in the documents run as they stand, and the tables say what the code says."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

import heliodor
from heliodor.core import record
from heliodor.hints import analysis

ROOT = Path(__file__).resolve().parents[2]


def code_blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize(("page", "count"), [("README.md", 1), ("docs/python.md", 3)])
def test_the_examples_of_matches_run_in_order(
    page: str, count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = code_blocks(page, "python")
    assert len(blocks) == count
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, page, "exec"), names)
    assert (tmp_path / "game.jsonl").exists() == ("save(" in "".join(blocks))


def test_what_the_examples_say_of_values_is_true() -> None:
    match = heliodor.new_match("luz", players=4, seed=7)
    assert match.legal()[:4] == ["bid 0", "bid 0+", "bid 1", "bid 1+"]
    with pytest.raises(heliodor.IllegalAction) as refused:
        heliodor.new_match("nizam", players=2, seed=1).act("done")
    assert f"{refused.value.rule} {refused.value.message}" in (ROOT / "docs/python.md").read_text(encoding="utf-8")


def test_the_analysis_example_runs_and_says_what_the_page_says(capsys: pytest.CaptureFixture[str]) -> None:
    (block,) = code_blocks("docs/analysis.md", "python")
    names: dict[str, object] = {}
    exec(compile(block, "docs/analysis.md", "exec"), names)
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) == 2
    assert all(line in block for line in printed)


def test_the_analysis_page_has_the_thresholds_and_keys_of_the_code() -> None:
    page = (ROOT / "docs/analysis.md").read_text(encoding="utf-8")
    for number in (analysis.BEST_TO, analysis.FINE_TO, analysis.INACCURACY_TO, analysis.TURN_OF_CHANCE):
        assert f"{number} " in page or f"{number}," in page or f"{number}\n" in page
    for module in (ROOT / "src/heliodor/hints/reasons").glob("*.py"):
        for key in re.findall(r'f"{(?:KEY|key)}\.(\w+)"', module.read_text(encoding="utf-8")):
            assert f"`{key}`" in page, key


def test_the_examples_of_environments_run_in_order() -> None:
    blocks = code_blocks("docs/environments.md", "python")
    assert len(blocks) == 5
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, "docs/environments.md", "exec"), names)


def test_the_record_in_the_format_page_is_valid() -> None:
    (example,) = code_blocks("docs/record.md", "json")
    match = heliodor.Match.from_record(record.decode(example))
    assert match.actions[-1] == "play 10"


def test_the_format_page_lists_every_option() -> None:
    page = (ROOT / "docs/record.md").read_text(encoding="utf-8")
    for game_id in heliodor.GAME_IDS:
        for option in heliodor.get_game(game_id).options:
            default = msgspec.json.encode(option.default).decode()
            assert re.search(rf"\| `{game_id}` \| `{option.name}` \| .*`{re.escape(default)}`", page), option.name


@pytest.mark.parametrize("game_id", heliodor.GAME_IDS)
def test_action_table_and_layout_cover_every_action_and_number_exactly(game_id: str) -> None:
    game = heliodor.get_game(game_id)
    assert sum(count for _, count, _ in game.notation.ACTION_TABLE) == game.num_actions
    assert sum(block.size for block in game.encoding.LAYOUT) == game.encoding.SIZE


@pytest.mark.parametrize(
    "page",
    [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "docs/adding-a-game.md",
        "docs/command-line.md",
        "docs/index.md",
        "docs/python.md",
        "docs/tours/author.md",
        "docs/tours/host.md",
        "docs/tours/player.md",
        "docs/tours/researcher.md",
        "docs/analysis.md",
        "docs/hosting.md",
    ],
)
def test_links_and_paths_exist(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)#:]+)\)", text):
        assert ((ROOT / page).parent / link).exists(), link


def test_the_code_of_the_guide_to_adding_a_game_is_that_of_the_example() -> None:
    page = (ROOT / "docs/adding-a-game.md").read_text(encoding="utf-8")
    shown = re.findall(r"<!-- (examples/pebbles/\S+) -->\n```\w+\n(.*?)\n```", page, re.DOTALL)
    assert len(shown) > 8
    assert len(shown) == len(re.findall(r"^```\w+$", page, re.MULTILINE)), "a block does not name its file"
    for file, code in shown:
        assert code in (ROOT / file).read_text(encoding="utf-8"), (
            f"{file} has changed; docs/adding-a-game.md shows {code}"
        )
