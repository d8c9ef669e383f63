"""One way to confirm in all games: the first tap chooses, a second tap or the one button plays; Enter does, too."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page

from tests.page import hands
from tests.page.browsing import AT_REST, SIZES, Server, Visitor, resize
from tests.page.conftest import Visit

pytestmark = pytest.mark.page

WAYS = ["a second tap", "the button", "Enter", "E"]


def seated(
    server: Server, visit: Visit, game: str, size: str = "desktop", language: str = "en", **settings: bool
) -> Visitor:
    """Return a visitor whose turn it is to choose one thing: something to take, or a card to play."""
    visitor = visit(server.url, size=size, language=language, table=hands.against_bots(game, 3), **settings)
    page = visitor.page
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


@pytest.mark.parametrize(("game", "size", "language"), [("gnomes", "phone", "uk"), ("luz", "desktop", "ru")])
def test_the_first_tap_chooses_and_a_second_step_plays(
    game: str, size: str, language: str, server: Server, visit: Visit
) -> None:
    visitor = seated(server, visit, game, size, language)
    page = visitor.page
    for way in WAYS:
        while not choices(page, game).count():
            hands.decide(visitor, game)
        before = ply(page)
        choices(page, game).last.click()
        chosen = page.locator(".stage [aria-pressed=true], .hand [aria-pressed=true]")
        chosen.wait_for()
        assert ply(page) == before, way
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


# How far the button's right lower corner is from that of the screen, and its height, once nothing moves any more.
CORNER = f"""async () => {{
  await ({AT_REST})();
  const box = document.querySelector('[data-confirm], [data-end]').getBoundingClientRect();
  return [innerWidth - box.right, innerHeight - box.bottom, box.height].map(Math.round);
}}"""


@pytest.mark.parametrize("players", [3, 5])
def test_the_button_that_confirms_is_in_the_same_place_in_all_games(players: int, server: Server, visit: Visit) -> None:
    corners: dict[str, dict[str, list[int]]] = {}
    for game in ("nizam", "pearl", "gnomes", "luz"):
        page = visit(server.url, size="phone", table=hands.against_bots(game, players)).page
        page.locator(".game:has(.status:not(.wait)):not([data-animating]) :is([data-confirm], [data-end])").wait_for()
        for size in ("phone", "laptop", "desktop", "wide"):
            resize(page, *SIZES[size])
            *corner, height = page.evaluate(CORNER)
            assert height >= 44
            corners.setdefault(size, {})[game] = corner
    for size, by_game in corners.items():
        assert all(corner == by_game["nizam"] for corner in by_game.values()), (size, by_game)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_button_that_confirms_stays_where_it_is_when_something_is_chosen(
    size: str, server: Server, visit: Visit
) -> None:
    for game in ("gnomes", "luz"):
        page = seated(server, visit, game, size).page
        right, bottom, _ = page.evaluate(CORNER)
        choices(page, game).last.click()
        page.locator(".stage [aria-pressed=true], .hand [aria-pressed=true]").wait_for()
        assert page.evaluate(CORNER)[:2] == [right, bottom], game
