"""A message of the host of the server: a calm strip on the first page and at every table, until it ends."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from heliodor.server.administration import caller, orders
from heliodor.store.control import Announcement
from tests.page import hands
from tests.page.browsing import Server, use_language
from tests.page.conftest import Visit
from tests.page.test_screens import CUT, violations

pytestmark = pytest.mark.page

TEXTS = {
    "en": "The server restarts in five minutes. Everything is saved, and you can go on right after it.",
    "uk": "За п’ять хвилин сервер перезапуститься. Усе збережено, потім можна відразу продовжити.",
    "ru": "Через пять минут сервер перезапустится. Всё сохранено, потом можно сразу продолжить.",
}
HOUR = 3_600_000


def announce(server: Server, milliseconds: int, texts: dict[str, str] = TEXTS) -> None:
    end = time.time_ns() // 1_000_000 + milliseconds
    caller.carry_out(server.database, orders.Announce(announcement=Announcement(texts, end)))


def is_well_shown(page: Page, languages: Sequence[str], place: str, *, axe: bool = True) -> None:
    """Check the strip in some languages, of which the page has the first; it has that one again after it."""
    for language in (*languages[1:], languages[0]):
        if len(languages) > 1:
            use_language(page, language)
        expect(page.locator("[data-announcement]"), place).to_have_text(TEXTS[language])
        expect(page.locator(".strip"), place).to_be_in_viewport(ratio=1)
        assert page.evaluate(CUT) == [], f"{place}, {language}"
    assert not axe or violations(page) == [], place


@pytest.mark.parametrize(("size", "languages"), [("phone", ["en", "uk", "ru"]), ("desktop", ["uk"])])
def test_a_message_is_shown_at_once_on_every_screen(
    size: str, languages: list[str], ruled_server: Server, visit: Visit
) -> None:
    """Axe looks at it once for each screen and size."""
    page = visit(ruled_server.url, size=size, language=languages[0]).page
    for game in ("nizam", "pearl", "gnomes", "luz"):
        page.locator(f"[data-play={game}]").click()
        page.locator(".game").wait_for()
        before = page.evaluate("document.documentElement.scrollWidth")
        announce(ruled_server, HOUR)  # To somebody who plays,
        is_well_shown(page, languages, game)
        assert page.evaluate("document.documentElement.scrollWidth") == before, game
        page.reload()  # and to those who come later.
        is_well_shown(page, languages, f"{game}, later", axe=False)
        page.goto(ruled_server.url)
        is_well_shown(page, languages, "home", axe=game == "nizam")
        caller.carry_out(ruled_server.database, orders.Silence())
        expect(page.locator(".strip")).to_have_count(0)


def test_a_message_without_a_translation_is_shown_as_it_is_and_ends_by_itself(
    ruled_server: Server, visit: Visit
) -> None:
    page = visit(ruled_server.url, language="ru").page
    announce(ruled_server, 8_000, {"en": "Back at nine."})
    page.reload()
    expect(page.locator("[data-announcement]")).to_have_text("Back at nine.")
    expect(page.locator(".strip")).to_have_count(0)


def test_the_curtain_shows_it_too(ruled_server: Server, visit: Visit) -> None:
    announce(ruled_server, HOUR)
    page = visit(ruled_server.url, size="phone").page
    hands.make_table(page, "luz", "device", 3)
    hands.submit(page)
    page.locator("[data-curtain]").wait_for()
    is_well_shown(page, ["en"], "curtain")


@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "The server is read-only for now: you can watch and look back, but not play."),
        ("uk", "Сервер зараз лише для читання: можна дивитися й переглядати партії, але не грати."),
        ("ru", "Сервер сейчас только для чтения: можно смотреть и просматривать партии, но не играть."),
    ],
)
def test_a_read_only_server_says_so_at_the_table_and_on_the_first_page(
    size: str, language: str, sentence: str, ruled_server: Server, visit: Visit
) -> None:
    visitor = visit(ruled_server.url, size=size, language=language)
    page = visitor.page
    page.locator("[data-play=nizam]").click()
    page.locator(".game").wait_for()
    caller.carry_out(ruled_server.database, orders.SetMode(mode="read-only"))
    expect(page.locator(".strip")).to_have_text(sentence)
    assert page.evaluate(CUT) == []
    page.goto(ruled_server.url)
    expect(page.locator(".strip")).to_have_text(sentence)
    visitor.excuses.append("status of 503")  # The browser itself notes the refusal.
    page.locator("[data-play=nizam]").click()
    expect(page.locator(".note.bad")).to_have_text(sentence)
    assert language != "en" or violations(page) == []
