"""Files of puzzles: one JSON object a line, compressed if the name ends in `.xz`."""

from __future__ import annotations

import lzma
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import msgspec

from heliodor.core.errors import BadOption, HeliodorError
from heliodor.games import game_ids
from heliodor.puzzles.puzzle import Puzzle

SHIPPED = Path(__file__).parent / "shipped"
COMPRESSED = ".xz"
SHELF = 4.0  # Puzzles with ratings this close are about equally hard.
_decoder = msgspec.json.Decoder(Puzzle)


def read_set(path: str | Path) -> list[Puzzle]:
    """Return the puzzles of a file; raise HeliodorError, with the line, if one cannot be read."""
    try:
        data = Path(path).read_bytes()
        if str(path).endswith(COMPRESSED):
            data = lzma.decompress(data)
    except OSError as error:
        raise HeliodorError(f"cannot read {path}: {error.strerror}") from None
    except lzma.LZMAError:
        raise HeliodorError(f"cannot read {path}: it is not compressed as its name says") from None
    found = []
    for number, line in enumerate(data.splitlines(), 1):
        try:
            found.append(_decoder.decode(line))
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise HeliodorError(f"{path}, line {number}: this is not a puzzle: {error}") from None
    return found


def write_set(path: str | Path, puzzles: Iterable[Puzzle]) -> None:
    """Write puzzles to a file, which is replaced."""
    data = b"".join(msgspec.json.encode(puzzle) + b"\n" for puzzle in puzzles)
    if str(path).endswith(COMPRESSED):
        data = lzma.compress(data, preset=9 | lzma.PRESET_EXTREME)
    try:
        Path(path).write_bytes(data)
    except OSError as error:
        raise HeliodorError(f"cannot write {path}: {error.strerror}") from None


def shipped_path(game_id: str) -> Path:
    """Return where the set of a game is that comes with the package."""
    return SHIPPED / f"{game_id}.jsonl{COMPRESSED}"


def has_shipped_set(game_id: str) -> bool:
    """Return whether a set of this game comes with the package."""
    return game_id in game_ids() and shipped_path(game_id).is_file()


@cache
def shipped_set(game_id: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game that come with the package."""
    if not has_shipped_set(game_id):
        raise BadOption(f"no puzzles of {game_id} come with the package")
    return tuple(read_set(shipped_path(game_id)))


def spread(puzzles: Iterable[Puzzle], most: int) -> list[Puzzle]:
    """Return at most `most` puzzles, spread over kinds and difficulty as evenly as there are some, in their order."""
    shelves: dict[tuple[str, int], list[int]] = {}
    listed = list(puzzles)
    for place, puzzle in enumerate(listed):
        shelves.setdefault((puzzle.kind, round(puzzle.rating / SHELF)), []).append(place)
    # Kinds get equal parts, or what they have; within a kind, the shelves of difficulty do.
    per_kind: dict[str, list[int]] = {}
    for kind in {kind for kind, _shelf in shelves}:
        per_kind[kind] = _in_turn([places for key, places in sorted(shelves.items()) if key[0] == kind])
    chosen = _in_turn([per_kind[kind] for kind in sorted(per_kind)])[:most]
    return [listed[place] for place in sorted(chosen)]


def _in_turn(piles: list[list[int]]) -> list[int]:
    """Return all elements, taken from the piles in turn."""
    longest = max(map(len, piles), default=0)
    return [pile[place] for place in range(longest) for pile in piles if place < len(pile)]
