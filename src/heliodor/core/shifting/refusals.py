"""Why an action of the shifting board is refused, with the rule that says so."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from heliodor.core.contract import States
from heliodor.core.errors import IllegalAction
from heliodor.core.plain import plain
from heliodor.core.shifting.notation import KIND_CODES, SHIFT_TEXTS, end_card, needs_three_cards
from heliodor.core.shifting.rules import DONE, DRAW, NUM_PAID, PASS, PAY_0, PEARL, SHIFT_0, Phase
from heliodor.core.shifting.state import ShiftingState
from heliodor.core.shifting.words import card_name, number_of, shift_name
from heliodor.core.words import counted, with_article


def match_over() -> IllegalAction:
    """Refuse anything after the end."""
    return IllegalAction("G5", "match_over", "the match is over; no action can follow")


def explain_board_action(state: np.record, steps: Sequence[int]) -> IllegalAction:
    """Return the reason against draw, done, pass or a shift while shifts could be made."""
    action = steps[0]
    if action == DRAW:
        return _no_draw(state)
    if action == DONE:
        return IllegalAction("N9", "no_shift_yet", "done ends a turn of shifts, and no shift has been made yet")
    if action == PASS:
        return IllegalAction(
            "N18", "pass_not_allowed", "a pass is allowed only when neither a draw nor a shift is possible"
        )
    return explain_shift(state, action - SHIFT_0, [step - PAY_0 for step in steps[1:]])


def _no_draw(state: np.record) -> IllegalAction:
    if state.phase == Phase.SHIFTING:
        return IllegalAction(
            "N5", "already_shifting", "a turn is either a draw or shifts; after a shift it ends with done"
        )
    if state.hand_limit and state.hand_size[state.turn] >= state.hand_limit:
        return IllegalAction(
            "N19", "hand_full", f"the hand holds {state.hand_limit} cards, the limit, so none can be drawn"
        )
    return IllegalAction(
        "N18", "nothing_to_draw", "deck and discard pile are empty, so there is nothing to draw; a shift is due"
    )


def explain_shift(state: ShiftingState | np.record, shift: int, paid: Sequence[int]) -> IllegalAction:
    """Return the reason against a shift with this payment; an empty payment stands for a matching card."""
    price = end_card(state, shift)
    where = shift_name(shift)
    if not needs_three_cards(state, shift):
        return IllegalAction(
            "N8",
            "matching_card_in_hand",
            f"the hand holds {with_article(card_name(price))}, so {where} must be paid with it ({SHIFT_TEXTS[shift]}); "
            "three other cards pay only when no card matches",
        )
    lack = "no card matches the pearl" if price == PEARL else f"the hand holds no {card_name(price)}"
    rule = "P4" if price == PEARL else "N8"
    size = int(state.hand_size[state.turn])
    if size < NUM_PAID:
        rest = f"and {counted(size, 'card')} cannot stand for three" if size else "nor any other card"
        return IllegalAction(rule, "cannot_pay", f"{where} cannot be paid: {lack}, {rest}")
    if not paid:
        example = f"{SHIFT_TEXTS[shift]}:CXX"
        return IllegalAction(
            rule, "name_three_cards", f"{lack}, so {where} costs any three cards; name them as in {example}"
        )
    hand = state.hand[state.turn]
    for kind in sorted(set(paid)):
        if paid.count(kind) > hand[kind]:
            held = number_of(int(hand[kind]), kind)
            return IllegalAction("N8", "cards_not_in_hand", f"the hand holds {held}, not {paid.count(kind)}")
    raise ValueError(f"{SHIFT_TEXTS[shift]} paid with {[KIND_CODES[k] for k in paid]} is legal here")


def check_payment_is_named(states: States, index: int, steps: Sequence[int]) -> None:
    """Refuse a shift without payment where three cards must be named: its first step alone would be legal."""
    if len(steps) > 1 or not SHIFT_0 <= steps[0] < PAY_0:
        return
    state, shift = plain(states, index, ShiftingState), steps[0] - SHIFT_0
    if state.phase in (Phase.TURN, Phase.SHIFTING) and needs_three_cards(state, shift):
        raise explain_shift(state, shift, [])
