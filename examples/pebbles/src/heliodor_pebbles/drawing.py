"""The table of Pebbles as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.markup import escape

from heliodor_pebbles.view import View


class Words(NamedTuple):
    """The words of a drawing in one language."""

    bag: str
    laid: str
    nothing: str
    limit: str


ENGLISH = Words(bag="bag", laid="laid down", nothing="nothing", limit="limit")


def draw(view: View, names: Sequence[str], words: Words = ENGLISH) -> str:
    """Return the bag, what lies beside it, and a line for each player."""
    laid = " ".join(map(str, view.laid)) or words.nothing
    lines = [f"{words.bag} {view.bag}   {words.laid}: {laid}   {words.limit} {view.limit}", ""]
    width = max(cell_len(name) for name in names)
    for seat, name in enumerate(names):
        arrow = "[bold]▸[/]" if seat == view.to_act else " "
        lines.append(f"{arrow} {escape(name)}{' ' * (width - cell_len(name))}  {_draw_hand(view, seat)}")
    return "\n".join(lines)


def _draw_hand(view: View, seat: int) -> str:
    hand = view.hands[seat]
    if hand is None:
        return " ".join("●" * view.hand_sizes[seat])
    total = f"[dim]= {sum(hand)}[/]"
    won = "  [bold yellow]★[/]" if seat in view.winners else ""
    return f"[bold]{' '.join(map(str, hand))}[/] {total}{won}"
