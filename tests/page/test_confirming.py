"""One way to confirm in all games: the first tap chooses, a second tap or the one button plays; Enter does, too."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page

from tests.page import hands
from tests.page.browsing import Server, Visitor
from tests.page.conftest import Visit

pytestmark = pytest.mark.page

WAYS = ["a second tap", "the button", "Enter", "E"]


def seated(
    server: Server, visit: Visit, game: str, size: str = "desktop", language: str = "en", **settings: bool
) -> Visitor:
    """Return somebody whose turn it is to choose one thing: something to take, or a card to play."""
    visitor = visit(server.url, size=size, language=language, **settings)
    page = visitor.page
    hands.make_table(page, game, "bots", 3)
    hands.submit(page)
    if game == "luz":
        page.locator("[data-bet]").wait_for()
        hands.decide(visitor, "luz")
    choices(page, game).first.wait_for()
    page.locator(".game:not([data-animating])").wait_for()
    return visitor


def choices(page: Page, game: str) -> Locator:
    mine = ".game:has(.status:not(.wait)):not([data-animating]) "
    return page.locator(
        mine + ("[data-take][aria-disabled=false]" if game == "gnomes" else "[data-slot][aria-disabled=false]")
    )


def ply(page: Page) -> str | None:
    return page.locator(".game").get_attribute("data-ply")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("game", "size", "language"), [("gnomes", "phone", "uk"), ("luz", "desktop", "ru")])
def test_the_first_tap_chooses_and_a_second_step_plays(
    game: str, size: str, language: str, way: str, server: Server, visit: Visit
) -> None:
    page = seated(server, visit, game, size, language).page
    before = ply(page)
    choices(page, game).last.click()
    chosen = page.locator(".stage [aria-pressed=true], .hand [aria-pressed=true]")
    chosen.wait_for()
    assert ply(page) == before
    if way == "a second tap":
        chosen.click()
    elif way == "the button":
        hands.confirm(page)
    else:
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("Enter" if way == "Enter" else "e")
    page.wait_for_function("before => document.querySelector('.game').dataset.ply !== before", arg=before)


@pytest.mark.parametrize("game", ["gnomes", "luz"])
def test_one_tap_plays_for_those_who_want_it(game: str, server: Server, visit: Visit) -> None:
    page = seated(server, visit, game, oneTap=True).page
    before = ply(page)
    choices(page, game).first.click()
    page.wait_for_function("before => document.querySelector('.game').dataset.ply !== before", arg=before)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_button_that_confirms_is_in_the_same_place_in_all_games(size: str, server: Server, visit: Visit) -> None:
    places = {}
    for game in ("nizam", "pearl", "gnomes", "luz"):
        visitor = visit(server.url, size=size)
        hands.make_table(visitor.page, game, "bots", 3)
        hands.submit(visitor.page)
        button = visitor.page.locator("[data-confirm], [data-end]")
        button.wait_for()
        acts, box = visitor.page.locator(".hand .acts").bounding_box(), button.bounding_box()
        assert acts is not None
        assert box is not None
        places[game] = (round(acts["x"] + acts["width"] - box["x"] - box["width"]), round(acts["y"] - box["y"]))
        assert box["y"] > 0.75 * visitor.page.viewport_size["height"]  # type: ignore[index]
    assert set(places.values()) == {(0, 0)}, places
