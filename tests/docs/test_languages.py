"""A language is its files: docs/adding-a-language.md lists them, and this test compares the list with the files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from heliodor import rulebook
from heliodor.games import GAME_IDS
from heliodor.languages import LANGUAGES, ORIGINAL, Language

ROOT = Path(__file__).resolve().parents[2]
GUIDE = ROOT / "docs" / "adding-a-language.md"
PAGE = ROOT / "web" / "src" / "i18n" / "languages.ts"
FOLDERS = ("docs/rules", "src/heliodor", "web/src")


def listed(language: str) -> list[str]:
    """Return the files of a language by the guide."""
    block = re.search(r"```\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    assert block
    patterns = [line.replace("<language>", language) for line in block[1].splitlines()]
    return sorted({pattern.replace("<game>", game) for pattern in patterns for game in GAME_IDS})


def missing() -> list[str]:
    """Return the files that the languages of the registry still lack."""
    wanted = [path for language in LANGUAGES if language != ORIGINAL for path in listed(language)]
    return [path for path in wanted if not (ROOT / path).is_file()]


def found(language: str) -> list[str]:
    """Return the files that carry a language in their name."""
    named = re.compile(rf"[/.]{language}(?:[/.]|$)")
    paths = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file()]
    names = [path.relative_to(ROOT).as_posix() for path in paths]
    built = "src/heliodor/web/"  # Made from the others.
    return sorted(name for name in names if named.search(name) and not name.startswith(built))


def test_every_language_has_its_files() -> None:
    assert not missing(), "to be written: " + ", ".join(missing())


def test_the_guide_lists_every_file_of_a_language() -> None:
    for language in LANGUAGES:
        if language != ORIGINAL:
            assert listed(language) == found(language)


def test_the_files_of_a_language_that_is_only_begun_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LANGUAGES, "de", Language("Deutsch", "bot"))
    assert missing() == listed("de")
    assert {"docs/rules/luz.de.md", "web/src/i18n/de/index.ts", "web/src/games/luz/texts/de.ts"} < set(missing())


def test_until_its_rules_are_written_a_language_has_the_english_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LANGUAGES, "de", Language("Deutsch", "bot"))
    assert rulebook.preferred_language({"LANG": "de_DE.UTF-8"}) == "de"
    assert rulebook.read("luz", "de") == rulebook.read("luz")


def test_the_page_has_the_same_languages() -> None:
    lines = re.findall(r"^  (\w+): \{ name: '(.*?)'", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert dict(lines) == {language: tongue.name for language, tongue in LANGUAGES.items()}
