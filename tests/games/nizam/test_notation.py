"""Nizam's actions as text and back."""

from __future__ import annotations

import pytest

from heliodor.core.errors import BadNotation
from heliodor.core.shifting.rules import DONE, DRAW, PASS, PAY_0, SHIFT_0
from heliodor.games.nizam import notation

from .position import KINDS, dealt, position


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("draw", [DRAW]),
        ("done", [DONE]),
        ("pass", [PASS]),
        ("1<", [SHIFT_0]),
        ("5<", [SHIFT_0 + 4]),
        ("1>", [SHIFT_0 + 5]),
        ("a^", [SHIFT_0 + 10]),
        ("ev", [SHIFT_0 + 19]),
        ("3<:RCX", [SHIFT_0 + 2, PAY_0, PAY_0 + 1, PAY_0 + 7]),
        ("bv:AAA", [SHIFT_0 + 16, PAY_0 + 6, PAY_0 + 6, PAY_0 + 6]),
    ],
)
def test_a_text_means_its_steps(text: str, steps: list[int]) -> None:
    match = position(hands=(KINDS, ""))
    assert notation.parse_action(match.states, 0, text) == steps
    assert notation.action_texts(match.states, 0, steps) == [text]


@pytest.mark.parametrize(
    "text",
    ["", " draw", "draw ", "Draw", "DONE", "6<", "0<", "3^", "b<", "f^", "B^", "3", "<", "3<<", "3 <", "task R", "33<"],
)
def test_the_refusal_of_other_texts_shows_what_a_shift_looks_like(text: str) -> None:
    with pytest.raises(BadNotation) as refusal:
        notation.parse_action(position().states, 0, text)
    assert str(refusal.value) == (
        f"{text!r} is not an action of Nizam; a shift is a row 1–5 with < or >, or a column a–e with ^ or v, "
        'like "3<" or "b^:CXX"'
    )


@pytest.mark.parametrize("payment", ["", "R", "RC", "RCTE", "RRP", "rct", "R C", "RC?", "R,C,X", "CXX:"])
def test_a_payment_names_three_cards(payment: str) -> None:
    with pytest.raises(BadNotation, match="write three of the letters RCTEQSAX after the colon"):
        notation.parse_action(position().states, 0, f"3<:{payment}")


@pytest.mark.parametrize("payment", ["RCX", "RXC", "CRX", "CXR", "XRC", "XCR"])
def test_n08_a_payment_may_be_named_in_any_order(payment: str) -> None:
    steps = notation.parse_action(position(hands=(KINDS, "")).states, 0, f"3<:{payment}")
    assert steps == [SHIFT_0 + 2, PAY_0, PAY_0 + 1, PAY_0 + 7]
    assert notation.canonical_text(f"3<:{payment}") == "3<:RCX"


def test_legal_texts_name_every_payment_once() -> None:
    match = position(hands=("RRCX", ""))
    texts = notation.legal_texts(match.states, 0)
    assert texts[0] == "draw"
    assert [text for text in texts if text.startswith("3<")] == ["3<:RRC", "3<:RRX", "3<:RCX"]
    assert [text for text in texts if text.startswith("1<")] == ["1<"]
    assert len(set(texts)) == len(texts)


def test_steps_become_whole_actions() -> None:
    match = position()
    steps = [SHIFT_0, SHIFT_0 + 2, PAY_0, PAY_0 + 1, PAY_0 + 7, SHIFT_0 + 3, DONE, DRAW, SHIFT_0 + 1, PAY_0 + 3]
    assert notation.action_texts(match.states, 0, steps) == ["1<", "3<:RCX", "4<", "done", "draw", "2<:E"]


def test_the_set_up_has_one_shuffle_of_all_cards() -> None:
    match = dealt(4)
    (shuffle,) = notation.setup_shuffles(match.states, 0)
    assert sorted(shuffle) == sorted(list(range(8)) * 12)
    assert shuffle[:25] == match.state.board.tolist()


def test_points_are_written_as_they_are() -> None:
    assert notation.score_value(31) == 31
