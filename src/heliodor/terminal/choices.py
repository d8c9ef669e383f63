"""The legal actions as a short list, and typed text as one of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from heliodor.core.contract import Prompt
from heliodor.games import get_game
from heliodor.terminal.words import coloured_names

_OWN_NUMBER = re.compile(r"(\w+) (\d+\+?)")


class Choice(NamedTuple):
    """One action that a person can choose."""

    label: str  # Shortcut that may be typed instead of the action; empty if its own number is enough.
    action: str  # As in a view; a game's prompt may have to complete it.
    shown: str  # As in the list.
    group: str  # Choices of one group are listed together, under this heading if it is not empty.
    note: str  # What it means or costs, in markup.


def list_choices(view: Any, names: Sequence[str]) -> list[Choice]:
    """Return the choices of the viewer, who is to act, numbered from 1.

    Where actions contain numbers ("bid 3", "play 7"), the list has no others, so 7 can only mean slot 7.
    """
    prompt = _prompt_of(view)
    actions: list[str] = list(view.legal)
    if prompt is not None:
        actions.sort(key=lambda action: prompt.HEADINGS.index(prompt.heading_of(action)))
    is_numbered = not has_own_numbers(view)
    note_on = get_game(view.game).note_on
    return [
        Choice(
            label=str(number) if is_numbered else "",
            action=action,
            shown=action if prompt is None else prompt.shown(action),
            group="" if prompt is None else prompt.heading_of(action),
            note="" if note_on is None else note_on(view, action, coloured_names(names)),
        )
        for number, action in enumerate(actions, 1)
    ]


def has_own_numbers(view: Any) -> bool:
    """Return whether a number alone means the action with that number in it."""
    return any(_OWN_NUMBER.fullmatch(action) for action in view.legal)


def understand(line: str, view: Any, names: Sequence[str]) -> str:
    """Return the action that a line means; a line without a meaning is returned unchanged, to be refused."""
    typed = " ".join(line.split())
    choices = list_choices(view, names)
    for choice in choices:
        if typed and typed == choice.label:
            return choice.action
    for choice in choices:
        if typed.casefold() in (choice.action.casefold(), choice.shown.casefold()):
            return choice.action
    verbs = {found[1] for action in view.legal if (found := _OWN_NUMBER.fullmatch(action))}
    if len(verbs) == 1 and re.fullmatch(r"[0-9]{1,2}\+?", typed):
        return f"{verbs.pop()} {typed}"
    prompt = _prompt_of(view)
    return (prompt.understand(typed) if prompt is not None else None) or typed


def _prompt_of(view: Any) -> Prompt | None:
    return get_game(view.game).prompt
