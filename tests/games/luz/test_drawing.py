"""Luz's table in a terminal."""

from __future__ import annotations

import random
from io import StringIO

import pytest
from rich.console import Console

from heliodor.core.contract import EVERYTHING, SPECTATOR
from heliodor.games.luz import GAME

from .position import Position, dealt, last_trick, position

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve"]


def drawn(match: Position, seat: int, names: list[str] | None = None) -> str:
    """Return the drawing as an 80-column terminal without colours shows it."""
    states = match.states if seat == EVERYTHING else match.hidden_from(seat)
    text = GAME.drawing.draw(GAME.view.render(states, 0, seat), names or NAMES[: match.players])
    out = StringIO()
    Console(file=out, width=80, color_system=None).print(text)
    return out.getvalue()


def line_of(text: str, name: str) -> str:
    return next(line for line in text.splitlines() if name in line)


def test_a_viewers_own_hand_is_backs_with_the_high_side_marked() -> None:
    match = position("R4 R6 Y2 G3", "R3 R5 R7 B1", "B2 B3 B4 B5", bids=["3+", "0", "10"], tricks=[2, 1, 3])
    line = line_of(drawn(match, 0), "Ann")
    assert line.split()[:3] == ["▸Ann", "d", "2/3+"]
    shown = [cell for cell in line.split()[3:] if cell != "·"]
    assert shown == ["R?", "R?>", "Y?>", "G?>"]
    assert "R4" not in line


def test_other_hands_are_faces() -> None:
    match = position("R4 R6 Y2 G3", "R3 R5 R7 B1", "B2 B3 B4 B5", bids=["3+", "0", "10"])
    line = line_of(drawn(match, 0), "Bob")
    assert [cell for cell in line.split() if cell[0] in "RYGBP" and cell[-1].isdigit()] == ["R3", "R5", "R7", "B1"]


def test_a_spectator_sees_backs_only() -> None:
    text = drawn(dealt(3), SPECTATOR)
    for name in NAMES[:3]:
        assert not any(char.isdigit() for char in line_of(text, name).partition("0/-")[2])


def test_cards_stand_under_their_slot_numbers() -> None:
    match = dealt(5)
    text = drawn(match, EVERYTHING)
    head = line_of(text, "won/bet")
    line = line_of(text, "Ann")
    for slot, card in enumerate(match.hand(0)):
        assert line[head.index(f" {slot + 1} ") + 1 :].split()[0] == card


def test_the_trick_and_the_last_one() -> None:
    match = position("R4 G7 B1", "R3 Y5 B2", "R8 P2 B3").play("R4", "R3", "R8", "P2", "G7")
    text = drawn(match, SPECTATOR)
    assert "Cid has led purple; Cid is winning so far." in text
    assert line_of(text, "Cid").split()[-2:] == ["*P2", "*R8"]
    assert line_of(text, "Ann").split()[-2:] == ["G7", "R4"]
    assert line_of(text, "Bob").split()[-1] == "R3"


def test_the_first_bettor_and_the_leader_are_named() -> None:
    match = dealt(3, first=0)
    assert "Bob bets first and leads the first trick." in drawn(match, 0)
    match.play("bid 1", "bid 2", "bid 3")
    assert "Bob leads." in drawn(match, 0)
    assert line_of(drawn(match, 0), "Bob").split()[:3] == ["▸Bob", "m", "0/1"]
    assert line_of(drawn(match, 0), "Ann").split()[:3] == ["Ann", "d", "0/3"]


def test_beads_are_counted_with_the_box_only() -> None:
    assert "bet beads left: 11" in drawn(dealt(3, supply="box").play("bid 4"), 0)
    assert "beads" not in drawn(dealt(3).play("bid 4"), 0)


def test_the_score_sheet() -> None:
    match = last_trick("R1", "R8", "R2", bids=["4", "5", "3+"], tricks=[3, 4, 2], deal=2, scores=[10, -5, 20])
    sheet = drawn(match.play("R1", "R8", "R2"), 0).partition("deal 1  ")[2]
    assert line_of(sheet, "Ann").split()[-3:] == ["3/4", "−5", "5"]
    assert line_of(sheet, "Bob").split()[-3:] == ["5/5", "+20", "15"]


def test_the_hands_of_a_finished_deal_are_shown_until_the_next_bet() -> None:
    match = dealt(3)
    hand = match.hand(0)
    match.play_first_legal(until_deal=2)
    past = drawn(match, 0).partition("the hands of deal 1:")[2]
    assert line_of(past, "Ann").split() == ["Ann", *hand]
    assert "the hands of" not in drawn(match.play("bid 1"), 0)


def test_the_end_has_a_star_and_open_hands() -> None:
    match = last_trick("R1", "R8", "R2", bids=["0", "1", "0"], deal=4, scores=[0, 30, 0]).play("R1", "R8", "R2")
    text = drawn(match, 0)
    assert "the match is over" in text
    assert [line.split()[0] for line in text.splitlines() if line.endswith("★")] == ["Bob"]
    assert "R8" in line_of(text, "Bob")


def test_the_ten_aside_are_drawn_when_nothing_is_hidden() -> None:
    assert len(line_of(drawn(dealt(4), EVERYTHING), "aside:").split()) == 11
    assert "aside" not in drawn(dealt(4), 0)


def test_names_are_plain_text() -> None:
    text = drawn(dealt(3), 0, ["[red]Ann", "[/]", "back\\"])
    assert all(name in text for name in ("[red]Ann", "[/]", "back\\"))


@pytest.mark.parametrize("players", GAME.players)
def test_it_fits_eighty_columns(players: int) -> None:
    match = dealt(players, supply="box")
    rng = random.Random(1)
    names = ["A very long name indeed", "Б" * 30, "x", "[b]", "Five five five five"][:players]
    while not match.is_over:
        for _ in range(7):
            if not match.is_over:
                match.play(rng.choice(match.legal))
        for seat in (SPECTATOR, EVERYTHING, 0):
            states = match.states if seat == EVERYTHING else match.hidden_from(seat)
            text = GAME.drawing.draw(GAME.view.render(states, 0, seat), names)
            lines = [Console(color_system=None).render_str(line).plain for line in text.splitlines()]
            assert max(len(line) for line in lines) <= 80
