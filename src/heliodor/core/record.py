"""The open record of a match, `heliodor/1`: reading, writing, and the form every field must have.

docs/record.md describes it. This file checks only the form; replaying a record (heliodor.match) checks the rules.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import msgspec

from heliodor.core.errors import BadRecord, HeliodorError

FORMAT = "heliodor/1"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"  # Some editors put it before UTF-8.


class Result(msgspec.Struct):
    """How a match ended."""

    scores: list[Any]  # By seat; numbers, in Speedy Gnomes lists of six numbers.
    winners: list[int]  # Seats, ascending.


class Record(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One match. Other fields may be present and are ignored."""

    format: str
    game: str
    version: int = 1  # Of the game's rules.
    options: dict[str, Any]  # `players`, and options; a missing one has its default in that version.
    names: list[str] | msgspec.UnsetType = msgspec.UNSET  # One for each seat.
    first: int  # The seat that starts; in Luz the one that deals first.
    shuffles: list[list[str]]  # Every shuffle in the order it happened, the top card first.
    actions: list[str]
    result: Result | msgspec.UnsetType = msgspec.UNSET  # Absent while the match is not over.
    practice: int | msgspec.UnsetType = msgspec.UNSET  # Played on from this ply of another match; absent in a real one.
    fairness: Any = msgspec.UNSET  # What is needed to recompute the shuffles from the revealed seed.


_decoder = msgspec.json.Decoder(Record)


def decode(text: bytes | str) -> Record:
    """Read one record; raise BadRecord if it is not JSON or a field is missing or of the wrong type."""
    try:
        record = _decoder.decode(text)
    except msgspec.ValidationError as error:
        raise BadRecord(_plain(str(error))) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        reason = str(error).removeprefix("JSON is malformed: ")
        raise BadRecord(f"this is not JSON: {_plain(reason)}") from None
    except RecursionError:
        raise BadRecord("this is not a record: it is nested too deeply") from None
    if record.format != FORMAT:
        raise BadRecord(f"the format is {record.format!r}, not {FORMAT!r}")
    return record


def encode(record: Record) -> bytes:
    """Write one record as one line of JSON, without the line break."""
    return msgspec.json.encode(record)


def read_lines(path: str | Path) -> Iterator[tuple[int, bytes]]:
    """Yield the line number and the text of each record in a file; "-" is standard input.

    One record per line, or the whole file one record in any layout. Empty lines are ignored. A file of lines is read
    line by line, so it may be larger than the memory.
    """
    try:
        with _open(path) as file:
            yield from _records(path, _lines(file))
    except OSError as error:
        raise HeliodorError(f"cannot read {path}: {error.strerror}") from None


def _records(path: str | Path, lines: Iterator[tuple[int, bytes]]) -> Iterator[tuple[int, bytes]]:
    first = next(lines, None)
    if first is None:
        raise HeliodorError(f"{path} holds no record")
    if first[1].startswith(b"{") and not _is_json(first[1]):
        several = [first, *lines]
        whole = b"\n".join(line for _, line in several)
        yield from [(first[0], whole)] if _is_json(whole) else several
        return
    yield first
    yield from lines


def _lines(file: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield the lines that are not empty, with their numbers."""
    for number, line in enumerate(file, 1):
        stripped = (line.removeprefix(BYTE_ORDER_MARK) if number == 1 else line).strip()
        if stripped:
            yield number, stripped


def _open(path: str | Path) -> AbstractContextManager[Iterable[bytes]]:
    if str(path) == "-":
        if sys.stdin is None:  # The process was started without one.
            raise HeliodorError("there is no standard input to read")
        return nullcontext(sys.stdin.buffer)
    return open(path, "rb")


def _is_json(text: bytes) -> bool:
    try:
        msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return True


def _plain(message: str) -> str:
    """Turn msgspec's path into words: `$.first` is the field first."""
    message = message.replace("`$.", "`").replace(" - at `$`", "").replace("`", "")
    return message[:1].lower() + message[1:]
