"""`heliodor rules`."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from heliodor.cli.inputs import GameName
from heliodor.languages import LANGUAGES


def rules(
    game: GameName,
    /,
    *,
    language: Annotated[
        str | None, Parameter(help=f"{', '.join(LANGUAGES)}. [the language of the terminal, or English]")
    ] = None,
    rule: Annotated[str | None, Parameter(help="Print only the paragraph with this number, like N8.")] = None,
) -> None:
    """Read the rules of a game."""
    from rich.console import Console

    from heliodor import rulebook
    from heliodor.terminal.pages import show_page

    spoken = rulebook.preferred_language() if language is None else language
    text = rulebook.read(game, spoken) if rule is None else rulebook.paragraph(game, rule, spoken)
    show_page(Console(), text)
