"""Events of a match of Pearl of the East."""

from __future__ import annotations

from heliodor.core.contract import SPECTATOR, Event
from heliodor.games.pearl import GAME

from .boards import RUBY_OR_SAPPHIRE
from .position import Position, board_with, position

NAMES = ["Mira", "Taras", "Lina"]


def tell(match: Position, text: str, seat: int = SPECTATOR) -> list[Event]:
    """Play an action and return the events for the seat."""
    before = match.hidden_from(seat)
    steps = GAME.notation.parse_action(match.states, 0, text)
    match.play(text)
    return GAME.story.tell(before, steps, match.hidden_from(seat))


def said(events: list[Event]) -> list[str]:
    return [event.say(NAMES) for event in events]


def test_a_draw_names_the_cards_only_to_the_player_who_drew() -> None:
    assert tell(position(deck="SSX"), "draw", 0)[0].facts == {"count": 3, "cards": "SSX"}
    for other in (1, SPECTATOR):
        assert tell(position(deck="SSXRRR"), "draw", other) == [
            Event("pearl.draw", 0, {"count": 3}, "{0} draws three cards.")
        ]


def test_an_emptied_deck_and_a_new_one_are_reported() -> None:
    match = position(deck="SSX", discard="AAAA")
    assert [event.key for event in tell(match, "draw")] == ["pearl.draw", "pearl.run_out"]
    assert [event.key for event in tell(match, "draw")] == ["pearl.draw", "pearl.reshuffle"]


def test_a_shift_tells_its_price() -> None:
    (event,) = tell(position(hands=("R", "")), "1<")
    assert (event.key, event.seat, event.facts) == ("pearl.shift", 0, {"shift": "1<", "paid": "R"})
    assert event.say(NAMES) == "Mira slides row 1 to the left and pays a ruby."


def test_the_tasks_of_a_turn_are_reported_one_by_one() -> None:
    match = position(RUBY_OR_SAPPHIRE, piles=("X", "")).play("3>")
    (done,) = tell(match, "done")
    assert (done.key, done.seat, done.facts) == ("pearl.done", 0, {"kinds": "RTS"})
    assert done.say(NAMES) == "Mira has finished shifting and finds three tasks within reach: ruby, topaz and sapphire."
    events = tell(match, "task R")
    assert [event.key for event in events] == ["pearl.task", "pearl.covered"]
    assert events[0].facts == {"kind": "R", "number": 2, "pearl": True}
    assert events[1].facts == {"kind": "X"}
    assert said(events) == [
        "Mira fulfils ruby with the help of the pearl: 2 of 8 tasks.",
        "Onyx is covered and blocks nobody any longer.",
    ]
    events = tell(match, "task T")
    assert events[0].facts == {"kind": "T", "number": 3, "pearl": False}
    assert said(events)[0] == "Mira fulfils topaz: 3 of 8 tasks."


def test_the_first_task_covers_nothing() -> None:
    match = position(RUBY_OR_SAPPHIRE).play("3>", "done")
    assert [event.key for event in tell(match, "task T")] == ["pearl.task"]


def test_shifts_without_a_task_are_reported() -> None:
    match = position(hands=("R", "")).play("1<")
    assert said(tell(match, "done")) == ["Mira ends the turn; no task is fulfilled."]


def test_a_pass_is_reported() -> None:
    assert said(tell(position(hands=("", "R"), deck=""), "pass")) == ["Mira can neither draw nor shift and passes."]


def test_the_eighth_task_ends_the_story() -> None:
    match = position(RUBY_OR_SAPPHIRE, hands=("R", ""), piles=("CEQAXST", "C")).play("3>", "done")
    events = tell(match, "task R")
    assert [event.key for event in events] == ["pearl.task", "pearl.covered", "pearl.end"]
    assert events[-1].facts == {"winners": [0], "scores": [8, 1]}
    assert said(events)[-1] == "The match is over: Mira wins with eight fulfilled tasks."


def test_a_stalled_match_says_so() -> None:
    match = position(piles=("R", "C"), stall=6, stall_limit=7)
    events = tell(match, "draw")
    assert [event.key for event in events] == ["pearl.draw", "pearl.stalled", "pearl.end"]
    assert events[1].facts == {"turns": 7}
    assert said(events)[1:] == [
        "Seven turns in a row without a fulfilled task: that is the limit.",
        "The match is over: Mira and Taras share the win with one fulfilled task.",
    ]


def test_a_dead_end_says_so() -> None:
    match = position(board_with("SSSCT"), piles=("CTEQAX", "CTEQAXR"), shifted=True).play("done")
    events = tell(match, "task S")
    assert [event.key for event in events] == ["pearl.task", "pearl.covered", "pearl.dead_end", "pearl.end"]
    assert "nobody can go on" in events[2].text
    assert events[3].facts == {"winners": [0, 1], "scores": [7, 7]}
