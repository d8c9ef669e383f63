"""Bots in the other seats: compiled ones for all matches at once, others match by match in threads."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heliodor.bots import search_kernels
from heliodor.bots.contract import Bot
from heliodor.bots.referee import close_bots, make_bots
from heliodor.bots.registry import check_bot
from heliodor.bots.seating import Player, play_steps
from heliodor.core.contract import NOBODY, Game, States
from heliodor.core.errors import BadOption, HeliodorError
from heliodor.games import get_game


def check_bots(game: Game, bots: str | Sequence[str], players: int, seat: int) -> list[str]:
    """Return the name of the bot in every seat; that of `seat`, which no bot plays, is empty."""
    if not 0 <= seat < players:
        raise BadOption(f"there is no seat {seat}; the seats are 0 to {players - 1}")
    names = [bots] * (players - 1) if isinstance(bots, str) else list(bots)
    if len(names) != players - 1:
        raise BadOption(f"{players - 1} bots are needed, one for each other seat, not {len(names)}")
    for name in names:
        check_bot(name, game)
    return [*names[:seat], "", *names[seat:]]


class Opponents:
    """The bots of one match at a time. Each call uses the generator it is given."""

    def __init__(self, game: Game, names: Sequence[str]) -> None:
        self._game = game
        self._names = names
        self._bots: dict[str, Bot] = make_bots(game, {name: name for name in names if name})
        self._hidden = np.zeros(1, game.dtype)

    def __reduce__(self) -> tuple[Any, ...]:
        return _opponents_of, (self._game.id, self._names)

    def play(self, states: States, seat: int, gen: NDArray[np.uint64], match_id: str) -> None:
        """Let the bots play a match, an array of one state, until the seat is to act or it is over."""
        kernels, decision = self._game.kernels, 0
        while (other := int(kernels.to_act(states, 0))) not in (NOBODY, seat):
            kernels.copy(self._hidden, 0, states, 0)
            kernels.hide(self._hidden, 0, other)
            player = Player(self._bots[self._names[other]], gen)
            steps = player.choose(self._hidden, int(kernels.legal_actions(states, 0)), match_id, decision)
            play_steps(self._game, states, other, steps)
            decision += 1

    def close(self) -> None:
        """End the bots that are programs."""
        close_bots(self._bots.values())


def _opponents_of(game_id: str, names: Sequence[str]) -> Opponents:
    return Opponents(get_game(game_id), names)


class ManyOpponents:
    """The same for many matches, several at a time; each thread has its own bots."""

    def __init__(self, game: Game, names: Sequence[str], threads: int) -> None:
        self._free: SimpleQueue[Opponents] = SimpleQueue()
        self._all = [Opponents(game, names) for _ in range(threads)]
        for each in self._all:
            self._free.put(each)
        self._pool = ThreadPoolExecutor(threads)
        self._game = game

    def play(self, states: States, seat: int, done: NDArray[np.uint8], gens: NDArray[np.uint64]) -> None:
        """Let the bots play every match that is not done until the seat is to act or it is over."""
        to_act = np.empty(len(states), np.int64)
        self._game.kernels.to_act_many(states, to_act)
        waiting = np.flatnonzero((done == 0) & (to_act != seat) & (to_act != NOBODY))

        def play(place: Any) -> None:
            opponents = self._free.get()
            try:
                opponents.play(states[place : place + 1], seat, gens[place : place + 1], f"match {place}")
            finally:
                self._free.put(opponents)

        list(self._pool.map(play, waiting))

    def close(self) -> None:
        """End the threads, and the bots that are programs."""
        self._pool.shutdown(cancel_futures=True)
        for each in self._all:
            each.close()


class GreedyOpponents:
    """The brain's quick policy in all other seats, compiled."""

    def __init__(self, game: Game) -> None:
        self._greedy_many = search_kernels(game).greedy_many
        self._scratch = np.zeros(1, game.dtype)

    def play(self, states: States, seat: int, done: NDArray[np.uint8], gens: NDArray[np.uint64]) -> None:
        """Let the policy play every match that is not done until the seat is to act or it is over."""
        wrong = int(self._greedy_many(states, self._scratch.copy(), seat, done, gens))
        if wrong >= 0:
            raise HeliodorError(f"the greedy bot made an illegal step in match {wrong}")

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
