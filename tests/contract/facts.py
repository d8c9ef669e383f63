"""The facts of our own games, for the checks of heliodor.testing."""

from __future__ import annotations

from functools import cache

from heliodor.testing import Facts
from tests.contract.scores import is_possible_score
from tests.contract.secrets import secrets_of
from tests.contract.texts import plausible_texts
from tests.contract.zones import cards_of, deck_of, first_worlds_of


@cache
def facts_of(game_id: str) -> Facts:
    """Return the facts of a game, stated a second time and independently of its code."""
    return Facts(
        texts=plausible_texts(game_id),
        secrets=secrets_of(game_id),
        cards=cards_of(game_id),
        deck=deck_of(game_id),
        is_score=is_possible_score(game_id),
        num_first_worlds=first_worlds_of(game_id),
    )
