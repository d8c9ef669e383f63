"""The legal actions as a short list, and typed text as one of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from heliodor.core.shifting.drawing import draw_cards
from heliodor.core.shifting.notation import ANY_THREE, COLUMNS, ROWS
from heliodor.core.shifting.rules import NUM_PAID
from heliodor.core.shifting.view import BoardView
from heliodor.games import get_game
from heliodor.terminal.words import coloured_names

_SHIFT = re.compile(r"([1-5][<>]|[a-e][\^v])(?::([A-Z]*))?", re.IGNORECASE)
_OWN_NUMBER = re.compile(r"(\w+) (\d+\+?)")
_GROUPS = ("", "pay one", "pay three")  # Headings, in the order in which they are listed: how a shift is paid.


class Choice(NamedTuple):
    """One action that a person can choose."""

    label: str  # Shortcut that may be typed instead of the action; empty if its own number is enough.
    action: str  # As in records; `b^:???` for a shift whose three cards are still to be named.
    group: str  # Choices of one group are listed together, under this heading if it is not empty.
    note: str  # What it means or costs, in markup.


def list_choices(view: Any, names: Sequence[str]) -> list[Choice]:
    """Return the choices of the viewer, who is to act, numbered from 1.

    Where actions contain numbers ("bid 3", "play 7"), the list has no others, so 7 can only mean slot 7.
    """
    meanings = [(*_meaning(view, action, names), action) for action in view.legal]
    meanings.sort(key=lambda meaning: _GROUPS.index(meaning[0]))
    is_numbered = not has_own_numbers(view)
    return [
        Choice(str(number) if is_numbered else "", action, group, note)
        for number, (group, note, action) in enumerate(meanings, 1)
    ]


def has_own_numbers(view: Any) -> bool:
    """Tell whether a number alone means the action with that number in it."""
    return any(_OWN_NUMBER.fullmatch(action) for action in view.legal)


def shown_action(action: str) -> str:
    """Return an action as shown in the list."""
    return action.removesuffix(f":{ANY_THREE}")


def understand(line: str, view: Any, names: Sequence[str]) -> str:
    """Return the action that a line means; a line without a meaning is returned unchanged, to be refused."""
    typed = " ".join(line.split())
    for choice in list_choices(view, names):
        if typed and typed == choice.label:
            return choice.action
    for action in view.legal:
        if typed.casefold() in (action.casefold(), shown_action(action).casefold()):
            return str(action)
    verbs = {found[1] for action in view.legal if (found := _OWN_NUMBER.fullmatch(action))}
    if len(verbs) == 1 and re.fullmatch(r"[0-9]{1,2}\+?", typed):
        return f"{verbs.pop()} {typed}"
    if isinstance(view, BoardView) and (shift := _SHIFT.fullmatch(typed.replace(" ", ""))):
        return _tidy_shift(shift[1].lower(), shift[2])
    return typed


def needs_payment(action: str) -> bool:
    """Tell whether three cards still have to be named."""
    return action.endswith(ANY_THREE)


def with_payment(action: str, cards: str) -> str:
    """Return a shift with the cards named for it, in any case and with any separator; without them unless three."""
    codes = re.findall(r"\w", cards)
    return _tidy_shift(shown_action(action), "".join(codes) if len(codes) == NUM_PAID else None)


def _tidy_shift(shift: str, cards: str | None) -> str:
    return shift if cards is None else f"{shift}:{cards.upper()}"


def _meaning(view: Any, action: str, names: Sequence[str]) -> tuple[str, str]:
    """Return the group and the note of an action."""
    if isinstance(view, BoardView):
        return _meaning_of_shift(view, action)
    note_on = get_game(view.game).note_on
    return "", "" if note_on is None else note_on(view, action, coloured_names(names))


def _meaning_of_shift(view: BoardView, action: str) -> tuple[str, str]:
    """Return the cost of a shift."""
    if needs_payment(action):
        return "pay three", ""
    if not _SHIFT.fullmatch(action):
        return "", ""
    line, way = action[0], action[1]
    if line in ROWS:
        code = view.board[ROWS.index(line)][0 if way == "<" else -1]
    else:
        code = view.board[0 if way == "^" else -1][COLUMNS.index(line)]
    return "pay one", draw_cards(code)
