"""Shifts in a terminal's list of actions: what each costs, how it may be typed, and which three cards pay for it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from heliodor.core.shifting.drawing import draw_cards
from heliodor.core.shifting.notation import ANY_THREE, COLUMNS, ROWS
from heliodor.core.shifting.rules import NUM_PAID
from heliodor.core.shifting.view import BoardView

_PAY_ONE, _PAY_THREE = "pay one", "pay three"
HEADINGS = ("", _PAY_ONE, _PAY_THREE)

_SHIFT = re.compile(r"([1-5][<>]|[a-e][\^v])(?::([A-Z]*))?", re.IGNORECASE)


def heading_of(action: str) -> str:
    """Return how a shift is paid; empty for anything else."""
    if is_incomplete(action):
        return _PAY_THREE
    return _PAY_ONE if _SHIFT.fullmatch(action) else ""


def note_on(view: BoardView, action: str, names: Sequence[str]) -> str:
    """Return the card that pays for a shift, if one does."""
    if heading_of(action) != _PAY_ONE:
        return ""
    line, way = action[0], action[1]
    if line in ROWS:
        return draw_cards(view.board[ROWS.index(line)][0 if way == "<" else -1])
    return draw_cards(view.board[0 if way == "^" else -1][COLUMNS.index(line)])


def shown(action: str) -> str:
    """Return an action as it appears in the list: a shift without the cards that are still to be named."""
    return action.removesuffix(f":{ANY_THREE}")


def understand(typed: str) -> str | None:
    """Return the shift that a line means, in any case and with spaces; None if it is not a shift."""
    found = _SHIFT.fullmatch(typed.replace(" ", ""))
    return _tidy(found[1].lower(), found[2]) if found else None


def is_incomplete(action: str) -> bool:
    """Return whether three cards still have to be named."""
    return action.endswith(ANY_THREE)


def ways_to_complete(action: str, legal: Sequence[str]) -> list[str]:
    """Return the legal actions that pay for the shift in some way."""
    return [text for text in legal if text.startswith(f"{shown(action)}:")]


def question(action: str, ways: Sequence[str]) -> str:
    """Return what to ask a person whose shift can be paid in several ways, in markup."""
    return f"Which three cards pay for {shown(action)}? Like [bold]{ways[0][-NUM_PAID:]}[/]; Enter to go back."


def complete(action: str, answer: str) -> str:
    """Return a shift with the cards named for it, in any case and with any separator; without them unless three."""
    codes = re.findall(r"\w", answer)
    return _tidy(shown(action), "".join(codes) if len(codes) == NUM_PAID else None)


def _tidy(shift: str, cards: str | None) -> str:
    return shift if cards is None else f"{shift}:{cards.upper()}"
