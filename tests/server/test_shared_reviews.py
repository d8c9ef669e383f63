"""Shared reviews: one leads, the others follow, and all of them talk; in one process and in several."""

from __future__ import annotations

import asyncio
import random

import msgspec
import pytest
from sqlalchemy import Connection, select

from heliodor.client import Client
from heliodor.protocol import requests
from heliodor.protocol.messages import PlaceInfo
from heliodor.protocol.settings import TableSettings
from heliodor.server import shared_reviews
from heliodor.server.administration import orders
from heliodor.server.administration.perform import perform
from heliodor.server.limits import Allowance
from heliodor.store import reports as report_store
from heliodor.store import retention, schema
from heliodor.store.retention import DAY, Retention
from tests.hints.positions import bot_match
from tests.server.harness import ServerProcess, play_on, run, serving, table_of
from tests.server.looking import Looking
from tests.server.test_reviews import drop
from tests.server.test_tables import ME, OPEN, arrive, bot, refusal

GRACE = 0.3


def place(ply: int, view: int | None = None) -> PlaceInfo:
    return PlaceInfo(ply=ply, view=view, tried=None)


def rows_of_leads(connection: Connection) -> int:
    return len(connection.execute(select(schema.review_leads)).all())


def test_a_leaders_place_is_sent_to_the_others_and_to_those_who_come_later(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            olha, ihor, eve = await arrive(server, "Olha", "Ihor", "Eve")
            review = (await drop(olha, bot_match("gnomes", 2, 3, "greedy"))).id
            async with Looking(olha, review) as one, Looking(ihor, review) as two:
                assert (two.names, two.now.leader, two.now.place) == (["Olha", "Ihor"], None, None)
                assert await refusal(two.move(3)) == "not_leader"
                await one.lead(2)
                await two.until(lambda: two.now.leader == one.now.you)
                await one.move(7, 1)
                await two.until(lambda: two.place == place(7, 1))
                async with Looking(eve, review) as late:
                    assert (late.now.name, late.place) == ("Olha", place(7, 1))
                    assert await refusal(late.lead(1)) == "led_already"
                    await one.until(lambda: one.names == ["Olha", "Ihor", "Eve"])
                # The lead goes to somebody who is here, and then to nobody.
                assert await refusal(one.ask(requests.HandOver, to=late.now.you)) == "looker_gone"
                await one.ask(requests.HandOver, to=two.now.you)
                await two.until(lambda: two.leads)
                assert await refusal(one.move(8)) == "not_leader"
                await two.ask(requests.HandOver, to=None)
                await one.until(lambda: one.now.leader is None and one.now.place is None)
                assert await server.site.store.read(rows_of_leads) == 0, "nothing stays in the database"
                # A place that the match does not have.
                assert await refusal(one.lead(100_000)) == "no_ply"
                assert await refusal(one.ask(requests.Lead, place=requests.Place(ply=0, view=5))) == "no_view"
            assert not server.site.shared_reviews._open, "nothing stays in memory"

    run(main())


@pytest.mark.parametrize("bus", ["notify", "nats", "none"])
def test_two_processes_serve_one_shared_review(request: pytest.FixtureRequest, postgresql: str, bus: str) -> None:
    # Without polling only the bus can have told the other process; without a bus, polling does.
    urls = {"notify": None, "nats": "nats_url", "none": "nats://127.0.0.1:1"}
    url = urls[bus] if bus != "nats" else request.getfixturevalue("nats_url")
    config = {"bus": url, "poll": 0.1 if bus == "none" else 1000.0}

    async def main() -> None:
        async with serving(postgresql, **config) as here, serving(postgresql, **config) as there:
            olha, ihor = await arrive(here, "Olha", "Ihor")
            review = (await drop(olha, bot_match("gnomes", 2, 3, "greedy"))).id
            async with Looking(olha, review) as one, Looking(Client(there.url, ihor.cookie), review) as two:
                if bus == "none":
                    here.site._others, there.site._others = {there.site.process}, {here.site.process}
                else:  # Only the bus says which people are here.
                    await one.until(lambda: one.names == ["Olha", "Ihor"])
                    await two.until(lambda: two.names == ["Olha", "Ihor"])
                # Of two who take the lead at the same moment, one gets it, and the other is refused.
                for _ in range(6):
                    answers = await asyncio.gather(one.lead(1), two.lead(2), return_exceptions=True)
                    assert [getattr(each, "key", None) for each in answers].count("led_already") == 1, answers
                    leader, other = (one, two) if answers[0] is None else (two, one)
                    await other.until(lambda: other.now.leader == leader.now.you)  # noqa: B023
                    assert leader.leads
                    for ply in (3, 4, 5):
                        await leader.move(ply)
                    await other.until(lambda: other.place == place(5))  # noqa: B023
                    await leader.ask(requests.HandOver, to=None)
                    await other.until(lambda: other.now.leader is None)  # noqa: B023
                if bus == "none":
                    return
                # Talk, and a mute that holds in both processes.
                await two.ask(requests.Phrase, key="well_played")
                await one.until(lambda: len(one.said) == 1)
                await one.ask(requests.Mute, who=two.now.you, muted=True)
                await one.until(lambda: not one.said and one.now.people[1].muted)
                await two.ask(requests.Chat, text="unread")
                await one.ask(requests.Phrase, key="hello")
                await two.until(lambda: len(two.said) == 3)
                assert [each.by for each in one.said] == [one.now.you]
                # The last one to come, at the other process, is shown what was said.
                async with Looking(Client(there.url, olha.cookie), review) as again:
                    assert len(again.said) == 1, "without what she has muted"

    run(main())


def test_a_leader_who_comes_back_in_time_leads_on_and_another_is_replaced(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite, lead_grace=GRACE) as server:
            olha, ihor, eve = await arrive(server, "Olha", "Ihor", "Eve")
            review = (await drop(olha, bot_match("gnomes", 2, 3, "greedy"))).id
            async with Looking(ihor, review) as two, Looking(eve, review) as three:
                server.site.config = msgspec.structs.replace(server.site.config, lead_grace=1000.0)
                async with Looking(olha, review) as one:
                    await one.lead(4)
                    await two.until(lambda: two.now.leader == one.now.you)
                    await one.cut()
                    await two.until(lambda: two.now.away)
                    assert two.now.name == "Olha"
                    assert await refusal(two.lead(1)) == "led_already", "she has time to come back"
                    async with Looking(olha, review) as back:
                        assert back.leads and back.place == place(4)
                        await two.until(lambda: not two.now.away)
                        server.site.config = msgspec.structs.replace(server.site.config, lead_grace=GRACE)
                await two.until(lambda: two.now.away)
                await two.until(lambda: two.now.leader is None)
                answers = await asyncio.gather(two.lead(5), three.lead(6), return_exceptions=True)
                assert [getattr(each, "key", None) for each in answers].count("led_already") == 1
                leader, other = (two, three) if answers[0] is None else (three, two)
                await other.until(lambda: other.now.leader == leader.now.you)
                async with Looking(olha, review) as late:
                    assert late.now.leader == leader.now.you, "she follows now"

    run(main())


def test_the_leader_of_a_killed_process_is_replaced(postgresql: str) -> None:
    async def main() -> None:
        config = {"lead_grace": GRACE, "heartbeat": 0.1}
        first = ServerProcess(postgresql, **config)
        async with serving(postgresql, **config) as server:
            try:
                await first.ready()
                olha, ihor = await arrive(server, "Olha", "Ihor")
                review = (await drop(olha, bot_match("gnomes", 2, 3, "greedy"))).id
                async with Looking(ihor, review) as two:
                    one = Looking(Client(first.url, olha.cookie), review)
                    await one.__aenter__()
                    await one.lead(4)
                    await two.until(lambda: two.now.name == "Olha")
                    await asyncio.to_thread(first.kill)
                    await two.until(lambda: two.now.leader is None and two.names == ["Ihor"])
                    await two.lead(5)
                    assert two.leads
            finally:
                first.process.kill()

    run(main())


def test_talk_has_the_limits_of_a_table(sqlite: str) -> None:
    async def main() -> None:
        config = {"limits": True, "allowances": {"talk": Allowance(2, 0.0001), "report": Allowance(1, 0.0001)}}
        async with serving(sqlite, **config) as server:
            olha, ihor = await arrive(server, "Olha", "Ihor")
            # A table by phrases only: so is its review.
            info = await table_of([olha, ihor], "gnomes", [ME, OPEN], TableSettings(talk="phrases"))
            async with olha.open(info.id) as one, ihor.open(info.id) as two:
                await asyncio.gather(play_on(one, random.Random(1)), play_on(two, random.Random(2)))
            async with Looking(olha, info.id) as one, Looking(ihor, info.id) as two:
                assert one.now.talk == "phrases"
                assert await refusal(one.ask(requests.Chat, text="hello")) == "phrases_only"
                assert await refusal(one.ask(requests.Phrase, key="nonsense")) == "no_phrase"
                assert await refusal(one.ask(requests.Phrase, key="hello")) == "slow_down"
                await two.ask(requests.Phrase, key="hello")
                await one.until(lambda: len(one.said) == 1)
                assert (one.said[0].name, one.said[0].seat) == ("Ihor", 1)
                # A report takes along what was said: nothing else keeps it.
                await one.ask(requests.Report, who=two.now.you, kind="talk", text="rude")
                assert await refusal(one.ask(requests.Report, who=two.now.you, kind="name")) == "slow_down"
                [report] = await server.site.store.read(report_store.list_reports, 5)
                person = (await ihor.me()).id
                assert (report.person, report.match_id, report.review, report.seat) == (person, info.id, info.id, None)
                assert (report.text, report.said) == ("rude", '["hello"]')
                assert await refusal(two.ask(requests.Mute, who=two.now.you, muted=True)) == "nobody_there"
                assert await refusal(two.ask(requests.Act, ply=0, actions=["draw"])) == "in_review"

    run(main())


def test_names_cannot_deceive_and_nobody_enters_who_may_not_look(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            host, other = await arrive(server, "Olha", "Olha")
            info = await table_of([host], "gnomes", [ME, bot("random")])
            async with Looking(host, info.id) as early:
                assert early.failed == "not_over"
            async with host.open(info.id) as table:
                await play_on(table, random.Random(1), 2)
                await table.offer("stop")
                await table.until(lambda: table.over)
            async with Looking(Client(server.url), info.id) as nobody:
                assert nobody.failed == "nobody"
            async with Looking(host, info.id) as one, Looking(other, info.id) as two:
                assert [(each.name, each.seat) for each in two.now.people] == [("Olha", 0), ("Olha 2", -1)]
                # The leader looks with the eyes of a seat; those who follow get its number, a stranger too.
                await one.ask(requests.Lead, place=requests.Place(ply=1, view=0))
                await two.until(lambda: two.place is not None)
                assert two.place == place(1, 0)
                monkeypatch.setattr(shared_reviews, "MOST_PEOPLE", 2)
                [eve] = await arrive(server, "Eve")
                async with Looking(eve, info.id) as third:
                    assert third.failed == "review_full"
                # A banned person is sent away, and leads no more.
                person = (await host.me()).id
                await server.site.store.write(perform, orders.Ban(who=person, reason="Insults", until=None), "root", 1)
                await server.site.control.look()
                await two.until(lambda: two.names == ["Olha 2"])
                async with Looking(host, info.id) as again:
                    assert again.failed == "banned"

    run(main())


def test_what_a_killed_process_left_behind_is_removed(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            [olha] = await arrive(server, "Olha")
            review = (await drop(olha, bot_match("gnomes", 2, 3, "greedy"))).id
            async with Looking(olha, review) as one:
                await one.lead(1)
            store, now = server.site.store, server.site.now()
            await store.write(retention.prune, Retention(), now + DAY // 2, 5)
            assert await store.read(rows_of_leads) == 1
            await store.write(retention.prune, Retention(), now + DAY + 60_000, 5)
            assert await store.read(rows_of_leads) == 0

    run(main())
