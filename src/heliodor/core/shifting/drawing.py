"""The shifting board as text for a terminal: letters carry the meaning, colour only supports it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.markup import escape

from heliodor.core.shifting.notation import COLUMNS, ROWS
from heliodor.core.shifting.view import BoardView

CARD_STYLES = {
    "R": "bold bright_red",
    "C": "bold dark_orange3",
    "T": "bold yellow",
    "E": "bold green3",
    "Q": "bold dark_turquoise",
    "S": "bold dodger_blue1",
    "A": "bold medium_purple1",
    "X": "bold grey70",
    "P": "bold bright_white",
}


def draw_cards(codes: str) -> str:
    """Return cards as coloured letters with spaces between."""
    return " ".join(f"[{CARD_STYLES[code]}]{code}[/]" for code in codes)


def draw_board(view: BoardView, marked: frozenset[tuple[int, int]] = frozenset()) -> list[str]:
    """Return the board with its row numbers and column letters; marked cells (row, column) stand in brackets."""
    letters = "      " + "   ".join(COLUMNS)
    lines = [f"[dim]{letters}[/]", "    [dim]╭" + "─" * 19 + "╮[/]"]
    for row, codes in enumerate(view.board):
        cells = ""
        for column, code in enumerate(codes):
            card = f"[{CARD_STYLES[code]}]{code}[/]"
            cells += f"\\[{card}]" if (row, column) in marked else f" {card} "
            cells += " " if column < len(codes) - 1 else ""
        lines.append(f"  [dim]{ROWS[row]} │[/]{cells}[dim]│ {ROWS[row]}[/]")
    return [*lines, "    [dim]╰" + "─" * 19 + "╯[/]", f"[dim]{letters}[/]"]


def draw_players(view: BoardView, names: Sequence[str], notes: Sequence[str]) -> list[str]:
    """Return a line for each player: who acts, the note (score, tasks), the hand as far as it is known."""
    width = max(len(name) for name in names)
    lines = []
    for seat, name in enumerate(names):
        arrow = "[bold]▸[/]" if seat == view.to_act else " "
        hand = view.hands[seat]
        shown = draw_cards(hand) if hand is not None else "[dim]" + " ".join("?" * view.hand_sizes[seat]) + "[/]"
        won = " [bold yellow]★[/]" if seat in view.winners else ""
        lines.append(f" {arrow} {escape(name):<{width}}  {notes[seat]}  hand {view.hand_sizes[seat]:>2}: {shown}{won}")
    return lines


def draw_piles(view: BoardView) -> str:
    """Return the deck and the discard pile in one line."""
    discard = draw_cards(view.discard) if view.discard else "[dim]empty[/]"
    return f"   deck {view.deck}   discard pile: {discard}"
