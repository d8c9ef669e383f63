"""The engine and the slow, obvious reading of the rules must agree at every ply."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from heliodor.core.record import Record
from heliodor.games.nizam import GAME
from heliodor.match import Match, new_match
from tests.conftest import scaled
from tests.naive import NaiveNizam
from tests.naive.nizam import points_for, scoring_combinations
from tests.naive.records import random_record, verify
from tests.naive.shuffles import Recorded

from .position import Position, position

OPTIONS: list[dict[str, Any]] = [{"players": 1, "solo_hand_limit": 9}, *({"players": n} for n in GAME.players)]
HOARDS = (0.0, 0.5, 0.9)  # How often a draw is taken: hands of all sizes.


def choose(legal: list[str], rng: random.Random, hoard: float) -> str:
    """Choose an action; shifts that differ only in their payment are one choice. `hoard` is how often to draw."""
    if "draw" in legal and rng.random() < hoard:
        return "draw"
    shift = rng.choice(sorted({text.partition(":")[0] for text in legal}))
    return rng.choice([text for text in legal if text.partition(":")[0] == shift])


def codes(shuffle: list[int]) -> list[str]:
    return [GAME.card_codes[card] for card in shuffle]


def assert_same(match: Match, naive: NaiveNizam) -> None:
    assert match.over == naive.is_over()
    assert sorted(match.legal()) == sorted(naive.legal())
    assert match.to_act == (-1 if naive.is_over() else naive.to_act())
    assert match.scores == naive.scores()
    assert match.winners == (naive.winners() if naive.is_over() else [])
    there = Position(match.states)
    assert "".join(there.board) == "".join(naive.board)
    assert there.deck == "".join(naive.deck.cards)
    assert sorted(there.discard) == sorted(naive.deck.discard)
    assert there.run_outs == naive.deck.run_outs
    for seat, hand in enumerate(naive.hands):
        assert sorted(there.hand(seat)) == sorted(hand)


@pytest.mark.parametrize("hoard", HOARDS)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_random_matches_of_the_engine(options: dict[str, Any], hoard: float) -> None:
    rng = random.Random(str(options))
    match = new_match("nizam", seed=options["players"], **options)
    source = Recorded([codes(shuffle) for shuffle in match.shuffles])
    naive = NaiveNizam(options, match.first, source)
    assert_same(match, naive)
    while not match.over:
        known = len(match.shuffles)
        text = choose(match.legal(), rng, hoard)
        match.act(text)
        source.coming += [codes(shuffle) for shuffle in match.shuffles[known:]]
        naive.act(text)
        assert not source.coming
        assert_same(match, naive)


@pytest.mark.parametrize("hoard", HOARDS)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_random_records_of_the_naive_reference(options: dict[str, Any], hoard: float) -> None:
    rng = random.Random(str(options))
    for unfinished_at in (None, *(rng.randrange(1, 60) for _ in range(scaled(5)))):
        written = random_record("nizam", options, rng, unfinished_at, hoard)
        match = Match.from_record(msgspec.convert(written, Record))
        assert match.over == ("result" in written)
        assert [codes(shuffle) for shuffle in match.shuffles] == written["shuffles"]
        verify(msgspec.to_builtins(match.record()))


def test_activations_of_boards_with_few_kinds() -> None:
    # With three kinds, combinations are everywhere: the rules of N10 to N13 meet in one turn.
    rng = random.Random(6)
    for _ in range(scaled(400)):
        board = "".join(rng.choices("RCT", k=25))
        match = position(board, hands=("RCT" * 8, ""), deck="X" * 25)
        boards = [list(board)]
        for _ in range(rng.randrange(1, 7)):
            match.play(rng.choice(sorted(text for text in match.legal if text not in ("draw", "done"))))
            boards.append(list("".join(match.board)))
        scoring = scoring_combinations(boards)
        gone = {cell for cells in scoring for cell in cells}
        match.play("done")
        assert match.scores[0] == points_for(scoring)
        after = "".join(match.board)
        assert after == "".join("X" if cell in gone else card for cell, card in enumerate(boards[-1]))
