"""Bots in any language: a program that reads and writes lines of JSON (docs/bot-writing.md).

The program runs as a child process with its own standard input and output. It is greeted once and then asked for one
decision after another. Every fault becomes a BotError with one sentence. A faulty program is stopped, and restarted for
the next decision.
"""

from __future__ import annotations

import contextlib
import os
import select
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from typing import IO, Any, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from heliodor.bots.brain_bots import split_generator
from heliodor.bots.contract import Generator
from heliodor.core.contract import Game, States
from heliodor.core.errors import BadAction, BadOption, HeliodorError
from heliodor.core.kernels import OK

T = TypeVar("T")

PROTOCOL = 1
DEFAULT_TIME_LIMIT = 10.0  # Seconds for a decision.
START_LIMIT = 60.0  # Seconds for a program to answer the greeting; interpreters of some languages are slow to start.
LONGEST_LINE = 1 << 20
LONGEST_LOG = 1 << 20  # Bytes of the error output that are kept.
LAST_WORDS = 300  # Characters of it that an error quotes.
SEED_BITS = 53  # Every language can represent such a number, even those that only have floats.


class BotError(HeliodorError):
    """A bot did not decide; the message says what it did instead."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind  # "illegal", "nonsense", "died" or "timeout".

    def __reduce__(self) -> tuple[type[BotError], tuple[str, str]]:
        return BotError, (self.kind, str(self))  # It comes back from other processes.


class Hello(msgspec.Struct, tag_field="type", tag="hello"):
    """The greeting, once in each direction."""

    protocol: int
    game: str = ""  # Id; sent to the bot.
    version: int = 0  # Of the game's rules; sent to the bot.
    time_limit: float = 0.0  # Seconds for a decision; sent to the bot.
    name: str = ""  # Sent by the bot.


class Request(msgspec.Struct, tag_field="type", tag="choose"):
    """The question for one decision."""

    match: str  # The same for all decisions of a match; it has no other meaning.
    decision: int  # Number of earlier decisions in the match, over all seats.
    seat: int  # Whose decision it is.
    seed: int  # A number to seed the bot's randomness, so that its matches can be repeated.
    legal: list[str]  # Every legal action.
    view: Any  # What the seat sees: the game's View.


class Reply(msgspec.Struct):
    """The answer: one action, or several of the same turn that need no new view in between."""

    action: str | UnsetType = UNSET
    actions: list[str] | UnsetType = UNSET


class LineBot:
    """A program that decides for seats of one game."""

    def __init__(self, game: Game, command: str, time_limit: float = DEFAULT_TIME_LIMIT) -> None:
        self.name = f"cmd:{command}"
        self._game = game
        self._time_limit = time_limit
        self._arguments = _split(command)
        self._match = ""
        self._decision = 0
        self._past_cpu_seconds = 0.0  # Of children that have ended.
        self._child: _Child | None = None
        # Loaded now, so that no decision waits for the compiler.
        _ = game.kernels.to_act, game.kernels.determinize, game.kernels.step
        for question in game.questions:
            _ = question.compiled
        try:
            self._start()
        except BotError as error:
            raise BadOption(f"the bot {self.name} cannot be used: {error}") from None

    def situate(self, match: str, decision: int) -> None:
        """Set the match's id and the number of earlier decisions for the next request."""
        self._match = match
        self._decision = decision

    def choose(self, states: States, index: int, legal: int, gen: Generator) -> list[int]:
        """Return the steps of the actions that the program names; raise BotError if it does not name any."""
        hidden = states[index : index + 1].copy()
        seat = int(self._game.kernels.to_act(hidden, 0))
        request = Request(
            match=self._match,
            decision=self._decision,
            seat=seat,
            seed=int(split_generator(gen)[0]) >> (64 - SEED_BITS),
            legal=self._game.notation.legal_texts(hidden, 0),
            view=self._game.view.render(hidden, 0, seat),
        )
        texts = self._ask(request)
        self._game.kernels.determinize(hidden, 0, seat, gen)
        return [step for text in texts for step in self._steps_of(hidden, seat, text)]

    def cpu_seconds(self) -> float:
        """Return the CPU time that the program has used, as far as the system reports it."""
        return self._past_cpu_seconds + (self._child.cpu_seconds() if self._child else 0.0)

    def close(self) -> None:
        """End the program."""
        if self._child is not None:
            self._past_cpu_seconds += self._child.cpu_seconds()
            self._child.end()
            self._child = None

    def _start(self) -> _Child:
        self._child = _Child(self._arguments)
        greeting = Hello(PROTOCOL, self._game.id, self._game.version, self._time_limit)
        try:
            line = self._child.ask(msgspec.json.encode(greeting), START_LIMIT)
            answer = _decode(line, Hello)
            if answer.protocol != PROTOCOL:
                raise BotError("nonsense", f"it speaks protocol {answer.protocol}, not {PROTOCOL}")
        except BotError:
            self.close()
            raise
        return self._child

    def _ask(self, request: Request) -> list[str]:
        child = self._child or self._start()
        try:
            line = child.ask(msgspec.json.encode(request), self._time_limit)
            reply = _decode(line, Reply)
            if isinstance(reply.action, str) and isinstance(reply.actions, UnsetType):
                return [reply.action]
            if isinstance(reply.actions, list) and isinstance(reply.action, UnsetType) and reply.actions:
                return reply.actions
            raise BotError("nonsense", f"it answered {_quoted(line)}; an answer has either `action` or `actions`")
        except BotError:
            self.close()
            raise

    def _steps_of(self, imagined: States, seat: int, text: str) -> list[int]:
        """Return the steps of an action and play them in the imagined world, so that the next action can be parsed."""
        if self._game.kernels.to_act(imagined, 0) != seat:
            raise BotError("illegal", f"it chose {text[:80]!r} when its turn was over")
        try:
            steps = self._game.notation.parse_action(imagined, 0, text)
            before = imagined.copy()
            if not all(self._game.kernels.step(imagined, 0, step) == OK for step in steps):
                raise self._game.refusals.explain(before, 0, steps, text)
        except BadAction as error:
            raise BotError("illegal", f"it chose {text[:80]!r}: {error}") from None
        return steps


class _Child:
    """The running program and its three streams."""

    def __init__(self, arguments: list[str]) -> None:
        # A file rather than a pipe: nobody has to drain it, and the last lines are there when needed.
        self._log: IO[bytes] = tempfile.TemporaryFile("a+b")
        try:
            # In a separate session, so that Ctrl-C in the arena does not reach the bot first.
            self._process = subprocess.Popen(
                arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._log, start_new_session=True
            )
        except OSError as error:
            self._log.close()
            raise BotError("died", f"{arguments[0]} cannot be started: {error.strerror}") from None
        assert self._process.stdin is not None and self._process.stdout is not None
        self._input, self._output = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._input, False)
        self._unread = b""

    def ask(self, request: bytes, seconds: float) -> bytes:
        """Send a line and return the line that answers it; raise BotError if there is none in time."""
        if not self._unread and select.select([self._output], [], [], 0)[0]:
            self._unread = os.read(self._output, 1 << 16)  # Empty if the program has ended; the write below then fails.
        if self._unread:
            raise BotError("nonsense", f"it said {_quoted(self._unread)} without being asked")
        if os.fstat(self._log.fileno()).st_size > LONGEST_LOG:
            self._log.truncate(0)
        end = time.monotonic() + seconds
        try:
            self._write(request + b"\n", end)
            return self._read_line(end)
        except TimeoutError:
            raise BotError("timeout", f"it has not answered within {seconds:g} seconds{self._last_words()}") from None
        except (BrokenPipeError, EOFError):
            raise BotError("died", f"{self._how_it_ended()}{self._last_words()}") from None

    def _write(self, data: bytes, end: float) -> None:
        while data:
            if not select.select([], [self._input], [], max(0.0, end - time.monotonic()))[1]:
                raise TimeoutError
            data = data[os.write(self._input, data) :]

    def _read_line(self, end: float) -> bytes:
        while b"\n" not in self._unread:
            if len(self._unread) > LONGEST_LINE:
                raise BotError("nonsense", f"it answered with a line of more than {LONGEST_LINE} bytes")
            if not select.select([self._output], [], [], max(0.0, end - time.monotonic()))[0]:
                raise TimeoutError
            if not (data := os.read(self._output, 1 << 16)):
                raise EOFError
            self._unread += data
        line, _, self._unread = self._unread.partition(b"\n")
        return line

    def _how_it_ended(self) -> str:
        try:
            code = self._process.wait(1.0)
        except subprocess.TimeoutExpired:
            return "it has closed its output"
        return f"it was ended by signal {-code}" if code < 0 else f"it ended with exit code {code}"

    def _last_words(self) -> str:
        self._log.seek(max(0, self._log.seek(0, os.SEEK_END) - 4 * LAST_WORDS))
        lines = self._log.read().decode(errors="replace").split("\n")
        said = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f"; its last words: {said[-LAST_WORDS:]}" if said else ""

    def cpu_seconds(self) -> float:
        """Return the CPU time used so far; 0 if the system does not report it for another process."""
        if not sys.platform.startswith("linux"):
            return 0.0
        try:
            # The clock of a process, as clock_getcpuclockid(3) computes it.
            return time.clock_gettime((~self._process.pid << 3) | 2)
        except OSError:
            return 0.0  # It has ended.

    def end(self) -> None:
        """End the program; kill it if it does not end by itself."""
        for stream in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                stream.close()  # type: ignore[union-attr]
        try:
            self._process.wait(0.5)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)  # Including everything it has started.
            self._process.wait()
        self._log.close()


def _split(command: str) -> list[str]:
    try:
        arguments = shlex.split(command)
    except ValueError as error:
        raise BadOption(f"the command {command!r} cannot be read: {error}") from None
    if not arguments:
        raise BadOption("cmd: is followed by the command that starts the bot, as in cmd:python3 my_bot.py")
    return arguments


def _decode(line: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.DecodeError as error:
        raise BotError("nonsense", f"it answered {_quoted(line)}: {error}") from None


def _quoted(line: bytes) -> str:
    text = line.decode(errors="replace")
    return repr(text if len(text) <= 80 else text[:79] + "…")
