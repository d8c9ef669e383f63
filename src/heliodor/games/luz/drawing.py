"""Luz's table as text: letters carry the meaning, colour only supports it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.markup import escape

from heliodor.core.contract import EVERYTHING
from heliodor.games.luz.notation import COLOUR_CODES
from heliodor.games.luz.rules import HAND_SIZE, NUM_DEALS
from heliodor.games.luz.view import Bet, Slot, Trick, View
from heliodor.games.luz.words import COLOUR_NAMES, signed

COLOUR_STYLES = {
    "R": "bold bright_red",
    "Y": "bold yellow",
    "G": "bold green3",
    "B": "bold dodger_blue1",
    "P": "bold medium_purple1",
}
MAX_NAME = 12  # Longer names are cut, so that a hand fits beside them.
SLOT_WIDTH = 4  # A card, or a back with the mark of the high side, and a space.
TRICK_WIDTH = 6  # The mark of the winner, a card, and two spaces.
DEAL_WIDTH = 12  # Tricks, bet and points of a deal.


def draw(view: View, names: Sequence[str]) -> str:
    """Return the table: hands, tricks, score sheet; the viewer's own cards are backs with their colours."""
    lines = [_draw_title(view), "", *_draw_table(view, names)]
    aside = [card for card in view.aside if card is not None]
    if aside:
        lines.append(f"  aside: {_draw_cards(aside)}".rstrip())
    if not view.over:
        lines.append(f"  {_say_where(view, names)}")
        if view.past_hands and not any(view.deals[-1].bets):
            lines += ["", *_draw_past_hands(view, names)]
    return "\n".join([*lines, "", *_draw_score_sheet(view, names)])


def _draw_title(view: View) -> str:
    where = "the match is over" if view.over else f"deal {view.deal} of {NUM_DEALS}"
    if view.phase == "playing":
        where += f", trick {sum(view.deals[-1].tricks) + 1} of {HAND_SIZE}"
    beads = "" if view.beads_left is None or view.over else f", bet beads left: {view.beads_left}"
    return f"  [bold]{where}[/]   [dim]values 1–{view.highest_value}, yellow is trump{beads}[/]"


# --- The table ----------------------------------------------------------------------------------------------------


def _draw_table(view: View, names: Sequence[str]) -> list[str]:
    """Return a line for each player: who acts, dealer and marker, tricks and bet, the hand, the tricks' cards."""
    deal = view.deals[-1]
    numbers = "".join(f"{slot:<{SLOT_WIDTH}}" for slot in range(1, HAND_SIZE + 1))
    lines = [f"[dim]{' ' * (_width_of(names) + 6)}won/bet {numbers} trick last[/]"]
    for seat, name in enumerate(_same_width(names)):
        arrow = "[bold]▸[/]" if seat == view.to_act else " "
        name = f"[bold underline]{name}[/]" if seat == view.seat else name
        marks = ("d" if seat == view.dealer else " ") + ("m" if seat == view.marker else " ")
        bet = _bet_text(deal.tricks[seat], deal.bets[seat])
        hand = _draw_cards(view.past_hands[seat]) if view.over else _draw_slots(view.hands[seat], view.seat)
        tricks = _draw_play(view.trick, seat) + _draw_play(view.last_trick, seat)
        lines.append(f" {arrow}{name} [dim]{marks}[/] {bet:<7} {hand} {tricks}".rstrip())
    lines.append("[dim]  d dealer, m marker, ? unknown value, > high side, · played, * wins the trick[/]")
    return lines


def _width_of(names: Sequence[str]) -> int:
    return min(MAX_NAME, max(len(name) for name in names))


def _same_width(names: Sequence[str]) -> list[str]:
    """Return the names cut and padded to one width, escaped for markup."""
    return [escape(f"{name[:MAX_NAME]:<{_width_of(names)}}") for name in names]


def _bet_text(tricks: int, bet: Bet | None) -> str:
    """Return "2/3+": two taken, three bet with the safety bead."""
    return f"{tricks}/-" if bet is None else f"{tricks}/{bet.bid}{'+' if bet.safety else ''}"


def _draw_slots(hand: Sequence[Slot], viewer: int) -> str:
    """Return ten cells; the highest unknown card of each colour is marked with the high side."""
    high_sides = {slot.colour: place for place, slot in enumerate(hand) if slot.card is None and not slot.played}
    cells = []
    for place, slot in enumerate(hand):
        if slot.played:
            gone = slot.card if slot.card and viewer != EVERYTHING else "·"  # L10: a table may leave it open.
            cells.append(f"[dim]{gone}[/]" + " " * (SLOT_WIDTH - len(gone)))
            continue
        high_side = ">" if high_sides.get(slot.colour) == place else ""
        cells.append(_paint(slot.card or f"{slot.colour}?{high_side}", SLOT_WIDTH))
    return "".join(cells)


def _draw_cards(cards: Sequence[str]) -> str:
    return "".join(_paint(card, SLOT_WIDTH) for card in cards)


def _draw_play(trick: Trick | None, seat: int) -> str:
    """Return the card that the seat has in the trick, with a star if it wins."""
    cards = [play.card for play in trick.plays if play.seat == seat] if trick else []
    if trick is None or not cards:
        return " " * TRICK_WIDTH
    return ("*" if trick.winner == seat else " ") + _paint(cards[0], TRICK_WIDTH - 1)


def _paint(card: str, width: int) -> str:
    return f"[{COLOUR_STYLES[card[0]]}]{card}[/]" + " " * (width - len(card))


def _say_where(view: View, names: Sequence[str]) -> str:
    """Return a sentence on the bets or the trick."""
    leader = escape(names[view.trick.leader][:MAX_NAME])
    if view.phase == "betting":
        return f"{leader} bets first and leads the first trick."
    if view.trick.colour is None:
        return f"{leader} leads."
    colour = COLOUR_NAMES[COLOUR_CODES.index(view.trick.colour)]
    return f"{leader} has led {colour}; {escape(names[view.trick.winner][:MAX_NAME])} is winning so far."


def _draw_past_hands(view: View, names: Sequence[str]) -> list[str]:
    """Return the hands of the deal that has just ended, open to all."""
    lines = [f"[dim]  the hands of deal {view.deal - 1}:[/]"]
    for name, hand in zip(_same_width(names), view.past_hands, strict=True):
        lines.append(f"  {name}            {_draw_cards(hand)}".rstrip())
    return lines


# --- The score sheet ----------------------------------------------------------------------------------------------


def _draw_score_sheet(view: View, names: Sequence[str]) -> list[str]:
    """Return a line for each player: tricks, bet and points of each finished deal, and the sum."""
    heads = "".join(f"{f'deal {number}':>{DEAL_WIDTH}}" for number in range(1, NUM_DEALS + 1))
    lines = [f"[dim]  {' ' * _width_of(names)}{heads}{'total':>8}[/]"]
    for seat, name in enumerate(_same_width(names)):
        cells = ""
        for deal in view.deals:
            if deal.points is not None:
                cells += f"{_bet_text(deal.tricks[seat], deal.bets[seat]):>7}{signed(deal.points[seat]):>5}"
        total = f"{signed(view.scores[seat]).removeprefix('+'):>8}"
        won = " [bold yellow]★[/]" if seat in view.winners else ""
        lines.append(f"  {name}{cells:<{DEAL_WIDTH * NUM_DEALS}}[bold]{total}[/]{won}")
    return lines


def note_on(view: View, action: str, names: Sequence[str]) -> str:
    """Return the colour of a card that can be played: its owner sees nothing else of it."""
    if view.phase != "playing":
        return ""
    return f"{view.hands[view.seat][int(action.split()[1]) - 1].colour}?"
