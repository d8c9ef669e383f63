"""Events of a match of Speedy Gnomes."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from heliodor.core.contract import EVERYTHING, NOBODY, SPECTATOR, Event
from heliodor.games.gnomes import GAME

from .position import KERNELS, Position, position

NAMES = ("Ada", "Ben", "Cleo")


def told(match: Position, text: str, seat: int = SPECTATOR) -> list[Event]:
    """Play an action and return its events as the seat may know them."""
    before = match.copy() if seat == EVERYTHING else match.hidden_from(seat)
    steps = GAME.notation.parse_action(match.states, 0, text)
    after = match.copy()
    for step in steps:
        KERNELS.apply_action(after.states, 0, step)
    seen = after if seat == EVERYTHING else after.hidden_from(seat)
    return GAME.story.tell(before.states, steps, seen.states)


def said(events: Sequence[Event]) -> list[str]:
    return [event.say(NAMES) for event in events]


TAKING = position(("C", "", ""), deck="Ro Ht", open="K D C", taken=False)
PLAYING = position(("C Ro D FO K WY", "", ""), caves=[0], curses={0: "FG"}, gems={0: "Rs"})


def test_a_card_from_the_deck_is_named_to_its_owner_only() -> None:
    for seat in (0, EVERYTHING):
        [event] = told(TAKING, "take deck", seat)
        assert event == Event("gnomes.take_deck", 0, {"card": "Ro"}, "{0} takes a round ruby from the deck.")
    for seat in (1, 2, SPECTATOR):
        [event] = told(TAKING, "take deck", seat)
        assert event == Event("gnomes.take_deck", 0, {}, "{0} takes a card from the deck.")


def test_an_open_card_and_what_takes_its_place() -> None:
    for seat in (0, 1, SPECTATOR, EVERYTHING):
        [event] = told(TAKING, "take 2", seat)
        assert (event.key, event.facts) == ("gnomes.take_open", {"slot": 2, "card": "D", "replaced_by": "Ro"})
        assert said([event]) == ["Ada takes the diamond from slot 2; a round ruby takes its place."]


def test_the_last_cards() -> None:
    last = position(("C", ""), deck="Ro", open="K - -", taken=False)
    events = told(last, "take 1")
    assert [event.key for event in events] == ["gnomes.take_open", "gnomes.deck_empty"]
    assert said(events)[1] == (
        "The last card of the deck is taken: this round is played to its end, and it is the last one."
    )
    full = position(("C", ""), deck="Ro", taken=False, full=True)
    [_, event] = told(full, "take deck")
    assert (event.seat, event.facts) == (NOBODY, {"rounds_left": 2})
    assert said([event])[0].endswith("this round is played to its end, then one more whole round.")
    empty = position(("C", ""), deck="", open="K - -", taken=False)
    assert said(told(empty, "skip")) == ["Ada takes no card."]
    assert said(told(empty, "take 1")) == ["Ada takes the cave-in from slot 1; the slot stays empty."]


def test_the_last_round_of_a_full_one_is_announced() -> None:
    match = position(("C", ""), deck="", turn=1, taken=False, full=True).play("skip")
    assert [event.key for event in told(match, "pass")] == ["gnomes.pass", "gnomes.last_round"]


def test_gems() -> None:
    [event] = told(PLAYING, "lay Ro")
    assert (event.key, event.seat, event.facts) == ("gnomes.gem", 0, {"card": "Ro", "count": 2})
    assert said([event]) == ["Ada lays a round ruby, gem number 2."]


def test_caves() -> None:
    assert said(told(position(("C", "")), "lay C")) == ["Ada lays a cave and can dig for gems."]
    cleared = told(position(("C", ""), caves=[0], curses={0: "K"}), "lay C")
    assert said(cleared) == ["Ada lays a cave and clears the cave-in; both cards go, and Ada keeps one cave."]
    assert (cleared[0].key, cleared[0].facts) == ("gnomes.clear", {"has_cave": True})
    used_up = told(position(("C", ""), curses={0: "K"}), "lay C")
    assert said(used_up) == ["Ada lays a cave and clears the cave-in; both cards go, and Ada still has no cave."]


def test_curses() -> None:
    [event] = told(PLAYING, "curse FO 2")
    assert (event.key, event.facts) == ("gnomes.curse", {"card": "FO", "target": 2})
    assert said([event]) == [
        "Ada sends an orange fog to Cleo: no rubies or heliodors until a red wind or a yellow wind drives it off."
    ]
    assert said(told(PLAYING, "curse K 1")) == ["Ada brings a cave-in down on Ben: no gems until a cave clears it."]


def test_winds_drops_and_passes() -> None:
    [event] = told(PLAYING, "wind WY FG")
    assert event.facts == {"card": "WY", "fog": "FG"}
    assert said([event]) == ["Ada drives off the green fog with a yellow wind."]
    assert said(told(position(("Ro", "")), "drop Ro")) == ["Ada can play nothing and discards a round ruby."]
    assert said(told(position(("", ""), deck="", taken=False).play("skip"), "pass")) == [
        "Ada has no card left and passes."
    ]


def test_half_a_curse_is_an_event_too() -> None:
    match = position(("K C", "", ""))
    [first, second] = GAME.notation.parse_action(match.states, 0, "curse K 1")
    aiming = match.copy()
    KERNELS.apply_action(aiming.states, 0, first)
    assert said(GAME.story.tell(match.states, [first], aiming.states)) == ["Ada brings out a cave-in."]
    done = aiming.copy()
    KERNELS.apply_action(done.states, 0, second)
    [event] = GAME.story.tell(aiming.states, [second], done.states)
    assert (event.key, event.facts) == ("gnomes.curse", {"card": "K", "target": 1})


def ending(gems: dict[int, str]) -> list[Event]:
    match = position(("", "", "Ro"), gems=gems, caves=[2], deck="", turn=2, taken=False).play("skip")
    return told(match, "lay Ro")


def test_the_end_names_the_winners_and_their_sets() -> None:
    events = ending({0: "Ho Ho Ss"})
    assert [event.key for event in events] == ["gnomes.gem", "gnomes.end"]
    assert events[1].facts == {
        "winners": [0],
        "scores": [[0, 0, 0, 0, 1, 1], [0] * 6, [0, 0, 0, 0, 0, 1]],
        "decision": {"best": [0], "next": [2], "equal": [], "against": [2, 1]},
    }
    assert said(events)[1] == (
        "The match is over: Ada wins with one set of two and one of one. The largest set, two against one, decides."
    )
    assert said(ending({0: "Ho", 1: "Rs"}))[1] == (
        "The match is over: Ada, Ben and Cleo share the win with one set of one. All have the same sets."
    )


SIXES = ("So So So So So So", "Hs Hs Hs Hs Hs Hs", "Rt Rt Rt Rt Rt Rt")


@pytest.mark.parametrize(
    ("gems", "sentence"),
    [
        ((f"{SIXES[0]} Ht Ht", f"{SIXES[1]} Rt", ""), "Ada and Ben both have a six; the next set, two against one,"),
        ((f"{SIXES[0]} Ht", SIXES[1], ""), "Ada and Ben both have a six; one set more, a single gem,"),
        (SIXES, "Ada, Ben and Cleo all have a six; one set more, a single gem,"),
        ((SIXES[0], "Hs Hs Hs Hs Hs", ""), "The largest set, six against five,"),
    ],
)
def test_s11_the_end_tells_which_set_decides(gems: Sequence[str], sentence: str) -> None:
    assert said(ending(dict(enumerate(gems))))[1].endswith(f". {sentence} decides.")


def test_s11_against_nothing_every_gem_wins() -> None:
    assert said(ending({}))[1].endswith(". Nobody else has a gem that counts.")
