"""Bots at tables see what their seat sees, and their thinking time reveals nothing about their cards."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from heliodor import new_match
from heliodor.bots import levels_of
from heliodor.client import ME, Client, LiveTable, RequestRefused, bot
from heliodor.core.contract import Game, States
from heliodor.games import GAME_IDS, get_game
from heliodor.protocol.messages import Hinted
from heliodor.protocol.requests import Hint
from heliodor.server import thinkers
from heliodor.server.driver import time_to_answer
from heliodor.server.thinkers import MOST_WAITING, Busy, Thinkers, Waiting, _choose
from tests.server.harness import Served, play_on, run, serving, table_of


class Spy:
    """Chooses at random and stores what it was shown."""

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
                chance = random.Random(1)
                while not spy.shown:  # The starting seat may play many actions before a bot's turn comes.
                    await play_on(table, chance, 1)
                await table.my_turn()
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


# --- Who thinks first -----------------------------------------------------------------------------------------------


async def bots_of_another_table(server: Served, turns: int) -> list[float]:
    """Play against two skilled bots; return how long the two took together, turn by turn."""
    person = await Client.arrive(server.url, "Olha")
    info = await table_of([person], "luz", [ME, bot("skilled"), bot("skilled")])
    taken = []
    async with person.open(info.id) as table:
        await table.my_turn()
        while len(taken) < turns:
            ply = table.ply
            await play_on(table, random.Random(ply), 1)
            began = time.monotonic()
            await table.my_turn()
            taken.append(time.monotonic() - began)
    return taken


async def ask_ten_hints_a_second(table: LiveTable, answers: list[Any]) -> None:
    """Ask for hints as one hostile person does, until cancelled; answers are collected, refusals by their key."""

    async def ask() -> None:
        try:
            answers.append(await table.ask(Hint(request=table.new_id(), ply=table.ply)))
        except RequestRefused as refused:
            answers.append(refused.key)

    asked: set[asyncio.Task[None]] = set()
    while True:
        asked |= {asyncio.create_task(ask()) for _ in range(10)}
        await asyncio.sleep(1.0)


def test_ten_hints_a_second_of_one_person_do_not_delay_the_bots_of_other_tables(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite, limits=True) as server:
            alone = await bots_of_another_table(server, 6)
            person = await Client.arrive(server.url, "Eve")
            info = await table_of([person], "nizam", [ME])
            async with person.open(info.id) as table:
                answers: list[Any] = []
                asking = asyncio.create_task(ask_ten_hints_a_second(table, answers))
                while len(answers) < 30:
                    await asyncio.sleep(0.05)
                meanwhile = await bots_of_another_table(server, 6)
                asking.cancel()
            assert any(isinstance(answer, Hinted) for answer in answers)
            refused = [answer for answer in answers if isinstance(answer, str)]
            assert len(refused) > len(answers) / 2 and set(refused) <= {"one_hint", "slow_down"}
            # They share two cores with one hint, so they take a little longer, but never wait for a queue of hints.
            assert max(meanwhile) < 3 * max(alone) + 1.0, (alone, meanwhile)

    run(main())


class SlowWork:
    """Work that lasts until the test lets it end."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.may_end = threading.Event()

    def of(self, name: str) -> Callable[[], str]:
        def work() -> str:
            self.begun.append(name)
            assert self.may_end.wait(30)
            return name

        return work


def test_moves_of_bots_come_before_hints_and_hints_hold_one_thread_at_most() -> None:
    async def main() -> None:
        thinkers, slow = Thinkers(2), SlowWork()
        hints = [asyncio.create_task(thinkers._advise(f"p{n}", slow.of(f"hint {n}"))) for n in range(3)]
        await asyncio.sleep(0)
        moves = [asyncio.create_task(thinkers._move(slow.of(f"move {n}"))) for n in range(3)]
        await asyncio.sleep(0)
        assert len(thinkers._running) == 2, "a hint and a move; not two hints"
        slow.may_end.set()
        await asyncio.gather(*hints, *moves)
        assert set(slow.begun[:2]) == {"hint 0", "move 0"}
        # The last move and the first of the other hints may begin at the same time, each in its thread.
        assert slow.begun[2] == "move 1"
        assert slow.begun.index("hint 2") > slow.begun.index("move 2")
        thinkers.close()

    run(main())


def test_masters_at_many_tables_leave_a_thread_for_the_bots_of_others() -> None:
    async def main() -> None:
        thinkers, slow = Thinkers(2), SlowWork()
        masters = [asyncio.create_task(thinkers._move(slow.of(f"master {n}"), is_long=True)) for n in range(3)]
        hint = asyncio.create_task(thinkers._advise("p", slow.of("hint")))
        await asyncio.sleep(0)
        assert len(thinkers._running) == 1, "one master thinks; another one, or a hint, would take the last thread"
        assert await thinkers._move(lambda: "at once") == "at once"
        slow.may_end.set()
        assert await asyncio.gather(*masters, hint) == ["master 0", "master 1", "master 2", "hint"]
        thinkers.close()

    run(main())


def test_with_one_thread_a_master_still_decides() -> None:
    async def main() -> None:
        thinkers, slow = Thinkers(1), SlowWork()
        slow.may_end.set()
        assert await thinkers._move(slow.of("master"), is_long=True) == "master"
        thinkers.close()

    run(main())


def test_only_the_level_that_thinks_longest_waits_behind_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    game = get_game("nizam")
    match = new_match("nizam", players=2, seed=1)
    began: list[tuple[str, bool]] = []

    async def main() -> None:
        thinkers = Thinkers(2)

        async def move(work: Any, *, is_long: bool = False) -> list[str]:
            began.append((work.args[1], is_long))
            return []

        monkeypatch.setattr(thinkers, "_move", move)
        for level in levels_of(game):
            await thinkers.decide(game, level, match.hidden_states(match.to_act))
        thinkers.close()

    run(main())
    assert [level for level, is_long in began if is_long] == ["master"]
    assert len(began) == len(levels_of(game))


def test_a_character_is_part_of_a_bots_level_and_name(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            person = await Client.arrive(server.url)
            info = await table_of([person], "luz", [ME, bot("casual:bold"), bot("skilled:mean")])
            assert [seat.level for seat in info.seats[1:]] == ["casual:bold", "skilled:mean"]
            assert [seat.name for seat in info.seats[1:]] == ["Casual bot, bold", "Skilled bot, mean"]
            async with person.open(info.id) as table:
                await play_on(table, random.Random(1), 3)

    run(main())


def test_a_person_asks_one_thing_at_a_time_and_a_full_queue_says_that_it_is_busy() -> None:
    async def main() -> None:
        thinkers, slow = Thinkers(2), SlowWork()
        hints = [asyncio.create_task(thinkers._advise(f"p{n}", slow.of(str(n)))) for n in range(MOST_WAITING + 1)]
        await asyncio.sleep(0)
        with pytest.raises(Waiting):
            await thinkers._advise("p0", slow.of("again"))
        with pytest.raises(Busy):
            await thinkers._advise("one more", slow.of("one more"))
        slow.may_end.set()
        assert await asyncio.gather(*hints) == [str(n) for n in range(MOST_WAITING + 1)]
        assert await thinkers._advise("p0", slow.of("later")) == "later"
        thinkers.close()

    run(main())


def test_a_person_who_asks_while_the_bots_are_busy_gets_a_refusal(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        monkeypatch.setattr(thinkers, "MOST_WAITING", 0)
        async with serving(sqlite) as server:
            person = await Client.arrive(server.url)
            info = await table_of([person], "nizam", [ME])
            async with person.open(info.id) as table:
                with pytest.raises(RequestRefused) as refused:
                    await table.ask(Hint(request="h", ply=0))
                assert refused.value.key == "busy"

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
                await server.site._unload_idle()
                assert set(server.site.tables) == {used.id}
            async with person.open(idle.id) as table:
                assert table.view is not None

    run(main())
