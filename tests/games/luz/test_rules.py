"""The rules of Luz, one test or more for each number."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from heliodor.core.deck import NO_CARD
from heliodor.core.errors import BadOption
from heliodor.games.luz import GAME
from heliodor.games.luz.rules import HIGHEST_VALUE, points_for
from tests.naive.luz import points_of_deal

from .position import CODES, KERNELS, Position, dealt, last_trick, position


def values_of(cards: list[str], colour: str) -> list[int]:
    return [int(card[1:]) for card in cards if card[0] == colour]


def all_hands(match: Position) -> list[str]:
    return [card for seat in range(match.players) for card in match.hand(seat)]


# --- The deal -----------------------------------------------------------------------------------------------------


def test_l01_a_match_has_four_deals() -> None:
    match = dealt(3)
    deals = []
    while not match.is_over:
        deals.append(int(match.state.deal))
        match.play(match.legal[0])
    # Three bets and thirty cards each.
    assert Counter(deals) == {1: 33, 2: 33, 3: 33, 4: 33}
    assert deals == sorted(deals)
    assert match.state.num_shuffles == 4


def test_l01_the_dealer_of_deal_1_is_random_or_chosen() -> None:
    assert {int(dealt(5, seed=seed, first=-1).state.first) for seed in range(60)} == {0, 1, 2, 3, 4}
    assert [int(dealt(5, first=seat).state.first) for seat in range(5)] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(("players", "highest"), [(3, 8), (4, 10), (5, 12)])
def test_l02_ten_cards_each_and_ten_aside(players: int, highest: int) -> None:
    match = dealt(players)
    cards = all_hands(match)
    deck = {f"{colour}{value}" for colour in "RYGBP" for value in range(1, highest + 1)}
    assert len(cards) == len(set(cards)) == 10 * players
    assert set(cards) <= deck
    assert len(deck - set(cards)) == 10


@pytest.mark.parametrize("players", GAME.players)
def test_l02_hands_are_sorted_by_colour_and_value(players: int) -> None:
    for seed in range(10):
        match = dealt(players, seed)
        for seat in range(players):
            hand = match.hand(seat)
            assert hand == sorted(hand, key=lambda card: ("RYGBP".index(card[0]), int(card[1:])))
            slots = [[card[0] == colour for card in hand] for colour in "RYGBP"]
            assert list(match.state.slots_of[seat]) == [sum(1 << s for s in range(10) if row[s]) for row in slots]


def test_l02_hands_of_other_seeds_and_deals_differ() -> None:
    hands = {tuple(all_hands(dealt(seed=seed))) for seed in range(20)}
    match = dealt()
    hands |= {tuple(all_hands(match.play_first_legal(until_deal=deal))) for deal in (2, 3, 4)}
    assert len(hands) == 23


@pytest.mark.parametrize("players", GAME.players)
def test_l02_a_recorded_shuffle_is_dealt_as_records_say(players: int) -> None:
    deck = [c for c in range(len(CODES)) if c % 12 < HIGHEST_VALUE[players]]
    script = deck[::-1]
    states = GAME.new_states(1, {"players": players, "bead_supply": "unlimited"})
    states[0].deck[: len(script)] = script
    states[0].script_end = len(script)
    KERNELS.set_up(states, 0, 1)
    for seat in range(players):
        assert list(states[0].hand[seat]) == sorted(script[10 * seat : 10 * seat + 10])
    assert list(states[0].deck[states[0].deck_start :]) == script


@pytest.mark.parametrize("players", GAME.players)
def test_l02_the_next_deal_is_shuffled_by_the_last_card_of_the_deal_before(players: int) -> None:
    match = dealt(players)
    for _ in range(11 * players - 1):
        match.play(match.legal[0])
    assert (match.state.deal, match.state.num_shuffles) == (1, 1)
    match.play(match.legal[0])
    assert (match.state.deal, match.state.num_shuffles) == (2, 2)
    assert len(set(all_hands(match))) == 10 * players
    assert list(match.state.unplayed[:players]) == [1023] * players


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("first", [0, 2])
def test_l02_the_player_to_the_dealers_left_begins_deals_1_to_3(players: int, first: int) -> None:
    match = dealt(players, first=first)
    for deal in (1, 2, 3):
        match.play_first_legal(until_deal=deal)
        assert match.to_act == match.state.opener[deal - 1] == (first + deal) % players


# --- The bets -----------------------------------------------------------------------------------------------------


def test_l04_bets_go_clockwise_and_the_first_bettor_leads() -> None:
    match = dealt(4, first=2)
    assert match.to_act == 3
    seats = []
    for text in ("bid 3", "bid 0+", "bid 10", "bid 2+"):
        seats.append(match.to_act)
        match.play(text)
    assert seats == [3, 0, 1, 2]
    assert list(match.state.bid[0][:4]) == [0, 10, 2, 3]
    assert list(match.state.safety[0][:4]) == [1, 0, 1, 0]
    assert match.to_act == 3
    assert match.legal == [f"play {slot}" for slot in range(1, 11)]


def test_l04_a_bet_is_0_to_10_with_or_without_the_safety_bead() -> None:
    assert dealt().legal == [f"bid {beads}{bead}" for beads in range(11) for bead in ("", "+")]


def test_l04_beads_do_not_limit_bets_by_default() -> None:
    match = dealt(3).play("bid 10", "bid 10")
    assert "bid 10+" in match.legal


def test_l04_with_the_box_fifteen_beads_are_all() -> None:
    match = dealt(4, supply="box")
    assert match.legal[-1] == "bid 10+"
    match.play("bid 4+")
    assert match.legal[-1] == "bid 10+"  # Eleven are left.
    match.play("bid 8")
    assert match.legal == ["bid 0", "bid 0+", "bid 1", "bid 1+", "bid 2", "bid 2+", "bid 3", "bid 3+"]
    match.play("bid 3")
    assert match.legal == ["bid 0", "bid 0+"]  # A safety bead is not a bet bead.


def test_l04_the_box_is_full_again_in_the_next_deal() -> None:
    match = dealt(3, supply="box").play("bid 10", "bid 5", "bid 0").play_first_legal(until_deal=2)
    assert match.legal[-1] == "bid 10+"


def test_l04_the_option_is_checked() -> None:
    assert GAME.check_options({"players": 3})["bead_supply"] == "unlimited"
    for bad in ({"players": 2}, {"players": 6}, {"players": 3, "bead_supply": "bag"}, {"players": 3, "beads": 15}):
        with pytest.raises(BadOption):
            GAME.check_options(bad)


# --- The tricks ---------------------------------------------------------------------------------------------------


def test_l05_any_card_may_be_led() -> None:
    match = position("R4 Y2 G1", "R3 R5 R6", "B1 B2 B3")
    assert match.legal_cards == {"R4", "Y2", "G1"}


def test_l05_a_player_with_the_led_colour_must_play_it() -> None:
    match = position("R4 G7", "R3 Y5", "B1 R2").play("R4")
    assert match.legal_cards == {"R3"}
    match.play("R3")
    assert match.legal_cards == {"R2"}


def test_l05_played_cards_of_the_colour_do_not_count() -> None:
    match = position("R4 R5 G7", "R3 B6 Y5", "B1 R2 R1").play("R4", "R3", "R1", "R5")
    assert match.legal_cards == {"B6", "Y5"}


def test_l05_a_player_without_it_may_play_any_card() -> None:
    match = position("R4 G7", "Y3 Y5", "B1 P2").play("R4")
    assert match.legal_cards == {"Y3", "Y5"}
    match.play("Y3")
    assert match.legal_cards == {"B1", "P2"}


def test_l05_the_winner_leads_the_next_trick_and_play_goes_clockwise() -> None:
    match = position("R4 G7", "R3 Y5", "R8 P2").play("R4", "R3")
    assert match.to_act == 2
    match.play("R8")
    assert match.to_act == 2
    match.play("P2")
    assert match.to_act == 0


def test_l05_slots_keep_their_numbers() -> None:
    match = dealt(3, first=2).play("bid 1", "bid 1", "bid 1", "play 3")
    assert match.unplayed(0) == [0, 1, 3, 4, 5, 6, 7, 8, 9]


def test_l05_ten_tricks_make_a_deal() -> None:
    match = dealt(5).play(*["bid 2"] * 5)
    for _ in range(49):
        match.play(match.legal[0])
    assert sum(match.tricks) == 9
    before = match.copy()
    match.play(match.legal[0])
    assert sum(int(count) for count in match.state.tricks[0]) == 10
    assert (before.state.deal, match.state.deal) == (1, 2)


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        (["R4", "R3", "G3", "R2"], 0),  # The book's example: green does not count in a red trick.
        (["R4", "R3", "Y1", "R2"], 2),  # Even the lowest yellow beats all red.
        (["R4", "Y3", "R10", "Y2"], 1),  # The higher of two yellow cards.
        (["R4", "R10", "G10", "B10"], 1),
        (["G1", "R10", "P10", "B10"], 0),  # The led colour wins over higher cards of others.
        (["Y4", "Y5", "R10", "Y3"], 1),
        (["P2", "P1", "P4", "P3"], 2),
        (["B1", "R10", "R9", "Y2"], 3),
    ],
)
def test_l06_the_highest_yellow_wins_or_the_highest_of_the_led_colour(cards: list[str], winner: int) -> None:
    # Each hand also holds a card of another colour, so that the deal goes on.
    other = next(colour for colour in "PRGBY" if all(card[0] != colour for card in cards))
    match = position(*(f"{card} {other}{6 + seat}" for seat, card in enumerate(cards))).play(*cards)
    assert match.tricks == [int(seat == winner) for seat in range(4)]
    assert match.to_act == winner
    assert (match.state.last_leader, match.state.last_winner) == (0, winner)
    assert [CODES[card] for card in match.state.last_trick[:4]] == cards
    assert all(card == NO_CARD for card in match.state.trick)


def test_l06_seats_before_the_leader_can_win() -> None:
    match = position("R8 G1", "R3 G2", "R4 G3", leader=2).play("R4", "R8", "R3")
    assert match.tricks == [1, 0, 0]


# --- The points ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("tricks", "points"), [(3, 5), (6, -15), (2, -5), (4, 5), (5, -10)])
def test_l07_examples_of_the_book_with_a_bet_of_three_and_a_safety_bead(tricks: int, points: int) -> None:
    # Seat 1 takes the last trick.
    match = last_trick("R1", "R8", "R2", bids=["0", "3+", "0"], tricks=[10 - tricks, tricks - 1, 0])
    match.play("R1", "R8", "R2")
    assert match.state.points[0, 1] == match.scores[1] == points


@pytest.mark.parametrize("deal", [1, 2, 3, 4])
def test_l07_points_for_every_bet_and_result(deal: int) -> None:
    for bid in range(11):
        for tricks in range(11):
            for safety in (0, 1):
                assert points_for(deal, bid, safety, tricks) == points_of_deal(deal, bid, bool(safety), tricks)
    assert points_for(deal, 3, 0, 3) == 10 * deal
    assert points_for(deal, 3, 1, 4) == 5 * deal
    assert points_for(deal, 3, 0, 4) == -5
    assert points_for(deal, 0, 1, 1) == 5 * deal


def test_l07_points_of_deals_add_up() -> None:
    match = last_trick("R1", "R8", "R2", bids=["4", "5", "3+"], tricks=[3, 4, 2], deal=2, scores=[10, -5, 20])
    match.play("R1", "R8", "R2")
    assert list(match.state.points[1][:3]) == [-5, 20, -5]
    assert match.scores == [5, 15, 15]
    assert match.state.deal == 3


# --- The last deal and the winner ---------------------------------------------------------------------------------


def start_of_deal_4(scores: list[int], first: int = 0) -> Position:
    """Return the start of deal 4; the players come into it with these points."""
    # The last trick of deal 3 goes to seat 1; all bets are met exactly, for 30 points.
    before = [score - 30 for score in scores]
    cards = ["R1", "R8", "R2", "R3", "R4"][: len(scores)]
    tricks = [9, 0, 0, 0, 0][: len(scores)]
    bids = ["9", "1", "0", "0", "0"][: len(scores)]
    match = last_trick(*cards, bids=bids, tricks=tricks, deal=3, first=first, scores=before).play(*cards)
    assert match.scores == scores
    assert match.state.deal == 4
    return match


@pytest.mark.parametrize(
    ("scores", "first", "opener"),
    [
        ([5, 20, 15], 0, 1),
        ([25, 20, 15], 0, 0),
        # The marker lies with seat (first + 4) mod 3.
        ([20, 20, 15], 0, 1),
        ([20, 20, 15], 1, 0),
        ([20, 5, 20], 0, 2),
        ([20, 5, 20], 2, 0),
        ([7, 7, 7], 1, 2),
        ([-30, -5, -30, -5], 2, 3),
        ([-30, -5, -30, -5], 0, 1),
    ],
)
def test_l08_the_most_points_begin_deal_4(scores: list[int], first: int, opener: int) -> None:
    match = start_of_deal_4(scores, first)
    assert match.to_act == match.state.opener[3] == opener
    for _ in scores:
        match.play("bid 1")
    assert match.to_act == opener  # And leads the first trick.


def end_of_match(before: list[int], in_deal_4: list[int], first: int = 0) -> Position:
    """Return a finished match: three players, points before deal 4 and points of deal 4 (40, 20 or −5)."""
    tricks = [4, 2, 3]  # Seat 1 takes the last one: 4, 3, 3.
    results = [4, 3, 3]
    bids = [{40: f"{n}", 20: f"{n}+", -5: f"{n + 1}"}[points] for n, points in zip(results, in_deal_4, strict=True)]
    match = last_trick("R1", "R8", "R2", bids=bids, tricks=tricks, deal=4, first=first, scores=before)
    match.play("R1", "R8", "R2")
    assert list(match.state.points[3][:3]) == in_deal_4
    return match


@pytest.mark.parametrize(
    ("before", "in_deal_4", "first", "winner"),
    [
        ([0, 5, 0], [40, 40, 40], 0, 1),
        ([60, 0, 0], [-5, 40, 40], 0, 0),
        ([-90, -45, -60], [-5, -5, -5], 0, 1),
        # Equal points: more in deal 4.
        ([20, 40, 0], [40, 20, 40], 0, 0),
        ([45, 0, 20], [-5, 40, 20], 0, 1),
        # Equal there too: clockwise from the marker, at seat (first + 4) mod 3.
        ([0, 0, 0], [40, 40, 40], 0, 1),
        ([0, 0, 0], [40, 40, 40], 1, 2),
        ([0, 0, 0], [40, 40, 40], 2, 0),
        ([0, -50, 0], [20, 20, 20], 0, 2),
        ([0, 0, -50], [20, 20, 20], 1, 0),
    ],
)
def test_l09_one_winner(before: list[int], in_deal_4: list[int], first: int, winner: int) -> None:
    match = end_of_match(before, in_deal_4, first)
    assert match.is_over
    assert match.winners == [winner]
    assert match.to_act == -1
    assert match.legal == []


# --- The record ---------------------------------------------------------------------------------------------------


def test_the_record_is_small_and_has_no_gaps() -> None:
    # NumPy does not copy the bytes of gaps.
    assert sum(GAME.dtype[name].itemsize for name in GAME.dtype.names or ()) == GAME.dtype.itemsize <= 512


def test_equal_situations_are_equal_bytes() -> None:
    # Two tricks taken in another order leave no trace once a third has followed.
    tricks = (["R8", "R1", "R2"], ["G8", "G1", "G2"], ["B8", "B1", "B2"])
    ends = []
    for order in ((0, 1, 2), (1, 0, 2)):
        match = position("R8 G8 B8 P8", "R1 G1 B1 P1", "R2 G2 B2 P2")
        for trick in order:
            match.play(*tricks[trick])
        ends.append(match.states.tobytes())
    assert ends[0] == ends[1]


def test_hands_of_a_finished_deal_are_kept() -> None:
    match = dealt(3)
    hands = match.state.hand[:3].copy()
    assert np.all(match.state.past_hand == NO_CARD)
    match.play_first_legal(until_deal=2)
    assert np.array_equal(match.state.past_hand[:3], hands)
    assert all(a < b for hand in match.state.past_hand[:3] for a, b in pairwise(hand))
