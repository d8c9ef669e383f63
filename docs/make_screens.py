"""Write the pictures of the terminal under docs/screens: `python docs/make_screens.py`, part of `make docs`."""

from __future__ import annotations

import io
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

import heliodor

SCREENS = Path(__file__).with_name("screens")
NIGHT = TerminalTheme(
    (16, 24, 43),
    (232, 226, 210),
    [
        *((16, 24, 43), (214, 84, 84), (96, 180, 110), (214, 170, 80)),
        *((96, 140, 220), (160, 110, 210), (80, 180, 190), (232, 226, 210)),
    ],
    [
        *((96, 104, 126), (240, 110, 110), (130, 210, 140), (240, 205, 110)),
        *((130, 170, 250), (190, 140, 240), (110, 215, 225), (255, 250, 240)),
    ],
)
# Rich's own frame would load a font from elsewhere; this one takes the reader's.
FRAME = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
{unique_id}-matrix, .{unique_id}-matrix {{ font-family: Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/></clipPath>{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}<g class="{unique_id}-matrix">{matrix}</g></g>
</svg>
"""


def main() -> None:
    """Write one picture for each game that is shown in the documents."""
    luz = heliodor.new_match("luz", players=4, seed=7, names=["Olha", "Ihor", "Taras", "Mariia"])
    for action in ("bid 3+", "bid 2", "bid 1", "bid 4"):
        luz.act(action)
    for _ in range(6):
        luz.act(luz.legal()[-1])
    _write("terminal-luz", "Luz, as Olha sees it", luz.draw(0))
    nizam = heliodor.new_match("nizam", players=3, seed=5, names=["Olha", "Ihor", "Taras"])
    for action in ("draw", "draw", "1>"):
        nizam.act(action)
    _write("terminal-nizam", "Nizam, as Ihor sees it", nizam.draw(1))


def _write(name: str, title: str, markup: str) -> None:
    console = Console(record=True, width=84, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(markup, highlight=False)
    svg = console.export_svg(title=title, theme=NIGHT, code_format=FRAME, unique_id=name)
    (SCREENS / f"{name}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
