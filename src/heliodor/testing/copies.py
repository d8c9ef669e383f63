"""Copies share nothing: no old state, view or array changes when a match is played on."""

from __future__ import annotations

import msgspec
import numpy as np

from heliodor.core.contract import EVERYTHING, SPECTATOR
from heliodor.testing.configurations import Configuration
from heliodor.testing.scale import scaled
from heliodor.testing.walks import all_viewers, random_positions, random_texts


def old_states_stay_as_they_were(configuration: Configuration) -> None:
    match = configuration.new_match(4)
    kept = [match.states.copy()]
    hashes = [kept[0].tobytes()]
    for text in random_texts(match, 4, most=scaled(150)):
        match.act(text)
        kept.append(match.states.copy())
        hashes.append(kept[-1].tobytes())
        assert [states.tobytes() for states in kept[-5:]] == hashes[-5:]
    assert [states.tobytes() for states in kept] == hashes


def a_copied_match_goes_its_own_way(configuration: Configuration) -> None:
    match = configuration.new_match(4)
    texts = random_texts(match, 4, most=scaled(150))
    middle = len(texts) // 2
    for text in texts[:middle]:
        match.act(text)
    copy = match.copy()
    before = copy.states.tobytes(), list(copy.actions), [list(shuffle) for shuffle in copy.shuffles]
    for text in texts[middle:]:
        match.act(text)
    assert (copy.states.tobytes(), copy.actions, copy.shuffles) == before
    here = match.states.tobytes(), list(match.actions), [list(shuffle) for shuffle in match.shuffles]
    for text in random_texts(copy, 5, most=scaled(100)):
        copy.act(text)
    assert (match.states.tobytes(), match.actions, match.shuffles) == here


def a_branch_has_the_same_past_and_another_future(configuration: Configuration) -> None:
    match = configuration.new_match(4)
    for text in random_texts(match, 4, most=scaled(100)):
        match.act(text)
    before = match.states.tobytes()
    for ply in {0, match.ply // 2, match.ply}:
        past, branch = match.at(ply), match.branch(ply)
        assert branch.actions == past.actions
        for seat in all_viewers(past):
            assert branch.hidden_states(seat).tobytes() == past.hidden_states(seat).tobytes()
        again = match.branch(ply)
        assert [sorted(shuffle) for shuffle in branch.shuffles] == [sorted(shuffle) for shuffle in again.shuffles]
        left = past.states["deck"].shape[1] - int(past.states["deck_pos"][0])
        if left > len(configuration.game.card_codes):  # So many that the same order twice is out of the question.
            assert branch.shuffles != again.shuffles
        assert branch.over or branch.states["rng"].tobytes() != again.states["rng"].tobytes()
        assert type(match).from_record(branch.record()).states["deck"].tobytes() == branch.states["deck"].tobytes()
    assert match.states.tobytes() == before


def looking_changes_nothing(configuration: Configuration) -> None:
    for match in random_positions(configuration, 11, scaled(3)):
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


def old_views_and_records_stay_as_they_were(configuration: Configuration) -> None:
    match = configuration.new_match(4)
    texts = random_texts(match, 4, most=scaled(100))
    views = [match.view(seat) for seat in all_viewers(match)]
    observed = match.observe(0)
    record = match.record()
    kept = [msgspec.json.encode(view) for view in views], observed.copy(), msgspec.json.encode(record)
    for text in texts:
        match.act(text)
    assert [msgspec.json.encode(view) for view in views] == kept[0]
    assert np.array_equal(observed, kept[1])
    assert msgspec.json.encode(record) == kept[2]


def states_of_one_array_do_not_touch_each_other(configuration: Configuration) -> None:
    kernels = configuration.game.kernels
    states = configuration.new_states(3)
    for index in range(3):
        kernels.seed(states, index, 4, index)
        kernels.set_up(states, index, -1)
    before = states.copy()
    for _ in range(scaled(100)):
        legal = kernels.legal_actions(states, 1)
        if not legal:
            break
        kernels.apply_action(states, 1, legal.bit_length() - 1)
    for index in (0, 2):
        assert states[index].tobytes() == before[index].tobytes()
    assert states[1].tobytes() != before[1].tobytes()


PROMISES = (
    old_states_stay_as_they_were,
    a_copied_match_goes_its_own_way,
    a_branch_has_the_same_past_and_another_future,
    looking_changes_nothing,
    old_views_and_records_stay_as_they_were,
    states_of_one_array_do_not_touch_each_other,
)
