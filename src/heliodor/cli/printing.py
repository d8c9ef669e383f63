"""Lists, times and JSON on the command line."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Sequence
from typing import Any

from heliodor.core.errors import BadOption

UNITS = {"s": 1_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 604_800_000}
LONGEST_PERIOD = 100 * 366 * 86_400_000


def print_json(value: Any) -> None:
    """Print a value as JSON on one line; a list as one line for each of its values."""
    import msgspec

    for each in value if isinstance(value, list) else [value]:
        sys.stdout.write(msgspec.json.encode(each).decode() + "\n")


def columns(heads: Sequence[str], lines: Sequence[Sequence[object]], nothing: str) -> None:
    """Print lines in columns under their heads; without lines, a sentence on the error output."""
    if not lines:
        print(nothing, file=sys.stderr)
        return
    texts = [list(heads), *([_plain(str(part)) for part in line] for line in lines)]
    widths = [max(len(line[column]) for line in texts) for column in range(len(heads))]
    for line in texts:
        print("  ".join(part.ljust(width) for part, width in zip(line, widths, strict=True)).rstrip())


def _plain(text: str) -> str:
    """Return a text without signs that would steer the terminal: people have written it."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)


def moment(milliseconds: int) -> str:
    """Return a time as a day and minutes in UTC."""
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(milliseconds / 1000))


def age(milliseconds: int) -> str:
    """Return a length of time in its largest unit: 3 min, 5 h, 12 d."""
    for unit, name in ((UNITS["d"], "d"), (UNITS["h"], "h"), (UNITS["m"], "min")):
        if milliseconds >= unit:
            return f"{milliseconds // unit} {name}"
    return f"{max(0, milliseconds) // 1000} s"


def period(option: str, text: str) -> int:
    """Return a length of time like 10m, 12h, 7d or 4w in milliseconds."""
    found = re.fullmatch(r"(\d{1,9})([smhdw])", text)
    if found is None or not 0 < int(found[1]) * UNITS[found[2]] <= LONGEST_PERIOD:
        raise BadOption(f"{option} takes a length of time like 30m, 12h, 7d or 4w, not {text!r}")
    return int(found[1]) * UNITS[found[2]]
