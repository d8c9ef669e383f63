"""Pearl of the East as numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from heliodor.core.contract import SPECTATOR
from heliodor.games.pearl import GAME, encoding
from tests.conftest import scaled

from .boards import RUBY_AND_SAPPHIRE, RUBY_OR_SAPPHIRE
from .position import CODES, KERNELS, KINDS, Position, dealt, position


def encoded(match: Position, seat: int) -> dict[str, Any]:
    """Return the numbers by the names of the layout."""
    out = np.full(encoding.SIZE + 3, np.nan, np.float32)
    KERNELS.encode(match.hidden_from(seat), 0, seat, out)
    assert np.isnan(out[encoding.SIZE :]).all(), "nothing is written behind the end"
    assert not np.isnan(out[: encoding.SIZE]).any(), "every cell is written"
    parts, at = {}, 0
    for name, size, *_ in encoding.LAYOUT:
        parts[name] = out[at : at + size]
        at += size
    return parts


def kinds(part: Any) -> str:
    """Return the kinds whose number is 1; the others must be 0."""
    assert set(part) <= {0.0, 1.0}
    return "".join(code for code, number in zip(KINDS, part, strict=True) if number)


def test_the_layout_is_as_long_as_it_says() -> None:
    names = [block.name for block in encoding.LAYOUT]
    assert len(set(names)) == len(names)
    assert sum(block.size for block in encoding.LAYOUT) == encoding.SIZE


def test_piles_are_counted_from_the_viewer() -> None:
    match = position(hands=("R", "CC", "T"), piles=("RC", "", "XAS"), turn=2)
    for seat, order in ((0, (0, 1, 2)), (1, (1, 2, 0)), (2, (2, 0, 1)), (SPECTATOR, (0, 1, 2))):
        parts = encoded(match, seat)
        piles = [("RC", "", "XAS")[s] for s in order]
        assert list(parts["scores"]) == [len(pile) / 8 for pile in piles] + [0, 0]
        rows = parts["fulfilled"].reshape(5, 8)
        assert [set(kinds(row)) for row in rows] == [set(pile) for pile in piles] + [set(), set()]
        assert [kinds(row) for row in parts["tops"].reshape(5, 8)] == [pile[-1:] for pile in piles] + ["", ""]
        assert list(parts["to_act"]).index(1) == order.index(2)


def test_runs_and_what_they_fulfil() -> None:
    parts = encoded(position(RUBY_AND_SAPPHIRE, piles=("", "S")), 1)
    assert kinds(parts["runs"]) == "R"
    assert kinds(parts["pearl_runs"]) == "RS"
    assert kinds(parts["fulfillable"]) == "R"
    assert kinds(parts["pearl_kind"]) == ""


def test_what_the_pearl_stands_for() -> None:
    parts = encoded(position(RUBY_OR_SAPPHIRE).play("3>", "done", "task S"), 0)
    assert kinds(parts["pearl_kind"]) == "S"
    assert kinds(parts["fulfillable"]) == "T"


def test_the_stall_and_its_limit() -> None:
    parts = encoded(position(stall=30, stall_limit=120), 0)
    assert parts["stall"][0] == pytest.approx(0.25)
    assert parts["turns_to_stall"][0] == pytest.approx(0.9)
    assert encoded(position(stall=5, stall_limit=2**31 - 1), 0)["turns_to_stall"][0] == 1


def test_a_hidden_hand_is_not_in_the_numbers() -> None:
    one = position(hands=("RCT", "AAA"), deck="XXX")
    other = position(hands=("RCT", "XXX"), deck="AAA")
    for seat in (0, SPECTATOR):
        for name, part in encoded(one, seat).items():
            assert np.array_equal(part, encoded(other, seat)[name]), name
    assert not np.array_equal(encoded(one, 1)["own_hand"], encoded(other, 1)["own_hand"])
    assert not encoded(one, SPECTATOR)["own_hand"].any()


@pytest.mark.parametrize("players", GAME.players)
def test_the_numbers_stay_small(players: int) -> None:
    gen = np.array([players], np.uint64)
    match = dealt(players, seed=3)
    for _ in range(scaled(3000)):
        action = KERNELS.random_action(match.states, 0, gen)
        if action < 0:
            break
        KERNELS.apply_action(match.states, 0, action)
        for seat in (SPECTATOR, 0, players - 1):
            for name, part in encoded(match, seat).items():
                assert part.min() >= -1, name
                assert part.max() <= 1, name


def test_cards_are_encoded_in_the_order_of_their_codes() -> None:
    board = encoded(position(RUBY_OR_SAPPHIRE), 0)["board"].reshape(25, 9)
    assert "".join(CODES[card] for card in board.argmax(axis=1)) == "".join(RUBY_OR_SAPPHIRE.split())
    assert np.array_equal(board.sum(axis=1), np.ones(25))
