"""Copies share nothing: no old state, view or array changes when a match is played on."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import numpy as np

from heliodor import EVERYTHING, SPECTATOR
from tests.contract.configurations import Configuration, every_configuration
from tests.contract.walks import all_viewers, random_positions, random_texts

Scale = Callable[[int], int]


@every_configuration
def test_old_states_stay_as_they_were(configuration: Configuration, scale: Scale) -> None:
    match = configuration.new_match(4)
    kept = [match.states.copy()]
    hashes = [kept[0].tobytes()]
    for text in random_texts(match, 4, most=scale(150)):
        match.act(text)
        kept.append(match.states.copy())
        hashes.append(kept[-1].tobytes())
        assert [states.tobytes() for states in kept[-5:]] == hashes[-5:]
    assert [states.tobytes() for states in kept] == hashes


@every_configuration
def test_a_copied_match_goes_its_own_way(configuration: Configuration, scale: Scale) -> None:
    match = configuration.new_match(4)
    texts = random_texts(match, 4, most=scale(150))
    middle = len(texts) // 2
    for text in texts[:middle]:
        match.act(text)
    copy = match.copy()
    before = copy.states.tobytes(), list(copy.actions), [list(shuffle) for shuffle in copy.shuffles]
    for text in texts[middle:]:
        match.act(text)
    assert (copy.states.tobytes(), copy.actions, copy.shuffles) == before
    here = match.states.tobytes(), list(match.actions), [list(shuffle) for shuffle in match.shuffles]
    for text in random_texts(copy, 5, most=scale(100)):
        copy.act(text)
    assert (match.states.tobytes(), match.actions, match.shuffles) == here


@every_configuration
def test_looking_changes_nothing(configuration: Configuration, scale: Scale) -> None:
    for match in random_positions(configuration, 11, scale(3)):
        before = match.states.tobytes()
        for seat in (*all_viewers(match), EVERYTHING):
            match.view(seat)
            match.hidden_states(seat)[0].deck[:] = 0
        match.observe(SPECTATOR)[:] = 7
        for text in match.legal()[:20]:
            assert match.is_legal(text)
        match.record()
        match.draw()
        assert match.states.tobytes() == before
        assert match.actions == []


@every_configuration
def test_old_views_and_records_stay_as_they_were(configuration: Configuration, scale: Scale) -> None:
    match = configuration.new_match(4)
    texts = random_texts(match, 4, most=scale(100))
    views = [match.view(seat) for seat in all_viewers(match)]
    observed = match.observe(0)
    record = match.record()
    kept = [msgspec.json.encode(view) for view in views], observed.copy(), msgspec.json.encode(record)
    for text in texts:
        match.act(text)
    assert [msgspec.json.encode(view) for view in views] == kept[0]
    assert np.array_equal(observed, kept[1])
    assert msgspec.json.encode(record) == kept[2]


@every_configuration
def test_states_of_one_array_do_not_touch_each_other(configuration: Configuration, scale: Scale) -> None:
    kernels = configuration.game.kernels
    states = configuration.new_states(3)
    for index in range(3):
        kernels.seed(states, index, 4, index)
        kernels.set_up(states, index, -1)
    before = states.copy()
    for _ in range(scale(100)):
        legal = kernels.legal_actions(states, 1)
        if not legal:
            break
        kernels.apply_action(states, 1, legal.bit_length() - 1)
    for index in (0, 2):
        assert states[index].tobytes() == before[index].tobytes()
    assert states[1].tobytes() != before[1].tobytes()
