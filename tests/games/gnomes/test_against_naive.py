"""The engine and the slow, obvious reading of the rules must agree at every ply."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import msgspec
import pytest

from heliodor.core.record import Record
from heliodor.games.gnomes import GAME
from heliodor.match import Match, new_match
from tests.conftest import SCALE, scaled
from tests.naive import NaiveGnomes
from tests.naive.records import random_record, verify
from tests.naive.shuffles import Recorded

from .position import Position

ALL_OPTIONS = [
    {"players": players, "deck": deck, "quick_start": quick_start, "last_round": last_round}
    for players, deck, quick_start, last_round in product(
        GAME.players, ("three_shapes", "six_shapes"), (False, True), ("finish", "full")
    )
]
# A slow run still plays with every number of players and every value of each option.
OPTIONS = ALL_OPTIONS if SCALE >= 0.1 else ALL_OPTIONS[::7]

every_option = pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(map(str, options.values())))


def codes(shuffle: list[int]) -> list[str]:
    return [GAME.card_codes[card] for card in shuffle]


def assert_same(match: Match, naive: NaiveGnomes) -> None:
    assert match.over == naive.is_over()
    assert sorted(match.legal()) == sorted(naive.legal())
    assert match.to_act == (-1 if naive.is_over() else naive.to_act())


def assert_same_cards(match: Match, naive: NaiveGnomes) -> None:
    position = Position(match.states)
    assert position.deck == naive.deck
    assert position.open == naive.open
    assert sorted(position.discard.split()) == sorted(naive.discard)
    for seat in range(match.players):
        assert sorted(position.hand(seat).replace("|", "").split()) == sorted(naive.hands[seat])
        assert sorted(position.gems(seat).split()) == sorted(naive.gems[seat])
        assert [card for card, _ in position.curses(seat)] == naive.curses[seat]
        assert position.state.caves[seat] == naive.caves[seat]


def assert_same_result(match: Match, naive: NaiveGnomes) -> None:
    assert match.scores == naive.scores()
    assert match.winners == (naive.winners() if naive.is_over() else [])


@every_option
def test_random_matches_of_the_engine(options: dict[str, Any]) -> None:
    rng = random.Random(str(options))
    match = new_match("gnomes", seed=rng.randrange(1000), **options)
    naive = NaiveGnomes(options, match.first, Recorded([codes(shuffle) for shuffle in match.shuffles]))
    assert_same(match, naive)
    while not match.over:
        text = rng.choice(match.legal())
        match.act(text)
        naive.act(text)
        assert_same(match, naive)
        if match.ply % 10 == 0:
            assert_same_cards(match, naive)
        if match.ply % 50 == 0:  # Splitting many gems takes the reference long.
            assert_same_result(match, naive)
    assert_same_cards(match, naive)
    assert_same_result(match, naive)


@every_option
def test_random_records_of_the_naive_reference(options: dict[str, Any]) -> None:
    rng = random.Random(str(options))
    for unfinished_at in (None, *(rng.randrange(1, 120) for _ in range(scaled(1)))):
        written = random_record("gnomes", options, rng, unfinished_at)
        match = Match.from_record(msgspec.convert(written, Record))
        assert match.over == ("result" in written)
        assert [codes(shuffle) for shuffle in match.shuffles] == written["shuffles"]
        verify(msgspec.to_builtins(match.record()))
