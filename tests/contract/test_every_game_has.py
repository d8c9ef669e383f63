"""What every game has besides its code: rules in three languages, golden files, perft counts, a test for each rule."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from heliodor import get_game
from heliodor.games import GAME_IDS
from tests.contract.configurations import every_game, smallest_and_largest

ROOT = Path(__file__).parents[2]
RULES = ROOT / "docs" / "rules"
TESTS = ROOT / "tests"
LANGUAGES = ("", ".uk", ".ru")

RULE = re.compile(r"^- \*\*([A-Z])(\d+)\.\*\*", re.MULTILINE)
TEST = re.compile(r"^def test_([a-z])0*(\d+)_\w+", re.MULTILINE)


def stated_rules(game_id: str, language: str = "") -> list[str]:
    """Return the numbers of the rules that a rules page states, in their order."""
    text = (RULES / f"{game_id}{language}.md").read_text(encoding="utf-8")
    return [letter + number for letter, number in RULE.findall(text)]


def own_rules(game_id: str, language: str = "") -> list[str]:
    """Return the numbers of the stated rules without those borrowed from another game (Pearl has some of Nizam's)."""
    return [rule for rule in stated_rules(game_id, language) if rule[0] == get_game(game_id).rule_letter]


@pytest.mark.parametrize("language", LANGUAGES, ids=["en", "uk", "ru"])
@every_game
def test_the_rules_state_every_number_once_and_in_order(game_id: str, language: str) -> None:
    own = own_rules(game_id, language)
    letter = get_game(game_id).rule_letter
    assert len(own) >= 9
    assert own == [f"{letter}{number}" for number in range(1, len(own) + 1)]
    assert stated_rules(game_id, language) == stated_rules(game_id)
    owned = {rule for other in GAME_IDS for rule in own_rules(other)}
    assert owned.issuperset(stated_rules(game_id))


@pytest.mark.parametrize("language", LANGUAGES, ids=["en", "uk", "ru"])
@every_game
def test_the_rules_explain_every_option(game_id: str, language: str) -> None:
    text = (RULES / f"{game_id}{language}.md").read_text(encoding="utf-8")
    for option in get_game(game_id).options:
        assert f"`{option.name}`" in text
        for choice in option.choices:
            assert f"`{str(choice).lower() if isinstance(choice, bool) else choice}`" in text
        assert option.rule in own_rules(game_id, language)


@every_game
def test_every_rule_has_a_test_that_is_named_for_it(game_id: str) -> None:
    folder = TESTS / "games" / game_id
    sources = [path.read_text(encoding="utf-8") for path in folder.glob("test_*.py")]
    tested = {letter.upper() + number for source in sources for letter, number in TEST.findall(source)}
    assert [rule for rule in own_rules(game_id) if rule not in tested] == []


@every_game
def test_there_are_tests_of_every_module(game_id: str) -> None:
    folder = TESTS / "games" / game_id
    for module in ("rules", "refusals", "notation", "view", "story", "drawing", "encoding", "against_naive"):
        assert (folder / f"test_{module}.py").is_file(), module


@every_game
def test_there_are_golden_matches_and_perft_counts(game_id: str) -> None:
    for configuration in smallest_and_largest(game_id):
        assert (TESTS / "golden" / game_id / f"{configuration.players}_players.txt").is_file()
    assert (TESTS / "perft" / f"{game_id}.perft").is_file()


def test_every_folder_is_one_of_a_game() -> None:
    package = ROOT / "src" / "heliodor" / "games"
    for folder in (package, TESTS / "games"):
        found = {path.name for path in folder.iterdir() if path.is_dir() and path.name != "__pycache__"}
        assert found == set(GAME_IDS)
    assert {path.stem for path in (TESTS / "perft").glob("*.perft")} == set(GAME_IDS)


@every_game
def test_a_game_is_described_in_full(game_id: str) -> None:
    game = get_game(game_id)
    assert game.id == game_id
    assert game.title
    assert game.version == max(game.history)
    assert all(game.history.values())
    assert 1 <= game.min_players <= game.max_players
    assert len(set(game.card_codes)) == len(game.card_codes)
    assert len({option.name for option in game.options}) == len(game.options)
    for option in game.options:
        assert option.check(option.default) == option.default
        assert option.summary
        assert not option.summary.endswith(".")
