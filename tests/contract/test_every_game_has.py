"""What every game has besides its code: rules in every language, golden files, perft counts, a test for each rule.

Each failure says what to add; docs/adding-a-game.md has the order.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from heliodor import get_game, rulebook
from heliodor.games import GAME_IDS
from heliodor.languages import LANGUAGES, ORIGINAL
from tests.contract.configurations import every_game, smallest_and_largest
from tests.contract.lookup import entry_of
from tests.contract.texts import plausible_texts
from tests.naive import GAMES
from tests.naive.records import OPTIONS, VERSIONS

ROOT = Path(__file__).parents[2]
RULES = ROOT / "docs" / "rules"
TESTS = ROOT / "tests"
SUFFIXES = {language: "" if language == ORIGINAL else f".{language}" for language in LANGUAGES}
SHARED_RULES = ("G3", "G4", "G5", "G6")  # One acts at a time, shared wins, refusals, unfinished matches.

RULE = re.compile(r"^- \*\*([A-Z])(\d+)\.\*\*", re.MULTILINE)
TEST = re.compile(r"^def test_([a-z])0*(\d+)_\w+", re.MULTILINE)

every_language = pytest.mark.parametrize("language", SUFFIXES.values(), ids=SUFFIXES)


def rules_page(game_id: str, language: str = "") -> str:
    path = RULES / f"{game_id}{language}.md"
    assert path.is_file(), f"write {path.relative_to(ROOT)}"
    return path.read_text(encoding="utf-8")


def stated_rules(game_id: str, language: str = "") -> list[str]:
    """Return the numbers of the rules that a rules page states, in their order."""
    return [letter + number for letter, number in RULE.findall(rules_page(game_id, language))]


def own_rules(game_id: str, language: str = "") -> list[str]:
    """Return the numbers of the stated rules without those borrowed from another game (Pearl has some of Nizam's)."""
    return [rule for rule in stated_rules(game_id, language) if rule[0] == get_game(game_id).rule_letter]


@every_language
@every_game
def test_the_rules_state_every_number_once_and_in_order(game_id: str, language: str) -> None:
    own = own_rules(game_id, language)
    letter = get_game(game_id).rule_letter
    assert own, f"no list item of docs/rules/{game_id}{language}.md begins with - **{letter}1.**"
    assert own == [f"{letter}{number}" for number in range(1, len(own) + 1)], "the numbers do not go 1, 2, 3, …"
    assert stated_rules(game_id, language) == stated_rules(game_id), "the English page states other rules"
    owned = {rule for other in GAME_IDS for rule in own_rules(other)}
    assert [rule for rule in stated_rules(game_id) if rule not in owned] == [], "rules of no game"


@every_game
def test_no_other_game_has_its_letter(game_id: str) -> None:
    letter = get_game(game_id).rule_letter
    assert re.fullmatch("[A-Z]", letter), f"rule_letter {letter!r} is not one capital letter"
    assert letter != "G", "G is the letter of rules that all games share"
    assert [other for other in GAME_IDS if get_game(other).rule_letter == letter] == [game_id]


@every_language
@every_game
def test_the_rules_name_those_of_all_games(game_id: str, language: str) -> None:
    # Refusals point at them, and `heliodor rules --rule G5` answers with the list item that names G5.
    items = re.findall(r"^- .*(?:\n  .*)*", rules_page(game_id, language), flags=re.MULTILINE)
    for rule in SHARED_RULES:
        found = [item for item in items if f"({rule})" in item]
        assert found, f"no list item of docs/rules/{game_id}{language}.md has ({rule}) in it"


@every_language
@every_game
def test_the_section_before_the_last_tells_how_actions_are_written(game_id: str, language: str) -> None:
    # The terminal's help shows it; the last section is the credits.
    written = set(re.findall(r"`([^`\n]+)`", rulebook.notation(game_id, language.strip(".") or "en")))
    assert written & set(plausible_texts(game_id)), (
        f"the last section but one of docs/rules/{game_id}{language}.md, which the terminal shows as help, "
        "names no action in backticks"
    )


@every_language
@every_game
def test_the_rules_explain_every_option(game_id: str, language: str) -> None:
    text = rules_page(game_id, language)
    for option in get_game(game_id).options:
        words = [str(choice).lower() if isinstance(choice, bool) else choice for choice in option.choices]
        for word in (option.name, *words):
            assert f"`{word}`" in text, f"option {option.name}: docs/rules/{game_id}{language}.md has no `{word}`"
        assert option.rule in own_rules(game_id, language), f"option {option.name} names a rule that is not there"


@every_game
def test_every_rule_has_a_test_that_is_named_for_it(game_id: str) -> None:
    folder = TESTS / "games" / game_id
    sources = [path.read_text(encoding="utf-8") for path in folder.glob("test_*.py")]
    tested = {letter.upper() + number for source in sources for letter, number in TEST.findall(source)}
    untested = [rule for rule in own_rules(game_id) if rule not in tested]
    assert untested == [], f"add def test_{untested[0].lower()}_… to tests/games/{game_id}/test_rules.py"


@every_game
def test_there_are_tests_of_every_module(game_id: str) -> None:
    folder = TESTS / "games" / game_id
    for module in ("rules", "refusals", "notation", "view", "story", "drawing", "encoding", "against_naive"):
        assert (folder / f"test_{module}.py").is_file(), f"write tests/games/{game_id}/test_{module}.py"


@every_game
def test_there_are_golden_matches_and_perft_counts(game_id: str) -> None:
    for configuration in smallest_and_largest(game_id):
        golden = TESTS / "golden" / game_id / f"{configuration.players}_players.txt"
        assert golden.is_file(), f"`make golden` writes {golden.relative_to(ROOT)}"
    perft = TESTS / "perft" / f"{game_id}.perft"
    assert perft.is_file(), f"`python -m tests.contract.perft {game_id}` writes {perft.relative_to(ROOT)}"


@every_game
def test_there_are_sample_records(game_id: str) -> None:
    path = TESTS / "data" / "records" / f"{game_id}.jsonl"
    assert path.is_file(), f"`heliodor simulate {game_id} … --records {path.relative_to(ROOT)}` writes it"


@every_game
def test_there_is_a_naive_reference(game_id: str) -> None:
    naive_game = entry_of(GAMES, game_id, "GAMES of tests/naive/__init__.py")
    assert naive_game.PLAYERS == get_game(game_id).players
    options = entry_of(OPTIONS, game_id, "OPTIONS of tests/naive/records.py")
    assert set(options) == {option.name for option in get_game(game_id).options}
    versions = entry_of(VERSIONS, game_id, "VERSIONS of tests/naive/records.py")
    for version, defaults in versions.items():
        earlier = {
            option.name: option.earlier[version] for option in get_game(game_id).options if version in option.earlier
        }
        assert defaults == earlier, f"version {version}"
    assert set(versions) == set(get_game(game_id).history)


def test_every_folder_is_one_of_a_game() -> None:
    package = ROOT / "src" / "heliodor" / "games"
    for folder in (package, TESTS / "games"):
        found = {path.name for path in folder.iterdir() if path.is_dir() and path.name != "__pycache__"}
        assert found == set(GAME_IDS), f"folders of {folder.relative_to(ROOT)}, and GAME_IDS"
    assert {path.stem for path in (TESTS / "perft").glob("*.perft")} == set(GAME_IDS), "files of tests/perft"


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
        for version, default in option.earlier.items():
            assert version in game.history and version != game.version
            assert option.check(default) == default
        assert option.summary
        assert not option.summary.endswith(".")
