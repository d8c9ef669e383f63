"""The rules of Pearl of the East, one test or more for each number."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from heliodor.core.contract import SPECTATOR
from heliodor.core.deck import UNKNOWN
from heliodor.core.errors import BadOption
from heliodor.games.pearl import GAME
from tests.conftest import scaled

from .boards import PEARL_AT_THE_END, RUBY_AND_SAPPHIRE, RUBY_OR_SAPPHIRE
from .position import CODES, KERNELS, KINDS, Position, board_with, dealt, position


def all_cards(match: Position) -> Counter[str]:
    """Count the cards on the board, in hands, in the deck and on the discard pile."""
    hands = [match.hand(seat) for seat in range(int(match.state.players))]
    return Counter("".join([match.board, match.deck, match.discard, *hands]))


# --- Set-up -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", GAME.players)
def test_p01_every_player_has_eight_tasks_to_fulfil(players: int) -> None:
    match = dealt(players)
    assert match.scores == [0] * players
    assert match.piles == [""] * players
    # The tasks are gem cards, so one of each kind for each player is not in the game.
    assert all_cards(match) == {**dict.fromkeys(KINDS, 12 - players), "P": 1}


def test_p02_the_board_holds_three_of_each_kind_and_the_pearl() -> None:
    boards = [dealt(seed=seed).board for seed in range(20)]
    assert all(Counter(board) == {**dict.fromkeys(KINDS, 3), "P": 1} for board in boards)
    assert len(set(boards)) == 20


@pytest.mark.parametrize(("players", "left"), [(2, 50), (3, 39), (4, 28), (5, 17)])
def test_p03_three_cards_for_each_and_the_rest_is_the_deck(players: int, left: int) -> None:
    match = dealt(players)
    assert [len(match.hand(seat)) for seat in range(players)] == [3] * players
    assert list(match.state.hand_size) == [3] * players + [0] * (5 - players)
    assert len(match.deck) == left


def test_p03_the_first_player_is_random_or_chosen() -> None:
    assert {dealt(4, seed=seed).to_act for seed in range(60)} == {0, 1, 2, 3}
    assert [dealt(4, first=seat).to_act for seat in range(4)] == [0, 1, 2, 3]


@pytest.mark.parametrize("players", GAME.players)
def test_p03_recorded_shuffles_are_dealt_as_records_say(players: int) -> None:
    board = "PXASQETCR" + "RCTEQSAX" + "CRETSQXA"
    others = "".join(KINDS[n:] + KINDS[:n] for n in range(9 - players))
    script = [CODES.index(code) for code in board + others]
    states = GAME.new_states(1, {"players": players, "stall_limit": 200})
    states[0].deck[: len(script)] = script
    states[0].script_end = len(script)
    KERNELS.set_up(states, 0, 1)

    match = Position(states)
    assert match.board == board
    for seat in range(players):
        assert Counter(match.hand(seat)) == Counter(others[3 * seat : 3 * seat + 3])
    assert match.deck == others[3 * players :]
    assert match.to_act == 1
    assert match.state.num_shuffles == 2


# --- Shifts -------------------------------------------------------------------------------------------------------


def test_n04_a_draw_takes_the_top_three_and_ends_the_turn() -> None:
    match = position(hands=("R", ""), deck="SSXQ").play("draw")
    assert match.hand(0) == "RSSX"
    assert match.deck == "Q"
    assert match.to_act == 1


def test_n04_a_draw_fulfils_nothing() -> None:
    match = position(RUBY_OR_SAPPHIRE).play("draw")
    assert match.piles == ["", ""]
    assert match.to_act == 1


def test_n06_the_end_card_wraps_and_the_others_move_up() -> None:
    assert position(hands=("R", "")).play("1<").board[:5] == "CTEQR"
    assert position(hands=("Q", "")).play("1>").board[:5] == "QRCTE"
    assert position(hands=("R", "")).play("a^").board[::5] == "STAER"
    assert position(hands=("E", "")).play("av").board[::5] == "ERSTA"


def test_n08_three_cards_pay_only_without_a_matching_one() -> None:
    match = position(hands=("RCCT", ""))
    assert {text for text in match.legal if text.startswith("1<")} == {"1<"}
    assert {text for text in match.legal if text.startswith("5<")} == {"5<:RCC", "5<:RCT", "5<:CCT"}
    match.play("1<", "5<:CCT")
    assert match.hand(0) == ""
    assert match.discard == "RCCT"


def test_n09_shifts_go_on_until_done() -> None:
    match = position(hands=("RRX", "X"))
    assert "done" not in match.legal
    match.play("1<", "1>")
    assert match.to_act == 0
    assert "done" in match.legal
    assert "draw" not in match.legal
    assert match.play("done").to_act == 1


def test_p04_a_shift_of_the_pearl_costs_any_three_cards() -> None:
    match = position(PEARL_AT_THE_END, hands=("RRCX", ""))
    assert {text for text in match.legal if text.startswith("3<")} == {"3<:RRC", "3<:RRX", "3<:RCX"}
    match.play("3<:RRX")
    assert match.board[10:15] == "ETQSP"
    assert match.hand(0) == "C"
    assert match.discard == "RRX"


def test_p04_two_cards_cannot_move_the_pearl() -> None:
    match = position(PEARL_AT_THE_END, hands=("RR", ""))
    assert match.legal == {"draw", "1<", "a^"}


# --- Tasks --------------------------------------------------------------------------------------------------------


def tasks_after_shifts(board: str, piles: tuple[str, ...] = ()) -> set[str]:
    """Return what seat 0 can fulfil when its shifts have ended in this board."""
    match = position(board, piles=piles, shifted=True).play("done")
    return {text for text in match.legal if text.startswith("task")}


@pytest.mark.parametrize("line", ["RRRCT", "CRRRT", "CTRRR"])
@pytest.mark.parametrize("number", range(5))
def test_p05_three_adjacent_cards_of_a_line_fulfil_a_task(line: str, number: int) -> None:
    assert tasks_after_shifts(board_with(line, row=number)) == {"task R"}
    assert tasks_after_shifts(board_with(line, column=number)) == {"task R"}


@pytest.mark.parametrize("line", ["PRRCT", "RPRCT", "RRPCT", "CPRRT", "CTPRR", "CTRPR", "CTRRP"])
def test_p05_the_pearl_stands_for_any_kind(line: str) -> None:
    assert tasks_after_shifts(board_with(line, row=2)) == {"task R"}
    assert tasks_after_shifts(board_with(line, column=4)) == {"task R"}


@pytest.mark.parametrize("line", ["PRRRT", "RPRRT", "TRRPR", "TRRRP"])
def test_p05_four_adjacent_cards_fulfil_one_task(line: str) -> None:
    match = position(board_with(line), shifted=True).play("done")
    assert match.legal == {"task R"}
    assert match.play("task R").to_act == 1


@pytest.mark.parametrize("line", ["RRCRT", "RCRTR", "RRCTR", "PRCRT", "RPCRT", "RCPRT", "RPTCR"])
def test_p05_cards_that_do_not_adjoin_fulfil_nothing(line: str) -> None:
    match = position(board_with(line), shifted=True).play("done")
    assert match.to_act == 1
    assert match.piles == ["", ""]


def test_p05_a_run_ends_at_the_edge() -> None:
    # Read on from row 1 into row 2 there would be three rubies.
    board = """
    C T E R R
    R A X S Q
    C S Q E T
    X P A T S
    A E X C Q
    """
    assert tasks_after_shifts(board) == set()


def test_p06_the_pearl_stands_for_one_kind_in_a_turn() -> None:
    match = position(RUBY_OR_SAPPHIRE).play("3>", "done")
    assert match.legal == {"task R", "task T", "task S"}
    match.play("task R")
    assert match.legal == {"task T"}  # Sapphire would need the pearl, too.
    match.play("task T")
    assert match.to_act == 1
    assert match.piles == ["RT", ""]


def test_p06_the_choice_is_the_players() -> None:
    match = position(RUBY_OR_SAPPHIRE).play("3>", "done", "task T", "task S")
    assert match.to_act == 1
    assert match.piles == ["TS", ""]


@pytest.mark.parametrize("order", ["RS", "SR"])
def test_p06_a_task_with_a_run_of_its_own_does_not_need_the_pearl(order: str) -> None:
    match = position(RUBY_AND_SAPPHIRE, shifted=True).play("done")
    assert match.legal == {"task R", "task S"}
    match.play(*(f"task {kind}" for kind in order))
    assert match.piles == [order, ""]


def test_p06_the_pearl_is_free_again_in_the_next_turn() -> None:
    match = position(RUBY_OR_SAPPHIRE, hands=("R", "Q"))
    match.play("3>", "done", "task R", "task T", "1>", "done")
    assert match.to_act == 1
    assert match.legal == {"task R", "task S"}


def test_p07_the_top_card_of_an_opponent_blocks_its_kind() -> None:
    assert tasks_after_shifts(board_with("RRRCT"), piles=("", "R")) == set()
    assert tasks_after_shifts(board_with("RRRCT"), piles=("", "CR")) == set()


def test_p07_a_covered_card_blocks_nobody() -> None:
    assert tasks_after_shifts(board_with("RRRCT"), piles=("", "RC")) == {"task R"}


def test_p07_the_top_card_of_every_opponent_blocks() -> None:
    match = position(RUBY_OR_SAPPHIRE, hands=("R", "", "", ""), piles=("X", "T", "AS", "")).play("3>", "done")
    assert match.legal == {"task R"}


def test_p07_a_players_top_card_blocks_only_the_opponents() -> None:
    match = position(RUBY_OR_SAPPHIRE, hands=("R", "QQ"))
    match.play("3>", "done", "task R", "task T")
    # Topaz is on top of seat 0's pile now; ruby is covered.
    match.play("1>", "done")
    assert match.legal == {"task R", "task S"}


def test_p07_a_blocked_task_leaves_the_pearl_to_another() -> None:
    # An example of docs/rules/pearl.md.
    match = position(RUBY_OR_SAPPHIRE, hands=("RQ", "E"), piles=("", "R"))
    match.play("3>", "done")
    assert match.legal == {"task S", "task T"}
    match.play("task S", "task T")
    match.play("2<", "done")
    assert match.legal == {"task A", "task S"}
    match.play("task A")
    assert match.to_act == 0
    match.play("1>", "done")
    assert match.legal == {"task R"}
    match.play("task R")
    assert match.piles == ["STR", "RA"]


def test_p08_the_last_task_lies_on_top() -> None:
    match = position(RUBY_OR_SAPPHIRE, hands=("R", "Q"))
    match.play("3>", "done", "task T", "task R", "1>", "done")
    assert match.legal == {"task S", "task T"}  # Ruby is on top.


def test_p08_fulfilling_is_not_optional() -> None:
    match = position(RUBY_OR_SAPPHIRE, hands=("RRRRR", "")).play("3>")
    assert not any(text.startswith("task") for text in match.legal)
    match.play("done")
    assert match.legal == {"task R", "task S", "task T"}  # No shift, no draw, no end before one is laid.


def test_p08_each_task_is_fulfilled_once() -> None:
    match = position(RUBY_OR_SAPPHIRE, piles=("TR", "")).play("3>", "done")
    assert match.legal == {"task S"}
    assert match.play("task S").to_act == 1


def test_p08_the_turn_ends_with_done_when_there_is_nothing_to_fulfil() -> None:
    match = position(hands=("R", "")).play("1<", "done")
    assert match.to_act == 1
    assert match.scores == [0, 0]


def test_p09_a_combination_of_the_set_up_counts() -> None:
    # Topaz lies in row 5 from the start, and 1< does not touch it.
    match = position(RUBY_OR_SAPPHIRE, hands=("C", ""), piles=("S", "")).play("1<", "done")
    assert match.legal == {"task T"}


# --- Deck and end -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", GAME.players)
def test_p10_the_board_keeps_its_cards(players: int) -> None:
    for seed in range(scaled(10)):
        match = dealt(players, seed)
        KERNELS.play_random(match.states, 0, seed, 0, np.zeros(0, np.uint8))
        assert match.is_over
        assert Counter(match.board) == {**dict.fromkeys(KINDS, 3), "P": 1}
        assert all_cards(match) == {**dict.fromkeys(KINDS, 12 - players), "P": 1}


def test_p10_an_empty_deck_is_made_of_the_discards_when_a_card_is_due() -> None:
    match = position(hands=("R", "Q"), deck="SSS", discard="AAXX")
    match.play("draw")
    assert match.deck == ""
    assert match.discard == "AAXX"
    assert match.state.num_shuffles == 0
    match.play("draw")
    assert match.state.num_shuffles == 1
    assert match.discard == ""
    assert len(match.deck) == 1
    assert Counter(match.hand(1) + match.deck) == Counter("QAAXX")


def test_p10_run_outs_do_not_end_the_match() -> None:
    match = position(hands=("", ""), deck="RCT")
    for _ in range(20):
        match.play("draw")
        match.states[0].hand[:] = 0
        match.states[0].hand_size[:] = 0
        match.states[0].discard[:3] = 1
    assert match.state.run_outs == 20
    assert not match.is_over


def test_n18_a_draw_takes_the_cards_that_are_left() -> None:
    match = position(hands=("", ""), deck="S", discard="R").play("draw")
    assert match.hand(0) == "RS"
    assert match.deck == match.discard == ""


def test_n18_without_cards_to_take_a_shift_must_be_made() -> None:
    assert position(hands=("R", ""), deck="").legal == {"1<", "a^"}


def test_n18_a_player_who_can_do_nothing_passes() -> None:
    match = position(hands=("", "R"), deck="")
    assert match.legal == {"pass"}
    assert match.play("pass").to_act == 1


def test_p11_the_eighth_task_ends_the_match_at_once() -> None:
    match = position(RUBY_OR_SAPPHIRE, hands=("R", ""), piles=("CEQAXS", "")).play("3>", "done")
    assert match.legal == {"task R", "task T"}
    assert not match.play("task T").is_over
    assert match.to_act == 0
    match.play("task R")
    assert match.is_over
    assert match.to_act == -1
    assert match.legal == set()


def test_p11_all_eight_tasks_win_alone() -> None:
    match = position(RUBY_OR_SAPPHIRE, hands=("R", ""), piles=("CEQAXST", "RTEQSAX"))
    match.play("3>", "done", "task R")
    assert match.is_over
    assert match.scores == [8, 7]
    assert match.winners == [0]


def test_p12_every_finished_turn_without_a_task_counts() -> None:
    match = position(hands=("R", "R", ""), deck="QQQ")
    for played, count in (("draw", 1), ("1<", 1), ("done", 2)):
        assert match.play(played).state.stall == count
    match = position(hands=("", "R"), deck="")
    assert match.play("pass").state.stall == 1


def test_p12_a_fulfilled_task_sets_the_count_to_0() -> None:
    match = position(RUBY_OR_SAPPHIRE, stall=150).play("3>", "done")
    assert match.state.stall == 150
    match.play("task R", "task T")
    assert match.state.stall == 0
    assert match.play("draw").state.stall == 1


def test_p12_the_match_ends_when_the_count_reaches_the_limit() -> None:
    match = position(stall=1, stall_limit=3, piles=("R", "", "CT"), hands=("", "", ""), deck="QQQQQQ")
    assert not match.play("draw").is_over
    assert match.play("draw").is_over
    assert match.scores == [1, 0, 2]
    assert match.winners == [2]


def test_p12_tied_players_share_the_win() -> None:
    match = position(stall_limit=1, piles=("R", "A", ""), hands=("", "", "")).play("draw")
    assert match.winners == [0, 1]
    assert position(stall_limit=1).play("draw").winners == [0, 1]


def test_p12_a_turn_with_a_task_does_not_stall() -> None:
    match = position(RUBY_OR_SAPPHIRE, stall_limit=1).play("3>", "done", "task R", "task T")
    assert not match.is_over


def test_p12_the_limit_is_an_option() -> None:
    assert GAME.check_options({"players": 2})["stall_limit"] == 200
    assert GAME.check_options({"players": 2, "stall_limit": 1})["stall_limit"] == 1
    # A limit that no match can reach is stored as the largest number that fits.
    for far in (2**31 - 1, 2**31, 10**18):
        options = GAME.check_options({"players": 2, "stall_limit": far})
        assert options["stall_limit"] == far
        assert GAME.new_states(1, options)[0].stall_limit == 2**31 - 1
    for wrong in (0, -1, True, 1.0, "200"):
        with pytest.raises(BadOption):
            GAME.check_options({"players": 2, "stall_limit": wrong})


def test_p13_two_players_who_block_each_others_last_task() -> None:
    match = position(board_with("SSSCT"), hands=("", ""), piles=("CTEQAX", "CTEQAXR"), shifted=True)
    match.play("done", "task S")
    assert match.is_over  # Seat 0 lacks the ruby that seat 1 shows, seat 1 the sapphire that seat 0 shows.
    assert match.scores == [7, 7]
    assert match.winners == [0, 1]


def test_p13_three_players_as_in_the_rules() -> None:
    # Lina lacks ruby and sapphire; Mira lacks sapphire and shows ruby; Taras lacks ruby and shows sapphire.
    match = position(
        board_with("SSSCT"), hands=("", "", ""), piles=("CTEQAX", "CTEQAXR", "CTEQAX"), turn=2, shifted=True
    )
    match.play("done", "task S")
    assert match.is_over
    assert match.scores == [6, 7, 7]
    assert match.winners == [1, 2]


def test_p13_one_open_task_of_any_player_keeps_the_match_going() -> None:
    piles = ("CTEQAX", "CTEQAXR", "CTEQA")  # Seat 2 lacks onyx, too.
    match = position(board_with("SSSCT"), hands=("", "", ""), piles=piles, turn=0, shifted=True)
    match.play("done", "task S")
    assert not match.is_over
    assert match.to_act == 1


# --- Knowledge ----------------------------------------------------------------------------------------------------


def test_a_seat_knows_its_own_hand_and_everything_that_is_open() -> None:
    match = position(hands=("RCT", "AAX", "S"), piles=("R", "CE", ""), discard="QQ")
    hidden = match.hidden_from(1)[0]
    assert list(hidden.hand[1]) == list(match.state.hand[1])
    assert np.all(hidden.hand[[0, 2]] == UNKNOWN)
    assert np.all(hidden.deck == UNKNOWN)
    assert not hidden.rng.any()
    for field in ("board", "discard", "hand_size", "pile", "fulfilled", "num_fulfilled", "deck_pos", "stall"):
        assert np.all(hidden[field] == match.state[field])


def test_a_spectator_knows_no_hand() -> None:
    hidden = position(hands=("RCT", "AAX")).hidden_from(SPECTATOR)[0]
    assert np.all(hidden.hand[:2] == UNKNOWN)


@pytest.mark.parametrize("players", GAME.players)
def test_an_imagined_world_is_a_possible_one(players: int) -> None:
    gen = np.array([players], np.uint64)
    for seed in range(scaled(6)):
        match = dealt(players, seed)
        for _ in range(40):
            if match.is_over:
                break
            for seat in range(-1, players):
                imagined = Position(match.hidden_from(seat))
                hidden = imagined.states.copy()
                KERNELS.determinize(imagined.states, 0, seat, gen)
                assert all_cards(imagined) == all_cards(match)
                if seat == match.to_act:
                    assert imagined.legal == match.legal
                KERNELS.hide(imagined.states, 0, seat)
                assert imagined.states.tobytes() == hidden.tobytes()
            action = KERNELS.random_action(match.states, 0, gen)
            KERNELS.apply_action(match.states, 0, action)


def test_imagined_worlds_differ() -> None:
    gen = np.array([1], np.uint64)
    match = dealt(3)
    worlds = set()
    for _ in range(10):
        imagined = match.hidden_from(0)
        KERNELS.determinize(imagined, 0, 0, gen)
        worlds.add((Position(imagined).hand(1), Position(imagined).deck))
    assert len(worlds) == 10
