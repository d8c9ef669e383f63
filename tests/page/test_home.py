"""Home: one tap plays, a second one chooses how many play and against whom, and all of it is in sight."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.page import hands
from tests.page.browsing import LOCALES, Server, resize
from tests.page.conftest import Visit
from tests.page.test_screens import CUT, violations

pytestmark = pytest.mark.page

TABLES = "async () => (await (await fetch('/api/my/tables')).json()).tables"


def choose(page: Page, game: str, players: int, level: int | None = None) -> None:
    """Choose by ▾; `players` and `level` count the choices from the first."""
    page.locator(f"[data-choose={game}]").click()
    page.locator(".choice").first.get_by_role("button").nth(players).click()
    if level is not None:
        page.locator(".choice").nth(1).get_by_role("button").nth(level).click()


def my_tables(page: Page) -> list[dict[str, Any]]:
    tables: list[dict[str, Any]] = page.evaluate(TABLES)
    return tables


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_nizam_alone_is_chosen_on_home_and_remembered(size: str, server: Server, visit: Visit) -> None:
    page = visit(server.url, size=size).page
    choose(page, "nizam", 0)
    expect(page.locator(".choice")).to_have_count(1)  # Alone there are no bots, and no strength.
    page.locator("[data-play-chosen]").click()
    page.locator(".status:not(.wait)").wait_for()
    assert len(my_tables(page)[0]["seats"]) == 1
    page.goto(server.url)
    expect(page.locator("[data-play=nizam] small")).to_have_text("solo")
    expect(page.locator("[data-play=pearl] small")).to_have_text("2 bots · casual")
    page.locator("[data-play=nizam]").click()
    page.wait_for_url("**/t/**")
    assert [len(table["seats"]) for table in my_tables(page)] == [1, 1]


def test_players_and_strength_of_bots_are_chosen_on_home(server: Server, visit: Visit) -> None:
    page = visit(server.url).page
    choose(page, "luz", 2, level=0)
    page.locator("[data-play-chosen]").click()
    page.wait_for_url("**/t/**")
    seats = my_tables(page)[0]["seats"]
    assert [seat["level"] for seat in seats[1:]] == ["random"] * 4
    assert {game for game in json.loads(page.evaluate("localStorage.heliodor"))["quick"]} == {"luz"}


def test_only_nizam_offers_to_play_alone(server: Server, visit: Visit) -> None:
    page = visit(server.url).page
    for game in ("nizam", "pearl", "gnomes", "luz"):
        page.locator(f"[data-choose={game}]").click()
        first = page.locator(".choice").first.get_by_role("button").first
        expect(first).to_have_text("solo" if game == "nizam" else "3" if game == "luz" else "2")
        page.keyboard.press("Escape")
        expect(page.locator(".choice")).to_have_count(0)
        assert page.evaluate("document.activeElement.dataset.choose") == game


@pytest.mark.parametrize("size", ["phone", "tablet", "desktop"])
@pytest.mark.parametrize("language", list(LOCALES))
def test_the_choice_is_whole_and_reached_by_keys(size: str, language: str, server: Server, visit: Visit) -> None:
    page = visit(server.url, size=size, language=language).page
    hands.by_keys(page.locator("[data-choose=nizam]"))
    page.locator("[data-play-chosen]").wait_for()
    assert page.evaluate(CUT) == []
    assert language != "en" or violations(page) == []
    for part in page.locator("[role=dialog] button, dialog button").all():
        box = part.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 43.5
        assert part.evaluate(
            "each => { const b = each.getBoundingClientRect();"
            " return each.contains(document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2)) }"
        )
    hands.by_keys(page.locator("[data-play-chosen]"))
    page.wait_for_url("**/t/**")


@pytest.mark.parametrize("language", list(LOCALES))
def test_home_fits_a_laptop_without_scrolling(language: str, server: Server, visit: Visit) -> None:
    page = visit(server.url, language=language).page
    resize(page, 1280, 800)
    for game in ("nizam", "pearl", "luz"):
        page.locator(f"[data-play={game}]").click()
        page.wait_for_url("**/t/**")
        page.goto(server.url)
        page.locator(".turn").first.wait_for()
    over: list[int] = page.evaluate(
        "[document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"
    )
    assert over == [0, 0]
    assert page.evaluate(CUT) == []


def test_s2_the_first_table_of_gnomes_has_the_quick_start(server: Server, visit: Visit) -> None:
    page = visit(server.url).page
    expect(page.locator("[data-play=gnomes] small")).to_contain_text("quick start")
    page.goto(f"{server.url}/new/gnomes#bots")
    page.locator("summary").click()
    start = page.get_by_role("group", name="Quick start").get_by_role("button", name="yes")
    expect(start).to_have_attribute("aria-pressed", "true")
    page.goto(server.url)
    for first in (True, False):
        page.locator("[data-play=gnomes]").click()
        page.locator(".status:not(.wait)").wait_for()
        assert my_tables(page)[0]["options"].get("quick_start", False) is first
        page.goto(server.url)
        page.locator(".turn").first.wait_for()
    expect(page.locator("[data-play=gnomes] small")).not_to_contain_text("quick start")
    # Another browser of the same person knows it from the server.
    page.evaluate("localStorage.removeItem('heliodor')")
    page.goto(f"{server.url}/new/gnomes#bots")
    page.locator("summary").click()
    page.wait_for_load_state("networkidle")
    expect(start).to_have_attribute("aria-pressed", "false")


def test_n19_the_limit_of_the_hand_is_offered_to_one_player_only(server: Server, visit: Visit) -> None:
    page = visit(server.url).page
    hands.make_table(page, "nizam", "bots", 3)
    page.locator("summary").click()
    limit = page.get_by_role("group", name="hand limit")
    expect(limit).to_have_count(0)
    page.locator(".choice").first.get_by_role("button", name="1", exact=True).click()
    expect(limit).to_have_count(1)


PREPARING = {
    "en": "preparing, about 10 s",
    "uk": "готується, ще близько 10 с",
    "ru": "готовится, ещё около 10 с",
}


@pytest.mark.parametrize("language", PREPARING)
def test_a_game_that_is_being_prepared_says_so_and_opens_by_itself(language: str, server: Server, visit: Visit) -> None:
    page = visit(server.url, language=language).page
    is_ready, held = False, []

    def games(route: Route) -> None:
        answer = route.fetch().json()
        answer["games"][0]["preparing"] = None if is_ready else 10
        route.fulfill(json=answer)

    page.route("**/api/games", games)
    page.route(
        "**/api/tables", lambda route: held.append(route) if route.request.method == "POST" else route.continue_()
    )
    page.goto(server.url)
    expect(page.locator("[data-preparing]")).to_have_text(PREPARING[language])
    expect(page.locator("[data-preparing]")).to_have_count(1)
    page.locator("[data-play=nizam]").click()  # The server answers when the game is ready.
    expect(page.locator("[data-play=nizam] small")).to_have_text(PREPARING[language])
    is_ready = True
    expect(page.locator("[data-preparing]")).to_have_count(0)
    held[0].continue_()
    page.wait_for_url("**/t/**")


def test_the_first_play_now_of_a_game_offers_its_lesson_once(server: Server, visit: Visit) -> None:
    page = visit(server.url, "phone", "uk", offered=[], fresh=True).page
    page.locator("[data-play=gnomes]").tap()
    learn, just_play = page.locator("[data-learn-first]"), page.locator("[data-just-play]")
    expect(learn).to_contain_text("3")
    assert page.evaluate(CUT) == []
    left, right = learn.bounding_box(), just_play.bounding_box()
    assert left is not None
    assert right is not None
    assert left["x"] + left["width"] <= right["x"]
    page.keyboard.press("Escape")  # It is asked again.
    page.locator("[data-play=gnomes]").tap()
    just_play.tap()
    page.wait_for_url("**/t/**")
    page.goto(server.url)
    page.locator("[data-play=gnomes]").tap()  # No newcomer any more.
    page.wait_for_url("**/t/**")
    page.goto(server.url)
    page.locator("[data-play=luz]").tap()
    learn.tap()
    page.wait_for_url("**/learn/luz/first")
