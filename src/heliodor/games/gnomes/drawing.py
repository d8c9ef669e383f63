"""The table of Speedy Gnomes as text: letters carry the meaning, colour only supports it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rich.markup import escape
from rich.text import Text

from heliodor.games.gnomes.cards import CARD_CODES, COLOUR_CODES
from heliodor.games.gnomes.view import Curse, Place, View
from heliodor.games.gnomes.words import GEM_PLURALS, card_name, place_text, score_text

WIDTH = 80
INDENT = " " * 5  # A player's cards are drawn under the name.

_STYLES = {
    "C": "bold tan",
    "K": "bold grey70",
    "FO": "bold dark_orange3",
    "FG": "bold green3",
    "FP": "bold medium_purple1",
    "WR": "bold bright_red",
    "WY": "bold yellow",
    "WB": "bold dodger_blue1",
    "D": "bold bright_white",
    "R": "bold bright_red",
    "H": "bold yellow",
    "S": "bold dodger_blue1",
}
_ORDER = {code: kind for kind, code in enumerate(CARD_CODES)}


def draw(view: View, names: Sequence[str]) -> str:
    """Return the open cards and the piles, then for each player the cave, sets, hand, curses and gems."""
    lines = [_draw_market(view), *_wrapped("   discard pile: ", _draw_counts(view.discard) or ["[dim]empty[/]"], " ")]
    if view.pending:
        lines.append(f"   being played: {_draw_card(view.pending)}")
    for seat, name in enumerate(names):
        lines += ["", *_draw_place(view, seat, name, names)]
    if any(place.num_known for place in view.places):
        lines += ["", f"{INDENT}[dim]In brackets: cards that everyone saw being taken.[/]"]
    return "\n".join(lines)


def _draw_market(view: View) -> str:
    slots = [f"[dim]{slot}:[/] {_draw_card(card) if card else '[dim]–[/]'}" for slot, card in enumerate(view.open, 1)]
    return f"   round {view.round_number}   deck {view.deck}   open {'  '.join(slots)}{_draw_end(view)}"


def _draw_end(view: View) -> str:
    if view.over:
        return "   [bold]the match is over[/]"
    return {0: "", 1: "   [bold]last round[/]", 2: "   [bold]last round but one[/]"}[view.rounds_left]


def _draw_place(view: View, seat: int, name: str, names: Sequence[str]) -> list[str]:
    place = view.places[seat]
    arrow = "[bold]▸[/]" if seat == view.to_act else " "
    won = " [bold yellow]★[/]" if seat in view.winners else ""
    cave = f"[{_STYLES['C']}]cave[/]" if place.cave else "[dim]no cave[/]"
    is_shared = [other.rank for other in view.places].count(place.rank) > 1
    sets = f"   {place_text(place.rank, is_shared)}: {score_text(view.scores[seat])}" if place.sets else ""
    lines = [f" {arrow} [bold]{escape(name)}[/]{won}   {cave}{sets}", f"{INDENT}hand: {_draw_hand(place) or 'empty'}"]
    lines += [_draw_curse(curse, names) for curse in place.curses]
    return [*lines, *_wrapped(INDENT, _draw_gems(place), "   ")]


def _draw_hand(place: Place) -> str:
    """Return the hand in order, unknown cards last; cards that everyone knows are in brackets."""
    cards = [(_ORDER[card], card, number < place.num_known) for number, card in enumerate(place.hand) if card]
    shown = [f"\\[{_draw_card(card)}]" if known else _draw_card(card) for _, card, known in sorted(cards)]
    return " ".join([*shown, *["[dim]?[/]"] * place.hand.count(None)])


def _draw_curse(curse: Curse, names: Sequence[str]) -> str:
    cures = " or ".join(_draw_card(card) for card in curse.lifted_by)
    return f"{INDENT}✗ {_draw_card(curse.card)} from {escape(names[curse.by])}, lifted by {cures}"


def _draw_gems(place: Place) -> list[str]:
    """Return the gems colour by colour with their counts, and the diamonds."""
    parts = []
    for colour, plural in zip(COLOUR_CODES, GEM_PLURALS, strict=True):
        gems = [gem for gem in place.gems if gem[0] == colour]
        if gems:
            fog = " [dim](in fog)[/]" if colour in place.hidden else ""
            parts.append(f"{plural} {len(gems)}{fog}: {' '.join(_draw_counts(gems))}")
    diamonds = place.gems.count("D")
    return [*parts, f"diamonds {diamonds}"] if diamonds else parts


def _draw_counts(cards: Iterable[str]) -> list[str]:
    """Return cards with their counts: "3Ro", "Ht"."""
    counts = Counter(cards)
    return [f"{counts[code] if counts[code] > 1 else ''}{_draw_card(code)}" for code in CARD_CODES if counts[code]]


def _draw_card(code: str) -> str:
    style = _STYLES.get(code) or _STYLES[code[0]]
    return f"[{style}]{code}[/]"


def _wrapped(start: str, parts: Sequence[str], gap: str) -> list[str]:
    """Return parts in lines that fit the screen; the first line begins with `start`, the others are indented alike."""
    lines: list[str] = []
    for part in parts:
        if lines and Text.from_markup(lines[-1] + gap + part).cell_len <= WIDTH:
            lines[-1] += gap + part
        else:
            lines.append((" " * len(start) if lines else start) + part)
    return lines


def note_on(view: View, action: str, names: Sequence[str]) -> str:
    """Return the cards and the player of an action in words."""
    verb, *words = action.split()
    notes = []
    for word in words:
        code = view.open[int(word) - 1] if verb == "take" and word.isdigit() else word
        if code in CARD_CODES:
            notes.append(card_name(CARD_CODES.index(code)))
        elif word.isdigit():
            notes.append(names[int(word)])
    return ", ".join(notes)
