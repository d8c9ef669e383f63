"""The table of Pearl of the East as text."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from heliodor.core.shifting.drawing import beside, draw_board, draw_cards, draw_counts, padded
from heliodor.core.shifting.notation import COLUMNS, ROWS
from heliodor.games.pearl.view import View

LONGEST_HAND = 12  # Cards; a longer hand is shown as counts.


def draw(view: View, names: Sequence[str]) -> str:
    """Return the table; cards that now fulfil a task of the seat in turn are in brackets."""
    panel = [
        f"deck {view.deck}   {view.stall} of {view.stall_limit} turns without a task",
        f"discard pile {draw_counts(view.discard) or '[dim]empty[/]'}",
        "",
        *_draw_players(view, names),
        "[dim]\\[ ] blocks its kind for the others, ( ) is blocked[/]",
    ]
    if view.tasks_now:
        panel += ["", f"within reach: {draw_cards(view.tasks_now)}"]
    if view.pearl_stands_for:
        panel += [f"the pearl stands for {draw_cards(view.pearl_stands_for)} in this turn"]
    return "\n".join(beside(draw_board(view, _marked_cells(view)), panel))


def _marked_cells(view: View) -> frozenset[tuple[int, int]]:
    marked = set()
    for combination in view.combinations:
        if not combination.counts:
            continue
        for place in range(combination.start, combination.start + combination.length):
            if combination.line in ROWS:
                marked.add((ROWS.index(combination.line), place))
            else:
                marked.add((place, COLUMNS.index(combination.line)))
    return frozenset(marked)


def _draw_players(view: View, names: Sequence[str]) -> list[str]:
    """Return two lines for each player: the known part of the hand, and the tasks."""
    width = max(cell_len(name) for name in names)
    lines = []
    for seat, name in enumerate(names):
        arrow = "[bold]▸[/]" if seat == view.to_act else " "
        size = view.hand_sizes[seat]
        hand = view.hands[seat] or ""
        shown = draw_cards(hand) if size <= LONGEST_HAND else draw_counts(hand)
        won = "[bold yellow]★[/]" if seat in view.winners else ""
        parts = [f"{arrow} {padded(name, width)}", f"{size:>2} {'card ' if size == 1 else 'cards'}", shown, won]
        lines += ["  ".join(part for part in parts if part), f"  {_draw_tasks(view, seat)}"]
    return lines


def _draw_tasks(view: View, seat: int) -> str:
    """Return the fulfilled pile, its top card in brackets, and the tasks left, blocked kinds in parentheses."""
    pile, blocked = view.piles[seat], view.blocked[seat]
    done = [draw_cards(kind) for kind in pile]
    done[-1:] = [f"\\[{top}]" for top in done[-1:]]
    left = [f"({draw_cards(kind)})" if kind in blocked else draw_cards(kind) for kind in view.tasks_left[seat]]
    return f"[bold]{len(pile)}[/] done {' '.join([*done, ''])} to do {' '.join(left) or 'nothing'}"
