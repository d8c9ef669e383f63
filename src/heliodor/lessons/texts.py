"""Marks in the texts of lessons: what a text names says where the learner can see it.

`{legal~4>|row 4 to the right}` prints "row 4 to the right" and claims that the learner may play 4>. A source is

- a claim about what the learner sees: `scores/0=3`, or with ~ for "holds": `board~R`, `legal~draw`;
- the same with `after:`, about what the learner will see after the taught decision, whatever is hidden now;
- the number of a rule: `{N10|3 points}`.

Numbers and names of cards stand only inside marks, and a mark's words name nothing but what its source holds. So a
text can tell nothing that the learner cannot see. `{1}` is the name of the player in seat 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

AFTER = "after:"
_MARK = re.compile(r"\{([^{}|]+)\|([^{}|]+)\}")
_PLAYER = re.compile(r"\{\d\}")
_RULE = re.compile(r"[A-Z]\d+")
_CLAIM = re.compile(r"([\w./-]+)([=~])(.+)")
_NOTHING: Any = object()


class Mark(NamedTuple):
    """One mark of a text."""

    source: str
    words: str

    @property
    def rule(self) -> str | None:
        """The rule it refers to, if it is one."""
        return self.source if _RULE.fullmatch(self.source) else None


def marks(text: str) -> list[Mark]:
    """Return the marks of a text."""
    return [Mark(source, words) for source, words in _MARK.findall(text)]


def outside(text: str) -> str:
    """Return a text without its marks, and without players' names."""
    return _PLAYER.sub(" ", _MARK.sub(" ", text))


def spoken(text: str) -> str:
    """Return a text as it is shown: without sources, and what can be played between double asterisks."""
    return _MARK.sub(lambda found: f"**{found[2]}**" if found[1].startswith("legal") else found[2], text)


# --- Claims ------------------------------------------------------------------------------------------------------


class Claim(NamedTuple):
    """Something that is true of what the learner sees."""

    path: str  # As in "hands/0".
    sign: str  # "=": is exactly; "~": holds.
    value: str

    def holds(self, seen: Any) -> bool:
        """Return whether it is true."""
        found = value_at(seen, self.path)
        if found is _NOTHING:
            return False
        return _written(found) == self.value if self.sign == "=" else _contains(found, self.value)


def claim_of(source: str) -> Claim | None:
    """Return a source as a claim, without its `after:`; None if it is not one."""
    found = _CLAIM.fullmatch(source.removeprefix(AFTER))
    return None if found is None else Claim(*found.groups())


def value_at(seen: Any, path: str) -> Any:
    """Return the value at a path like "hands/0"; a marker if there is none."""
    for part in path.split("/"):
        if isinstance(seen, Mapping) and part in seen:
            seen = seen[part]
        elif isinstance(seen, list) and part.isdecimal() and int(part) < len(seen):
            seen = seen[int(part)]
        else:
            return _NOTHING
    return seen


def _written(value: Any) -> str:
    if isinstance(value, list):
        return ",".join(map(_written, value))
    if isinstance(value, bool):
        return "true" if value else "false"
    return "null" if value is None else str(value)


def _contains(value: Any, part: str) -> bool:
    if isinstance(value, Mapping):
        return part in value or any(_contains(inner, part) for inner in value.values())
    if isinstance(value, list):
        return any(_contains(inner, part) for inner in value)
    before = r"(?<!\d)" if part[0].isdecimal() else ""
    after = r"(?!\d)" if part[-1].isdecimal() else ""  # "bid 1" is not in "bid 10".
    return re.search(before + re.escape(part) + after, _written(value)) is not None


# --- What words name ---------------------------------------------------------------------------------------------


def numbers_in(words: str) -> list[str]:
    """Return the numbers that are written in digits."""
    return re.findall(r"\d+", words)


def named_in(words: str, names: Mapping[str, Iterable[str]]) -> Iterator[tuple[str, str]]:
    """Yield the words that name a card, each with the card's code."""
    for word in re.findall(r"[^\W\d_]+", words.casefold()):
        for code, beginnings in names.items():
            if any(word.startswith(beginning.casefold()) for beginning in beginnings):
                yield word, code
