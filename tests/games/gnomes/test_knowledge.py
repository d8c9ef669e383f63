"""What a seat of Speedy Gnomes may know, and the worlds it imagines."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from heliodor.core.contract import SPECTATOR
from heliodor.core.deck import UNKNOWN
from heliodor.games.gnomes import GAME
from tests.conftest import scaled
from tests.naive.gnomes import all_cards

from .position import KERNELS, Position, dealt, position


def imagined(match: Position, seat: int, seed: int) -> Position:
    """Return a world that the seat cannot tell from this one, sampled from what it knows."""
    world = match.hidden_from(seat)
    KERNELS.determinize(world.states, 0, seat, np.full(1, seed, np.uint64))
    return world


def shown(match: Position, seat: int, owner: int) -> list[int]:
    """Return a hand as the seat knows it."""
    return list(match.hidden_from(seat).state.hand[owner])


def test_a_hand_is_known_to_its_owner_only() -> None:
    match = position(("Ro | C WR", "Ht | D"))
    full = [list(match.state.hand[owner]) for owner in (0, 1)]
    assert [shown(match, 0, 0), shown(match, 1, 1)] == full
    assert shown(match, 1, 0) == [full[0][0], UNKNOWN, UNKNOWN, *full[0][3:]]
    assert shown(match, 0, 1) == [full[1][0], UNKNOWN, *full[1][2:]]
    assert [shown(match, SPECTATOR, owner) for owner in (0, 1)] == [shown(match, 1, 0), shown(match, 0, 1)]


def test_an_open_card_that_was_taken_is_known_to_all_until_played() -> None:
    match = position(("C Ro", "C"), caves=[0], open="Ht D C", taken=False).play("take 1")
    assert match.hand(0) == "Ht | C Ro"
    match.play("lay Ro")
    assert match.hand(0) == "Ht | C"
    match.play("take deck", "lay C").state.turn = 0
    match.play("take deck", "lay Ht")
    assert match.hand(0).startswith("| C")


def test_a_card_from_the_deck_is_secret() -> None:
    match = position(("Ro", ""), deck="D Ht", open="C C C", taken=False).play("take deck")
    assert match.hand(0) == "| D Ro"
    assert shown(match, 1, 0)[:2] == [UNKNOWN, UNKNOWN]


def test_after_one_of_two_equal_cards_is_played_neither_is_known() -> None:
    # A known and a secret round ruby: the others cannot tell which of them was laid.
    match = position(("Ro | C Ro", ""), caves=[0]).play("lay Ro")
    assert match.hand(0) == "| C Ro"
    # With two known ones, at least one is still there.
    match = position(("Ro Ro | C Ro", ""), caves=[0]).play("lay Ro")
    assert match.hand(0) == "Ro | C Ro"
    # A card of another kind says nothing about the known one.
    match = position(("Ro | C Ss", ""), caves=[0]).play("lay Ss")
    assert match.hand(0) == "Ro | C"


def test_a_curse_or_wind_on_its_way_is_seen_by_all() -> None:
    match = position(("K C", "", ""))
    KERNELS.apply_action(match.states, 0, GAME.notation.parse_action(match.states, 0, "curse K 1")[0])
    assert match.hidden_from(1).state.pending == match.state.pending >= 0


def test_hiding_leaves_no_deck_and_no_generator() -> None:
    match = dealt(4, seed=5)
    for seat in (0, 3, SPECTATOR):
        state = match.hidden_from(seat).state
        assert set(state.deck) == {UNKNOWN}
        assert not state.rng.any()


@pytest.mark.parametrize("players", GAME.players)
def test_an_imagined_world_is_possible_and_looks_the_same(players: int) -> None:
    for seed in range(scaled(2)):
        deck = ("three_shapes", "six_shapes")[seed % 2]
        match = dealt(players, seed=seed, deck=deck, quick_start=seed == 1)
        rng = random.Random(seed)
        while not match.is_over:
            seat = rng.randrange(-1, players)
            world = imagined(match, seat, rng.randrange(2**60))
            assert world.all_cards() == Counter(all_cards(deck))
            assert world.hidden_from(seat).states.tobytes() == match.hidden_from(seat).states.tobytes()
            assert len(world.deck) == len(match.deck)
            if seat == match.to_act:
                assert world.legal == match.legal
            match.play(rng.choice(sorted(match.legal)))


def test_unseen_cards_are_dealt_evenly() -> None:
    # Eight cards are unseen: six Ro in the deck and hand, two D. The other hand holds three secret ones.
    match = position(("C", "Ht | Ro Ro D"), deck="Ro Ro Ro Ro D", open="C C C", taken=False)
    rng = random.Random(1)
    worlds = [imagined(match, 0, rng.randrange(2**60)) for _ in range(scaled(2000))]
    diamonds = Counter(world.hand(1).split().count("D") for world in worlds)
    tops = Counter(world.deck[0] for world in worlds)
    assert {world.hand(1).split()[0] for world in worlds} == {"Ht"}
    if len(worlds) >= 1000:
        # 56 ways to choose three of eight: 20 without a diamond, 30 with one, 6 with two.
        for count, ways in enumerate((20, 30, 6)):
            assert diamonds[count] / len(worlds) == pytest.approx(ways / 56, abs=0.04)
        assert tops["D"] / len(worlds) == pytest.approx(2 / 8, abs=0.04)


def test_imagined_futures_differ() -> None:
    match = dealt(3, seed=2)
    worlds = [imagined(match, 1, seed) for seed in range(10)]
    assert len({tuple(world.deck) for world in worlds}) == 10
    assert len({world.state.rng.tobytes() for world in worlds}) == 10
