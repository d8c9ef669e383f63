"""An action against the rules is refused with the rule's number and a sentence; nothing changes (G5)."""

from __future__ import annotations

import random
import re

from heliodor import rulebook
from heliodor.core.errors import BadNotation, IllegalAction
from heliodor.games import GAME_IDS, get_game
from heliodor.match import Match
from heliodor.testing.configurations import Configuration
from heliodor.testing.errors import error_of
from heliodor.testing.facts import needs, plausible_texts
from heliodor.testing.scale import scaled
from heliodor.testing.walks import random_match, random_positions

SHARED_RULES = ("G3", "G4", "G5", "G6")  # One acts at a time, shared wins, refusals, unfinished matches.
KEY = re.compile(r"[a-z]+(_[a-z]+)*")


def rule_number(configuration: Configuration) -> re.Pattern[str]:
    """Return what a rule number looks like: of this game, of Heliodor's games, or of all games (G)."""
    letters = {"G", configuration.game.rule_letter, *(get_game(game_id).rule_letter for game_id in GAME_IDS)}
    return re.compile(rf"\b[{''.join(sorted(letters))}]\d+\b")


def refusal_of(match: Match, text: str) -> IllegalAction:
    before = match.states.tobytes()
    error = error_of(IllegalAction, match.act, text)
    assert error is not None, f"{text!r} was played, but is not in legal_texts"
    assert match.states.tobytes() == before, f"{text!r} was refused, but has changed the state"
    assert match.actions == []
    return error


def the_rulebook_names_the_rules_of_all_games(configuration: Configuration) -> None:
    page = rulebook.read(configuration.game_id)
    missing = [rule for rule in SHARED_RULES if f"({rule})" not in page and f", {rule})" not in page]
    assert not missing, f"the rulebook does not say how {missing[0]} is played"


@needs("texts")
def an_illegal_action_is_refused_with_a_rule_and_a_reason(configuration: Configuration) -> None:
    number_of = rule_number(configuration)
    known = set(number_of.findall(rulebook.read(configuration.game_id)))
    pool = plausible_texts(configuration)
    for number, match in enumerate(random_positions(configuration, 11, scaled(4))):
        legal = set(match.legal())
        for text in random.Random(number).sample(pool, min(30, len(pool))):
            assert match.is_legal(text) == (text in legal), f"is_legal and legal_texts differ about {text!r}"
            if text in legal:
                continue
            error = refusal_of(match, text)
            assert error.rule in known, f"{text} is refused by {error.rule}, which the rulebook does not mention"
            assert KEY.fullmatch(error.key), f"{error.key!r} is not written like_this"
            assert len(error.message) > 10
            assert "\n" not in error.message
            assert str(error) == f"{error.message} ({error.rule})"
            assert not number_of.search(error.message), "the number belongs into `rule`, which is added automatically"


@needs("texts")
def legal_texts_are_exactly_the_legal_actions(configuration: Configuration) -> None:
    pool = plausible_texts(configuration)
    for number, match in enumerate(random_positions(configuration, 11, scaled(2))):
        legal = match.legal()
        assert [text for text in legal[:200] if not match.is_legal(text)] == []
        others = set(random.Random(number).sample(pool, min(100, len(pool)))) - set(legal)
        assert [text for text in sorted(others) if match.is_legal(text)] == [], "legal, but not in legal_texts"


@needs("texts")
def nothing_can_follow_the_end(configuration: Configuration) -> None:
    match = random_match(configuration, 3)
    assert match.over
    before, played = match.states.tobytes(), list(match.actions)
    for text in plausible_texts(configuration)[:200]:
        error = error_of(IllegalAction, match.act, text)
        assert error is not None and (error.rule, error.key) == ("G5", "match_over"), f"{text!r} after the end"
    assert error_of(BadNotation, match.act, "nonsense") is not None
    assert match.states.tobytes() == before
    assert match.actions == played


PROMISES = (an_illegal_action_is_refused_with_a_rule_and_a_reason, legal_texts_are_exactly_the_legal_actions)
PROMISES_OF_FEW = (nothing_can_follow_the_end, the_rulebook_names_the_rules_of_all_games)
