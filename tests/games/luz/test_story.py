"""What Luz says about an action."""

from __future__ import annotations

import random

import pytest

from heliodor.core.contract import EVERYTHING, SPECTATOR, Event
from heliodor.games.luz import GAME

from .position import CODES, Position, dealt, last_trick, position

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve"]


def told(match: Position, text: str, seat: int = SPECTATOR) -> list[Event]:
    """Play an action, a card by its code, and return its events as the seat may know them."""
    before = match.states.copy() if seat == EVERYTHING else match.hidden_from(seat)
    action = f"play {match.hand(match.to_act).index(text) + 1}" if text in CODES else text
    steps = GAME.notation.parse_action(match.states, 0, action)
    match.play(text)
    return GAME.story.tell(before, steps, match.states if seat == EVERYTHING else match.hidden_from(seat))


def sentences(events: list[Event]) -> list[str]:
    return [event.say(NAMES) for event in events]


def test_bets_and_their_sum() -> None:
    match = dealt(3, first=2)
    assert sentences(told(match, "bid 3+")) == ["Ann bets on three tricks and takes the safety bead."]
    assert sentences(told(match, "bid 1")) == ["Bob bets on one trick."]
    [bid, made] = told(match, "bid 0")
    assert (bid.key, bid.seat, bid.facts) == ("luz.bid", 2, {"bid": 0, "safety": False})
    assert (made.key, made.facts) == ("luz.bets_made", {"total": 4, "leader": 0})
    assert sentences([bid, made]) == [
        "Cid bets on no tricks.",
        "All bets are made, on four tricks together, six fewer than there are; Ann leads the first trick.",
    ]


@pytest.mark.parametrize(
    ("bids", "words"),
    [
        ([5, 4, 1], "exactly the ten tricks of the deal"),
        ([5, 4, 2], "11 tricks together, one more than there are"),
        ([0, 0, 1], "one trick together, nine fewer than there are"),
        ([0, 0, 0], "no tricks together, ten fewer than there are"),
    ],
)
def test_the_sum_of_the_bets(bids: list[int], words: str) -> None:
    match = dealt(3)
    events = [event for bid in bids for event in told(match, f"bid {bid}")]
    assert f"on {words};" in events[-1].text


def test_the_ways_to_play_a_card() -> None:
    match = position("R4 G7", "R3 Y5", "Y6 P2", "B6 B9", bids=["1", "0", "2", "0"])
    leads = told(match, "R4", 0)
    assert [(event.key, event.seat) for event in leads] == [("luz.play", 0)]
    assert leads[0].facts == {"slot": match.hand(0).index("R4") + 1, "card": "R4", "way": "lead"}
    assert sentences(leads) == ["Ann leads the red 4."]
    assert sentences(told(match, "R3", 0)) == ["Bob follows with the red 3."]
    assert sentences(told(match, "Y6", 0)) == ["Cid has no red and plays a trump, the yellow 6."]
    assert sentences(told(match, "B9", 0)) == [
        "Dan has no red and discards the blue 9.",
        "Cid takes the trick with the yellow 6: one taken, two bet.",
    ]


def test_a_trump_that_does_not_win_is_only_played() -> None:
    match = position("R4 G7", "Y8 P2", "Y6 P3", "B6 B9", bids=["1", "0", "2", "0"])
    told(match, "R4", 0)
    told(match, "Y8", 0)
    assert sentences(told(match, "Y6", 0)) == ["Cid has no red and plays a trump, the yellow 6."]
    assert sentences(told(match, "B9", 0))[1].startswith("Bob takes the trick with the yellow 8")


def test_a_trick_for_one_who_wanted_none() -> None:
    match = position("R4 G7", "R3 Y5", "R2 P2", bids=["0", "1", "1"]).play("R4", "R3")
    [_play, trick] = told(match, "R2")
    assert trick.say(NAMES) == "Ann takes the trick with the red 4: one taken, none bet."
    assert trick.facts == {"card": "R4", "tricks": 1, "bid": 0, "safety": False}


def test_the_end_of_a_deal() -> None:
    match = last_trick("R1", "R8", "R2", bids=["4", "5", "3+"], tricks=[3, 4, 2], deal=2, scores=[10, -5, 20])
    match.play("R1", "R8")
    events = told(match, "R2", 1)
    assert [event.key for event in events] == [
        "luz.play",
        "luz.trick",
        "luz.bet_missed",
        "luz.bet_met",
        "luz.bet_missed",
        "luz.deal",
    ]
    assert sentences(events)[1:] == [
        "Bob takes the trick with the red 8: five taken, five bet.",
        "Ann bet on four tricks, but took three: −5 points, 5 in all.",
        "Bob bet on five tricks and took five: +20 points, 15 in all.",
        "Cid bet on three tricks with the safety bead, but took two: −5 points, 15 in all.",
        "Deal 3 of 4: Cid has dealt, and Ann bets first.",
    ]
    assert events[3].facts == {"deal": 2, "bid": 5, "safety": False, "tricks": 5, "points": 20, "score": 15}


def test_deal_4_is_opened_by_the_leader_on_points() -> None:
    match = last_trick("R1", "R8", "R2", bids=["0", "1", "0"], deal=3, scores=[10, -5, 20]).play("R1", "R8")
    assert sentences(told(match, "R2"))[-1] == "Deal 4 of 4: Ann has dealt, and Cid, who leads on points, bets first."


@pytest.mark.parametrize(
    ("bids", "scores", "tie_break", "sentence"),
    [
        (["4", "3", "3"], [0, 5, 0], None, "The match is over: Bob wins with 45 points."),
        (
            ["4", "3+", "3"],
            [20, 40, 0],
            "deal_4",
            "The match is over: Ann wins with 60 points, ahead of Bob by more points in deal 4.",
        ),
        (
            ["4", "3", "3"],
            [0, 0, 0],
            "marker",
            "The match is over: Bob wins with 40 points, ahead of Ann and Cid by the seat, counted from the marker.",
        ),
        (["5", "5", "5"], [-90, -45, -60], None, "The match is over: Bob wins with −55 points."),
    ],
)
def test_the_end_of_a_match(bids: list[str], scores: list[int], tie_break: str | None, sentence: str) -> None:
    match = last_trick("R1", "R8", "R2", bids=bids, tricks=[4, 2, 3], deal=4, scores=scores).play("R1", "R8")
    end = told(match, "R2")[-1]
    assert (end.key, end.facts["winners"], end.facts["tie_break"]) == ("luz.end", match.winners, tie_break)
    assert end.facts["scores"] == match.scores
    assert end.say(NAMES) == sentence


@pytest.mark.parametrize("players", GAME.players)
def test_everybody_hears_the_same_story(players: int) -> None:
    """Everything in Luz happens in the open, so no hidden value can get into an event."""
    match = dealt(players, seed=3)
    rng = random.Random(3)
    while not match.is_over:
        text = rng.choice(match.legal)
        stories = [told(match.copy(), text, seat) for seat in (EVERYTHING, SPECTATOR, *range(players))]
        assert stories[0]
        assert all(story == stories[0] for story in stories)
        match.play(text)
