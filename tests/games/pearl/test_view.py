"""What a seat sees of Pearl of the East."""

from __future__ import annotations

import msgspec

from heliodor.core.contract import EVERYTHING, SPECTATOR
from heliodor.games.pearl import GAME
from heliodor.games.pearl.view import Combination, View

from .boards import RUBY_AND_SAPPHIRE, RUBY_OR_SAPPHIRE
from .position import Position, board_with, position


def view_of(match: Position, seat: int) -> View:
    states = match.states.copy() if seat == EVERYTHING else match.hidden_from(seat)
    view = GAME.view.render(states, 0, seat)
    assert isinstance(view, View)
    # A view is JSON and comes back from it as it was.
    assert msgspec.json.decode(msgspec.json.encode(view), type=View) == view
    return view


def test_a_view_shows_the_table() -> None:
    match = position(RUBY_OR_SAPPHIRE, hands=("RCT", "AX", ""), piles=("TX", "", "QR"), turn=1, discard="QQ", stall=7)
    view = view_of(match, 1)
    assert (view.game, view.seat, view.players, view.to_act, view.phase, view.over) == (
        "pearl",
        1,
        3,
        1,
        "turn",
        False,
    )
    assert view.board == ["CEAXQ", "ERCAE", "RPSSR", "ACQSX", "TTTQX"]
    assert view.hands == [None, "AX", None]
    assert view.hand_sizes == [3, 2, 0]
    assert (view.deck, view.discard, view.run_outs) == (10, "QQ", 0)
    assert view.scores == [2, 0, 2]
    assert view.winners == []
    assert view.piles == ["TX", "", "QR"]
    assert view.tasks_left == ["RCEQSA", "RCTEQSAX", "CTESAX"]
    assert view.blocked == ["R", "RX", "X"]
    assert view.tasks_now == "TS"
    assert view.pearl_stands_for is None
    assert (view.stall, view.stall_limit) == (7, 200)


def test_only_the_seat_to_act_is_shown_the_legal_actions() -> None:
    match = position(RUBY_OR_SAPPHIRE, hands=("RRR", "XXX")).play("3>", "done")
    assert view_of(match, 0).legal == ["task R", "task T", "task S"]
    assert view_of(match, EVERYTHING).legal == ["task R", "task T", "task S"]
    assert view_of(match, 1).legal == []
    assert view_of(match, SPECTATOR).legal == []


def test_shifts_for_three_cards_are_shown_once() -> None:
    legal = view_of(position(hands=("RCT", "")), 0).legal
    assert "draw" in legal
    assert "1<" in legal
    assert "5<:???" in legal
    assert len(legal) == 21


def test_combinations_tell_what_they_are_worth_to_the_seat_in_turn() -> None:
    match = position(RUBY_OR_SAPPHIRE, piles=("", "S")).play("3>")
    assert view_of(match, 1).combinations == [
        Combination(line="3", start=0, length=3, kind="R", needs_pearl=True, counts=True),
        Combination(line="3", start=2, length=3, kind="S", needs_pearl=True, counts=False),
        Combination(line="5", start=0, length=3, kind="T", needs_pearl=False, counts=True),
    ]
    assert view_of(match, 1).tasks_now == "RT"


def test_a_run_of_four_is_one_combination() -> None:
    view = view_of(position(board_with("TRRPR", column=1)), 0)
    assert view.combinations == [Combination("b", 1, 4, "R", needs_pearl=True, counts=True)]
    view = view_of(position(RUBY_AND_SAPPHIRE), 0)
    assert view.combinations == [
        Combination("1", 1, 4, "R", needs_pearl=False, counts=True),
        Combination("e", 0, 3, "S", needs_pearl=True, counts=True),
    ]


def test_the_pearls_choice_is_shown_while_it_holds() -> None:
    match = position(RUBY_OR_SAPPHIRE, hands=("R", "")).play("3>", "done", "task S")
    view = view_of(match, SPECTATOR)
    assert view.pearl_stands_for == "S"
    assert view.phase == "tasks"
    assert view.tasks_now == "T"
    assert view_of(match.play("task T"), SPECTATOR).pearl_stands_for is None


def test_spectators_see_no_hand_and_everything_shows_all() -> None:
    match = position(hands=("RCT", "AX"))
    assert view_of(match, SPECTATOR).hands == [None, None]
    assert view_of(match, EVERYTHING).hands == ["RCT", "AX"]


def test_a_match_that_is_over_names_its_winners() -> None:
    match = position(RUBY_OR_SAPPHIRE, piles=("R", "C"), stall_limit=1).play("draw")
    view = view_of(match, 0)
    assert (view.over, view.phase, view.to_act) == (True, "over", -1)
    assert view.winners == [0, 1]
    assert view.legal == []
    assert view.tasks_now == ""
    assert not any(combination.counts for combination in view.combinations)
