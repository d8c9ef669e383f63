"""The corner cases of the rules of Speedy Gnomes and Luz, each in a position made for it."""

import random
from typing import Any

import pytest

from . import NaiveGnomes, NaiveLuz
from .gnomes import best_split
from .luz import points_of_deal, trick_winner
from .shuffles import Random, Refused


def refused(game: Any, text: str) -> str:
    """Return the rule that refuses the action."""
    with pytest.raises(Refused) as refusal:
        game.act(text)
    return refusal.value.rule


# Speedy Gnomes.


def gnomes(hand: str, players: int = 3, **options: Any) -> NaiveGnomes:
    """Return a game in which seat 0 holds the given cards and has just taken one."""
    game = NaiveGnomes({"players": players, **options}, 0, Random(random.Random(1)))
    game.hands[0] = hand.split()
    game.has_taken = True
    return game


def test_s02_quick_start_lays_a_cave_before_each_player() -> None:
    game = NaiveGnomes({"players": 6, "quick_start": True}, 0, Random(random.Random(1)))
    assert game.caves == [1] * 6
    assert len(game.shuffles_used[0]) == 96
    assert game.shuffles_used[0].count("C") == 8


def test_s03_a_taken_open_card_is_replaced_in_its_slot() -> None:
    game = gnomes("K")
    game.has_taken = False
    opened, top = list(game.open), game.deck[0]
    assert sorted(game.legal()) == ["take 1", "take 2", "take 3", "take deck"]
    game.act("take 2")
    assert game.open == [opened[0], top, opened[2]]
    assert game.hands[0] == ["K", opened[1]]
    assert refused(game, "take 1") == "S3"


def test_s04_ways_to_play() -> None:
    game = gnomes("C D Ro FO WR")
    assert sorted(game.legal()) == ["curse FO 1", "curse FO 2", "lay C"]
    game.caves[0] = 1
    game.curses[0] = ["FO"]
    assert sorted(game.legal()) == ["curse FO 1", "curse FO 2", "lay D", "wind WR FO"]
    assert refused(game, "lay C") == "S4"
    assert refused(game, "drop C") == "S5"
    assert refused(game, "curse FO 0") == "S4"
    game.act("wind WR FO")
    assert game.curses[0] == []
    assert game.discard == ["WR", "FO"]


@pytest.mark.parametrize(
    ("fog", "gems", "winds"),
    [("FO", ["So"], ["WR", "WY"]), ("FG", ["Ro"], ["WB", "WY"]), ("FP", ["Ho"], ["WB", "WR"])],
)
def test_s04_what_a_fog_hides_and_what_drives_it_off(fog: str, gems: list[str], winds: list[str]) -> None:
    game = gnomes("Ro Ho So D WR WY WB")
    game.caves[0] = 1
    game.curses[0] = [fog]
    plays = [f"lay {gem}" for gem in [*gems, "D"]] + [f"wind {wind} {fog}" for wind in winds]
    assert sorted(game.legal()) == sorted(plays)


def test_s05_only_a_player_without_a_legal_card_discards() -> None:
    game = gnomes("Ro WB WB")
    assert sorted(game.legal()) == ["drop Ro", "drop WB"]
    game.act("drop WB")
    assert game.discard == ["WB"]
    game = gnomes("")
    assert game.legal() == ["pass"]
    game.act("pass")
    assert game.to_act() == 1


@pytest.mark.parametrize("caves", [0, 1])
def test_s06_a_cave_lifts_one_cave_in(caves: int) -> None:
    game = gnomes("C C D")
    game.caves[0] = caves
    game.curses[0] = ["K", "K"]
    assert game.legal() == ["lay C"]
    assert refused(game, "lay D") == "S6"
    game.act("lay C")
    assert game.caves[0] == caves
    assert game.curses[0] == ["K"]
    assert sorted(game.discard) == ["C", "K"]


def test_s07_no_more_curses_than_opponents() -> None:
    game = gnomes("K")
    game.curses[1] = ["K", "K"]
    game.curses[2] = ["FO"]
    assert game.legal() == ["curse K 2"]
    assert refused(game, "curse K 1") == "S7"


def take_and_play(game: NaiveGnomes, take: str) -> None:
    game.act(take)
    game.act(game.legal()[0])


@pytest.mark.parametrize(("last_round", "turns"), [("finish", 2), ("full", 5)])
def test_s09_rounds_are_counted_from_the_first_player(last_round: str, turns: int) -> None:
    game = NaiveGnomes({"players": 3, "last_round": last_round}, 2, Random(random.Random(1)))
    take_and_play(game, "take deck")
    game.deck = ["Ro"]
    # Seat 0 takes the last card as a replacement: seat 1 is the last of the round.
    assert game.to_act() == 0
    take_and_play(game, "take 1")
    assert game.open[0] == "Ro"
    for _ in range(turns - 1):
        assert sorted(game.legal()) == ["skip", "take 1", "take 2", "take 3"]
        assert refused(game, "take deck") == "S9"
        take_and_play(game, "skip")
    assert game.is_over()


def test_s09_an_emptied_slot_stays_empty() -> None:
    game = NaiveGnomes({"players": 6, "last_round": "full"}, 0, Random(random.Random(1)))
    assert refused(game, "skip") == "S9"
    game.deck = ["Ro"]
    for take in ("take deck", "take 2", "take 1", "take 3"):
        take_and_play(game, take)
    assert game.open == [None, None, None]
    assert game.legal() == ["skip"]
    assert refused(game, "take 2") == "S3"


@pytest.mark.parametrize(
    ("gems", "split"),
    [
        ("", (0, 0, 0, 0, 0, 0)),
        ("Ro", (0, 0, 0, 0, 0, 1)),
        ("D D", (0, 0, 0, 0, 1, 0)),
        ("Ro Hs", (0, 0, 0, 0, 0, 2)),
        ("Ro Hs D", (0, 0, 0, 0, 1, 1)),
        ("Ro Ro Ro Ro Ro Ro Ro", (1, 0, 0, 0, 0, 1)),
        # A set of five and a pair are better than a four and a three.
        ("Ro Ro Ro Rs Rt Ho Ht", (0, 1, 0, 0, 1, 0)),
        ("Ro Ro Ro Rs Rs Rs Ho Ho Ho", (1, 0, 0, 1, 0, 0)),
    ],
)
def test_s11_the_best_split(gems: str, split: tuple[int, ...]) -> None:
    assert best_split(gems.split()) == split


def test_s10_fog_hides_gems_from_scoring_and_a_cave_in_does_not() -> None:
    game = gnomes("")
    game.gems = [["Ro", "Ro", "So", "D"], ["Ho"], []]
    game.curses = [["FO", "K"], ["K"], []]
    assert game.scores() == [[0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, 1], [0] * 6]
    assert game.winners() == [0]


# Luz.


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        (["R4", "Y1", "R8"], 1),
        (["R4", "Y1", "Y3"], 2),
        (["G9", "G10", "B12"], 1),
        (["Y2", "R8", "Y1"], 0),
    ],
)
def test_l06_the_highest_trump_or_card_of_the_led_colour_wins(cards: list[str], winner: int) -> None:
    assert trick_winner(cards) == winner


@pytest.mark.parametrize(
    ("deal", "bet", "safety", "tricks", "points"),
    [
        (1, 0, False, 0, 10),
        (4, 3, False, 3, 40),
        (4, 3, False, 4, -5),
        (3, 3, True, 4, 15),
        (2, 0, True, 1, 10),
        (2, 0, True, 2, -10),
        (4, 10, True, 7, -15),
    ],
)
def test_l07_points(deal: int, bet: int, safety: bool, tricks: int, points: int) -> None:
    assert points_of_deal(deal, bet, safety, tricks) == points


def luz(players: int = 3, first: int = 0, **options: str) -> NaiveLuz:
    return NaiveLuz({"players": players, **options}, first, Random(random.Random(1)))


def test_l02_the_left_of_the_dealer_begins_with_sorted_hands() -> None:
    game = luz(first=2)
    assert game.to_act() == 0
    dealt = game.shuffles_used[0]
    assert set(game.hands[1]) == set(dealt[10:20])
    assert game.aside == dealt[30:]
    colours = [card[0] for card in game.hands[1] if card]
    assert colours == sorted(colours, key="RYGBP".index)


def test_l04_bids_and_the_box() -> None:
    game = luz(bead_supply="box")
    assert len(game.legal()) == 22
    game.act("bid 9+")
    assert game.legal()[-1] == "bid 6+"
    game.act("bid 6")
    assert game.legal() == ["bid 0", "bid 0+"]
    assert refused(game, "bid 1") == "L4"
    assert refused(game, "play 1") == "L4"
    game.act("bid 0+")
    assert refused(game, "bid 0") == "L4"
    game = luz()
    game.act("bid 10")
    game.act("bid 10")
    assert "bid 10+" in game.legal()


def test_l05_the_led_colour_is_followed_and_slots_keep_their_numbers() -> None:
    game = luz()
    game.hands = [
        ["R1", "R2", *["B1"] * 8],
        ["R3", "R4", *["P1"] * 8],
        ["G1", "G2", *["P2"] * 8],
    ]
    for _ in range(3):
        game.act("bid 1")
    assert game.to_act() == 1
    game.act("play 1")
    assert game.legal() == [f"play {slot}" for slot in range(1, 11)]
    game.act("play 2")
    assert game.legal() == ["play 1", "play 2"]
    assert refused(game, "play 3") == "L5"
    game.act("play 1")
    assert game.to_act() == 1
    assert game.legal()[0] == "play 2"
    assert refused(game, "play 1") == "L5"
    assert refused(game, "play 0") == "L5"


def test_l08_the_most_points_begin_deal_four() -> None:
    game = luz(players=5, first=3)
    game.deal = 3
    game.points = [20, 5, 20, 5, 5]
    game._deal()
    # The marker lies with seat (3 + 4) mod 5.
    assert game.to_act() == 2
    game.deal = 3
    game.points = [20, 5, 5, 5, 20]
    game._deal()
    assert game.to_act() == 4


@pytest.mark.parametrize(
    ("points", "in_deal_four", "winner"),
    [
        ([10, 30, 20], [0, 0, 0], 1),
        ([30, 30, 20], [-5, 5, 40], 1),
        ([30, 30, 30], [5, 5, 5], 2),
        ([30, 30, 20], [5, 5, 5], 0),
    ],
)
def test_l09_ties(points: list[int], in_deal_four: list[int], winner: int) -> None:
    game = luz(first=1)
    game.deal = 4
    game.points, game.points_in_deal = points, in_deal_four
    # The marker lies with seat (1 + 4) mod 3.
    assert game.winners() == [winner]
