"""Speedy Gnomes as numbers for learning."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from heliodor.core.contract import SPECTATOR
from heliodor.games.gnomes import GAME, encoding
from heliodor.games.gnomes.rules import CARD_0
from tests.conftest import scaled

from .position import KERNELS, KINDS, Position, dealt, position

SIZES = {block.name: block.size for block in encoding.LAYOUT}
OFFSETS = {name: sum(list(SIZES.values())[:number]) for number, name in enumerate(SIZES)}


def encoded(match: Position, seat: int) -> Any:
    out = np.full(encoding.SIZE, np.nan, np.float32)
    KERNELS.encode(match.hidden_from(seat).states, 0, seat, out)
    return out


def part(match: Position, seat: int, name: str) -> list[float]:
    start = OFFSETS[name]
    return [round(float(number), 4) for number in encoded(match, seat)[start : start + SIZES[name]]]


def seat_part(match: Position, seat: int, step: int) -> list[float]:
    size = encoding.SEAT_SIZE
    return part(match, seat, "seats")[size * step : size * (step + 1)]


def one_hot(size: int, *places: int) -> list[float]:
    return [1.0 if place in places else 0.0 for place in range(size)]


MATCH = position(
    ("Ro | C WB Ss Ss", "Ht | D", ""),
    caves=[0, 1],
    curses={0: "FP FO", 2: "K"},
    gems={0: "D Ro Ro Ht", 1: "So"},
    open="C - D",
    turn=1,
    first=2,
)


def test_the_match() -> None:
    assert part(MATCH, 0, "players") == one_hot(5, 1)
    assert part(MATCH, 0, "options") == [0, 0, 0]
    assert part(dealt(2, deck="six_shapes", quick_start=True, last_round="full"), 0, "options") == [1, 1, 1]
    assert part(MATCH, 0, "phase") == one_hot(5, 1)
    assert part(MATCH, 0, "deck") == [round(len(MATCH.deck) / 102, 4)]
    assert part(MATCH, 0, "rounds_left") == [0]
    assert part(position(("", ""), deck="", full=True), 0, "rounds_left") == [1]


def test_seats_are_counted_from_the_viewer() -> None:
    assert [part(MATCH, seat, "to_act").index(1) for seat in (0, 1, 2, SPECTATOR)] == [1, 0, 2, 1]
    assert [part(MATCH, seat, "first").index(1) for seat in (0, 1, 2, SPECTATOR)] == [2, 1, 0, 2]
    for seat in range(3):
        for step in range(3):
            assert seat_part(MATCH, seat, step) == seat_part(MATCH, SPECTATOR, (seat + step) % 3)
    assert seat_part(MATCH, 0, 3) == [0] * encoding.SEAT_SIZE


def test_open_cards_and_the_discard_pile() -> None:
    cards = part(MATCH, 0, "open_cards")
    assert cards == [*one_hot(27, KINDS["C"]), *[0.0] * 27, *one_hot(27, KINDS["D"])]
    dropped = position(("Ro", "")).play("drop Ro")
    assert part(dropped, 0, "discard") == [round(1 / 6, 4) if kind == KINDS["Ro"] else 0 for kind in range(27)]
    all_gone = part(position(("", ""), deck=""), 0, "discard")
    assert {code for code, number in zip(KINDS, all_gone, strict=True) if number} == set(
        "C K FO FG FP WR WY WB D Ro Rs Rt Ho Hs Ht So Ss St".split()
    )
    assert round(6 * sum(all_gone)) == 102


def test_hands() -> None:
    own = part(MATCH, 0, "own_hand")
    held = {KINDS["Ro"]: 1, KINDS["C"]: 1, KINDS["WB"]: 1, KINDS["Ss"]: 2}
    assert own == [round(held.get(kind, 0) / 6, 4) for kind in range(27)]
    assert part(MATCH, SPECTATOR, "own_hand") == [0] * 27


def test_public_facts_about_a_seat() -> None:
    size, cave, *rest = seat_part(MATCH, 2, 1)
    assert (size, cave) == (round(5 / 6, 4), 1)
    assert rest[:4] == [0, 0.1667, 0, 0.1667]
    assert rest[4:31] == [round(1 / 6, 4) if kind == KINDS["Ro"] else 0 for kind in range(27)]
    laid = {"D": 1, "Ro": 2, "Ht": 1}
    assert rest[31:] == [round(laid.get(code, 0) / 6, 4) for code in list(KINDS)[8:]]


def test_a_pending_card() -> None:
    assert part(MATCH, 0, "pending") == [0] * 7
    match = position(("WY C", ""), curses={0: "FO"})
    KERNELS.apply_action(match.states, 0, CARD_0 + KINDS["WY"])
    assert part(match, 1, "pending") == one_hot(7, 5)
    assert part(match, 1, "phase") == one_hot(5, 3)


@pytest.mark.parametrize("players", GAME.players)
def test_every_number_is_written_and_small(players: int) -> None:
    for seed in range(scaled(2)):
        match = dealt(players, seed=seed, deck=("three_shapes", "six_shapes")[seed % 2])
        rng = random.Random(seed)
        while not match.is_over:
            numbers = encoded(match, rng.randrange(-1, players))
            assert ((numbers >= 0) & (numbers <= 3)).all()
            match.play(rng.choice(sorted(match.legal)))
        over = encoded(match, 0)
        assert not over[OFFSETS["to_act"] : OFFSETS["first"]].any()
