"""Bots at tables see what their seat sees, and how long they take says nothing about their cards."""

from __future__ import annotations

import asyncio
import random
import time
from typing import Any

import pytest

from heliodor import new_match
from heliodor.client import ME, Client, bot
from heliodor.core.contract import Game, States
from heliodor.games import GAME_IDS, get_game
from heliodor.server.driving import time_to_answer
from heliodor.server.thinking import Thinkers, _choose
from tests.server.harness import play_on, run, serving, table_of


class Spy:
    """Chooses at random and remembers what it was shown."""

    name = "spy"

    def __init__(self, game: Game) -> None:
        self.shown: list[States] = []
        self._kernels = game.kernels

    def choose(self, states: States, index: int, legal: int, gen: Any) -> list[int]:
        self.shown.append(states.copy())
        return [int(self._kernels.random_action(states, index, gen))]


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_bot_is_given_the_hidden_state_of_its_seat(sqlite: str, game_id: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            game = get_game(game_id)
            spy = Spy(game)
            server.site.thinkers._bots[game_id, "random"] = spy
            person = await Client.arrive(server.url)
            info = await table_of([person], game_id, [ME, bot("random"), bot("random")])
            async with person.open(info.id) as table:
                await play_on(table, random.Random(1), 3)
                await table.my_turn()
            assert spy.shown
            for states in spy.shown:
                seat = int(game.kernels.to_act(states, 0))
                hidden = states.copy()
                game.kernels.hide(hidden, 0, seat)
                assert hidden.tobytes() == states.tobytes()
                assert not states["rng"].any()

    run(main())


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_every_choice_becomes_whole_actions(game_id: str) -> None:
    game = get_game(game_id)
    for seed in range(20):
        match = new_match(game_id, players=3, seed=seed)
        for _ in range(30):
            if match.over:
                break
            for action in _choose(game, Spy(game), match.hidden_states(match.to_act)):
                assert match.is_legal(action)
                match.act(action)


def test_a_bot_that_fails_is_replaced_by_chance(caplog: pytest.LogCaptureFixture) -> None:
    class Broken:
        name = "broken"

        def choose(self, states: States, index: int, legal: int, gen: Any) -> list[int]:
            raise RuntimeError("no idea")

    async def main() -> None:
        game = get_game("nizam")
        thinkers = Thinkers(1)
        thinkers._bots["nizam", "expert"] = Broken()
        match = new_match("nizam", players=2, seed=1)
        [action] = await thinkers.decide(game, "expert", match.hidden_states(match.to_act))
        assert match.is_legal(action)
        thinkers.close()

    run(main())
    assert "a bot did not decide" in caplog.text


@pytest.mark.parametrize(
    ("thought", "answer"), [(0.0, 1.0), (0.001, 1.0), (0.99, 1.0), (1.0, 1.0), (1.01, 2.0), (4.2, 5.0)]
)
def test_a_bot_answers_at_whole_multiples_of_the_pace(thought: float, answer: float) -> None:
    assert time_to_answer(thought, 1.0) == answer
    assert time_to_answer(thought * 0.25, 0.25) == pytest.approx(answer * 0.25)


def test_no_bot_answers_faster_than_the_pace(sqlite: str) -> None:
    async def main() -> None:
        pace = 0.2
        async with serving(sqlite, bot_pace=pace) as server:
            person = await Client.arrive(server.url)
            info = await table_of([person], "luz", [ME, bot("random"), bot("random")])
            async with person.open(info.id) as table:
                await table.my_turn()
                began, ply = time.monotonic(), table.ply
                await play_on(table, random.Random(1), 1)
                await table.my_turn()
                assert table.ply == ply + 3
                assert time.monotonic() - began > 1.99 * pace

    run(main())


def test_tables_are_gone_from_memory_when_nobody_uses_them(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            person = await Client.arrive(server.url)
            idle = await table_of([person], "nizam", [ME])
            used = await table_of([person], "nizam", [ME])
            async with person.open(used.id) as table:
                await play_on(table, random.Random(1), 1)
                monkeypatch.setattr("heliodor.server.site.IDLE_SECONDS", 0.0)
                await asyncio.sleep(0.01)
                await server.site._forget_idle()
                assert set(server.site.tables) == {used.id}
            async with person.open(idle.id) as table:
                assert table.view is not None

    run(main())
