"""The engine and the slow, obvious reading of the rules must agree at every ply."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from heliodor.core.record import Record
from heliodor.games.luz import GAME
from heliodor.match import Match, new_match
from tests.conftest import scaled
from tests.naive import NaiveLuz
from tests.naive.records import random_record, verify
from tests.naive.shuffles import Recorded

from .position import Position

SUPPLIES = ("unlimited", "box")


def codes(shuffle: list[int]) -> list[str]:
    return [GAME.card_codes[card] for card in shuffle]


def assert_same(match: Match, naive: NaiveLuz) -> None:
    assert match.over == naive.is_over()
    assert match.legal() == naive.legal()
    assert match.to_act == (-1 if naive.is_over() else naive.to_act())
    assert match.scores == naive.scores()
    assert match.winners == (naive.winners() if naive.is_over() else [])
    if naive.is_over():
        return
    position = Position(match.states)
    assert position.tricks == naive.tricks
    for seat, hand in enumerate(naive.hands):
        cards = position.hand(seat)
        assert [card if slot in position.unplayed(seat) else None for slot, card in enumerate(cards)] == hand


@pytest.mark.parametrize("supply", SUPPLIES)
@pytest.mark.parametrize("players", GAME.players)
def test_random_matches_of_the_engine(players: int, supply: str) -> None:
    options: dict[str, Any] = {"players": players, "bead_supply": supply}
    for seed in range(scaled(4)):
        rng = random.Random(seed)
        match = new_match("luz", seed=seed, **options)
        source = Recorded([codes(shuffle) for shuffle in match.shuffles])
        naive = NaiveLuz(options, match.first, source)
        assert_same(match, naive)
        while not match.over:
            known = len(match.shuffles)
            text = rng.choice(match.legal())
            match.act(text)
            source.coming += [codes(shuffle) for shuffle in match.shuffles[known:]]
            naive.act(text)
            assert not source.coming
            assert_same(match, naive)


@pytest.mark.parametrize("supply", SUPPLIES)
@pytest.mark.parametrize("players", GAME.players)
def test_random_records_of_the_naive_reference(players: int, supply: str) -> None:
    options = {"players": players, "bead_supply": supply}
    rng = random.Random(players)
    for unfinished_at in (None, *(rng.randrange(1, 44 * players) for _ in range(scaled(5)))):
        written = random_record("luz", options, rng, unfinished_at)
        match = Match.from_record(msgspec.convert(written, Record))
        assert match.over == ("result" in written)
        assert [codes(shuffle) for shuffle in match.shuffles] == written["shuffles"]
        verify(msgspec.to_builtins(match.record()))
