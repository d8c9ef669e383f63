"""Write the pictures of the rules pages, docs/rules/pictures, from the art of the page.

`python docs/make_pictures.py` writes them; with `--check` it only checks that they are up to date and that the pages
show all of them. A picture has no words, so that it serves all languages; the text beside it says what it shows. Small
pictures are named by what they show: `gem-R`, `row-EEESQ`, `gnome-Ro`, `luz-R4`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from pathlib import Path

RULES = Path(__file__).with_name("rules")
PICTURES = RULES / "pictures"
WEB = Path(__file__).parents[1] / "web" / "src"
SYMBOLS = {
    found[1]: found[0]
    for found in re.finditer(r'<symbol id="([^"]+)".*?</symbol>', (WEB / "art/sprite.svg").read_text("utf-8"))
}
TOKENS: dict[str, str] = {}  # Of the first theme in the style sheet, night, which all pictures use.
for _sheet in (WEB / "styles/tokens.css", WEB / "games/luz/suits.css"):
    for _name, _value in re.findall(r"--([\w-]+):\s*([^;]+);", _sheet.read_text("utf-8")):
        TOKENS.setdefault(_name, _value)

CELL = 46
GAP = 3
SUITS = {"R": "red", "Y": "yellow", "G": "green", "B": "blue", "P": "purple"}
SHAPES = {"o": "round", "s": "square", "t": "tri"}
COLOURS = {"R": "ruby", "H": "heliodor", "S": "sapphire"}
CARDS = {
    **{"C": "cave", "K": "cavein", "D": "diamond"},
    **{"FO": "fog-orange", "FG": "fog-green", "FP": "fog-purple"},
    **{"WR": "wind-red", "WY": "wind-yellow", "WB": "wind-blue"},
}


class Picture:
    """A drawing: shapes in the order in which they are added, and the symbols that they use."""

    def __init__(self, width: float, height: float, is_framed: bool = True) -> None:
        self._size = (width, height)
        self._parts: list[str] = []
        self._symbols: dict[str, str] = {}
        if is_framed:
            self.rect(0, 0, width, height, fill="table", radius=12)

    def text(self) -> str:
        """Return the picture as a file."""
        width, height = (f"{side:g}" for side in self._size)
        head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        return "\n".join(
            [f'{head} viewBox="0 0 {width} {height}">', *self._symbols.values(), *self._parts, "</svg>", ""]
        )

    def rect(
        self, x: float, y: float, width: float, height: float, fill: str = "", radius: float = 7, **style: str
    ) -> None:
        place = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}"'
        self._parts.append(f"<rect {place} {_style(fill=fill, **style)}/>")

    def line(self, path: str, colour: str = "accent", width: float = 3, dashes: str = "") -> None:
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        style = f'fill="none" stroke="{TOKENS[colour]}" stroke-width="{width:g}" stroke-linecap="round"'
        self._parts.append(f'<path d="{path}" {style} stroke-linejoin="round"{dashed}/>')

    def arrow(self, x: float, y: float, way: str, size: float = 7, colour: str = "accent") -> None:
        """Draw the head of an arrow, its point at x, y."""
        dx, dy = {"<": (1, 0), ">": (-1, 0), "^": (0, 1), "v": (0, -1)}[way]
        one = f"{x + size * (dx + dy):g} {y + size * (dy + dx):g}"
        other = f"{x + size * (dx - dy):g} {y + size * (dy - dx):g}"
        self.line(f"M{one}L{x:g} {y:g}L{other}", colour)

    def say(
        self, x: float, y: float, words: str, size: float = 15, colour: str = "text", anchor: str = "middle"
    ) -> None:
        """Write digits and signs."""
        font = f'font-family="system-ui, sans-serif" font-weight="700" font-size="{size:g}"'
        self._parts.append(
            f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" {font} {_style(fill=colour)}>{words}</text>'
        )

    def art(
        self, name: str, x: float, y: float, size: float, colour: str = "", style: str = "", height: float = 0
    ) -> None:
        """Place a symbol of the sprite, and the symbols that it uses."""
        for part in re.findall(r'href="#([^"]+)"', SYMBOLS[name]):
            self._symbols[part] = SYMBOLS[part]
        self._symbols[name] = SYMBOLS[name]
        place = f'x="{x:g}" y="{y:g}" width="{size:g}" height="{height or size:g}"'
        painted = f' color="{TOKENS[colour]}"' if colour else ""
        self._parts.append(
            f'<use href="#{name}" {place}{painted}{f""" style="{style}" """.rstrip() if style else ""}/>'
        )

    # --- Cards ----------------------------------------------------------------------------------------------------

    def tile(self, x: float, y: float, kind: str, size: float = CELL - GAP) -> None:
        """Draw a gem card of Nizam and Pearl of the East, or the pearl."""
        is_pearl = kind == "P"
        edge = "brass" if is_pearl else "tile-edge"
        self.rect(x, y, size, size, fill="" if is_pearl else "tile", radius=size / 7, stroke=edge)
        if is_pearl:
            self.rect(x + 1, y + 1, size - 2, size - 2, fill="table-2", radius=size / 7)
        self.art(f"gem-{kind}", x + size / 10, y + size / 10, size * 0.8, "" if is_pearl else f"gem-{kind.lower()}")

    def back(self, x: float, y: float, width: float = 40, height: float = 48) -> None:
        """Draw a card face down."""
        self.rect(x, y, width, height, fill="panel-2", radius=6, stroke="brass")
        self.art("logo", x + width / 2 - 12, y + height / 2 - 12, 24)

    def gnome(self, x: float, y: float, card: str, size: float = 40) -> None:
        """Draw a card of Speedy Gnomes."""
        self.rect(x, y, size, size * 1.2, fill="tile", radius=size / 8, stroke="tile-edge")
        name = CARDS.get(card) or f"sg-{SHAPES[card[1]]}"
        colour = "" if card in CARDS else f"gn-{COLOURS[card[0]]}"
        self.art(name, x + size * 0.1, y + size * 0.2, size * 0.8, colour)
        if card not in CARDS:
            self.art(f"pip-{card[0].lower()}", x + size * 0.68, y + size * 0.05, size * 0.28)

    def luz(self, x: float, y: float, card: str, width: float = 30) -> None:
        """Draw a card of Luz: "R4", or "R" for its back."""
        suit, value, height = SUITS[card[0]], card[1:], width * 1.4
        if not value:
            self.art(f"back-{suit}", x, y, width, f"luz-{suit}", f"--suit-ink:{_ink(suit)}", height)
            return
        self.rect(x, y, width, height, fill="tile-hi", radius=width / 8, stroke="tile-edge")
        self.rect(x, y + height * 0.62, width, height * 0.38, fill=f"luz-{suit}", radius=width / 8)
        self.say(x + width / 2, y + height * 0.5, value, width * 0.55, "tile-ink")
        size = height * 0.3
        self._symbols[f"luz-{suit}"] = SYMBOLS[f"luz-{suit}"]
        place = f'x="{x + (width - size) / 2:g}" y="{y + height * 0.66:g}" width="{size:g}" height="{size:g}"'
        self._parts.append(f'<use href="#luz-{suit}" {place} color="{_ink(suit)}"/>')

    # --- Parts of several pictures ------------------------------------------------------------------------------------

    def row(self, x: float, y: float, kinds: str, cell: float = CELL) -> None:
        """Draw a row of tiles."""
        for place, kind in enumerate(kinds):
            self.tile(x + place * cell, y, kind, cell - GAP)

    def outline(
        self, x: float, y: float, length: int, way: str = ">", cell: float = CELL, colour: str = "brass-hi"
    ) -> None:
        """Draw a frame around the tiles of a combination that begins at x, y."""
        across, down = (length, 1) if way == ">" else (1, length)
        self.rect(
            x - 2.5,
            y - 2.5,
            across * cell - GAP + 5,
            down * cell - GAP + 5,
            radius=9,
            stroke=colour,
            thick="3.5",
        )

    def badge(self, x: float, y: float, words: str, colour: str = "brass") -> None:
        """Draw points, or a price, at a place."""
        width = 16 + 9 * len(words)
        self.rect(x - width / 2, y - 13, width, 26, fill=colour, radius=13)
        self.say(x, y + 5.5, words, 16, "brass-ink")

    def mark(self, x: float, y: float, is_good: bool) -> None:
        """Draw a tick or a cross in a circle around a place."""
        self.rect(x - 10, y - 10, 20, 20, fill="good" if is_good else "bad", radius=10)
        self.art("i-check" if is_good else "i-clear", x - 8, y - 8, 16, "brass-ink")

    def board(self, x: float, y: float, rows: Sequence[str]) -> tuple[float, float]:
        """Draw a board with its names of lines; return where its first tile is."""
        left, top = x + 26, y + 26
        side = 5 * CELL - GAP
        self.rect(left - 6, top - 6, side + 12, side + 12, fill="well", radius=10, stroke="frame", thick="2")
        for place in range(5):
            middle = place * CELL + CELL / 2
            self.say(left + middle - 1, y + 12, "ABCDE"[place], 13, "text-2")
            self.say(x + 9, top + middle + 3, "12345"[place], 13, "text-2")
            self.row(left, top + place * CELL, rows[place])
        return left, top


def _style(fill: str = "", stroke: str = "", thick: str = "1") -> str:
    line = f' stroke="{TOKENS[stroke]}" stroke-width="{thick}"' if stroke else ""
    return f'fill="{TOKENS[fill] if fill else "none"}"{line}'


def _ink(suit: str) -> str:
    return TOKENS["luz-yellow-ink"] if suit == "yellow" else "#fff"


# --- Small pictures, named by what they show -----------------------------------------------------------------------


def small(name: str) -> Picture:
    """Return a picture whose name says what it shows."""
    kind, _, what = name.partition("-")
    if kind == "gem":
        picture = Picture(28, 28, is_framed=False)
        picture.tile(1, 1, what, 26)
    elif kind == "row":
        picture = Picture(len(what) * 27 + 4, 32, is_framed=False)
        picture.row(3, 4, what, 27)
        for start, length in _runs(what):
            picture.outline(3 + start * 27, 4, length, cell=27, colour="brass-lo")
    elif kind == "gnome":
        picture = Picture(32, 38, is_framed=False)
        picture.gnome(1, 1, what, 30)
    else:
        picture = Picture(28, 38, is_framed=False)
        picture.luz(1, 1, what, 26)
    return picture


def _runs(kinds: str) -> Iterable[tuple[int, int]]:
    start = 0
    for _, group in groupby(kinds):
        length = len(list(group))
        if length >= 3:
            yield start, length
        start += length


# --- Nizam and Pearl of the East ---------------------------------------------------------------------------------


def draw_three() -> Picture:
    """A turn of the first kind: three cards from the deck into the hand."""
    picture = Picture(330, 84)
    for place in range(3):
        picture.back(24 + 3 * place, 20 - 3 * place)
    picture.line("M96 40H156")
    picture.arrow(158, 40, ">")
    for place in range(3):
        picture.back(172 + 32 * place, 16)
    picture.badge(302, 42, "+3")
    return picture


def _shift(before: str, after: str, paid: str) -> Picture:
    picture = Picture(330, 178)
    left = 14.0
    end, start = left + 4.5 * CELL, left + 21
    picture.line(f"M{end:g} 36V22Q{end:g} 14 {end - 8:g} 14H{start + 9:g}Q{start:g} 14 {start:g} 22V30")
    picture.arrow(start, 34, "v")
    picture.row(left, 40, before)
    picture.outline(left + 4 * CELL, 40, 1, colour="accent")
    picture.tile(268, 40, paid)
    picture.badge(310, 40, "−1", "bad")
    picture.line(f"M{left + 2.5 * CELL:g} 92V106")
    picture.arrow(left + 2.5 * CELL, 108, "v")
    picture.row(left, 120, after)
    return picture


def nizam_shift() -> Picture:
    """A shift: the card at the end goes round, and one of its kind is paid."""
    picture = _shift("RRTER", "RRRTE", "R")
    picture.outline(14, 120, 3)
    picture.badge(289, 141, "+3")
    return picture


def pearl_shift() -> Picture:
    """The same, for a task."""
    picture = _shift("RPSSR", "RRPSS", "R")
    picture.outline(14, 120, 3)
    picture.tile(268, 120, "R")
    picture.mark(310, 122, is_good=True)
    return picture


def _price(row: str, paid: str) -> Picture:
    """The right end of a row, and three cards that pay for its shift."""
    picture = Picture(330, 64)
    picture.row(14, 16, row, 36)
    picture.outline(14 + 4 * 36, 16, 1, cell=36, colour="accent")
    picture.badge(217, 32, "−3", "bad")
    picture.row(238, 18, paid, 29)
    return picture


def nizam_three() -> Picture:
    """Three cards instead of one."""
    return _price("RTAXE", "SCC")


def pearl_price() -> Picture:
    """The pearl at the end costs three cards."""
    return _price("RTAXP", "SCC")


def pearl_block() -> Picture:
    """The task on top of a pile blocks the other player; the one below does not."""
    picture = Picture(330, 84)
    picture.art("seat-0", 14, 28, 28, style=_seat(0))
    picture.tile(52, 30, "T", 40)
    picture.tile(72, 14, "R", 40)
    picture.outline(72, 14, 1, cell=43)
    picture.line("M132 42H162")
    picture.arrow(164, 42, ">")
    picture.art("seat-1", 178, 28, 28, style=_seat(1))
    for place, (kind, is_open) in enumerate((("R", False), ("T", True))):
        picture.tile(218 + 52 * place, 16, kind, 40)
        picture.mark(238 + 52 * place, 64, is_open)
    return picture


def nizam_before() -> Picture:
    """The board of the example, with the shift that is made."""
    picture = Picture(276, 292)
    left, top = picture.board(8, 10, ("ARRCE", "RAAAQ", "EQSAX", "CTEQS", "RCTEA"))
    picture.outline(left, top, 5, "v", colour="accent")
    picture.arrow(left + 21.5, top + 5 * CELL + 19, "v")
    picture.line(f"M{left + 21.5:g} {top + 5 * CELL + 6:g}V{top + 5 * CELL + 17:g}")
    return picture


def nizam_after() -> Picture:
    """The board of the example after the shift: a four and a three."""
    picture = Picture(276, 292)
    left, top = picture.board(8, 10, ("RRRCE", "AAAAQ", "EQSAX", "CTEQS", "RCTEA"))
    picture.outline(left, top, 3)
    picture.outline(left, top + CELL, 4)
    picture.badge(left + 3 * CELL + 6, top + 21, "+3")
    picture.badge(left + 4 * CELL + 6, top + CELL + 21, "+5")
    picture.say(left + 2.5 * CELL, top + 5 * CELL + 20, "5 + 3 + 1 = 9", 18, "brass-hi")
    return picture


def pearl_before() -> Picture:
    """The board of the example, with the shift that is made."""
    picture = Picture(294, 276)
    left, top = picture.board(8, 10, ("CEAXQ", "ERCAE", "RPSSR", "ACQSX", "TTTQX"))
    picture.outline(left, top + 2 * CELL, 5, colour="accent")
    middle = top + 2 * CELL + 21.5
    picture.line(f"M{left + 5 * CELL + 5:g} {middle:g}H{left + 5 * CELL + 17:g}")
    picture.arrow(left + 5 * CELL + 19, middle, ">")
    return picture


def pearl_after() -> Picture:
    """The board of the example after the shift: topaz, and ruby or sapphire with the pearl."""
    picture = Picture(294, 276)
    left, top = picture.board(8, 10, ("CEAXQ", "ERCAE", "RRPSS", "ACQSX", "TTTQX"))
    picture.outline(left, top + 4 * CELL, 3)
    picture.outline(left, top + 2 * CELL, 3)
    picture.outline(left + 2 * CELL, top + 2 * CELL, 3, colour="accent")
    return picture


# --- Speedy Gnomes ---------------------------------------------------------------------------------------------------


def gnomes_turn() -> Picture:
    """Take one card: from the deck or an open one; then play one."""
    picture = Picture(330, 200)
    picture.say(22, 46, "1", 22, "brass-hi")
    for place in range(3):
        picture.back(44 + 2 * place, 18 - 2 * place)
    for place, card in enumerate(("Ho", "FG", "C")):
        picture.gnome(112 + 46 * place, 16, card)
    picture.line("M262 40H292")
    picture.arrow(294, 40, ">")
    picture.art("i-hand", 298, 28, 26, "text")
    picture.say(22, 128, "2", 22, "brass-hi")
    for place, cards in enumerate((("C",), ("Rt",), ("K",), ("WY", "FO"))):
        x = 44 + 62 * place
        picture.gnome(x, 100, cards[0])
        if cards == ("K",):
            picture.line(f"M{x + 20} 152V160")
            picture.arrow(x + 20, 162, "v")
            picture.art("seat-1", x + 8, 166, 24, style=_seat(1))
        elif cards[0] in ("C", "Rt"):
            picture.line(f"M{x + 20} 152V160")
            picture.arrow(x + 20, 162, "v")
            picture.art("seat-0", x + 8, 166, 24, style=_seat(0))
    picture.gnome(276, 100, "FO")
    picture.line("M278 104L314 144", "bad", 4)
    picture.line("M314 104L278 144", "bad", 4)
    return picture


def _seat(seat: int) -> str:
    return f"--seat-{seat}:{TOKENS[f'seat-{seat}']}"


def gnomes_fog() -> Picture:
    """The example's turn: a cave and an orange fog lie on the table; which cards of the hand can be played."""
    picture = Picture(330, 156)
    picture.gnome(16, 12, "C")
    picture.gnome(62, 12, "FO")
    for place, (card, can_be_played) in enumerate(
        (("Ro", False), ("Ht", False), ("Ss", True), ("D", True), ("WY", True), ("C", False))
    ):
        x = 16 + 51 * place
        picture.gnome(x, 82, card)
        picture.mark(x + 20, 138, can_be_played)
    return picture


def gnomes_cave_in() -> Picture:
    """A cave lifts a cave-in: of two caves one is left."""
    picture = Picture(330, 72)
    for place, card in enumerate(("C", "K")):
        picture.gnome(28 + 46 * place, 12, card)
    picture.say(138, 44, "+", 24, "text-2")
    picture.gnome(156, 12, "C")
    picture.line("M214 36H240")
    picture.arrow(242, 36, ">")
    picture.gnome(258, 12, "C")
    return picture


def _sets(sets: Sequence[Sequence[str]]) -> Picture:
    picture = Picture(330, 12 + 56 * len(sets))
    for line, cards in enumerate(sets):
        y = 10 + 56 * line
        for place, card in enumerate(cards):
            picture.gnome(12 + 45 * place, y, card)
        picture.badge(302, y + 24, str(len(cards)))
    return picture


def gnomes_sets() -> Picture:
    """The example's best split: a six of one colour, a five of one shape."""
    return _sets((("Ro", "Ro", "Rs", "Rs", "Rt", "Rt"), ("Ho", "Ho", "So", "So", "D")))


def gnomes_sets_other() -> Picture:
    """The opponent's sets: a six, a four and a three."""
    return _sets((("Hs",) * 6, ("Ro",) * 4, ("St",) * 3))


# --- Luz -------------------------------------------------------------------------------------------------------------


def luz_view() -> Picture:
    """What a player sees: the others' values, and the sorted colours of the player's own hand."""
    picture = Picture(330, 128)
    hands = ("R2 R8 Y1 Y4 G3 G10 B5 B9 P1 P7", "R Y Y G G G B B P P")
    for line, (hand, seat) in enumerate(zip(hands, (1, 0), strict=True)):
        y = 14 + 58 * line
        picture.art(f"seat-{seat}", 8, y + 10, 22, style=_seat(seat))
        for place, card in enumerate(hand.split()):
            picture.luz(36 + 29 * place, y, card, 26)
    picture.art("i-eye", 10, y + 30, 18, "text-2")
    return picture


def luz_pass() -> Picture:
    """A hand on its way to the left, sorted, the + card on its high side."""
    picture = Picture(330, 66)
    picture.line("M34 33H14")
    picture.arrow(12, 33, "<")
    for place, card in enumerate("R Y Y G G G B B P P".split()):
        picture.luz(44 + 25 * place, 14, card, 23)
    picture.rect(296, 14, 23, 32, fill="tile-hi", radius=4, stroke="tile-edge")
    picture.say(307.5, 38, "+", 22, "tile-ink")
    return picture


def luz_trick() -> Picture:
    """The example's trick: red 4 leads and wins over red 3, green 3 and red 2."""
    return _trick(("R4", "R3", "G3", "R2"), 0)


def _trick(cards: Sequence[str], winner: int) -> Picture:
    picture = Picture(330, 92)
    for place, card in enumerate(cards):
        x = 26 + 76 * place
        picture.luz(x, 16, card, 42)
        if place:
            picture.line(f"M{x - 26} 46H{x - 14}", "text-2")
            picture.arrow(x - 12, 46, ">", 5, "text-2")
    picture.rect(21 + 76 * winner, 11, 52, 69, radius=9, stroke="brass-hi", thick="3.5")
    return picture


def luz_trump() -> Picture:
    """A low yellow card wins over a high card of the led colour."""
    return _trick(("R4", "R8", "Y2", "G8"), 2)


def luz_bet() -> Picture:
    """Three bet beads and a safety bead: three or four tricks."""
    picture = Picture(330, 56)
    for place in range(3):
        picture.art("bead", 24 + 36 * place, 12, 32, "brass")
    picture.say(146, 36, "+", 24, "text-2")
    picture.art("bead-safe", 164, 12, 32, "brass-lo")
    picture.say(216, 36, "=", 24, "text-2")
    picture.badge(248, 28, "3")
    picture.say(272, 34, "/", 20, "text-2")
    picture.badge(296, 28, "4")
    return picture


def luz_seats() -> Picture:
    """The example's table before deal 4: the marker is with A, B and D have 40 points, B begins."""
    picture = Picture(330, 132)
    for seat, name in enumerate("ABCD"):
        x = 28 + 80 * seat
        picture.art(f"seat-{seat}", x, 34, 36, style=_seat(seat))
        picture.say(x + 18, 93, name, 16)
        if name in "BD":
            picture.badge(x + 18, 112, "40")
        if seat:
            picture.line(f"M{x - 36} 52H{x - 14}", "text-2")
            picture.arrow(x - 12, 52, ">", 5, "text-2")
    picture.art("first", 34, 6, 24, "brass")
    picture.rect(103, 29, 46, 46, radius=23, stroke="brass-hi", thick="3.5")
    return picture


NAMED: dict[str, Callable[[], Picture]] = {
    "nizam-draw": draw_three,
    "nizam-shift": nizam_shift,
    "nizam-three": nizam_three,
    "nizam-before": nizam_before,
    "nizam-after": nizam_after,
    "pearl-shift": pearl_shift,
    "pearl-price": pearl_price,
    "pearl-block": pearl_block,
    "pearl-before": pearl_before,
    "pearl-after": pearl_after,
    "gnomes-turn": gnomes_turn,
    "gnomes-fog": gnomes_fog,
    "gnomes-cave-in": gnomes_cave_in,
    "gnomes-sets": gnomes_sets,
    "gnomes-sets-other": gnomes_sets_other,
    "luz-view": luz_view,
    "luz-pass": luz_pass,
    "luz-trick": luz_trick,
    "luz-trump": luz_trump,
    "luz-bet": luz_bet,
    "luz-seats": luz_seats,
}


def shown() -> set[str]:
    """Return the names of all pictures that the rules pages show."""
    pages = "".join(page.read_text("utf-8") for page in RULES.glob("*.md"))
    return set(re.findall(r"\(pictures/([^)]+)\.svg\)", pages))


def main() -> int:
    """Write or check the pictures; return the exit code."""
    texts = {name: (NAMED[name]() if name in NAMED else small(name)).text() for name in sorted(shown())}
    kept = {path.stem: path for path in PICTURES.glob("*.svg")}
    if "--check" in sys.argv[1:]:
        stale = [name for name, text in texts.items() if name not in kept or kept[name].read_text("utf-8") != text]
        stale += [name for name in sorted(kept) if name not in texts]
        print(f"the pictures of the rules are {f'stale: run make docs ({stale[0]})' if stale else 'fresh'}")
        return 1 if stale else 0
    PICTURES.mkdir(exist_ok=True)
    for name, path in kept.items():
        if name not in texts:
            path.unlink()
    for name, text in texts.items():
        (PICTURES / f"{name}.svg").write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
