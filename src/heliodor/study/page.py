"""A study as one HTML page. It loads nothing from elsewhere, so it can be mailed and archived."""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from collections.abc import Sequence
from html import escape
from pathlib import Path

from heliodor.study.charts import calibration, curve, histogram, intervals
from heliodor.study.contract import Pairs
from heliodor.study.run import Mean, Study, shown_options

Cell = str | tuple[str, float]  # Text, or text with the number that it is sorted by.


def make_page(study: Study, data: str) -> str:
    """Return the page as HTML; `data` is the name of the table beside it."""
    style = Path(__file__).with_name("page.css").read_text(encoding="utf-8")
    script = Path(__file__).with_name("page.js").read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    sections = {
        "Wins": _winning(study),
        "Scores and length": _distributions(study),
        "Choices": _choices(study),
        "How often rules matter": _matters(study),
        "Thinking time": _thinking(study),
        "Options": _options(study),
    }
    shown = {title: text for title, text in sections.items() if text}
    links = "".join(f'<a href="#part-{number}">{title}</a>' for number, title in enumerate(shown))
    parts = "\n".join(
        f'<section id="part-{number}">\n<h2>{title}</h2>\n{text}\n</section>'
        for number, (title, text) in enumerate(shown.items())
    )
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{escape(study.game.title)} – Heliodor study</title>
<style>
{style}</style>
</head>
<body>
{_header(study)}
<main>
<nav aria-label="Contents">{links}</nav>
{parts}
</main>
{_footer(study, data)}
<div id="tip" hidden></div>
<script>{script}</script>
</body>
</html>
"""


# --- The sections, from top to bottom -----------------------------------------------------------------------------


def _header(study: Study) -> str:
    players = f"{len(study.bots)} player{'s' if len(study.bots) > 1 else ''}"
    options = shown_options(study)
    bots = ", ".join(dict.fromkeys(study.bots))
    return f"""<header>
<p class="eyebrow">Heliodor study</p>
<h1>{escape(study.game.title)}, {players}</h1>
<p>{study.games:,} matches of {escape(bots)}, seed {study.seed}{f", {escape(options)}" if options else ""}. Version
{study.game.version} of the rules. Intervals hold with 95 %.</p>
</header>"""


def _winning(study: Study) -> str:
    if len(study.bots) == 1:
        return ""
    fair = 1 / len(study.bots)
    rows = [(_ordinal(place.order), *place.share) for place in study.places]
    charts = [intervals("Wins by place in the order of play", rows, fair, "share of the wins")]
    if len(study.by_bot) > 1:
        bots = [(bot.name, *bot.share) for bot in study.by_bot]
        charts.append(intervals("Wins by bot", bots, fair, "share of the wins"))
    far = [place for place in study.places if not place.share.low <= fair <= place.share.high]
    verdict = (
        f"No place wins more or less than its share of {fair:.1%}, as far as {study.games:,} matches show."
        if not far
        else " ".join(
            f"The seat that plays {_ordinal(place.order)} wins {place.share.mean:.1%}"
            f" ({place.share.low:.1%} to {place.share.high:.1%}) instead of {fair:.1%}."
            for place in far
        )
    )
    cells = [
        [_ordinal(place.order), _percent(place.share), _interval(place.share, "%"), _number(place.score)]
        for place in study.places
    ]
    tables = _table(["order of play", "wins", "interval", study.notes.score_title], cells)
    if len(study.by_bot) > 1:
        cells = [[bot.name, _percent(bot.share), _interval(bot.share, "%"), _number(bot.score)] for bot in study.by_bot]
        tables += _table(["bot", "wins", "interval", study.notes.score_title], cells)
    return f"<p>{verdict}</p>{_charts(charts)}{_details(tables)}"


def _distributions(study: Study) -> str:
    charts = [
        histogram(f"Scores: {study.notes.score_title} of every seat", study.scores, study.notes.score_title),
        histogram("Length of a match", study.steps, "steps"),
    ]
    cells = [
        [name, *(f"{value:.4g}" for value in _quantiles(counts))]
        for name, counts in ((study.notes.score_title, study.scores), ("steps of a match", study.steps))
    ]
    return _charts(charts) + _details(_table(["", "mean", "least", "10 %", "median", "90 %", "most"], cells))


def _choices(study: Study) -> str:
    total = sum(sum(counts.values()) for counts in study.choices.values())
    charts = [
        histogram(f"Legal actions: {phase}", counts, "legal actions") for phase, counts in sorted(study.choices.items())
    ]
    cells: list[list[Cell]] = []
    for phase, counts in sorted(study.choices.items()):
        own, single = sum(counts.values()), counts.get(1, 0)
        mean, _, _, median, high, most = _quantiles(counts)
        shares: list[Cell] = [(f"{share:.1%}", share) for share in (own / total, single / own)]
        cells.append(
            [phase, (f"{own / study.games:.1f}", own), *shares, f"{mean:.2f}", f"{median:g}", f"{high:g}", f"{most:g}"]
        )
    heads = ["phase", "steps in a match", "of all steps", "forced", "legal actions", "median", "90 %", "most"]
    return (
        "<p>A step is one action of the rules; a decision of a person may be several steps. A step is forced if only "
        f"one action is legal.</p>{_table(heads, cells)}{_details(_charts(charts), 'Distributions')}"
    )


def _matters(study: Study) -> str:
    if not study.matters:
        return ""
    cells: list[list[Cell]] = [
        [
            f"{matter.title} ({matter.rule})",
            _number(matter.in_a_match),
            _interval(matter.in_a_match),
            _share(matter.matches),
        ]
        for matter in study.matters
    ]
    charts, tables, figures = [], [], []
    for key, kind in study.notes.pairs.items():
        pairs = study.pairs.get(key)
        if not pairs:
            continue
        heading = f"<h3>{escape(kind.title)} ({kind.rule})</h3>"
        if kind.names:
            tables.append(heading + _pairs_table(kind, pairs))
        else:
            charts.append(calibration(f"{kind.title} ({kind.rule})", pairs, kind.said, kind.got))
            figures.append(heading + _pairs_table(kind, pairs))
    table = _table(["what", "in a match", "interval", "matches with it"], cells)
    return table + "".join(tables) + _charts(charts) + (_details("".join(figures)) if figures else "")


def _pairs_table(kind: Pairs, pairs: Counter[tuple[int, int]]) -> str:
    """Return how often each first number comes, and the mean and the spread of the second one with it."""
    cells: list[list[Cell]] = []
    for said in sorted({said for said, _ in pairs}):
        own = Counter({got: count for (first, got), count in pairs.items() if first == said})
        mean, _, low, median, high, _ = _quantiles(own)
        name = kind.names[said] if kind.names else str(said)
        total: Cell = (f"{own.total():,}", own.total())
        cells.append([(name, said), total, (f"{mean:.2f}", mean), f"{low:g}", f"{median:g}", f"{high:g}"])
    return _table([kind.said, "how many", f"{kind.got}: mean", "10 %", "median", "90 %"], cells)


def _thinking(study: Study) -> str:
    if not study.thinking:
        return ""
    fair = 1 / len(study.bots)
    points = [(str(each.rounds), *each.share) for each in study.thinking]
    cells = [[str(each.rounds), _percent(each.share), _interval(each.share, "%")] for each in study.thinking]
    others = ", ".join(dict.fromkeys(study.bots))
    return (
        f"<p>One seat searches without knowledge of the game (the bot plain:ROUNDS) against {escape(others)} on the "
        "other seats, in turn on every seat. Time is counted in rounds of the search, so the figures are the same on "
        f"every machine.</p>{_charts([curve('Strength against thinking time', points, fair, 'rounds for a decision')])}"
        f"{_details(_table(['rounds', 'wins', 'interval'], cells))}"
    )


def _options(study: Study) -> str:
    if not study.differences:
        return ""
    cells: list[list[Cell]] = []
    for each in study.differences:
        cell: list[Cell] = [f"{each.option} ({each.rule})"]
        for value, unit in ((each.steps, ""), (each.score, ""), (each.starter, "%")):
            if not any(value):
                cell.append(("the same in every match", 0))
                continue
            is_clear = value.low > 0 or value.high < 0
            scale = 100 if unit else 1
            text = f"{value.mean * scale:+.2f}{unit}" if is_clear else "no clear difference"
            cell.append((f"{text} ({_interval(value, unit)})", value.mean))
        cells.append(cell)
    heads = ["option", "steps of a match", study.notes.score_title, "wins of the starting seat"]
    return (
        "<p>The same deals were played again with another value of each option, one at a time. The table gives the "
        f"difference to the study, with its interval over deals.</p>{_table(heads, cells)}"
    )


def _footer(study: Study, data: str) -> str:
    command = f"<p>Made by <code>{escape(study.command)}</code></p>" if study.command else ""
    return (
        f"<footer>{command}<p>Heliodor {study.version}. Every match is a row of <code>{escape(data)}</code> beside "
        "this page; the same seed gives the same page, byte for byte.</p></footer>"
    )


# --- Pieces ---------------------------------------------------------------------------------------------------------


def _table(heads: Sequence[str], rows: Sequence[Sequence[Cell]]) -> str:
    head = "".join(f'<th scope="col"><button type="button">{escape(name)}</button></th>' for name in heads)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _cell(cell: Cell) -> str:
    if isinstance(cell, str):
        return f"<td>{escape(cell)}</td>"
    return f'<td data-value="{cell[1]:.6g}">{escape(cell[0])}</td>'


def _charts(charts: Sequence[str]) -> str:
    return f'<div class="charts">{"".join(charts)}</div>' if charts else ""


def _details(inside: str, title: str = "Figures") -> str:
    return f"<details><summary>{title}</summary>{inside}</details>"


def _percent(value: Mean) -> Cell:
    return _share(value.mean)


def _share(value: float) -> Cell:
    return f"{value:.1%}", value


def _number(value: Mean) -> Cell:
    return f"{value.mean:.2f}", value.mean


def _interval(value: Mean, unit: str = "") -> str:
    scale = 100 if unit else 1
    return f"{value.low * scale:.2f}{unit} to {value.high * scale:.2f}{unit}"


def _ordinal(order: int) -> str:
    names = ("first", "second", "third", "fourth", "fifth", "sixth")
    return names[order] if order < len(names) else f"number {order + 1}"


def _quantiles(counts: Counter[int]) -> tuple[float, float, float, float, float, float]:
    """Return the mean, the least, the 10 %, 50 % and 90 % points, and the most."""
    total = sum(counts.values())
    mean = sum(value * count for value, count in counts.items()) / total
    points, seen = [], 0
    left = [0.1, 0.5, 0.9]
    for value, count in sorted(counts.items()):
        seen += count
        while left and seen >= left[0] * total:
            points.append(value)
            left.pop(0)
    return mean, min(counts), points[0], points[1], points[2], max(counts)
