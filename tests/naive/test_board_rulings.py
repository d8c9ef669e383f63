"""The corner cases of the rules of Nizam and Pearl of the East, each in a position made for it."""

import random
from typing import Any

import pytest

from . import NaiveNizam, NaivePearl
from .board import KINDS, shifted, three_card_payments
from .nizam import points_for, scoring_combinations
from .shuffles import BadShuffle, Random, Recorded, Refused

CALM = ["RCTEQ", "TEQSA", "QSAXR", "AXRCT", "RCTEQ"]  # A board without equal neighbours.


def cells(*rows: str) -> list[str]:
    return list("".join(rows))


def refused(game: Any, text: str) -> str:
    """Return the rule that refuses the action."""
    with pytest.raises(Refused) as refusal:
        game.act(text)
    return refusal.value.rule


def set_up(game: Any, rows: list[str], hands: list[str], deck: str, discard: str) -> None:
    """Put the given cards into a game of Nizam or Pearl."""
    game.board = cells(*rows)
    game.boards = [game.board]
    game.hands = [list(hand) for hand in hands]
    game.deck.cards, game.deck.discard = list(deck), list(discard)


def nizam(rows: list[str], hands: list[str], deck: str = "RRRRRRRR", discard: str = "", limit: int = 8) -> NaiveNizam:
    options = {"players": len(hands), "solo_hand_limit": limit}
    game = NaiveNizam(options, 0, Random(random.Random(1)))
    set_up(game, rows, hands, deck, discard)
    return game


# Shuffles.


def test_recorded_shuffles_are_checked() -> None:
    source = Recorded([["A", "B", "A"]])
    with pytest.raises(BadShuffle, match="shuffle 1 is not two of a kind"):
        source.shuffle(["A", "B"], "two of a kind")
    assert source.shuffle(["A", "A", "B"], "three cards") == ["A", "B", "A"]
    with pytest.raises(BadShuffle, match=r"shuffle 2 \(three cards\) is missing"):
        source.shuffle(["A", "A", "B"], "three cards")


# Nizam.


@pytest.mark.parametrize(
    ("shift", "changed"),
    [
        ("2<", {1: "EQSAT"}),
        ("2>", {1: "ATEQS"}),
        ("b^", {0: "RETEQ", 1: "TSQSA", 2: "QXAXR", 3: "ACRCT", 4: "RCTEQ"}),
        ("bv", {0: "RCTEQ", 1: "TCQSA", 2: "QEAXR", 3: "ASRCT", 4: "RXTEQ"}),
    ],
)
def test_n06_the_end_card_wraps_and_the_others_slide(shift: str, changed: dict[int, str]) -> None:
    rows = [changed.get(row, cards) for row, cards in enumerate(CALM)]
    assert shifted(shift, cells(*CALM)) == cells(*rows)


def test_n07_the_wrapping_card_is_the_one_to_match() -> None:
    game = nizam(CALM, ["T", "R"])
    shifts = [text for text in game.legal() if text != "draw"]
    assert sorted(shifts) == ["2<", "4>", "c^", "cv"]
    game.act("4>")
    assert game.deck.discard == ["T"]
    assert game.hands[0] == []


def test_n08_three_cards_pay_only_without_a_matching_one() -> None:
    game = nizam(CALM, ["TXXC", "R"])
    legal = game.legal()
    assert "2<" in legal
    assert not [text for text in legal if text.startswith("2<:")]
    assert [text for text in legal if text.startswith("1<")] == ["1<:CTX", "1<:CXX", "1<:TXX"]
    assert refused(game, "2<:CXX") == "N8"
    assert refused(game, "1<") == "N7"
    assert refused(game, "1<:XXC") == "RECORD"
    assert refused(game, "1<:AXX") == "N8"


def test_n08_every_payment_is_listed_once() -> None:
    assert three_card_payments("XX") == []
    assert three_card_payments("XXX") == ["XXX"]
    assert three_card_payments("AXRA") == ["RAA", "RAX", "AAX"]
    assert len(three_card_payments(KINDS * 3)) == 120


def test_n09_a_turn_is_a_draw_or_at_least_one_shift() -> None:
    game = nizam(CALM, ["TT", "R"])
    assert refused(game, "done") == "N9"
    game.act("2<")
    assert game.to_act() == 0
    assert refused(game, "draw") == "N5"
    game.act("done")
    assert game.to_act() == 1


def test_n10_a_card_counts_in_a_row_and_in_a_column() -> None:
    before = cells("CRRTE", "RQSAX", "RTEQS", "EQSAX", "XSTEC")
    after = ["R", *before[1:]]
    assert points_for(scoring_combinations([before, after])) == 3 + 3 + 1


def test_n11_every_combination_beyond_the_first_scores_a_point() -> None:
    assert points_for([]) == 0
    assert points_for([range(3)]) == 3
    assert points_for([range(3), range(4), range(5)]) == 3 + 5 + 7 + 2


def scoring_lengths(*boards: list[str]) -> list[int]:
    return sorted(len(combination) for combination in scoring_combinations(boards))


def row_boards(*rows: str) -> list[list[str]]:
    """Return boards that differ in row 2 only."""
    return [cells("QSAQS", row, "AQSAQ", "SAQSA", "QSAQS") for row in rows]


@pytest.mark.parametrize(
    ("rows", "lengths"),
    [
        (["CRRXT", "CRRRT"], [3]),  # It grew.
        (["RRRCT", "TRRRC", "CTRRR"], []),  # It was merely slid along.
        (["RRRCT", "RRRCX"], []),  # Its line changed elsewhere.
        (["RRRRT", "RRRXT"], [3]),  # It shrank from four to three.
        (["RRRCT", "RRRRT", "RRRCT"], [3]),  # It grew and shrank back.
        (["RRRCT", "RXRCT", "RRRCT"], [3]),  # It was broken and joined again.
        (["RRRCT", "RRCTR", "RRRCT"], [3]),  # The same, by sliding round the end.
        (["RRRCT", "XXXCT"], [3]),  # Another kind took its place.
        (["RRRRR", "RRRRR"], []),
        (["RRRRC", "RRRRR"], [5]),
        (["RRXRR", "RRCRR"], []),
    ],
)
def test_n12_the_length_of_the_run_has_to_change(rows: list[str], lengths: list[int]) -> None:
    assert scoring_lengths(*row_boards(*rows)) == lengths


def test_n13_scoring_cards_go_once_and_the_others_stay() -> None:
    # Column a has a combination already; row 1 gets one that shares its first card.
    game = nizam(["RTQRR", "RCTEQ", "RTEQS", "CEQSA", "XSTEC"], ["RR", "X"], deck="SQAXXXXX")
    game.act("1>")
    game.act("1>")
    game.act("done")
    assert game.points == [3, 0]
    assert "".join(game.board[:5]) == "SQATQ"
    assert "".join(game.board[5::5]) == "RRCX"
    assert sorted(game.deck.discard) == ["R"] * 5


def test_n14_combinations_formed_by_the_fill_stay() -> None:
    game = nizam(["RTQRR", "ACTEQ", "CTEQS", "CEQSA", "XSTEC"], ["RR", "X"], deck="XXXAAAAA")
    for text in ("1>", "1>", "done"):
        game.act(text)
    assert "".join(game.board[:5]) == "XXXTQ"
    assert game.points == [3, 0]


def test_n15_the_discard_pile_waits_until_a_card_is_needed() -> None:
    game = nizam(CALM, ["", "T"], deck="ACE", discard="XX")
    game.act("draw")
    assert game.deck.run_outs == 1
    assert len(game.shuffles_used) == 1
    assert game.deck.discard == ["X", "X"]
    # Cards discarded in between are in the new deck.
    game.act("2<")
    game.act("done")
    game.act("draw")
    assert sorted(game.shuffles_used[1]) == ["T", "X", "X"]
    assert game.deck.run_outs == 2


def test_n15_the_fill_uses_the_cards_of_the_same_turn() -> None:
    game = nizam(["RTQRR", "ACTEQ", "CTEQS", "CEQSA", "XSTEC"], ["RR", "X"], deck="A")
    for text in ("1>", "1>", "done"):
        game.act(text)
    assert game.shuffles_used[1] == ["R"] * 5
    assert "".join(game.board[:5]) == "ARRTQ"
    assert game.deck.run_outs == 1


def test_n15_a_pile_of_one_card_is_shuffled_and_an_empty_one_is_not() -> None:
    game = nizam(CALM, ["", "", ""], deck="A", discard="X")
    game.act("draw")
    assert game.shuffles_used[1:] == [["X"]]
    assert game.hands[0] == ["A", "X"]
    assert game.deck.run_outs == 2


def test_n16_the_last_turn_is_completed() -> None:
    game = nizam(CALM, ["", ""], deck="A", discard="XXXXX")
    game.deck.run_outs = 1
    game.act("draw")
    assert game.hands[0] == ["A", "X", "X"]
    assert len(game.shuffles_used) == 2
    assert game.is_over()
    assert game.winners() == [0, 1]


def test_n16_without_another_card_needed_nothing_is_reshuffled() -> None:
    game = nizam(CALM, ["", ""], deck="AAA", discard="XXXXX")
    game.deck.run_outs = 1
    game.act("draw")
    assert game.is_over()
    assert len(game.shuffles_used) == 1
    assert refused(game, "draw") == "N16"


def test_n18_drawing_less_and_passing() -> None:
    game = nizam(CALM, ["", "S", "TTT"], deck="", discard="SS")
    game.act("draw")
    assert game.hands[0] == ["S", "S"]
    # Deck and discard pile are empty, and no line ends in S.
    assert game.legal() == ["pass"]
    game.act("pass")
    assert "pass" not in game.legal()
    assert refused(game, "draw") == "N18"
    assert refused(game, "pass") == "N18"


@pytest.mark.parametrize("limit", [8, 9])
def test_n19_the_solo_hand_limit(limit: int) -> None:
    game = nizam(CALM, ["X" * (limit - 2)], limit=limit)
    game.act("draw")
    assert len(game.hands[0]) == limit
    assert "draw" not in game.legal()
    assert refused(game, "draw") == "N19"


def test_n19_solo_ends_with_the_first_run_out() -> None:
    game = nizam(CALM, ["XXXXXX"], deck="AC")
    game.act("draw")
    assert game.is_over()
    assert game.winners() == [0]


# Pearl of the East.

PEARLS = ["RRRCT", "EQSAX", "CCPTT", "EQASX", "EQSAX"]  # Runs of R, and with the pearl C or T.


def pearl(
    rows: list[str],
    fulfilled: list[str],
    hand: str = "SSSSSS",
    deck: str = "RRRRRRRR",
    **options: int,
) -> NaivePearl:
    game = NaivePearl({"players": len(fulfilled), **options}, 0, Random(random.Random(1)))
    set_up(game, rows, [hand] * len(fulfilled), deck, "")
    game.fulfilled = [list(pile) for pile in fulfilled]
    return game


def tasks_after_shifting(game: NaivePearl) -> list[str]:
    """Shift the last row round in full, so that the board is the same again, and end the shifts."""
    game.hands[game.seat] += ["E", "Q", "S", "A", "X"]
    for _ in range(5):
        game.act("5<")
    game.act("done")
    return game.legal()


def test_p04_the_pearl_is_paid_with_three_cards() -> None:
    game = pearl(["PRCTE", *CALM[1:]], ["", ""], hand="SSS")
    assert "1<:SSS" in game.legal()
    assert refused(game, "1<") == "P4"


def test_p06_the_pearl_stands_for_one_kind_in_a_turn() -> None:
    game = pearl(PEARLS, ["", ""])
    assert tasks_after_shifting(game) == ["task R", "task C", "task T"]
    assert refused(game, "task P") == "P1"
    assert refused(game, "draw") == "P8"
    game.act("task C")
    assert game.legal() == ["task R"]
    assert refused(game, "task T") == "P6"
    game.act("task R")
    assert game.to_act() == 1
    assert game.fulfilled == [["C", "R"], []]


def test_p06_a_run_of_its_own_does_not_need_the_pearl() -> None:
    game = pearl(["RRRPC", "EQSAC", "TTXEQ", "QSAXT", "EQSAX"], ["", ""])
    assert tasks_after_shifting(game) == ["task R"]
    game = pearl(["RRRPC", "EQSCA", "TTXCE", "QSAXT", "EQSAX"], ["", ""])
    assert tasks_after_shifting(game) == ["task R", "task C"]
    game.act("task R")
    assert game.legal() == ["task C"]


def test_p07_an_opponents_top_card_blocks() -> None:
    game = pearl(PEARLS, ["", "CR", "T"])
    assert tasks_after_shifting(game) == ["task C"]
    assert refused(game, "task R") == "P7"
    assert refused(game, "task A") == "P5"
    # One's own top card does not block, and a task is fulfilled once only.
    game = pearl(PEARLS, ["TC", "R"])
    assert game._fulfillable() == []


def test_p09_a_draw_fulfils_nothing_and_a_shift_everything_that_lies_there() -> None:
    game = pearl(PEARLS, ["", ""])
    assert refused(game, "task R") == "P5"
    game.act("draw")
    assert game.to_act() == 1
    assert "task R" in tasks_after_shifting(game)


def test_p11_the_eighth_task_ends_the_game() -> None:
    game = pearl(PEARLS, ["CTEQSAX", "CTEQSA"])
    tasks_after_shifting(game)
    game.act("task R")
    assert game.is_over()
    assert game.scores() == [8, 6]
    assert game.winners() == [0]


def test_p12_turns_without_a_task_are_counted_over_all_players() -> None:
    game = pearl(PEARLS, ["", "R"], stall_limit=3)
    game.act("draw")
    game.act("draw")
    tasks_after_shifting(game)
    game.act("task C")
    for stalled in range(3):
        assert game.stall == stalled
        game.act("draw")
    assert game.is_over()
    assert game.winners() == [0, 1]


def test_p12_a_pass_counts_too() -> None:
    game = pearl(PEARLS, ["", ""], hand="", deck="", stall_limit=1)
    game.act("pass")
    assert game.is_over()


def test_p13_nobody_can_fulfil_a_task_again() -> None:
    # Seat 1 lacks R; seat 0, lacking C and R, shows R with the next task and lacks C then.
    game = pearl(PEARLS, ["TEQSAX", "TEQSAXC"])
    assert tasks_after_shifting(game) == ["task R"]
    game.act("task R")
    assert game.is_over()
    assert game.winners() == [0, 1]
    # It depends on the card on top: seat 1 lacks R, and T does not block it.
    for order, locked in ((("task T", "task R"), True), (("task R", "task T"), False)):
        game = pearl(PEARLS, ["EQSAX", "TEQSAXC"])
        tasks_after_shifting(game)
        for task in order:
            game.act(task)
        assert game.is_over() == locked
