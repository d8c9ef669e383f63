"""The table of Speedy Gnomes in a terminal."""

from __future__ import annotations

import pytest
from rich.cells import cell_len
from rich.text import Text

from heliodor.core.contract import EVERYTHING, SPECTATOR
from heliodor.games.gnomes import GAME
from heliodor.games.gnomes.rules import CARD_0

from .position import KERNELS, KINDS, Position, position


def drawn(match: Position, seat: int, names: list[str]) -> str:
    states = match.states if seat == EVERYTHING else match.hidden_from(seat).states
    return Text.from_markup(GAME.drawing.draw(GAME.view.render(states, 0, seat), names)).plain


MATCH = position(
    ("Ro | C WB Ss", "Ht | D", ""),
    caves=[0, 2],
    curses={0: "FP", 1: "K"},
    gems={0: "D Ro Ro Ht Ss", 2: "So Ss Ss Ss"},
    open="C - D",
)


def test_the_table_as_the_seat_in_turn_sees_it() -> None:
    assert drawn(MATCH, 0, ["Ada", "[b]Ben", "Cleo"]).split("\n") == [
        "   round 1   deck 81   open 1: C  2: –  3: D",
        "   discard pile: empty",
        "",
        " ▸ Ada   cave   2nd: one set of two",
        "     hand: C WB [Ro] Ss",
        "     ✗ FP from [b]Ben, lifted by WR or WB",
        "     rubies 2 (in fog): 2Ro   heliodors 1: Ht   sapphires 1 (in fog): Ss",
        "     diamonds 1",
        "",
        "   [b]Ben   no cave",
        "     hand: [Ht] ?",
        "     ✗ K from Cleo, lifted by C",
        "",
        "   Cleo   cave   1st: one set of four",
        "     hand: empty",
        "     sapphires 4: So 3Ss",
        "",
        "     In brackets: cards that everyone saw being taken.",
    ]


def test_hands_are_shown_to_viewers_who_may_see_them() -> None:
    shown = {seat: drawn(MATCH, seat, ["Ada", "Ben", "Cleo"]) for seat in (0, 1, 2, SPECTATOR, EVERYTHING)}
    assert [seat for seat, text in shown.items() if "hand: C WB [Ro] Ss" in text] == [0, EVERYTHING]
    assert [seat for seat, text in shown.items() if "hand: [Ro] ? ? ?" in text] == [1, 2, SPECTATOR]
    assert [seat for seat, text in shown.items() if "hand: D [Ht]" in text] == [1, EVERYTHING]


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("seat", [0, 1, SPECTATOR, EVERYTHING])
def test_it_fits_a_terminal_of_80_columns(players: int, seat: int) -> None:
    names = ["Oleksandra", "Bo", "Chloé", "[/]", "Елена", "F"][:players]
    hands = ["Rh Hh | Sh Rd Hd Sd", *["WR | WY"] * (players - 1)]
    gems = {0: "D D D D " + " ".join(c + s for c in "RHS" for s in "osthdm"), 1: "Rm Rm Hm Sm"}
    curses = {0: " ".join(["K", "FO", "FG", "FP", "K"][: players - 1])}
    match = position(hands, [0], curses, gems, deck="", open="C K C", six_shapes=True)
    text = drawn(match, seat, names)
    assert max(cell_len(line) for line in text.splitlines()) <= 80
    assert all(name in text for name in names)


def test_the_last_round_is_announced() -> None:
    assert "last round but one" in drawn(position(("C", ""), deck="", full=True), 0, ["Ada", "Ben"])
    assert "   last round\n" in drawn(position(("C", ""), deck=""), 0, ["Ada", "Ben"])


def test_a_curse_on_its_way_is_shown() -> None:
    match = position(("K C", "", ""))
    KERNELS.apply_action(match.states, 0, CARD_0 + KINDS["K"])
    assert "being played: K" in drawn(match, 1, ["Ada", "Ben", "Cleo"])


def test_the_winner_is_marked() -> None:
    match = position(("", ""), gems={1: "Ro"}, deck="", turn=1, taken=False).play("skip", "pass")
    lines = drawn(match, SPECTATOR, ["Ada", "Ben"]).splitlines()
    assert ["Ben" in line for line in lines if "★" in line] == [True]
    assert "the match is over" in lines[0]
    assert "▸" not in "".join(lines)
