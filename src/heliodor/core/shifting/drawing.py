"""The shifting board as text for a terminal: letters carry the meaning, colour only supports it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from rich.cells import cell_len
from rich.markup import escape
from rich.text import Text

from heliodor.core.shifting.notation import ANY_THREE, COLUMNS, KIND_CODES, ROWS
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
BOARD_WIDTH = 30  # With its row numbers and the gap to the panel beside it.
LONGEST_HAND = 16  # Cards; a longer hand is shown as counts.


def draw_cards(codes: str) -> str:
    """Return cards as coloured letters with spaces between."""
    return " ".join(f"[{CARD_STYLES[code]}]{code}[/]" for code in codes)


def draw_counts(codes: str) -> str:
    """Return cards as coloured letters with their counts, "3R 2C T": short for any number of cards."""
    counts = [(codes.count(code), code) for code in KIND_CODES if code in codes]
    return " ".join(f"{count if count > 1 else ''}{draw_cards(code)}" for count, code in counts)


def draw_hand(codes: str) -> str:
    """Return cards one by one if they fit beside a board, else as counts."""
    return draw_cards(codes) if len(codes) <= LONGEST_HAND else draw_counts(codes)


def draw_board(view: BoardView, marked: frozenset[tuple[int, int]] = frozenset()) -> list[str]:
    """Return the board with its row numbers and column letters; marked cells (row, column) are in brackets.

    For the seat to act, the frame shows the shifts that can be paid: the sign of the shift where a matching card
    pays, a 3 where any three cards do.
    """
    letters = f"[dim]      {'   '.join(COLUMNS)}[/]"
    signs = _payable_signs(view)
    lines = [letters, f"    [dim]╭─[/]{_frame_row(signs, '^')}[dim]─╮[/]"]
    for row, codes in enumerate(view.board):
        cells = ""
        for column, code in enumerate(codes):
            card = f"[{CARD_STYLES[code]}]{code}[/]"
            cells += f"\\[{card}]" if (row, column) in marked else f" {card} "
            cells += " " if column < len(codes) - 1 else ""
        left, right = (signs.get(f"{ROWS[row]}{way}", "[dim]│[/]") for way in "<>")
        lines.append(f"  [dim]{ROWS[row]}[/] {left}{cells}{right} [dim]{ROWS[row]}[/]")
    return [*lines, f"    [dim]╰─[/]{_frame_row(signs, 'v')}[dim]─╯[/]", letters]


def _payable_signs(view: BoardView) -> dict[str, str]:
    """Return what the frame shows for each shift that is legal for the viewer."""
    signs = {}
    for text in view.legal:
        shift, _, payment = text.partition(":")
        if len(shift) == 2 and shift[0] in ROWS + COLUMNS:
            signs[shift] = f"[bold]{'3' if payment == ANY_THREE else shift[1]}[/]"
    return signs


def _frame_row(signs: dict[str, str], way: str) -> str:
    return "[dim]───[/]".join(signs.get(f"{column}{way}", "[dim]─[/]") for column in COLUMNS)


def beside(board: Sequence[str], panel: Sequence[str]) -> list[str]:
    """Return the lines of a board with those of a panel to their right."""
    rows = zip_longest(board, panel, fillvalue="")
    return [(left + " " * (BOARD_WIDTH - Text.from_markup(left).cell_len) + right).rstrip() for left, right in rows]


def padded(name: str, width: int) -> str:
    """Return a name, escaped for markup and padded to a width."""
    return escape(name) + " " * (width - cell_len(name))
