"""A match always ends; one seat can act until then; no card is lost; all scores are possible."""

from __future__ import annotations

from typing import Any

import numpy as np

from heliodor.core.contract import NOBODY
from heliodor.core.kernels import ILLEGAL
from heliodor.testing.configurations import Configuration
from heliodor.testing.facts import assert_score_is_possible, cards_of, needs, whole_deck
from heliodor.testing.scale import scaled
from heliodor.testing.walks import MOST_STEPS, random_positions, random_steps

FAR_OUT = (-(2**63), -1, 63, 64, 127, 128, 256, 2**32, 2**63 - 1)


def started(configuration: Configuration, seed: int) -> Any:
    states = configuration.new_states(1)
    configuration.game.kernels.seed(states, 0, seed, 0)
    configuration.game.kernels.set_up(states, 0, -1)
    return states


def assert_in_play(configuration: Configuration, states: Any) -> None:
    game = configuration.game
    legal = game.kernels.legal_actions(states, 0)
    if game.kernels.is_over(states, 0):
        assert legal == 0, "the match is over, but something is legal"
        assert game.kernels.to_act(states, 0) == NOBODY, "the match is over, but a seat is to act"
        return
    assert legal != 0, "the match is not over, but nothing is legal"
    assert 0 < legal < 1 << game.num_actions, "an action of NUM_ACTIONS or more is legal"
    assert game.kernels.to_act(states, 0) in range(configuration.players)
    assert game.winners(states, 0) == [], "somebody has won, but the match is not over"


def assert_result_is_possible(configuration: Configuration, states: Any, index: int) -> None:
    game = configuration.game
    winners = game.winners(states, index)
    scores = [game.kernels.score_of(states, index, seat) for seat in range(configuration.players)]
    assert winners, "the match is over, but nobody has won"
    best = [seat for seat, score in enumerate(scores) if score == max(scores)]
    assert set(winners) <= set(best), f"the winners are not among the highest of {scores}"


def assert_scores_are_possible(configuration: Configuration, states: Any, index: int) -> None:
    for score in configuration.game.scores(states, index):
        assert_score_is_possible(configuration, score)


def a_match_ends_and_until_then_one_seat_can_act(configuration: Configuration) -> None:
    for seed in range(scaled(8)):
        states = started(configuration, seed)
        assert_in_play(configuration, states)
        played = 0
        for _ in random_steps(configuration.game, states, seed):
            assert_in_play(configuration, states)
            played += 1
        over = bool(configuration.game.kernels.is_over(states, 0))
        assert over or (played == MOST_STEPS and MOST_STEPS < 1000), "the match does not end"
        if over:
            assert_result_is_possible(configuration, states, 0)
            assert configuration.game.notation.legal_texts(states, 0) == []


@needs("cards", "deck")
def no_card_is_lost_at_any_step(configuration: Configuration) -> None:
    whole = whole_deck(configuration)
    for seed in range(scaled(2)):
        states = started(configuration, seed)
        assert cards_of(configuration, states[0]) == whole, "after the set-up"
        for step in random_steps(configuration.game, states, seed, most=300):
            assert cards_of(configuration, states[0]) == whole, f"after step {step}"


@needs("is_score")
def scores_are_possible_at_any_step(configuration: Configuration) -> None:
    for seed in range(scaled(2)):
        states = started(configuration, seed)
        assert_scores_are_possible(configuration, states, 0)
        for _ in random_steps(configuration.game, states, seed, most=20 + scaled(400)):
            assert_scores_are_possible(configuration, states, 0)


def a_step_that_is_not_legal_is_refused_and_changes_nothing(configuration: Configuration) -> None:
    game = configuration.game
    for match in random_positions(configuration, 11, scaled(30)):
        before = match.states.tobytes()
        legal = game.kernels.legal_actions(match.states, 0)
        for action in (*range(63), *FAR_OUT):
            if not 0 <= action < 63 or not legal >> action & 1:
                assert game.kernels.step(match.states, 0, action) == ILLEGAL
        assert match.states.tobytes() == before


@needs("cards", "deck", "is_score")
def many_random_matches_have_possible_results(configuration: Configuration) -> None:
    game = configuration.game
    count = scaled(60)
    states = configuration.new_states(count)
    lengths = np.zeros(count, np.int64)
    game.kernels.simulate_random(states, configuration.new_states(1), 11, 0, lengths)
    whole = whole_deck(configuration)
    assert lengths.min() > 0
    for index in range(count):
        assert game.kernels.is_over(states, index)
        assert_result_is_possible(configuration, states, index)
        assert_scores_are_possible(configuration, states, index)
        assert cards_of(configuration, states[index]) == whole


PROMISES = (
    a_match_ends_and_until_then_one_seat_can_act,
    no_card_is_lost_at_any_step,
    scores_are_possible_at_any_step,
    a_step_that_is_not_legal_is_refused_and_changes_nothing,
    many_random_matches_have_possible_results,
)
