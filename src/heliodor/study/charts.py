"""Small charts as SVG. A mark carries its figures in `data-tip`, which the page's script shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

WIDTH, HEIGHT = 440, 220
LEFT, RIGHT, TOP, BOTTOM = 44, 12, 10, 34  # Room for the axes.
MOST_BARS = 40  # More values are put together.


class Scale:
    """Values of an axis as places on the page."""

    def __init__(self, low: float, high: float, start: float, stop: float) -> None:
        self.low, self.high = (low, high) if high > low else (low - 0.5, low + 0.5)
        self._start, self._stop = start, stop

    def __call__(self, value: float) -> float:
        """Return the place of a value."""
        place = (value - self.low) / (self.high - self.low)
        return round(self._start + place * (self._stop - self._start), 1)


def histogram(title: str, counts: Mapping[int, int], unit: str) -> str:
    """Return bars for whole numbers and how often each came; many different ones are put together."""
    low, high = min(counts), max(counts)
    step = -(-(high - low + 1) // MOST_BARS)
    bars: dict[int, int] = {}
    for value, count in sorted(counts.items()):
        bars[(value - low) // step] = bars.get((value - low) // step, 0) + count
    total = sum(bars.values())
    x, y = Scale(0, (high - low) // step + 1, LEFT, WIDTH - RIGHT), _share_scale(max(bars.values()) / total)
    marks = []
    for place, count in bars.items():
        begin, share = low + place * step, count / total
        named = str(begin) if step == 1 else f"{begin} to {begin + step - 1}"
        tip = f"{named} {unit}: {share:.1%} ({count:,})"
        marks.append(_bar(x(place) + 0.5, y(share), x(place + 1) - x(place) - 1, y(0) - y(share), tip))
    ticks = "".join(
        f'<text x="{x(place + 0.5)}" y="{HEIGHT - 16}" text-anchor="middle">{low + place * step}</text>'
        for place in sorted({0, ((high - low) // step) // 2, (high - low) // step})
    )
    return _figure(title, f"{_share_axis(y)}{''.join(marks)}{ticks}{_unit(unit)}")


def intervals(title: str, rows: Sequence[tuple[str, float, float, float]], fair: float, unit: str) -> str:
    """Return means with intervals, one above another, with a dashed line where all would be equal."""
    height = 30 * len(rows) + BOTTOM
    room = 12 + max(7 * len(name) for name, *_ in rows)
    x = Scale(
        min(0.0, *(low for _, _, low, _ in rows)), max(2 * fair, *(high for *_, high in rows)), room, WIDTH - RIGHT
    )
    parts = [f'<line class="fair" x1="{x(fair)}" x2="{x(fair)}" y1="0" y2="{height - BOTTOM}"/>']
    for place, (name, mean, low, high) in enumerate(rows):
        y = 30 * place + 15
        tip = f"{name}: {mean:.1%}, between {low:.1%} and {high:.1%}"
        parts.append(
            f'<text x="0" y="{y + 4}">{escape(name)}</text>'
            f'<g class="mark" data-tip="{escape(tip)}" tabindex="0" role="img" aria-label="{escape(tip)}">'
            f'<line x1="{x(low)}" x2="{x(high)}" y1="{y}" y2="{y}"/><circle cx="{x(mean)}" cy="{y}" r="5"/></g>'
        )
    for value in (x.low, fair, x.high):
        parts.append(f'<text x="{x(value)}" y="{height - 18}" text-anchor="middle">{value:.0%}</text>')
    parts.append(f'<text x="{WIDTH - RIGHT}" y="{height - 2}" text-anchor="end">{escape(unit)}</text>')
    return _figure(title, "".join(parts), height)


def curve(title: str, points: Sequence[tuple[str, float, float, float]], fair: float, unit: str) -> str:
    """Return means with intervals from left to right, joined by a line."""
    x, y = Scale(-0.5, len(points) - 0.5, LEFT, WIDTH - RIGHT), _share_scale(max(high for *_, high in points))
    parts = [_share_axis(y), f'<line class="fair" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(fair)}" y2="{y(fair)}"/>']
    line = " ".join(f"{x(place)},{y(mean)}" for place, (_, mean, _, _) in enumerate(points))
    parts.append(f'<polyline class="curve" points="{line}"/>')
    for place, (name, mean, low, high) in enumerate(points):
        tip = f"{name} {unit}: {mean:.1%}, between {low:.1%} and {high:.1%}"
        parts.append(
            f'<g class="mark" data-tip="{escape(tip)}" tabindex="0" role="img" aria-label="{escape(tip)}">'
            f'<line x1="{x(place)}" x2="{x(place)}" y1="{y(max(low, 0))}" y2="{y(high)}"/>'
            f'<circle cx="{x(place)}" cy="{y(mean)}" r="5"/></g>'
            f'<text x="{x(place)}" y="{HEIGHT - 16}" text-anchor="middle">{escape(name)}</text>'
        )
    return _figure(title, "".join(parts) + _unit(unit))


def calibration(title: str, pairs: Mapping[tuple[int, int], int], said: str, got: str) -> str:
    """Return the mean of the second number for each first one, with a dashed line where both are equal."""
    rows: dict[int, tuple[int, int]] = {}
    for (first, second), count in sorted(pairs.items()):
        number, total = rows.get(first, (0, 0))
        rows[first] = (number + count, total + count * second)
    means = {first: total / number for first, (number, total) in rows.items()}
    low, high = min([*means, *means.values()]), max([*means, *means.values()])
    x, y = Scale(low, high, LEFT, WIDTH - RIGHT), Scale(low, high, HEIGHT - BOTTOM, TOP)
    parts = [
        f'<line class="axis" x1="{LEFT}" x2="{LEFT}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>',
        f'<line class="fair" x1="{x(low)}" x2="{x(high)}" y1="{y(low)}" y2="{y(high)}"/>',
    ]
    most = max(number for number, _ in rows.values())
    for first, mean in means.items():
        number = rows[first][0]
        tip = f"{said} {first}: {mean:.2f} {got} on average ({number:,})"
        parts.append(
            f'<circle class="mark" cx="{x(first)}" cy="{y(mean)}" r="{3 + 7 * (number / most) ** 0.5:.1f}" '
            f'fill-opacity="0.5" data-tip="{escape(tip)}" tabindex="0" role="img" aria-label="{escape(tip)}"/>'
        )
        parts.append(f'<text x="{x(first)}" y="{HEIGHT - 16}" text-anchor="middle">{first}</text>')
    for value in (low, high):
        parts.append(f'<text x="{LEFT - 6}" y="{y(value) + 4}" text-anchor="end">{value:.3g}</text>')
    return _figure(f"{title}: {got} for each {said}", "".join(parts) + _unit(said))


def _share_scale(most: float) -> Scale:
    return Scale(0, min(1.0, most * 1.05) or 1.0, HEIGHT - BOTTOM, TOP)


def _share_axis(y: Scale) -> str:
    labels = "".join(
        f'<text x="{LEFT - 6}" y="{y(value) + 4}" text-anchor="end">{value:.0%}</text>'
        for value in (0.0, y.high / 2, y.high)
    )
    return f'<line class="axis" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(0)}" y2="{y(0)}"/>{labels}'


def _bar(x: float, y: float, width: float, height: float, tip: str) -> str:
    return (
        f'<rect class="bar" x="{x:.1f}" y="{y:.1f}" width="{max(width, 1):.1f}" height="{max(height, 0):.1f}" '
        f'data-tip="{escape(tip)}"><title>{escape(tip)}</title></rect>'
    )


def _unit(unit: str) -> str:
    return f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 2}" text-anchor="end">{escape(unit)}</text>'


def _figure(title: str, marks: str, height: int = HEIGHT) -> str:
    return (
        f"<figure><figcaption>{escape(title)}</figcaption>"
        f'<svg viewBox="0 0 {WIDTH} {height}" role="group" aria-label="{escape(title)}">{marks}</svg></figure>'
    )
