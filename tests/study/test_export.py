"""Records as a Parquet table."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas
import polars
import pyarrow.parquet
import pytest

import heliodor
from heliodor import cli
from heliodor.core.errors import BadRecord, HeliodorError
from heliodor.games import get_game
from heliodor.simulate import simulated_matches
from heliodor.study import parquet
from heliodor.study.export import COLUMNS, export_records

TABLES = {"nizam": 2, "pearl": 2, "gnomes": 3, "luz": 3}


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Files with two matches of each game, one of which is not over."""
    folder = tmp_path_factory.mktemp("records")
    files = []
    for game_id, players in TABLES.items():
        game = get_game(game_id)
        options = game.check_options({"players": players} | ({"stall_limit": 30} if game_id == "pearl" else {}))
        for match in simulated_matches(game, options, 1, 5):
            match.save(folder / game_id)
            match.at(7).save(folder / game_id)
        files.append(str(folder / game_id))
    return files


def test_every_decision_is_a_row_with_its_legal_actions_and_the_chosen_one(records: list[str], tmp_path: Path) -> None:
    counts = export_records(records, tmp_path / "all.parquet", observations=True)
    table = polars.read_parquet(tmp_path / "all.parquet")
    matches = [match for file in records for match in heliodor.load(file)]
    assert counts == (len(matches), len(table)) == (8, sum(match.ply for match in matches))
    assert table.columns == [*(name for name, _, _ in COLUMNS), "observation"]
    for number, match in enumerate(matches):
        rows = table.filter(match=number).to_dicts()
        assert [row["action"] for row in rows] == match.actions
        assert all(row["legal"][row["chosen"]] == row["action"] for row in rows)
        assert {row["won"] is None for row in rows} == {not match.over}
        row, past = rows[5], match.at(5)
        assert (row["seat"], row["legal"]) == (past.to_act, past.legal())
        assert np.array_equal(row["observation"], past.observe(past.to_act))
    last = table.filter(match=6).to_dicts()[0]  # Luz: one number for a score, and one winner.
    assert last["score"] == [matches[6].scores[last["seat"]]]


def test_pandas_reads_the_same_table_and_columns_say_what_they_mean(records: list[str], tmp_path: Path) -> None:
    path = tmp_path / "luz.parquet"
    export_records(records[3:], path)
    frame = pandas.read_parquet(path)
    assert frame["action"].tolist() == polars.read_parquet(path)["action"].to_list()
    schema = pyarrow.parquet.read_schema(path)
    assert {name: schema.field(name).metadata[b"about"].decode() for name, _, _ in COLUMNS} == {
        name: about for name, _, about in COLUMNS
    }


def test_the_same_records_give_the_same_bytes(records: list[str], tmp_path: Path) -> None:
    for name in ("a", "b"):
        export_records(records, tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_rows_are_written_in_groups(records: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "ROWS_AT_ONCE", 50)
    _, decisions = export_records(records, tmp_path / "all.parquet")
    groups = pyarrow.parquet.ParquetFile(tmp_path / "all.parquet").num_row_groups
    assert groups == -(-decisions // 50)


@pytest.mark.nightly
def test_ten_times_the_matches_take_no_more_memory(tmp_path: Path) -> None:
    game = get_game("luz")
    for match in simulated_matches(game, game.check_options({"players": 3}), 250, 5):
        match.save(tmp_path / "some")  # 33,000 rows: more than one group.
    (tmp_path / "many").write_bytes((tmp_path / "some").read_bytes() * 10)
    script = """
import resource, sys
from heliodor.study.export import export_records
for name in ("some", "many"):
    rows = export_records([name], "out.parquet")[1]
    print(rows, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True)
    (some, before), (many, after) = (map(int, line.split()) for line in done.stdout.splitlines())
    assert many == 10 * some
    assert after - before < 40_000  # Kilobytes; with one group for all rows it is more than that.


def test_a_bad_record_is_named_by_its_line_and_leaves_no_file(records: list[str], tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text(Path(records[3]).read_text() + '{"format": "heliodor/1"}\n')
    with pytest.raises(BadRecord, match="line 3: "):
        export_records([str(bad)], tmp_path / "out.parquet")
    assert not (tmp_path / "out.parquet").exists()


def test_without_pyarrow_one_sentence_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(HeliodorError, match=r"pip install 'heliodor\[study\]'"):
        parquet.load_pyarrow()


def test_the_command_says_what_it_has_written(
    records: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "luz.parquet"
    assert cli.main(["record", "export", records[3], "--out", str(out)]) == 0
    assert capsys.readouterr().out == f"{out}: {len(polars.read_parquet(out))} decisions of 2 matches\n"
    assert cli.main(["record", "export", str(tmp_path / "none"), "--out", str(out)]) == 2
    assert "cannot read" in capsys.readouterr().err
    assert cli.main(["record", "export", "--out", str(out)]) == 2
