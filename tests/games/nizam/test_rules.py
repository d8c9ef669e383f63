"""Nizam, rule by rule: the numbers are those of docs/rules/nizam.md."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from tests.conftest import scaled

from .position import KERNELS, KINDS, dealt, position

SHIFTS = [*(f"{row}{way}" for row in "12345" for way in "<>"), *(f"{col}{way}" for col in "abcde" for way in "^v")]

# Sliding row 3 to the right makes three rubies in it, and no other combination.
THREE_RUBIES = """
T S E A X
Q C S T E
R R T E R
A X S Q C
S E A C Q
"""


def with_row_2(row: str) -> str:
    """Return a board with this second row; the other rows allow no combination in any column."""
    return f"RCTRC {row} CTRCT TRCTR RCTRC"


# --- Set-up --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "left"), [(1, 68), (2, 65), (3, 62), (4, 59), (5, 56)])
def test_n01_a_board_of_25_three_cards_each_and_the_rest_is_the_deck(players: int, left: int) -> None:
    match = dealt(players)
    order = "".join(KINDS[card] for card in match.state.deck)
    assert Counter(order) == Counter(KINDS * 12)
    assert "".join(match.board) == order[:25]
    for seat in range(players):
        dealt_to = order[25 + 3 * seat : 28 + 3 * seat]
        assert match.hand(seat) == "".join(sorted(dealt_to, key=KINDS.index))
    assert match.deck == order[25 + 3 * players :]
    assert len(match.deck) == left
    assert match.discard == ""


def test_n02_chance_picks_who_begins_then_it_goes_clockwise_from_no_points() -> None:
    firsts = Counter(dealt(3, seed).to_act for seed in range(60 + scaled(240)))
    assert set(firsts) == {0, 1, 2}
    assert min(firsts.values()) > sum(firsts.values()) / 6
    match = dealt(3, first=1)
    assert match.scores == [0, 0, 0]
    turns = []
    for _ in range(4):
        turns.append(match.to_act)
        match.play("draw")
    assert turns == [1, 2, 0, 1]


def test_n03_combinations_of_the_set_up_stay_where_they_are() -> None:
    match = position(with_row_2("EEESQ"), hands=("RRR", ""))
    match.play("5<", "done")
    assert match.scores == [0, 0]
    assert match.board[1] == "EEESQ"


# --- A turn --------------------------------------------------------------------------------------------------------


def test_n04_a_draw_takes_the_top_three_cards_and_ends_the_turn() -> None:
    match = position(hands=("C", "T"), deck="XRASQ")
    match.play("draw")
    assert match.hand(0) == "RCAX"
    assert match.deck == "SQ"
    assert match.to_act == 1


def test_n04_a_draw_activates_nothing() -> None:
    match = position(with_row_2("EEEEE"), hands=("C", "T"))
    board = match.board
    match.play("draw")
    assert match.board == board
    assert match.scores == [0, 0]
    assert match.discard == ""


def test_n05_shifts_are_followed_by_the_activation_and_end_the_turn() -> None:
    match = position(THREE_RUBIES, hands=("R", ""))
    match.play("3>")
    assert match.to_act == 0
    assert match.scores == [0, 0]
    match.play("done")
    assert match.scores == [3, 0]
    assert match.to_act == 1


def test_n05_a_turn_is_either_a_draw_or_shifts() -> None:
    match = position()
    assert "draw" in match.legal
    match.play("1<")
    assert "draw" not in match.legal
    assert "pass" not in match.legal
    assert "done" in match.legal


@pytest.mark.parametrize(
    ("shift", "line", "before", "after"),
    [
        ("2<", "rows", "SAXRC", "AXRCS"),
        ("2>", "rows", "SAXRC", "CSAXR"),
        ("b^", "columns", "CAERS", "AERSC"),
        ("bv", "columns", "CAERS", "SCAER"),
    ],
)
def test_n06_the_end_card_goes_to_the_other_end_and_the_others_close_up(
    shift: str, line: str, before: str, after: str
) -> None:
    match = position()
    number = 1  # Row 2 and column b.
    assert (match.board if line == "rows" else match.columns)[number] == before
    others = [*match.board, *match.columns]
    match.play(shift)
    assert (match.board if line == "rows" else match.columns)[number] == after
    # The lines beside the shifted one are untouched.
    same_direction = match.board if line == "rows" else match.columns
    old = others[:5] if line == "rows" else others[5:]
    assert [row for place, row in enumerate(same_direction) if place != number] == [
        row for place, row in enumerate(old) if place != number
    ]


@pytest.mark.parametrize("shift", SHIFTS)
def test_n06_a_shift_and_the_opposite_one_cancel_out(shift: str) -> None:
    match = position(hands=(KINDS * 2, ""))
    board = match.board
    back = shift[0] + {"<": ">", ">": "<", "^": "v", "v": "^"}[shift[1]]
    match.play(shift)
    assert match.board != board
    match.play(back)
    assert match.board == board


def test_n07_the_price_is_a_card_like_the_one_at_the_chosen_end() -> None:
    match = position(hands=("RSS", ""))
    match.play("2<")  # Row 2 is SAXRC.
    assert match.hand(0) == "RS"
    assert match.discard == "S"


def test_n07_the_card_that_lies_there_before_the_shift_decides() -> None:
    match = position(hands=("SA", ""))
    match.play("2<")  # SAXRC becomes AXRCS.
    assert "2<" in match.legal
    match.play("2<")
    assert match.hand(0) == ""
    assert match.discard == "SA"
    assert match.board[1] == "XRCSA"


def test_n07_without_the_card_and_without_three_a_shift_is_not_possible() -> None:
    match = position(hands=("RC", ""))
    possible = {shift for shift in match.legal if shift != "draw"}
    ends = {"1<": "R", "1>": "Q", "a^": "R", "e^": "Q", "b^": "C", "2>": "C", "5>": "R", "ev": "R", "3<": "T"}
    for shift, end in ends.items():
        assert (shift in possible) == (end in "RC")
    assert all(":" not in shift for shift in possible)


def test_n08_any_three_cards_pay_where_none_matches() -> None:
    match = position(hands=("RRCX", ""))
    row_3 = {text for text in match.legal if text.startswith("3<")}  # Row 3 is TEQSA.
    assert row_3 == {"3<:RRC", "3<:RRX", "3<:RCX"}
    match.play("3<:RCX")
    assert match.hand(0) == "R"
    assert match.discard == "RCX"
    assert match.board[2] == "EQSAT"


def test_n08_three_cards_do_not_pay_while_a_matching_one_is_in_hand() -> None:
    match = position(hands=("TRRR", ""))
    assert {text for text in match.legal if text.startswith("3<")} == {"3<"}
    match.play("3<", "done")
    assert match.discard == "T"


def test_n08_three_cards_of_one_kind_pay_too() -> None:
    assert "3<:RRR" in position(hands=("RRR", "")).legal
    assert "3<:RRR" not in position(hands=("RRC", "")).legal


def test_n09_as_many_shifts_as_can_be_paid_the_same_line_again_included() -> None:
    match = position(hands=("SAXRC", ""))
    match.play("2<", "2<", "2<", "2<", "2<")
    assert match.board == position().board
    assert match.legal == {"done"}


def test_n09_a_turn_of_shifts_has_at_least_one() -> None:
    match = position()
    assert "done" not in match.legal
    match.play("1<")
    assert "done" in match.legal


# --- Activation ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "points"),
    [("EESQE", 3), ("EESEE", 3), ("EEESE", 5), ("SEEQE", 0)],
)
def test_n10_three_are_worth_three_four_are_worth_five(row: str, points: int) -> None:
    # Sliding right brings the emerald at the right end to the left end.
    match = position(with_row_2(row), hands=(KINDS, ""))
    match.play("2>", "done")
    assert match.scores[0] == points


def test_n10_five_are_worth_seven() -> None:
    # Column c slides up and brings the fifth emerald into row 2.
    match = position("RCTRC EETEE CTERC TRCTR RCTRC", hands=("T", ""))
    match.play("c^", "done")
    assert match.scores[0] == 7
    assert match.discard == "T" + "E" * 5


def test_n10_a_card_counts_in_a_row_and_in_a_column() -> None:
    # Three rubies in row 3 and three in column c, one of them in both.
    match = position("TSEAX QCSTE RRTER AXRQC SEARQ", hands=("RCAX", ""))
    match.play("5<:CAX", "3>", "done")
    assert match.scores[0] == 3 + 3 + 1
    assert Counter(match.discard) == Counter("CAX" + "R" + "RRRRR")


def test_n11_a_four_and_a_three_score_nine_points() -> None:
    # The rules' example: 5 + 3 + 1. Column a slides down: a ruby to two in row 1, an amethyst to three in row 2.
    match = position("ARRCE RAAAQ EQSAX CTEQS RCTEA", hands=("R", ""))
    match.play("av", "done")
    assert match.scores[0] == 5 + 3 + 1


def test_n11_each_further_combination_scores_one_more() -> None:
    # Column a slides up and completes threes in rows 1, 2 and 3.
    match = position("TRRCE RAAEQ ASSQX STECQ CQXTE", hands=("T", ""))
    match.play("a^", "done")
    assert match.scores[0] == 3 + 3 + 3 + 2


def test_n12_a_slid_run_does_not_score() -> None:
    match = position(with_row_2("EEESQ"), hands=("Q", ""))
    match.play("2>", "done")
    assert match.scores[0] == 0
    assert match.board[1] == "QEEES"


def test_n12_a_run_whose_line_changed_elsewhere_does_not_score() -> None:
    # Column e slides up: row 2 becomes EEEST, and its three emeralds are the old ones.
    match = position("RCTRC EEESQ CTRCT TRCTR RCTRC", hands=("C", ""))
    match.play("e^", "done")
    assert match.board[1] == "EEEST"
    assert match.scores[0] == 0


def test_n12_a_run_that_was_broken_and_joined_again_scores() -> None:
    match = position(with_row_2("EEESQ"), hands=("EE", ""))
    match.play("2<")
    assert match.board[1] == "EESQE"
    match.play("2>", "done")
    assert match.scores[0] == 3


def test_n12_a_run_that_shrank_from_four_to_three_scores_as_three() -> None:
    match = position(with_row_2("SSSSX"), hands=("S", ""))
    match.play("2<", "done")
    assert match.scores[0] == 3
    # Three sapphires leave the board and the fourth remains.
    assert match.discard == "SSSS"
    assert match.board[1][4] == "S"


def test_n12_a_run_that_grew_and_shrank_back_scores() -> None:
    match = position(with_row_2("EEESE"), hands=("EE", ""))
    match.play("2>")
    assert match.board[1] == "EEEES"
    match.play("2<", "done")
    assert match.scores[0] == 3


def test_n12_a_run_that_grew_scores_with_its_final_length() -> None:
    match = position(with_row_2("EEESE"), hands=("E", ""))
    match.play("2>", "done")
    assert match.scores[0] == 5


def test_n12_another_run_of_the_same_kind_does_not_hide_a_change() -> None:
    # A single emerald beside a run of three: the longest run stays three until they join.
    match = position("RCTRC EEESE CTRCE TRCTR RCTRC", hands=("C", ""))
    match.play("e^", "done")
    assert match.board[1] == "EEESE"
    assert match.scores[0] == 0


def test_n12_every_turn_starts_afresh() -> None:
    # Seat 0 breaks three emeralds up; when seat 1 joins them again, they have grown in this turn.
    match = position(with_row_2("EEESQ"), hands=("E", "E"))
    match.play("2<", "done")
    assert match.scores == [0, 0]
    match.play("2>", "done")
    assert match.scores == [0, 3]


def test_n13_the_cards_that_scored_go_and_the_gaps_are_filled_in_reading_order() -> None:
    # Three rubies in row 3 and three in column c, as in the rules: a3, b3, c3, c4, c5 are filled in this order.
    match = position("TSEAX QCSTE RRTER AXRQC SEARQ", hands=("RCAX", ""), deck="CTEQSA")
    match.play("5<:CAX", "3>", "done")
    assert match.board == ["TSEAX", "QCSTE", "CTETE", "AXQQC", "EASQS"]
    assert match.deck == "A"


def test_n13_combinations_that_do_not_score_stay() -> None:
    # Row 3 scores; the three onyxes in row 5 lay there before.
    match = position(THREE_RUBIES.replace("S E A C Q", "X X X C Q"), hands=("R", ""))
    match.play("3>", "done")
    assert match.scores[0] == 3
    assert match.board[4] == "XXXCQ"


def test_n13_a_card_of_a_scoring_and_of_a_resting_combination_goes() -> None:
    # Column a holds three old rubies; sliding row 3 makes three in the row, and a3 is in both.
    match = position("RSEAX RCSTE RRTER AXSQC SEACQ", hands=("R", ""), deck="XXXX")
    assert match.columns[0][:3] == "RRR"
    match.play("3>", "done")
    assert match.scores[0] == 3
    assert match.columns[0][:3] == "RRX"


def test_n13_cards_discarded_by_the_activation_can_come_back_with_the_fill() -> None:
    # The deck holds one card, so the pile with the paid and the scored rubies is shuffled for the rest.
    match = position(THREE_RUBIES, hands=("R", ""), deck="X")
    match.play("3>", "done")
    assert match.board[2] == "XRRTE"
    assert match.deck == "RR"
    assert match.discard == ""


def test_n14_combinations_formed_by_the_fill_are_left_alone() -> None:
    match = position(THREE_RUBIES, hands=("R", "X"), deck="XXXQ")
    match.play("3>", "done")
    assert match.board[2][:3] == "XXX"
    assert match.scores[0] == 3
    assert match.discard == "RRRR"
    # For the next player they are old combinations.
    match.play("1>", "done")
    assert match.scores == [3, 0]
    assert match.board[2][:3] == "XXX"


# --- Deck and end --------------------------------------------------------------------------------------------------


def test_n15_the_deck_runs_out_when_its_last_card_is_taken() -> None:
    match = position(hands=("", "", ""), deck="XRA", discard="CC")
    match.play("draw")
    assert match.run_outs == 1
    assert match.deck == ""
    # The pile is not shuffled before a card is needed.
    assert match.discard == "CC"
    assert match.state.num_shuffles == 0


def test_n15_the_pile_becomes_the_deck_when_the_next_card_is_due() -> None:
    match = position(hands=("S", "", ""), deck="XRA", discard="CC", run_outs=0)
    match.play("draw")
    assert match.to_act == 1
    match.play("draw")
    assert match.hand(1) == "CC"
    assert match.state.num_shuffles == 1
    assert match.run_outs == 2  # A pile of two cards that is emptied at once counts, too.


def test_n15_cards_discarded_in_between_are_in_the_new_deck() -> None:
    match = position(hands=("", "S", ""), deck="XRA", discard="CCTT")
    match.play("draw", "2<", "done")
    assert match.discard == "CCTTS"
    match.play("draw")
    assert Counter(match.hand(2) + match.deck) == Counter("CCTTS")


def test_n15_a_pile_of_one_card_is_shuffled_and_counts() -> None:
    match = position(hands=("", "", ""), deck="", discard="C", run_outs=1)
    match.play("draw")
    assert match.hand(0) == "C"
    assert match.run_outs == 2
    assert match.state.num_shuffles == 1


def test_n15_an_empty_pile_is_never_shuffled() -> None:
    match = position(hands=("R", "R"), deck="X", discard="", run_outs=0)
    match.play("draw")
    assert match.hand(0) == "RX"
    assert match.run_outs == 1
    assert match.state.num_shuffles == 0
    assert "draw" not in match.legal


@pytest.mark.parametrize("players", [1, 2, 3, 5])
def test_n16_the_match_ends_with_as_many_run_outs_as_players(players: int) -> None:
    match = position(hands=("",) * players, deck="XRA", discard="CCC", run_outs=players - 1)
    match.play("draw")
    assert match.is_over
    assert match.legal == set()
    assert match.to_act == -1
    if players > 1:
        match = position(hands=("",) * players, deck="XRA", discard="CCC", run_outs=players - 2)
        match.play("draw")
        assert not match.is_over


def test_n16_all_three_cards_are_drawn_before_the_end() -> None:
    match = position(hands=("", ""), deck="XR", discard="CCCC", run_outs=1)
    match.play("draw")
    assert match.is_over
    assert match.hand(0) == "RCX"
    assert match.state.num_shuffles == 1


def test_n16_the_activation_is_completed_before_the_end() -> None:
    match = position(THREE_RUBIES, hands=("R", ""), deck="X", run_outs=1)
    match.play("3>", "done")
    assert match.is_over
    assert match.scores == [3, 0]
    assert match.board[2] == "XRRTE"


def test_n16_further_run_outs_of_the_last_turn_change_nothing() -> None:
    match = position(hands=("", ""), deck="X", discard="CC", run_outs=1)
    match.play("draw")
    assert match.run_outs == 3
    assert match.is_over
    assert match.hand(0) == "CCX"


def test_n16_turns_are_not_equalised() -> None:
    match = position(hands=("", ""), turn=0, deck="XRA", run_outs=1, scores=(0, 9))
    match.play("draw")
    assert match.is_over
    assert match.winners == [1]


@pytest.mark.parametrize(
    ("scores", "winners"),
    [((3, 5, 4), [1]), ((5, 5, 4), [0, 1]), ((0, 0, 0), [0, 1, 2]), ((7, 3, 7), [0, 2])],
)
def test_n17_the_highest_score_wins_and_tied_players_share_the_win(scores: tuple[int, ...], winners: list[int]) -> None:
    match = position(hands=("", "", ""), deck="XRA", run_outs=2, scores=scores)
    assert match.winners == []
    match.play("draw")
    assert match.winners == winners
    assert match.scores == list(scores)


@pytest.mark.parametrize(("deck", "discard", "gained"), [("XR", "", "RX"), ("X", "", "X"), ("X", "C", "CX")])
def test_n18_a_draw_takes_the_cards_that_are_left(deck: str, discard: str, gained: str) -> None:
    match = position(hands=("", "", "", "", ""), deck=deck, discard=discard)
    match.play("draw")
    assert match.hand(0) == gained


def test_n18_without_cards_to_draw_a_shift_must_be_made() -> None:
    match = position(hands=("R", ""), deck="", discard="")
    assert match.legal == {"1<", "a^", "5>", "ev"}


def test_n18_a_player_who_can_neither_draw_nor_shift_passes() -> None:
    match = position(hands=("", "R"), deck="", discard="")
    assert match.legal == {"pass"}
    match.play("pass")
    assert match.to_act == 1
    assert "pass" not in match.legal
    # Three cards always pay for a shift, so their holder never passes.
    assert "pass" not in position(hands=("XXX", ""), deck="").legal
    # Two cards that match no end do not.
    assert position("RRRRR" * 5, hands=("XX", ""), deck="").legal == {"pass"}


# --- Solo ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [8, 9])
def test_n19_alone_a_draw_fills_the_hand_up_to_the_limit(limit: int) -> None:
    match = position(hands=("RRRRRRR",), deck="XASQE", limit=limit)
    match.play("draw")
    assert len(match.hand(0)) == limit
    assert "draw" not in match.legal
    assert match.to_act == 0


def test_n19_a_hand_with_room_for_three_takes_three() -> None:
    match = position(hands=("RRRRR",), deck="XASQE")
    match.play("draw")
    assert match.hand(0) == "RRRRRSAX"


def test_n19_the_limit_is_for_one_player_alone() -> None:
    match = position(hands=("RRRRRRRR", ""), deck="XASQE", limit=8)
    match.play("draw")
    assert len(match.hand(0)) == 11


def test_n19_alone_the_first_run_out_ends_the_match_and_the_score_is_the_result() -> None:
    match = position(hands=("RRR",), deck="XAS", scores=(17,))
    match.play("draw")
    assert match.is_over
    assert match.scores == [17]
    assert match.winners == [0]


def test_n19_a_full_hand_can_always_shift() -> None:
    for limit in (8, 9):
        match = position(hands=("X" * limit,), limit=limit)
        assert len({text.partition(":")[0] for text in match.legal}) == 20


# --- Knowledge -----------------------------------------------------------------------------------------------------


def test_a_hand_is_known_to_its_owner_only() -> None:
    match = position(hands=("RC", "TTT", ""), discard="AA")
    for seat, known in ((0, [True, False, False]), (1, [False, True, False]), (-1, [False, False, False])):
        hidden = match.hidden_from(seat)[0]
        assert [bool((hidden.hand[other] >= 0).all()) for other in range(3)] == known
        # Everything else lies open: the board, the pile, the sizes of hands and deck.
        assert hidden.board.tolist() == match.state.board.tolist()
        assert hidden.discard.tolist() == match.state.discard.tolist()
        assert hidden.hand_size.tolist() == [2, 3, 0, 0, 0]
        assert hidden.deck_pos == match.state.deck_pos


def test_an_imagined_hand_is_made_of_unseen_cards() -> None:
    match = dealt(3, seed=4, first=0).play("draw")
    for seed in range(scaled(30)):
        world = match.hidden_from(1)
        KERNELS.determinize(world, 0, 1, np.full(1, seed, np.uint64))
        state = world[0]
        assert state.hand[1].tolist() == match.state.hand[1].tolist()
        assert [int(state.hand[seat].sum()) for seat in range(3)] == [6, 3, 3]
        assert state.hand.min() >= 0


def test_the_quiet_board_of_these_tests_is_quiet() -> None:
    assert position().legal == {"draw", *SHIFTS}
    for shift in SHIFTS:
        assert position().play(shift, "done").scores == [0, 0]
