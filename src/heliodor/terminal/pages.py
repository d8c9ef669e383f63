"""Markdown on the screen."""

from __future__ import annotations

import os

from rich.console import Console
from rich.markdown import Markdown

from heliodor import rulebook


def show_page(console: Console, text: str) -> None:
    """Print Markdown: laid out for a terminal, in a pager if it is long; as it is for anything else.

    Folds and pictures are only in what is printed as it is.
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
