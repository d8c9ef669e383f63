"""What a seat sees of Speedy Gnomes."""

from __future__ import annotations

from typing import Any

import msgspec

from heliodor.core.contract import EVERYTHING, SPECTATOR
from heliodor.games.gnomes import GAME
from heliodor.games.gnomes.rules import CARD_0
from heliodor.games.gnomes.standing import Decision
from heliodor.games.gnomes.view import Blocked, Curse, GemSet, View

from .position import KERNELS, KINDS, Position, dealt, position

MATCH = position(
    ("Ro | C WB Ss", "Ht | D", ""),
    caves=[0, 1],
    curses={0: "FP FO"},
    gems={0: "D Ro Ro Ht", 1: "So"},
    open="C - D",
    deck="WR WR K",
)


def seen(match: Position, seat: int) -> Any:
    hidden = match.states if seat == EVERYTHING else match.hidden_from(seat).states
    view = GAME.view.render(hidden, 0, seat)
    assert msgspec.json.decode(msgspec.json.encode(view), type=View) == view
    return view


def test_the_table_is_public() -> None:
    for seat in (0, 1, 2, SPECTATOR, EVERYTHING):
        view = seen(MATCH, seat)
        assert (view.game, view.seat, view.players, view.first, view.to_act) == ("gnomes", seat, 3, 0, 0)
        assert (view.phase, view.over, view.winners, view.pending) == ("playing", False, [], None)
        assert (view.deck, view.open) == (3, ["C", None, "D"])
        assert (view.deck_option, view.last_round, view.round_number, view.rounds_left) == (
            "three_shapes",
            "finish",
            1,
            0,
        )
        assert len(view.discard) == 102 - 3 - 2 - 4 - 2 - 2 - 2 - 5
        assert [place.cave for place in view.places] == [True, True, False]


def test_hands_as_far_as_they_are_known() -> None:
    hands = {seat: [place.hand for place in seen(MATCH, seat).places] for seat in (0, 1, SPECTATOR, EVERYTHING)}
    assert hands[0] == [["Ro", "C", "WB", "Ss"], ["Ht", None], []]
    assert hands[1] == [["Ro", None, None, None], ["Ht", "D"], []]
    assert hands[SPECTATOR] == [["Ro", None, None, None], ["Ht", None], []]
    assert hands[EVERYTHING] == [["Ro", "C", "WB", "Ss"], ["Ht", "D"], []]
    assert [place.num_known for place in seen(MATCH, 2).places] == [1, 1, 0]


def test_curses_say_who_laid_them_and_what_lifts_them() -> None:
    place = seen(MATCH, 2).places[0]
    assert place.curses == [Curse("FP", 1, ["WR", "WB"]), Curse("FO", 1, ["WR", "WY"])]
    assert place.hidden == ["R", "H", "S"]
    caved_in = seen(position(("", ""), curses={1: "K"}), 0).places[1]
    assert (caved_in.curses, caved_in.hidden) == ([Curse("K", 0, ["C"])], [])


def test_gems_and_sets() -> None:
    places = seen(MATCH, SPECTATOR).places
    assert places[0].gems == ["D", "Ro", "Ro", "Ht"]
    assert places[0].sets == [GemSet("D", ["D"])]
    assert [gem_set.cards for gem_set in places[1].sets] == [["So"]]
    assert seen(MATCH, SPECTATOR).scores == [[0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 1], [0] * 6]
    ada = seen(position(("", ""), gems={0: "Ss Ht Hs Ho Ho D"}), 0)
    assert ada.scores[0] == [0, 1, 0, 0, 0, 1]
    assert ada.places[0].sets[0] == GemSet("H", ["Ho", "Ho", "Hs", "Ht", "D"])
    assert [gem_set.cards for gem_set in ada.places[0].sets[1:]] == [["Ss"]]


def test_s11_every_place_has_its_rank_by_the_sets_that_count_now() -> None:
    gems = {0: "Ro Ro Ro", 1: "So So So So", 2: "Ho Hs Ht"}
    assert [place.rank for place in seen(position(("", "", "", ""), gems=gems), SPECTATOR).places] == [2, 1, 2, 4]
    fogged = position(("", "", "", ""), gems=gems, curses={1: "FG"})
    assert [place.rank for place in seen(fogged, SPECTATOR).places] == [1, 3, 1, 3]


def test_a_rank_reveals_nothing_about_a_hand() -> None:
    gems = {0: "Ro", 1: "So So"}
    for hand in ("Ro Ro", "So So", "D D", "K FO"):
        match = position(("", hand), gems=gems)
        assert [place.rank for place in seen(match, 0).places] == [2, 1]


def test_s9_the_turns_that_are_left_are_counted_once_the_deck_is_empty() -> None:
    assert seen(position(("C", "", ""), deck="WR"), SPECTATOR).turns_left == 0
    for full in (False, True):
        match = position(("", "", ""), deck="", first=1, turn=2, taken=False, full=full)
        left = 5 if full else 2
        while not match.is_over:
            assert seen(match, SPECTATOR).turns_left == left
            match.play("skip", "pass")
            left -= 1
        assert left == seen(match, SPECTATOR).turns_left == 0


def test_choices_are_shown_to_the_seat_to_act() -> None:
    assert seen(MATCH, 0).legal == ["wind WB FP"]
    assert seen(MATCH, EVERYTHING).legal == ["wind WB FP"]
    for seat in (1, 2, SPECTATOR):
        assert seen(MATCH, seat).legal == []
        assert seen(MATCH, seat).blocked is None


def test_cards_that_cannot_be_played_come_with_the_reason() -> None:
    blocked = seen(MATCH, 0).blocked
    assert [(card.card, card.rule, card.key) for card in blocked] == [
        ("C", "S4", "has_cave"),
        ("Ro", "S4", "hidden_by_fog"),
        ("Ss", "S4", "hidden_by_fog"),
    ]
    assert blocked[2] == Blocked(
        "Ss",
        "S4",
        "hidden_by_fog",
        "the purple fog hides the square sapphire, until a red wind or a blue wind drives it off",
    )
    full = seen(position(("K WR", ""), curses={1: "K"}), 0)
    assert [(card.card, card.rule, card.key) for card in full.blocked] == [
        ("K", "S7", "no_target"),
        ("WR", "S4", "no_fog_for_wind"),
    ]
    assert seen(position(("C", ""), taken=False), 0).blocked == []


def test_a_curse_on_its_way_is_shown_to_all() -> None:
    match = position(("K C", "", ""))
    KERNELS.apply_action(match.states, 0, CARD_0 + KINDS["K"])
    for seat in (0, 1, SPECTATOR):
        view = seen(match, seat)
        assert (view.phase, view.pending, len(view.places[0].hand)) == ("aiming", "K", 1)
    assert seen(match, 0).legal == ["curse K 1", "curse K 2"]
    assert seen(match, 0).blocked == []


def test_the_end() -> None:
    match = position(("", ""), gems={0: "Ro", 1: "Ro Ro"}, deck="", turn=1, taken=False).play("skip", "pass")
    view = seen(match, EVERYTHING)
    assert (view.phase, view.over, view.to_act, view.winners) == ("over", True, -1, [1])
    assert (view.legal, view.blocked) == ([], None)
    assert view.decision == Decision(best=[1], next=[0], equal=[], against=[2, 1])


def test_options_are_shown() -> None:
    view = seen(dealt(2, deck="six_shapes", last_round="full"), 0)
    assert (view.deck_option, view.last_round) == ("six_shapes", "full")
