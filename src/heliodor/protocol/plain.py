"""What the page's plain board shows of a game without its own board."""

from __future__ import annotations

from typing import Literal

import msgspec

Colour = Literal["", "red", "green", "yellow", "blue", "magenta", "cyan"]


class Span(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """A part of a line of a drawing."""

    text: str = ""
    seat: int = -1  # If not −1, the name of this seat stands here, instead of a text.
    bold: bool = False
    dim: bool = False
    colour: Colour = ""


class PlainChoice(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """A legal action in words; {0} stands for the name of seat 0."""

    text: str
    note: str = ""  # What it means or costs.


class PlainBoard(msgspec.Struct, kw_only=True):
    """A table as you see it, in one language."""

    drawing: list[list[Span]]  # Lines of letters of the same width.
    choices: list[PlainChoice]  # The view's `legal` in words, in the same order.
