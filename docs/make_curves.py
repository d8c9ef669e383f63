"""Draw the learning curves of docs/baselines.md from the figures beside them.

`python docs/make_curves.py` writes docs/baselines/*.svg; with `--check` it only checks that they are up to date.
"""

from __future__ import annotations

import csv
import math
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

FOLDER = Path(__file__).with_name("baselines")
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 660, 300, 56, 124, 16, 44
COLOURS = ("#1f5f99", "#b4531f")
STYLE = 'font-family="sans-serif" font-size="13"'

Points = Sequence[tuple[float, float]]


def read(name: str) -> list[dict[str, float]]:
    """Return the rows of a table."""
    with open(FOLDER / f"{name}.csv", newline="", encoding="utf-8") as file:
        return [{column: float(text) for column, text in row.items()} for row in csv.DictReader(file)]


def draw(
    title: str,
    lines: dict[str, Points],
    x: tuple[str, Sequence[float], Callable[[float], float], str],
    y: tuple[Sequence[float], str],
) -> str:
    """Return lines with their names at the end; `x` is the axis's name, ticks, scale and form, `y` ticks and form."""
    x_name, x_ticks, scale, x_form = x
    y_ticks, y_form = y
    low, high = scale(x_ticks[0]), scale(x_ticks[-1])

    def across(value: float) -> float:
        return round(LEFT + (scale(value) - low) / (high - low) * (WIDTH - LEFT - RIGHT), 1)

    def down(value: float) -> float:
        return round(HEIGHT - BOTTOM - (value - y_ticks[0]) / (y_ticks[-1] - y_ticks[0]) * (HEIGHT - TOP - BOTTOM), 1)

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" {STYLE}>']
    parts += [f"<title>{title}</title>", f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>']
    for tick in y_ticks:
        parts.append(f'<path d="M{LEFT} {down(tick)}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{down(tick) + 4}" text-anchor="end">{y_form.format(tick)}</text>')
    for tick in x_ticks:
        parts.append(
            f'<text x="{across(tick)}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{x_form.format(tick)}</text>'
        )
    parts.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 6}" text-anchor="middle">{x_name}</text>')
    for colour, (name, points) in zip(COLOURS, lines.items(), strict=False):
        path = " ".join(f"{across(a)},{down(b)}" for a, b in points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="{WIDTH - RIGHT + 8}" y="{down(points[-1][1]) + 4}" fill="{colour}">{name}</text>')
    return "\n".join([*parts, "</svg>", ""])


def pictures() -> dict[str, str]:
    """Return every picture by its name."""
    ppo, mccfr = read("ppo"), read("mccfr")
    last = ppo[-1]["steps"] / 1e6
    lines = {f"against {bot}": [(row["steps"] / 1e6, row[bot]) for row in ppo] for bot in ("random", "greedy")}
    return {
        "ppo": draw(
            "Share of wins of PPO in Nizam with two players, against random and greedy, while it learns",
            lines,
            ("million steps of self-play", [0, last / 2, last], float, "{:.1f}"),
            ([0, 0.25, 0.5, 0.75, 1], "{:.0%}"),
        ),
        "mccfr": draw(
            "Exploitability of MCCFR in Pebbles with six pebbles falls with the iterations",
            {"exploitability": [(row["iterations"], row["exploitability"]) for row in mccfr]},
            ("iterations", [row["iterations"] for row in mccfr], math.log, "{:,.0f}"),
            ([0, 0.2, 0.4, 0.6, 0.8], "{:.1f}"),
        ),
    }


def main() -> int:
    """Write the pictures, or check them."""
    stale = [name for name, text in pictures().items() if not _is_fresh(FOLDER / f"{name}.svg", text)]
    if "--check" not in sys.argv:
        for name, text in pictures().items():
            (FOLDER / f"{name}.svg").write_text(text, encoding="utf-8")
        return 0
    for name in stale:
        print(f"docs/baselines/{name}.svg is out of date; make docs draws it")
    return bool(stale)


def _is_fresh(path: Path, text: str) -> bool:
    return path.is_file() and path.read_text(encoding="utf-8") == text


if __name__ == "__main__":
    sys.exit(main())
