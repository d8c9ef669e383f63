"""The engine and the slow, obvious reading of the rules must agree at every ply."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from heliodor.core.record import Record
from heliodor.games.pearl import GAME
from heliodor.match import Match, new_match
from tests.conftest import scaled
from tests.naive import NaivePearl
from tests.naive.records import random_record, verify
from tests.naive.shuffles import Recorded

from .position import Position

# Every number of players with several limits. Hoarding gives large hands.
LIMITS_AND_HOARDS = [(1, 0.0), (40, 0.4), (200, 0.0)]


def choose(legal: list[str], rng: random.Random, hoard: float) -> str:
    """Choose an action; shifts that differ only in their payment are one choice. `hoard` is how often to draw."""
    if "draw" in legal and rng.random() < hoard:
        return "draw"
    shift = rng.choice(sorted({text.partition(":")[0] for text in legal}))
    return rng.choice([text for text in legal if text.partition(":")[0] == shift])


def codes(shuffle: list[int]) -> list[str]:
    return [GAME.card_codes[card] for card in shuffle]


def assert_same(match: Match, naive: NaivePearl) -> None:
    assert match.over == naive.is_over()
    assert sorted(match.legal()) == sorted(naive.legal())
    assert match.to_act == (-1 if naive.is_over() else naive.to_act())
    assert match.scores == naive.scores()
    assert match.winners == (naive.winners() if naive.is_over() else [])
    position = Position(match.states)
    assert position.board == "".join(naive.board)
    assert position.deck == "".join(naive.deck.cards)
    assert sorted(position.discard) == sorted(naive.deck.discard)
    assert position.piles == ["".join(pile) for pile in naive.fulfilled]
    for seat, hand in enumerate(naive.hands):
        assert sorted(position.hand(seat)) == sorted(hand)


@pytest.mark.parametrize(("limit", "hoard"), LIMITS_AND_HOARDS)
@pytest.mark.parametrize("players", GAME.players)
def test_random_matches_of_the_engine(players: int, limit: int, hoard: float) -> None:
    options: dict[str, Any] = {"players": players, "stall_limit": limit}
    rng = random.Random(players)
    match = new_match("pearl", seed=players, **options)
    source = Recorded([codes(shuffle) for shuffle in match.shuffles])
    naive = NaivePearl(options, match.first, source)
    assert_same(match, naive)
    while not match.over:
        known = len(match.shuffles)
        text = choose(match.legal(), rng, hoard)
        match.act(text)
        source.coming += [codes(shuffle) for shuffle in match.shuffles[known:]]
        naive.act(text)
        assert not source.coming
        assert_same(match, naive)


@pytest.mark.parametrize(("limit", "hoard"), LIMITS_AND_HOARDS)
@pytest.mark.parametrize("players", GAME.players)
def test_random_records_of_the_naive_reference(players: int, limit: int, hoard: float) -> None:
    options = {"players": players, "stall_limit": limit}
    rng = random.Random(players)
    for unfinished_at in (None, *(rng.randrange(1, 60) for _ in range(scaled(5)))):
        written = random_record("pearl", options, rng, unfinished_at, hoard)
        match = Match.from_record(msgspec.convert(written, Record))
        assert match.over == ("result" in written)
        assert [codes(shuffle) for shuffle in match.shuffles] == written["shuffles"]
        verify(msgspec.to_builtins(match.record()))
