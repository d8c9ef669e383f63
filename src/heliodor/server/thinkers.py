"""Bots at tables: they get the hidden state of their seat, think in threads, and answer with actions as text.

Moves of bots come first; hints, the coach and reviews use the remaining threads, one request per person at a time. The
level that thinks longest never takes the last thread, so its table does not keep the bots of other tables waiting. An
analysis of a whole match comes last: it is divided into small pieces, and gets a thread when nobody else wants one.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from heliodor.bots import SLOW_LEVELS, Bot, get_bot, nearest_level
from heliodor.bots.seating import Player, choose_actions
from heliodor.core.contract import Game, States
from heliodor.hints import DEFAULT_LEVEL, Hint, Position, Question, give_hints, question

if TYPE_CHECKING:
    from heliodor.server.socket import Connection

log = logging.getLogger("heliodor.bots")

MOST_WAITING = 16  # Length of the queue for advice, which takes seconds; further people are asked to try again.

T = TypeVar("T")


class Busy(Exception):
    """The queue for advice is full."""


class Waiting(Exception):
    """A person asks for advice again before the last answer."""


class _Job(NamedTuple):
    work: Callable[[], Any]
    future: asyncio.Future[Any]
    asker: str | None  # The person who asks for advice; None: a bot's own move.
    is_long: bool = False  # It may take a second.


class Thinkers:
    """The bots of a process and the threads they think in; compiled code runs there without the GIL."""

    def __init__(self, threads: int) -> None:
        self._bots: dict[tuple[str, str], Bot] = {}
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="heliodor-bot")
        self._threads = threads
        self._moves: deque[_Job] = deque()  # Waiting for a thread.
        self._long_moves: deque[_Job] = deque()  # Waiting for a thread that leaves one for quick moves.
        self._advice: deque[_Job] = deque()  # Waiting for a thread that no move needs.
        self._studies: deque[_Job] = deque()  # Waiting until no thread is wanted for anything else.
        self._running: set[_Job] = set()
        self._asking: set[str] = set()  # People whose request is queued or running.
        self.asked: dict[tuple[str, str], Connection] = {}  # (Asker, request) -> where its answer goes.

    async def decide(self, game: Game, level: str, hidden: States) -> list[str]:
        """Return the actions of a bot of this level; random ones if it fails to decide."""
        return await self._move(partial(self._decide, game, level, hidden), is_long=level in SLOW_LEVELS)

    async def decide_later(self, asker: str, game: Game, level: str, hidden: States) -> list[str]:
        """Return the actions of a bot for which nobody waits; raise Busy or Waiting."""
        return await self._advise(asker, partial(self._decide, game, level, hidden))

    async def prepare(self, game: Game, level: str) -> None:
        """Load a bot, so that its first decision is not late."""
        await self._move(partial(self._bot, game, level))

    async def advise(self, asker: str, game: Game, hidden: States) -> list[Hint]:
        """Return the best actions for the seat to act, best first; raise Busy or Waiting."""
        return await self._advise(asker, partial(_advise, game, hidden))

    async def question(self, asker: str, game: Game, hidden: States, actions: Sequence[str]) -> Question | None:
        """Return what the coach says against some actions, or None; raise Busy or Waiting."""
        return await self._advise(asker, partial(_question, game, hidden, actions))

    async def review(self, asker: str, position: Position) -> Any:
        """Return what the seat could know at this decision; raise Busy or Waiting."""
        return await self._advise(asker, partial(position.advice.knowledge, position))

    async def consider(self, asker: str, work: Callable[[], T]) -> T:
        """Return the result of some other work about a position, such as judging an answer; raise Busy or Waiting."""
        return await self._advise(asker, work)

    async def study(self, work: Callable[[], T]) -> T:
        """Return the result of a small piece of an analysis, when there is time for it."""
        job = _Job(work, asyncio.get_running_loop().create_future(), None)
        self._studies.append(job)
        self._start_jobs()
        return await job.future  # type: ignore[no-any-return]

    def close(self) -> None:
        """Release the threads when they have finished."""
        for job in (*self._moves, *self._long_moves, *self._advice, *self._studies):
            job.future.cancel()
        self._moves.clear()
        self._long_moves.clear()
        self._advice.clear()
        self._studies.clear()
        self._pool.shutdown(wait=False, cancel_futures=True)

    # --- Who thinks next --------------------------------------------------------------------------------------------

    async def _move(self, work: Callable[[], T], *, is_long: bool = False) -> T:
        job = _Job(work, asyncio.get_running_loop().create_future(), None, is_long)
        (self._long_moves if is_long else self._moves).append(job)
        self._start_jobs()
        return await job.future  # type: ignore[no-any-return]

    async def _advise(self, asker: str, work: Callable[[], T]) -> T:
        if asker in self._asking:
            raise Waiting
        if len(self._advice) >= MOST_WAITING:
            raise Busy
        job = _Job(work, asyncio.get_running_loop().create_future(), asker, is_long=True)
        self._asking.add(asker)
        self._advice.append(job)
        self._start_jobs()
        return await job.future  # type: ignore[no-any-return]

    def _start_jobs(self) -> None:
        """Give free threads to moves, one of them to advice if no move is waiting, and to a study if all are free.

        Long moves and advice together leave one thread free for quick moves, if there are two or more.
        """
        while len(self._running) < self._threads:
            has_room = sum(running.is_long for running in self._running) < max(1, self._threads - 1)
            if self._moves:
                job = self._moves.popleft()
            elif self._long_moves and has_room:
                job = self._long_moves.popleft()
            elif self._advice and has_room and not any(running.asker for running in self._running):
                job = self._advice.popleft()
            elif self._studies and not self._running:
                job = self._studies.popleft()
            else:
                return
            if job.future.cancelled():  # Nobody waits for it any more.
                self._asking.discard(job.asker or "")
                continue
            self._running.add(job)
            thought = asyncio.get_running_loop().run_in_executor(self._pool, job.work)
            thought.add_done_callback(partial(self._done, job))

    def _done(self, job: _Job, thought: asyncio.Future[Any]) -> None:
        self._running.discard(job)
        if job.asker is not None:
            self._asking.discard(job.asker)
        if thought.cancelled():
            job.future.cancel()
        elif not job.future.done():
            if error := thought.exception():
                job.future.set_exception(error)
            else:
                job.future.set_result(thought.result())
        self._start_jobs()

    # --- In a thread ------------------------------------------------------------------------------------------------

    def _bot(self, game: Game, level: str) -> Bot:
        bot = self._bots.get((game.id, level))
        if bot is None:
            bot = self._bots[game.id, level] = get_bot(nearest_level(level, game), game)
        return bot

    def _decide(self, game: Game, level: str, hidden: States) -> list[str]:
        try:
            return _choose(game, self._bot(game, level), hidden)
        except Exception:
            log.exception("a bot did not decide", extra={"game": game.id, "level": level})
            return _choose(game, get_bot("random", game), hidden)


def _advise(game: Game, hidden: States) -> list[Hint]:
    return give_hints(game, hidden, level=DEFAULT_LEVEL)


def _question(game: Game, hidden: States, actions: Sequence[str]) -> Question | None:
    return question(game, hidden, actions, level=DEFAULT_LEVEL)


def _choose(game: Game, bot: Bot, hidden: States) -> list[str]:
    """Return the actions that a bot plays for the seat to act."""
    gen: Any = np.frombuffer(os.urandom(8), np.uint64).copy()
    # The plan is played and checked in a sampled world, which looks the same to the seat as the true one.
    world = hidden.copy()
    game.kernels.determinize(world, 0, int(game.kernels.to_act(hidden, 0)), gen)
    return choose_actions(game, Player(bot, gen), world, "", 0)
