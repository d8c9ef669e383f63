"""The rules as text for people: the location of docs/rules, whole books and single paragraphs.

>>> import heliodor.rulebook
>>> heliodor.rulebook.paragraph("nizam", "N14")
'**N14.** A combination that the new cards form is not scored and stays on the board.'
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from heliodor.core.errors import BadOption, HeliodorError
from heliodor.games import GAME_IDS, get_game
from heliodor.languages import LANGUAGES, ORIGINAL

_PACKAGE = Path(__file__).resolve().parent
_FOLDERS = (_PACKAGE / "rulebook", _PACKAGE.parents[1] / "docs" / "rules")  # In a wheel; in the repository.


def preferred_language(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language of the environment if the rules exist in it, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):  # The first that is set decides, as in POSIX.
        if value := environment.get(name):
            language = re.split(r"[_.@-]", value.lower())[0]
            return language if language in LANGUAGES else ORIGINAL
    return ORIGINAL


@cache
def read(game_id: str, language: str = "en") -> str:
    """Return the rules of a game as Markdown; in English if its package does not have them in the language."""
    if language not in LANGUAGES:
        raise BadOption(f"there are no rules in {language!r}; the languages are {', '.join(LANGUAGES)}")
    folders = _folders_of(game_id)
    names = [f"{game_id}.md"] if language == ORIGINAL else [f"{game_id}.{language}.md", f"{game_id}.md"]
    for name in names:
        for folder in folders:
            if (folder / name).is_file():
                return (folder / name).read_text(encoding="utf-8")
    raise HeliodorError(f"the rules of {game_id} are not installed: there is no {names[0]} in {folders[0]}")


def _folders_of(game_id: str) -> Sequence[Path]:
    """Return the folders where the rules of a game may be; does not load Heliodor's own games."""
    if game_id in GAME_IDS:
        return _FOLDERS
    game = get_game(game_id)
    if game.rulebook is None:
        raise HeliodorError(f"the package of {game.title} has no rulebook")
    return (game.rulebook,)


def unfolded(text: str) -> str:
    """Return a page for readers without folds and pictures: folds become sections, pictures their alternative texts."""
    text = re.sub(r"^<details>\n<summary>(.*)</summary>$", r"## \1", text, flags=re.MULTILINE)
    text = re.sub(r"^</details>\n+", "", text, flags=re.MULTILINE)
    text = re.sub(r"^(!\[.*\]\(.*\))$", r"> \1", text, flags=re.MULTILINE)
    return re.sub(r"!\[([^\]]*)\]\([^)]*\)", r"\1", text)


def paragraph(game_id: str, rule: str, language: str = "en") -> str:
    """Return the paragraph of one rule number, and how Heliodor plays it, as Markdown on one line.

    Rules of all games (G1, G2, …) have no paragraph; for them, return the one that names them.
    """
    rule = rule.upper()
    items = _list_items(unfolded(read(game_id, language)))
    stated = [item for item in items if rule and item.startswith(f"**{rule}.**")]
    folded = _list_items("".join(re.findall(r"<details>.*?</details>", read(game_id, language), re.DOTALL)))
    named = re.compile(rf"\((?:\w+, )*{re.escape(rule)}(?:, \w+)*\)\.?$")
    rulings = [item for item in folded if rule and named.search(item)]
    if stated or (rulings and rule.startswith("G")):
        return " ".join([*stated, *rulings])
    raise BadOption(f"{game_id} has no rule {rule[:20]!r}; its rules are {_numbers(items)}")


def section(game_id: str, number: int, language: str = "en") -> str:
    """Return one of the book's sections, counted from 0; the one before the first heading is section 0."""
    return re.split(r"^## ", unfolded(read(game_id, language)), flags=re.MULTILINE)[number]


def introduction(game_id: str, language: str = "en") -> str:
    """Return the first part of the book: the game in a few sentences."""
    return section(game_id, 0, language).split("\n\n")[1].replace("\n", " ")


def title(game_id: str, language: str = "en") -> str:
    """Return what the game is called in the language."""
    return section(game_id, 0, language).split("\n", 1)[0].removeprefix("# ")


def time_needed(game_id: str, language: str = "en") -> str:
    """Return how long a match takes: the second fact of the line of players, time and age; empty without one."""
    facts = re.search(r"^\*\*.*? · \*\*.*?\*\* (.*?)(?: · |$)", section(game_id, 0, language), re.MULTILINE)
    return facts[1] if facts else ""


def option_names(game_id: str, language: str = "en") -> dict[str, str]:
    """Return the names of the options that the book gives, as in "**Limit**, `limit`: …"."""
    items = _list_items(unfolded(read(game_id, language)))
    found = (re.match(r"\*\*([^*]+)\*\*, `(\w+)`", item) for item in items)
    return {match[2]: match[1] for match in found if match}


def notation(game_id: str, language: str = "en") -> str:
    """Return the section on notation, as Markdown; it comes before the credits."""
    return "## " + section(game_id, -2, language)


def _list_items(text: str) -> list[str]:
    """Return the items of all lists, each on one line."""
    found = re.findall(r"^- (.*(?:\n  .*)*)", text, flags=re.MULTILINE)
    return [" ".join(item.split()) for item in found]


def _numbers(items: list[str]) -> str:
    """Return the numbers of all rules in a book: "N4, N6 to N9, P1 to P13"."""
    numbers = [match.groups() for item in items if (match := re.match(r"\*\*([A-Z])(\d+)\.\*\*", item))]
    runs: list[tuple[str, int, int]] = []
    for letter, number in sorted((letter, int(digits)) for letter, digits in numbers):
        if runs and runs[-1][0] == letter and runs[-1][2] == number - 1:
            runs[-1] = (letter, runs[-1][1], number)
        else:
            runs.append((letter, number, number))
    return ", ".join(f"{c}{low}" if low == high else f"{c}{low} to {c}{high}" for c, low, high in runs)
