"""What the page's plain board shows: drawings, choices and sentences of games without their own board.

Everything is made from a view or an event that has been hidden from its reader. A drawing holds no names, only the
places for them: the page has names in the reader's language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, get_args

from rich.color import ColorSystem
from rich.errors import StyleSyntaxError
from rich.style import Style
from rich.text import Text

from heliodor.core.contract import Event, Game, Translation
from heliodor.languages import ORIGINAL
from heliodor.protocol.plain import Colour, PlainBoard, PlainChoice, Span
from heliodor.protocol.settings import MAX_SEATS

# A name in a drawing is one letter of Unicode's private use area: one cell wide, and in no game's own text.
_FIRST_NAME = 0xE000
_NAMES = [chr(_FIRST_NAME + seat) for seat in range(MAX_SEATS)]
_NAME = re.compile(f"([{_NAMES[0]}-{_NAMES[-1]}])")
# The eight colours of a terminal by number; the page draws black and white in the colour of its text.
_COLOURS: tuple[Colour, ...] = ("", "red", "green", "yellow", "blue", "magenta", "cyan", "")
assert set(_COLOURS) == set(get_args(Colour))


def plain_board(game: Game, view: Any) -> dict[str, PlainBoard]:
    """Return a view as the plain board shows it, by language."""
    return {language: _board(game, view, spoken) for language, spoken in _languages(game).items()}


def sentences(game: Game, event: Event) -> dict[str, str]:
    """Return the sentence of an event by language."""
    return {ORIGINAL: event.text} | {language: spoken.tell(event) for language, spoken in game.translations.items()}


def _languages(game: Game) -> Mapping[str, Translation | None]:
    return {ORIGINAL: None, **game.translations}


def _board(game: Game, view: Any, spoken: Translation | None) -> PlainBoard:
    draw = game.drawing.draw if spoken is None else spoken.draw
    return PlainBoard(
        drawing=drawn_lines(draw(view, _NAMES[: view.players])),
        choices=[
            PlainChoice(text=action if spoken is None else spoken.say(action), note=_note(game, view, action, spoken))
            for action in view.legal
        ],
    )


def _note(game: Game, view: Any, action: str, spoken: Translation | None) -> str:
    """Return what the terminal says beside an action; it has English only."""
    if game.note_on is None or spoken is not None:
        return ""
    return Text.from_markup(game.note_on(view, action, [f"{{{seat}}}" for seat in range(view.players)])).plain


def drawn_lines(markup: str) -> list[list[Span]]:
    """Return text in Rich's console markup as lines of spans."""
    return [list(_spans(line)) for line in Text.from_markup(markup).split("\n", allow_blank=True)]


def _spans(line: Text) -> Iterator[Span]:
    ends = {0, len(line.plain), *(end for span in line.spans for end in (span.start, span.end))}
    for start, end in pairwise(sorted(ends)):
        style = _style_of([str(span.style) for span in line.spans if span.start <= start and end <= span.end])
        for part in filter(None, _NAME.split(line.plain[start:end])):
            is_name = _NAME.fullmatch(part)
            yield Span(
                text="" if is_name else part,
                seat=ord(part) - _FIRST_NAME if is_name else -1,
                bold=bool(style.bold),
                dim=bool(style.dim),
                colour=_colour_of(style),
            )


def _style_of(names: list[str]) -> Style:
    try:
        return Style.combine([Style.null(), *map(Style.parse, names)])
    except StyleSyntaxError:  # A theme's style, which only a terminal has.
        return Style()


def _colour_of(style: Style) -> Colour:
    """Return the nearest of a terminal's eight colours: the page has its own for each."""
    if style.color is None or style.color.is_default:
        return ""
    number = style.color.downgrade(ColorSystem.STANDARD).number
    return _COLOURS[(number or 0) % len(_COLOURS)]
