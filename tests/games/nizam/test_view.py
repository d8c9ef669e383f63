"""What a seat sees of Nizam."""

from __future__ import annotations

import pytest

from heliodor.core.contract import EVERYTHING, SPECTATOR
from heliodor.games.nizam.view import Combination, View, render

from .position import Position, position


def seen_by(match: Position, seat: int) -> View:
    states = match.states if seat == EVERYTHING else match.hidden_from(seat)
    return render(states, 0, seat)


def test_a_seat_sees_its_hand_and_the_size_of_the_others() -> None:
    match = position(hands=("RXC", "TT", ""), discard="AAR", deck="XRA", scores=(3, 0, 9))
    for seat, hands in (
        (0, ["RCX", None, None]),
        (1, [None, "TT", None]),
        (2, [None, None, ""]),
        (SPECTATOR, [None, None, None]),
        (EVERYTHING, ["RCX", "TT", ""]),
    ):
        view = seen_by(match, seat)
        assert view.hands == hands
        assert view.seat == seat
        assert view.hand_sizes == [3, 2, 0]
        assert view.board == ["RCTEQ", "SAXRC", "TEQSA", "XRCTE", "QSAXR"]
        assert (view.deck, view.discard, view.scores) == (3, "RAA", [3, 0, 9])


def test_only_the_seat_to_act_sees_the_choices() -> None:
    match = position(hands=("RR", "C"))
    assert seen_by(match, 0).legal == ["draw", "1<", "5>", "a^", "ev"]
    assert seen_by(match, EVERYTHING).legal == ["draw", "1<", "5>", "a^", "ev"]
    assert seen_by(match, 1).legal == seen_by(match, SPECTATOR).legal == []


def test_shifts_paid_by_any_three_cards_are_listed_once() -> None:
    legal = seen_by(position(hands=("RRC", "")), 0).legal
    assert len(legal) == 21
    assert legal[:6] == ["draw", "1<", "2<:???", "3<:???", "4<:???", "5<:???"]


@pytest.mark.parametrize(("played", "phase"), [((), "turn"), (("1<",), "shifting")])
def test_the_phase_is_named(played: tuple[str, ...], phase: str) -> None:
    view = seen_by(position().play(*played), SPECTATOR)
    assert (view.phase, view.to_act, view.over, view.winners) == (phase, 0, False, [])


def test_combinations_are_listed_with_their_points() -> None:
    match = position("ARRCE RAAAQ EQSAX CTEQS RCTEA", hands=("R", ""))
    assert seen_by(match, 1).combinations == [Combination("2", 1, 3, "A", 3, False)]
    assert seen_by(match, 1).points_now == 0
    match.play("av")
    assert seen_by(match, SPECTATOR).combinations == [
        Combination("1", 0, 3, "R", 3, True),
        Combination("2", 0, 4, "A", 5, True),
    ]
    assert seen_by(match, SPECTATOR).points_now == 9


def test_a_combination_in_a_column_is_named_by_its_letter() -> None:
    match = position("RCTEQ RAXRC RETSA XSCTE QSAXR")
    assert seen_by(match, 0).combinations == [Combination("a", 0, 3, "R", 3, False)]


def test_the_end_is_seen_with_its_winners() -> None:
    match = position(hands=("", ""), deck="XRA", run_outs=1, scores=(7, 7)).play("draw")
    view = seen_by(match, 1)
    assert (view.over, view.phase, view.to_act, view.winners, view.legal) == (True, "over", -1, [0, 1], [])
    assert (view.run_outs, view.run_outs_to_end) == (2, 2)


def test_the_hand_limit_is_shown_to_a_player_alone() -> None:
    assert seen_by(position(hands=("R",), limit=9), 0).hand_limit == 9
    assert seen_by(position(hands=("R", ""), limit=9), 0).hand_limit == 0
