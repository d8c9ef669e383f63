"""From what a seat knows, determinize makes a whole state: a possible one, that can be played on."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from heliodor import SPECTATOR, Match, new_match
from tests.contract.configurations import Configuration, every_configuration
from tests.contract.walks import WALKS, all_viewers, random_positions, random_texts
from tests.contract.worlds import imagined, imagined_states
from tests.contract.zones import cards_of, num_first_worlds, whole_deck

Scale = Callable[[int], int]


def positions_and_viewers(configuration: Configuration, scale: Scale, count: int) -> Iterator[tuple[Match, int]]:
    for seed in WALKS:
        for match in random_positions(configuration, seed, scale(count)):
            for seat in all_viewers(match):
                yield match, seat


@every_configuration
def test_an_imagined_world_has_every_card(configuration: Configuration, scale: Scale) -> None:
    whole = whole_deck(configuration)
    for match, seat in positions_and_viewers(configuration, scale, 6):
        cards = cards_of(configuration.game_id, imagined_states(match, seat, 1)[0])
        assert cards == whole, f"determinize for seat {seat} does not deal out each unseen card once"


@every_configuration
def test_an_imagined_world_keeps_score_turn_and_choice(configuration: Configuration, scale: Scale) -> None:
    for match, seat in positions_and_viewers(configuration, scale, 6):
        world = imagined(match, seat, 2)
        assert world.to_act == match.to_act
        assert world.over == match.over
        known = f"known to seat {seat}: it must follow from what hide leaves"
        assert world.scores == match.scores, f"the scores are not {known}"
        assert world.winners == match.winners, f"the winners are not {known}"
        if seat == match.to_act:
            assert world.legal() == match.legal(), f"the choice is not {known}"


@every_configuration
def test_an_imagined_world_can_be_played_to_its_end(configuration: Configuration, scale: Scale) -> None:
    whole = whole_deck(configuration)
    for match, seat in positions_and_viewers(configuration, scale, 1):
        world = imagined(match, seat, 3)
        for text in random_texts(world, 2, most=100):
            world.act(text)
        assert cards_of(configuration.game_id, world.states[0]) == whole
        match.game.kernels.play_random(world.states, 0, 4, seat + 1, np.zeros(0, np.uint8))
        assert world.over
        assert world.winners
        assert cards_of(configuration.game_id, world.states[0]) == whole


@every_configuration
def test_another_generator_imagines_another_world(configuration: Configuration, scale: Scale) -> None:
    match = configuration.new_match(12)
    count = 4 + scale(16)
    for seat in all_viewers(match):
        worlds = [imagined_states(match, seat, seed) for seed in range(count)]
        num_different = len({cards_in_places(world) for world in worlds})
        there_are = num_first_worlds(match, seat)
        assert num_different <= there_are
        assert num_different > different_draws(count, there_are) / 2
        assert len({world[0].rng.tobytes() for world in worlds}) == count


@every_configuration
def test_the_same_generator_imagines_the_same_world(configuration: Configuration, scale: Scale) -> None:
    for match, seat in positions_and_viewers(configuration, scale, 2):
        worlds = {imagined_states(match, seat, 5).tobytes() for _ in range(3)}
        assert len(worlds) == 1


def different_draws(count: int, there_are: float) -> float:
    """Return how many different worlds `count` draws bring on average, if each is as likely."""
    return count if there_are == math.inf else -there_are * math.expm1(count * math.log1p(-1 / there_are))


def cards_in_places(states: np.ndarray) -> bytes:
    """Return all of a state but its key."""
    without_key = states.copy()
    without_key[0].rng[:] = 0
    return without_key.tobytes()


@pytest.mark.parametrize("seat", [SPECTATOR, 0, 2])
def test_nizam_imagines_each_unseen_card_as_often_as_it_should(seat: int, scale: Scale) -> None:
    match = new_match("nizam", 3, seed=1)
    for text in random_texts(match, 1)[:60]:
        match.act(text)
    unseen = unseen_kinds(match, seat)
    total, count = sum(unseen.values()), scale(3000)
    tops: Counter[int] = Counter()
    held: Counter[int] = Counter()
    other = 1
    for seed in range(count):
        state = imagined_states(match, seat, seed)[0]
        tops[int(state.deck[int(state.deck_pos)])] += 1
        held.update({kind: int(number) for kind, number in enumerate(state.hand[other])})
    hand_size = int(match.states[0].hand_size[other])
    assert hand_size > 0
    assert chi_square(tops, {kind: count * n / total for kind, n in unseen.items()}) < 30
    assert chi_square(held, {kind: count * hand_size * n / total for kind, n in unseen.items()}) < 30


def unseen_kinds(match: Match, seat: int) -> Counter[int]:
    """Return how many cards of each kind the seat has not seen."""
    state = match.states[0]
    unseen = Counter(dict.fromkeys(range(8), 12))
    unseen.subtract(int(card) for card in state.board)
    unseen.subtract({kind: int(number) for kind, number in enumerate(state.discard)})
    if seat != SPECTATOR:
        unseen.subtract({kind: int(number) for kind, number in enumerate(state.hand[seat])})
    return unseen


def chi_square(found: Counter[int], expected: dict[int, float]) -> float:
    """Return how far the counts are from the expected ones; beyond 30 for 8 kinds is one case in ten thousand."""
    assert all(found[kind] == 0 for kind, number in expected.items() if number == 0)
    return sum((found[kind] - number) ** 2 / number for kind, number in expected.items() if number > 0)
