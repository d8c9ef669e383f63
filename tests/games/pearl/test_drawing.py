"""The table of Pearl of the East in a terminal."""

from __future__ import annotations

import pytest
from rich.cells import cell_len
from rich.text import Text

from heliodor.core.contract import EVERYTHING, SPECTATOR
from heliodor.games.pearl import GAME

from .boards import RUBY_OR_SAPPHIRE
from .position import Position, position


def drawn(match: Position, seat: int, names: list[str]) -> str:
    states = match.states.copy() if seat == EVERYTHING else match.hidden_from(seat)
    return Text.from_markup(GAME.drawing.draw(GAME.view.render(states, 0, seat), names)).plain


def test_the_table_as_the_seat_in_turn_sees_it() -> None:
    match = position(
        RUBY_OR_SAPPHIRE, hands=("RTT", "AX"), piles=("X", "CQ"), stall=7, stall_limit=50, discard="EE"
    ).play("3>", "done", "task R")
    lines = """\
      a   b   c   d   e       deck 10   0 of 50 turns without a task
    ╭───────────────────╮     discard pile R 2E
  1 │ C   E   A   X   Q │ 1
  2 │ E   R   C   A   E │ 2   ▸ Mira       2 cards  T T
  3 │ R   R   P   S   S │ 3     2 done X [R]  to do C T E (Q) S A
  4 │ A   C   Q   S   X │ 4     [b]Taras   2 cards
  5 │[T] [T] [T]  Q   X │ 5     2 done C [Q]  to do (R) T E S A X
    ╰───────────────────╯     [ ] blocks its kind for the others, ( ) is blocked
      a   b   c   d   e
                              within reach: T
                              the pearl stands for R in this turn"""
    assert drawn(match, 0, ["Mira", "[b]Taras"]).split("\n") == lines.split("\n")


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("seat", [0, 1, SPECTATOR, EVERYTHING])
def test_it_fits_a_terminal_of_80_columns(players: int, seat: int) -> None:
    names = ["Oleksandra", "Bo", "Chloé", "[/]", "E"][:players]
    piles = ["RCTEQSA", "XRCTEQS", "", "CTEQSAX", "TEQSAXR"][:players]
    match = position(RUBY_OR_SAPPHIRE, hands=["RCTEQSAX" * 2] * players, piles=piles, discard="RCTEQSAX" * 6, stall=199)
    text = drawn(match, seat, names)
    assert max(cell_len(line) for line in text.splitlines()) <= 80
    assert all(name in text for name in names)


def test_hands_are_shown_to_viewers_who_may_see_them() -> None:
    match = position(hands=("RCT", "AXX"))
    shown = {seat: drawn(match, seat, ["Mira", "Taras"]) for seat in (0, 1, SPECTATOR, EVERYTHING)}
    assert [seat for seat, text in shown.items() if "3 cards  R C T" in text] == [0, EVERYTHING]
    assert [seat for seat, text in shown.items() if "3 cards  A X X" in text] == [1, EVERYTHING]


def test_a_large_hand_is_counted() -> None:
    assert "13 cards  11R 2X" in drawn(position(hands=("R" * 11 + "XX", "")), 0, ["Mira", "Taras"])


def test_the_frame_shows_what_each_shift_costs() -> None:
    rows = drawn(position(hands=("RCT", "")), 0, ["Mira", "Taras"]).splitlines()[2:7]
    assert [row[4] + row[24] for row in rows] == ["<3", "3>", "<3", "3>", "33"]


def test_the_winner_is_marked() -> None:
    match = position(piles=("R", ""), stall_limit=1).play("draw")
    lines = drawn(match, SPECTATOR, ["Mira", "Taras"]).splitlines()
    assert ["Mira" in line for line in lines if "★" in line] == [True]
    assert "▸" not in "".join(lines)
