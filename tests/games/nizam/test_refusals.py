"""Why an action of Nizam is refused: the rule, and a reason that helps."""

from __future__ import annotations

import pytest

from heliodor.core.errors import IllegalAction
from heliodor.core.replay import play

from .position import GAME, Position, position


def refusal_of(match: Position, text: str) -> IllegalAction:
    before = match.states.tobytes()
    with pytest.raises(IllegalAction) as refusal:
        play(GAME, match.states, match.states.copy(), text)
    assert match.states.tobytes() == before
    return refusal.value


def assert_refused(match: Position, text: str, rule: str, key: str, message: str) -> None:
    error = refusal_of(match, text)
    assert (error.rule, error.key) == (rule, key)
    assert error.message == message


def test_done_before_any_shift() -> None:
    message = "done ends a turn of shifts, and no shift has been made yet"
    assert_refused(position(), "done", "N9", "no_shift_yet", message)


def test_a_draw_after_a_shift() -> None:
    match = position().play("1<")
    message = "a turn is either a draw or shifts; after a shift it ends with done"
    assert_refused(match, "draw", "N5", "already_shifting", message)


@pytest.mark.parametrize("limit", [8, 9])
def test_a_draw_with_a_full_hand(limit: int) -> None:
    match = position(hands=("X" * limit,), limit=limit)
    message = f"the hand holds {limit} cards, the limit, so none can be drawn"
    assert_refused(match, "draw", "N19", "hand_full", message)


def test_a_draw_from_nothing() -> None:
    match = position(hands=("R", ""), deck="", discard="")
    message = "deck and discard pile are empty, so there is nothing to draw; a shift is due"
    assert_refused(match, "draw", "N18", "nothing_to_draw", message)


@pytest.mark.parametrize("played", [(), ("1<",)])
def test_a_pass_while_something_can_be_done(played: tuple[str, ...]) -> None:
    message = "a pass is allowed only when neither a draw nor a shift is possible"
    assert_refused(position().play(*played), "pass", "N18", "pass_not_allowed", message)


def test_three_cards_while_a_matching_one_is_in_hand() -> None:
    message = (
        "the hand holds a topaz, so row 3 to the left must be paid with it (3<); "
        "three other cards pay only when no card matches"
    )
    assert_refused(position(hands=("TRRR", "")), "3<:RRR", "N8", "matching_card_in_hand", message)


def test_a_shift_that_cannot_be_paid() -> None:
    message = "column b up cannot be paid: the hand holds no carnelian, and two cards cannot stand for three"
    for text in ("b^", "b^:RRR", "b^:RTT"):
        assert_refused(position(hands=("RT", "")), text, "N8", "cannot_pay", message)


def test_three_cards_that_are_not_named() -> None:
    message = "the hand holds no carnelian, so column b up costs any three cards; name them as in b^:CXX"
    for match in (position(hands=("RRT", "")), position(hands=("RRTR", "")).play("5>")):
        assert_refused(match, "b^", "N8", "name_three_cards", message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("b^:RRR", "the hand holds two rubies, not 3"),
        ("b^:RRE", "the hand holds no emeralds, not 1"),
        ("b^:TTX", "the hand holds one topaz, not 2"),
    ],
)
def test_three_cards_that_are_not_in_hand(text: str, message: str) -> None:
    assert_refused(position(hands=("RRTX", "")), text, "N8", "cards_not_in_hand", message)


@pytest.mark.parametrize("text", ["draw", "done", "pass", "1<", "b^:CXX"])
def test_anything_after_the_end(text: str) -> None:
    match = position(hands=("RRR", "RRR"), deck="XXX", run_outs=1).play("draw")
    assert_refused(match, text, "G5", "match_over", "the match is over; no action can follow")
