"""The same seed and the same actions give the same bytes; a record gives the same match."""

from __future__ import annotations

from typing import Any

import numpy as np

from heliodor.core import record as records
from heliodor.core.contract import EVERYTHING
from heliodor.match import Match
from heliodor.testing.configurations import Configuration
from heliodor.testing.fields import differences
from heliodor.testing.scale import scaled
from heliodor.testing.walks import all_viewers, random_match, random_steps, random_texts


def the_same_steps_give_the_same_bytes(configuration: Configuration) -> None:
    game = configuration.game
    for seed in range(scaled(3)):
        one, other = configuration.new_match(seed).states, configuration.new_match(seed).states
        assert not differences(one, other), "after the set-up"
        for step in random_steps(game, one, seed, most=600):
            game.kernels.apply_action(other, 0, step)
            assert not differences(one, other), f"after step {step}"


def the_same_seed_and_actions_give_the_same_bytes(configuration: Configuration) -> None:
    for seed in range(scaled(3)):
        one, other = configuration.new_match(seed), configuration.new_match(seed)
        assert not differences(one.states, other.states), "after the set-up"
        for text in random_texts(one, seed, most=600):
            one.act(text)
            other.act(text)
            assert not differences(one.states, other.states), f"after {text!r}"
        assert one.shuffles == other.shuffles


def different_seeds_shuffle_differently(configuration: Configuration) -> None:
    seeds = range(scaled(40))
    shuffles = {str(configuration.new_match(seed).shuffles) for seed in seeds}
    assert len(shuffles) == len(seeds)


def a_recorded_shuffle_replaces_chance(configuration: Configuration) -> None:
    record = records.decode(records.encode(configuration.new_match(1).record()))
    record.shuffles = [shuffle[::-1] for shuffle in record.shuffles]
    match = Match.from_record(record)
    codes = configuration.game.card_codes
    shuffles = configuration.game.notation.setup_shuffles(match.states, 0)
    assert len(shuffles) == match.states[0].num_shuffles, "setup_shuffles returns every shuffle of the set-up"
    assert [[codes[card] for card in shuffle] for shuffle in shuffles] == record.shuffles, (
        "a recorded order is not used: lay cards and call shuffle_deck only where open_deck returns True"
    )


def an_action_shuffles_once_at_most(configuration: Configuration) -> None:
    for seed in range(scaled(2)):
        match = configuration.new_match(seed)
        before = int(match.states[0].num_shuffles)
        for text in random_texts(match, seed, most=600):
            match.act(text)
            after = int(match.states[0].num_shuffles)
            assert after - before in (0, 1), f"{text} took {after - before} shuffles; a record holds one of an action"
            before = after


def every_seat_starts_in_some_match(configuration: Configuration) -> None:
    count = scaled(200)
    firsts = [configuration.new_match(seed).first for seed in range(count)]
    assert set(firsts) <= set(range(configuration.players))
    if count >= 200:
        assert min(map(firsts.count, range(configuration.players))) > count // (2 * configuration.players)


def a_replayed_record_is_the_same_match_to_everyone(configuration: Configuration) -> None:
    for seed in range(scaled(2)):
        match = random_match(configuration, seed)
        replayed = Match.from_record(records.decode(records.encode(match.record())))
        assert replayed.scores == match.scores
        assert replayed.winners == match.winners
        assert replayed.actions == match.actions
        assert replayed.shuffles == match.shuffles
        for seat in all_viewers(match):
            assert not differences(match.hidden_states(seat), replayed.hidden_states(seat)), f"seat {seat}"
            assert replayed.view(seat) == match.view(seat)
        assert replayed.view(EVERYTHING) == match.view(EVERYTHING)


def the_past_of_a_match_is_what_it_was(configuration: Configuration) -> None:
    match = configuration.new_match(5)
    texts = random_texts(match, 5, most=60)
    views = [match.view(EVERYTHING)]
    for text in texts:
        match.act(text)
        views.append(match.view(EVERYTHING))
    for ply in {0, 1, len(texts) // 2, len(texts) - 1, len(texts)}:
        past = match.at(ply)
        assert past.ply == ply
        assert past.view(EVERYTHING) == views[ply]


def simulated(configuration: Configuration, seed: int, start: int, count: int) -> tuple[Any, Any]:
    states = configuration.new_states(count)
    lengths = np.zeros(count, np.int64)
    configuration.game.kernels.simulate_random(states, configuration.new_states(1), seed, start, lengths)
    return states, lengths


def a_simulated_match_depends_only_on_its_number(configuration: Configuration) -> None:
    count = 1 + scaled(11)
    states, lengths = simulated(configuration, 9, 0, count)
    for start, size in ((0, 1), (1, count - 1), (count - 1, 1)):
        part, part_lengths = simulated(configuration, 9, start, size)
        assert part.tobytes() == states[start : start + size].tobytes()
        assert (part_lengths == lengths[start : start + size]).all()
    assert len({state.tobytes() for state in states}) == count


def a_simulated_match_is_the_one_that_a_seed_deals(configuration: Configuration) -> None:
    game = configuration.game
    count = scaled(4)
    states, lengths = simulated(configuration, 21, 0, count)
    trace = np.zeros(100_000, np.uint8)
    for stream in range(count):
        alone = configuration.new_states(1)
        game.kernels.seed(alone, 0, 21, stream)
        game.kernels.set_up(alone, 0, -1)
        played = alone.copy()
        assert game.kernels.play_random(played, 0, 21, stream, trace) == lengths[stream]
        assert not differences(played, states[stream : stream + 1])
        for step in trace[: lengths[stream]].tolist():
            game.kernels.apply_action(alone, 0, step)
        assert not differences(alone, played)


def without_a_seed_chance_comes_from_outside(configuration: Configuration) -> None:
    # A few cards have few orders, so two matches may be alike by chance; forty are not.
    first = configuration.new_match(None).shuffles
    assert any(configuration.new_match(None).shuffles != first for _ in range(39))


PROMISES_FIRST = (the_same_steps_give_the_same_bytes,)
PROMISES = (
    the_same_seed_and_actions_give_the_same_bytes,
    different_seeds_shuffle_differently,
    a_recorded_shuffle_replaces_chance,
    an_action_shuffles_once_at_most,
    every_seat_starts_in_some_match,
    a_replayed_record_is_the_same_match_to_everyone,
    the_past_of_a_match_is_what_it_was,
    a_simulated_match_depends_only_on_its_number,
    a_simulated_match_is_the_one_that_a_seed_deals,
    without_a_seed_chance_comes_from_outside,
)
