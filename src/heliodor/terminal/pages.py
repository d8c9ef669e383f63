"""Markdown on the screen."""

from __future__ import annotations

import os

from rich.console import Console
from rich.markdown import Markdown

from heliodor import rulebook


def show_page(console: Console, text: str) -> None:
    """Print Markdown: formatted on a terminal, in a pager if it is long; unchanged on any other output.

    Only unchanged output keeps folds and pictures.
    """
    if not console.is_terminal:
        print(text)
        return
    page = Markdown(rulebook.unfolded(text))
    if len(console.render_lines(page)) < console.height:
        console.print(page)
        return
    os.environ.setdefault("LESS", "-R")  # Without it, less shows colours as codes.
    with console.pager(styles=True):
        console.print(page)
