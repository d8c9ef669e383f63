"""People without accounts: a cookie, a name, a language, a code for another device; ratings."""

from __future__ import annotations

import asyncio
import random

import pytest

from heliodor.client import ME, OPEN, Client, RequestRefused, bot, device
from heliodor.match import Match
from heliodor.protocol.http import Me, PersonChange, Ranking, RecoveryCode
from heliodor.protocol.settings import SeatPlan, TableSettings
from heliodor.server.identity import Signer, clean_text
from heliodor.server.results import _places
from tests.server.harness import choose, play_on, run, serving, table_of
from tests.server.test_tables import arrive, refusal


def test_a_person_needs_no_account_and_keeps_name_and_language(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            stranger = Client(server.url)
            assert await stranger.get("/api/me", object) is None
            with pytest.raises(RequestRefused) as refused:
                await stranger.create_table("nizam", [ME])
            assert (refused.value.status, refused.value.key) == (401, "nobody")
            person = await Client.arrive(server.url, "  Олена\u202e\x00 ", "uk")
            me = await person.me()
            assert (me.name, me.language, me.ratings) == ("Олена", "uk", [])
            await person.post("/api/me", PersonChange(language="ru"), Me)
            changed = await person.me()
            assert (changed.id, changed.name, changed.language) == (me.id, "Олена", "ru")
            with pytest.raises(RequestRefused) as refused:
                await person.post("/api/me", PersonChange(name="\u200b\u200b"), Me)
            assert refused.value.key == "empty_name"

    run(main())


def test_a_guest_name_never_replaces_a_name(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            guest = Client(server.url)
            made = await guest.post("/api/me", PersonChange(guest="Dhow", language="uk"), Me)
            assert (made.name, made.language) == ("Dhow", "uk")
            person = await Client.arrive(server.url, "Olha")
            kept = await person.post("/api/me", PersonChange(guest="Dhow"), Me)
            assert kept.name == (await person.me()).name == "Olha"

    run(main())


def test_a_code_moves_a_person_to_another_device_with_the_seat(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            person = await Client.arrive(server.url, "Olha")
            info = await table_of([person], "nizam", [ME, bot("random")])
            first = (await person.post("/api/me/code", None, RecoveryCode)).code
            code = (await person.post("/api/me/code", None, RecoveryCode)).code
            with pytest.raises(RequestRefused) as refused:
                await Client.recover(server.url, first)  # The newer code has ended it.
            assert (refused.value.status, refused.value.key) == (404, "no_code")
            other = await Client.recover(server.url, code.lower().replace("-", " "))
            assert (await other.me()).id == (await person.me()).id
            # Both devices hold the seat; neither is refused.
            async with person.open(info.id) as one, other.open(info.id) as two:
                assert one.seat == two.seat == 0
                await one.my_turn()
                await two.my_turn()
                await play_on(two, random.Random(1), 1)
                await one.until(lambda: one.ply >= two.ply)

    run(main())


def test_a_forged_cookie_is_nobody() -> None:
    signer, other = Signer("11" * 32), Signer("22" * 32)
    cookie = signer.cookie_for("olha")
    assert signer.person_of(cookie) == ("olha", 0)
    assert signer.person_of(signer.cookie_for("olha", 3)) == ("olha", 3)
    for forged in (
        None,
        "",
        "olha",
        "olha.",
        ".",
        cookie[:-1],
        cookie + "0",
        other.cookie_for("olha"),
        "ihor." + cookie[5:],
        signer.cookie_for("olha", 3).replace("~3", "~4"),
        signer.cookie_for("olha", 3).replace("~3", ""),
    ):
        assert signer.person_of(forged) is None
    stored = signer.hash_pin("t", 1, "1234")
    assert signer.is_pin(stored, "1234")
    assert not signer.is_pin(stored, "1235")
    assert not signer.is_pin("t:2." + stored.rpartition(".")[2], "1234")


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("Olha", "Olha"),
        ("  a \t b\n", "a b"),
        ("x" * 50, "x" * 24),
        ("\u202egnp.exe", "gnp.exe"),
        ("a\x00b\x1b[31m", "ab[31m"),
        ("\u200b\u2066", ""),
        ("e\u0301", "é"),
        ("<script>", "<script>"),  # Escaped where it is shown: JSON is not HTML.
    ],
)
def test_texts_are_cleaned_and_cut(text: str, cleaned: str) -> None:
    assert clean_text(text, 24) == cleaned


def test_people_who_finish_a_match_are_rated_and_bots_are_not(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            people = [await Client.arrive(server.url, name) for name in ("Olha", "Ihor")]
            info = await table_of(people, "gnomes", [ME, OPEN, bot("random")])
            async with people[0].open(info.id) as one, people[1].open(info.id) as two:
                await asyncio.gather(play_on(one, random.Random(1)), play_on(two, random.Random(2)))
                await one.until(lambda: one.over)
            ratings = [(await person.me()).ratings[0] for person in people]
            assert [rating.matches for rating in ratings] == [1, 1]
            assert all(rating.sigma < 25 / 3 for rating in ratings)
            assert sum(rating.mu for rating in ratings) == pytest.approx(50.0)
            ranking = await people[0].get("/api/ratings/gnomes", Ranking)
            assert {ranked.name for ranked in ranking.people} == {"Olha", "Ihor"}
            alone = await table_of(people[:1], "gnomes", [ME, bot("random")])
            async with people[0].open(alone.id) as table:
                await play_on(table, random.Random(3))
            assert (await people[0].me()).ratings[0].matches == 1

    run(main())


# --- Leaving a rated match ------------------------------------------------------------------------------------------


async def rating_of(person: Client) -> float:
    """Return the mean of a person's only rating; 25 is where everybody begins."""
    [rating] = (await person.me()).ratings
    return rating.mu


async def play_with(people: list[Client], table: str, seeds: list[int]) -> None:
    """Let people who are there play on to the end of the match."""

    async def play(person: Client, seed: int) -> None:
        async with person.open(table) as live:
            await play_on(live, random.Random(seed))

    await asyncio.gather(*(play(person, seed) for person, seed in zip(people, seeds, strict=True)))


def test_a_player_who_leaves_a_rated_match_has_lost_and_the_others_are_rated(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            people = [await Client.arrive(server.url, name) for name in ("Olha", "Ihor", "Mira")]
            info = await table_of(people, "gnomes", [ME, OPEN, OPEN])
            assert info.rated
            await people[2].leave(info.id)
            await play_with(people[:2], info.id, [1, 2])
            assert await rating_of(people[2]) < 25.0
            assert await rating_of(people[2]) == min([await rating_of(person) for person in people])
            assert sum([await rating_of(person) for person in people]) == pytest.approx(75.0)

    run(main())


@pytest.mark.parametrize("seed", range(3))
def test_leaving_just_before_the_end_does_not_help(sqlite: str, seed: int) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            people = [await Client.arrive(server.url, name) for name in ("Olha", "Ihor")]
            info = await table_of(people, "gnomes", [ME, OPEN])
            async with people[0].open(info.id) as one, people[1].open(info.id) as two:
                chance = random.Random(seed)
                match = server.site.tables[info.id].match
                assert match is not None
                # Up to an action that would end the match.
                while not _ends_now(match):
                    acting = one if match.to_act == 0 else two
                    await acting.my_turn()
                    await acting.act([choose(acting.view, chance)])
                leaver = match.to_act
                await people[leaver].leave(info.id)
                await asyncio.gather(*(play_on(table, chance) for table in (one, two) if table.seat != leaver))
                await one.until(lambda: one.over)
            assert await rating_of(people[leaver]) < 25.0 < await rating_of(people[1 - leaver])

    run(main())


def _ends_now(match: Match) -> bool:
    """Return whether some legal action ends the match."""
    for action in match.legal():
        ahead = match.at(match.ply)
        ahead.act(action)
        if ahead.over:
            return True
    return False


def test_a_player_who_comes_back_and_finishes_is_rated_like_everybody(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            people = [await Client.arrive(server.url, name) for name in ("Olha", "Ihor")]
            info = await table_of(people, "gnomes", [ME, OPEN])
            await people[1].leave(info.id)
            await people[1].change_seat(info.id, 1, "person")
            await play_with(people, info.id, [1, 2])
            result = (await people[0].table(info.id)).result
            assert result is not None
            for seat, person in enumerate(people):
                if result.winners == [0, 1]:
                    assert await rating_of(person) == pytest.approx(25.0)
                else:
                    assert (await rating_of(person) > 25.0) == (seat in result.winners)

    run(main())


def test_a_rated_match_is_not_paused_while_a_bot_plays_for_somebody(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            people = [await Client.arrive(server.url, name) for name in ("Olha", "Ihor")]
            rated = await table_of(people, "gnomes", [ME, OPEN])
            friendly = await table_of(people, "gnomes", [ME, OPEN], TableSettings(hints="open"))
            for info in (rated, friendly):
                await people[1].leave(info.id)
                async with people[0].open(info.id) as table:
                    if info.rated:
                        with pytest.raises(RequestRefused) as refused:
                            await table.offer("pause")
                        assert refused.value.key == "rated_needs_all"
                    else:
                        await table.offer("pause")
                        await table.until(lambda: table.info.status == "paused")  # type: ignore[union-attr]

    run(main())


def test_a_rated_rematch_does_not_begin_before_everybody_has_come(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            host, guest = await arrive(server, "Olha", "Ihor")
            info = await table_of([host, guest], "nizam", [ME, OPEN])
            async with host.open(info.id) as one, guest.open(info.id) as two:
                await one.offer("stop")
                await two.accept("stop")
                await one.until(lambda: one.info is not None and one.info.status == "stopped")
            again = await host.rematch(info.id)
            await host.give_seed(again)
            assert again.rated
            assert await refusal(host.start(again.id)) == "not_come"
            await guest.give_seed(again)
            assert (await host.start(again.id)).status == "playing"

    run(main())


def test_a_match_in_which_a_device_is_shared_is_not_rated(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            people = await arrive(server, "Olha", "Ihor")
            assert not (await table_of(people, "luz", [ME, device("Mira"), OPEN])).rated
            assert (await table_of(people, "luz", [ME, bot("random"), OPEN])).rated

    run(main())


def test_in_a_rated_match_no_strong_bot_plays_in_a_persons_place(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            people = [await Client.arrive(server.url, name) for name in ("Olha", "Ihor")]
            plans = [SeatPlan(kind="me", level="expert"), SeatPlan(kind="open", level="expert"), bot("random")]
            for settings, level in ((TableSettings(), "casual"), (TableSettings(hints="open"), "expert")):
                info = await table_of(people, "gnomes", plans, settings)
                await people[0].change_seat(info.id, 0, "bot", "expert")
                driver = server.site.tables[info.id].driver
                assert [driver._level_of(seat) for seat in (0, 2)] == [level, "random"]

    run(main())


@pytest.mark.parametrize(
    ("scores", "winners", "places"),
    [([5, 9, 7], [1], [2, 0, 1]), ([5, 5], [0, 1], [0, 0]), ([7, 7, 3], [1], [1, 0, 2]), ([3], [0], [0])],
)
def test_winners_come_first_and_the_others_by_score(scores: list[int], winners: list[int], places: list[int]) -> None:
    assert _places(scores, winners) == places
