"""Text to steps and back; any typed text is an action, BadNotation or IllegalAction."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import permutations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from heliodor import BadNotation, BadRecord, IllegalAction, Match
from heliodor.testing.walks import random_positions, random_texts
from tests.contract.configurations import (
    every_game,
    smallest_and_largest,
)
from tests.contract.texts import plausible_texts

Scale = Callable[[int], int]


def typed_texts(game_id: str) -> st.SearchStrategy[str]:
    """Return a strategy for typed texts: random characters, and actions with a mistake in them."""
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


@pytest.mark.once
@pytest.mark.parametrize("game_id", ["nizam", "pearl"])
def test_n08_a_payment_in_any_order_is_played_and_recorded_sorted(game_id: str) -> None:
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
