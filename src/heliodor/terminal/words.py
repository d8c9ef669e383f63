"""Names and sentences as they appear in a terminal, in Rich's console markup."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

import msgspec
from rich.markup import escape

from heliodor.core.contract import Event

LONGEST_NAME = 20
SEAT_STYLES = ("bold cyan", "bold magenta", "bold yellow", "bold green", "bold blue", "bold red")


def printable(text: str) -> str:
    """Replace control and format characters by question marks, so that a text cannot control the terminal."""
    return "".join("?" if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") else c for c in text)


def printable_name(name: str) -> str:
    """Return a player's name made safe for a table; names come from files that anyone may have written."""
    shown = " ".join(printable(name).split())
    return shown if len(shown) <= LONGEST_NAME else shown[: LONGEST_NAME - 1] + "…"


def coloured_names(names: Sequence[str]) -> list[str]:
    """Return the names in the colours of their seats."""
    return [f"[{SEAT_STYLES[seat % len(SEAT_STYLES)]}]{escape(name)}[/]" for seat, name in enumerate(names)]


def sentence(event: Event, names: Sequence[str]) -> str:
    """Return an event as a sentence, with the players' names in their colours."""
    return msgspec.structs.replace(event, text=escape(event.text)).say(coloured_names(names))
