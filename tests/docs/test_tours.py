"""The tours of docs/tours can be followed: every command, program, answer and word of the page in them is real."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.tours import INSTALLED, ROOT, Reader

TEXTS = "".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "web/src/i18n/en").glob("*.ts")))


@pytest.fixture
def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Reader]:
    with tempfile.TemporaryDirectory() as run:  # The path of a socket has to be short.
        person = Reader(tmp_path, Path(run), monkeypatch)
        yield person
        person.close()


def test_a_player_can_follow_the_tour(reader: Reader) -> None:
    reader.follow("docs/tours/player.md")
    assert (reader.folder / "mine.jsonl").exists()


def test_the_words_that_the_players_tour_names_are_on_the_page() -> None:
    words = re.findall(r"\*\*(.+?)\*\*", (ROOT / "docs/tours/player.md").read_text(encoding="utf-8"))
    assert len(words) > 8
    for word in set(words) - {"bold"}:
        assert re.search(rf"['`]{re.escape(word)}", TEXTS), word


def test_a_host_can_follow_the_tour(reader: Reader) -> None:
    reader.follow("docs/tours/host.md")
    assert len(list((reader.folder / "backups").glob("heliodor-*"))) == 1


def test_a_researcher_can_follow_the_tour(reader: Reader) -> None:
    reader.follow("docs/tours/researcher.md")
    assert {"luz.html", "luz.parquet", "games.parquet"} <= {path.name for path in reader.folder.iterdir()}


def test_a_game_author_can_follow_the_tour(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    installed = reader.folder / INSTALLED
    monkeypatch.setenv("PYTHONPATH", f"{reader.folder}/mygame/src:{installed}")
    monkeypatch.syspath_prepend(installed)
    reader.follow("docs/tours/author.md")
    assert (reader.folder / "pebbles.html").exists()
