"""Luz as numbers for learning."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from heliodor.core.contract import SPECTATOR
from heliodor.games.luz import GAME, encoding

from .position import CODES, KERNELS, Position, dealt, last_trick, position


def encoded(match: Position, seat: int) -> dict[str, Any]:
    """Return the parts of an encoding by name."""
    out = np.full(encoding.SIZE, np.nan, np.float32)
    KERNELS.encode(match.hidden_from(seat), 0, seat, out)
    assert not np.isnan(out).any()
    parts = {}
    at = 0
    for name, size, *_ in encoding.LAYOUT:
        parts[name] = out[at : at + size]
        at += size
    assert at == encoding.SIZE
    return parts


def one_hot(size: int, place: int) -> list[float]:
    return [float(n == place) for n in range(size)]


def test_the_start_of_a_match() -> None:
    parts = encoded(dealt(4, first=0), 3)
    assert list(parts["players"]) == [0, 1, 0]
    assert list(parts["phase"]) == [1, 0, 0]
    assert list(parts["deal"]) == [1, 0, 0, 0]
    assert parts["beads_left"] == 1.0
    # Seat 1 has the marker and acts: two seats clockwise from seat 3.
    for name in ("to_act", "marker", "leader"):
        assert list(parts[name]) == one_hot(5, 2)
    for name in ("led", "last_winner", "trick", "last_trick", "scores", "points", "bets", "tricks"):
        assert not parts[name].any()


def test_hands_begin_with_the_viewer_and_hide_its_values() -> None:
    match = dealt(4)
    hands = encoded(match, 2)["hands"].reshape(5, 10, 8)
    for step, seat in enumerate((2, 3, 0, 1)):
        for slot, card in enumerate(match.hand(seat)):
            assert list(hands[step, slot, :5]) == one_hot(5, "RYGBP".index(card[0]))
            assert hands[step, slot, 5] == pytest.approx(0 if seat == 2 else int(card[1:]) / 12)
            assert list(hands[step, slot, 6:]) == [1, seat != 2]
    assert not hands[4].any()


def test_a_seat_has_not_seen_its_hand_and_the_ten_aside() -> None:
    match = dealt(3)
    unseen = {CODES[card] for card in np.flatnonzero(encoded(match, 0)["unseen"])}
    assert len(unseen) == 20
    assert unseen > set(match.hand(0))


def test_bets_tricks_and_the_table() -> None:
    match = position("R4 G7", "R3 Y5", "R8 P2", bids=["3+", "0", "10"], tricks=[2, 1, 5], scores=[10, -45, 0])
    match.play("R4", "R3")
    parts = encoded(match, 1)
    np.testing.assert_allclose(parts["bets"].reshape(5, 3)[:3], [[1, 0, 0], [1, 1, 0], [1, 0.3, 1]])
    np.testing.assert_allclose(parts["tricks"], [0.1, 0.5, 0.2, 0, 0])
    np.testing.assert_allclose(parts["scores"], [-0.45, 0, 0.1, 0, 0])
    assert list(parts["led"]) == [1, 0, 0, 0, 0]
    assert list(parts["leader"]) == one_hot(5, 2)
    trick = parts["trick"].reshape(5, 6)
    np.testing.assert_allclose(trick[0], [1, 0, 0, 0, 0, 3 / 12])
    np.testing.assert_allclose(trick[2], [1, 0, 0, 0, 0, 4 / 12])
    assert not trick[1].any()
    match.play("R8")
    parts = encoded(match, 1)
    np.testing.assert_allclose(parts["last_trick"].reshape(5, 6)[1], [1, 0, 0, 0, 0, 8 / 12])
    assert list(parts["last_winner"]) == one_hot(5, 1)


def test_points_by_deal_and_the_end() -> None:
    match = last_trick("R1", "R8", "R2", bids=["0", "1", "2"], deal=4).play("R1", "R8", "R2")
    parts = encoded(match, 0)
    assert list(parts["phase"]) == [0, 0, 1]
    np.testing.assert_allclose(parts["points"].reshape(5, 4)[:, 3], [0.8, 0.8, -0.2, 0, 0])
    assert not parts["to_act"].any()


def test_beads_left_in_the_box() -> None:
    match = dealt(3, supply="box").play("bid 9")
    assert encoded(match, 0)["beads_left"] == pytest.approx(0.6)


@pytest.mark.parametrize("players", GAME.players)
def test_numbers_are_small_and_worlds_that_look_alike_encode_alike(players: int) -> None:
    match = dealt(players, seed=2)
    rng = random.Random(2)
    gen = np.array([5], np.uint64)
    ply = 0
    while not match.is_over:
        match.play(rng.choice(match.legal))
        ply += 1
        if ply % 9:
            continue
        for viewer in (SPECTATOR, *range(players)):
            parts = encoded(match, viewer)
            assert all(np.abs(part).max() <= 2 for part in parts.values())
            world = match.hidden_from(viewer)
            KERNELS.determinize(world, 0, viewer, gen)
            imagined = encoded(Position(world), viewer)
            assert all(np.array_equal(parts[name], imagined[name]) for name in parts)
