"""The coach: it asks before an action is played, one person against bots only, and never keeps anybody waiting."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import pytest

from heliodor.client import ME, OPEN, Client, bot
from heliodor.core import replay
from heliodor.games import GAME_IDS, get_game
from heliodor.hints import Question, advice_of, give_hints
from heliodor.protocol import requests
from heliodor.protocol.messages import Accepted, Questioned
from heliodor.protocol.settings import TableSettings, with_coach
from heliodor.server import coach, commands, thinkers
from heliodor.server.table import Table
from tests.server.harness import run, serving, table_of
from tests.server.test_tables import refusal
from tests.server.test_worlds import Ear, ask, copied, deal_again, new_table, settled

ON = TableSettings(coach=True)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the coach think little."""
    monkeypatch.setattr(thinkers, "DEFAULT_LEVEL", "novice")
    yield


def coached(table: Table) -> Table:
    """Switch the coach on: seat 0 is a person, bots have the others and act when the test says so."""
    table.seats = [
        seat if seat.seat == 0 else msgspec.structs.replace(seat, kind="bot", person=None) for seat in table.seats
    ]
    table.row = msgspec.structs.replace(table.row, settings=with_coach(table.row.settings, True))
    table.settings = msgspec.structs.replace(table.settings, coach=True)
    table.driver.consider = lambda: None  # type: ignore[method-assign]
    return table


def some_decision(table: Table, chance: random.Random) -> list[str]:
    """Return a legal decision, as a rule not a good one."""
    assert table.match is not None
    action = chance.choice(table.match.legal())
    after = table.match.states.copy()
    replay.play(table.game, after, after.copy(), action)
    return [action, "done"] if advice_of(table.game).is_mid_turn(after) else [action]


@pytest.mark.parametrize("game", GAME_IDS)
def test_a_question_is_the_same_in_worlds_that_a_seat_cannot_tell_apart_and_changes_nothing(game: str) -> None:
    async def main() -> None:
        chance, num_asked, num_best = random.Random(5), 0, 0
        table = coached(new_table(game, max(2, get_game(game).min_players)))
        for number in range(400):
            assert table.match is not None
            if table.match.over or num_best:
                break
            actor = table.match.to_act
            actions = some_decision(table, chance)
            if num_asked and actor == 0:  # Nothing is said about the best action.
                actions = give_hints(table.game, table.match.states, level="novice")[0].actions
            if actor != 0:
                await table.act(actor, table.ply, actions, None, lambda ply: None)
                continue
            twin = coached(copied(table))
            deal_again(twin, 0, chance.getrandbits(60))
            worlds = [table, twin]
            ears = [Ear(world.site, "p0", 0, world) for world in worlds]  # type: ignore[arg-type]
            states, ply = [world.match.states.tobytes() for world in worlds], table.ply  # type: ignore[union-attr]
            act = requests.Act(request=f"{number}", ply=ply, actions=actions)
            for world, ear in zip(worlds, ears, strict=True):
                await ask(world, ear, act)
            assert ears[0].heard == ears[1].heard
            (answer,) = (msgspec.json.decode(heard) for heard in ears[0].heard)
            if num_asked:
                assert answer["type"] == "accepted", actions
                num_best += 1
            if answer["type"] == "accepted":
                continue
            num_asked += 1
            assert [world.match.states.tobytes() for world in worlds] == states, "nothing is played"  # type: ignore[union-attr]
            assert msgspec.convert(answer, Questioned).given_away > advice_of(table.game).questioned_from
            assert answer["ply"] == ply == table.ply
            await ask(table, ears[0], act)  # The same again: the answer was lost on its way.
            await ask(table, ears[0], msgspec.structs.replace(act, anyway=True))
            assert ears[0].heard[1] == ears[0].heard[0]
            assert msgspec.json.decode(ears[0].heard[2], type=Accepted).ply == table.ply > ply
            await ask(table, ears[0], act)  # And once more: it has been played.
            assert ears[0].heard[3] == ears[0].heard[2]
        assert num_asked and num_best

    run(main())


def test_it_is_off_unless_one_person_who_plays_against_bots_wants_it(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            host, guest = [await Client.arrive(server.url, name) for name in ("Olha", "Ihor")]
            usual = await host.create_table("nizam", [ME, bot()])
            assert (usual.settings.coach, usual.no_coach) == (False, None)
            for game, seats, settings, why in (
                ("nizam", [ME, OPEN], ON, "coach_alone"),
                ("nizam", [ME, bot()], TableSettings(coach=True, hints="never"), "hints_off"),
                ("luz", [ME, bot(), bot()], TableSettings(coach=True, game={"aid": "off"}), "hints_aid_off"),
            ):
                assert await refusal(host.create_table(game, seats, settings)) == why
            info = await host.create_table("nizam", [ME, bot("random")], ON)
            assert info.settings.coach and not info.rated
            # A seat for a second person switches it off, before that person can sit down.
            info = await host.change_seat(info.id, 1, "open")
            assert (info.settings.coach, info.no_coach) == (False, "coach_alone")
            info = await guest.join(info.id, info.join_token)
            assert (info.settings.coach, info.no_coach) == (False, "coach_alone")
            await host.start(info.id)
            async with host.open(info.id) as table:
                assert await refusal(table.ask(requests.Coach(request="on", on=True))) == "coach_alone"
                await table.ask(requests.Coach(request="off", on=False))
            watched = await table_of([host], "nizam", [ME, bot("random")])
            async with guest.open(watched.id, watched.watch_token) as watching, host.open(watched.id) as table:
                assert await refusal(watching.ask(requests.Coach(request="on", on=True))) == "forbidden"
                await table.ask(requests.Coach(request="on", on=True))
                await watching.until(lambda: watching.info is not None and watching.info.settings.coach)
                # It is stored, and goes on in a rematch.
                await table.offer("stop")
                await table.until(lambda: table.over)
                assert (await host.rematch(watched.id)).settings.coach
                assert await refusal(table.ask(requests.Coach(request="late", on=False))) == "table_stopped"

    run(main())


class SlowCoach:
    """Thinks in its thread until the test lets it go; then it asks about anything."""

    def __init__(self, found: Question | None) -> None:
        self.found = found
        self.may_end = threading.Event()
        self.begun = 0

    def __call__(self, *args: Any, **more: Any) -> Question | None:
        self.begun += 1
        self.may_end.wait(60)
        return self.found


def broken(*args: Any, **more: Any) -> None:
    raise RuntimeError("the coach is ill")


def test_play_goes_on_without_a_coach_that_is_slow_or_fails_or_is_still_busy(
    sqlite: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            host = await Client.arrive(server.url)
            info = await table_of([host], "nizam", [ME, bot("random")], ON)

            async def draw(name: str) -> None:
                await table.my_turn()
                answer = await table.ask(requests.Act(request=name, ply=table.ply, actions=["draw"]))
                assert isinstance(answer, Accepted)
                await table.until(lambda: table.ply >= answer.ply)

            async with host.open(info.id) as table:
                monkeypatch.setattr(coach, "MOST_SECONDS", 0.05)
                slow = SlowCoach(None)
                monkeypatch.setattr(thinkers, "question", slow)
                await draw("slow")
                await draw("still busy with the last one")
                assert slow.begun == 1
                slow.may_end.set()
                monkeypatch.setattr(coach, "MOST_SECONDS", 60.0)
                monkeypatch.setattr(thinkers, "question", broken)
                while server.site.thinkers._asking:
                    await asyncio.sleep(0.001)
                await draw("ill")
                assert "the coach failed" in caplog.text

    run(main())


def test_an_action_sent_again_over_a_new_connection_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        table = coached(new_table("nizam", 2))
        assert table.match is not None
        while table.match.to_act != 0:
            await table.act(1, table.ply, ["draw"], None, lambda ply: None)
        looked: list[Sequence[str]] = []
        go_on = asyncio.Event()

        async def look(asker: str, game: Any, hidden: Any, actions: Sequence[str]) -> None:
            looked.append(actions)
            await go_on.wait()

        monkeypatch.setattr(table.site.thinkers, "question", look)
        old, new = (Ear(table.site, "p0", 0, table) for _ in range(2))  # type: ignore[arg-type]
        act = requests.Act(request="once", ply=table.ply, actions=["draw"])
        for ear in (old, new):
            await commands.run(ear, table, act)  # type: ignore[arg-type]
            await asyncio.sleep(0)
        assert not table.is_idle, "it stays loaded although nobody is connected"
        assert not old.heard + new.heard, "nothing is acknowledged that is not saved"
        go_on.set()
        await settled(table)
        assert looked == [["draw"]]
        assert not old.heard
        assert [msgspec.json.decode(heard)["type"] for heard in new.heard] == ["accepted"]
        assert table.is_idle

    run(main())
