"""Outcomes on disk, one per line, so that a tournament can be resumed after any interruption.

The first line identifies the tournament; a line is written when its match is over. A killed process leaves at most
one incomplete line, the last one; it is cut off, and its match is played again.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import IO

import msgspec

from heliodor import __version__
from heliodor.arena.play import Job, Outcome
from heliodor.arena.schedule import Fixture
from heliodor.core.contract import OptionValue
from heliodor.core.errors import HeliodorError
from heliodor.games import get_game

FORMAT = "heliodor-arena/1"


class Head(msgspec.Struct, tag_field="type", tag="tournament"):
    """The first line: what must be equal for outcomes to belong together. It is written again when bots join."""

    format: str
    heliodor: str  # Version, because bots may change with it.
    game: str
    version: int  # Of the game's rules.
    options: dict[str, OptionValue]
    seed: int
    bots: dict[str, str]  # Name in the tournament -> specification of the bot.


class Journal:
    """A file of outcomes, open for appending."""

    def __init__(self, path: str | Path, job: Job) -> None:
        self.path = Path(path)
        self.outcomes: dict[Fixture, Outcome] = {}  # Those present when it was opened.
        self._bots: dict[str, str] = {}  # All bots in the file.
        version = get_game(job.game).version
        head = Head(FORMAT, __version__, job.game, version, dict(job.options), job.seed, dict(job.bots))
        try:
            self._file: IO[bytes] = open(self.path, "a+b")
        except OSError as error:
            raise HeliodorError(f"cannot store the matches in {path}: {error.strerror}") from None
        try:
            self._read(head)
        except BaseException:
            self._file.close()
            raise

    def add(self, outcomes: Iterable[Outcome]) -> None:
        """Append some outcomes; they survive the end of this process."""
        self._file.write(b"".join(msgspec.json.encode(outcome) + b"\n" for outcome in outcomes))
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _read(self, head: Head) -> None:
        self._file.seek(0)
        lines = self._file.read().split(b"\n")
        incomplete = lines.pop()
        if incomplete and not lines:
            raise HeliodorError(f"{self.path} is not the journal of a tournament")
        for number, line in enumerate(lines, 1):
            entry = self._decode(number, line)
            if isinstance(entry, Head):
                self._check(entry, head)
                self._bots |= entry.bots
            elif number == 1:
                raise HeliodorError(f"{self.path} is not the journal of a tournament: its first line is a match")
            else:
                # If two tournaments have written the same match, the first one counts.
                self.outcomes.setdefault(entry.fixture, entry)
        self._file.truncate(self._file.tell() - len(incomplete))
        if not head.bots.items() <= self._bots.items():
            self._file.write(msgspec.json.encode(head) + b"\n")

    def _decode(self, number: int, line: bytes) -> Head | Outcome:
        try:
            return msgspec.json.decode(line, type=Head | Outcome)
        except msgspec.DecodeError as error:
            raise HeliodorError(f"{self.path} is not the journal of a tournament: line {number}: {error}") from None

    def _check(self, there: Head, here: Head) -> None:
        another = f"{self.path} is the journal of another tournament"
        for field in ("format", "heliodor", "game", "version", "options", "seed"):
            if getattr(there, field) != getattr(here, field):
                raise HeliodorError(
                    f"{another}: its {field} is {_shown(getattr(there, field))}, not {_shown(getattr(here, field))}"
                )
        # Bots may join a tournament and leave it, but a name keeps its bot.
        for name in there.bots.keys() & here.bots.keys():
            if there.bots[name] != here.bots[name]:
                raise HeliodorError(f"{another}: there, {name} is {there.bots[name]}, not {here.bots[name]}")


def _shown(value: object) -> str:
    return msgspec.json.encode(value).decode()
