"""An action against the rules is refused with the rule's number and a sentence; nothing changes (G5)."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from heliodor import BadNotation, IllegalAction, Match, get_game
from heliodor.games import GAME_IDS
from tests.contract.configurations import Configuration, every_configuration, smallest_and_largest_of_every_game
from tests.contract.texts import plausible_texts
from tests.contract.walks import random_match, random_positions

Scale = Callable[[int], int]

RULES = Path(__file__).parents[2] / "docs" / "rules"
LETTERS = "".join(["G", *(get_game(game_id).rule_letter for game_id in GAME_IDS)])  # G: rules of all games.
RULE_NUMBER = re.compile(rf"\b[{LETTERS}]\d+\b")
KEY = re.compile(r"[a-z]+(_[a-z]+)*")


@cache
def rule_numbers(game_id: str) -> frozenset[str]:
    """Return every rule number that the game's rules mention."""
    return frozenset(RULE_NUMBER.findall((RULES / f"{game_id}.md").read_text(encoding="utf-8")))


def refusal_of(match: Match, text: str) -> IllegalAction:
    before = match.states.tobytes()
    with pytest.raises(IllegalAction) as refusal:
        match.act(text)
    assert match.states.tobytes() == before
    assert match.actions == []
    return refusal.value


@every_configuration
def test_an_illegal_action_is_refused_with_a_rule_and_a_reason(configuration: Configuration, scale: Scale) -> None:
    known = rule_numbers(configuration.game_id)
    pool = plausible_texts(configuration.game_id)
    for number, match in enumerate(random_positions(configuration, 11, scale(4))):
        legal = set(match.legal())
        for text in random.Random(number).sample(pool, min(30, len(pool))):
            assert match.is_legal(text) == (text in legal), text
            if text in legal:
                continue
            error = refusal_of(match, text)
            assert error.rule in known, f"{text} is refused by {error.rule}, which docs/rules does not mention"
            assert KEY.fullmatch(error.key), f"{error.key!r} is not written like_this"
            assert len(error.message) > 10
            assert "\n" not in error.message
            assert str(error) == f"{error.message} ({error.rule})"
            assert not RULE_NUMBER.search(error.message), "the number stands in `rule` and is added by itself"


@every_configuration
def test_what_is_legal_is_legal_and_all_that_is(configuration: Configuration, scale: Scale) -> None:
    pool = plausible_texts(configuration.game_id)
    for number, match in enumerate(random_positions(configuration, 11, scale(2))):
        legal = match.legal()
        assert [text for text in legal[:200] if not match.is_legal(text)] == []
        others = set(random.Random(number).sample(pool, min(100, len(pool)))) - set(legal)
        assert [text for text in sorted(others) if match.is_legal(text)] == [], "legal, but not in legal_texts"


@smallest_and_largest_of_every_game
def test_nothing_can_follow_the_end(configuration: Configuration) -> None:
    match = random_match(configuration, 3)
    assert match.over
    before, played = match.states.tobytes(), list(match.actions)
    for text in plausible_texts(configuration.game_id)[:200]:
        with pytest.raises(IllegalAction) as refusal:
            match.act(text)
        assert refusal.value.rule == "G5"
        assert refusal.value.key == "match_over"
    with pytest.raises(BadNotation):
        match.act("nonsense")
    assert match.states.tobytes() == before
    assert match.actions == played
