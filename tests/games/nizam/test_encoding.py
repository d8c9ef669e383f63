"""Nizam as numbers for learning."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from heliodor.core.contract import SPECTATOR
from heliodor.core.shifting.rules import PAY_0, SHIFT_0
from heliodor.games.nizam import encoding
from tests.conftest import scaled

from .position import KERNELS, KINDS, Position, dealt, position


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
    assert at == encoding.SIZE
    return parts


def assert_close(part: Any, numbers: list[float]) -> None:
    assert part.tolist() == pytest.approx(numbers, abs=1e-6)


def test_the_board_is_one_hot() -> None:
    match = position()
    board = encoded(match, 0)["board"].reshape(25, 9)
    assert (board.sum(axis=1) == 1).all()
    assert "".join(KINDS[kind] for kind in board.argmax(axis=1)) == "".join(match.board)


def test_only_the_viewers_own_hand_is_counted() -> None:
    match = position(hands=("RRX", "C"))
    assert_close(encoded(match, 0)["own_hand"], [2 / 12, 0, 0, 0, 0, 0, 0, 1 / 12])
    assert_close(encoded(match, 1)["own_hand"], [0, 1 / 12, 0, 0, 0, 0, 0, 0])
    assert_close(encoded(match, SPECTATOR)["own_hand"], [0] * 8)


def test_seats_are_counted_from_the_viewer() -> None:
    match = position(hands=("RRX", "C", ""), turn=1, scores=(10, 20, 30))
    for seat, order in ((0, (0, 1, 2)), (1, (1, 2, 0)), (2, (2, 0, 1)), (SPECTATOR, (0, 1, 2))):
        parts = encoded(match, seat)
        assert_close(parts["hand_sizes"], [(3, 1, 0)[s] / 12 for s in order] + [0, 0])
        assert_close(parts["scores"], [(10, 20, 30)[s] / 50 for s in order] + [0, 0])
        assert parts["to_act"].tolist() == [1.0 if s == 1 else 0.0 for s in order] + [0, 0]
        assert parts["players"].tolist() == [0, 0, 1, 0, 0]


def test_deck_pile_and_run_outs() -> None:
    parts = encoded(position(deck="XXXXXX", discard="RRRX", run_outs=1), 0)
    assert_close(parts["deck"], [6 / 96])
    assert_close(parts["run_outs"], [1 / 5])
    assert_close(parts["discard"], [3 / 12, 0, 0, 0, 0, 0, 0, 1 / 12])
    assert_close(encoded(position(run_outs=7), 0)["run_outs"], [1])


def test_the_phase_and_what_is_being_paid() -> None:
    match = position(hands=("RRX", ""))
    parts = encoded(match, 0)
    assert parts["phase"].tolist() == [1, 0, 0, 0, 0]
    assert not parts["pending_shift"].any()
    KERNELS.step(match.states, 0, SHIFT_0 + 2)
    parts = encoded(match, 1)
    assert parts["phase"].tolist() == [0, 1, 0, 0, 0]
    assert parts["pending_shift"].nonzero()[0].tolist() == [2]
    assert not parts["last_paid"].any()
    KERNELS.step(match.states, 0, PAY_0)
    parts = encoded(match, 1)
    assert_close(parts["num_paid"], [1 / 3])
    assert parts["last_paid"].nonzero()[0].tolist() == [0]
    KERNELS.step(match.states, 0, PAY_0)
    KERNELS.step(match.states, 0, PAY_0 + 7)
    parts = encoded(match, 1)
    assert parts["phase"].tolist() == [0, 0, 1, 0, 0]
    assert not parts["pending_shift"].any()
    assert not parts["last_paid"].any()
    over = encoded(position(deck="XRA", run_outs=1).play("draw"), 0)
    assert over["phase"].tolist() == [0, 0, 0, 0, 1]
    assert not over["to_act"].any()


def test_runs_that_changed_in_this_turn_are_marked() -> None:
    match = position("ARRCE RAAAQ EQSAX CTEQS RCTEA", hands=("R", ""))
    assert not encoded(match, 0)["changed_runs"].any()
    changed = encoded(match.play("av"), 0)["changed_runs"].reshape(10, 8)
    assert changed[0, KINDS.index("R")] == 1
    assert changed[1, KINDS.index("A")] == 1
    assert changed[0, KINDS.index("C")] == 0
    assert not changed[5].any()  # Column a was only slid.


def test_the_hand_limit_of_a_player_alone() -> None:
    assert_close(encoded(position(hands=("R",), limit=9), 0)["hand_limit"], [9 / 12])
    assert_close(encoded(position(limit=9), 0)["hand_limit"], [0])


def test_numbers_stay_near_one() -> None:
    for players in range(1, 6):
        match = dealt(players)
        gen = np.full(1, players, np.uint64)
        for _ in range(scaled(150)):
            action = KERNELS.random_action(match.states, 0, gen)
            if action < 0:
                break
            KERNELS.step(match.states, 0, action)
            for seat in range(-1, players):
                for part in encoded(match, seat).values():
                    assert -1 <= part.min() <= part.max() <= 2
