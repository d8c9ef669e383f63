"""The rules pages: short, with pictures, in one language at a time, one word for one thing."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from heliodor import get_game, rulebook

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("nizam", "pearl", "gnomes", "luz")
MOST_WORDS = 900
PICTURE = re.compile(r"!\[([^\]]*)\]\(pictures/([^)]+)\.svg\)")

# Words for which another page used a different word, or that nobody says at a table.
STRANGE = {
    "en": r"\bruns?\b(?! out)|takes? with a trump|\bdrops\b",
    "uk": r"[Сс]кид[ \.,;:]|задач|[Оо]сновн\w+ кол|[Зз]аход(?:ить|ьте|жу)|ланцюг|переміщ|переможн\w+ очк|\bПО\b|"
    r"[Рр]яд\w* [a-eA-E]\b|вертикальн|(?<![а-яіїєґ])[Зз]дач",
    "ru": r"[Кк]руг(?:а|е|ом|ов)?\b|[Оо]сновн\w+ цвет|цепоч|перемещ|победн\w+ очк|\bПО\b|ничего не весит|"
    r"[Рр]яд\w* [a-eA-E]\b|вертикальн|(?<!раз)[Сс]дач",
}
every_page = pytest.mark.parametrize(
    ("game", "language"), [(game, language) for game in GAMES for language in rulebook.LANGUAGES]
)


def visible(game: str, language: str) -> str:
    """Return the text that is visible without opening a fold."""
    text = re.sub(r"<details>.*?</details>", "", rulebook.read(game, language), flags=re.DOTALL)
    assert "details" not in text
    return text


@every_page
def test_a_newcomer_reads_no_more_than_a_few_minutes(game: str, language: str) -> None:
    words = re.findall(r"[^\W_]+", PICTURE.sub("", visible(game, language)))
    assert 450 <= len(words) <= MOST_WORDS


@every_page
def test_the_first_sentences_say_what_the_game_is(game: str, language: str) -> None:
    assert 2 <= len(re.findall(r"[.?!](?:\s|$)", rulebook.introduction(game, language))) <= 4
    low, high = get_game(game).min_players, get_game(game).max_players
    assert f"{low}–{high} ·" in visible(game, language).split("## ")[0]


@every_page
def test_a_turn_and_an_example_are_shown_in_pictures(game: str, language: str) -> None:
    sections = visible(game, language).split("\n## ")
    assert PICTURE.search(sections[1]), "the turn at a glance"
    examples = [section for section in sections if re.match("Example|Приклад|Пример", section)]
    assert examples
    assert all(PICTURE.search(example) for example in examples)
    assert "```" not in rulebook.read(game, language), "boards are drawn"


@every_page
def test_every_picture_has_words_too(game: str, language: str) -> None:
    shown = PICTURE.findall(rulebook.read(game, language))
    assert [name for _, name in shown] == [name for _, name in PICTURE.findall(rulebook.read(game))]
    for text, name in shown:
        assert text.strip()
        if "-" in name and name.split("-")[0] in ("nizam", "pearl", "gnomes"):
            assert len(text.split()) > 5
            assert (re.search("[а-яіїєґ]", text) is None) == (language == "en")


@every_page
def test_codes_of_options_are_folded_away(game: str, language: str) -> None:
    for option in get_game(game).options:
        assert f"`{option.name}`" not in visible(game, language)
        assert option.name in rulebook.read(game, language)


@every_page
def test_one_thing_has_one_word(game: str, language: str) -> None:
    text = re.sub(r"`[^`]*`|\(pictures/[^)]*\)", "", rulebook.read(game, language))
    assert re.findall(rf".*(?:{STRANGE[language]}).*", text) == []


# Authors of the games, as each language writes them.
AUTHORS = {
    "nizam": {"en": ["Nevskyi", "Sydorenko"], "uk": ["Невськ", "Сидоренк"], "ru": ["Невс", "Сидоренко"]},
    "pearl": {"en": ["Nevskyi", "Sydorenko"], "uk": ["Невськ", "Сидоренк"], "ru": ["Невс", "Сидоренко"]},
    "gnomes": {"en": ["Magellan"], "uk": ["Магеллан"], "ru": ["Магеллан"]},  # The leaflet names no author.
    "luz": {"en": ["Taiki Shinzawa"], "uk": ["Тайкі Шіндзава"], "ru": ["Тайки Синдзава"]},
}


@every_page
def test_the_people_who_made_a_game_are_named(game: str, language: str) -> None:
    credits = rulebook.read(game, language).split("\n## ")[-1]
    readme = (ROOT / "README.md").read_text(encoding="utf-8").replace("\n", " ")
    for name in AUTHORS[game][language]:
        assert name in credits
        assert language != "en" or name in readme


@every_page
def test_a_terminal_describes_pictures_in_words(game: str, language: str) -> None:
    text = rulebook.unfolded(rulebook.read(game, language))
    assert not re.search(r"!\[|<\w+>|\.svg", text)
    for told, _ in PICTURE.findall(rulebook.read(game, language)):
        assert told in text


def test_the_pictures_are_those_that_the_program_draws() -> None:
    command = [sys.executable, str(ROOT / "docs" / "make_pictures.py"), "--check"]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (checked.stdout, checked.returncode) == ("the pictures of the rules are fresh\n", 0)
