"""A tournament in the terminal: the standing while it is played, and the report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from types import TracebackType

from rich import box
from rich.console import Console, Group
from rich.live import Live
from rich.markup import escape
from rich.measure import Measurement
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from heliodor.arena.play import Outcome
from heliodor.arena.report import FEW_DEALS, BotFigures, Estimate, Report
from heliodor.arena.tournament import Plan
from heliodor.games import get_game
from heliodor.match import changed_options
from heliodor.terminal.words import printable

LONGEST_NAME = 32
REFRESHES_PER_SECOND = 4


class LiveStanding:
    """Shows the progress and the standing of a tournament on the error output, if that is a terminal."""

    def __init__(self, plan: Plan) -> None:
        self.played = 0
        self._plan = plan
        self._wins: Counter[str] = Counter()
        self._seats: Counter[str] = Counter()
        self._failures: Counter[str] = Counter()
        self._console = Console(stderr=True, highlight=False)
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("matches"),
            TimeElapsedColumn(),
            TextColumn("left"),
            TimeRemainingColumn(),
        )
        self._progress = Progress(*columns, console=self._console)
        # The first time, the compiler may take a while.
        self._task = self._progress.add_task(f"{plan.job.game}, getting the bots ready", total=plan.num_matches)
        self._live = Live(
            get_renderable=self._draw,
            console=self._console,
            transient=True,
            refresh_per_second=REFRESHES_PER_SECOND,
            auto_refresh=self._console.is_terminal,
        )

    def __enter__(self) -> LiveStanding:
        if self._console.is_terminal:
            self._live.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._live.stop()

    def note(self, outcomes: list[Outcome]) -> None:
        """Add finished matches."""
        self.played += len(outcomes)
        for outcome in outcomes:
            self._seats.update(outcome.seats)
            for seat in outcome.winners:
                self._wins[outcome.seats[seat]] += 1 / len(outcome.winners)  # type: ignore[assignment]
            if outcome.failure:
                self._failures[outcome.failure.bot] += 1
        self._progress.update(self._task, advance=len(outcomes), description=self._plan.job.game)

    def say(self, sentence: str) -> None:
        """Print a line that stays on the screen."""
        self._live.stop()
        self._console.print(f"heliodor: {sentence}", markup=False, soft_wrap=True)

    def _draw(self) -> Group:
        table = Table.grid(padding=(0, 2))
        for name, _ in self._plan.job.bots:
            share = self._wins[name] / max(1, self._seats[name])
            failed = f"[red]{self._failures[name]} spoilt[/]" if self._failures[name] else ""
            table.add_row(_shown(name), f"{_number(share, '.1%'):>7} won", failed)
        return Group(self._progress, table)


def print_report(report: Report) -> None:
    """Print the figures as a table."""
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = max(console.width, 160)  # A piped table should not be wrapped.
    players = int(report.options["players"])
    changed = changed_options(get_game(report.game), report.options)
    options = ", ".join(f"{name} {value}" for name, value in changed.items() if name != "players")
    console.print(
        f"[bold]{report.title}[/], {players} player{'s' * (players != 1)}{f' ({options})' if options else ''}: "
        f"{report.deals:,} deals × {report.arrangements} seatings = {report.matches:,} matches, seed {report.seed}"
    )
    for table in _standing(report, console):
        console.print(table)
    if players > 2 and any(pair.alone for pair in report.pairs):
        console.print(_duels(report))
    if any(pair.score_ratio for pair in report.pairs):
        console.print(_ratios(report))
    if (parts := max(len(bot.score) for bot in report.bots)) > 1:
        console.print(f"[dim]A score of this game is {parts} numbers; the table shows the first of them.[/]")
    for failure in report.failures:
        console.print(
            f"[red]{_shown(failure.bot)}[/] spoilt {failure.count} {'match' if failure.count == 1 else 'matches'} "
            f"({failure.kind}): {escape(printable(failure.message))} "
            f"[dim](first in deal {failure.deal}, seats {escape(printable(', '.join(failure.seats)))})[/]"
        )
    if report.deals < FEW_DEALS:
        console.print(f"[yellow]Fewer than {FEW_DEALS} deals: the intervals are too narrow.[/]")
    console.print(f"[dim]{how_played(report)} Intervals cover 95 %.[/]")


def how_played(report: Report) -> str:
    """Return where the matches were played and how long that took."""
    if not report.place:
        return "All matches had been played before."
    now = f"Played in {report.place} in {report.seconds:,.1f} s"
    return f"{now}; {report.resumed:,} matches had been played before." if report.resumed else f"{now}."


def _standing(report: Report, console: Console) -> list[Table]:
    """Return the figures of all bots: one table if it fits the screen, else several below each other."""
    columns = _columns(report)
    tables: list[Table] = []
    first = 0
    for end in range(1, len(columns) + 1):
        is_last = end == len(columns)
        if is_last or not _fits(_table(report, columns[first : end + 1]), console):
            tables.append(_table(report, columns[first:end]))
            first = end
    return tables


def _fits(table: Table, console: Console) -> bool:
    return Measurement.get(console, console.options.update(max_width=10_000), table).maximum <= console.width


def _table(report: Report, columns: Sequence[tuple[str, list[str]]]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("bot")
    for heading, _cells in columns:
        table.add_column(heading, justify="right")
    for number, bot in enumerate(report.bots):
        table.add_row(_shown(bot.name), *(cells[number] for _heading, cells in columns))
    return table


def _columns(report: Report) -> list[tuple[str, list[str]]]:
    """Return the figures as columns: a heading, and a cell for each bot."""
    fair = f"won ({_number(report.fair_share, '.1%')} is fair)"
    headings = ("strength", fair, "margin to best", "score", "CPU ms a decision", "decisions/s", "spoilt")
    rows = [_cells(bot) for bot in report.bots]
    return [(heading, [row[place] for row in rows]) for place, heading in enumerate(headings)]


def _cells(bot: BotFigures) -> list[str]:
    spoilt = f"[red]{bot.failures}[/]" if bot.failures else "0"
    return [
        interval(bot.strength, "+z.0f"),
        interval(bot.win_share, ".1%"),
        interval(bot.margin_to_best[0], "+z.2f") if bot.margin_to_best else "–",
        interval(bot.score[0], ".2f") if bot.score else "–",
        f"{bot.cpu_ms_per_decision:,.3f}" if bot.cpu_ms_per_decision < 10 else f"{bot.cpu_ms_per_decision:,.0f}",
        f"{bot.decisions_per_second:,.0f}",
        spoilt,
    ]


def _duels(report: Report) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("one")
    table.add_column("among copies of")
    table.add_column(f"won ({_number(report.fair_share, '.1%')} is fair)", justify="right")
    for pair in report.pairs:
        if pair.alone:
            table.add_row(_shown(pair.bot), _shown(pair.other), interval(pair.alone, ".1%"))
    return table


def _ratios(report: Report) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for heading in ("bot", "other"):
        table.add_column(heading)
    table.add_column("mean score, as a multiple of the other's", justify="right")
    for pair in report.pairs:
        if pair.score_ratio:
            table.add_row(_shown(pair.bot), _shown(pair.other), interval(pair.score_ratio, ".2f"))
    return table


def interval(estimate: Estimate, form: str) -> str:
    """Return a figure and its interval as text."""
    value = _number(estimate.value, form)
    if estimate.low is None or estimate.high is None:
        return value
    return f"{value} ({_number(estimate.low, form)} … {_number(estimate.high, form)})"


def _number(value: float, form: str) -> str:
    return format(value, form).replace("-", "−").replace("%", " %")


def _shown(name: str) -> str:
    """Return a bot's name, shortened for a table; it may be a long command."""
    text = printable(name)
    return escape(text if len(text) <= LONGEST_NAME else text[: LONGEST_NAME - 1] + "…")
