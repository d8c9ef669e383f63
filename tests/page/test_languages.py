"""Three languages: the browser's is chosen, another one is a click away, and no text is in the wrong one."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from tests.page import hands
from tests.page.browsing import Server
from tests.page.conftest import Visit

pytestmark = pytest.mark.page

HOME = {"en": "Play now", "uk": "Грати", "ru": "Играть"}
# Letters that only one of the two languages has.
OTHER = {"uk": "ёъыэ", "ru": "ґєії"}
# What belongs to every language: names of the program, of publishers and of keys, codes of rules, lines of the board.
SHARED = re.compile(
    r"I♥GAMES|Heliodor|PIN|QR|[A-Z]\d+|\b[A-Za-z]{1,2}\b|English|\bmod\b|Tab|Enter|Shift|Backspace|Escape|"
    r"Luz|Korokoro Dou|Kentaiki|IELLO|«Шустрые гномы»|«Промінь»"
)


def words_on(page: Page) -> str:
    """Return everything that is read or heard on the page, without the names of the languages."""
    text: str = page.evaluate(
        """() => [...document.querySelectorAll('body *')]
          .filter((each) => !each.closest('body [lang], script, style, svg, code'))
          .flatMap((each) => [
            ...[...each.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data),
            ...['aria-label', 'title', 'placeholder', 'alt'].map((name) => each.getAttribute(name)),
          ]).filter(Boolean).join('\\n')"""
    )
    return text


@pytest.mark.parametrize("language", ["en", "uk", "ru"])
def test_the_language_of_the_browser_is_chosen(language: str, server: Server, visit: Visit) -> None:
    page = visit(server.url, language=language).page
    assert HOME[language] in page.locator("[data-play]").first.inner_text()
    assert page.evaluate("document.documentElement.lang") == language


@pytest.mark.parametrize("language", ["uk", "ru"])
def test_nothing_is_left_in_another_language(language: str, own_server: Server, visit: Visit) -> None:
    """It has its own server: the home page lists tables of other people, with their names."""
    visitor = visit(own_server.url, language=language)
    page = visitor.page
    found: list[str] = []

    def read(place: str) -> None:
        lines = words_on(page).splitlines()
        assert len(lines) > 10, f"{place}: nothing was read"
        for line in lines:
            own = SHARED.sub("", line)
            if re.search(f"[A-Za-z]{{3,}}|[{OTHER[language]}]", own, re.IGNORECASE):
                found.append(f"{place}: {line.strip()}")

    page.locator(".fx").first.wait_for()
    read("home")
    page.goto(f"{own_server.url}/settings")
    page.locator("main section").first.wait_for()
    read("settings")
    for game in ("nizam", "pearl", "gnomes", "luz"):
        page.goto(f"{own_server.url}/new/{game}#friends")
        page.locator("summary").click()
        read(f"new {game}")
        page.goto(f"{own_server.url}/rules/{game}")
        page.locator("main h2").first.wait_for()
        read(f"rules of {game}")
        page.goto(own_server.url)
        page.locator(f"[data-play={game}]").click()
        page.locator(".status:not(.wait)").wait_for()
        for _ in range(3):
            hands.decide(visitor, game)
            page.locator(".status:not(.wait)").wait_for()
        read(game)
    assert not found, "\n".join(found)


def test_another_language_is_chosen_at_the_table_and_kept(server: Server, visit: Visit) -> None:
    visitor = visit(server.url)
    page = visitor.page
    page.locator("[data-play=gnomes]").click()
    page.locator(".status:not(.wait)").wait_for()
    hands.decide(visitor, "gnomes")
    ply = page.locator(".game").get_attribute("data-ply")
    page.locator("[data-panel=menu]").click()
    page.locator("dialog [lang=uk]").click()
    page.locator("html[lang=uk]").wait_for()
    page.keyboard.press("Escape")
    assert page.locator(".game").get_attribute("data-ply") == ply
    assert re.search("[а-яі]", page.locator(".log").inner_text())
    page.goto(server.url)
    assert HOME["uk"] in page.locator("[data-play]").first.inner_text()


def test_a_phrase_arrives_in_the_language_of_its_reader(server: Server, visit: Visit) -> None:
    host = visit(server.url, language="en")
    hands.make_table(host.page, "gnomes", "friends", 2)
    hands.submit(host.page)
    friend = visit(hands.invitation(host.page), language="uk")
    friend.page.locator("form .btn.primary").click()
    host.page.locator("[data-start]:not([disabled])").click()
    for visitor in (host, friend):
        visitor.page.locator(".game").wait_for()
        visitor.page.locator("[data-panel=talk]").click()
    host.page.locator("[data-phrase=well_played]").click()
    heard = []
    for visitor in (host, friend):
        line = visitor.page.locator("dialog .log li")
        line.wait_for()
        heard.append(line.inner_text())
    assert re.search("[A-Za-z]{4}", heard[0])
    assert re.search("[а-яі]{4}", heard[1].split(":")[1])
