"""Text to steps and back; whatever is typed, the answer is an action, BadNotation or IllegalAction."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import permutations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from heliodor import BadNotation, BadRecord, HeliodorError, IllegalAction, Match
from heliodor.core.bits import members
from heliodor.core.kernels import OK
from tests.contract.configurations import (
    CONFIGURATIONS,
    Configuration,
    every_configuration,
    every_game,
    smallest_and_largest,
)
from tests.contract.texts import broken_texts, plausible_texts
from tests.contract.walks import WALKS, random_positions, random_steps, random_texts

Scale = Callable[[int], int]


@every_configuration
def test_every_legal_text_means_steps_that_are_legal(configuration: Configuration, scale: Scale) -> None:
    game = configuration.game
    for seed in WALKS:
        for match in random_positions(configuration, seed, scale(5)):
            texts = match.legal()
            steps = [tuple(game.notation.parse_action(match.states, 0, text)) for text in texts]
            assert len(set(texts)) == len(texts), "a text stands twice in legal_texts"
            assert len(set(steps)) == len(texts), "two texts mean the same steps"
            for text, path in zip(texts, steps, strict=True):
                scratch = match.states.copy()
                assert [game.kernels.step(scratch, 0, step) for step in path] == [OK] * len(path), text
                assert game.notation.action_texts(match.states, 0, path) == [text]


@every_configuration
def test_every_legal_step_begins_a_legal_text(configuration: Configuration, scale: Scale) -> None:
    game = configuration.game
    for match in random_positions(configuration, 11, scale(10)):
        first_steps = 0
        for text in match.legal():
            first_steps |= 1 << game.notation.parse_action(match.states, 0, text)[0]
        legal = game.kernels.legal_actions(match.states, 0)
        assert members(first_steps) == members(legal), "steps that begin a text of legal_texts, and legal steps"


@every_configuration
def test_steps_become_texts_and_texts_become_steps_again(configuration: Configuration, scale: Scale) -> None:
    game = configuration.game
    for seed in range(scale(2)):
        match = configuration.new_match(seed)
        steps = list(random_steps(game, match.states.copy(), seed, most=400))
        texts = game.notation.action_texts(match.states, 0, steps)
        again: list[int] = []
        for text in texts[:-1]:
            assert text in match.legal()
            again += game.notation.parse_action(match.states, 0, text)
            match.act(text)
        assert again == steps[: len(again)]
        assert len(steps) - len(again) <= 4  # The last text, which may be incomplete.


@every_game
def test_every_legal_text_is_one_of_the_format(game_id: str, scale: Scale) -> None:
    known = set(plausible_texts(game_id))
    for configuration in CONFIGURATIONS:
        if configuration.game_id == game_id:
            for match in random_positions(configuration, 11, scale(5)):
                assert sorted(set(match.legal()) - known) == [], "legal, but not in tests/contract/texts.py"


@every_game
def test_a_text_that_is_not_an_action_is_bad_notation(game_id: str, scale: Scale) -> None:
    for configuration in smallest_and_largest(game_id):
        for match in random_positions(configuration, 11, scale(5)):
            before = match.states.tobytes()
            for text in broken_texts(game_id):
                with pytest.raises(BadNotation) as refusal:
                    match.act(text)
                    pytest.fail(f"{text!r} was played, but tests/contract/texts.py does not have it")
                assert str(refusal.value)
                assert "\n" not in str(refusal.value)
                assert not match.is_legal(text)
            assert match.states.tobytes() == before
            assert match.actions == []


@every_game
def test_an_action_is_a_text(game_id: str) -> None:
    match = smallest_and_largest(game_id)[0].new_match(1)
    for thing in (None, 3, b"draw", ["draw"]):
        with pytest.raises(HeliodorError, match="an action is a text"):
            match.act(thing)  # type: ignore[arg-type]
    assert match.actions == []


def typed_texts(game_id: str) -> st.SearchStrategy[str]:
    """Return anything that could be typed: random characters, and actions with something wrong in them."""
    pool = st.sampled_from(plausible_texts(game_id))
    letters = "".join(sorted(set("".join(plausible_texts(game_id)))))
    near = st.text(letters, max_size=12)
    joined = st.tuples(pool, st.text(letters + " \t\n:+", max_size=4)).map("".join)
    cut = st.tuples(pool, st.integers(0, 12)).map(lambda pair: pair[0][: pair[1]])
    return st.one_of(st.text(max_size=20), near, joined, cut, pool)


@every_game
@given(data=st.data())
def test_whatever_is_typed_is_played_or_refused(game_id: str, data: st.DataObject) -> None:
    configuration = data.draw(st.sampled_from(smallest_and_largest(game_id)))
    match = data.draw(st.sampled_from(list(random_positions(configuration, 11, 10))))
    text = data.draw(typed_texts(game_id))
    before, legal = match.states.tobytes(), match.legal()
    try:
        match.act(text)
    except (BadNotation, IllegalAction) as error:
        assert str(error)
        assert text not in legal
        assert match.states.tobytes() == before
        assert match.ply == 0
    else:
        assert match.states.tobytes() != before
        [written] = match.actions
        assert written in legal
        assert sorted(written) == sorted(text)  # A payment may be named in any order.


def other_orders(text: str) -> list[str]:
    """Return a shift with the cards that pay for it named in other orders."""
    shift, _colon, payment = text.partition(":")
    return sorted({f"{shift}:{''.join(cards)}" for cards in permutations(payment)} - {text}) if payment else []


@pytest.mark.parametrize("game_id", ["nizam", "pearl"])
def test_n08_a_payment_in_any_order_is_played_and_written_in_the_one_of_records(game_id: str) -> None:
    match = smallest_and_largest(game_id)[1].new_match(11)
    tried = 0
    for ply, played in enumerate(random_texts(match, 11, most=40)):
        for written in [text for text in match.legal() if other_orders(text)][:1]:
            for text in other_orders(written):
                live, usual = match.copy(), match.copy()
                assert live.is_legal(text)
                assert live.tell(text) == usual.tell(written)
                assert live.actions == usual.actions
                assert list(live.story())[ply].action == written
                record = live.record()
                again = Match.from_record(record)
                assert again.actions[-1] == written
                spelled = msgspec.structs.replace(record, actions=[*match.actions, text])
                with pytest.raises(BadRecord, match=re.escape(f"ply {ply}: {text} is written {written} in a record")):
                    Match.from_record(spelled)
                tried += 1
        match.act(played)
    assert tried >= 3
