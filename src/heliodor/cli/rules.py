"""`heliodor rules`."""

from __future__ import annotations

import os
from typing import Annotated

from cyclopts import Parameter

from heliodor.cli.inputs import GameName


def rules(
    game: GameName,
    /,
    *,
    language: Annotated[
        str | None, Parameter(help="en, uk or ru; without it the language of the terminal, or English.")
    ] = None,
    rule: Annotated[str | None, Parameter(help="Print the paragraph with this number only, like N8.")] = None,
) -> None:
    """Read the rules of a game."""
    from rich.console import Console
    from rich.markdown import Markdown

    from heliodor import rulebook

    spoken = rulebook.preferred_language() if language is None else language
    text = rulebook.paragraph(game, rule, spoken) if rule is not None else rulebook.read(game, spoken)
    console = Console()
    if not console.is_terminal:
        print(text)  # Markdown as it is: whoever pipes it wants no boxes.
        return
    page = Markdown(text)
    if len(console.render_lines(page)) < console.height:
        console.print(page)
        return
    os.environ.setdefault("LESS", "-R")  # Without it, less shows colours as codes.
    with console.pager(styles=True):
        console.print(page)
