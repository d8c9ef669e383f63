"""L3: who knows what, and which worlds a player can imagine."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from heliodor.core.bits import members
from heliodor.core.contract import SPECTATOR
from heliodor.core.deck import UNKNOWN
from heliodor.games.luz import GAME
from heliodor.games.luz.questions import possible_values, unseen_cards
from tests.conftest import scaled

from .position import CODES, KERNELS, Position, dealt, position
from .worlds import World, chi_square, colour_worlds, num_deals, own_hands, slots_of

# With fixed seeds these tests cannot fail by chance; chance alone would rarely come near the bound.
MAX_DEVIATION = 5.0


def random_positions(players: int, seed: int, every: int) -> Iterator[Position]:
    """Yield every `every`-th position of a random match."""
    match = dealt(players, seed, first=seed % players)
    rng = random.Random(seed)
    ply = 0
    while not match.is_over:
        if ply % every == 0:
            yield match
        match.play(rng.choice(match.legal))
        ply += 1


def generator(seed: int) -> np.ndarray:
    return np.array([seed], np.uint64)


@pytest.mark.parametrize("players", GAME.players)
def test_l03_a_player_sees_the_values_of_the_others_only(players: int) -> None:
    for match in random_positions(players, 1, every=7):
        for viewer in range(players):
            hidden = match.hidden_from(viewer)[0]
            for seat in range(players):
                for slot in range(10):
                    is_own = seat == viewer and slot in match.unplayed(seat)
                    assert hidden.hand[seat, slot] == (UNKNOWN if is_own else match.state.hand[seat, slot])
            assert np.array_equal(hidden.slots_of, match.state.slots_of)  # Everyone sees colours.


@pytest.mark.parametrize("players", GAME.players)
def test_l03_a_spectator_sees_of_every_hand_what_its_owner_sees(players: int) -> None:
    for match in random_positions(players, 2, every=7):
        hidden = match.hidden_from(SPECTATOR)[0]
        for seat in range(players):
            assert np.array_equal(hidden.hand[seat], match.hidden_from(seat)[0].hand[seat])


def test_l03_nobody_sees_the_ten_aside_or_the_chance_to_come() -> None:
    match = dealt(4)
    for viewer in (SPECTATOR, 0, 3):
        hidden = match.hidden_from(viewer)[0]
        assert all(card == UNKNOWN for card in hidden.deck)
        assert all(word == 0 for word in hidden.rng)
    # A player cannot tell the ten cards in hand from the ten aside.
    assert len(members(unseen_cards(match.hidden_from(0), 0))) == 20
    assert len(members(unseen_cards(match.states, 0))) == 10


def test_l03_a_played_card_is_known_to_its_owner() -> None:
    match = position("R4 R9 G3", "R3 R5 R6", "B1 B2 B3").play("R4")
    hidden = match.hidden_from(0)[0]
    shown = [CODES[hidden.hand[0, slot]] for slot in slots_of(hidden, 0, 0) if hidden.hand[0, slot] != UNKNOWN]
    assert "R4" in shown
    assert "R9" not in shown


@pytest.mark.parametrize("players", GAME.players)
def test_l03_an_imagined_world_agrees_with_everything_known(players: int) -> None:
    gen = generator(3)
    for match in random_positions(players, 3, every=5):
        for viewer in (SPECTATOR, *range(players)):
            hidden = match.hidden_from(viewer)
            world = hidden.copy()
            KERNELS.determinize(world, 0, viewer, gen)
            hands = world[0].hand[:players]
            assert hands.min() >= 0
            assert len(set(hands.flat)) == 10 * players
            assert all(list(hand) == sorted(hand) for hand in hands)
            assert GAME.notation.legal_texts(world, 0) == match.legal
            assert world[0].rng[0] != 0
            KERNELS.hide(world, 0, viewer)
            assert world.tobytes() == hidden.tobytes()


@pytest.mark.parametrize("players", GAME.players)
def test_l03_a_player_imagines_every_possible_hand_equally_often(players: int) -> None:
    gen = generator(players)
    tested = 0
    for match in random_positions(players, 4, every=3):
        viewer = tested % players
        hidden = match.hidden_from(viewer)
        if len(match.unplayed(viewer)) > 4:
            continue
        worlds = own_hands(hidden[0], viewer)
        if not 2 <= len(worlds) <= 150:
            continue
        tested += 1
        assert tuple(match.state.hand[viewer]) in worlds
        samples = scaled(2000)
        found: Counter[tuple[int, ...]] = Counter()
        scratch = hidden.copy()
        for _ in range(samples):
            KERNELS.copy(scratch, 0, hidden, 0)
            KERNELS.determinize(scratch, 0, viewer, gen)
            found[tuple(scratch["hand"][0, viewer].tolist())] += 1
        assert set(found) <= worlds
        assert chi_square([found[world] for world in worlds], samples) < MAX_DEVIATION
    assert tested > 5


@pytest.mark.parametrize("players", GAME.players)
def test_l03_a_spectator_imagines_every_possible_deal_equally_often(players: int) -> None:
    gen = generator(players)
    tested = 0
    for match in random_positions(players, 5, every=17):
        hidden = match.hidden_from(SPECTATOR)
        colours = [colour for colour in range(5) if 2 <= num_deals(hidden[0], colour) <= 500]
        slots = {colour: [slots_of(hidden[0], seat, colour) for seat in range(players)] for colour in colours}
        found: dict[int, Counter[World]] = {colour: Counter() for colour in colours}
        samples = scaled(1500)
        scratch = hidden.copy()
        for _ in range(samples):
            KERNELS.copy(scratch, 0, hidden, 0)
            KERNELS.determinize(scratch, 0, SPECTATOR, gen)
            hands = scratch["hand"][0].tolist()
            for colour in colours:
                found[colour][tuple(tuple(hands[seat][s] for s in slots[colour][seat]) for seat in range(players))] += 1
        for colour in colours:
            worlds = colour_worlds(hidden[0], colour)
            assert set(found[colour]) <= worlds
            if 2 <= len(worlds) <= 150:
                assert chi_square([found[colour][world] for world in worlds], samples) < MAX_DEVIATION
                tested += 1
    assert tested > 5


def test_l03_the_worst_known_position_for_a_spectator_is_imagined() -> None:
    # Nine unseen values of one colour, each with a single possible place: 1 in 7560 random deals fits.
    states = dealt(5).states
    state = states[0]
    owners = {0: "R1 R2 R3 R4", 1: "R5 R6 R7", 2: "R8", 3: "R10 R11 R12"}
    others = [c for c in range(12, 60)]
    for seat in range(5):
        own = [CODES.index(code) for code in owners.get(seat, "").split()]
        cards = own + others[: 10 - len(own)]
        del others[: 10 - len(own)]
        state.hand[seat] = cards
        state.slots_of[seat] = [sum(1 << s for s, c in enumerate(cards) if c // 12 == n) for n in range(5)]
        state.unplayed[seat] = sum(1 << s for s, c in enumerate(cards) if CODES[c] not in ("R4", "R7", "R10"))
    before = state.hand.copy()
    KERNELS.hide(states, 0, SPECTATOR)
    assert len(colour_worlds(states[0], 0)) < 10
    KERNELS.determinize(states, 0, SPECTATOR, generator(1))
    assert list(states[0].hand[0][:4]) == list(before[0][:4])


@pytest.mark.parametrize("players", GAME.players)
def test_possible_values_are_those_of_all_possible_hands(players: int) -> None:
    tested = 0
    for match in random_positions(players, 6, every=9):
        viewer = tested % players
        if len(match.unplayed(viewer)) > 5:
            continue
        hidden = match.hidden_from(viewer)
        worlds = own_hands(hidden[0], viewer)
        for slot in range(10):
            found = {value for value in members(possible_values(hidden, 0, viewer, slot))}
            assert found == {world[slot] % 12 for world in worlds}
        tested += 1
    assert tested > 5
