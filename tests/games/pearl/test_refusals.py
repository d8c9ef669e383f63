"""Every way in which an action of Pearl of the East can be refused, with its rule and reason."""

from __future__ import annotations

import pytest

from heliodor.core.errors import IllegalAction
from heliodor.games.pearl import GAME

from .boards import PEARL_AT_THE_END, RUBY_OR_SAPPHIRE
from .position import Position, position


def refusal(match: Position, text: str) -> IllegalAction:
    """Return why the action is refused; an action that could be played fails the test."""
    assert text not in match.legal
    before = match.states.tobytes()
    try:
        steps = GAME.notation.parse_action(match.states, 0, text)
    except IllegalAction as error:
        return error
    finally:
        assert match.states.tobytes() == before
    return GAME.refusals.explain(match.states, 0, steps, text)


def after_shifts(*tasks: str, **others: object) -> Position:
    """Return the example of the pearl that may be ruby or sapphire, after the shift and these tasks."""
    return position(RUBY_OR_SAPPHIRE, **others).play("3>", "done", *tasks)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("match", "text", "rule", "key", "says"),
    [
        # Draw, done and pass.
        (position(hands=("R", "")).play("1<"), "draw", "N5", "already_shifting", "either a draw or shifts"),
        (position(hands=("R", ""), deck=""), "draw", "N18", "nothing_to_draw", "nothing to draw"),
        (position(), "done", "N9", "no_shift_yet", "no shift has been made"),
        (position(), "pass", "N18", "pass_not_allowed", "neither a draw nor a shift"),
        (position(hands=("R", "")).play("1<"), "pass", "N18", "pass_not_allowed", "neither a draw nor a shift"),
        # Shifts and their payment.
        (position(hands=("RCT", "")), "1<:RCT", "N8", "matching_card_in_hand", "the hand holds a ruby"),
        (position(hands=("CT", "")), "1<", "N8", "cannot_pay", "holds no ruby"),
        (position(hands=("CT", "")), "1<:CTT", "N8", "cannot_pay", "two cards cannot stand for three"),
        (position(hands=("CTT", "")), "1<", "N8", "name_three_cards", "any three cards"),
        (position(hands=("CTT", "")), "1<:CCT", "N8", "cards_not_in_hand", "one carnelian, not 2"),
        (position(PEARL_AT_THE_END, ("CT", "")), "3<", "P4", "cannot_pay", "no card matches the pearl"),
        (position(PEARL_AT_THE_END, ("CTT", "")), "3<", "P4", "name_three_cards", "no card matches the pearl"),
        (position(PEARL_AT_THE_END, ("CTT", "")), "3<:XXX", "N8", "cards_not_in_hand", "no onyxes, not 3"),
        # Tasks at the wrong time.
        (position(RUBY_OR_SAPPHIRE), "task T", "P5", "shifts_first", "after the shifts"),
        (position(RUBY_OR_SAPPHIRE).play("3>"), "task T", "P5", "shifts_first", "then done"),
        (position(piles=("T", "")), "task T", "P1", "task_fulfilled", "topaz"),
        # Tasks that the board or the piles do not allow.
        (after_shifts("task T"), "task T", "P1", "task_fulfilled", "topaz"),
        (after_shifts(), "task E", "P5", "no_run", "three adjacent cards of emerald"),
        (after_shifts(piles=("", "XT")), "task T", "P7", "task_blocked", "topaz lies on top"),
        (after_shifts("task R"), "task S", "P6", "pearl_used", "which stands for ruby"),
        (after_shifts("task S"), "task R", "P6", "pearl_used", "which stands for sapphire"),
        # A kind without any run is not refused because of the pearl.
        (after_shifts("task S"), "task E", "P5", "no_run", "emerald"),
        # Anything else while tasks are due.
        (after_shifts(), "draw", "P8", "task_due", "task R or task T or task S"),
        (after_shifts("task R"), "done", "P8", "task_due", "play task T"),
        (after_shifts(), "1<", "P8", "task_due", "the shifts are done"),
        (after_shifts(), "1<:XXX", "P8", "task_due", "the shifts are done"),
        (after_shifts(), "pass", "P8", "task_due", "the shifts are done"),
        # After the end.
        (position(stall_limit=1).play("draw"), "draw", "G5", "match_over", "the match is over"),
        (position(stall_limit=1).play("draw"), "1<", "G5", "match_over", "the match is over"),
        (position(stall_limit=1).play("draw"), "task R", "G5", "match_over", "the match is over"),
    ],
)
def test_refusals_name_the_rule_and_say_why(match: Position, text: str, rule: str, key: str, says: str) -> None:
    error = refusal(match, text)
    assert (error.rule, error.key) == (rule, key)
    assert says in error.message
    assert str(error).endswith(f"({rule})")
