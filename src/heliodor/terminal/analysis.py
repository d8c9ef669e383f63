"""An analysis of a match as it appears in a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from heliodor.core.words import counted
from heliodor.games import get_game
from heliodor.hints import advice_of
from heliodor.hints.analysis import RATINGS, Account, Analysis, Decision, SeatReport, TurningPoint
from heliodor.hints.outlook import whole_percents
from heliodor.terminal.advice import draw_actions, expectation, reasons_of
from heliodor.terminal.words import coloured_names, printable_name, sentence

_STYLES = {"best": "green", "fine": "", "inaccuracy": "yellow", "mistake": "bold red"}
_MARKS = {"best": "·", "fine": "·", "inaccuracy": "?", "mistake": "??"}  # For readers without colours.
MARGIN = 8


def print_analysis(console: Console, analysis: Analysis, number: int) -> None:
    """Print match `number` of a file: the seats, the decisions with a choice, and the turning points."""
    names = [printable_name(name) for name in analysis.names]
    game = get_game(analysis.game)
    console.rule(f"[bold]{game.title}[/], {counted(len(names), 'player')}, match {number}")
    console.print(f"Judged by a bot of level [bold]{analysis.level}[/], from what each player could know at the time.")
    console.print("[dim]Each decision has the number of its first action. ± is two standard errors.[/]")
    console.print(_seats(analysis.seats, names))
    for decision in analysis.decisions:
        if decision.rating != "forced":
            _print_decision(console, analysis, decision, names)
    _print_turning_points(console, analysis, names)
    for seat in analysis.seats:
        if seat.account is not None:
            console.print(f"{coloured_names(names)[seat.seat]}: {_account(seat.account)}")


def _seats(seats: Sequence[SeatReport], names: Sequence[str]) -> RenderableType:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("player")
    for heading in ("score", "decisions", *RATINGS, "given away per decision"):
        table.add_column(heading, justify="right")
    for seat in seats:
        counts = [seat.ratings[rating] for rating in RATINGS]
        table.add_row(
            coloured_names(names)[seat.seat],
            escape(str(seat.score)),
            str(sum(counts)),
            *map(str, counts),
            f"{seat.given_away / max(1, sum(counts)):.1%}",
        )
    return table


# --- Decisions ----------------------------------------------------------------------------------------------------


def _print_decision(console: Console, analysis: Analysis, decision: Decision, names: Sequence[str]) -> None:
    """Print one line; more if the game lists what could be known, or if another action would have been better."""
    style = _STYLES[decision.rating]
    rating = f"[{style}]{decision.rating}[/]" if style else decision.rating
    line = (
        f"[dim]{decision.action:>4}[/] {_MARKS[decision.rating]:<2} {coloured_names(names)[decision.seat]} "
        f"[bold]{draw_actions(decision.actions)}[/]  {rating}"
    )
    if decision.given_away > 0:
        line += f" [dim]{_given_away(decision)}[/]"
    console.print(line)
    if decision.known is not None:
        _indent(console, advice_of(get_game(analysis.game)).draw_knowledge(decision.known))
    if decision.rating in ("inaccuracy", "mistake"):
        best = decision.best
        expected = expectation(best, analysis.game, len(names))
        for reason in decision.reasons[:1]:
            _indent(console, f"[dim]{sentence(reason, names)}[/]")
        _indent(console, f"better [bold]{draw_actions(best.actions)}[/]  [dim]{expected}[/]\n{reasons_of(best, names)}")


def _given_away(decision: Decision) -> str:
    error = f" ± {2 * decision.error:.1%}" if decision.error else ""
    return f"−{decision.given_away:.1%}{error}"


def _indent(console: Console, markup: str) -> None:
    """Print some lines with a margin; a line stays one line when a program reads it."""
    for line in Text.from_markup(markup).split():
        for part in line.wrap(console, console.width - MARGIN) if console.is_terminal else [line]:
            console.print(Text.assemble(" " * MARGIN, part))


# --- Turning points -----------------------------------------------------------------------------------------------


def _print_turning_points(console: Console, analysis: Analysis, names: Sequence[str]) -> None:
    if not analysis.turning_points:
        return
    console.print("\nTurning points, with the chances to win before and after:")
    for point in analysis.turning_points:
        console.print(f"  [dim]action {point.ply + 1}:[/] {_turn(point, names)}")


def _turn(point: TurningPoint, names: Sequence[str]) -> str:
    """Return every player's chance before and after a decision, and what the decision itself cost."""
    rows = zip(coloured_names(names), whole_percents(point.before), whole_percents(point.after), strict=True)
    changes = ", ".join(f"{name} {before} → {after} %" for name, before, after in rows)
    if point.given_away:
        changes += f"; {coloured_names(names)[point.seat]} gave away {point.given_away:.1%}"
    return changes


def _account(account: Account) -> str:
    """Return "25.0% at the start, −6.2% by own decisions, +3.1% by the others', +78.1% by the cards: 100.0%"."""
    parts = ((account.own, "own decisions"), (account.others, "the others'"), (account.cards, "the cards"))
    told = ", ".join(f"{change:+.1%} by {cause}".replace("-", "−") for change, cause in parts)
    return f"{account.start:.1%} at the start, {told}: {account.end:.1%}"
