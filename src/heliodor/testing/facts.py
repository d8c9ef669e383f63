"""The facts of a game, stated a second time and independently of its code, for the checks.

Asking the rules cannot reveal a fault in the rules. So the author of a game states here which texts are actions, where
the cards lie, what is secret and which scores are possible. A fact that is not stated is not checked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from heliodor.core.contract import OptionValue

if TYPE_CHECKING:
    from heliodor.testing.configurations import Configuration

Place = tuple[str, int | tuple[int, int]]  # A field, and where in it; a row counts as a place.


@dataclass(frozen=True)
class Facts:
    """The facts of one game."""

    texts: tuple[str, ...] | None = None  # Every text that is an action in some position.
    # From a full state and a seat (−1 is a spectator): the places that hold UNKNOWN once it is hidden from the seat.
    # The deck and the generator are secret in every game. Without this fact a leak in `hide` goes unnoticed.
    secrets: Callable[[Any, int], Iterable[Place]] | None = None
    cards: Callable[[Any], Iterable[tuple[int, int]]] | None = None  # All cards of a full state, each with its number.
    deck: Callable[[Mapping[str, OptionValue]], Mapping[str, int]] | None = None  # From options: card code -> number.
    is_score: Callable[[Any], bool] | None = None  # Whether one seat can have this score, as records write it.
    # From the first state of a match and a seat: how many worlds the seat cannot tell apart. None if a deck of a dozen
    # cards or more is shuffled: it has more orders than any run can draw.
    num_first_worlds: Callable[[Any, int], int] | None = None


NO_FACTS = Facts()
Check = Callable[["Configuration"], None]


def needs(*facts: str) -> Callable[[Check], Check]:
    """Mark a check that can only be made if these facts are stated."""

    def mark(check: Check) -> Check:
        check.needs = facts  # type: ignore[attr-defined]
        return check

    return mark


def plausible_texts(configuration: Configuration) -> tuple[str, ...]:
    """Return every text that is an action of the game in some position."""
    return configuration.facts.texts or ()


def broken_texts(configuration: Configuration) -> list[str]:
    """Return texts that are not an action in any position."""
    broken = ["", " ", "x", "pas", "PASS", "pass ", " pass", "pass\n", "null", "0", "-1", "\0", "☃", "done done"]
    texts = plausible_texts(configuration)
    for text in texts[:: max(1, len(texts) // 40)]:
        broken += [f" {text}", f"{text} ", f"{text}x", text.swapcase(), text[:-1] + "?"]
    known = set(texts)
    return [text for text in broken if text not in known]


def secrets_of(configuration: Configuration, state: Any, seat: int) -> Iterator[Place]:
    """Yield the places of a full state that hold UNKNOWN once it is hidden from the seat; −1 is a spectator."""
    assert configuration.facts.secrets is not None
    yield from configuration.facts.secrets(state, seat)


def cards_of(configuration: Configuration, state: Any) -> Counter[str]:
    """Return all cards of a full state; an unknown one among them is an error."""
    assert configuration.facts.cards is not None
    codes = configuration.game.card_codes
    counts: Counter[str] = Counter()
    for card, count in configuration.facts.cards(state):
        assert 0 <= card < len(codes), f"{card} is not a card: a place that should be known or NO_CARD holds it"
        assert count >= 0, f"{count} cards of {codes[card]}"
        counts[codes[card]] += count
    return counts


def whole_deck(configuration: Configuration) -> Counter[str]:
    """Return all cards that a match of this configuration is played with."""
    assert configuration.facts.deck is not None
    return Counter(configuration.facts.deck(configuration.options))


def assert_score_is_possible(configuration: Configuration, score: Any) -> None:
    """Fail unless one seat can have this score in a match of this configuration."""
    assert configuration.facts.is_score is not None
    assert configuration.facts.is_score(score), f"{score} is not a score of {configuration} according to its facts"
