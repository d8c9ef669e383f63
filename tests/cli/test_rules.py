"""`heliodor rules`, and the rulebook behind it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from heliodor import rulebook
from heliodor.core.errors import HeliodorError
from heliodor.games import GAME_IDS

from .conftest import Run


@pytest.mark.parametrize("language", rulebook.LANGUAGES)
@pytest.mark.parametrize("game", GAME_IDS)
def test_every_book_can_be_read(run: Run, game: str, language: str) -> None:
    code, out, err = run("rules", game, "--language", language)
    assert (code, err) == (0, "")
    assert out.startswith("# ")
    assert out == rulebook.read(game, language) + "\n"


def test_one_rule(run: Run) -> None:
    code, out, _ = run("rules", "nizam", "--rule", "n14")
    assert code == 0
    assert out == "**N14.** A combination that the new cards form is not scored and stays on the board.\n"


def test_one_rule_comes_with_how_it_is_played(run: Run) -> None:
    code, out, _ = run("rules", "nizam", "--rule", "N8")
    assert code == 0
    assert out.startswith("**N8.** If you have no such card")
    assert "you cannot pay with three" in out
    assert "**N3.**" not in run("rules", "nizam", "--rule", "N12").out  # It only refers to N12.
    assert "Topaz" not in run("rules", "pearl", "--rule", "P9").out  # An example is not a ruling.


def test_the_language_of_the_environment_is_the_default(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "uk_UA.UTF-8")
    assert run("rules", "luz").out == rulebook.read("luz", "uk") + "\n"


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "ru_RU.UTF-8"}, "ru"),
        ({"LANG": "uk"}, "uk"),
        ({"LANG": "de_DE"}, "en"),
        ({"LANG": "ru_RU", "LC_ALL": "uk_UA"}, "uk"),
        ({"LANG": "ru_RU", "LC_MESSAGES": "C"}, "en"),
        ({"LANG": "ru_RU", "LC_ALL": ""}, "ru"),
    ],
)
def test_the_first_variable_that_is_set_decides_the_language(environment: dict[str, str], language: str) -> None:
    assert rulebook.preferred_language(environment) == language


@pytest.mark.parametrize("language", rulebook.LANGUAGES)
@pytest.mark.parametrize("game", GAME_IDS)
def test_every_number_in_the_book_can_be_asked_for(game: str, language: str) -> None:
    numbers = re.findall(r"^- \*\*([A-Z]\d+)\.\*\*", rulebook.read(game, language), flags=re.MULTILINE)
    assert numbers
    for number in [*numbers, "G5"]:
        assert number in rulebook.paragraph(game, number, language)


@pytest.mark.parametrize("language", rulebook.LANGUAGES)
@pytest.mark.parametrize("game", GAME_IDS)
def test_the_parts_that_the_terminal_shows(game: str, language: str) -> None:
    introduction = rulebook.introduction(game, language)
    assert len(introduction) > 100
    assert not introduction.startswith("#")
    assert "|" in rulebook.notation(game, language)
    assert ("`play 1`" if game == "luz" else "`") in rulebook.notation(game, language)[:2000] or game == "luz"


@pytest.mark.parametrize(
    ("tokens", "sentence"),
    [
        (["chess"], "there is no game 'chess'; the games are nizam, pearl, gnomes, luz"),
        (["luz", "--rule", "L11"], "luz has no rule 'L11'; its rules are L1 to L10"),
        (["luz", "--rule", ""], "luz has no rule ''; its rules are L1 to L10"),
        (["nizam", "--language", "de"], "there are no rules in 'de'; the languages are en, uk, ru"),
    ],
)
def test_an_unknown_game_rule_or_language_is_refused(
    refused: Callable[..., str], tokens: list[str], sentence: str
) -> None:
    assert refused("rules", *tokens) == sentence


def test_pearl_names_the_rules_it_shares_with_nizam() -> None:
    with pytest.raises(HeliodorError, match="its rules are N4, N6 to N9, N15, N18, P1 to P13"):
        rulebook.paragraph("pearl", "N5")
