"""Sitting down, leaving, bots that cover, offers, hot-seat, spectators, links, playing again."""

from __future__ import annotations

import asyncio
import itertools
import random
import threading
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
import pytest

from heliodor import fairness
from heliodor.client import ME, OPEN, Client, LiveTable, RequestRefused, TableClosed, bot, device
from heliodor.protocol.http import DealInfo, Invitation, Invited, Join, NewDeal, NewTable, Replay, Tables
from heliodor.protocol.requests import Hint
from heliodor.protocol.settings import SeatPlan, TableSettings
from heliodor.protocol.tables import TableInfo
from heliodor.server import commands, thinkers
from heliodor.server.thinkers import Thinkers
from tests.server.harness import MOST_SECONDS, Served, choose, play_on, run, serving, table_of

Test = Callable[[Served], Coroutine[Any, Any, None]]


@pytest.fixture
def served(sqlite: str) -> Callable[[Test], None]:
    def run_served(test: Test) -> None:
        async def main() -> None:
            async with serving(sqlite) as server:
                await test(server)

        run(main())

    return run_served


async def refusal(attempt: Coroutine[Any, Any, Any]) -> str:
    with pytest.raises(RequestRefused) as refused:
        await attempt
    return refused.value.key


async def arrive(server: Served, *names: str) -> list[Client]:
    return [await Client.arrive(server.url, name) for name in names]


# --- Links and lists ------------------------------------------------------------------------------------------------


def test_the_join_link_seats_people_and_the_watch_link_does_not(served: Callable[[Test], None]) -> None:
    async def test(server: Served) -> None:
        host, guest, stranger = await arrive(server, "Olha", "Ihor", "Eve")
        info = await host.create_table("nizam", [ME, OPEN])
        assert info.join_token and info.watch_token and info.join_token != info.watch_token
        link = await guest.post("/api/link", Invitation(token=info.join_token), Invited)
        assert (link.table, link.play, link.game, link.host) == (info.id, True, "nizam", "Olha")
        watch = await guest.post("/api/link", Invitation(token=info.watch_token), Invited)
        assert (watch.table, watch.play) == (info.id, False)
        assert await refusal(stranger.join(info.id, info.watch_token)) == "not_found"
        assert await refusal(stranger.join(info.id)) == "not_found"
        assert await refusal(stranger.table(info.id)) == "not_found"
        joined = await guest.join(info.id, info.join_token)
        assert [(seat.kind, seat.name, seat.yours) for seat in joined.seats] == [
            ("person", "Olha", False),
            ("person", "Ihor", True),
        ]
        assert await refusal(stranger.join(info.id, info.join_token)) == "no_seat"

    served(test)


def test_public_tables_are_listed_without_their_tokens(served: Callable[[Test], None]) -> None:
    async def test(server: Served) -> None:
        host, guest = await arrive(server, "Olha", "Ihor")
        info = await host.create_table("luz", [ME, OPEN, bot()], TableSettings(public=True))
        await host.create_table("luz", [ME, OPEN, bot()])
        listed = (await guest.get("/api/tables", Tables)).tables
        assert [table.id for table in listed] == [info.id]
        assert (listed[0].join_token, listed[0].watch_token) == (None, None)
        assert [seat.kind for seat in (await guest.join(info.id)).seats] == ["person", "person", "bot"]
        assert len((await host.get("/api/my/tables", Tables)).tables) == 2

    served(test)


def test_a_table_of_several_people_tells_whose_turn_it_is_even_if_nobody_has_been_there(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            host, guest = await arrive(server, "Olha", "Ihor")
            shared = await table_of([host, guest], "nizam", [ME, OPEN])
            [before] = (await host.get("/api/my/tables", Tables)).tables
        async with serving(sqlite) as server:
            assert not server.site.tables
            [woken] = (await Client(server.url, host.cookie).get("/api/my/tables", Tables)).tables
            assert (woken.id, woken.to_act) == (shared.id, before.to_act)
            assert before.to_act in (0, 1)

    run(main())


def test_a_person_who_may_not_watch_is_shown_nothing(served: Callable[[Test], None]) -> None:
    async def test(server: Served) -> None:
        host, guest = await arrive(server, "Olha", "Ihor")
        closed = await table_of([host], "nizam", [ME, bot("random")], TableSettings(public=True, spectators=False))
        by_link = await table_of([host], "nizam", [ME, bot("random")])
        for table, token in ((closed.id, None), (by_link.id, None), (by_link.id, "wrong-token"), ("none", None)):
            with pytest.raises(TableClosed) as refused:
                async with guest.open(table, token):
                    pass
            assert refused.value.key == "not_found"
        async with guest.open(by_link.id, by_link.watch_token) as watching:
            assert watching.seat == -1
            assert all(hand is None for hand in watching.view["hands"])
            assert watching.view["legal"] == []
            for request in (watching.act(["draw"]), watching.chat("hello"), watching.write_note("x"), watching.look(0)):
                assert await refusal(request) == "forbidden"

    served(test)


def test_a_player_who_watches_by_the_link_sees_what_everybody_sees(served: Callable[[Test], None]) -> None:
    async def test(server: Served) -> None:
        [host] = await arrive(server, "Olha")
        info = await table_of([host], "nizam", [ME, bot("random")])
        async with host.open(info.id, info.watch_token) as watching, host.open(info.id) as playing:
            assert (watching.seat, playing.seat) == (-1, 0)
            assert watching.view["hands"] == [None, None]
            assert playing.view["hands"][0] is not None

    served(test)


# --- Seats ----------------------------------------------------------------------------------------------------------


def test_only_the_host_starts_and_only_when_all_seats_are_taken(served: Callable[[Test], None]) -> None:
    async def test(server: Served) -> None:
        host, guest = await arrive(server, "Olha", "Ihor")
        info = await host.create_table("nizam", [ME, OPEN, OPEN])
        await guest.join(info.id, info.join_token)
        assert await refusal(host.start(info.id)) == "seats_open"
        await host.change_seat(info.id, 2, "bot", "random")
        assert await refusal(guest.start(info.id)) == "forbidden"
        assert (await host.start(info.id)).status == "playing"
        assert await refusal(host.start(info.id)) == "already_started"
        assert await refusal(guest.join(info.id, info.join_token)) == "already_started"

    served(test)


def test_a_bot_covers_for_a_person_who_leaves_and_gives_the_seat_back(served: Callable[[Test], None]) -> None:
    async def test(server: Served) -> None:
        host, guest = await arrive(server, "Olha", "Ihor")
        info = await table_of([host, guest], "nizam", [ME, OPEN])
        async with host.open(info.id) as table:
            await guest.leave(info.id)
            await table.until(lambda: table.info.seats[1].covered)  # type: ignore[union-attr]
            played = table.ply
            await play_on(table, random.Random(1), 2)
            await table.until(lambda: table.is_my_turn or table.over)
            assert table.ply > played + 1
            back = await guest.change_seat(info.id, 1, "person")
            assert not back.seats[1].covered
            await play_on(table, random.Random(1), 1)
            while table.is_my_turn:
                await play_on(table, random.Random(1), 1)
            async with guest.open(info.id) as other:
                await other.until(lambda: other.is_my_turn)
                await play_on(other, random.Random(2), 1)

    served(test)


def test_the_last_person_who_leaves_an_open_table_closes_it(served: Callable[[Test], None]) -> None:
    async def test(server: Served) -> None:
        [host] = await arrive(server, "Olha")
        info = await host.create_table("nizam", [ME, OPEN])
        await host.leave(info.id)
        assert (await host.table(info.id)).status == "stopped"

    served(test)


def test_play_again_with_the_same_people(served: Callable[[Test], None]) -> None:
    async def test(server: Served) -> None:
        host, guest = await arrive(server, "Olha", "Ihor")
        info = await table_of([host, guest], "gnomes", [ME, OPEN])
        assert await refusal(host.rematch(info.id)) == "not_over"
        async with host.open(info.id) as one, guest.open(info.id) as two:
            await asyncio.gather(play_on(one, random.Random(1)), play_on(two, random.Random(2)))
            again = await guest.rematch(info.id)
            assert again.id != info.id
            assert [seat.name for seat in again.seats] == ["Olha", "Ihor"]
            assert again.commitment != info.commitment
            await one.until(lambda: one.info.rematch == again.id)  # type: ignore[union-attr]
        assert (await host.rematch(info.id)).id == again.id
        await host.join(again.id)
        assert (await guest.start(again.id)).status == "playing"

    served(test)


# --- Seeds ----------------------------------------------------------------------------------------------------------


def test_a_seed_is_taken_only_as_an_answer_to_the_commitment(served: Callable[[Test], None]) -> None:
    async def test(server: Served) -> None:
        host, guest = await arrive(server, "Olha", "Ihor")
        with_table = NewTable(game="nizam", seats=[ME, OPEN], seed="aa" * 16)
        assert await refusal(host.post("/api/tables", with_table, TableInfo)) == "seed_too_early"
        info = await host.post("/api/tables", NewTable(game="nizam", seats=[ME, OPEN]), TableInfo)
        other = await host.post("/api/tables", NewTable(game="nizam", seats=[ME, OPEN]), TableInfo)
        assert [seat.seeded for seat in info.seats] == [False, False]
        path = f"/api/tables/{info.id}/join"
        for person, token, commitment in (
            (host, None, None),
            (host, None, other.commitment),
            (guest, info.join_token, None),
            (guest, info.join_token, other.commitment),
        ):
            early = Join(token=token, seed="aa" * 16, commitment=commitment)
            assert await refusal(person.post(path, early, TableInfo)) == "seed_too_early"
        seeded = await host.post(path, Join(seed="aa" * 16, commitment=info.commitment), TableInfo)
        assert [seat.seeded for seat in seeded.seats] == [True, False]
        await guest.post(path, Join(token=info.join_token), TableInfo)  # To sit down needs no seed.
        assert [seat.seed for seat in server.site.tables[info.id].seats] == ["aa" * 16, None]

    served(test)


def test_in_a_rematch_everybody_gives_a_new_seed_and_the_record_has_them(served: Callable[[Test], None]) -> None:
    async def test(server: Served) -> None:
        host, guest = await arrive(server, "Olha", "Ihor")
        info = await table_of([host, guest], "gnomes", [ME, OPEN])
        seen: list[list[str | None]] = []
        for _ in range(2):
            async with host.open(info.id) as one, guest.open(info.id) as two:
                await asyncio.gather(play_on(one, random.Random(1)), play_on(two, random.Random(2)))
            record = await host.record(info.id)
            assert fairness.check(record) and fairness.num_seeds(record) == 2
            seen.append(msgspec.convert(record.fairness, fairness.Fairness).seat_seeds)
            info = await guest.rematch(info.id)
            assert not any(seat.seeded for seat in info.seats)
            for person in (guest, host):
                info = await person.give_seed(info)
            assert all(seat.seeded for seat in info.seats)
            await guest.start(info.id)
        assert not set(seen[0]) & set(seen[1])

    served(test)


# --- One device, several people ---------------------------------------------------------------------------------


def test_at_a_shared_device_nothing_is_shown_until_somebody_looks(served: Callable[[Test], None]) -> None:
    async def test(server: Served) -> None:
        [host] = await arrive(server, "Olha")
        seats = [ME, device("Ihor"), device("Mira", pin="1234"), bot("random")]
        info = await table_of([host], "luz", seats)
        async with host.open(info.id) as table:
            heard: list[Any] = []
            table.on_message = heard.append
            assert (table.seat, table.seats) == (-1, [0, 1, 2])
            assert all(slot["card"] is None for hand in table.view["hands"] for slot in hand)
            assert await refusal(table.act(["bid 1"])) == "forbidden"
            await table.look(1)
            assert table.seat == 1
            assert [all(slot["card"] is None for slot in hand) for hand in table.view["hands"]] == [
                False,
                True,
                False,
                False,
            ]
            assert await refusal(table.look(2)) == "wrong_pin"
            assert await refusal(table.look(2, "1235")) == "wrong_pin"
            assert table.seat == 1
            await table.look(2, "1234")
            assert table.seat == 2
            assert await refusal(table.look(3)) == "forbidden"
            await table.curtain()
            assert table.seat == -1
            heard.clear()
            # Under the curtain only what everybody may know is sent.
            await table.refresh()
            assert all(slot["card"] is None for hand in table.view["hands"] for slot in hand)

    served(test)


def test_a_right_pin_costs_nothing_and_wrong_ones_are_counted_for_each_seat(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite, limits=True) as server:
            [host] = await arrive(server, "Olha")
            seats = [SeatPlan(kind="me", pin="1"), device("Ihor", pin="22"), device("Mira", pin="333")]
            info = await table_of([host], "luz", seats)
            async with host.open(info.id) as table:
                for _ in range(6):
                    for seat, pin in enumerate(("1", "22", "333")):
                        await table.look(seat, pin)
                        await table.curtain()
                        assert await refusal(table.look(seat)) == "wrong_pin"
                wrong = [await refusal(table.look(1, str(guess))) for guess in range(100, 110)]
                assert wrong == ["wrong_pin"] * 6 + ["too_many_pins"] * 4
                assert await refusal(table.look(1, "22")) == "too_many_pins"  # Otherwise one could go on guessing.
                await table.look(2, "333")

    run(main())


def test_pins_hold_in_the_next_match_of_the_same_people(served: Callable[[Test], None]) -> None:
    async def test(server: Served) -> None:
        [host] = await arrive(server, "Olha")
        info = await table_of([host], "luz", [ME, device("Ihor", pin="22"), bot("random")])
        for _ in range(2):
            async with host.open(info.id) as table:
                await table.offer("stop")
                await table.until(lambda: table.over)
            info = await host.rematch(info.id)
            assert [seat.has_pin for seat in info.seats] == [False, True, False]
            await host.start(info.id)
        async with host.open(info.id) as table:
            assert await refusal(table.look(1, "23")) == "wrong_pin"
            await table.look(1, "22")

    served(test)


def test_people_at_a_device_remote_people_and_bots_play_one_match(served: Callable[[Test], None]) -> None:
    async def test(server: Served) -> None:
        host, guest = await arrive(server, "Olha", "Ihor")
        info = await table_of([host, guest], "luz", [ME, device("Mira"), OPEN, bot("random")])
        chance = random.Random(4)

        async def play_the_device() -> None:
            async with host.open(info.id) as table:
                while True:
                    await table.until(lambda: table.over or table.view["to_act"] in table.seats)
                    if table.over:
                        return
                    await table.look(table.view["to_act"])
                    if table.is_my_turn:
                        await table.act([choose(table.view, chance)])
                    await table.curtain()

        async def play_remote() -> None:
            async with guest.open(info.id) as table:
                await play_on(table, random.Random(5))

        await asyncio.wait_for(asyncio.gather(play_the_device(), play_remote()), MOST_SECONDS)
        assert (await host.table(info.id)).status == "over"

    served(test)


# --- Pause, stop, talk, notes -----------------------------------------------------------------------------------


def test_a_pause_needs_everybodys_consent(served: Callable[[Test], None]) -> None:
    async def test(server: Served) -> None:
        host, guest = await arrive(server, "Olha", "Ihor")
        info = await table_of([host, guest], "nizam", [ME, OPEN])
        async with host.open(info.id) as one, guest.open(info.id) as two:
            assert await refusal(two.accept("pause")) == "no_offer"
            assert await refusal(two.offer("resume")) == "no_offer"
            await one.offer("pause")
            await two.until(lambda: bool(two.offers))
            assert (two.offers[0].what, two.offers[0].agreed) == ("pause", [0])
            assert two.info is not None and two.info.status == "playing"
            await two.accept("pause")
            await one.until(lambda: one.info.status == "paused")  # type: ignore[union-attr]
            actor = one if one.view["to_act"] == 0 else two
            assert await refusal(actor.act(["draw"])) == "table_paused"
            await one.offer("resume")
            await two.accept("resume")
            await one.until(lambda: one.info.status == "playing")  # type: ignore[union-attr]
            await actor.act(["draw"])
            await one.offer("stop")
            await two.until(lambda: bool(two.offers))
            assert two.info.status == "playing"
            await two.accept("stop")
            await one.until(lambda: one.over)

    served(test)


def test_talk_is_free_or_by_phrases(served: Callable[[Test], None]) -> None:
    async def test(server: Served) -> None:
        host, guest = await arrive(server, "Olha", "Ihor")
        free = await table_of([host, guest], "nizam", [ME, OPEN])
        async with host.open(free.id) as one, guest.open(free.id) as two:
            await one.chat("  Привіт,\u202e <b>Ihor</b>\n\x07 ")
            await two.until(lambda: bool(two.said))
            assert two.said[0].text == "Привіт, <b>Ihor</b>"
            await two.phrase("good_luck")
            await one.until(lambda: len(one.said) == 2)
            assert (one.said[1].kind, one.said[1].text, one.said[1].seat) == ("phrase", "good_luck", 1)
            assert await refusal(two.phrase("nonsense")) == "no_phrase"
            assert await refusal(two.chat("\u200b \x00")) == "empty"
        async with guest.open(free.id) as again:
            assert [said.text for said in again.said] == ["Привіт, <b>Ihor</b>", "good_luck"]
        strict = await table_of([host], "luz", [ME, bot("random"), bot("random")], TableSettings(talk="phrases"))
        async with host.open(strict.id) as table:
            assert await refusal(table.chat("my red ones are high")) == "phrases_only"
            await table.phrase("hello")

    served(test)


def test_notes_are_private_and_stay(served: Callable[[Test], None]) -> None:
    async def test(server: Served) -> None:
        host, guest = await arrive(server, "Olha", "Ihor")
        info = await table_of([host, guest], "luz", [ME, OPEN, bot("random")])
        async with host.open(info.id) as one:
            await one.write_note("slot 3: r7?")
        async with host.open(info.id) as one, guest.open(info.id) as two:
            assert (one.note, two.note) == ("slot 3: r7?", "")

    served(test)


# --- Plans and aid ------------------------------------------------------------------------------------------------


def test_a_preview_shows_points_and_ends_at_the_wall(served: Callable[[Test], None]) -> None:
    async def test(server: Served) -> None:
        [host] = await arrive(server, "Olha")
        info = await table_of([host], "nizam", [ME])
        async with host.open(info.id) as table:
            shift = next(action for action in table.view["legal"] if len(action) == 2)
            tried = await table.preview([shift])
            assert (tried.played, tried.wall, tried.refused) == (1, False, None)
            assert tried.view["board"] != table.view["board"]
            assert tried.view["phase"] == "shifting"
            wall = await table.preview(["draw"])
            assert (wall.played, wall.wall) == (0, True)
            assert wall.view == table.view
            refused = await table.preview([shift, "draw"])
            assert refused.played == 1
            assert refused.refused is not None and (refused.refused.rule, refused.refused.key) == (
                "N5",
                "already_shifting",
            )
            assert table.ply == 0
            assert await table.act([shift, "done"]) == 2
            assert await refusal(table.act(["nonsense"])) == "no_action"

    served(test)


def test_the_deduction_aid_of_luz_is_what_the_table_says(served: Callable[[Test], None]) -> None:
    async def test(server: Served) -> None:
        [host] = await arrive(server, "Olha")
        for aid in ("off", "ranges", "full"):
            settings = TableSettings(game={"aid": aid})
            info = await table_of([host], "luz", [ME, bot("random"), bot("random")], settings)
            async with host.open(info.id) as table:
                await table.my_turn()
                if aid == "off":
                    assert table.aid is None
                    continue
                assert table.aid is not None and len(table.aid) == 10
                if aid == "ranges":
                    assert all(len(card["values"]) == 2 for card in table.aid)
                await play_on(table, random.Random(1), 3)
                seen = {event.facts["slot"] for event in table.events if event.key == "luz.play" and event.seat == 0}
                assert {card["slot"] for card in table.aid} == set(range(1, 11)) - seen

    served(test)


def test_a_hint_is_an_action_that_can_be_played_and_a_reason(served: Callable[[Test], None]) -> None:
    async def test(server: Served) -> None:
        from heliodor.protocol.messages import Hinted

        [host] = await arrive(server, "Olha")
        info = await table_of([host], "nizam", [ME])
        async with host.open(info.id) as table:
            answer = await table.ask(Hint(request="h", ply=0))
            assert isinstance(answer, Hinted)
            assert answer.hints[0].reasons
            await table.act(answer.hints[0].actions)
            with pytest.raises(RequestRefused, match="no hint can be given now"):
                await table.ask(Hint(request="i", ply=0))

    served(test)


def hint(table: LiveTable) -> Coroutine[Any, Any, Any]:
    return table.ask(Hint(request=table.new_id(), ply=table.ply))


def notices(table: LiveTable) -> list[tuple[int, str]]:
    return [(said.seat, said.text) for said in table.said if said.kind == "notice"]


async def whose_turn(*tables: LiveTable) -> LiveTable:
    """Return the table of the seat to act, once the match has been shown."""
    for table in tables:
        await table.until(lambda table=table: table.view is not None)  # type: ignore[misc]
    return next(table for table in tables if table.is_my_turn)


def test_among_people_there_are_no_hints_unless_the_host_allows_them(served: Callable[[Test], None]) -> None:
    async def test(server: Served) -> None:
        host, guest = await arrive(server, "Olha", "Ihor")
        for settings, why, rated in (
            (TableSettings(), "hints_off", True),
            (TableSettings(hints="never"), "hints_off", True),
            (TableSettings(hints="open"), None, False),
        ):
            info = await table_of([host, guest], "nizam", [ME, OPEN], settings)
            assert (info.no_hints, info.rated) == (why, rated), settings
            async with host.open(info.id) as one, guest.open(info.id) as two:
                acting = await whose_turn(one, two)
                if why is not None:
                    assert await refusal(hint(acting)) == why
                    assert notices(one) == []
                else:
                    assert (await hint(acting)).hints
        alone = await table_of([host], "nizam", [ME, bot("random")])
        assert (alone.no_hints, alone.rated) == (None, False)
        shared = await table_of([host], "nizam", [ME, device("Mira")])
        assert shared.no_hints == "hints_off"
        forbidden = await table_of([host], "nizam", [ME], TableSettings(hints="never"))
        async with host.open(forbidden.id) as table:
            assert await refusal(hint(table)) == "hints_off"

    served(test)


def test_with_the_deduction_aid_off_there_are_no_hints(served: Callable[[Test], None]) -> None:
    async def test(server: Served) -> None:
        [host] = await arrive(server, "Olha")
        for aid, hints, why in (
            ("off", None, "hints_aid_off"),
            ("off", "open", "hints_aid_off"),
            ("ranges", None, None),
            ("full", "never", "hints_off"),
        ):
            settings = TableSettings(hints=hints, game={"aid": aid})  # type: ignore[arg-type]
            info = await table_of([host], "luz", [ME, bot("random"), bot("random")], settings)
            assert info.no_hints == why
            async with host.open(info.id) as table:
                await table.my_turn()
                if why is None:
                    assert (await hint(table)).hints
                else:
                    assert await refusal(hint(table)) == why

    served(test)


def test_a_hint_that_is_asked_for_again_while_it_is_thought_out_is_given(
    served: Callable[[Test], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_again, times = threading.Event(), itertools.count(1)
    give_hints, handle = thinkers.give_hints, commands._HANDLERS[Hint]

    def think(*args: Any, **settings: Any) -> Any:
        assert asked_again.wait(60)
        return give_hints(*args, **settings)

    async def count(*args: Any) -> None:
        await handle(*args)
        if next(times) == 2:
            asked_again.set()

    monkeypatch.setattr(thinkers, "give_hints", think)
    monkeypatch.setitem(commands._HANDLERS, Hint, count)

    async def test(server: Served) -> None:
        [host] = await arrive(server, "Olha")
        info = await table_of([host], "nizam", [ME, bot("random")], TableSettings(hints="open"))
        async with host.open(info.id) as table:
            await table.my_turn()
            table.patience = 0.05
            assert (await hint(table)).hints

    served(test)


def test_everybody_sees_that_a_hint_was_taken_also_those_who_come_later(served: Callable[[Test], None]) -> None:
    async def test(server: Served) -> None:
        host, guest = await arrive(server, "Olha", "Ihor")
        info = await table_of([host, guest], "nizam", [ME, OPEN], TableSettings(hints="open"))
        async with host.open(info.id) as one, guest.open(info.id) as two:
            acting = await whose_turn(one, two)
            other = two if acting is one else one
            for _ in range(2):  # The same position is logged once.
                await hint(acting)
            await other.until(lambda: bool(notices(other)))
            assert notices(other) == [(acting.seat, "hint")]
        async with guest.open(info.id, info.watch_token) as watching:
            assert notices(watching) == [(acting.seat, "hint")]

    served(test)


# --- Bots that cover ------------------------------------------------------------------------------------------------


def test_the_log_tells_that_somebody_has_left_and_is_back_also_after_a_reload(served: Callable[[Test], None]) -> None:
    async def test(server: Served) -> None:
        host, guest = await arrive(server, "Olha", "Ihor")
        info = await table_of([host, guest], "gnomes", [ME, OPEN])
        async with host.open(info.id) as table:
            await guest.leave(info.id)
            await table.until(lambda: notices(table) == [(1, "left")])
            await guest.change_seat(info.id, 1, "person")
            await table.until(lambda: notices(table) == [(1, "left"), (1, "back")])
        async with guest.open(info.id) as table:
            assert notices(table) == [(1, "left"), (1, "back")]

    served(test)


class Sleepers(Thinkers):
    """Bots that think until they are woken."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked = asyncio.Event()
        self.wake = asyncio.Event()

    async def decide(self, game: Any, level: str, hidden: Any) -> list[str]:
        self.asked.set()
        await self.wake.wait()
        return await super().decide(game, "random", hidden)


def test_acting_takes_the_seat_back_while_the_bot_still_thinks(served: Callable[[Test], None]) -> None:
    async def test(server: Served) -> None:
        sleepers = server.site.thinkers = Sleepers()
        [host] = await arrive(server, "Olha")
        info = await table_of([host], "nizam", [ME])
        async with host.open(info.id) as table:
            for covered_at in (0, 1):
                await host.leave(info.id)
                await asyncio.wait_for(sleepers.asked.wait(), MOST_SECONDS)
                sleepers.asked.clear()
                assert table.ply == covered_at
                await table.act(["draw"] if "draw" in table.view["legal"] else [choose(table.view, random.Random(1))])
                assert table.info is not None and not table.info.seats[0].covered
                assert table.ply == covered_at + 1
            sleepers.wake.set()  # The decision of the bot comes too late.
            await table.refresh()
            assert table.ply == 2
            assert notices(table) == [(0, "left"), (0, "back")] * 2

    served(test)


def test_an_action_that_comes_after_the_bots_gives_the_seat_back_and_shows_the_table(
    served: Callable[[Test], None],
) -> None:
    async def test(server: Served) -> None:
        host, guest = await arrive(server, "Olha", "Ihor")
        info = await table_of([host, guest], "nizam", [ME, OPEN])
        async with host.open(info.id) as one, guest.open(info.id) as two:
            acting = await whose_turn(one, two)
            person = host if acting is one else guest
            await person.leave(info.id)
            await acting.until(lambda: acting.ply > 0)
            assert await refusal(acting.act(["draw"], ply=0)) in ("stale", "not_your_turn")
            assert acting.info is not None
            await acting.until(lambda: not acting.info.seats[acting.seat].covered)  # type: ignore[union-attr]

    served(test)


# --- The same deal, replays -----------------------------------------------------------------------------------------


def test_many_tables_play_the_same_deal(sqlite: str) -> None:
    time = 1_000_000_000

    async def main() -> None:
        nonlocal time
        async with serving(sqlite, now=lambda: time) as server:
            one, two = await arrive(server, "Olha", "Ihor")
            deal = await one.post("/api/deals", NewDeal(game="nizam", options={"players": 1}, hours=1), DealInfo)
            assert (deal.server_seed, deal.results) == (None, None)
            tables = []
            for person in (one, two):
                info = await person.create_table("nizam", [ME], deal=deal.id)
                assert info.commitment == deal.commitment
                await person.start(info.id)
                tables.append(info.id)
            async with one.open(tables[0]) as first, two.open(tables[1]) as second:
                assert first.view == second.view
                await play_on(first, random.Random(1))
            path = f"/api/deals/{deal.id}"
            seen = await one.get(path, DealInfo)
            assert seen.played == 1 and seen.results is not None and seen.results[0].names == ["Olha"]
            assert (await two.get(path, DealInfo)).results is None
            assert await refusal(one.record(tables[0])) == "deal_open"
            async with two.open(tables[1]) as second:
                await play_on(second, random.Random(2))
            time += 3_600_000
            closed = await two.get(path, DealInfo)
            assert closed.results is not None and closed.server_seed is not None
            assert fairness.check(await two.record(tables[0]))
            assert await refusal(two.create_table("nizam", [ME], deal=deal.id)) == "deal_closed"

    run(main())


def test_a_finished_match_can_be_replayed_by_link(served: Callable[[Test], None]) -> None:
    async def test(server: Served) -> None:
        host, stranger = await arrive(server, "Olha", "Eve")
        info = await table_of([host], "gnomes", [ME, bot("random")])
        assert await refusal(host.record(info.id)) == "not_over"
        async with host.open(info.id) as table:
            await play_on(table, random.Random(1))
        for ply in (0, 1, table.ply):
            moment = await stranger.get(f"/api/tables/{info.id}/replay?ply={ply}", Replay)
            assert (moment.ply, moment.plies) == (ply, table.ply)
            assert bool(moment.events) == (ply > 0)
            assert all(card is not None for place in moment.view["places"] for card in place["hand"])
        assert await refusal(stranger.get(f"/api/tables/{info.id}/replay?ply=99999", Replay)) == "no_ply"

    served(test)


def test_a_match_that_was_stopped_has_a_record_without_a_result_and_its_seeds_open(
    served: Callable[[Test], None],
) -> None:
    async def test(server: Served) -> None:
        from heliodor import Match, fairness

        [host] = await arrive(server, "Olha")
        info = await table_of([host], "gnomes", [ME, bot("random")])
        async with host.open(info.id) as table:
            await play_on(table, random.Random(1), 3)
            played = table.ply
            await table.offer("stop")
            await table.until(lambda: table.over)
        record = await host.record(info.id)
        assert isinstance(record.result, msgspec.UnsetType)
        assert len(record.actions) >= played
        assert not Match.from_record(record).over
        assert fairness.check(record)
        assert fairness.commitment_to(record.fairness["server_seed"]) == info.commitment
        assert (await host.get(f"/api/tables/{info.id}/replay?ply=1", Replay)).ply == 1

    served(test)


@pytest.mark.parametrize(
    ("game", "seats", "options", "key"),
    [
        ("chess", [ME], {}, "bad_option"),
        ("luz", [ME, OPEN], {}, "bad_option"),
        ("nizam", [ME], {"deck": "x"}, "bad_option"),
        ("nizam", [ME, ME], {}, "two_seats"),
    ],
)
def test_a_table_that_cannot_be_is_refused(
    served: Callable[[Test], None], game: str, seats: list[SeatPlan], options: dict[str, Any], key: str
) -> None:
    async def test(server: Served) -> None:
        [host] = await arrive(server, "Olha")
        assert await refusal(host.create_table(game, seats, **options)) == key

    served(test)
