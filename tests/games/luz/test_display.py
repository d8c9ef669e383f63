"""L10: how much of taken tricks a table shows."""

from __future__ import annotations

import re

import pytest

from heliodor import EVERYTHING, SPECTATOR, BadOption, Match, new_match

CARD = re.compile(r"\b[RYGBP]\d{1,2}\b")
PLAYERS = 3


def played(plies: int, taken_tricks: str | None = None) -> Match:
    """Return a match after three bets and `plies` cards."""
    match = new_match("luz", PLAYERS, seed=5)
    if taken_tricks is not None:
        match.display(taken_tricks=taken_tricks)
    for _ in range(PLAYERS + plies):
        match.act(match.legal()[-1])
    return match


def cards_told(match: Match, seat: int) -> list[str | None]:
    """Return the card of every play, in order, as the story tells it now."""
    return [event.facts.get("card") for told in match.story(seat) for event in told.events if event.key == "luz.play"]


def cards_played(match: Match) -> list[str]:
    return [str(card) for card in cards_told(match, EVERYTHING)]


@pytest.mark.parametrize("seat", [SPECTATOR, 0, 1, 2])
def test_l10_a_taken_trick_lies_open_until_the_next_one_is_led(seat: int) -> None:
    taken, led = played(6), played(7)
    assert [play.card for play in taken.view(seat).last_trick.plays] == cards_played(taken)[3:]
    assert cards_told(taken, seat) == [None] * 3 + cards_played(taken)[3:]
    assert led.view(seat).last_trick is None
    assert cards_told(led, seat) == [None] * 6 + cards_played(led)[6:]


@pytest.mark.parametrize(("taken_tricks", "covered"), [("closed", 6), ("last", 3), ("open", 0)])
def test_l10_the_table_chooses_which_taken_tricks_can_be_looked_at(taken_tricks: str, covered: int) -> None:
    match = played(8, taken_tricks)
    cards = cards_played(match)
    assert cards_told(match, 0) == [None] * covered + cards[covered:]
    view = match.view(0)
    last = None if view.last_trick is None else [play.card for play in view.last_trick.plays]
    assert last == (None if taken_tricks == "closed" else cards[3:6])
    shown = {slot.card for hand in view.hands for slot in hand if slot.played}
    assert shown == (set(cards) if taken_tricks == "open" else {None})
    sentences = " ".join(event.text for told in match.story(0) for event in told.events)
    drawn = set(CARD.findall(match.draw(0)))
    if taken_tricks == "closed":
        assert not drawn & set(cards[:6])
        assert "plays the card of slot" in sentences
    assert ("takes the trick:" in sentences) == (taken_tricks != "open")


@pytest.mark.parametrize("taken_tricks", ["closed", "last", "open"])
def test_l10_after_the_deal_everything_is_shown(taken_tricks: str) -> None:
    match = played(30, taken_tricks)
    assert match.view().deal == 2
    assert cards_told(match, SPECTATOR) == cards_played(match)
    assert match.view().last_trick is not None
    for _ in range(PLAYERS + 1):
        match.act(match.legal()[-1])
    assert cards_told(match, SPECTATOR) == cards_played(match)
    assert match.view().last_trick is not None, "a trick of a deal that is over is nobody's secret"


def test_l10_bots_and_viewers_of_everything_are_not_limited() -> None:
    closed, open_ = played(8), played(8, "open")
    assert closed.view(EVERYTHING) == open_.view(EVERYTHING)
    assert cards_told(closed, EVERYTHING) == cards_told(open_, EVERYTHING)
    for seat in range(PLAYERS):
        assert closed.observe(seat).tobytes() == open_.observe(seat).tobytes()
        assert closed.hidden_states(seat).tobytes() == open_.hidden_states(seat).tobytes()


def test_l10_the_setting_is_not_part_of_the_rules_or_the_record() -> None:
    closed, open_ = played(8), played(8, "open")
    assert closed.legal() == open_.legal()
    assert closed.record() == open_.record()
    assert open_.copy().view(0) == open_.view(0) == open_.at(open_.ply).view(0)


def test_an_unknown_setting_is_refused() -> None:
    match = new_match("luz", PLAYERS, seed=5)
    with pytest.raises(BadOption, match="option taken_tricks cannot be"):
        match.display(taken_tricks="shut")
    with pytest.raises(BadOption, match="Luz has no display setting 'trick'; it has taken_tricks"):
        match.display(trick="open")
    with pytest.raises(BadOption, match="Nizam has no display setting 'taken_tricks'; it has none"):
        new_match("nizam", 2, seed=1).display(taken_tricks="open")
