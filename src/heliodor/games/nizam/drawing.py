"""Nizam's table as text."""

from __future__ import annotations

from collections.abc import Sequence

from heliodor.core.shifting.drawing import draw_board, draw_piles, draw_players
from heliodor.core.shifting.notation import COLUMNS, ROWS
from heliodor.games.nizam.view import View


def draw(view: View, names: Sequence[str]) -> str:
    """Return the table; cards that would score if the turn ended now stand in brackets."""
    marked = set()
    for combination in view.combinations:
        for place in range(combination.start, combination.start + combination.length):
            if not combination.scores:
                continue
            if combination.line in ROWS:
                marked.add((ROWS.index(combination.line), place))
            else:
                marked.add((place, COLUMNS.index(combination.line)))
    notes = [f"[bold]{score:>3}[/] points" for score in view.scores]
    run_outs = f"   the deck has run out {view.run_outs} of {view.run_outs_to_end} times"
    lines = [*draw_board(view, frozenset(marked)), draw_piles(view), run_outs, "", *draw_players(view, names, notes)]
    if view.points_now:
        lines += ["", f"   this turn so far: [bold]{view.points_now}[/] points"]
    return "\n".join(lines)
