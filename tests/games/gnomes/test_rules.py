"""The rules of Speedy Gnomes, one test or more for each number."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest

from heliodor.core.errors import BadOption
from heliodor.games.gnomes import GAME
from heliodor.games.gnomes.rules import Phase
from tests.conftest import scaled
from tests.naive.gnomes import all_cards

from .position import CODES, KERNELS, Position, dealt, position

DECKS = ("three_shapes", "six_shapes")


# --- Set-up -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("players", GAME.players)
def test_s01_five_cards_for_each_three_open_and_the_rest_is_the_deck(players: int, deck: str) -> None:
    match = dealt(players, deck=deck)
    assert list(match.state.hand_size) == [5] * players + [0] * (6 - players)
    assert not match.state.num_known.any()
    assert None not in match.open
    assert len(match.deck) == 102 - 5 * players - 3
    assert match.all_cards() == Counter(all_cards(deck))
    assert match.discard == ""


def test_s01_the_deck_has_102_cards() -> None:
    three = Counter(all_cards("three_shapes"))
    assert dealt(2, deck="three_shapes").all_cards() == three
    assert three == {
        "C": 14,
        "K": 6,
        **dict.fromkeys(("FO", "FG", "FP"), 3),
        **dict.fromkeys(("WR", "WY", "WB"), 5),
        "D": 4,
        **{colour + shape: 6 for colour in "RHS" for shape in "ost"},
    }
    six = dealt(2, deck="six_shapes").all_cards()
    assert {code: count for code, count in six.items() if len(code) == 2 and code[0] in "RHS"} == {
        colour + shape: 3 for colour in "RHS" for shape in "osthdm"
    }
    assert three.total() == six.total() == 102


def test_s01_shuffles_and_first_players_differ() -> None:
    assert len({tuple(dealt(seed=seed).deck) for seed in range(20)}) == 20
    assert {dealt(6, seed=seed).to_act for seed in range(100)} == set(range(6))
    assert [dealt(6, first=seat).to_act for seat in range(6)] == list(range(6))


def test_s01_a_recorded_shuffle_is_dealt_seat_by_seat_then_the_open_cards() -> None:
    cards = [CODES.index(code) for code in all_cards("three_shapes")]
    random.Random(3).shuffle(cards)
    states = GAME.new_states(1, {"players": 3, "deck": "three_shapes", "quick_start": False, "last_round": "finish"})
    states[0].deck[:] = cards
    states[0].script_end = len(cards)
    KERNELS.set_up(states, 0, 2)
    match = Position(states)
    shuffled = [CODES[card] for card in cards]
    for seat in range(3):
        assert Counter(match.hand(seat).replace("|", "").split()) == Counter(shuffled[5 * seat : 5 * seat + 5])
    assert match.open == shuffled[15:18]
    assert match.deck == shuffled[18:]
    assert match.to_act == 2


@pytest.mark.parametrize("players", GAME.players)
def test_s02_a_quick_start_lays_a_cave_before_each_player(players: int) -> None:
    match = dealt(players, quick_start=True)
    assert list(match.state.caves) == [1] * players + [0] * (6 - players)
    assert match.all_cards() == Counter(all_cards("three_shapes"))
    [shuffle] = GAME.notation.setup_shuffles(match.states, 0)
    assert len(shuffle) == 102 - players
    assert shuffle.count(0) == 14 - players
    assert not dealt(players).state.caves.any()


def test_players_are_two_to_six() -> None:
    for players in (1, 7, None):
        with pytest.raises(BadOption, match="2 to 6 players"):
            GAME.check_options({"players": players})


# --- Taking -------------------------------------------------------------------------------------------------------


def test_s03_a_turn_begins_with_taking_a_card_from_the_deck_or_an_open_one() -> None:
    match = position(("C", ""), deck="Ro Ht", open="K D C", taken=False)
    assert match.legal == {"take deck", "take 1", "take 2", "take 3"}
    match.play("take deck")
    assert match.hand(0) == "| C Ro"
    assert (match.to_act, match.deck, match.open) == (0, ["Ht"], ["K", "D", "C"])


def test_s03_a_taken_open_card_is_replaced_in_the_same_slot() -> None:
    match = position(("C", ""), deck="Ro Ht", open="K D C", taken=False).play("take 2")
    assert match.hand(0) == "D | C"
    assert (match.deck, match.open) == (["Ht"], ["K", "Ro", "C"])


def test_s03_one_card_is_taken_and_one_is_played() -> None:
    match = position(("C", "C"), deck="Ro Ht Ss", open="K D C", taken=False)
    match.play("take deck", "lay C")
    assert match.to_act == 1
    assert match.legal == {"take deck", "take 1", "take 2", "take 3"}


# --- Playing ------------------------------------------------------------------------------------------------------


def test_s04_a_cave_is_laid_where_there_is_none() -> None:
    match = position(("C Ro", "")).play("lay C")
    assert list(match.state.caves[:2]) == [1, 0]
    assert match.hand(0) == "| Ro"


def test_s04_a_second_cave_is_not_laid_without_a_cave_in() -> None:
    assert position(("C Ro", ""), caves=[0]).legal == {"lay Ro"}
    # Nor does a fog make room for one.
    assert position(("C Ro", ""), caves=[0], curses={0: "FG"}).legal == {"lay Ro"}


def test_s04_gems_need_a_cave() -> None:
    match = position(("C Ro D", ""))
    assert match.legal == {"lay C"}
    match = position(("C Ro D", ""), caves=[0])
    assert match.legal == {"lay Ro", "lay D"}
    match.play("lay Ro")
    assert match.gems(0) == "Ro"


def test_s04_no_cave_is_needed_for_curses_and_winds() -> None:
    match = position(("K FO WR Ro", "", ""), curses={0: "FP"})
    assert match.legal == {"curse K 1", "curse K 2", "curse FO 1", "curse FO 2", "wind WR FP"}


def test_s04_laying_a_cave_is_not_a_duty() -> None:
    assert position(("C K", "")).legal == {"lay C", "curse K 1"}


def test_s04_a_curse_is_laid_before_another_player() -> None:
    match = position(("", "", "FP"), turn=2)
    assert match.legal == {"curse FP 0", "curse FP 1"}
    match.play("curse FP 1")
    assert match.curses(1) == [("FP", 2)]
    assert (match.hand(2), match.discard) == ("|", "")
    assert match.to_act == 0


@pytest.mark.parametrize(("fog", "shown"), [("FO", "S"), ("FG", "R"), ("FP", "H")])
def test_s04_a_fog_hides_gems_of_two_colours(fog: str, shown: str) -> None:
    match = position(("Ro Hs St", ""), caves=[0], curses={0: fog})
    [text] = match.legal
    assert text[:5] == f"lay {shown}"


def test_s04_two_fogs_hide_all_colours() -> None:
    match = position(("Ro Hs St", "", ""), caves=[0], curses={0: "FO FG"})
    assert match.legal == {"drop Ro", "drop Hs", "drop St"}


@pytest.mark.parametrize(("wind", "fogs"), [("WR", ("FO", "FP")), ("WY", ("FO", "FG")), ("WB", ("FG", "FP"))], ids=str)
def test_s04_a_wind_drives_off_the_fogs_of_its_colour(wind: str, fogs: tuple[str, str]) -> None:
    match = position((wind, "", "", ""), curses={0: "FO FG FP"})
    assert match.legal == {f"wind {wind} {fog}" for fog in fogs}
    for fog in fogs:
        driven = match.copy().play(f"wind {wind} {fog}")
        assert Counter(card for card, _ in driven.curses(0)) == Counter({"FO", "FG", "FP"} - {fog})
        assert driven.all_cards() == match.all_cards()
        assert driven.discard == " ".join(sorted([fog, wind]))


def test_s04_a_wind_does_nothing_for_others_and_against_a_cave_in() -> None:
    assert position(("WR WY WB", ""), curses={0: "K", 1: "FO"}).legal == {"drop WR", "drop WY", "drop WB"}


def test_s04_one_wind_drives_off_one_fog_the_oldest_of_its_kind() -> None:
    match = position(("WR", "", "", "FO"), curses={0: "FO"}, turn=3).play("curse FO 0")
    assert match.curses(0) == [("FO", 1), ("FO", 3)]
    match.play("take deck").state.turn = 0
    match.play("wind WR FO")
    assert match.curses(0) == [("FO", 3)]


def test_s05_without_a_playable_card_any_card_is_dropped() -> None:
    match = position(("C C WR Ro Ro", ""), caves=[0], curses={0: "FO"}, gems={1: "Ss"})
    assert match.legal == {"wind WR FO"}
    match = position(("C C WB Ro Ro", ""), caves=[0], curses={0: "FO"}, gems={1: "Ss"})
    assert match.legal == {"drop C", "drop WB", "drop Ro"}
    match.play("drop Ro")
    assert (match.hand(0), match.discard, match.gems(0)) == ("| C C WB Ro", "Ro", "")
    assert match.to_act == 1


def test_s05_a_curse_that_nobody_can_take_is_dropped() -> None:
    match = position(("K FO", ""), curses={1: "FG"})
    assert match.legal == {"drop K", "drop FO"}
    match.play("drop K")
    assert match.discard == "K"
    assert match.curses(1) == [("FG", 0)]


def test_s05_while_a_card_can_be_played_none_is_dropped() -> None:
    match = position(("C Ro", ""), caves=[0])
    assert match.legal == {"lay Ro"}


def test_s05_an_empty_hand_passes() -> None:
    match = position(("", "C"), deck="", taken=False).play("skip")
    assert match.legal == {"pass"}
    match.play("pass")
    assert match.to_act == 1


# --- Cave-ins, limits, diamonds -----------------------------------------------------------------------------------


def test_s06_a_cave_in_stops_all_gems() -> None:
    assert position(("Ro D", ""), caves=[0], curses={0: "K"}).legal == {"drop Ro", "drop D"}


def test_s06_a_cave_lifts_a_cave_in_and_a_cave_goes_with_it() -> None:
    match = position(("C Ro", ""), caves=[0], curses={0: "K"})
    cards = match.all_cards()
    match.play("lay C")
    assert (int(match.state.caves[0]), match.curses(0), match.discard) == (1, [], "C K")
    assert match.all_cards() == cards


def test_s06_without_a_cave_the_laid_one_goes_and_none_is_left() -> None:
    match = position(("C C", ""), curses={0: "K"}).play("lay C")
    assert (int(match.state.caves[0]), match.curses(0), match.discard) == (0, [], "C K")
    match.play("take deck").state.turn = 0
    match.play("lay C")
    assert int(match.state.caves[0]) == 1


def test_s06_one_cave_lifts_one_cave_in() -> None:
    match = position(("C Ro", "", ""), caves=[0], curses={0: "K K"}).play("lay C")
    assert match.curses(0) == [("K", 1)]


@pytest.mark.parametrize("players", GAME.players)
def test_s07_curses_before_a_player_are_at_most_as_many_as_opponents(players: int) -> None:
    full = ["K"] * (players - 1)
    match = position(["K", *[""] * (players - 1)], curses={1: " ".join(full[1:])})
    assert "curse K 1" in match.legal
    match.play("curse K 1")
    assert [card for card, _ in match.curses(1)] == full
    match = position(["FO", *[""] * (players - 1)], curses={1: " ".join(full)})
    assert match.legal == ({f"curse FO {seat}" for seat in range(2, players)} or {"drop FO"})


def test_s07_cave_ins_and_fogs_count_together_and_may_be_of_one_kind() -> None:
    match = position(("FO", "", ""), curses={1: "FO K", 2: "FO"})
    assert match.legal == {"curse FO 2"}
    match.play("curse FO 2")
    assert match.curses(2) == [("FO", 0), ("FO", 0)]


def test_s08_no_fog_hides_a_diamond() -> None:
    match = position(("D Ro", "", "", ""), caves=[0], curses={0: "FO FG FP"})
    assert match.legal == {"lay D"}
    match.play("lay D")
    assert match.scores[0] == [0, 0, 0, 0, 0, 1]


# --- The end ------------------------------------------------------------------------------------------------------


def test_s09_the_round_in_which_the_deck_runs_out_is_the_last() -> None:
    match = position(("D", "D", "D"), caves=[0, 1, 2], deck="Ro", open="- - -", first=1, turn=2, taken=False)
    match.play("take deck", "lay D")
    assert int(match.state.rounds_left) == 1
    assert not match.is_over
    match.play("skip", "lay D")
    assert match.is_over  # Seat 1 begins the rounds.
    assert match.to_act == -1
    assert match.legal == set()


def test_s09_the_first_player_who_empties_the_deck_gets_a_whole_round_played() -> None:
    match = position(("D", "D", "D"), caves=[0, 1, 2], deck="Ro", first=1, turn=1, taken=False)
    match.play("take deck", "lay D", "skip", "lay D", "skip", "lay D")
    assert match.is_over


def test_s09_a_replacement_of_an_open_card_can_be_the_last_of_the_deck() -> None:
    match = position(("D", "D"), caves=[0, 1], deck="Ro", open="C - -", turn=1, taken=False)
    match.play("take 1")
    assert (match.open, match.deck) == (["Ro", None, None], [])
    match.play("lay D")
    assert match.is_over


def test_s09_full_adds_one_whole_round() -> None:
    match = position(("D Ro", "D Ro"), caves=[0, 1], deck="Ss", turn=1, taken=False, full=True)
    match.play("take deck", "lay D")
    assert (match.is_over, int(match.state.rounds_left)) == (False, 1)
    match.play("skip", "lay D", "skip")
    assert not match.is_over
    match.play("lay Ro")
    assert match.is_over


def test_s09_with_an_empty_deck_open_cards_are_taken_or_none_and_slots_keep_their_numbers() -> None:
    match = position(("D", "D"), caves=[0, 1], deck="", open="C - Ro", taken=False)
    assert match.legal == {"take 1", "take 3", "skip"}
    match.play("take 3", "lay D")
    assert match.open == ["C", None, None]
    assert match.legal == {"take 1", "skip"}
    assert position(("D", ""), deck="", taken=False).legal == {"skip"}


def test_s09_while_there_is_a_deck_a_card_must_be_taken() -> None:
    assert position(("D", ""), deck="Ro", open="C - Ro", taken=False).legal == {"take deck", "take 1", "take 3"}


@pytest.mark.parametrize(("players", "last_round"), list(product(GAME.players, ("finish", "full"))))
def test_s09_all_have_the_same_number_of_turns(players: int, last_round: str) -> None:
    for seed in range(scaled(5)):
        match = dealt(players, seed=seed, last_round=last_round)
        rng = random.Random(seed)
        turns: Counter[int] = Counter()
        rounds_after = 0
        while not match.is_over:
            if match.state.phase == Phase.TAKING:
                turns[match.to_act] += 1
                rounds_after += match.to_act == match.state.first and not match.deck
            match.play(rng.choice(sorted(match.legal)))
        assert len(set(turns.values())) == 1
        assert match.state.round_number == turns[0]
        assert rounds_after == (last_round == "full")


def test_s10_gems_that_a_fog_hides_do_not_count() -> None:
    gems = {0: "Ro Ro Ro Hs Ss D", 1: "Ro"}
    assert position(("", ""), gems=gems).scores[0] == [0, 0, 1, 0, 1, 0]
    assert position(("", ""), gems=gems, curses={0: "FO"}).scores[0] == [0, 0, 0, 0, 1, 0]
    assert position(("", ""), gems=gems, curses={0: "FG"}).scores[0] == [0, 0, 1, 0, 0, 0]
    assert position(("", "", ""), gems=gems, curses={0: "FG FO"}).scores[0] == [0, 0, 0, 0, 0, 1]


def test_s10_a_cave_in_and_a_lack_of_caves_have_no_effect_on_scoring() -> None:
    assert position(("", ""), gems={0: "Ro Ro"}, curses={0: "K"}).scores[0] == [0, 0, 0, 0, 1, 0]


def test_s10_cards_in_hand_do_not_count() -> None:
    assert position(("Ro Ro D", ""), caves=[0]).scores == [[0] * 6, [0] * 6]


def test_s11_the_leaflets_examples_and_the_rules_example() -> None:
    ada = "Ro Ro Rs Rs Rt Rt Ho Ho So So D"
    ben = "Hs Hs Hs Hs Hs Hs Ro Ro Ro Ro St St St"
    match = position(("", ""), gems={0: ada, 1: ben})
    assert match.scores == [[1, 1, 0, 0, 0, 0], [1, 0, 1, 1, 0, 0]]
    foggy = position(("", ""), gems={0: ada, 1: ben}, curses={0: "FG"})
    assert foggy.scores == [[1, 0, 0, 0, 0, 1], [1, 0, 1, 1, 0, 0]]
    # The leaflet: two heliodors, two rubies and two sapphires, all round; five round gems and a diamond.
    assert position(("", ""), gems={0: "Ho Ho Ro Ro So So"}).scores[0] == [1, 0, 0, 0, 0, 0]
    assert position(("", ""), gems={0: "Ho Ho Ro Ro So D", 1: "Ho Ho Ht Ht Hs D"}).scores == [[1, 0, 0, 0, 0, 0]] * 2


def finished(gems: dict[int, str], players: int = 3) -> Position:
    match = position([""] * players, gems=gems, deck="", turn=players - 1, taken=False)
    return match.play("skip", "pass")


def test_s11_larger_sets_count_first() -> None:
    assert finished({0: "Ro Ro Ro Ro Ro Ro", 1: "Ho Ho Ho Ho Ho Ss Ss Ss Ss Ss"}).winners == [0]
    assert finished({0: "Ro Ro Ro Ro Hs Hs Hs", 1: "Ho Ho Ho Ho Ss Ss"}).winners == [0]
    assert finished({0: "Ro", 1: "Ho Ho", 2: "So Ht"}).winners == [1]


def test_s11_equal_splits_share_the_win() -> None:
    assert finished({0: "Ro Ho Ss", 1: "Ht", 2: "Ss Rs Ht"}).winners == [0, 2]
    assert finished({}).winners == [0, 1, 2]


# --- Every match ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", GAME.players)
def test_no_card_is_ever_lost_and_bytes_are_canonical(players: int) -> None:
    for seed in range(scaled(2)):
        deck = DECKS[seed % 2]
        match = dealt(players, seed=seed, deck=deck, quick_start=seed == 0)
        rng = random.Random(seed)
        cards = Counter(all_cards(deck))
        while not match.is_over:
            match.play(rng.choice(sorted(match.legal)))
            assert match.all_cards() == cards
            assert (match.state.pending < 0) == (match.state.phase not in (Phase.AIMING, Phase.DRIVING))
        assert (int(match.state.turn), int(match.state.rounds_left)) == (int(match.state.first), 0)
