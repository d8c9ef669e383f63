"""Which game is compiled first, and how long the others are said to take."""

from __future__ import annotations

import asyncio

import pytest

from heliodor.games import GAME_IDS, get_game
from heliodor.warm.preparation import Preparation, _Job

GAMES = [get_game(game_id) for game_id in GAME_IDS]


class Pretended(Preparation):
    """Nothing is on disk, and compiling lasts until the test says so."""

    def __init__(self, children: int) -> None:
        super().__init__(("play", "hints"), children)
        self.begun: list[str] = []
        self._ends = {game.id: asyncio.Event() for game in GAMES}

    def end(self, game_id: str) -> None:
        self._ends[game_id].set()

    async def _load(self, job: _Job) -> None:
        if self._ends[job.game.id].is_set():
            job._loaded = list(job.parts)
            job.mark_loaded()

    async def _compile(self, job: _Job) -> None:
        self.begun.append(job.game.id)
        await self._ends[job.game.id].wait()


def test_the_game_that_somebody_waits_for_comes_first() -> None:
    async def main() -> None:
        preparation = Pretended(children=1)
        preparation.begin(GAMES)
        await asyncio.sleep(0)
        waiting = asyncio.create_task(preparation.ready(GAMES[3]))
        for game_id in ("nizam", "luz", "pearl", "gnomes"):
            while game_id not in preparation.begun:
                await asyncio.sleep(0)
            assert preparation.is_ready(GAMES[3]) or not waiting.done()
            preparation.end(game_id)
        await preparation.finished()
        await waiting
        assert preparation.begun == ["nizam", "luz", "pearl", "gnomes"]

    asyncio.run(asyncio.wait_for(main(), 60))


@pytest.mark.parametrize("children", [1, 2])
def test_a_game_that_waits_for_others_takes_longer(children: int) -> None:
    async def main() -> None:
        preparation = Pretended(children)
        assert preparation.seconds_left(GAMES[0]) is None  # Nobody has asked for it yet.
        preparation.begin(GAMES)
        while len(preparation._waiting) < len(GAMES) - children:
            await asyncio.sleep(0)
        seconds = [preparation.seconds_left(game) or 0 for game in GAMES]
        assert all(each >= 5 and each % 5 == 0 for each in seconds)
        assert seconds[0] < seconds[2]
        assert (seconds[1] > seconds[0]) == (children == 1)
        preparation.end("nizam")
        await preparation.ready(GAMES[0])
        assert preparation.seconds_left(GAMES[0]) is None
        assert (preparation.seconds_left(GAMES[2]) or 0) < seconds[2]
        await preparation.close()

    asyncio.run(asyncio.wait_for(main(), 60))


def test_what_goes_wrong_is_told_to_those_who_wait_and_tried_again_later() -> None:
    class Broken(Pretended):
        async def _compile(self, job: _Job) -> None:
            self.begun.append(job.game.id)
            raise OSError("no process can be started")

    async def main() -> None:
        preparation = Broken(children=2)
        for attempt in (1, 2):
            with pytest.raises(OSError, match="no process can be started"):
                await preparation.ready(GAMES[0])
            assert len(preparation.begun) == attempt

    asyncio.run(asyncio.wait_for(main(), 60))
