"""Bots at tables: they get the hidden state of their seat, think in threads, and answer with actions as text."""

from __future__ import annotations

import asyncio
import logging
import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from heliodor.bots import Bot, get_bot
from heliodor.core.contract import Game, States
from heliodor.core.errors import BadAction
from heliodor.hints import BetKnowledge, Hint, Position, bet_knowledge, give_hints

log = logging.getLogger("heliodor.bots")

HINT_LEVEL = "skilled"  # Who asks should not wait longer than a moment.
MAX_STEPS = 64  # Of one decision.


class Thinkers:
    """The bots of a process and the threads they think in; compiled code runs there without the GIL."""

    def __init__(self, threads: int) -> None:
        self._bots: dict[tuple[str, str], Bot] = {}
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="heliodor-bot")

    async def decide(self, game: Game, level: str, hidden: States) -> list[str]:
        """Return the actions that a bot of this level plays; at random if it fails to decide."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, self._decide, game, level, hidden)

    async def prepare(self, game: Game, level: str) -> None:
        """Have a bot ready, so that its first decision is not late."""
        await asyncio.get_running_loop().run_in_executor(self._pool, self._bot, game, level)

    async def advise(self, game: Game, hidden: States) -> list[Hint]:
        """Return what is worth a thought for the seat to act, the best first."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, _advise, game, hidden)

    async def review(self, position: Position) -> BetKnowledge:
        """Return what could be known of the bets in a position of Luz."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, bet_knowledge, position)

    def close(self) -> None:
        """Let the threads go when they have finished."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _bot(self, game: Game, level: str) -> Bot:
        bot = self._bots.get((game.id, level))
        if bot is None:
            bot = self._bots[game.id, level] = get_bot(level, game)
        return bot

    def _decide(self, game: Game, level: str, hidden: States) -> list[str]:
        try:
            return _choose(game, self._bot(game, level), hidden)
        except Exception:
            log.exception("a bot did not decide", extra={"game": game.id, "level": level})
            return _choose(game, get_bot("random", game), hidden)


def _advise(game: Game, hidden: States) -> list[Hint]:
    return give_hints(game, hidden, level=HINT_LEVEL)


def _choose(game: Game, bot: Bot, hidden: States) -> list[str]:
    """Return whole actions: a bot that names one step at a time is asked again until its action is complete."""
    gen: Any = np.frombuffer(os.urandom(8), np.uint64).copy()
    scratch = hidden.copy()
    steps: list[int] = []
    while len(steps) < MAX_STEPS:
        for step in bot.choose(scratch, 0, int(game.kernels.legal_actions(scratch, 0)), gen):
            steps.append(int(step))
        texts = game.notation.action_texts(hidden, 0, steps)
        if len(texts) > 1 or _is_whole(game, hidden, texts[0], steps):
            return texts
        scratch = hidden.copy()
        for step in steps:
            game.kernels.apply_action(scratch, 0, step)
    raise RuntimeError(f"{bot.name} did not complete an action in {MAX_STEPS} steps")


def _is_whole(game: Game, hidden: States, text: str, steps: list[int]) -> bool:
    try:
        return game.notation.parse_action(hidden, 0, text) == steps
    except BadAction:
        return False
