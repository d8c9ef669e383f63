"""The report as one HTML page. It loads nothing from elsewhere, so it can be mailed and archived."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path

from heliodor.arena.report import FEW_DEALS, BotFigures, Estimate, PairFigures, Report
from heliodor.arena.terminal import how_played
from heliodor.games import get_game
from heliodor.match import changed_options

WIDTH, HEIGHT = 176, 32  # Size of the small interval charts.
MARGIN = 8  # So that dots at the ends are not cut off.


def make_page(report: Report) -> str:
    """Return the page as HTML."""
    style = Path(__file__).with_name("page.css").read_text(encoding="utf-8")
    title = f"{report.title}: {', '.join(bot.name for bot in report.bots)}"
    body = "\n".join(
        part
        for part in (
            _header(report),
            "<main>",
            _standing(report),
            _duels(report),
            _order(report),
            _scores(report),
            _ratios(report),
            _failures(report),
            _reading(report),
            _making(report),
            "</main>",
            _footer(report),
        )
        if part
    )
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="color-scheme" content="light dark">
<title>{escape(title)} – Heliodor arena</title>
<style>
{style}</style>
</head>
<body>
{body}
</body>
</html>
"""


# --- The sections, from top to bottom -----------------------------------------------------------------------------


def _header(report: Report) -> str:
    facts = {
        "deals": f"{report.deals:,}",
        "seatings of each": f"{report.arrangements:,}",
        "matches": f"{report.matches:,}",
        "seed": str(report.seed),
        "spoilt": f"{sum(bot.failures for bot in report.bots):,}",
    }
    shown = "".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in facts.items())
    return f"""<header>
<p class="eyebrow">Heliodor arena</p>
<h1>{escape(report.title)}, {_players(report)}</h1>
<p class="verdict">{_verdict(report)}</p>
<dl class="facts">{shown}</dl>
</header>"""


def _verdict(report: Report) -> str:
    best = report.bots[0]
    name = f"<strong>{escape(best.name)}</strong>"
    if len(report.bots) == 1:
        return f"{name} played alone."
    shares = [_number(share, ".0%") for share in (best.win_share.value, report.fair_share)]
    won = f"it won {shares[0]} of the seats it had, where equal players win {shares[1]}"
    second = report.bots[1]
    if best.strength.low is not None and best.strength.low > (second.strength.high or 0):
        return f"{name} is the strongest of {len(report.bots)}: {won}."
    return f"{name} did best ({won}), but its interval meets that of <strong>{escape(second.name)}</strong>."


def _standing(report: Report) -> str:
    strengths = _Scale([bot.strength for bot in report.bots], reference=0.0)
    shares = _Scale([bot.win_share for bot in report.bots], reference=report.fair_share)
    rows = [
        f"""<tr>
<th scope="row"><span class="rank" aria-hidden="true">{place}</span> {_bot(bot.name)}</th>
<td>{strengths.draw(bot.strength, "strength", "+z.0f")}</td>
<td>{shares.draw(bot.win_share, "share of wins", ".1%")}</td>
<td>{_speed(bot)}</td>
<td>{_spoilt(bot)}</td>
</tr>"""
        for place, bot in enumerate(report.bots, 1)
    ]
    headings = ["Bot", "Strength<small>points; the mean is 0</small>"]
    headings.append(f"Wins<small>of its seats; {_number(report.fair_share, '.1%')} is fair</small>")
    headings += ["Time<small>CPU ms a decision</small>", "Spoilt<small>matches</small>"]
    few = f'<p class="note">Fewer than {FEW_DEALS} deals were played: the intervals are too narrow.</p>'
    return _section(
        "Standing",
        "The bots from the strongest to the weakest, each with its 95 % interval.",
        _table("Standing of the bots", headings, rows),
    ) + (few if report.deals < FEW_DEALS else "")


def _duels(report: Report) -> str:
    """How often a single bot wins among copies of another; with more than two seats, this differs from the order."""
    if int(report.options["players"]) < 3 or not any(pair.alone for pair in report.pairs):
        return ""
    return _section(
        "One against copies of another",
        f"How often the bot of the row won as the only one among copies of the bot of the column; "
        f"{_number(report.fair_share, '.1%')} is fair.",
        _matrix(report, "Wins of one among copies of another", lambda pair: pair.alone, report.fair_share),
    )


def _order(report: Report) -> str:
    if not any(pair.ahead for pair in report.pairs):
        return ""
    return _section(
        "Which bot finished ahead",
        "How often the bot of the row finished ahead of the bot of the column where both played the same match"
        f"{' deal' if int(report.options['players']) == 1 else ''}; a tie counts half.",
        _matrix(report, "Which bot finished ahead", lambda pair: pair.ahead, 0.5),
    )


def _scores(report: Report) -> str:
    if not any(bot.score for bot in report.bots):
        return ""
    figures = ["score"]
    if len(report.bots) > 1:
        figures.append("margin_to_best")
        if int(report.options["players"]) > 2:  # With two, the best of the others is their mean.
            figures.append("margin_to_mean")
    parts = max(len(bot.score) for bot in report.bots)
    if parts == 1:
        about = "Points at the end of a match, and how far ahead of the others that was."
        headings = ["Bot", *(f"{_SCORES[name][0]}<small>{_SCORES[name][1]}</small>" for name in figures)]
        return _section("Scores", about, _score_table("Scores and margins", headings, report, figures, [0]))
    about = f"A score of this game is {parts} numbers, the first of which counts most (see its rules)."
    headings = ["Bot", *(f"Number {part + 1}" for part in range(parts))]
    tables = []
    for name in figures:
        title = " ".join(_SCORES[name][:2]).strip()
        tables.append(f"<h3>{title}</h3>" + _score_table(title, headings, report, [name], range(parts)))
    return _section("Scores", about, "\n".join(tables))


_SCORES = {
    "score": ("Mean score", "", ".2f"),
    "margin_to_best": ("Margin", "to the best of the others", "+z.2f"),
    "margin_to_mean": ("Margin", "to the mean of the others", "+z.2f"),
}


def _score_table(
    caption: str, headings: Sequence[str], report: Report, figures: Sequence[str], parts: Sequence[int]
) -> str:
    rows = []
    for bot in report.bots:
        if bot.score:
            cells = [_numbers(getattr(bot, name)[part], _SCORES[name][2]) for name in figures for part in parts]
            rows.append(
                f'<tr><th scope="row">{_bot(bot.name)}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'
            )
    return _table(caption, headings, rows)


def _ratios(report: Report) -> str:
    rows = [
        f'<tr><th scope="row">{_bot(pair.bot)}</th><td>{_bot(pair.other)}</td>'
        f"<td>{_numbers(pair.score_ratio, '.2f')}</td></tr>"
        for pair in report.pairs
        if pair.score_ratio
    ]
    if not rows:
        return ""
    headings = ["Bot", "Other", "Ratio<small>of mean scores</small>"]
    return _section(
        "Scores side by side",
        "The mean score of a bot as a multiple of another's, on the same deals.",
        _table("Scores as multiples of each other", headings, rows),
    )


def _failures(report: Report) -> str:
    if not report.failures:
        return _section("Spoilt matches", "None: every bot chose a legal action each time.", "")
    rows = [
        f"""<tr>
<th scope="row">{_bot(failure.bot)}</th><td>{escape(failure.kind)}</td>
<td class="wrap">{escape(failure.message)}</td><td>{failure.count:,}</td>
<td>deal {failure.deal}: {escape(", ".join(failure.seats))}</td>
</tr>"""
        for failure in report.failures
    ]
    return _section(
        "Spoilt matches",
        "A bot that fails, or chooses an illegal action, has lost the match; the others share the win.",
        _table("Spoilt matches", ["Bot", "Kind", "What happened", "Times", "First"], rows, kind="texts"),
    )


def _reading(report: Report) -> str:
    meanings = {
        "Strength": "Plackett-Luce, fitted to all matches at once, on the scale of chess ratings: with 100 points more "
        "a bot finishes ahead of the other in 64 % of the matches, with 200 in 76 %, with 400 in 91 %.",
        "Wins": "The share of a bot's seats that won. A win shared by two counts half for each.",
        "Interval": "From a bootstrap over deals. All matches of a deal stay together, because they share its cards.",
        "Seatings": _MODES[report.mode if int(report.options["players"]) > 1 else "alone"],
        "Time": "Processor time for one decision, on the machine named below.",
    }
    listed = "".join(f"<div><dt>{name}</dt><dd>{text}</dd></div>" for name, text in meanings.items())
    return _section("How to read this", "", f'<dl class="reading">{listed}</dl>')


_MODES = {
    "table": "Different bots sat together. Every deal was played in every rotation, so that no bot gained by a seat.",
    "duel": "One bot sat among copies of another. Every deal was played with it on every seat.",
    "challenge": "The first bot sat among copies of another. Every deal was played with it on every seat.",
    "alone": "Each bot played every deal alone, and is compared with those that played the same deal.",
}


def _making(report: Report) -> str:
    command = f'<div class="card"><pre><code>{escape(report.command)}</code></pre></div>'
    return _section("How it was made", "This command plays the same matches again.", command if report.command else "")


def _footer(report: Report) -> str:
    changed = changed_options(get_game(report.game), report.options)
    options = ", ".join(f"{name} {value}" for name, value in changed.items() if name != "players")
    about = [
        f"Options: {escape(options)}." if options else "",
        escape(how_played(report)),
        f"{escape(report.machine['processor'])}, {report.machine['cores']} cores, {escape(report.machine['system'])};",
        ", ".join(f"{name} {escape(number)}" for name, number in report.versions.items()) + ".",
    ]
    return f"<footer><p>{' '.join(filter(None, about))}</p></footer>"


# --- Parts --------------------------------------------------------------------------------------------------------


class _Scale:
    """A common axis for the intervals of a column."""

    def __init__(self, estimates: Sequence[Estimate], reference: float) -> None:
        ends = [end for e in estimates for end in (e.low, e.value, e.high) if end is not None] + [reference]
        self._low, self._high = min(ends), max(ends)
        self._reference = reference

    def draw(self, estimate: Estimate, what: str, form: str) -> str:
        """Return a picture of an interval, with its numbers."""
        middle = HEIGHT / 2
        at = [self._x(end) for end in (estimate.low, estimate.value, estimate.high) if end is not None]
        line = f'<line class="interval" x1="{at[0]}" x2="{at[-1]}" y1="{middle}" y2="{middle}"/>' if len(at) > 1 else ""
        reference = self._x(self._reference)
        return f"""<div class="mark">
<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{what} on a common axis">
<line class="axis" x1="0" x2="{WIDTH}" y1="{middle}" y2="{middle}"/>
<line class="reference" x1="{reference}" x2="{reference}" y1="2" y2="{HEIGHT - 2}"/>
{line}<circle class="dot" cx="{self._x(estimate.value)}" cy="{middle}" r="5"/>
</svg><span class="numbers">{_numbers(estimate, form)}</span></div>"""

    def _x(self, value: float) -> float:
        width = (self._high - self._low) or 1.0
        return round(MARGIN + (value - self._low) / width * (WIDTH - 2 * MARGIN), 1)


def _matrix(report: Report, caption: str, figure: Callable[[PairFigures], Estimate | None], fair: float) -> str:
    names = [bot.name for bot in report.bots]
    found = {(pair.bot, pair.other): figure(pair) for pair in report.pairs}
    rows = []
    for name in names:
        cells = "".join(_matrix_cell(found.get((name, other)), fair) for other in names)
        rows.append(f'<tr><th scope="row">{_bot(name)}</th>{cells}</tr>')
    return _table(caption, ["", *(_bot(name) for name in names)], rows, kind="matrix")


def _matrix_cell(estimate: Estimate | None, fair: float) -> str:
    if estimate is None:
        return '<td class="same">–</td>'
    above = estimate.value >= fair
    by = (estimate.value - fair) / (1 - fair) if above else (fair - estimate.value) / fair
    return f'<td class="{"above" if above else "below"}" style="--by: {by:.2f}">{_numbers(estimate, ".1%")}</td>'


def _table(caption: str, headings: Sequence[str], rows: Sequence[str], kind: str = "") -> str:
    # A heading may be empty in the corner of a matrix; such a cell is not marked up as a heading.
    heads = "".join(f'<th scope="col">{heading}</th>' if heading else "<td></td>" for heading in headings)
    return f"""<div class="card" role="region" aria-label="{caption}" tabindex="0">
<table class="{kind}"><caption>{caption}</caption>
<thead><tr>{heads}</tr></thead>
<tbody>{"".join(rows)}</tbody></table></div>"""


def _section(heading: str, about: str, content: str) -> str:
    said = f'<p class="about">{about}</p>\n' if about else ""
    return f"<section>\n<h2>{heading}</h2>\n{said}{content}\n</section>"


def _numbers(estimate: Estimate, form: str) -> str:
    shown = f'<span class="value">{_number(estimate.value, form)}</span>'
    if estimate.low is not None and estimate.high is not None:
        shown += f'<span class="range">{_number(estimate.low, form)} to {_number(estimate.high, form)}</span>'
    return shown


def _number(value: float, form: str) -> str:
    return format(value, form).replace("-", "−").replace("%", "\N{NO-BREAK SPACE}%")


def _bot(name: str) -> str:
    return f'<span class="bot" title="{escape(name)}">{escape(name)}</span>'


def _speed(bot: BotFigures) -> str:
    digits = 3 if bot.cpu_ms_per_decision < 1 else 1 if bot.cpu_ms_per_decision < 100 else 0
    return (
        f'<span class="value">{bot.cpu_ms_per_decision:,.{digits}f}</span>'
        f'<span class="range">{bot.decisions_per_second:,.0f} a second</span>'
    )


def _spoilt(bot: BotFigures) -> str:
    return f'<span class="fail">{bot.failures:,}</span>' if bot.failures else '<span class="same">0</span>'


def _players(report: Report) -> str:
    players = int(report.options["players"])
    return "alone" if players == 1 else f"{players} players"
