"""`determinize` makes a full state from what a seat knows: a possible one that can be played on."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from heliodor.match import Match
from heliodor.testing.configurations import Configuration
from heliodor.testing.facts import cards_of, needs, whole_deck
from heliodor.testing.scale import scaled
from heliodor.testing.walks import WALKS, all_viewers, random_positions, random_texts
from heliodor.testing.worlds import imagined, imagined_states


def positions_and_viewers(configuration: Configuration, count: int) -> Iterator[tuple[Match, int]]:
    for seed in WALKS:
        for match in random_positions(configuration, seed, scaled(count)):
            for seat in all_viewers(match):
                yield match, seat


@needs("cards", "deck")
def an_imagined_world_has_every_card(configuration: Configuration) -> None:
    whole = whole_deck(configuration)
    for match, seat in positions_and_viewers(configuration, 6):
        cards = cards_of(configuration, imagined_states(match, seat, 1)[0])
        assert cards == whole, f"determinize for seat {seat} does not deal each unseen card once"


def an_imagined_world_keeps_score_turn_and_choice(configuration: Configuration) -> None:
    for match, seat in positions_and_viewers(configuration, 6):
        world = imagined(match, seat, 2)
        assert world.to_act == match.to_act
        assert world.over == match.over
        known = f"known to seat {seat}: they must follow from what hide leaves"
        assert world.scores == match.scores, f"the scores are not {known}"
        assert world.winners == match.winners, f"the winners are not {known}"
        if seat == match.to_act:
            assert world.legal() == match.legal(), f"the choice is not {known}"


@needs("cards", "deck")
def an_imagined_world_can_be_played_to_its_end(configuration: Configuration) -> None:
    whole = whole_deck(configuration)
    for match, seat in positions_and_viewers(configuration, 1):
        world = imagined(match, seat, 3)
        for text in random_texts(world, 2, most=100):
            world.act(text)
        assert cards_of(configuration, world.states[0]) == whole
        match.game.kernels.play_random(world.states, 0, 4, seat + 1, np.zeros(0, np.uint8))
        assert world.over
        assert world.winners
        assert cards_of(configuration, world.states[0]) == whole


def another_generator_imagines_another_world(configuration: Configuration) -> None:
    match = configuration.new_match(12)
    count = 4 + scaled(16)
    for seat in all_viewers(match):
        worlds = [imagined_states(match, seat, seed) for seed in range(count)]
        num_different = len({cards_in_places(world) for world in worlds})
        count_worlds = configuration.facts.num_first_worlds
        there_are = math.inf if count_worlds is None else count_worlds(match.states[0], seat)
        assert num_different <= there_are, f"{num_different} different worlds, but there are {there_are}"
        assert num_different > different_draws(count, there_are) / 2, "determinize imagines too few worlds"
        assert len({world[0].rng.tobytes() for world in worlds}) == count


def the_same_generator_imagines_the_same_world(configuration: Configuration) -> None:
    for match, seat in positions_and_viewers(configuration, 2):
        worlds = {imagined_states(match, seat, 5).tobytes() for _ in range(3)}
        assert len(worlds) == 1


def different_draws(count: int, there_are: float) -> float:
    """Return how many different worlds `count` draws give on average, if all are equally likely."""
    return count if there_are == math.inf else -there_are * math.expm1(count * math.log1p(-1 / there_are))


def cards_in_places(states: np.ndarray) -> bytes:
    """Return the bytes of a state without its key."""
    without_key = states.copy()
    without_key[0].rng[:] = 0
    return without_key.tobytes()


PROMISES = (
    an_imagined_world_has_every_card,
    an_imagined_world_keeps_score_turn_and_choice,
    an_imagined_world_can_be_played_to_its_end,
    another_generator_imagines_another_world,
    the_same_generator_imagines_the_same_world,
)
