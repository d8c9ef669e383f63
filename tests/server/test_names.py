"""Names cannot deceive: each refusal says why, and names that look alike are told apart at a table."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text

from heliodor.client import ME, OPEN, Client, bot, device
from heliodor.protocol.http import Games, Me, PersonChange
from heliodor.server import names
from heliodor.server.refusal import Refusal
from tests.server.harness import run, serving
from tests.server.test_tables import arrive, refusal


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Olha", "Olha"),
        ("  Олена \t Іванівна\n", "Олена Іванівна"),
        ("e\u0301va", "éva"),
        ("Ｏｌｈａ", "Olha"),  # Wide letters are letters.
        ("Мар’яна", "Мар’яна"),
        ("Jean-Luc O'Neil_2", "Jean-Luc O'Neil_2"),
        ("Gnome Гном", "Gnome Гном"),  # Each word in its own alphabet.
        ("東京タワー", "東京タワー"),
        ("שלום", "שלום"),
        ("นที", "นที"),
        ("Botond Abbot Ботан", "Botond Abbot Ботан"),  # People are called so.
        ("\u202eOlha\x00", "Olha"),
        ("x" * 24, "x" * 24),
    ],
)
def test_names_of_people_pass_in_their_normal_form(written: str, name: str) -> None:
    assert names.checked(written) == name


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("   ", "empty_name"),
        ("\u200b\u2066", "empty_name"),
        ("\u3164", "name_signs"),  # A blank that Unicode calls a letter.
        ("Ol\u3164ha", "name_signs"),
        ("\u2800", "name_signs"),  # A blank of Braille.
        ("\u115f\u1160", "name_signs"),
        ("...", "name_signs"),
        ("<script>", "name_signs"),
        ("Olha 👑", "name_signs"),
        ("O\u0301\u0302\u0303lha", "name_marks"),
        ("o\u0338\u0334lha", "name_marks"),
        ("Оlha", "name_scripts"),  # The first letter is Cyrillic.
        ("Οlha", "name_scripts"),  # Greek.
        ("раypal", "name_scripts"),
        ("x" * 25, "long_name"),
        ("Skilled bot", "bot_name"),
        ("SKILLED BOT", "bot_name"),
        ("SkilledBot", "bot_name"),
        ("skilledbot", "bot_name"),
        ("Bot2", "bot_name"),
        ("B0t Dhow", "bot_name"),
        ("ВОТ", "bot_name"),  # Cyrillic letters.
        ("Ｂｏｔ Dhow", "bot_name"),
        ("Бот Чайник", "bot_name"),
        ("Бот Вітрильник", "bot_name"),
        ("Casual-bot", "bot_name"),
        ("B.o.t", "bot_name"),
        ("Б о т", "bot_name"),
        ("B\u0332ot", "bot_name"),  # A line below the B.
        ("Bọt", "bot_name"),
    ],
)
def test_a_name_that_could_deceive_is_refused_with_its_reason(written: str, key: str) -> None:
    with pytest.raises(Refusal) as refused:
        names.checked(written)
    assert refused.value.reason.key == key


@given(st.text(max_size=30))
def test_whatever_is_written_a_name_is_normal_and_short_or_refused(written: str) -> None:
    try:
        name = names.checked(written)
    except Refusal:
        assert names.safe(written) == names.GUEST
        return
    assert name == names.checked(name) == unicodedata.normalize("NFKC", name)
    assert 0 < len(name) <= names.LONGEST_NAME
    assert name.isprintable()


@pytest.mark.parametrize(
    ("one", "other"),
    [("Olha", "olha"), ("Ihor", "lhor"), ("Сосо", "Coco"), ("Anna1", "Annal"), ("modern", "rnodern"), ("O0", "OO")],
)
def test_names_that_look_alike_are_one(one: str, other: str) -> None:
    assert names.are_alike(one, other)
    assert not names.are_alike(one, f"{other} x")


def test_a_number_tells_names_apart_and_fits() -> None:
    assert names.unique("Olha", ["Ihor"]) == "Olha"
    assert names.unique("Olha", ["Olha", "0lha 2"]) == "Olha 3"
    long = "w" * 24
    assert names.unique(long, [long]) == "w" * 22 + " 2"


def test_everybody_at_a_table_has_a_different_name(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            host, guest, other = await arrive(server, "Olha", "olha", "OIha")
            info = await host.create_table("luz", [ME, device("Olha"), OPEN, OPEN])
            await guest.join(info.id, info.join_token)
            seats = (await other.join(info.id, info.join_token)).seats
            assert [seat.name for seat in seats] == ["Olha", "Olha 2", "olha 3", "OIha 4"]
            bad = host.create_table("nizam", [ME, device("Skilled bot")])
            assert await refusal(bad) == "bot_name"

    run(main())


def test_the_limit_of_a_name_is_reported_and_nothing_is_cut_in_silence(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            person = await Client.arrive(server.url, "Olha")
            longest = (await person.get("/api/games", Games)).longest_name
            assert longest == names.LONGEST_NAME
            assert await refusal(person.post("/api/me", PersonChange(name="x" * (longest + 1)), Me)) == "long_name"
            assert (await person.me()).name == "Olha"
            assert (await person.post("/api/me", PersonChange(name="x" * longest), Me)).name == "x" * longest

    run(main())


def test_somebody_who_had_a_name_that_would_be_refused_now_sits_down_as_a_guest(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            person = await Client.arrive(server.url, "Olha")
            await server.site.store.write(
                lambda connection: connection.execute(text("UPDATE people SET name = 'Skilled bot'"))
            )
            info = await person.create_table("nizam", [ME, bot("random")])
            assert info.seats[0].name == names.GUEST

    run(main())
