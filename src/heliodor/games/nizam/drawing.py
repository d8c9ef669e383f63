"""Nizam's table as text."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from heliodor.core.shifting.drawing import beside, draw_board, draw_counts, draw_hand, padded
from heliodor.core.shifting.notation import COLUMNS, ROWS
from heliodor.games.nizam.view import View


def draw(view: View, names: Sequence[str]) -> str:
    """Return the table; cards that would score if the turn ended now are in brackets."""
    panel = [
        f"deck {view.deck}   run out {view.run_outs} of {view.run_outs_to_end} times",
        f"discard pile {draw_counts(view.discard) or '[dim]empty[/]'}",
        "",
        *_draw_players(view, names),
    ]
    if view.points_now:
        panel += ["", f"this turn so far: [bold]{_points(view.points_now)}[/]"]
    return "\n".join(beside(draw_board(view, _marked_cells(view)), panel))


def _marked_cells(view: View) -> frozenset[tuple[int, int]]:
    marked = set()
    for combination in view.combinations:
        if not combination.scores:
            continue
        for place in range(combination.start, combination.start + combination.length):
            if combination.line in ROWS:
                marked.add((ROWS.index(combination.line), place))
            else:
                marked.add((place, COLUMNS.index(combination.line)))
    return frozenset(marked)


def _draw_players(view: View, names: Sequence[str]) -> list[str]:
    """Return a line for each player, with the hand below it if it is known."""
    width = max(cell_len(name) for name in names)
    lines = []
    for seat, name in enumerate(names):
        arrow = "[bold]▸[/]" if seat == view.to_act else " "
        points = f"[bold]{view.scores[seat]:>3}[/] {'point ' if view.scores[seat] == 1 else 'points'}"
        size = view.hand_sizes[seat]
        won = "  [bold yellow]★[/]" if seat in view.winners else ""
        lines.append(f"{arrow} {padded(name, width)}  {points}  {size:>2} {'card' if size == 1 else 'cards'}{won}")
        if hand := view.hands[seat]:
            lines.append(f"  {' ' * width}  {draw_hand(hand)}")
    return lines


def _points(points: int) -> str:
    return f"{points} point{'' if points == 1 else 's'}"
