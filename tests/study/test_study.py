"""A study: its figures, its page and its table."""

from __future__ import annotations

import re
from pathlib import Path

import polars
import pytest

from heliodor import cli
from heliodor.games import GAME_IDS, get_game
from heliodor.simulate import simulate
from heliodor.study.page import make_page
from heliodor.study.run import Mean, Study, hold_study
from tests import pebbles

PLAYERS = {"nizam": 2, "pearl": 2, "gnomes": 3, "luz": 3}


def study(game_id: str, data: Path, players: int, games: int = 6, **places: object) -> Study:
    game = get_game(game_id)
    options = game.check_options({"players": players})
    return hold_study(game, options, ("greedy",), games, 5, data, **{"workers": 1, "thinking": False, **places})  # type: ignore[arg-type]


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_study_counts_what_simulate_plays(game_id: str, tmp_path: Path) -> None:
    held = study(game_id, tmp_path / "data.parquet", PLAYERS[game_id])
    game = get_game(game_id)
    summary = simulate(game, held.options, 6, 5, threads=1, bots=("greedy",))
    assert sum(steps * count for steps, count in held.steps.items()) == summary.steps
    assert sum(sum(counts.values()) for counts in held.choices.values()) == summary.steps
    assert sum(place.share.mean for place in held.places) == pytest.approx(1)
    assert "all" not in held.choices  # Every phase has a name.
    table = polars.read_parquet(tmp_path / "data.parquet").filter(variant="")
    assert table["steps"].sum() == summary.steps
    for matter, figures in zip(held.notes.matters, held.matters, strict=True):
        assert table[matter.key].mean() == pytest.approx(figures.in_a_match.mean)
    assert sum(figures.in_a_match.mean > 0 for figures in held.matters) >= len(held.matters) - 2
    rules = {f"{game.rule_letter}", "N"}  # Pearl of the East has the board of Nizam.
    assert {figures.rule[0] for figures in held.matters} <= rules


def test_notes_agree_with_the_record_of_luz(tmp_path: Path) -> None:
    held = study("luz", tmp_path / "data.parquet", 3)
    bets = {key: sum(pairs.values()) for key, pairs in held.pairs.items()}
    assert bets["plain"] + bets["safe"] == bets["worth"] == 6 * 4 * 3
    # L7: the bead halves what a bet met exactly earns, and saves a bet with one trick more.
    expected = {0} | {-5 * deal for deal in range(1, 5)} | {5 * deal + 5 for deal in range(1, 5)}
    assert {worth for _, worth in held.pairs["worth"]} <= expected
    taken = next(figures for figures in held.matters if "safety bead" in figures.title)
    assert taken.in_a_match.mean == bets["safe"] / 6


def test_a_share_of_all_or_nothing_has_an_interval() -> None:
    # Of 40 matches none was won: a chance of 8.8 % shows that in one of forty such studies.
    assert Mean.of_shares([0.0] * 40) == (0, 0, pytest.approx(1 - 0.025 ** (1 / 40)))
    assert Mean.of_shares([1.0] * 40) == (1, pytest.approx(0.025 ** (1 / 40)), 1)
    others = 1 - 0.025 ** (1 / 41)
    assert Mean.of_shares([1 / 3] * 41) == pytest.approx((1 / 3, (1 - others) / 3, 1 / 3 + others * 2 / 3))
    assert Mean.of_shares([0.0] * 39 + [1.0]).low == 0
    assert Mean.of_shares([0.5, 1.0] * 20) == Mean.of([0.5, 1.0] * 20)


def test_the_same_seed_gives_the_same_bytes_in_one_process_and_in_two(tmp_path: Path) -> None:
    pages = []
    for name, workers in (("one", 1), ("two", 2)):
        held = study("pearl", tmp_path / name, 2, games=60, workers=workers)
        pages.append((make_page(held, "data.parquet"), (tmp_path / name).read_bytes()))
    assert pages[0] == pages[1]


@pytest.mark.nightly
def test_a_ray_cluster_gives_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    held = [study("luz", tmp_path / str(ray), 3, games=60, ray=ray) for ray in (None, "local")]
    assert make_page(held[0], "") == make_page(held[1], "")
    assert (tmp_path / "None").read_bytes() == (tmp_path / "local").read_bytes()


def test_an_option_is_compared_on_the_same_deals(tmp_path: Path) -> None:
    held = study("gnomes", tmp_path / "data.parquet", 2)
    assert {each.option for each in held.differences} == {"deck=six_shapes", "quick_start=true", "last_round=finish"}
    table = polars.read_parquet(tmp_path / "data.parquet")
    first = {tuple(rows["first"]) for _, rows in table.sort("match").group_by("variant", maintain_order=True)}
    assert table.filter(variant="")["match"].to_list() == list(range(6)) and first
    shorter = next(each for each in held.differences if each.option == "last_round=finish")
    assert shorter.steps.mean < 0


def test_the_page_has_every_part_and_asks_nobody(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "report.html"
    command = ["study", "luz", "--players", "3", "--bots", "greedy,random,random", "--games", "4", "--workers", "1"]
    assert cli.main([*command, "--out", str(out)]) == 0
    assert capsys.readouterr().out == f"{out}: a study of 4 matches; the data is in {tmp_path / 'report.parquet'}\n"
    page = out.read_text()
    for part in ("Wins", "Scores and length", "Choices", "How often rules matter", "Thinking time", "Options"):
        assert f"<h2>{part}</h2>" in page
    assert not re.search(r"https?://|<link|<img|src=", page)
    assert "default-src 'none'" in page
    assert page.count("<th ") == page.count('scope="col"')


def test_a_wrong_name_of_the_page_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["study", "luz", "--players", "3", "--out", str(tmp_path / "report.txt")]) == 2
    assert "ends in .html" in capsys.readouterr().err


def test_a_game_of_a_package_is_studied_without_notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pebbles.use(tmp_path / "packages", monkeypatch)
    game = get_game("pebbles")
    held = hold_study(
        game, game.check_options({"players": 2}), ("random",), 5, 1, tmp_path / "p", workers=1, thinking=False
    )
    assert not held.matters and list(held.choices) == ["all"]
    assert "<h2>Options</h2>" in make_page(held, "p")
