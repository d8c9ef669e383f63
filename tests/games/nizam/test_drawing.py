"""Nizam's table as text."""

from __future__ import annotations

import pytest
from rich.text import Text

from heliodor.core.contract import EVERYTHING, SPECTATOR
from heliodor.games.nizam.drawing import draw
from heliodor.games.nizam.view import render

from .position import KINDS, Position, position


def drawn(match: Position, seat: int, names: tuple[str, ...] = ("Ann", "Bob")) -> str:
    states = match.states if seat == EVERYTHING else match.hidden_from(seat)
    return Text.from_markup(draw(render(states, 0, seat), names)).plain


def board_part(text: str) -> list[str]:
    """Return the lines of the board without the panel beside it."""
    return [line[:28].rstrip() for line in text.splitlines()[:9]]


def test_the_board_is_drawn_with_its_coordinates() -> None:
    assert board_part(drawn(position(), SPECTATOR)) == [
        "      a   b   c   d   e",
        "    ╭───────────────────╮",
        "  1 │ R   C   T   E   Q │ 1",
        "  2 │ S   A   X   R   C │ 2",
        "  3 │ T   E   Q   S   A │ 3",
        "  4 │ X   R   C   T   E │ 4",
        "  5 │ Q   S   A   X   R │ 5",
        "    ╰───────────────────╯",
        "      a   b   c   d   e",
    ]


def test_the_frame_shows_the_seat_to_act_what_it_can_pay() -> None:
    text = board_part(drawn(position(hands=("RR", "")), 0))
    assert text[1:8] == [
        "    ╭─^─────────────────╮",
        "  1 < R   C   T   E   Q │ 1",
        "  2 │ S   A   X   R   C │ 2",
        "  3 │ T   E   Q   S   A │ 3",
        "  4 │ X   R   C   T   E │ 4",
        "  5 │ Q   S   A   X   R > 5",
        "    ╰─────────────────v─╯",
    ]
    assert "3 T   E   Q   S   A 3" in drawn(position(hands=("RRR", "")), 0)


def test_cards_that_would_score_stand_in_brackets() -> None:
    match = position("ARRCE RAAAQ EQSAX CTEQS RCTEA", hands=("R", "")).play("av")
    text = drawn(match, SPECTATOR)
    assert "[R] [R] [R]  C   E" in text
    assert "[A] [A] [A] [A]  Q" in text
    assert "this turn so far: 9 points" in text
    assert "[" not in drawn(position(), SPECTATOR)


def test_hands_are_drawn_for_those_who_may_see_them() -> None:
    match = position(hands=("RCX", "TT"), scores=(3, 11))
    assert "R C X" in drawn(match, 0)
    assert "T T" not in drawn(match, 0)
    assert "T T" in drawn(match, 1)
    everything = drawn(match, EVERYTHING)
    assert "R C X" in everything
    assert "T T" in everything
    assert "R C X" not in drawn(match, SPECTATOR)


def test_points_cards_and_the_turn_are_drawn() -> None:
    text = drawn(position(hands=("RCX", "T"), scores=(3, 11), discard="RRA", run_outs=1), SPECTATOR)
    assert "▸ Ann    3 points   3 cards" in text
    assert "  Bob   11 points   1 card" in text
    assert "deck 9   run out 1 of 2 times" in text
    assert "discard pile 2R A" in text


def test_winners_are_starred() -> None:
    match = position(hands=("", ""), deck="XRA", run_outs=1, scores=(3, 11)).play("draw")
    (starred,) = [line for line in drawn(match, SPECTATOR).splitlines() if "★" in line]
    assert "Bob" in starred
    assert "▸" not in drawn(match, SPECTATOR)


@pytest.mark.parametrize("seat", [SPECTATOR, EVERYTHING, 0, 4])
def test_five_players_with_large_hands_fit_into_eighty_columns(seat: int) -> None:
    match = position(hands=(KINDS * 4, KINDS, "", "R" * 12, KINDS * 2), discard=KINDS * 3, scores=(120, 7, 0, 99, 1))
    names = ("Oleksandra", "[red]Bob", "Зоя", "Ann", "{1}")
    lines = drawn(match, seat, names).splitlines()
    assert max(map(len, lines)) <= 80
    for name in names:
        assert any(name in line for line in lines)
