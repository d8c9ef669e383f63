"""Get games ready while other work goes on: load what is on disk, and compile the rest in child processes.

Compiling holds the interpreter's lock for seconds, so a process that serves never does it. A child writes to the cache
on disk (`python -m heliodor.warm`), and this process loads from there. The game that somebody waits for comes first.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence

from heliodor.core.code_files import check_cache, only_from_disk
from heliodor.core.contract import Game
from heliodor.core.errors import DamagedCache, NotCompiled
from heliodor.core.folders import CACHE_VARIABLE
from heliodor.warm.parts import PARTS, Part, entrances

log = logging.getLogger("heliodor.warm")

MOST_CHILDREN = min(2, os.cpu_count() or 1)
ATTEMPTS = 2  # A child that was killed is started once more.
GUESSED_SECONDS, GUESSED_EFFORT = 8.0, 20.0  # How long compiling takes, until more has been measured here.
ROUNDED_TO = 5  # Seconds that are shown to people.

Note = Callable[[str], None]


class Preparation:
    """The games of a process, as far as they are ready; to be used inside of one event loop."""

    def __init__(
        self, parts: Sequence[Part] = PARTS, children: int = MOST_CHILDREN, note: Note = lambda line: None
    ) -> None:
        self._parts = parts
        self._free = self._most = children
        self._is_compiling = asyncio.Event()
        self._note = note  # Called with each line of a child.
        self._jobs: dict[str, _Job] = {}  # By game.
        self._waiting: list[_Job] = []  # For a free child process.
        self._seconds, self._effort = GUESSED_SECONDS, GUESSED_EFFORT  # What children have needed for what.
        self._folder: tempfile.TemporaryDirectory[str] | None = None  # If the cache cannot be written.

    def begin(self, games: Iterable[Game]) -> None:
        """Begin to get games ready, in this order unless somebody waits."""
        for game in games:
            self._job(game)

    async def ready(self, game: Game, part: Part = "play") -> None:
        """Wait until a part of a game is loaded; the game then goes before those that nobody waits for."""
        job = self._job(game)
        if not job.parts[part].is_set():
            job.is_asked_for = True
            await _first_of(job.parts[part], job.task)
            if not job.parts[part].is_set():
                job.task.result()  # Raises what went wrong.

    def is_ready(self, game: Game, part: Part = "play") -> bool:
        """Return whether a part of a game is loaded."""
        return game.id in self._jobs and self._jobs[game.id].parts[part].is_set()

    def seconds_left(self, game: Game) -> int | None:
        """Return about how long it takes until a game can be played, rounded up; None if it can."""
        job = self._jobs.get(game.id)
        if job is None or not job.is_missing or job.parts["play"].is_set():
            return None
        ends = [self._seconds_for(other, other.left) for other in self._jobs.values() if other.is_running]
        ends += [0.0] * self._free
        wait = 0.0
        if not job.is_running:
            # Those ahead take the child process that is free first, one after another.
            ahead = sorted(self._waiting, key=lambda each: not each.is_asked_for)
            for other in ahead[: ahead.index(job)] if job in ahead else ():
                ends[ends.index(min(ends))] += self._seconds_for(other, other.left)
            wait = min(ends)
        seconds = wait + self._seconds_for(job, job.left_to_play)
        return max(ROUNDED_TO, ROUNDED_TO * math.ceil(seconds / ROUNDED_TO))

    def _seconds_for(self, job: _Job, effort: int) -> float:
        elapsed = time.monotonic() - job.noted_at if job.is_running else 0.0
        return max(0.0, effort * self._seconds / self._effort - elapsed)

    async def unless_compiling(self, task: asyncio.Task[None]) -> None:
        """Wait until a task has ended, but not while something is compiled."""
        await _first_of(self._is_compiling, task)

    async def finished(self) -> None:
        """Wait until everything is ready that has been begun; raise what went wrong."""
        await asyncio.gather(*(job.task for job in self._jobs.values()))

    async def close(self) -> None:
        """Stop, and end the child processes."""
        for job in self._jobs.values():
            job.task.cancel()
        await asyncio.gather(*(job.task for job in self._jobs.values()), return_exceptions=True)
        if self._folder is not None:
            self._folder.cleanup()

    # --- One game ---------------------------------------------------------------------------------------------------

    def _job(self, game: Game) -> _Job:
        job = self._jobs.get(game.id)
        if job is None or (job.task.done() and not job.is_done):
            job = self._jobs[game.id] = _Job(game, self._parts)
            job.task = asyncio.create_task(self._prepare(job))
            job.task.add_done_callback(lambda task: task.cancelled() or task.exception())  # It is raised by `ready`.
        return job

    async def _prepare(self, job: _Job) -> None:
        await self._load(job)
        for _ in range(ATTEMPTS):
            if job.is_done:
                return
            job.is_missing = True
            await self._take_turn(job)
            job.is_running, job.noted_at = True, time.monotonic()
            try:
                await self._compile(job)
            finally:
                job.is_running = False
                self._give_turn()
            await self._load(job)
        if not job.is_done:  # As for a game that a child process does not find.
            log.warning("%s is compiled by the server itself; answers may be slow for a while", job.game.title)
            await asyncio.to_thread(job.load_all)
            job.mark_loaded()

    async def _load(self, job: _Job) -> None:
        """Load the parts that are on disk."""
        if await asyncio.to_thread(job.load_from_disk):
            job.mark_loaded()

    async def _take_turn(self, job: _Job) -> None:
        self._is_compiling.set()
        if self._free:
            self._free -= 1
            return
        self._waiting.append(job)
        try:
            await job.turn.wait()
        except asyncio.CancelledError:
            if job in self._waiting:
                self._waiting.remove(job)
            raise
        job.turn.clear()

    def _give_turn(self) -> None:
        """Let the next game have the child process that has ended: one that is asked for, else the first."""
        if self._waiting:
            chosen = min(self._waiting, key=lambda job: not job.is_asked_for)
            self._waiting.remove(chosen)
            chosen.turn.set()
        else:
            self._free += 1
            if self._free == self._most:
                self._is_compiling.clear()

    async def _compile(self, job: _Job) -> None:
        self._use_a_writable_folder()
        command = (sys.executable, "-m", "heliodor.warm", job.game.id, *self._parts)
        child = await asyncio.create_subprocess_exec(
            *command, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
        )
        assert child.stdout is not None and child.stderr is not None
        errors = asyncio.create_task(child.stderr.read())
        try:
            async for line in child.stdout:
                origin, part, name = line.decode().rstrip("\n").split(" ", 2)
                seconds, effort = job.note(part, name)
                if origin == "compiled":
                    self._seconds += seconds
                    self._effort += effort
                self._note(f"{origin} {job.game.title}: {name}")
                if job.is_complete(part):
                    await self._load(job)
            code = await child.wait()
        finally:
            if child.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    child.kill()
                await child.wait()
            said = (await errors).decode(errors="replace").strip()
        if code:
            why = f"signal {-code}" if code < 0 else said.rpartition("\n")[2] or f"exit code {code}"
            log.warning("the compiler of %s ended early: %s", job.game.title, why)

    def _use_a_writable_folder(self) -> None:
        """If the cache cannot be written, share a folder with the children that is deleted at the end."""
        try:
            check_cache()
        except DamagedCache as error:
            log.warning(str(error))
            self._folder = tempfile.TemporaryDirectory(prefix="heliodor-compiled-")
            os.environ[CACHE_VARIABLE] = self._folder.name


class _Job:
    """What is known about one game."""

    task: asyncio.Task[None]

    def __init__(self, game: Game, parts: Sequence[Part]) -> None:
        self.game = game
        self.parts = {part: asyncio.Event() for part in parts}  # Set when it is loaded.
        self.is_running = False  # Whether a child process compiles it.
        self.is_asked_for = False
        self.is_missing = False  # Whether something was not on disk.
        self.turn = asyncio.Event()
        self.noted_at = 0.0  # When the child was started, or had done something.
        self._loaded: list[Part] = []
        self._efforts: dict[tuple[str, str], int] = {
            (part, each.name): each.effort for part in parts for each in entrances(game, part)
        }
        self._left = dict(self._efforts)

    @property
    def is_done(self) -> bool:
        return all(event.is_set() for event in self.parts.values())

    @property
    def left(self) -> int:
        """The effort that is left."""
        return sum(self._left.values())

    @property
    def left_to_play(self) -> int:
        """The effort that is left until the game can be played."""
        return sum(effort for (part, _name), effort in self._left.items() if part == "play")

    def note(self, part: str, name: str) -> tuple[float, int]:
        """Note that an entrance is on disk; return the seconds since the last one, and its effort."""
        now = time.monotonic()
        seconds, self.noted_at = now - self.noted_at, now
        self._left.pop((part, name), None)
        return seconds, self._efforts.get((part, name), 1)

    def is_complete(self, part: str) -> bool:
        return not any(each == part for each, _name in self._left)

    def mark_loaded(self) -> None:
        for part in self._loaded:
            self.parts[part].set()
        self._left = {key: effort for key, effort in self._left.items() if key[0] not in self._loaded}

    # --- In a thread ------------------------------------------------------------------------------------------------

    def load_from_disk(self) -> bool:
        """Load the parts that are on disk as a whole; return whether there is one."""
        with only_from_disk():
            for part in self.parts:
                with contextlib.suppress(NotCompiled):
                    self._load(part)
        return bool(self._loaded)

    def load_all(self) -> None:
        for part in self.parts:
            self._load(part)

    def _load(self, part: Part) -> None:
        for entrance in entrances(self.game, part):
            entrance.load()
        if part not in self._loaded:
            self._loaded.append(part)


async def _first_of(event: asyncio.Event, task: asyncio.Task[None]) -> None:
    waiting = asyncio.ensure_future(event.wait())
    try:
        await asyncio.wait((waiting, task), return_when=asyncio.FIRST_COMPLETED)
    finally:
        waiting.cancel()
