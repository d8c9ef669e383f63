"""What happened in Nizam, as events and sentences."""

from __future__ import annotations

from typing import Any

from heliodor.core.contract import EVERYTHING, SPECTATOR, Event
from heliodor.games.nizam import notation, story

from .position import Position, position


def told(match: Position, text: str, seat: int = SPECTATOR) -> list[Event]:
    """Play an action and return the events for the seat."""

    def known() -> Any:
        return match.states.copy() if seat == EVERYTHING else match.hidden_from(seat)

    before, steps = known(), notation.parse_action(match.states, 0, text)
    match.play(text)
    return story.tell(before, steps, known())


def sentences(events: list[Event]) -> list[str]:
    return [event.say(["Ann", "Bob"]) for event in events]


def test_only_the_drawing_seat_is_shown_its_cards() -> None:
    (event,) = told(position(hands=("R", ""), deck="XRRQ"), "draw", 0)
    assert (event.key, event.seat) == ("nizam.draw", 0)
    assert event.facts == {"count": 3, "cards": "RRX"}
    assert event.text == "{0} draws three cards: two rubies and one onyx."


def test_a_draw_is_told_to_others_as_a_number() -> None:
    for seat in (1, SPECTATOR):
        (event,) = told(position(hands=("R", ""), deck="XRRQ"), "draw", seat)
        assert event.facts == {"count": 3}
        assert event.text == "{0} draws three cards."


def test_a_shift_comes_with_its_price() -> None:
    (event,) = told(position(hands=("SX", "")), "2<")
    assert (event.key, event.seat, event.facts) == ("nizam.shift", 0, {"shift": "2<", "paid": "S"})
    assert event.text == "{0} slides row 2 to the left and pays a sapphire."
    (event,) = told(position(hands=("RRX", "")), "bv:RRX")
    assert event.facts == {"shift": "bv", "paid": "RRX"}
    assert event.text == "{0} slides column b down and pays two rubies and one onyx."


def test_a_turn_without_points_says_so() -> None:
    events = told(position().play("1<"), "done")
    assert [event.key for event in events] == ["nizam.no_points"]
    assert sentences(events) == ["Ann ends the turn; nothing new scores."]


def test_an_activation_lists_its_combinations_one_by_one() -> None:
    match = position("ARRCE RAAAQ EQSAX CTEQS RCTEA", hands=("R", "")).play("av")
    events = told(match, "done")
    assert [event.key for event in events] == [
        "nizam.combination",
        "nizam.combination",
        "nizam.points",
        "nizam.fill",
    ]
    assert events[0].facts == {"line": "1", "start": 0, "length": 3, "kind": "R", "points": 3}
    assert events[2].facts == {"points": 9, "bonus": 1}
    assert events[3].facts == {"cells": [0, 1, 2, 5, 6, 7, 8]}
    assert sentences(events) == [
        "Three rubies in row 1: 3 points.",
        "Four amethysts in row 2: 5 points.",
        "Ann scores nine points, including 1 for a second combination.",
        "Seven cards leave the board, and the gaps are filled from the deck.",
    ]


def test_a_run_out_and_a_new_deck_are_reported_in_the_order_they_happened() -> None:
    events = told(position(hands=("", "", ""), deck="X", discard="CCC"), "draw")
    assert [event.key for event in events] == ["nizam.draw", "nizam.run_out", "nizam.reshuffle"]
    assert events[1].facts == {"times": 1}
    assert events[2].facts == {"count": 3}
    assert sentences(events)[1:] == [
        "The deck has run out, for the first time.",
        "The discard pile, three cards, is shuffled into a new deck.",
    ]
    events = told(position(hands=("", "", ""), deck="", discard="CCC", run_outs=1), "draw")
    assert [event.key for event in events] == ["nizam.draw", "nizam.reshuffle", "nizam.run_out"]
    assert sentences(events)[2] == "The deck has run out, 2 times by now."


def test_a_pass_is_reported() -> None:
    events = told(position(hands=("", "R"), deck=""), "pass")
    assert [event.key for event in events] == ["nizam.pass"]
    assert sentences(events) == ["Ann can neither draw nor shift and passes."]


def test_the_end_names_its_winners() -> None:
    events = told(position(hands=("", ""), deck="XRA", run_outs=1, scores=(9, 4)), "draw")
    assert events[-1].key == "nizam.end"
    assert events[-1].facts == {"winners": [0], "scores": [9, 4]}
    assert sentences(events)[-1] == "The match is over: Ann wins with nine points."
    events = told(position(hands=("", ""), deck="XRA", run_outs=1, scores=(4, 4)), "draw")
    assert sentences(events)[-1] == "The match is over: Ann and Bob share the win with four points."
